#' Intervals of models and scores
#'
#' Intervals of functions whose limits come from a formula or a likelihood of their own. These functions also accept
#' [ci_default()], which stands for their default at another level, and [ci_none()].
#'
#' @details
#' | | limits | functions |
#' |---|---|---|
#' | `ci_profile()` | of the profile likelihood | [variance_components()], [generalizability()], [icc()] by REML |
#' | `ci_mover()` | by the method of variance estimates recovery (Zou and Donner 2008) | [icc()] |
#' | `ci_f()` | of the F distribution (Shrout and Fleiss 1979; McGraw and Wong 1996) | [icc()] |
#' | `ci_score()` | of the score test (Wilson 1927) | [corrected_estimate()], [pairwise_judgements()], [win_rates()] |
#' | `ci_melded()` | melded (Bayer, Fay and Graubard 2023) | [corrected_estimate()] with a calibration sample |
#' | `ci_adjusted()` | adjusted (Lang and Reiczigel 2014) | [corrected_estimate()] with a calibration sample |
#'
#' The pages of these functions give the formulas.
#'
#' @section Errors:
#' `accord_error_argument` for a `conf_level` that is not between 0 and 1; other functions refuse these intervals with
#' the same error.
#'
#' @param conf_level Confidence level, between 0 and 1.
#' @return An object for the argument `ci` of the functions in the table.
#' @references
#' Bayer, D. M., Fay, M. P. and Graubard, B. I. (2023) Confidence intervals for prevalence estimates from complex
#' surveys with imperfect assays. \doi{10.48550/arXiv.2205.13494}
#'
#' Lang, Z. and Reiczigel, J. (2014) Confidence limits for prevalence of disease adjusted for estimated sensitivity
#' and specificity. *Preventive Veterinary Medicine* 113, 13-22. \doi{10.1016/j.prevetmed.2013.09.015}
#'
#' McGraw, K. O. and Wong, S. P. (1996) Forming inferences about some intraclass correlation
#' coefficients. *Psychological Methods* 1, 30-46. \doi{10.1037/1082-989X.1.1.30}
#'
#' Shrout, P. E. and Fleiss, J. L. (1979) Intraclass correlations: uses in assessing rater
#' reliability. *Psychological Bulletin* 86, 420-428. \doi{10.1037/0033-2909.86.2.420}
#'
#' Wilson, E. B. (1927) Probable inference, the law of succession, and statistical inference. *Journal of the American
#' Statistical Association* 22, 209-212. \doi{10.1080/01621459.1927.10502953}
#'
#' Zou, G. Y. and Donner, A. (2008) Construction of confidence limits about effect measures: a general
#' approach. *Statistics in Medicine* 27, 1693-1702. \doi{10.1002/sim.3095}
#' @seealso [ci_default()], [ci_jackknife()], [ci_bootstrap()], [ci_analytic()]; `vignette("scores")`.
#' @name ci_profile
#' @examples
#' ratings <- cbind(ann = c(9, 6, 8, 7, 10, 6), bob = c(2, 1, 4, 1, 5, 2), cat = c(5, 3, 6, 2, 6, 4))
#' icc(ratings, layout = "raters_in_columns", form = "icc_a1", ci = ci_f(0.9))
#' icc(ratings, layout = "raters_in_columns", form = "icc_a1", method = "reml", ci = ci_profile())
NULL

#' @rdname ci_profile
#' @export
ci_profile <- function(conf_level = 0.95) {
  new_ci("profile", conf_level, verbs = c("variance_components", "generalizability", "icc"))
}

#' @rdname ci_profile
#' @export
ci_mover <- function(conf_level = 0.95) new_ci("mover", conf_level, verbs = "icc", label = "MOVER")

#' @rdname ci_profile
#' @export
ci_f <- function(conf_level = 0.95) new_ci("f", conf_level, verbs = "icc", label = "F")

#' @rdname ci_profile
#' @export
ci_score <- function(conf_level = 0.95) {
  new_ci("score", conf_level, verbs = c("corrected_estimate", "pairwise_judgements", "win_rates"))
}

#' @rdname ci_profile
#' @export
ci_melded <- function(conf_level = 0.95) new_ci("melded", conf_level, verbs = "corrected_estimate")

#' @rdname ci_profile
#' @export
ci_adjusted <- function(conf_level = 0.95) new_ci("adjusted", conf_level, verbs = "corrected_estimate")
