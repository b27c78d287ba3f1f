#' Krippendorff's alpha
#'
#' Measures agreement beyond chance for any number of raters, any level of measurement and any pattern of missing
#' ratings.
#'
#' @details
#' \deqn{\alpha = 1 - \frac{D_o}{D_e},\qquad
#' D_o = \frac{1}{n} \sum_u \sum_{i \ne j} \frac{\delta^2(c_{iu}, c_{ju})}{m_u - 1},\qquad
#' D_e = \frac{1}{n (n - 1)} \sum_{c, k} n_c n_k\, \delta^2(c, k)}{
#' alpha = 1 - D_o / D_e,
#' D_o = 1 / n sum_u sum_{i != j} delta^2(c_iu, c_ju) / (m_u - 1),
#' D_e = 1 / (n (n - 1)) sum_ck n_c n_k delta^2(c, k)}
#' where item \eqn{u} has \eqn{m_u} ratings, only items with two ratings or more are used, \eqn{n} is the number of
#' their ratings and \eqn{n_c} the number of those in category \eqn{c}.
#' The disagreement \eqn{\delta^2}{delta^2} depends on the level of measurement:
#'
#' * nominal: 0 if equal, else 1;
#' * ordinal: \eqn{\left(\sum_{g=c}^{k} n_g - (n_c + n_k)/2\right)^2}{
#'   (sum_{g=c..k} n_g - (n_c + n_k) / 2)^2};
#' * interval: \eqn{(c - k)^2}{(c - k)^2};
#' * ratio: \eqn{((c - k)/(c + k))^2}{((c - k) / (c + k))^2}, and 0 between 0 and 0;
#' * circular: \eqn{\sin^2(\pi (c - k)/U)}{sin^2(pi (c - k) / U)}, where \eqn{U} is the full turn;
#' * bipolar: \eqn{(c - k)^2 / ((c + k - 2 c_{min})(2 c_{max} - c - k))}{
#'   (c - k)^2 / ((c + k - 2 c_min) (2 c_max - c - k))}.
#'
#' The computing time of nominal, ordinal, interval and circular alpha grows with the number of ratings (times its
#' logarithm if values must be sorted); that of ratio and bipolar alpha and of a user-defined `distance` with the
#' number of pairs of distinct values.
#'
#' @section Sets:
#' For sets \eqn{c}{c} and \eqn{k}{k}, with \eqn{J = |c \cap k| / |c \cup k|}{J = |c and k| / |c or k|},
#' the disagreement \eqn{\delta^2}{delta^2} is
#' * `"jaccard"`: \eqn{1 - J}{1 - J};
#' * `"masi"`: \eqn{1 - J m}{1 - J m}, \eqn{m}{m} = 1 for equal sets, 2/3 if one contains the other, 1/3 if they
#'   overlap, 0 if they are disjoint (Passonneau 2006). nltk rounds to .67 and .33. DKPro's distance of this name,
#'   \eqn{(1 - J)}{(1 - J)} times 0, 1/3, 2/3, 1, is different: specify it as a matrix or function;
#' * `"dice"`: \eqn{1 - 2 |c \cap k| / (|c| + |k|)}{1 - 2 |c and k| / (|c| + |k|)};
#' * `"passonneau"`: 0, 1/3, 2/3, 1 in the four cases (Passonneau 2004; DKPro's set annotation distance);
#' * `"nominal"`: 0 if equal, else 1.
#'
#' Two empty sets are equal. An empty set and another set have no label in common, so all distances are 1, except for
#' `"passonneau"`, where the empty set is a subset of the other. There may be at most 5000 distinct sets.
#'
#' @section Skewed numbers:
#' At the levels interval and ratio alpha of skewed numbers, such as reading times or a slider near its end, depends on
#' a few large values that small samples may not contain. For lognormal values 95% limits by default contained the true
#' alpha in 93, 89 and 88% of the samples of 20, 50 and 200 items (`bench/coverage` in the sources), and were below it
#' in nearly all others. So the print has a line where the skewness of more than ten distinct values is 2 or more, the
#' median of such samples being 2.2 to 3.6, but 1.1 for a scale with a ceiling, whose limits covered 96%. If only the
#' order of the numbers matters, use `level = "ordinal"`; if their ratios do, take logarithms.
#'
#' @section Missing and degenerate data:
#' Missing ratings are left out, and so are items with fewer than two ratings. If no item has two ratings, or all of
#' them are in one category, alpha is not defined: `estimate` is `NA`, `status` says why (see [agreement()] for all
#' reasons), and one warning names the groups. Negative ratings at the ratio level, and ratings outside a bipolar scale,
#' are an error; in grouped data only their groups are left without a value.
#'
#' @section Errors:
#' Those of [as_ratings()], and `accord_error_level_needed` (numbers without a level),
#' `accord_error_level` (labels where order or values are needed), `accord_error_negative_rating`,
#' `accord_error_outside_range`, `accord_error_range_needed`, `accord_error_distance`,
#' `accord_error_too_many_values`, `accord_error_reserved_name` (a group named like a column of the
#' result) and `accord_error_argument`. All have the class `accord_error` too.
#'
#' @param data A data frame with a row per rating, or anything else that [as_ratings()] accepts, or its result.
#' @inheritParams as_ratings
#' @param ... Passed on to [as_ratings()]: for matrices and tables, `layout`; for items that come in
#'   documents or batches, `cluster`.
#' @param level Level of measurement: `"nominal"`, `"ordinal"`, `"interval"`, `"ratio"`,
#'   `"circular"` or `"bipolar"`. The default is that of the ratings, see [as_ratings()].
#' @param range For the circular level the length of a full turn (24 for hours, 360 for degrees); the default, for
#'   whole numbers, is the largest minus the smallest category plus one. For the bipolar level, the two ends of the
#'   scale; the default is the smallest and the largest category. With `by` it must be given, unless the categories
#'   are declared.
#' @param distance Instead of a level: a function of two single values, or a matrix with a row
#'   and a column per category (named, or in the order of the categories, which is that of the alphabet for text
#'   unless `categories` or levels state another), that gives the disagreement \eqn{\delta^2}{delta^2} itself: not
#'   negative, symmetric, 0 on its diagonal. For ratings that are sets (see [as_ratings()]), a function of two vectors
#'   of labels, or `"jaccard"`, `"masi"`, `"dice"`, `"passonneau"`, `"nominal"`.
#' @param ci The method for the interval: by default [ci_bayes()], see [ci_default()]; [ci_jackknife()],
#'   [ci_analytic()], [ci_bootstrap()], or [ci_none()].
#'
#' @return A tibble of class `accord_agreement` with one row per group: the group keys, `coefficient`, `metric` (the
#'   level, or `"custom"`), `estimate`, `std.error`, `conf.low`, `conf.high`, `observed` and `expected` (the
#'   disagreements \eqn{D_o} and \eqn{D_e}), `observed_agreement` and `expected_agreement` (1 minus these, as printed
#'   by irrCAC and Stata; `NA` for alpha at levels whose distances can exceed 1, and with such `weights` or a matrix,
#'   since its disagreements are not divided by their maximum), `n_items`, `n_raters`, `n_ratings` (those used;
#'   `n_raters` is `NA` for anonymous raters), `n_categories` (the number of categories, including those that nobody
#'   used), `n_set_aside` (the number of ratings set aside: outside the categories, or duplicates), `interval` and
#'   `conf.level` (the method and the level of the interval) and `status`, `"ok"` or the reason why there is no
#'   estimate. If items are in clusters, `n_clusters` is the number of clusters with an item that was used.
#'   With case weights (see [as_ratings()]) the last column `case_weights` says whether they are
#'   `"frequencies"` or `"sampling weights"`.
#'
#' @references
#' Krippendorff, K. (2019) *Content Analysis: An Introduction to Its Methodology*, 4th ed.,
#' chapter 12. \doi{10.4135/9781071878781}
#'
#' Hayes, A. F. and Krippendorff, K. (2007) Answering the call for a standard reliability
#' measure for coding data. *Communication Methods and Measures* 1, 77-89.
#' \doi{10.1080/19312450709336664}
#'
#' Passonneau, R. J. (2004) Computing reliability for coreference annotation. *LREC*, 1503-1506.
#'
#' Passonneau, R. J. (2006) Measuring agreement on set-valued items (MASI) for semantic and pragmatic
#' annotation. *LREC*, 831-836.
#' @seealso [agreement()] for other coefficients too, [as_ratings()] for the data, [paper_table()] for the table,
#'   [compare_agreement()] for differences; `vignette("accord")`.
#' @concept coefficient
#' @export
#' @examples
#' # Krippendorff (2011), example C: 12 units, 4 observers
#' observers <- rbind(
#'   A = c(1, 2, 3, 3, 2, 1, 4, 1, 2, NA, NA, NA),
#'   B = c(1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NA, 3),
#'   C = c(NA, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NA),
#'   D = c(1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NA)
#' )
#' krippendorff_alpha(observers, layout = "raters_in_rows", level = "ordinal")
#'
#' # A distance of your own: neighbours differ by half
#' krippendorff_alpha(
#'   observers,
#'   layout = "raters_in_rows",
#'   distance = function(a, b) min(abs(a - b) / 2, 1)
#' )
#'
#' # Several topics per text
#' topics <- data.frame(
#'   text = rep(1:4, each = 2), who = c("ann", "bob"),
#'   topics = c("war;food", "war", "food", "food", "", "art", "art;war", "war;art")
#' )
#' krippendorff_alpha(topics, text, who, topics, separator = ";", distance = "masi")
krippendorff_alpha <- function(data, item, rater, rating, ..., by = NULL, level = NULL,
                               range = NULL, distance = NULL, categories = NULL,
                               duplicates = "error", ci = ci_default()) {
  ci <- check_ci(ci)
  check_no_weights(...)
  check_given(data, "data")
  columns <- rlang::enquos(item = item, rater = rater, rating = rating, by = by)
  alpha_of(
    data, columns, level, list(range = range, distance = distance), ci,
    categories = categories, duplicates = duplicates, ...
  )
}

# `measured`: the range and the distance given by the user. Tables of a database have their own method.
alpha_of <- function(data, columns, level, measured, ci, ...) UseMethod("alpha_of")

alpha_of.default <- function(data, columns, level, measured, ci, ...) {
  # A distance of the user's own may be one of labels such as "a|b".
  replaced <- if (!is.null(measured$distance)) "undivided" else character()
  ratings <- without_warnings(verb_ratings(data, columns, level = level, ..., .tally = TRUE), replaced)
  alpha_of_ratings(ratings, level, measured, ci)
}

alpha_of_ratings <- function(ratings, level, measured, ci) {
  kinds <- coefficients_by_group("krippendorff_alpha", ratings, weighted = FALSE)
  ratings <- who_rated(ratings, all_entries(kinds), ci)
  metric <- metric_for(ratings, level, measured$range, measured$distance)
  measure_entries(ratings, kinds, list(alpha = metric), ci)
}

# Stops at `weights`, which other coefficients take; alpha takes a level or a distance.
check_no_weights <- function(...) {
  if (!"weights" %in% dots_names(...)) {
    return(invisible())
  }
  weights <- tryCatch(list(...)[["weights"]], error = function(cnd) NULL)
  name <- if (rlang::is_string(weights)) weights
  abort_accord(
    "argument",
    c(
      "Krippendorff's alpha takes a {.arg level} or a {.arg distance}.",
      x = if (is.null(name)) "{.arg weights} is given." else "{.arg weights} is {.val {name}}.",
      i = if (!is.null(name) && name %in% set_weights()) {
        "Use {.code distance = \"{name}\"}."
      } else {
        "Use {.arg level}, or {.code agreement(coefficients = \"alpha\", weights = )} for alpha by weights."
      }
    ),
    argument = "weights"
  )
}
