# Limits of agreement of numeric ratings: the verb, and the points of its plot.

#' Limits of agreement
#'
#' The range that contains most of the differences between two raters or methods. For each pair of raters: the bias
#' and the limits, each with an interval; or, for several raters, the limits of the difference between one of them and
#' the mean of all.
#'
#' @details
#' **Pairs.** From the items that both raters rated, with differences \eqn{d_i} (the first rater minus the second),
#' \deqn{\bar d \pm z s_d}{mean(d) -/+ z sd(d)}
#' with \eqn{z} the normal quantile for `share`, 1.96 for 95% (Bland and Altman 1986). `lower` and `upper` contain 95%
#' of the differences in a normal population. The interval of the bias is Student's, those of the limits are exact for
#' normal differences (from the noncentral t distribution, as in Carkeet 2015; above 350 items by the method below).
#' With `intervals = "approximate"` the interval of a limit is Student's with the standard error
#' \eqn{\sqrt{3 s_d^2 / n}}{sqrt(3 sd(d)^2 / n)} (Bland and Altman 1986), which is symmetric and, with few items, lies
#' too near the bias.
#'
#' **Repeated ratings** of an item by the same rater (`duplicates = "keep"`) are averaged, and the variance of a
#' difference of *single* ratings is (Bland and Altman 1999, section 5)
#' \deqn{s_d^2 + \left(1 - \frac{1}{n}\sum_i \frac{1}{m_{1i}}\right) s_{1}^2 +
#' \left(1 - \frac{1}{n}\sum_i \frac{1}{m_{2i}}\right) s_{2}^2}{s_d^2 + (1 - mean(1 / m_1i)) s_1^2 + (1 - mean(1 /
#' m_2i)) s_2^2} where \eqn{d_i} are differences of means, \eqn{m_{ji}}{m_ji} the number of ratings of item \eqn{i} by
#' rater \eqn{j}, and \eqn{s_j^2} the variance of ratings of one item by this rater (`within_1`, `within_2` are the
#' standard deviations). Intervals of these limits combine those of the components (Zou 2013). This assumes that the
#' true value of an item is constant, and that the ratings of an item by the two raters are not paired.
#'
#' **Ratings in pairs** (`occasion`): if the true value changes between occasions, a rating by one rater is compared
#' with that by the other on the *same* occasion (Bland and Altman 1999, section 5.3). With \eqn{m_i} differences on
#' item \eqn{i}, whose means have the variance \eqn{s_d^2}, the variance of a single difference is
#' \deqn{s_d^2 + \left(1 - \frac{1}{n}\sum_i \frac{1}{m_i}\right) s_w^2}{s_d^2 + (1 - mean(1 / m_i)) s_w^2}
#' with \eqn{s_w^2} the variance of the differences on one item (its root is `within_both`). Bias and intervals are
#' those of Zou (2013), in which all items have the same weight, but with Student's quantile for the bias. Bland and
#' Altman use the mean of all differences as the bias; if all items have the same number of pairs, bias and limits are
#' the same.
#'
#' **Items in clusters** (`cluster`), such as the lesions of patients, are treated like occasions of an item: with
#' \eqn{m_c} items in cluster \eqn{c}, the bias is the mean of the mean differences of the clusters, whose variance is
#' \eqn{s_d^2}, and the variance of the difference on an item is
#' \deqn{s_d^2 + \left(1 - \frac{1}{C}\sum_c \frac{1}{m_c}\right) s_w^2}{s_d^2 + (1 - mean(1 / m_c)) s_w^2}
#' with \eqn{s_w^2} the variance of differences within clusters and \eqn{C} the number of clusters, on which the degrees
#' of freedom of the intervals depend. Repeated ratings add their parts as above. If clusters have unequal numbers of
#' items, the bias differs from the mean over items. If differences vary more in some clusters than in others, these
#' degrees of freedom are too many. So the interval of the variance is also computed with the chi-square distribution on
#' \eqn{2 / v} degrees of freedom, with \eqn{v} the variance of its logarithm by a jackknife over clusters, and of both
#' the wider limits are used.
#'
#' **The mean of all** (`against = "mean"`): ratings of each of \eqn{n} items by \eqn{r} raters, a sample of possible
#' raters. With the mean squares of raters and of the residual of a two-way analysis of variance, a rater's deviation
#' from the mean of the \eqn{r} raters has the variance
#' \deqn{\frac{r - 1}{r}\,(\sigma^2_R + \sigma^2_E),\qquad
#' \hat\sigma^2_R + \hat\sigma^2_E = \frac{MS_R + (n - 1) MS_E}{n}}{(r - 1) / r * (var_R + var_E), var_R + var_E =
#' (MS_R + (n - 1) MS_E) / n} and the limits are \eqn{\pm z}{+- z} times its root (Jones and others 2011; Christensen
#' and others 2020). Their interval is that of Graybill and Wang (1980) for a sum of mean squares. With few raters the
#' interval is wide. With `cluster` the residual is divided into that of raters in clusters and that within clusters:
#' of the deviations from the means of items, \eqn{MS_R} and \eqn{MS_E} are those of the means of the \eqn{C} clusters,
#' which take the place of items, and \eqn{(1 - \frac{1}{C}\sum_c \frac{1}{m_c}) MS_W}{(1 - mean(1 / m_c)) MS_W} is
#' added, with \eqn{MS_W} the mean square within raters and clusters.
#'
#' **Proportional bias.** `slope` is that of a regression of the differences on the means of the two raters, with a
#' point for each item. The table shows it with its p value (0 if all differences are on the line), and the plot draws
#' the regression (dotted) if p is below .05. If it is far from 0, the bias depends on the size of the measurement,
#' and the limits are valid only for average sizes. Take logarithms, or the limits of this regression (Bland
#' and Altman 1999, section 3.2): with
#' \eqn{A} the mean of the two ratings,
#' \deqn{b_0 + b_1 A \pm z\, s(A)}{b_0 + b_1 A -/+ z s(A)}
#' where \eqn{s(A)} is the standard deviation of the residuals, with \eqn{n - 2} degrees of freedom (`trend = "bias"`),
#' or depends on the size as well (`trend = "both"`):
#' \deqn{s(A) = \sqrt{\pi / 2}\,(c_0 + c_1 A)}{s(A) = sqrt(pi / 2) (c_0 + c_1 A)}
#' with the regression \eqn{c_0 + c_1 A} of the absolute residuals. Print and table show equations, in which m is
#' \eqn{A}, and the plot has sloping lines. The columns `bias`, `sd`, `lower` and `upper` are the values at the mean
#' size, which is `at`; the intervals of limits are exact for `"bias"`, if residuals are normal, and approximate for
#' `"both"`.
#'
#' @section Coverage:
#' Intervals assume normal differences. In a simulation (`bench/coverage-scores.R` in the sources, 500 data sets) 95%
#' intervals contained the true bias and limits in 95% of the data sets, and the true limits with the mean in 94%, for
#' 15 items by 3 normal raters whose variance equals that of the items. With skewed errors (exponential, 20 items by 4
#' raters) the coverage was 96% for the bias, but 85 and 89% for the limits, and 88% for those with the mean, since
#' the standard deviation of skewed differences is estimated less precisely.
#'
#' With normal ratings (`bench/coverage-limits.R`, 1,000 data sets each) the coverage was 94 to 97% for the bias; for
#' the limits 94 to 96% with single ratings of 5 to 50 items, 96 to 99% with 8 to 30 items rated two or four times or
#' rated in pairs, and 93 to 97% for limits with the mean of 2 to 10 raters.
#'
#' @section Missing and degenerate data:
#' A pair is compared on the items that both rated; `against = "mean"` uses items that all raters rated, and a message
#' gives the number left out. With fewer than two such items, or values too large to square, all values are `NA` and
#' `status` says why; a group in which no item has two raters has one row, without names of raters. If all differences
#' are equal, the limits equal the bias, and `slope` is 0 without a p value. With a `trend`, a pair needs three items
#' whose means are not all equal, and a standard deviation above 0 at the size of each item; if not, limits are `NA`,
#' and `status` says why.
#'
#' @section Errors:
#' Those of [as_ratings()], `accord_error_level` (labels instead of numbers), `accord_error_too_large` (pairs of more
#' than 200 raters), `accord_error_duplicate_rating` (repeated ratings with `against = "mean"`, or two ratings of an
#' item by a rater on one `occasion`), `accord_error_missing_id` (a rating without its occasion).
#'
#' @inheritParams icc
#' @param ci The interval: [ci_default()] or [ci_none()].
#' @param against `"each_other"`: a row for each pair of raters. `"mean"`: a row for each group, for the difference
#'   between any rater and the mean of all.
#' @param ... For matrices and tables, `layout`, and other arguments of [as_ratings()], such as `cluster`, the column
#'   with the patient of a lesion (not with `occasion`, whose items are clusters of occasions).
#' @param occasion <[`tidy-select`][tidyselect::language]> The column of a data frame with a row per rating that pairs
#'   the ratings of an item by two raters, if the true value may change: for example the second visit, or the third
#'   hour. Occasions of different items are unrelated, and a rating without its counterpart is left out of the pair.
#' @param share The share of differences that the limits should contain.
#' @param trend Whether limits depend on the size of the measurement: `"none"`, `"bias"` (the bias is a line, the spread
#'   constant) or `"both"` (the spread is a line, too); for pairs with single ratings, without `cluster` and `occasion`.
#' @param intervals Intervals of the limits: `"exact"`, or `"approximate"`, those of Bland and Altman (1986), to
#'   reproduce published tables (single ratings of pairs, without `cluster` and `occasion`).
#' @param duplicates What to do when a rater rated an item several times: `"keep"` for repeated ratings; `"error"`,
#'   `"first"` and `"last"` as in [as_ratings()].
#' @return A tibble of class `accord_limits`: the group keys, `rater_1` and `rater_2` (in sorted order, or that of a
#'   factor's levels), `n_items`, `n_ratings`, `bias` with `bias.conf.low` and `bias.conf.high`, `sd` (of a difference),
#'   `lower` and `upper`, each with its interval (`lower.conf.low`, `lower.conf.high`, `upper.conf.low`,
#'   `upper.conf.high`), `slope` and `slope.p.value` (its p value, for no slope), `within_1` and `within_2`,
#'   `within_both` (with `occasion`), `share`, `conf.level`, `status`; `n_clusters` (with `cluster`). With
#'   a `trend`, also `at` (the mean size), `intercept` (\eqn{b_0}; \eqn{b_1} is `slope`), `sd_intercept` and `sd_slope`
#'   (the line of the standard deviation) and `sd_slope.p.value` (for no slope of the absolute residuals).
#'   [tidy()][tidy.accord_limits] gives a row per bias
#'   and limit, [augment()][tidy.accord_limits] one per difference; `autoplot()` draws these against the means.
#' @references
#' Bland, J. M. and Altman, D. G. (1986) Statistical methods for assessing agreement between two methods of clinical
#' measurement. *The Lancet* 327, 307-310. \doi{10.1016/S0140-6736(86)90837-8}
#'
#' Bland, J. M. and Altman, D. G. (1999) Measuring agreement in method comparison studies. *Statistical Methods in
#' Medical Research* 8, 135-160. \doi{10.1177/096228029900800204}
#'
#' Carkeet, A. (2015) Exact parametric confidence intervals for Bland-Altman limits of agreement. *Optometry and Vision
#' Science* 92, e71-e80. \doi{10.1097/OPX.0000000000000513}
#'
#' Zou, G. Y. (2013) Confidence interval estimation for the Bland-Altman limits of agreement with multiple
#' observations per individual. *Statistical Methods in Medical Research* 22, 630-642. \doi{10.1177/0962280211402548}
#'
#' Jones, M., Dobson, A. and O'Brian, S. (2011) A graphical method for assessing agreement with the mean between
#' multiple observers using continuous measures. *International Journal of Epidemiology* 40, 1308-1313.
#' \doi{10.1093/ije/dyr109}
#'
#' Christensen, H. S., Borgbjerg, J., Boerty, L. and Boegsted, M. (2020) On Jones et al.'s method for extending
#' Bland-Altman plots to limits of agreement with the mean for multiple observers. *BMC Medical Research Methodology*
#' 20, 304.
#' \doi{10.1186/s12874-020-01182-w}
#'
#' Graybill, F. A. and Wang, C.-M. (1980) Confidence intervals on nonnegative linear combinations of variances.
#' *Journal of the American Statistical Association* 75, 869-873. \doi{10.1080/01621459.1980.10477565}
#' @seealso [concordance()] for a coefficient, [icc()] for reliability; `vignette("scores")`.
#' @export
#' @examples
#' # Peak flow by two meters (Bland and Altman 1986, table), first readings, litres per minute
#' wright <- c(494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427)
#' mini <- c(512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451)
#' limits_of_agreement(cbind(wright, mini), layout = "raters_in_columns")
#'
#' # Cardiac output of four patients, in pairs (Bland and Altman 1999, table 4; litres per minute)
#' pairs <- data.frame(
#'   patient = rep(1:4, c(5, 4, 6, 5)), pair = c(1:5, 1:4, 1:6, 1:5),
#'   method = rep(c("RV", "IC"), each = 20),
#'   output = c(
#'     7.83, 7.42, 7.89, 7.12, 7.88, 6.16, 7.26, 6.71, 6.54, 4.75, 5.24, 4.86, 4.78, 6.05, 5.42,
#'     4.21, 3.61, 3.72, 3.87, 3.92, 6.57, 5.62, 6.90, 6.57, 6.35, 4.06, 4.29, 4.26, 4.09, 4.71,
#'     5.50, 5.08, 5.02, 6.01, 5.67, 4.14, 4.20, 4.61, 4.68, 5.04
#'   )
#' )
#' limits_of_agreement(pairs, patient, method, output, occasion = pair)
limits_of_agreement <- function(data, item, rater, rating, ..., occasion = NULL, by = NULL, against = "each_other",
                                share = 0.95, trend = "none", intervals = "exact", duplicates = "error",
                                ci = ci_default()) {
  check_choice(against, c("each_other", "mean"), "against")
  check_number(share, "share", above = 0, below = 1)
  check_choice(intervals, c("exact", "approximate"), "intervals")
  check_choice(trend, c("none", "bias", "both"), "trend")
  ci <- check_own_ci(ci, list(ci_analytic()))
  conf_level <- ci$conf_level %||% 0.95
  check_no_categories(...)
  columns <- rlang::enquos(item = item, rater = rater, rating = rating, by = by)
  linked <- !rlang::quo_is_null(rlang::enquo(occasion))
  if (linked) {
    check_each_other(against)
    ratings <- ratings_on_occasions(data, c(columns, list(occasion = rlang::enquo(occasion))), duplicates, ...)
  } else {
    ratings <- with_repeats_advice(ratings_as_scores(
      data, columns,
      level = NULL, categories = NULL, duplicates = duplicates, ..., .weighted = "Limits of agreement"
    ))
  }
  clustered <- !linked && !is.null(ratings$cluster)
  approximate <- intervals == "approximate"
  if (approximate) {
    check_plain_pairs(
      "Approximate intervals are", "intervals = \"approximate\"", against, linked, clustered, duplicates
    )
  }
  if (trend != "none") {
    check_plain_pairs(
      "Limits that depend on the size of the measurement are", paste0("trend = \"", trend, "\""),
      against, linked, clustered, duplicates
    )
  }
  columns_of_trend <- if (trend != "none") TREND_COLUMNS
  check_free_names(names(ratings$groups), c(LIMITS_COLUMNS, columns_of_trend))
  values <- rating_numbers(ratings$categories, "Limits of agreement need numbers.", isTRUE(ratings$of_spans))
  check_named_raters(ratings, "Limits of agreement need")
  warn_faulty_groups(ratings)
  groups <- which(ratings$group_status == "ok")
  found <- lapply(groups, function(g) {
    cells <- score_cells(ratings, values, g)
    of <- if (!is.null(ratings$cluster)) clusters_of_group(ratings, g)
    if (against == "mean") {
      limits_with_mean(cells, ratings$raters, share, conf_level, of)
    } else {
      limits_of_pairs(cells, ratings$raters, share, conf_level, of, linked, approximate, trend)
    }
  })
  rows <- vctrs::vec_rbind(!!!lapply(found, `[[`, "rows"))
  # Where there is no line, sd is NA; where there are no squares, it is infinite or NaN.
  too_large <- rows$n_clusters > 1 & (is.nan(rows$sd) | is.infinite(rows$sd^2))
  if (any(too_large)) {
    counts <- c("rater_1", "rater_2", "n_items", "n_ratings", "n_clusters")
    rows[too_large, setdiff(names(rows), counts)] <- NA_real_
  }
  if (!clustered) rows$n_clusters <- NULL
  if (ci$method == "none") rows[grepl("[.]conf[.]", names(rows))] <- NA_real_
  n_rows <- vapply(found, function(x) nrow(x$rows), 1L)
  keys <- vctrs::vec_slice(ratings$groups, rep(groups, n_rows))
  columns <- c(as.list(keys), as.list(rows), list(
    share = rep(share, nrow(rows)), conf.level = rep(ci$conf_level %||% NA_real_, nrow(rows)),
    status = limits_status(rows, too_large, trend)
  ))
  result <- new_result(
    columns[c(names(keys), LIMITS_COLUMNS, columns_of_trend, if (clustered) "n_clusters")],
    nrow = nrow(rows), class = "accord_limits",
    differences = limits_points(found, n_rows, lapply(groups, function(g) {
      vctrs::vec_slice(ratings$items, items_of_group(ratings, g))
    })),
    pairs = tibble::new_tibble(columns[c(names(keys), "rater_1", "rater_2")], nrow = nrow(rows)),
    estimates = rows$upper
  )
  warn_limits(result)
  note_set_aside(result, ratings)
}

LIMITS_COLUMNS <- c(
  "rater_1", "rater_2", "n_items", "n_ratings", "bias", "bias.conf.low", "bias.conf.high", "sd",
  "lower", "lower.conf.low", "lower.conf.high", "upper", "upper.conf.low", "upper.conf.high", "slope", "slope.p.value",
  "within_1", "within_2", "within_both", "share", "conf.level", "status"
)

limits_status <- function(rows, too_large, trend) {
  alone <- rows$n_items > 1 & (rows[["n_clusters"]] %||% 2L) == 1
  few <- ifelse(alone, "all items are in one cluster", "fewer than two items")
  if (trend != "none") {
    flat <- ifelse(is.na(rows$slope), "all items have the same mean", "the spread is below 0 at some sizes")
    few <- ifelse(rows$n_items < 3, "fewer than three items", flat)
  }
  if (trend != "none") few[rows$sd %in% 0] <- "all differences are on the line"
  none <- is.na(rows$sd) | trend != "none" & is.na(rows$lower)
  known <- ifelse(too_large, "values too large to square", ifelse(none, few, "ok"))
  ifelse(is.na(rows$rater_1), "no item with two raters", known)
}

# The points of the plot: a row per item and pair, with the row of the pair in the result. `items`: the ids of each
# group.
limits_points <- function(found, n_rows, items) {
  points <- vctrs::vec_rbind(!!!Map(function(one, ids) {
    points <- one$points
    if (!is.null(points)) points$item <- vctrs::vec_slice(ids, points$item)
    points
  }, found, items))
  if (NROW(points) == 0) {
    points <- data.frame(row = integer(), item = character(), mean = double(), difference = double())
  }
  first <- cumsum(c(0L, n_rows))
  size <- vapply(found, function(x) NROW(x$points), 1L)
  points$row <- points$row + rep(first[seq_along(size)], size)
  points
}
