#' Agreement of every pair of raters
#'
#' Computes a coefficient for all pairs of raters with common items, from the items that both of them rated: who
#' agrees with whom.
#'
#' @details
#' Only pairs with common items are computed, so thousands of raters with few common items take little time. All
#' coefficients use only the common items of a pair, for which nothing is missing. The category set is that of the
#' whole data.
#'
#' `mean()` is the mean over pairs that have a value, plain (Light's kappa, if the coefficient is Cohen's) or weighted
#' by the number of common items. `as.matrix()` gives a matrix of raters by raters, with 1 on the diagonal and `NA`
#' for pairs without a value.
#'
#' **Marks.** With `scores = TRUE` and `weights = "quadratic"` a pair has what examiners report beside the weighted
#' kappa: the mean difference (the second rater minus the first), Pearson's correlation, and the shares of items with
#' equal marks and with marks at most one step apart, where a step is the smallest difference of two categories. None
#' of them needs a model; a difference in severity lowers exact agreement but not the correlation. [rater_severity()]
#' compares raters who have no item in common.
#'
#' @section Missing and degenerate data:
#' A pair whose ratings of common items are all in one category has no kappa: `estimate` is `NA` and `status` says
#' why. This is common for pairs with few items, so there is no warning. Raters without common items with others have
#' no row, and neither have groups with invalid data, such as a duplicate rating, which a warning names. With
#' `duplicates = "keep"` each pair of ratings by two raters counts as an item.
#'
#' @section Errors:
#' Those of [agreement()], and `accord_error_anonymous` if raters are anonymous. `accord_error_too_large` if there may
#' be more than ten million pairs, and for tables of pairs that do not fit into memory. `as.matrix()`:
#' `accord_error_groups` for a result with several groups or with a pair in several rows.
#'
#' @inheritParams agreement
#' @param coefficient One name from the table in [agreement()], but not `"light_kappa"`.
#' @param min_items Leave out pairs with fewer common items.
#' @param confusion Whether to add a list column `confusion` with the table of each pair:
#'   categories of `rater_1` in rows, of `rater_2` in columns, cells count items.
#' @param scores Whether to add `difference`, `correlation`, `exact` and `adjacent`, for numbers and ordered factors.
#' @param ci The method for the intervals: [ci_default()], [ci_analytic()] or [ci_jackknife()]; none by default,
#' because studies may have many pairs.
#' @return A tibble of class `accord_pairs` and `accord_agreement`, one row per group and pair: the columns of
#'   [krippendorff_alpha()] with `rater_1` and `rater_2` (in sorted order; for a confusion table as rows and columns)
#'   after the group keys, `n_items` the number of common items, and with `scores = TRUE` `difference`, `correlation`
#'   (`NA` if the ratings of one do not vary), `exact` and `adjacent`, and `confusion` if requested.
#' @seealso [rater_summary()] for each rater, [light_kappa()], [conger_kappa()], which pools the pairs.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' pairs <- pairwise_agreement(ratings, item, rater, label, confusion = TRUE)
#' pairs
#' pairs$confusion[[1]]
#' as.matrix(pairs)
#' mean(pairs)
#' mean(pairs, weighted = TRUE)
pairwise_agreement <- function(data, item, rater, rating, ..., coefficient = "cohen_kappa", by = NULL,
                               weights = NULL, level = NULL, range = NULL, categories = NULL,
                               duplicates = "error", min_items = 1, confusion = FALSE,
                               scores = FALSE, ci = ci_none()) {
  ci <- check_ci(ci)
  check_number(min_items, "min_items", above = 0)
  check_flag(confusion, "confusion")
  check_flag(scores, "scores")
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = level, categories = categories, duplicates = duplicates, ..., .tally = TRUE, .joins = TRUE
  )
  check_no_sampling_weights(ratings, "Pairs of raters")
  check_named_raters(ratings, "Pairs of raters need")
  check_pair_ci(ci)
  check_key_names(names(ratings$groups), c("rater_1", "rater_2", "confusion", if (scores) SCORE_COLUMNS))
  value <- if (scores) pair_scores(ratings)
  check_pair_work(ratings, rows = TRUE, min_items)
  entry <- pair_entry(coefficient, weights)
  check_level_is_used(level, entry$model, weights)
  metrics <- metrics_for(ratings, entry$model == "alpha", weights, level, range)
  if (is_remote(ratings)) {
    return(lazy_pairs(ratings, entry, metrics, ci, min_items, confusion, value))
  }
  metric <- metrics$alpha %||% metrics$weights
  ratings$group_status <- metric$group_status
  warn_groups_without_pairs(ratings)
  ratings <- sort_raters(ratings)
  n_categories <- n_categories_by_group(ratings)
  if (!is.null(ratings$cluster) && ci$method != "none") {
    return(clustered_pairs(ratings, entry, metrics, ci, min_items, confusion))
  }

  more <- pair_inputs(ci)
  by_group <- lapply(seq_along(ratings$group_status), function(g) {
    least <- if (ratings$group_status[g] == "ok") min_items else Inf # groups with a fault have no pairs
    found <- call_core(agreement_by_pair(
      ratings, g - 1L, place_of("model", entry$model), metric, ci$variance,
      ci$null_variance, least, confusion || scores || !is.null(more), n_threads()
    ))
    if (!is.null(more)) found <- c(found, more(ratings, found, entry, metric))
    more_columns <- if (scores) score_columns(found$cells, length(found$first), value)
    if (!confusion) found$cells <- NULL
    found$n_categories <- rep(n_categories[g], length(found$estimate))
    rows <- pair_rows(found, ratings, g, entry, metric, ci)
    rows[names(more_columns)] <- more_columns
    rows
  })
  vctrs::vec_rbind(!!!by_group)
}

pair_entry <- function(coefficient, weights) {
  if (!rlang::is_string(coefficient)) {
    abort_accord(
      "argument",
      c("{.arg coefficient} must be one name.", x = "It is {.obj_type_friendly {coefficient}}."),
      argument = "coefficient"
    )
  }
  coefficient <- full_names(coefficient, coefficient_choices())
  if (coefficient %in% "light_kappa") {
    abort_accord(
      "argument",
      c(
        "{.arg coefficient} must be that of a single pair.",
        x = "Light's kappa is the mean over all pairs of Cohen's.",
        i = "Use {.fn light_kappa}, or {.fn mean} of the pairs with {.code coefficient = \"cohen_kappa\"}."
      ),
      argument = "coefficient",
      value = coefficient
    )
  }
  check_choice(coefficient, setdiff(coefficient_choices(), "light_kappa"), "coefficient", near = nearest_coefficients)
  resolve_coefficients(coefficient, is_weighted(weights))
}

check_pair_ci <- function(ci) {
  reason <- refusal(ci, "pairs")
  if (!is.null(reason)) {
    abort_accord(
      "argument",
      c(
        "This kind of interval is not computed for pairs of raters.",
        x = reason,
        i = "Use {.fn ci_default}, {.fn ci_analytic} or {.fn ci_jackknife}.",
        i = "{.fn agreement} on the ratings of one pair has all kinds of interval."
      ),
      argument = "ci"
    )
  }
}

warn_groups_without_pairs <- function(ratings) {
  faulty <- ratings$group_status != "ok"
  if (any(faulty)) {
    labels <- group_labels(ratings$groups)[faulty]
    where <- cli::cli_vec(paste0(labels, " (", ratings$group_status[faulty], ")"), list("vec-trunc" = 5))
    warn_accord(
      "undefined",
      c(
        "Groups with invalid data have no pairs.",
        x = "{sum(faulty)} of {length(faulty)} group{?s}: {where}."
      ),
      groups = labels,
      reasons = ratings$group_status[faulty]
    )
  }
}

# Returns the rows of one group.
pair_rows <- function(found, ratings, group, entry, metric, ci) {
  n <- length(found$estimate)
  estimates <- as.data.frame(found[setdiff(names(found), c("first", "second", "cells"))])
  estimates$lowest <- rep(entry$lowest, n)
  estimates$n_raters <- rep(2L, n)
  estimates$complete <- rep(TRUE, n)
  set_aside <- count_set_aside(ratings, "rater", length(ratings$raters), within = group)
  estimates$n_set_aside <- set_aside[found$first] + set_aside[found$second]
  estimates$status <- status_in_words(status_names(estimates$status))
  columns <- agreement_columns(estimates, rep(entry$id, n), rep(metric$name, n), ci)
  if (!is.null(found$cells)) columns$confusion <- confusion_tables(found$cells, n, ratings$categories)
  pair <- list(
    rater_1 = vctrs::vec_slice(ratings$raters, found$first),
    rater_2 = vctrs::vec_slice(ratings$raters, found$second)
  )
  keys <- c(as.list(vctrs::vec_slice(ratings$groups, rep(group, n))), pair)
  new_agreement(tibble::new_tibble(keys, nrow = n), columns, class = "accord_pairs")
}

SCORE_COLUMNS <- c("difference", "correlation", "exact", "adjacent")

confusion_tables <- function(cells, n, categories) {
  check_square(length(categories) * sqrt(n), "categories of all pairs", "Leave out {.code confusion = TRUE}.")
  labels <- as.character(categories)
  empty <- matrix(0L, length(labels), length(labels), dimnames = list(rater_1 = labels, rater_2 = labels))
  by_pair <- split(seq_len(nrow(cells)), factor(cells$pair, seq_len(n)))
  lapply(unname(by_pair), function(rows) {
    table <- empty
    table[cbind(cells$row[rows], cells$column[rows])] <- cells$count[rows]
    table
  })
}

lazy_pairs <- function(ratings, entry, metrics, ci, min_items, confusion, value = NULL) {
  ratings$group_status <- (metrics$alpha %||% metrics$weights)$group_status
  warn_groups_without_pairs(ratings)
  cells <- lazy_cells(ratings)
  cells <- number_pairs(cells[ratings$group_status[cells$group] == "ok", ], min_items)
  one <- cells[!duplicated(cells$pair), ]
  result <- measure_pairs(pairs_as_groups(ratings, cells), entry, metrics, ci)
  result$n_categories <- n_categories_by_group(ratings)[one$group]
  result$n_set_aside <- set_aside_of_pairs(ratings, one)
  more_columns <- if (!is.null(value)) score_columns(cells, nrow(one), value)
  result[names(more_columns)] <- more_columns
  if (confusion) {
    names(cells)[names(cells) == "count"] <- "n"
    cells$count <- if (all(cells$n <= .Machine$integer.max)) as.integer(cells$n) else cells$n
    result$confusion <- confusion_tables(cells, nrow(one), ratings$categories)
  }
  class(result) <- unique(c("accord_pairs", class(result)))
  result
}

# `pairs`: ratings with a group for each pair.
measure_pairs <- function(pairs, entry, metrics, ci) {
  of_pairs <- function(metric) {
    if (!is.null(metric)) metric$group_status <- pairs$group_status
    metric
  }
  measure_agreement(pairs, entry, of_pairs(metrics$alpha), of_pairs(metrics$weights), ci)
}

# Each pair becomes a group, and each cell of its confusion matrix an item with the count as frequency.
pairs_as_groups <- function(ratings, cells) {
  one <- cells[!duplicated(cells$pair), ]
  raters <- remote_raters(ratings$remote)
  keys <- tibble::new_tibble(
    c(
      as.list(vctrs::vec_slice(ratings$groups, one$group)),
      list(rater_1 = vctrs::vec_slice(raters, one$first), rater_2 = vctrs::vec_slice(raters, one$second))
    ),
    nrow = nrow(one)
  )
  ratings$items <- seq_len(nrow(cells))
  ratings$raters <- raters
  ratings$groups <- keys
  items <- cells_as_items(cells, nrow(one))
  ratings[names(items)] <- items
  ratings["remote"] <- list(NULL)
  ratings$set_aside <- ratings$set_aside[0, ] # they are counted by set_aside_of_pairs()
  ratings
}

set_aside_of_pairs <- function(ratings, pairs) {
  if (!any(ratings$remote$n_set_aside > 0)) {
    return(integer(nrow(pairs)))
  }
  aside <- raters_aside(ratings$remote)
  aside <- aside[aside$code %in% 0L, ]
  n_raters <- vctrs::vec_size(remote_raters(ratings$remote))
  n <- table_of_counts(aside$group, aside$rater, aside$n, length(ratings$group_status), n_raters)
  as.integer(n[cbind(pairs$group, pairs$first)] + n[cbind(pairs$group, pairs$second)])
}

# Limits from a posterior for each pair of raters: each pair is a group, and each cell of its confusion matrix an item
# with the count as frequency.

#' @export
pair_inputs.accord_ci_bayes <- function(ci) {
  function(ratings, found, entry, metric) posterior_of_pairs(ratings, found, entry, metric, ci)
}

# `found`: the result of the core, with the `cells` of all matrices.
posterior_of_pairs <- function(ratings, found, entry, metric, ci) {
  cells <- found$cells
  cells$first <- found$first[cells$pair]
  cells$second <- found$second[cells$pair]
  pairs <- c(
    cells_as_items(cells, length(found$first)),
    list(raters = ratings$raters, categories = ratings$categories, frequencies = TRUE)
  )
  posterior_columns(pairs, place_of("model", entry$model), metric, metric, ci, skip = logical(length(found$first)))
}

# Returns the fields of ratings with a group for each of `n` pairs and an item for each cell.
cells_as_items <- function(cells, n) {
  list(
    code = as.integer(rbind(cells$row, cells$column)) - 1L,
    rater = as.integer(rbind(cells$first, cells$second)) - 1L,
    weight = as.double(cells$count), declared = TRUE,
    item_start = seq(0L, by = 2L, length.out = nrow(cells) + 1L),
    group_start = c(0L, cumsum(tabulate(cells$pair, n))),
    group_status = rep("ok", n)
  )
}
