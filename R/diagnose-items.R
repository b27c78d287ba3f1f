#' Majority, ties, entropy and agreement of each item
#'
#' For each item: the number of ratings, the label of the majority and its share, whether there is a tie, whether all
#' agree, and the entropy of the ratings. It shows which items to rate again.
#'
#' @details
#' With \eqn{n_{ic}}{n_ic} of the \eqn{m_i}{m_i} ratings of item \eqn{i} in category \eqn{c}, the share of
#' the majority is \eqn{\max_c n_{ic} / m_i}{max_c n_ic / m_i}. `entropy` is
#' \deqn{H_i = -\sum_c \frac{n_{ic}}{m_i} \log_b \frac{n_{ic}}{m_i},}{
#' H_i = -sum_c (n_ic / m_i) log_b (n_ic / m_i),}
#' in bits for the default base 2: 0 if all ratings agree, 1 if two
#' categories have half of the ratings each. `agreement` is Fleiss' \eqn{P_i}, the share of the pairs of ratings of
#' the item that agree,
#' \deqn{P_i = \frac{\sum_c n_{ic} (n_{ic} - 1)}{m_i (m_i - 1)}.}{
#' P_i = sum_c n_ic (n_ic - 1) / (m_i (m_i - 1)).}
#' All categories count as equally different; see [disagreements()] for other levels of
#' measurement. The time grows with the number of ratings.
#'
#' @section Groups of raters:
#' With `groups` (see [compare_agreement()] for its forms) there are columns on what groups of raters differ in. With
#' \eqn{r_g} of the \eqn{m} ratings of the item from group \eqn{g}, and the entropy \eqn{H_g} of these,
#' `entropy_within` is \eqn{\sum_g (r_g / m) H_g}{sum_g (r_g / m) H_g}. `gap` is the entropy of the ratings by all
#' groups less that within groups, the Jensen-Shannon divergence of the groups, less its mean when raters are assigned
#' to groups at random, as few ratings make it large: it is about 0 where groups do not matter, and can be negative.
#' `difference` is the largest difference of the shares of a category between two groups. Its `p.value` allows for the
#' choice among all items: it is the share of assignments, the observed one included, in which the largest difference
#' of any item, divided by the root of \eqn{1 / r_g + 1 / r_h}, is at least that of the item.
#'
#' What can be told about disagreement depends on the data. Groups tell which part of it goes with who rates. Without
#' groups, differences between raters as such are the variance of raters in [variance_components()]; how far a rater
#' sees single items differently (opinion) is told from noise only if raters rate items repeatedly, as
#' `rating ~ (1 | item) + (1 | rater) + (1 | item:rater)`. With groups and no repeats,
#' `rating ~ (1 | item) + (1 | rater) + (1 | item:group)` separates what groups see differently from the rest, which is
#' opinion and noise together. Without groups and repeats neither can be told.
#'
#' @section Missing and degenerate data:
#' With integer frequencies (`case_weights` of [as_ratings()]) each copy of an item has a row.
#'
#' In a tie, where several categories have the most ratings, `majority` is `NA` and `majority_share` the share of each
#' of them. The majority of an item with one rating is that rating, but `unanimous` and `agreement` are not defined:
#' they are `NA`, and `status` says why. An item whose ratings were all set aside has a row with `n_ratings` 0 and
#' `NA`. A group with invalid data is left out with a warning (`accord_warning_faulty_group`). If no item of the
#' result has two ratings, a warning of class `accord_warning_undefined` says so.
#'
#' @section Errors:
#' Those of [as_ratings()]; `accord_error_argument` for a base that is not a number above 0 other than
#' 1; `accord_error_reserved_name` for grouping columns named like a column of the result.
#'
#' @inheritParams agreement
#' @param groups The group of each rater: columns of `data`, a vector named by raters, or a named list of raters.
#' @param permutations With `groups`, the number of random assignments of raters to groups, which are always the same; 0
#'   for neither p values nor a correction of `gap`.
#' @param base Base of the logarithm of the entropy: 2 for bits, `exp(1)` for nats, or the number of categories for a
#'   maximum of 1.
#' @return A tibble of class `accord_items`, a row per group and item, in the order of the data. The group keys come
#'   first, then `item`, `n_ratings`, `majority` (of the type of the categories), `majority_share`, `tie`,
#'   `unanimous`, `entropy`, `agreement`, and `status`, `"ok"` or the reason why there is no agreement. With `groups`,
#'   before the status: `n_groups` (those with a rating of the item), `entropy_within`, `gap`, `difference` and
#'   `p.value`, `NA` for an item of one group.
#' @references
#' Fleiss, J. L. (1971) Measuring nominal scale agreement among many raters. *Psychological Bulletin*
#' 76, 378-382. \doi{10.1037/h0031619}
#'
#' Shannon, C. E. (1948) A mathematical theory of communication. *Bell System Technical Journal* 27,
#' 379-423. \doi{10.1002/j.1538-7305.1948.tb01338.x}
#' @seealso [disagreements()] for the items that disagree, [item_influence()] for the effect of an item on a
#'   coefficient, [rater_summary()] for the raters.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "c", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' items <- item_summary(ratings, item, rater, label)
#' items
#' items[items$tie, ]
item_summary <- function(data, item, rater, rating, ..., by = NULL, groups = NULL, base = 2, categories = NULL,
                         duplicates = "error", permutations = 999) {
  base <- check_base(base)
  check_no_level(...)
  check_whole(permutations, "permutations", least = 0)
  groups <- rlang::enquo(groups)
  by_raters <- !rlang::quo_is_null(groups)
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = NULL, categories = categories, duplicates = duplicates, ..., .weighted = "Summaries of items",
    .tally = !by_raters
  )
  check_free_names(names(ratings$groups), ITEM_COLUMNS)
  warn_faulty_groups(ratings)
  if (is_remote(ratings)) {
    if (!any(item_sizes(ratings) > 1)) warn_single_ratings(list(status = "none"), n = sum(ratings$weight))
    return(lazy_item_summary(ratings, base))
  }
  if (by_raters) {
    ratings <- sort_raters(ratings)
    of_raters <- rater_groups(groups, data, rlang::enquo(rater), ratings)
  }
  found <- call_core(figures_by_item(core_sample(ratings)))
  n_ratings <- item_sizes(ratings)
  columns <- list(
    item = ratings$items,
    n_ratings = n_ratings,
    majority = vctrs::vec_slice(ratings$categories, found$majority),
    majority_share = found$share,
    tie = found$tie,
    unanimous = found$unanimous,
    entropy = found$entropy / log(base),
    agreement = found$agreement,
    status = status_in_words(c("no_ratings", "one_rating", "ok"))[pmin(n_ratings, 2L) + 1L]
  )
  if (by_raters) {
    more <- group_columns_of_items(ratings, of_raters, base, permutations)
    check_free_names(names(ratings$groups), names(more))
    columns <- append(columns, more, match("agreement", names(columns)))
  }
  group <- item_groups(ratings)
  result <- grouped_result(ratings$groups, group, columns, c("accord_items", "accord_summary"))
  result <- vctrs::vec_slice(result, ratings$group_status[group] == "ok")
  warn_single_ratings(result)
  result <- stretches_once(result, ratings)
  note_value_labels(note_set_aside(result, ratings), ratings)
}

# Adjacent positions of spans with the same labels have the same values in all rows: they are one row, with their
# number, and with the sum of their shares.
stretches_once <- function(result, ratings) {
  if (!isTRUE(ratings$of_spans)) {
    return(result)
  }
  keys <- vctrs::new_data_frame(unclass(result)[c(names(ratings$groups), "item")], nrow(result))
  id <- vctrs::vec_duplicate_id(keys)
  first <- unique(id)
  place <- match(id, first)
  if (!is.null(result[["share"]])) result[["share"]] <- sum_by(result[["share"]], place, length(first))[place]
  result[["n_positions"]] <- tabulate(place, length(first))[place]
  at <- match("item", names(result))
  vctrs::vec_slice(result[append(seq_len(ncol(result) - 1), ncol(result), at)], first)
}

ITEM_COLUMNS <- c(
  "item", "n_ratings", "majority", "majority_share", "tie", "unanimous", "entropy", "agreement", "status"
)

check_base <- function(base) {
  check_number(base, "base", above = 0)
  if (base == 1) {
    abort_accord(
      "argument",
      c("{.arg base} must not be 1.", x = "All powers of 1 are 1: no logarithm has this base."),
      argument = "base",
      value = base
    )
  }
  base
}

warn_single_ratings <- function(result, n = nrow(result)) {
  if (n > 0 && !"ok" %in% result$status) {
    warn_accord(
      "undefined",
      c(
        "No item has two ratings.",
        x = "{n} item{?s} {?has/have} one or none: a single rating is the majority, and agreement is not defined.",
        i = "The column {.field agreement} is {.val {NA}}; {.field status} says why."
      ),
      reasons = unique(result$status)
    )
  }
}

# Returns columns for each item: the entropy within groups, the gap to that of all ratings, which is the Jensen-Shannon
# divergence of the groups less its mean under permutations of raters, and the largest difference of the shares of a
# category between two groups with a p value.
group_columns_of_items <- function(ratings, groups, base, permutations) {
  check_rated_once(ratings, "Groups of raters")
  found <- call_core(items_by_groups(ratings, groups$code, length(groups$names), as.integer(permutations)))
  two <- found$n_groups > 1
  list(
    n_groups = found$n_groups,
    entropy_within = ifelse(found$n_groups > 0, found$within / log(base), NA),
    gap = ifelse(two, (found$gap - if (permutations > 0) found$mean_gap else 0) / log(base), NA),
    difference = ifelse(two, found$difference, NA),
    p.value = if (permutations > 0) ifelse(two, (found$as_large + 1) / (permutations + 1), NA) else NA * found$within
  )
}
