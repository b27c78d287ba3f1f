# Items of ratings: how many ratings each has, what each weighs, and ratings of some of them.

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

# How many raters took part the core cannot know from patterns.
count_used <- function(ratings, least) {
  counts <- call_core(count_by_group(ratings, least))
  if (is.null(ratings$raters) && !is.null(ratings$remote$n_raters)) {
    counts$n_raters <- ratings$remote$n_raters[[min(least, 2L)]]
  }
  counts
}

is_frequency <- function(x) is.integer(x) || inherits(x, c("integer64", "hardhat_frequency_weights"))

check_case_weights <- function(x) {
  good <- is.numeric(x) || inherits(x, "hardhat_case_weights")
  if (!good) {
    abort_accord(
      "argument",
      c("{.arg case_weights} is a column of numbers.", x = "It is {.obj_type_friendly {x}}."),
      argument = "case_weights"
    )
  }
  # Without its package vctrs does not know the class of a column.
  numbers <- if (is_integer64(x)) integer64_numbers(x) else as.double(unclass(x))
  # Beyond that, sums of them are no numbers.
  bad <- which(is.na(numbers) | numbers < 0 | numbers > 1e100)
  if (length(bad)) {
    abort_accord(
      "case_weights",
      c(
        "Case weights are numbers from 0 to 1e100.",
        x = "{length(bad)} row{?s} hold{?s/} something else: {.val {utils::head(numbers[bad], 5)}}
             ({cli::qty(length(bad))}row{?s} {.val {utils::head(bad, 5)}})."
      ),
      rows = bad
    )
  }
  frequencies <- is_frequency(x)
  if (!frequencies && !inherits(x, "hardhat_case_weights") && any(numbers != 1) && all(numbers == trunc(numbers))) {
    inform_accord(
      "case_weights",
      c(
        "Whole numbers are taken as sampling weights, since they are not stored as integers.",
        i = "{.code as.integer()} makes {.arg case_weights} frequencies, {.fn hardhat::importance_weights} confirms."
      )
    )
  }
  list(value = numbers, frequencies = frequencies, words = if (frequencies) "frequencies" else "sampling weights")
}

weights_of_rows <- function(weight, rows) {
  if (!is.null(weight)) weight$value <- weight$value[rows]
  weight
}

# `weight` as above, a row each; `items` as items_by_group() makes them. One number for each item;
# sampling weights have the mean 1 in each group. NULL where all items count once.
weights_of_items <- function(weight, item, items, locate) {
  of_item <- one_per_item(
    as.double(weight$value), item, items, locate,
    what = "case_weights", rule = "All rows of an item have one case weight.", found = "{?has/have} several",
    advice = "A case weight belongs to an item, not to a rating."
  )
  if (weight$frequencies) {
    return(if (any(of_item != 1)) of_item)
  }
  group <- rep(seq_along(items$start[-1]), diff(items$start))
  result <- mean_one(of_item, group, TRUE)
  if (any(result != 1)) result
}

# `weight` with the mean 1 over those `used` that are not 0, in each group. Groups are numbers from 1 that do not fall.
mean_one <- function(weight, group, used) {
  if (length(weight) == 0) {
    return(weight)
  }
  n <- group[length(group)]
  total <- if (n == 1) {
    sum(weight * used)
  } else {
    vapply(split(weight * used, structure(group, levels = as.character(seq_len(n)), class = "factor")), sum, 0)
  }
  counted <- tabulate(group[used & weight > 0], n)
  weight * ifelse(total > 0, counted / total, 1)[group]
}

has_sampling_weights <- function(ratings) !is.null(ratings$weight) && !ratings$frequencies

# Sampling weights with the mean 1 over items of `least` ratings or more: a coefficient that uses no others depends on
# no weight of others. Rounded, since weights that differ in the last digits because they had another scale would make
# other draws of the same data.
weigh_items_of <- function(ratings, least) {
  ratings$weight <- signif(mean_one(ratings$weight, item_groups(ratings), item_sizes(ratings) >= least), 13)
  ratings
}

# `what`: what has no use for them, in words.
check_no_sampling_weights <- function(ratings, what) {
  if (has_sampling_weights(ratings)) {
    abort_accord(
      "case_weights",
      c(
        "{what} do not take sampling weights.",
        x = "The items have {.arg case_weights} that are not frequencies.",
        i = "If they are frequencies, make them integers with {.code as.integer()}.",
        i = "Leave out {.arg case_weights}. Coefficients of {.fn agreement} take them, with {.fn ci_default} or
             {.fn ci_none}."
      )
    )
  }
}

# For verbs that look at each item or rater by itself: a frequency becomes as many equal items, all with the id of the
# one.
expand_frequencies <- function(ratings, what) {
  if (is.null(ratings$weight)) {
    return(ratings)
  }
  check_no_sampling_weights(ratings, what)
  size <- item_sizes(ratings)
  n <- sum(ratings$weight * size)
  if (n > 5e7) {
    abort_accord(
      "case_weights",
      c(
        "{what} are about single items.",
        x = "The frequencies add up to {big(sum(ratings$weight))} items, too many to expand.",
        i = "{.fn agreement} takes them as frequencies, with {.fn ci_default}, {.fn ci_analytic},
             {.fn ci_jackknife} or {.fn ci_bootstrap}."
      )
    )
  }
  ratings <- take_items_by_group(ratings, rep.int(seq_along(size), ratings$weight))
  ratings["weight"] <- list(NULL)
  ratings
}

# Intervals that leave out single raters or clusters need each of the items.
ratings_for_interval <- function(ratings, ci) {
  if (is.null(ratings$weight)) {
    return(ratings)
  }
  each <- isTRUE(ci$rater_variance) || !is.null(ratings$cluster)
  none <- ci$method == "none" || isTRUE(ci$posterior)
  if (none || (ratings$frequencies && !each)) return(ratings)
  label <- ci$label
  substr(label, 1, 1) <- toupper(substr(label, 1, 1)) # it begins a sentence
  expand_frequencies(ratings, paste(label, "intervals"))
}

case_weight_words <- function(x) {
  if (x$frequencies) {
    paste0("frequencies, ", count(sum(x$weight), "item"))
  } else {
    "sampling weights"
  }
}

is_remote <- function(ratings) !is.null(ratings$remote)

knows_raters <- function(ratings) !is.null(ratings$raters) || isTRUE(ratings$remote$rows$has_raters)
