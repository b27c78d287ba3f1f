#' Jackknife interval over items or raters
#'
#' Leaves out each item, or each rater, in turn. Items with the same pattern of ratings give the same value, so the
#' computing time does not grow with the number of items; leaving out a rater takes a pass over the items of this
#' rater.
#'
#' @details
#' With \eqn{N} items (or raters) used in the estimate, and \eqn{\hat\alpha_{(i)}}{alpha_(i)} the estimate without the
#' \eqn{i}-th,
#' \deqn{s^2 = \frac{N - 1}{N} \sum_i \left(\hat\alpha_{(i)} - \bar\alpha_{(\cdot)}\right)^2.}{
#' s^2 = (N - 1) / N * sum_i (alpha_(i) - mean alpha_(.))^2.}
#' With `scale = "z"` the interval is formed on Fisher's
#' scale, so that it cannot exceed 1, with the \eqn{t} quantile on \eqn{N - 1} degrees of freedom:
#' \deqn{\tanh\left(\mathrm{artanh}\,\hat\alpha \pm \frac{t\, s}{1 - \hat\alpha^2}\right).}{
#' tanh(artanh(alpha) +- t s / (1 - alpha^2)).}
#' For percent, unanimous and specific agreement, which lie between 0 and 1, this is done with
#' \eqn{2 p - 1} in place of \eqn{\hat\alpha}{alpha}.
#' With `scale = "identity"` it is \eqn{\hat\alpha \pm t\,s}{alpha +- t s}, truncated to the range of the
#' coefficient. The estimate is always the one from the data.
#'
#' With `null` the result has the columns `statistic`, `df` and `p.value` of a test of this value, on the same scale and
#' with the same \eqn{t}: with \eqn{\kappa_0}{k0} the value, \eqn{(\mathrm{artanh}\,\hat\alpha -
#' \mathrm{artanh}\,\kappa_0) (1 - \hat\alpha^2) / s}{(artanh(alpha) - artanh(k0)) (1 - alpha^2) / s}. It rejects the
#' values outside the limits. Columns `null.value` and `alternative` say what was tested.
#'
#' Over items the interval refers to other items of the same kind, rated by the same raters. With few items and one
#' dominant category its coverage is below the nominal level. Over raters it refers to other raters of the same items
#' (Gwet 2014, chapter 5; Klein 2018): the variance is conditional on the items. For both see [ci_analytic()] with
#' `over = "both"`.
#'
#' @section Degenerate data:
#' There is no interval (`NA`, with a warning) if leaving out some item or rater leaves no estimate, as over raters if
#' there are only two; if all items or raters give the same value, as with perfect agreement, since the data then do
#' not show how much the estimate varies; with fewer than two of them; and on Fisher's scale for an estimate of -1 or
#' less, as Brennan and Prediger's coefficient with quadratic weights may have, and for percent or unanimous agreement
#' of 0.
#'
#' @section Case weights:
#' Integer frequencies (`case_weights` of [as_ratings()]) count as that many items. Sampling weights are an error:
#' only [ci_default()], that is [ci_bayes()], and [ci_none()] accept them.
#'
#' @section Errors:
#' `accord_error_argument` for arguments that are not as described and for pairs of raters (`over = "raters"`),
#' `accord_error_anonymous` for `over = "raters"` if raters are anonymous.
#'
#' @param conf_level Confidence level, between 0 and 1.
#' @param over What is left out: `"items"` or `"raters"`.
#' @param scale On which scale the interval is formed: `"z"`, Fisher's, or `"identity"`.
#' @param null The value to test, such as 0.4; `NULL` for no test.
#' @param alternative `"two.sided"` for two limits. `"greater"`: only the lower limit, at the level `conf_level`, as in
#'   "at least .67 with 97.5%"; `conf.high` is then 1. `"less"`: only the upper limit.
#' @return An object for the argument `ci` of [agreement()] and of other functions; their pages say which methods they
#'   accept.
#' @references
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#'
#' Klein, D. (2018) Implementing a general framework for assessing interrater agreement in Stata.
#' *The Stata Journal* 18, 871-901. \doi{10.1177/1536867X1801800408}
#' @seealso [item_influence()] and [rater_influence()] for the values themselves; [ci_default()], [ci_analytic()],
#'   [ci_bootstrap()]; `vignette("intervals")`.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' krippendorff_alpha(ratings, item, rater, label, ci = ci_jackknife(conf_level = 0.9))
#' krippendorff_alpha(ratings, item, rater, label, ci = ci_jackknife(over = "raters"))
ci_jackknife <- function(conf_level = 0.95, over = "items", scale = "z", null = NULL, alternative = "two.sided") {
  level <- sided_level(conf_level, alternative)
  sides <- list(null = check_null(null), alternative = alternative, stated = conf_level)
  check_choice(over, c("items", "raters"), "over")
  check_choice(scale, c("z", "identity"), "scale")
  ci <- if (over == "items") {
    new_ci("jackknife", level, "jackknife", over = over, units = over, scale = scale)
  } else {
    new_ci("jackknife", level, over = over, units = over, scale = scale, raters = "left_out", label = "rater jackknife")
  }
  ci[names(sides)] <- sides
  ci
}

#' @export
refusal.accord_ci_jackknife <- function(ci, what) {
  if (ci$over == "items" || what == "pairs") {
    return(NULL)
  }
  if (what == "difference") "It leaves out raters." else NextMethod()
}

#' @export
add_interval.accord_ci_jackknife <- function(ci, estimates) {
  of_raters <- ci$over == "raters"
  if (of_raters) estimates <- rater_columns(estimates)
  s <- sqrt(if (of_raters) estimates$rater_variance else estimates$variance)
  n <- if (of_raters) estimates$variance_raters else estimates$variance_items
  undefined <- if (of_raters) estimates$undefined_raters else estimates$undefined
  # There is no interval if the data do not vary, or if the estimate is undefined without some item.
  s[!is.na(s) & (s == 0 | undefined > 0)] <- NA_real_
  df <- pmax(n - 1, 1)
  half <- stats::qt(1 - (1 - ci$conf_level) / 2, df) * s
  test <- jackknife_test(ci, estimates, s, df)
  if (ci$scale == "identity") {
    return(c(list(
      std.error = s,
      conf.low = pmax(estimates$estimate - half, lowest_limit(estimates)),
      conf.high = pmin(estimates$estimate + half, 1)
    ), test))
  }
  scale <- fisher_scale(estimates$lowest)
  z <- scale$to(estimates$estimate)
  half <- half * scale$slope(estimates$estimate)
  c(list(std.error = s, conf.low = scale$back(z - half), conf.high = scale$back(z + half)), test)
}

# The test on the scale of the limits, so that it rejects exactly the values outside them; NULL if none is asked for.
jackknife_test <- function(ci, estimates, s, df) {
  if (is.null(ci$null)) {
    return(NULL)
  }
  if (ci$scale == "identity") {
    return(test_of(ci, estimates$estimate - ci$null, s, df))
  }
  scale <- fisher_scale(estimates$lowest)
  test_of(ci, scale$to(estimates$estimate) - scale$to(ci$null), s * scale$slope(estimates$estimate), df)
}

# Returns the rows of the core with the columns of its jackknife over raters; stops if raters are not known.
rater_columns <- function(estimates) {
  if (is.null(estimates$rater_variance) && nrow(estimates) > 0 && all(is.na(estimates$n_raters))) {
    abort_anonymous("An interval over raters needs")
  }
  if (is.null(estimates$rater_variance)) {
    abort_accord(
      "argument",
      c(
        "A jackknife over raters needs three raters or more.",
        x = "Here each estimate is of a pair of raters.",
        i = "Use an interval over items, such as {.code ci_jackknife()}."
      ),
      argument = "ci"
    )
  }
  # A group with a fault may still have ratings, for which the core has computed a variance.
  estimates$rater_variance[is.na(estimates$estimate)] <- NA_real_
  estimates
}
