# Items of ratings: the number of ratings and the weight of each, and ratings of a subset of items.

# The items at `places`, possibly repeated, in this order, as a single group.
take_items <- function(ratings, places) {
  size <- ratings$item_start[places + 1L] - ratings$item_start[places]
  rows <- sequence(size, ratings$item_start[places] + 1L)
  ratings$items <- vctrs::vec_slice(ratings$items, places)
  ratings$item_start <- c(0L, cumsum(size))
  ratings$code <- ratings$code[rows]
  # Assigning NULL would delete the field, so fields that are NULL are not assigned.
  if (!is.null(ratings$rater)) ratings$rater <- ratings$rater[rows]
  if (!is.null(ratings$cluster)) ratings$cluster <- ratings$cluster[places]
  if (!is.null(ratings$weight)) ratings$weight <- ratings$weight[places]
  ratings$groups <- tibble::tibble(.rows = 1)
  ratings$group_start <- c(0L, length(places))
  ratings$group_status <- "ok"
  ratings[c("sample", "joined")] <- NULL # computed for the original items
  ratings
}

# The same with the groups of `ratings`. `places` are sorted by group.
take_items_by_group <- function(ratings, places) {
  taken <- take_items(ratings, places)
  in_group <- tabulate(findInterval(places, ratings$group_start + 1L), length(ratings$group_status))
  taken$group_start <- c(0L, cumsum(in_group))
  taken$groups <- ratings$groups
  taken$group_status <- ratings$group_status
  taken
}

# The ratings of some of the groups.
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

# For each group its number and the positions of its items.
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

# The number of items that each one represents: in ratings from a database items are patterns, and frequencies count
# equal items. Ratings whose frequencies are all 1, or were expanded, have no weights.
item_counts <- function(ratings) {
  counted <- isTRUE(ratings$frequencies) && !is.null(ratings$weight)
  if (counted) ratings$weight else rep(1, length(ratings$item_start) - 1)
}

# The group of each item.
item_groups <- function(ratings) rep.int(seq_along(ratings$group_status), diff(ratings$group_start))

# Combines items of a group with the same ratings by the same raters into one, whose frequency is their number. Only
# for ratings with frequencies or without weights.
join_equal_items <- function(ratings) {
  first <- call_core(equal_items(ratings)) + 1L
  joined <- take_items_by_group(ratings, unique(first))
  joined$weight <- drop(rowsum(item_counts(ratings), first, reorder = FALSE))
  joined$frequencies <- TRUE
  joined["sample"] <- list(NULL) # computed for the original items
  joined
}

# Counts of ratings used. In ratings from a database, patterns do not contain raters, so their number comes from the
# database.
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
  # vctrs cannot convert an integer64 column unless package bit64 is loaded.
  numbers <- if (is_integer64(x)) integer64_numbers(x) else as.double(unclass(x))
  # Sums of larger weights could overflow.
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

# `weight` has a row for each row of the data; `items` are from items_by_group(). Returns a number for each item;
# sampling weights have mean 1 in each group. NULL if all weights are 1.
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

# `weight` with mean 1 in each group, over the nonzero weights that are `used`. Groups are integers from 1 in
# nondecreasing order.
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

# Sampling weights with mean 1 over the items with `least` ratings or more, so that a coefficient that uses only these
# does not depend on the weights of others. Weights are rounded, because otherwise weights on another scale would
# differ in the last digits and give other random draws for the same data.
weigh_items_of <- function(ratings, least) {
  ratings$weight <- signif(mean_one(ratings$weight, item_groups(ratings), item_sizes(ratings) >= least), 13)
  ratings
}

# `what`: the method that does not accept sampling weights, in words.
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

# For verbs that treat each item or rater separately: replaces an item with a frequency by so many equal items with
# its id.
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

case_weight_words <- function(x) {
  if (x$frequencies) {
    paste0("frequencies, ", count(sum(x$weight), "item"))
  } else {
    "sampling weights"
  }
}

is_remote <- function(ratings) !is.null(ratings$remote)

knows_raters <- function(ratings) !is.null(ratings$raters) || isTRUE(ratings$remote$rows$has_raters)
