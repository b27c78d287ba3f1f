#' Number of ratings and agreement of each rater
#'
#' For each rater: the number of ratings, the shares of the categories, agreement with
#' the majority and with the other raters, the ratings set aside, and means of other
#' columns, such as the stated confidence. `summary()` gives the means over raters.
#'
#' @details
#' All statistics are shares from 0 to 1. Items with one rating carry no information about agreement; `n_compared` is
#' the number of the rater's ratings of other items. Of these
#' * `agree_majority` is the share whose category is the majority of its item, that is, received more votes than any
#'   other category. The rater's own vote counts, which favours all raters, especially those whose items have few
#'   ratings.
#' * `agree_others` is the share whose category is the majority of the *other* ratings of the item. The rating being
#'   judged is left out.
#' * `agree_pairs` is the mean over the `n_met` other raters who rated a common item, of the share of
#'   common items on which both gave the same category:
#'   \deqn{\frac{1}{|M_g|} \sum_{h \in M_g} \frac{|\{i: x_{ig} = x_{ih}\}|}{|\{i: i\ \mathrm{rated\ by}\ g\
#'   \mathrm{and}\ h\}|}.}{mean over h of (items with x_ig = x_ih) / (items that g and h rated).}
#'
#' * `kappa` is agreement corrected for chance: with \eqn{A}{A} the mean share of the other ratings of an item that
#'   are in the rater's category, \eqn{p_k}{p_k} the rater's own shares of the categories and \eqn{q_k}{q_k} the means
#'   of their shares in the other ratings of these items, in which each item has the same weight,
#'   \deqn{\kappa_g = \frac{A - \sum_k p_k q_k}{1 - \sum_k p_k q_k}.}{
#'   kappa_g = (A - sum_k p_k q_k) / (1 - sum_k p_k q_k).}
#'   `conf.low` and `conf.high` are its limits (of 95%, unless `ci` says otherwise) over the items that the
#'   rater rated, by the linearised variance with \eqn{t}; with `cluster` by a jackknife over the \eqn{C} clusters,
#'   around the estimate and on the scale of Fisher's z, with \eqn{t} on \eqn{C - 1}: in a simulation
#'   (`bench/coverage-few-clusters.R` in the sources, 16 designs, 200 data sets each) 95% limits contained the true
#'   value in 90 to 97% of the data sets of 5 to 50 clusters, but in 80% with 5 clusters of three items and a rare
#'   category.
#'   Random answers give a kappa around 0, whatever the number of categories. With `weights` or a `level`, \eqn{A}{A}
#'   is the mean weight of the rater's category and those of the other ratings, and \eqn{w_{kl} p_k q_l}{w_kl p_k q_l}
#'   is summed over all pairs of categories; a level has the weights \eqn{1 - \delta / \max \delta}{1 - delta / max
#'   delta} of its disagreement. The other statistics stay shares of equal ratings.
#'
#' **Marks.** With `scores = TRUE`, for numbers and ordered factors, there are four more columns over the ratings that
#' can be compared, with \eqn{\bar x_{i(g)}}{m_i} the mean of the ratings of the item by others:
#' * `difference` is the mean of \eqn{x_{ig} - \bar x_{i(g)}}{x_ig - m_i}: above 0 a lenient rater, in the unit of the
#'   ratings (positions of an ordered factor);
#' * `correlation` is Pearson's of \eqn{x_{ig}}{x_ig} and \eqn{\bar x_{i(g)}}{m_i}, which a constant difference does not
#'   lower; `NA` if either does not vary;
#' * `exact` and `adjacent` are means of the share of the other ratings of the item that are equal, and that are at most
#'   one step apart, where a step is the smallest difference of two categories.
#'
#' None of these needs a model; but who rated the same items matters, for which [rater_severity()] corrects.
#'
#' The first three are not corrected for chance: with three raters who answer at random between two categories, the
#' expected `agree_others` is a quarter, since ties count as disagreement. So judge raters by `kappa` and its limits,
#' not by a threshold for `agree_others`.
#'
#' If several categories have the most votes, there is no majority and nobody agrees with it (`ties = "disagree"`):
#' with three ratings per item, a rating agrees if another rater gave the same. With `ties = "split"` a rating in one
#' of \eqn{t} such categories counts \eqn{1/t}, its expected value if the tie were broken at random.
#'
#' `summary()` gives for each group and statistic the plain mean over raters, in which all raters have the same
#' weight, with a \eqn{t} interval that assumes independent raters (it is approximate, since they share items), and
#' the mean weighted by the number of ratings: by `n_compared` for agreement, by `n_ratings + n_set_aside` for
#' `set_aside`, otherwise by `n_ratings`. For `agree_majority` the weighted mean is the share of all ratings that
#' agree. Raters without a value are left out of both.
#'
#' Computing time grows with the number of ratings and, for `agree_pairs`, of pairs of ratings of an item.
#'
#' @section Excluding raters:
#' Raters who are not clearly better than chance (`conf.low` of 0 or below) may be excluded. The code below also
#' excludes raters without limits (see below); to keep them, use
#' `which(is.na(raters$conf.low) | raters$conf.low > 0)`. Report the coefficient before and after: the estimate
#' after is biased upwards, since the raters were selected for it (see [rater_influence()]).
#' ```
#' raters <- rater_summary(ratings, item, rater, label)
#' kept <- raters$rater[which(raters$conf.low > 0)]
#' compare_agreement(ratings, item, rater, label, raters = list(all = NULL, kept = kept))
#' krippendorff_alpha(ratings[ratings$rater %in% kept, ], item, rater, label)
#' ```
#'
#' @section Missing and degenerate data:
#' `kappa` is not defined if the rater and all others used a single category; there are no limits without variation or
#' with fewer than two items. Ratings that are `NA`, outside of `categories`, or duplicates that were not used, are
#' counted in `n_set_aside` (that of [agreement()] counts only the latter two, not `NA`); a rater whose ratings were
#' all set aside has a row too. In tables with a column or row per rater an empty cell is not a rating and is not
#' counted. For a rater without common items with others, agreement is `NA`, and `status` says why. If this holds for
#' all raters, there is a warning of class `accord_warning_undefined`. A group with invalid data is left out with a
#' warning (`accord_warning_faulty_group`). With `duplicates = "keep"` each rating is a vote.
#'
#' @section Errors:
#' Those of [as_ratings()]; `accord_error_anonymous` if raters are anonymous; `accord_error_too_large` for more than
#' 2e10 pairs of ratings; `accord_error_not_numeric` for columns in `mean_of` that are not numbers;
#' `accord_error_too_many_values` for weights of more than 2,000 distinct ratings; `accord_error_reserved_name` for
#' grouping columns named like a column of the result, or two columns of the result with one name.
#'
#' @inheritParams agreement
#' @param mean_of <[`tidy-select`][tidyselect::language]> Numeric columns of a tidy data frame, such as confidence or
#'   time, to be averaged over all rows of the rater, without `NA`.
#' @param weights,level For `kappa`: weights as in [agreement()] or a level of measurement, but not both. By default
#'   only equal ratings agree, also if the ratings have an order.
#' @param ties How to count a rating whose category is one of several with the most votes: `"disagree"` or `"split"`,
#'   see below.
#' @param shares Whether to add the share of each category. By default, only for at most 20 categories.
#' @param scores Whether to add `difference`, `correlation`, `exact` and `adjacent`, for numbers and ordered factors.
#' @param ci The interval: [ci_default()] or [ci_none()].
#' @return A tibble of class `accord_raters`, a row per group and rater, sorted by both. The group keys come first,
#'   then `rater`, `n_items`, `n_ratings`, `n_compared`, `n_clusters` (with `cluster`),
#'   `n_met`, `agree_majority`, `agree_others`, `agree_pairs`,
#'   `kappa`, its `std.error`, `conf.low`, `conf.high` and `conf.level`, with `scores = TRUE` `difference`,
#'   `correlation`, `exact` and `adjacent`, `n_set_aside`, `set_aside` (its share of all ratings of the rater), a
#'   `mean_` column for each of `mean_of`, a `share_` column per category (shares of
#'   `n_ratings`), and `status`, `"ok"` or the reason why there is no agreement. It prints with its means, and
#'   [paper_table()] formats it as a table.
#'
#'   `summary()`: a tibble of class `accord_rater_means`: the group keys, `measure` (the name of the
#'   column), `estimate` (its mean), `conf.low`, `conf.high`, `conf.level`, `weighted_mean`, `n_raters`, `n_ratings`
#'   (the sum of weights) and `status`.
#' @references
#' Fleiss, J. L. (1971) Measuring nominal scale agreement among many raters. *Psychological Bulletin*
#' 76, 378-382. \doi{10.1037/h0031619}
#'
#' Snow, R., O'Connor, B., Jurafsky, D. and Ng, A. (2008) Cheap and fast - but is it good? Evaluating
#' non-expert annotations for natural language tasks. *Proceedings of EMNLP 2008*, 254-263.
#' \doi{10.3115/1613715.1613751}
#' @seealso [pairwise_agreement()] for each pair, [rater_influence()] for the influence of a rater on a coefficient,
#'   [item_summary()] for the items.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "c", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   ),
#'   sure = c(3, 2, 3, 1, 2, 2, 1, 1, 1, 3, 3, NA, 3, 3, 3, 2, 1, 2)
#' )
#' raters <- rater_summary(ratings, item, rater, label, mean_of = sure)
#' raters
#' summary(raters)
rater_summary <- function(data, item, rater, rating, ..., mean_of = NULL, by = NULL, weights = NULL, level = NULL,
                          ties = "disagree", shares = NULL, scores = FALSE, categories = NULL,
                          duplicates = "error", ci = ci_default()) {
  conf_level <- check_own_ci(ci, list(ci_analytic()))$conf_level %||% NA_real_
  check_choice(ties, c("disagree", "split"), "ties")
  check_one_scale(weights, level)
  if (!is.null(shares)) check_flag(shares, "shares")
  check_flag(scores, "scores")
  columns <- rlang::enquos(item = item, rater = rater, rating = rating, by = by)
  values <- value_columns(data, rlang::enquo(mean_of), columns)
  ratings <- verb_ratings(
    data, columns,
    level = level, categories = categories, duplicates = duplicates, ...,
    .weighted = "Summaries of raters", .tally = TRUE, .joins = TRUE
  )
  # If a rater may have rated an item repeatedly, patterns and pairs do not show the number of items, so that rows are
  # collected.
  weighted <- is_weighted(weights) || !is.null(level) && level != "nominal"
  value <- if (scores) pair_scores(ratings)
  rows_needed <- weighted || scores || is_remote(ratings) && ratings$remote$asked$duplicates == "keep"
  if (is_remote(ratings) && rows_needed) ratings <- collect_remote(ratings)
  check_named_raters(ratings, "A summary of raters needs")
  check_pair_work(ratings)
  metric <- if (weighted) rater_metric(ratings, weights, level) else list(by_weights = TRUE)
  if (weighted) ratings$group_status <- metric$group_status
  warn_faulty_groups(ratings)
  shares <- shares %||% (length(ratings$categories) <= 20)
  lazy <- is_remote(ratings)
  if (lazy) {
    ratings$raters <- remote_raters(ratings$remote)
    found <- lazy_sums(ratings, ties, shares)
  } else {
    ratings <- sort_raters(ratings)
    found <- call_core(sums_by_rater(
      core_sample(ratings), ties == "split", shares, if (weighted) metric else list(), metric$by_weights,
      cluster_of_items(ratings)
    ))
  }
  if (is.null(ratings$cluster)) found$n_clusters <- NULL
  used <- if (shares) matrix(found$used, ncol = length(ratings$categories), byrow = TRUE)
  rows <- with_set_aside(found[setdiff(names(found), c("used", "kappa", "std.error"))], ratings)
  rows <- c(rows, kappa_of_raters(found, rows, conf_level))
  rows$conf_level <- rep(conf_level, length(rows$rater))
  more <- if (scores) rater_scores(ratings, rows, value)
  result <- rater_summary_rows(rows, ratings, used[rows$row, , drop = FALSE], values, more)
  warn_nobody_compared(result)
  result <- with_note(result, "scale", kappa_scale(weights, level, ratings))
  # Several groups have several numbers, of which none is that of all rows.
  if (!lazy && nrow(ratings$groups) == 1 && is.null(ratings$weight)) {
    counts <- list(
      raters = length(result$rater), items = length(ratings$items), categories = length(ratings$categories)
    )
    result <- with_note(result, "rated", counts)
  }
  with_note(result, "ties", if (ties != "disagree") ties)
}

# How the kappas of raters see ratings that differ; NULL for labels, of which only equal ones agree.
kappa_scale <- function(weights, level, ratings) {
  by_question <- function(x) if (is.null(names(x))) x else paste0(names(x), ": ", x)
  if (is_weighted(weights)) {
    return(if (is.character(weights)) paste0("weights: ", in_a_list(by_question(weights))) else "weights given")
  }
  if (!is.null(level) && any(level != "nominal")) {
    return(paste0("weights of the level: ", in_a_list(by_question(level))))
  }
  if (!all(unlist(ratings$level) %in% "nominal")) "only equal ratings agree"
}

# Weights of all pairs of categories are computed, so that their number is limited.
rater_metric <- function(ratings, weights, level) {
  if (length(ratings$categories) > 2000) {
    abort_accord(
      "too_many_values",
      c(
        "Weighted kappas of raters are for at most 2,000 distinct ratings.",
        x = "There are {length(ratings$categories)}.",
        i = "Round the ratings, or leave out {.arg {if (is.null(level)) 'weights' else 'level'}}."
      ),
      n = length(ratings$categories)
    )
  }
  disagreement_metric(ratings, weights, level, NULL)
}

warn_nobody_compared <- function(result) {
  reasons <- unique(result$status)
  if (nrow(result) > 0 && !"ok" %in% reasons) {
    warn_accord(
      "undefined",
      c(
        "No rater can be compared with others.",
        x = "The reason{cli::qty(length(reasons))}{?s}: {reasons}.",
        i = "The columns of agreement are {.val {NA}}; {.field status} says why."
      ),
      reasons = reasons
    )
  }
}
