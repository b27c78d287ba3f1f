#' Conger's kappa, the exact kappa
#'
#' Agreement beyond chance, where chance agreement is computed from the category shares of each rater.
#'
#' @details
#' \deqn{\kappa = \frac{p_a - p_e}{1 - p_e},\qquad
#' p_e = \frac{1}{r (r - 1)} \sum_{g \ne h} \sum_{k,l} w_{kl}\, p_{gk}\, p_{hl}}{
#' kappa = (p_a - p_e) / (1 - p_e), p_e = 1 / (r (r - 1)) sum_{g != h} sum_kl w_kl p_gk p_hl}
#' with \eqn{p_a}{p_a} as in [percent_agreement()], and \eqn{p_{gk}}{p_gk} the share of category
#' \eqn{k} among all ratings of rater \eqn{g}, one of \eqn{r}. It is the mean over pairs of raters
#' of the chance agreement of [cohen_kappa()], to which it reduces for two raters. Hubert's (1977) and
#' Davies and Fleiss' (1982) kappa for several raters are the same.
#'
#' @section Missing and degenerate data:
#' Conger (1980) assumes that all raters rated all items. Following Gwet (2014), each rater's shares are computed from
#' the items that this rater rated. Raters with few ratings have the same weight in \eqn{p_e} as others.
#'
#' If all ratings are in one category, the expected disagreement is 0 and the coefficient is not defined: `estimate`
#' is `NA` and `status` says why. Nor is it defined if raters are anonymous.
#'
#' @section Errors:
#' Those of [agreement()].
#'
#' @inheritParams cohen_kappa
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()]
#'   for its columns. `metric` names the weights; `observed` is \eqn{1 - p_a}{1 - p_a} and
#'   `expected` is \eqn{1 - p_e}{1 - p_e}.
#' @references
#' Conger, A. J. (1980) Integration and generalization of kappas for multiple raters. *Psychological
#' Bulletin* 88, 322-328. \doi{10.1037/0033-2909.88.2.322}
#'
#' Hubert, L. (1977) Kappa revisited. *Psychological Bulletin* 84, 289-297.
#' \doi{10.1037/0033-2909.84.2.289}
#'
#' Davies, M. and Fleiss, J. L. (1982) Measuring agreement for multinomial data. *Biometrics* 38,
#' 1047-1051. \doi{10.2307/2529886}
#'
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#' @seealso [agreement()] for several coefficients at once; `vignette("coefficients")` for the choice.
#'   [light_kappa()] for the mean over pairs of raters.
#' @concept coefficient
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' conger_kappa(ratings, item, rater, label)
conger_kappa <- kappa_verb("conger_kappa")
