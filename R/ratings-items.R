# Some items of the ratings.

# The items at `places`, with repeats, as they are drawn: a group of their own.
take_items <- function(ratings, places) {
  size <- ratings$item_start[places + 1L] - ratings$item_start[places]
  rows <- sequence(size, ratings$item_start[places] + 1L)
  ratings$items <- vctrs::vec_slice(ratings$items, places)
  ratings$item_start <- c(0L, cumsum(size))
  ratings$code <- ratings$code[rows]
  # Fields that are NULL stay.
  if (!is.null(ratings$rater)) ratings$rater <- ratings$rater[rows]
  if (!is.null(ratings$cluster)) ratings$cluster <- ratings$cluster[places]
  if (!is.null(ratings$weight)) ratings$weight <- ratings$weight[places]
  ratings$groups <- tibble::tibble(.rows = 1)
  ratings$group_start <- c(0L, length(places))
  ratings$group_status <- "ok"
  ratings["joined"] <- NULL # of other items
  ratings
}

# The same, in the groups of `ratings`, of which each has its part of the places, in their order.
take_items_by_group <- function(ratings, places) {
  taken <- take_items(ratings, places)
  in_group <- tabulate(findInterval(places, ratings$group_start + 1L), length(ratings$group_status))
  taken$group_start <- c(0L, cumsum(in_group))
  taken$groups <- ratings$groups
  taken$group_status <- ratings$group_status
  taken
}

# Some of the groups, as they are.
take_groups <- function(ratings, groups) {
  if (length(groups) == length(ratings$group_status)) {
    return(ratings)
  }
  taken <- take_items(ratings, unlist(lapply(groups, function(g) items_of_group(ratings, g))))
  taken$group_start <- c(0L, cumsum(diff(ratings$group_start)[groups]))
  taken$groups <- vctrs::vec_slice(ratings$groups, groups)
  taken$group_status <- ratings$group_status[groups]
  taken$set_aside_by$group <- match(ratings$set_aside_by$group, groups)
  if (is_remote(ratings)) {
    taken$remote$n_raters <- if (!is.null(ratings$remote$n_raters)) lapply(ratings$remote$n_raters, `[`, groups)
    taken$remote$n_set_aside <- ratings$remote$n_set_aside[groups]
  }
  taken
}

# The ratings of one group, as ratings without groups.
one_group <- function(ratings, g) {
  if (length(ratings$group_status) == 1) {
    return(ratings)
  }
  one <- take_items(ratings, items_of_group(ratings, g))
  one$groups <- vctrs::vec_slice(ratings$groups, g)
  one$group_status <- ratings$group_status[g]
  one
}

items_of_group <- function(ratings, g) {
  from <- ratings$group_start[g]
  from + seq_len(ratings$group_start[g + 1L] - from)
}

# For each group its number, and the numbers of its items.
items_of_groups <- function(ratings) {
  lapply(seq_along(ratings$group_status), function(g) list(group = g, item = items_of_group(ratings, g)))
}

raters_of_group <- function(ratings, g) sort(unique(one_group(ratings, g)$rater))

# The number of ratings of each item.
item_sizes <- function(ratings) call_core(sizes_between(ratings$item_start))

# The item of each rating.
rating_items <- function(ratings) {
  size <- item_sizes(ratings)
  rep.int(seq_along(size), size)
}

# How many items each one stands for: those of a database are patterns, and frequencies count equal ones.
# Frequencies that are all 1, or were expanded, leave no weight.
item_counts <- function(ratings) {
  counted <- isTRUE(ratings$frequencies) && !is.null(ratings$weight)
  if (counted) ratings$weight else rep(1, length(ratings$item_start) - 1)
}

# The group of each item.
item_groups <- function(ratings) rep.int(seq_along(ratings$group_status), diff(ratings$group_start))

# Items of a group with the same ratings by the same raters become one, with their number as its frequency. For
# ratings with frequencies or without weights.
join_equal_items <- function(ratings) {
  first <- call_core(equal_items(ratings)) + 1L
  joined <- take_items_by_group(ratings, unique(first))
  joined$weight <- drop(rowsum(item_counts(ratings), first, reorder = FALSE))
  joined$frequencies <- TRUE
  joined["sample"] <- list(NULL) # of other items
  joined
}
