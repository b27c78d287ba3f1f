#' Brennan and Prediger's coefficient
#'
#' Agreement beyond chance, if by chance all categories are equally likely. Also known as Bennett's S, as Randolph's
#' free-marginal kappa, and for two categories as Maxwell's RE and as PABAK, the prevalence- and bias-adjusted kappa.
#'
#' @details
#' \deqn{\kappa = \frac{p_a - p_e}{1 - p_e},\qquad p_e = \frac{1}{q^2} \sum_{k,l} w_{kl}}{
#' kappa = (p_a - p_e) / (1 - p_e), p_e = 1 / q^2 sum_kl w_kl} with \eqn{p_a}{p_a} as in [percent_agreement()] and
#' \eqn{q} the number of categories; without weights \eqn{p_e = 1 / q}{p_e = 1 / q}. Since the coefficient depends on
#' \eqn{q}, declare all categories that raters could choose, with `categories` or as levels of a factor, including
#' those that nobody used.
#'
#' On a scale of \eqn{q} equally spaced points, with `weights = "quadratic"` and the same number of ratings of each
#' item, it is \eqn{1 - MS_w / \sigma^2}{1 - MS_w / sigma^2}, with the mean square within items and the variance
#' \eqn{\sigma^2 = (q^2 - 1) / 12}{sigma^2 = (q^2 - 1) / 12} of ratings at random: Finn's (1970) r, and the mean over
#' items of \eqn{r_{wg}}{r_wg} (James, Demaree and Wolf 1984), where negative values are not set to 0.
#'
#' @section Missing and degenerate data:
#' Items with fewer than two ratings are left out. The originals are for complete data; with missing ratings this is
#' Gwet's (2014) form. If all ratings are in one category, the coefficient is 1 if more categories are declared;
#' otherwise it is not defined.
#'
#' @section Errors:
#' Those of [agreement()].
#'
#' @inheritParams cohen_kappa
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()]
#'   for its columns. `metric` names the weights; `observed` is \eqn{1 - p_a}{1 - p_a} and
#'   `expected` is \eqn{1 - p_e}{1 - p_e}.
#' @references
#' Brennan, R. L. and Prediger, D. J. (1981) Coefficient kappa: some uses, misuses, and
#' alternatives.
#' *Educational and Psychological Measurement* 41, 687-699. \doi{10.1177/001316448104100307}
#'
#' Bennett, E. M., Alpert, R. and Goldstein, A. C. (1954) Communications through limited-response
#' questioning. *Public Opinion Quarterly* 18, 303-308. \doi{10.1086/266520}
#'
#' Finn, R. H. (1970) A note on estimating the reliability of categorical data. *Educational and Psychological
#' Measurement* 30, 71-76. \doi{10.1177/001316447003000106}
#'
#' James, L. R., Demaree, R. G. and Wolf, G. (1984) Estimating within-group interrater reliability with and without
#' response bias. *Journal of Applied Psychology* 69, 85-98. \doi{10.1037/0021-9010.69.1.85}
#'
#' Randolph, J. J. (2005) Free-marginal multirater kappa: an alternative to Fleiss' fixed-marginal
#' multirater kappa. *Joensuu Learning and Instruction Symposium*.
#'
#' Byrt, T., Bishop, J. and Carlin, J. B. (1993) Bias, prevalence and kappa. *Journal of Clinical
#' Epidemiology* 46, 423-429. \doi{10.1016/0895-4356(93)90018-V}
#'
#' Maxwell, A. E. (1977) Coefficients of agreement between observers and their interpretation. *British Journal of
#' Psychiatry* 130, 79-83. \doi{10.1192/bjp.130.1.79}
#'
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#' @seealso [agreement()] for several coefficients at once; `vignette("coefficients")` for the choice.
#' @concept coefficient
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' brennan_prediger(ratings, item, rater, label)
#'
#' # A third category that nobody chose
#' brennan_prediger(ratings, item, rater, label, categories = c("a", "b", "c"))
brennan_prediger <- kappa_verb("brennan_prediger")
