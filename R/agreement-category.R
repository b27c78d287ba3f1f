#' Agreement on each category
#'
#' On which categories do raters agree? Each category in turn is compared with all others combined, and any
#' coefficient is computed for these two. If ratings are sets of labels, as where several answers could be ticked or
#' spans overlap, each label in turn is compared with the sets without it.
#'
#' @details
#' `"category_agreement"`, the specific agreement on category \eqn{k} (Spitzer and Fleiss 1974), is the probability of
#' a rating \eqn{k} for an item to which another rater gave \eqn{k}:
#' \deqn{p_k = \frac{\sum_i r_{ik} (r_{ik} - 1)}{\sum_i r_{ik} (r_i - 1)}}{
#' p_k = sum_i r_ik (r_ik - 1) / sum_i r_ik (r_i - 1)}
#' with \eqn{r_{ik}}{r_ik} of the \eqn{r_i}{r_i} ratings of item \eqn{i} in \eqn{k}. For two
#' categories and two raters these are the positive and the negative agreement; for two raters it
#' is the index of Dice (1945), or F1. It is not corrected for chance.
#'
#' All other coefficients are those of [agreement()] for two categories, \eqn{k} and not \eqn{k}.
#' With the same number of ratings for every item `"fleiss_kappa"` is the category kappa of Fleiss
#' (1971). Alpha is nominal, since two categories have no other level of measurement.
#'
#' @section Sets of labels:
#' A row is for a label: the two categories are the sets with it and the sets without it. So an empty set is an answer,
#' without any of the labels, and a missing rating is none. For spans, from `as_ratings(as_spans(data))`, the
#' coefficients compare which positions have the label. Ratings from [as_chains()] have a row for each set.
#'
#' @section Missing and degenerate data:
#' As for each coefficient. If nobody used a category, its specific agreement is not defined; if all ratings are in
#' one category, the kappas are not defined: `estimate` is `NA` and `status` says why.
#'
#' @section Errors:
#' Those of [agreement()]; grouping by a column named `category` is an error.
#'
#' @inheritParams agreement
#' @param coefficients Names from the table in [agreement()], and `"category_agreement"`; or `"all"`, without the
#'   latter.
#' @return A tibble of class `accord_agreement` with one row per group, category and coefficient. The columns are
#'   those of [krippendorff_alpha()], with `category` after the group keys. For specific agreement `observed` and
#'   `expected` are the numbers, per item, of pairs of a rating in the category with a rating outside it, and with any
#'   other rating; `observed_agreement` and `expected_agreement` are `NA`. Without groups its [paper_table()] shows the
#'   number of ratings in each category, of items with two or more ratings.
#' @references
#' Fleiss, J. L. (1971) Measuring nominal scale agreement among many raters. *Psychological
#' Bulletin* 76, 378-382. \doi{10.1037/h0031619}
#'
#' Dice, L. R. (1945) Measures of the amount of ecologic association between species. *Ecology* 26,
#' 297-302. \doi{10.2307/1932409}
#'
#' Spitzer, R. L. and Fleiss, J. L. (1974) A re-analysis of the reliability of psychiatric diagnosis. *British
#' Journal of Psychiatry* 125, 341-347. \doi{10.1192/bjp.125.4.341}
#' @seealso [agreement()] for all categories together, [disagreements()] for the pairs of categories that are
#'   confused.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "c", "b", "b", "b", "b", NA, "a", "a", "a", "b", "c", "b"
#'   )
#' )
#' category_agreement(ratings, item, rater, label)
category_agreement <- function(data, item, rater, rating, ...,
                               coefficients = c("category_agreement", "fleiss_kappa", "krippendorff_alpha"),
                               by = NULL, categories = NULL, duplicates = "error", ci = ci_default()) {
  ci <- check_ci(ci)
  check_no_level(...)
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = NULL, categories = categories, duplicates = duplicates, ..., .tally = TRUE
  )
  kinds <- coefficients_by_group(coefficients, ratings, weighted = FALSE, extra = "category_agreement")
  ratings <- who_rated(ratings, all_entries(kinds), ci)
  apart <- categories_apart(ratings)
  none <- length(apart$category) == 0 # then the result has columns but no rows
  check_key_names(names(ratings$groups), "category")
  result <- if (!none && can_split(ratings, apart, all_entries(kinds), ci)) {
    split <- split_by_category(ratings, apart, all_entries(kinds))
    measure_binary(split, category_kinds(kinds, ratings, length(apart$category)), ci)
  } else {
    measure_one_by_one(ratings, apart, kinds, ci, if (none) NA_integer_ else seq_along(apart$category))
  }
  # Rows are sorted by group, then by category.
  group <- vctrs::vec_match(agreement_keys(result)[names(ratings$groups)], ratings$groups)
  result$n_set_aside <- count_set_aside(ratings, "group", length(ratings$group_status))[group]
  result <- announce(vctrs::vec_slice(result, if (none) 0L else order(group)), ci, ratings)
  result <- with_note(result, "uses", if (!none) uses_of_categories(ratings, apart, result))
  note_empty_sets(note_value_labels(result, ratings), ratings)
}

# The number of ratings in each category, of items with two or more ratings; NULL for several groups and for ratings
# that are not in one category each.
uses_of_categories <- function(ratings, apart, result) {
  if (nrow(ratings$groups) != 1 || is_remote(ratings) || !is.null(ratings$weight) || !is.null(ratings$sets)) {
    return(NULL)
  }
  size <- diff(ratings$item_start)
  used <- ratings$code[rep(size > 1, size)]
  n <- vapply(apart$codes, function(codes) sum(used %in% codes), 0L)
  if (sum(n) %in% result$n_ratings) rlang::set_names(n, as.character(apart$category))
}

measure_binary <- function(ratings, kinds, ci) {
  measure_kinds(ratings, kinds, list(alpha = metric_for(ratings), weights = weights_for(ratings, "identity")), ci)
}

measure_one_by_one <- function(ratings, apart, kinds, ci, categories) {
  tick <- progress_tick("Measuring categories")
  vctrs::vec_rbind(!!!lapply(categories, function(k) {
    found <- measure_binary(against_all_others(ratings, apart, k), kinds, ci)
    tick(match(k, categories) / length(categories))
    found
  }))
}

# Returns the ratings with two categories: code 1 for the k-th category, 0 for all others.
against_all_others <- function(ratings, apart, k) {
  label <- vctrs::vec_slice(apart$category, k)
  ratings$code <- as.integer(ratings$code %in% apart$codes[k][[1]])
  ratings$groups <- with_category(ratings$groups, rep(label, nrow(ratings$groups)))
  as_binary(ratings, as.character(label))
}

as_binary <- function(ratings, label) {
  ratings$categories <- c("all others", label)
  ratings$level <- "nominal"
  ratings["sets"] <- NULL
  ratings$said <- NULL
  ratings
}

# Returns whether all categories can be computed at once. Each category is then a group of its own within every group,
# and equal items without the category are one item with a frequency: the time grows with the numbers of ratings and
# result rows, not with their product with the number of categories. This works only if sums over items suffice, so not
# with clusters, sampling weights or intervals over raters.
can_split <- function(ratings, apart, entries, ci) {
  sums <- is.null(ratings$cluster) && !has_sampling_weights(ratings) && ci$raters == "fixed"
  # If the model needs the raters, each category has an item for each set of raters that rated an item, so that there
  # must not be too many such sets.
  sums && (!any(entries$raters) || is.null(ratings$rater) ||
    length(unique(kinds_of_items(ratings, TRUE))) * as.double(length(apart$category)) <=
      10 * length(ratings$code) + 1e4)
}

# Returns a number for each item: equal numbers mean the same raters or, without `by_rater`, as many ratings.
kinds_of_items <- function(ratings, by_rater) {
  if (!by_rater || is.null(ratings$rater)) {
    return(item_sizes(ratings))
  }
  ratings$code <- integer(length(ratings$code))
  call_core(equal_items(ratings))
}

split_by_category <- function(ratings, apart, entries) {
  kind <- kinds_of_items(ratings, any(entries$raters))
  n <- length(apart$category)
  groups <- nrow(ratings$groups)
  times <- rep.int(seq_len(groups), n)
  if (!any(entries$raters)) ratings <- forget_raters(ratings)
  split <- call_core(split_categories(ratings, apart$codes, kind))
  if (is.null(ratings$rater)) split["rater"] <- list(NULL)
  ratings[names(split)] <- split
  ratings$frequencies <- TRUE
  ratings$items <- seq_along(split$weight)
  ratings$group_status <- ratings$group_status[times]
  category <- vctrs::vec_slice(apart$category, rep(seq_len(n), each = groups))
  ratings$groups <- with_category(vctrs::vec_slice(ratings$groups, times), category)
  if (is_remote(ratings)) {
    ratings$remote$n_raters <- lapply(ratings$remote$n_raters, `[`, times)
    ratings$remote$n_set_aside <- ratings$remote$n_set_aside[times]
  }
  as_binary(ratings, "the category")
}

# Returns the ratings without raters, in the form of a tally from a database: the numbers of raters and of ratings set
# aside are kept in `remote`.
forget_raters <- function(ratings) {
  if (!is_remote(ratings)) {
    ratings$remote <- list(
      rows = list(has_raters = knows_raters(ratings)),
      n_raters = lapply(1:2, function(least) count_used(ratings, least)$n_raters),
      n_set_aside = count_set_aside(ratings, "group", length(ratings$group_status))
    )
  }
  ratings[c("raters", "rater")] <- list(NULL)
  ratings
}

# Returns the kinds of groups with the groups of all categories in place of the original ones.
category_kinds <- function(kinds, ratings, n) {
  first <- length(ratings$group_status) * (seq_len(n) - 1L)
  lapply(kinds, function(kind) {
    kind$groups <- as.integer(outer(kind$groups, first, `+`))
    kind
  })
}
