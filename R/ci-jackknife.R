#' Jackknife interval over items, raters, or both
#'
#' Leaves out each item, or each rater, in turn, or both of these and each rating. Items with the same pattern of
#' ratings give the same value, so the computing time does not grow with the number of items; leaving out a rater takes
#' a pass over the items of this rater.
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
#' With `scale = "log"` it is formed for \eqn{\log(1 - \hat\alpha)}{log(1 - alpha)}, the logarithm of the disagreement,
#' and with `scale = "identity"` it is \eqn{\hat\alpha \pm t\,s}{alpha +- t s}; both are truncated to the range of the
#' coefficient. The estimate is always the one from the data.
#'
#' With `null` the result has the columns `statistic`, `df` and `p.value` of a test of this value, on the same scale and
#' with the same \eqn{t}: with \eqn{\kappa_0}{k0} the value, \eqn{(\mathrm{artanh}\,\hat\alpha -
#' \mathrm{artanh}\,\kappa_0) (1 - \hat\alpha^2) / s}{(artanh(alpha) - artanh(k0)) (1 - alpha^2) / s}, or with the
#' middle of the limits in place of the estimate. It rejects the values outside the limits. Columns `null.value` and
#' `alternative` say what was tested.
#'
#' Choose `over` by the population to which the interval shall refer; the print and the note of a table name it where it
#' is one of other raters:
#'
#' | `over` | the interval refers to |
#' |---|---|
#' | `"items"` | other items, rated by the same raters |
#' | `"raters"` | other raters of the same items (Gwet 2014, chapter 5; Klein 2018) |
#' | `"both"` | other items and other raters |
#'
#' Over items, coverage is below the nominal level with few items, or few clusters of them, and one dominant category: a
#' sample with few items of the rare category has both a low estimate and a small variance, on whatever scale. With 5 or
#' 10 clusters of three items the limits contained alpha and Conger's kappa of a rare category in 85 to 88% of 200
#' studies, those of [ci_default()] in 98 to 100% (`bench/coverage-few-clusters.R` in the sources).
#'
#' @section Other items and other raters:
#' With `over = "both"` three variances are combined: that over items, \eqn{s_I^2}{s_I^2}, that over raters,
#' \eqn{s_R^2}{s_R^2}, both as above, and the sum of squares of leaving out each rating,
#' \deqn{s_C^2 = \sum_c \left(\hat\alpha_{(c)} - \bar\alpha_{(\cdot)}\right)^2.}{
#' s_C^2 = sum_c (alpha_(c) - mean alpha_(.))^2.}
#' What a single rating adds is part of the variance over items and of that over raters, and is subtracted once
#' ([ci_analytic()] with `over = "both"` adds the two, and is too wide where ratings vary for other reasons than their
#' rater). By chance the difference may be below 0, and then counts as 0:
#' \deqn{s^2 = s_I^2 + s_D^2, \quad s_D^2 = 1.5 \max(s_R^2 - s_C^2, 0).}{
#' s^2 = s_I^2 + s_D^2, s_D^2 = 1.5 max(s_R^2 - s_C^2, 0).}
#' The factor allows for studies whose few raters happen to differ little.
#' Limits are formed for the logarithm of the disagreement, since a study with few raters of whom none is poor has both
#' less disagreement and less variation than others. With \eqn{r} raters, their middle is the estimate less its bias
#' \eqn{b} by the jackknife over raters (alpha counts the ratings of a rater as agreeing by chance with each other, and
#' is too low by a share of about \eqn{1 / r} of how much raters differ in their categories):
#' \deqn{\log(1 - \hat\alpha) - b \pm t\, \frac{s}{1 - \hat\alpha}, \quad
#'   b = (r - 1) \left(\frac{1}{r} \sum_j \log(1 - \hat\alpha_{(j)}) - \log(1 - \hat\alpha)\right).}{
#'   log(1 - alpha) - b +- t s / (1 - alpha), b = (r - 1) (mean_j log(1 - alpha_(j)) - log(1 - alpha)).}
#' If all agree without some rater, or on another scale, \eqn{b} is that of the estimate times the slope of the scale.
#' In the rare case that the estimate is outside the limits, they are extended to it.
#'
#' \eqn{t} has the degrees of freedom of Satterthwaite (1946), but not fewer than the smaller number of the two parts:
#' \deqn{\frac{s^4}{s_I^4 / (N - 1) + s_R^4 / f}, \quad f = r_e - 1 - 2 s_D^2 / s^2.}{
#'   s^4 / (s_I^4 / (N - 1) + s_R^4 / f), f = r_e - 1 - 2 s_D^2 / s^2.}
#' \eqn{r_e = 1 / \sum_j w_j^2}{r_e = 1 / sum_j w_j^2} is the effective number of raters with shares \eqn{w_j} of the
#' ratings. Up to two more degrees of freedom are taken off where raters make up the variance, since what raters do is
#' seldom normal. The factor and these degrees of freedom were chosen in simulations.
#'
#' With few raters who differ the interval is wide, since few raters say little of a population of raters. If items are
#' in clusters, \eqn{s_I^2}{s_I^2} is over clusters, and \eqn{s_C^2}{s_C^2} leaves out all ratings of a rater in a
#' cluster. All ratings that a rater gave an item are left out together (`duplicates = "keep"`).
#'
#' In a simulation of 40 designs that were written after the method was chosen, and not used to choose it (4 to 30
#' raters drawn anew in each of 500 studies; complete data and crowds of 20 to 1,000 items; nominal, ordinal and
#' interval; alpha, Conger's kappa, AC1 and percent agreement; `bench/coverage-two-way.R` in the sources) 95% limits
#' contained the value of the population in 91 to 100% of the studies: in 84% of the 160 combinations of design and
#' coefficient in 93 to 98.5% of them, in 12% in more, and in 4% in less, with .908 as the lowest. These are of few
#' items, or of few raters who differ much in their skill, thresholds or noise. For alpha, in the first 50 studies of
#' each design, limits were about as wide as those of `ci_analytic(over = "both")` and `ci_bootstrap(over = "both")`
#' (median ratios 1.02 and .93), which contained the value in 80 to 100% each.
#'
#' @section Degenerate data:
#' There is no interval (`NA`, with a warning) if leaving out some item, rater or rating leaves no estimate, as over
#' raters if there are only two, or if one rater is part of all pairs; if all items or raters give the same value, as
#' with perfect agreement, since the data then do not show how much the estimate varies; with fewer than two of them;
#' and on Fisher's scale for an estimate of -1 or less, as Brennan and Prediger's coefficient with quadratic weights
#' may have, and for percent or unanimous agreement of 0. The limits of [ci_default()] are no substitute for other
#' raters: of 37 studies in which three raters agreed on all of 1,000 items, although the value was .94 for all raters
#' of their kind, none had it within these limits.
#'
#' @section Case weights:
#' Integer frequencies (`case_weights` of [as_ratings()]) count as that many items. Sampling weights are an error:
#' only [ci_default()], that is [ci_bayes()], and [ci_none()] accept them.
#'
#' @section Errors:
#' `accord_error_argument` for arguments that are not as described; with `over = "raters"` or `"both"` for pairs of
#' raters, differences and intra-rater agreement, and with `"both"` if every rater rated items of one cluster only,
#' since other clusters then bring other raters (`ci_jackknife()` refers to both); `accord_error_anonymous` for these
#' if raters are anonymous.
#'
#' @param conf_level Confidence level, between 0 and 1.
#' @param over What is left out: `"items"`, `"raters"` or `"both"`, which determines the population of the interval.
#' @param scale On which scale the interval is formed: `"z"`, Fisher's, `"log"`, of the disagreement, or `"identity"`;
#'   `NULL`: `"log"` with `over = "both"`, otherwise `"z"`.
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
#'
#' Satterthwaite, F. E. (1946) An approximate distribution of estimates of variance components.
#' *Biometrics Bulletin* 2, 110-114. \doi{10.2307/3002019}
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
#' krippendorff_alpha(ratings, item, rater, label, ci = ci_jackknife(over = "both"))
#' one_sided <- ci_jackknife(null = 0, alternative = "greater")
#' krippendorff_alpha(ratings, item, rater, label, ci = one_sided)
ci_jackknife <- function(conf_level = 0.95, over = "items", scale = NULL, null = NULL, alternative = "two.sided") {
  level <- sided_level(conf_level, alternative)
  check_choice(over, c("items", "raters", "both"), "over")
  scale <- scale %||% if (over == "both") "log" else "z"
  check_choice(scale, c("z", "log", "identity"), "scale")
  ci <- new_ci("jackknife", level, if (over == "raters") "none" else "jackknife",
    over = over, units = units_of(over), scale = scale, raters = if (over == "items") "fixed" else "left_out",
    label = switch(over, items = "jackknife", raters = "rater jackknife", both = "two-way jackknife")
  )
  sides <- list(null = check_null(null), alternative = alternative, stated = conf_level)
  ci[names(sides)] <- sides
  ci
}

#' @export
interval_ratings.accord_ci_jackknife <- function(ci, ratings, entries) {
  if (ci$over == "both") check_crossed(ratings)
  NextMethod()
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
  if (ci$over == "both") {
    return(two_way_limits(ci, rater_columns(estimates)))
  }
  of_raters <- ci$over == "raters"
  if (of_raters) estimates <- rater_columns(estimates)
  s <- sqrt(if (of_raters) estimates$rater_variance else estimates$variance)
  n <- if (of_raters) estimates$variance_raters else estimates$variance_items
  undefined <- if (of_raters) estimates$undefined_raters else estimates$undefined
  # There is no interval if the data do not vary, or if the estimate is undefined without some item.
  s[!is.na(s) & (s == 0 | undefined > 0)] <- NA_real_
  jackknife_limits(ci, estimates, s, pmax(n - 1, 1))
}

# Returns std.error, limits and the test, on the scale of the interval, with `df` degrees of freedom of t. `centre`: the
# middle of the limits on that scale, if it is not the estimate, which they then contain all the same.
jackknife_limits <- function(ci, estimates, s, df, centre = NULL) {
  scale <- limit_scale(ci$scale, lowest_limit(estimates))
  z <- centre %||% scale$to(estimates$estimate)
  s_z <- s * scale$slope(estimates$estimate)
  half <- stats::qt(1 - (1 - ci$conf_level) / 2, df) * s_z
  c(list(
    std.error = s,
    conf.low = pmin(scale$back(z - half), estimates$estimate),
    conf.high = pmax(scale$back(z + half), estimates$estimate)
  ), jackknife_test(ci, estimates, s, s_z, df, z, scale))
}

# The test on the scale of the limits, so that it rejects exactly the values outside them; NULL if none is asked for.
jackknife_test <- function(ci, estimates, s, s_z, df, z, scale) {
  if (is.null(ci$null)) {
    return(NULL)
  }
  null <- rep_len(scale$to(ci$null), length(s))
  # The end of the range, such as percent agreement of 0, has no place on Fisher's scale.
  plain <- !is.finite(null)
  test_of(ci, ifelse(plain, estimates$estimate - ci$null, z - null), ifelse(plain, s, s_z), df)
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
