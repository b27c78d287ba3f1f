# Kendall's W of rankings and the mean correlations of pairs of raters.

#' Kendall's W: agreement of rankings
#'
#' How far raters put the same objects in the same order: Kendall's coefficient of concordance W, from 0 to 1, and the
#' means of Spearman's and Kendall's correlations of pairs of raters, with limits over raters.
#'
#' @details
#' Each rater's values are replaced by their ranks, with mid-ranks for ties; values may be ranks or scores. With
#' \eqn{n} objects, \eqn{m} raters, \eqn{R_i} the sum of the ranks of object \eqn{i}, and \eqn{T} the sum of
#' \eqn{t^3 - t} over raters and groups of \eqn{t} tied objects (Kendall and Gibbons 1990),
#' \deqn{W = \frac{12 \sum_i (R_i - m (n + 1) / 2)^2}{m^2 (n^3 - n) - m T}.}{
#' W = 12 sum_i (R_i - m (n + 1) / 2)^2 / (m^2 (n^3 - n) - m T).}
#' It is the share of the sum of squares of the ranks that lies between objects, so that it is never negative. Without
#' ties the mean \eqn{\bar\rho}{rho} of Spearman's correlations is \eqn{(m W - 1) / (m - 1)}. W depends on the number of
#' raters: without any agreement it is \eqn{1 / m} on average, so compare studies by \eqn{\bar\rho}{rho}. Means of
#' correlations are over the pairs in which neither rater ties all objects.
#'
#' The tests are of no agreement: with `test = "f"`, \eqn{F = (m - 1) W / (1 - W)} on \eqn{n - 1 - 2/m} and
#' \eqn{m - 1} times as many degrees of freedom (Kendall and Babington Smith 1939), and with `test = "chi_square"`,
#' \eqn{\chi^2 = m (n - 1) W} on \eqn{n - 1}, which is Friedman's test with raters as blocks, and rejects too seldom
#' with few raters (Legendre 2005).
#'
#' @section Missing rankings:
#' With `gaps = "complete"` only objects that all raters ranked are used, and ranks are formed among these. With
#' `gaps = "pairwise"` each pair of raters is compared on the objects that both ranked: \eqn{r}, the mean of Spearman's
#' correlations weighted by the number of these objects less 1, gives \eqn{W = (1 + (k - 1) r) / k} with \eqn{k} the
#' mean number of ratings of an object (Brueckl 2011), or 0 if that is negative. It has no test. Ranks that a rater gave
#' within a part of the objects are never compared with ranks of another part. With complete data and no ties both are
#' the same.
#'
#' @section Intervals:
#' [ci_jackknife()] with `over = "raters"`, the default, and [ci_bootstrap()] with `over = "raters"` refer to other
#' raters of the same objects, as many as there are. Raters are left out or drawn in \eqn{r = (m W - 1) / (m - 1)},
#' whose limits give those of \eqn{W}. A rater who is drawn twice is not compared with himself. Two raters give no
#' jackknife interval, and fewer than five no bootstrap interval, with a warning. In simulations of scores of 8 or 20
#' objects by 3 to 20 raters of equal or unequal precision (48 designs; `bench/coverage/ranks.csv` in the sources) the
#' 95% jackknife limits contained the mean W of as many other raters in 93 to 98% of 1,000 studies each, and are wide
#' with few: .5 to .9 with three, .1 to .4 with 20. Those of the bootstrap did in 77 to 96% of 200 studies of five
#' raters or more, so prefer the jackknife. With `over = "items"` (and
#' `gaps = "complete"`) both refer to other objects; then objects are ranked again in each sample, and draws of the same
#' object are ties. Limits of the jackknife are those of [ci_jackknife()] on Fisher's scale, and limits of the bootstrap
#' are percentiles.
#'
#' @section Which are the raters:
#' Other software takes raters from rows or from columns of a matrix, and the wrong way round gives another number
#' without a warning. Here `layout` says it, the print has both numbers, and it is an error
#' (`accord_error_transposed`) if the values of each object are 1 to the number of raters, while those of raters are no
#' rankings, with means of ranks for ties; `values = "scores"` declares that they are scores. With `values = "ranks"` it
#' is an error if the values of some rater are not ranks from 1. A warning (`accord_warning_reversed`) names raters of
#' five objects or more who may have given 1 to the worst: the correlation of their ranks with the sums of the ranks of
#' the others is below -.5, and less than 0 at a one-sided level of .05 divided by the number of raters.
#'
#' @section Degenerate data:
#' `estimate` is `NA`, and `status` says why, for `"one rater only"`, `"fewer than two objects ranked by all raters"`
#' (`"fewer than two objects ranked by two raters"` with `gaps = "pairwise"`), `"all objects are tied"`, and, of the
#' mean of Kendall's correlations, `"more than 200 raters"`. There is no interval, with a warning, if leaving out raters
#' or objects changes nothing, as with perfect agreement, or leaves no estimate.
#'
#' The smallest value is the best rank. If only the first few objects are ranked, the others are tied last: their value
#' is the mean of the ranks that are left. Zeros in their place are an error.
#'
#' @section Errors:
#' Those of [as_ratings()], `accord_error_level` (labels instead of numbers), `accord_error_anonymous`,
#' `accord_error_duplicate_rating`, `accord_error_transposed`, `accord_error_not_ranks`, `accord_error_too_large`
#' (more than 200 raters with `gaps = "pairwise"`, or too many objects for an interval over these) and
#' `accord_error_argument`.
#'
#' @inheritParams krippendorff_alpha
#' @param ... For matrices and tables, `layout`, and other arguments of [as_ratings()]; clusters are an error.
#' @param gaps Which objects are compared: `"complete"` or `"pairwise"`, see below.
#' @param values `"ranks"` or `"scores"` if the values shall be checked as such; `NULL` for either.
#' @param test `"f"` or `"chi_square"`.
#' @param duplicates What to do when a rater rated an item more than once: `"error"`, or use the `"first"` or `"last"`
#'   rating.
#' @param ci The interval: [ci_jackknife()] or [ci_bootstrap()], each over raters or over items, or [ci_none()].
#' @return A tibble of class `accord_agreement` with three rows per group, `"kendall_w"`, `"mean_spearman"` and
#'   `"mean_kendall"`, as that of [krippendorff_alpha()]. After `conf.high` come `statistic`, `df` or `df1` and `df2`,
#'   and `p.value` of the test. `n_items` counts the objects that are used.
#' @references
#' Kendall, M. G. and Babington Smith, B. (1939) The problem of m rankings. *The Annals of Mathematical Statistics* 10,
#' 275-287. \doi{10.1214/aoms/1177732186}
#'
#' Kendall, M. and Gibbons, J. D. (1990) *Rank Correlation Methods*, 5th ed. Edward Arnold.
#'
#' Legendre, P. (2005) Species associations: the Kendall coefficient of concordance revisited. *Journal of Agricultural,
#' Biological, and Environmental Statistics* 10, 226-245. \doi{10.1198/108571105X46642}
#'
#' Brueckl, M. (2011) Statistische Verfahren zur Ermittlung der Urteileruebereinstimmung. In:
#' *Altersbedingte Veraenderungen der Stimme und Sprechweise von Frauen*, 88-103. Logos.
#' @concept coefficient
#' @seealso [icc()] for scores, [krippendorff_alpha()] with `level = "ordinal"`; [preference_agreement()] for paired
#'   comparisons.
#' @export
#' @examples
#' # Eight reasons ranked by three groups (Siegel and Castellan 1988)
#' reasons <- cbind(
#'   g1 = c(5, 6, 7, 1, 2, 4, 3, 8), g2 = c(1, 7, 6, 2, 3, 5, 4, 8), g3 = c(4, 5, 1, 3, 2, 7, 6, 8)
#' )
#' kendall_w(reasons, layout = "raters_in_columns")
#' kendall_w(reasons, layout = "raters_in_columns", test = "chi_square", ci = ci_none())
kendall_w <- function(data, item, rater, rating, ..., by = NULL, gaps = "complete", values = NULL, test = "f",
                      duplicates = "error", ci = ci_default()) {
  check_no_categories(...)
  check_choice(gaps, c("complete", "pairwise"), "gaps")
  if (!is.null(values)) check_choice(values, c("ranks", "scores"), "values")
  check_choice(test, c("f", "chi_square"), "test")
  if (gaps == "pairwise" && !missing(test)) {
    inform_accord("no_test", c(
      "There is no test with {.code gaps = \"pairwise\"}.", i = "{.code gaps = \"complete\"} has one, of {.arg test}."
    ))
  }
  ci <- check_own_ci(ci, list(
    ci_jackknife(over = "raters"), ci_jackknife(), ci_bootstrap(over = "raters"), ci_bootstrap()
  ))
  check_rank_interval(ci, gaps)
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = NULL, categories = NULL, duplicates = duplicates, ..., .weighted = "Kendall's W", .scores = TRUE
  )
  check_key_names(names(ratings$groups))
  number <- rating_numbers(
    ratings$categories, "Rankings must be numbers: ranks or scores.", isTRUE(ratings$of_spans)
  )
  check_named_raters(ratings, "Kendall's W needs")
  check_no_clusters(ratings, "Intervals of Kendall's W")
  check_one_rank(ratings)
  found <- lapply(seq_along(ratings$group_status), function(g) {
    check_zero_ranks(ratings, number, g, values)
    table <- call_core(rank_table(ratings, g - 1L, number))
    check_rank_values(table, values, ratings, group_labels(ratings$groups, none = "")[g])
    w_rows(table, ratings, number, g, gaps, test, ci)
  })
  left <- sum(vapply(found, attr, 0, "left_out"))
  if (left > 0) {
    inform_accord(
      "incomplete",
      c(
        "{left} object{?s} {?is/are} left out: not ranked by all raters.",
        i = "{.code gaps = \"pairwise\"} uses them.",
        i = if (any(vapply(found, attr, NA, "top"))) {
          "If raters ranked only the first few objects, the others are tied last: give them a value above all ranks of
           the rater instead of NA."
        }
      )
    )
  }
  as_rank_agreement(do.call(rbind, found), ratings, ci)
}

# Three rows of a group.
w_rows <- function(table, ratings, number, g, gaps, test, ci) {
  m <- length(table$raters)
  complete <- gaps == "complete"
  pairs <- if (m > 1 && m <= MOST_RANK_RATERS) call_core(rank_pairs(ratings, g - 1L, number, complete))
  if (!complete) check_few_rank_raters(m)
  n_ratings <- sum(item_sizes(ratings)[items_of_group(ratings, g)])
  n <- if (complete) table$n_objects else table$n_rated
  per_object <- if (complete) m else n_ratings / n
  core <- list(
    ratings = ratings, number = number, g = g, m = m, n = n, complete = complete, k = per_object, pairs = pairs,
    table = table
  )
  figure <- if (complete) {
    rank_figures(core, data.frame(covariance = table$covariance, correlation = table$correlation, tau = NA))
  } else {
    matrix(NA_real_, 1, 3)
  }
  from_pairs <- pair_figures(core, matrix(1, m, 1))
  figure[, 3] <- from_pairs[, 3]
  if (!complete) figure <- from_pairs
  status <- rank_status(figure, core)
  limits <- rank_limits(figure, core, ci)
  used <- if (complete) as.double(n) * m else n_ratings
  rows <- data.frame(
    coefficient = RANK_COEFFICIENTS, estimate = figure[1, ], limits, rank_test(figure[1], n, m, test, complete),
    n_items = as.integer(n), n_raters = m, n_ratings = as.integer(used), group = g, status = status
  )
  rows[status != "ok", c("estimate", "std.error", "conf.low", "conf.high")] <- NA_real_
  left <- as.double(if (complete && m > 1) table$n_rated - n else 0)
  structure(rows, left_out = left, top = left > 0 && are_top_lists(ratings, number, g))
}

# Whether some raters ranked only the first few objects, as 1 to k, so that an object without a rank is after these.
are_top_lists <- function(ratings, number, g) {
  item <- rep(seq_len(length(ratings$item_start) - 1), diff(ratings$item_start))
  own <- item %in% items_of_group(ratings, g)
  ranked <- split(number[ratings$code[own] + 1L], ratings$rater[own])
  all(vapply(ranked, function(x) all(sort(x) == seq_along(x)), NA))
}

# W and the mean correlations from what the core returns; a row for each replicate.
rank_figures <- function(core, found) {
  cbind((1 + (core$m - 1) * found$covariance) / core$m, found$correlation, found$tau)
}

# The same under weights of raters (a column for each draw), from pairs. Covariances of complete objects, which W needs
# if there are ties, come from the core.
pair_figures <- function(core, weights) {
  pairs <- core$pairs
  draws <- ncol(weights)
  if (is.null(pairs)) {
    return(matrix(NA_real_, draws, 3))
  }
  both <- weights[pairs$one, , drop = FALSE] * weights[pairs$two, , drop = FALSE]
  mean_of <- function(value, weight) {
    known <- !is.na(value)
    finite_or_na(colSums(both[known, , drop = FALSE] * (weight * value)[known]) /
      colSums(both[known, , drop = FALSE] * weight[known]))
  }
  of_objects <- if (core$complete) rep(1, nrow(pairs)) else pmax(pairs$n - 1, 0)
  rho <- mean_of(pairs$rho, of_objects)
  tau <- mean_of(pairs$tau, rep(1, nrow(pairs)))
  cbind(pmax((1 + (core$k - 1) * rho) / core$k, 0), rho, tau)
}

rank_status <- function(figure, core) {
  few <- if (core$complete) core$n < 2 else !any(core$pairs$n > 1)
  none <- if (core$m == 0) {
    "no ratings"
  } else if (core$m == 1) {
    "one rater only"
  } else if (few) {
    paste("fewer than two objects ranked by", if (core$complete) "all raters" else "two raters")
  } else {
    "all objects are tied"
  }
  status <- ifelse(is.na(figure[1, ]), none, "ok")
  if (core$m > MOST_RANK_RATERS && !is.na(figure[1])) status[3] <- paste("more than", MOST_RANK_RATERS, "raters")
  status
}

MOST_RANK_RATERS <- 200L

# The test of no agreement, for the first row.
rank_test <- function(w, n, m, test, complete) {
  if (!complete || is.na(w)) w <- NA_real_
  rest <- rep(NA_real_, 2)
  if (test == "chi_square") {
    statistic <- m * (n - 1) * w
    return(data.frame(
      statistic = c(statistic, rest), df = c(if (is.na(w)) NA_real_ else n - 1, rest),
      p.value = c(stats::pchisq(statistic, n - 1, lower.tail = FALSE), rest)
    ))
  }
  df <- if (is.na(w) || n - 1 - 2 / m <= 0) NA_real_ else n - 1 - 2 / m
  statistic <- finite_or_na((m - 1) * w / (1 - w) + 0 * df)
  df <- if (is.na(statistic)) NA_real_ else df
  data.frame(
    statistic = c(statistic, rest), df1 = c(df, rest), df2 = c((m - 1) * df, rest),
    p.value = c(if (is.na(statistic)) NA_real_ else stats::pf(statistic, df, (m - 1) * df, lower.tail = FALSE), rest)
  )
}

as_rank_agreement <- function(rows, ratings, ci) {
  n <- nrow(rows)
  columns <- list(
    coefficient = rows$coefficient, metric = rep(NA_character_, n), estimate = rows$estimate,
    std.error = rows$std.error, conf.low = rows$conf.low, conf.high = rows$conf.high,
    observed = rep(NA_real_, n), expected = rep(NA_real_, n), n_items = rows$n_items, n_raters = rows$n_raters,
    n_ratings = rows$n_ratings, n_categories = n_categories_by_group(ratings)[rows$group],
    n_set_aside = count_set_aside(ratings, "group", nrow(ratings$groups))[rows$group],
    interval = rep(ci$label, n), conf.level = rep(ci$conf_level %||% NA_real_, n), status = rows$status
  )
  faulty <- ratings$group_status[rows$group] != "ok"
  columns$status[faulty] <- ratings$group_status[rows$group][faulty]
  keys <- vctrs::vec_slice(ratings$groups, rows$group)
  warn_undefined(new_agreement(keys, columns))
  tests <- as.list(rows[intersect(TEST_COLUMNS, names(rows))])
  result <- new_agreement(keys, append(columns, tests, after = 6))
  if (ci$method != "none") warn_no_rank_limits(result, ci)
  result
}
