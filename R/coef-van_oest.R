#' van Oest's coefficient Ir2
#'
#' Agreement beyond chance, where the shares of the categories are estimated with a prior, since that of a rare
#' category is estimated from few ratings.
#'
#' @details
#' \deqn{I_r^2 = \frac{p_a - p_e}{1 - p_e},\qquad p_e = \sum_{k,l} w_{kl}\, \pi^*_k \pi^*_l,\qquad
#' \pi^*_k = \frac{n \pi_k + 1}{n + q}}{
#' Ir2 = (p_a - p_e) / (1 - p_e), p_e = sum_kl w_kl pi*_k pi*_l, pi*_k = (n pi_k + 1) / (n + q)}
#' where \eqn{\pi_k}{pi_k} is the share of category \eqn{k} as in [fleiss_kappa()], \eqn{n} the number of ratings
#' and \eqn{q} that of the categories: the posterior mean of the shares under a uniform prior. With many ratings it
#' approaches Fleiss' kappa, with few Brennan and Prediger's coefficient. `"all"` in [agreement()] does not include
#' it.
#'
#' @section Missing and degenerate data:
#' Items with one rating count in \eqn{n} and in the shares, not in the observed agreement; with missing ratings all
#' items have the same weight in the shares (Gwet 2014), whereas van Oest and Girard (2022) give all ratings the same
#' weight. If all ratings are in one of several declared categories, the coefficient is defined, since no share is 0.
#' With one category only, `estimate` is `NA` and `status` says why.
#'
#' @section Errors:
#' Those of [agreement()].
#'
#' @inheritParams cohen_kappa
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()] for its
#'   columns. `observed` is \eqn{1 - p_a}{1 - p_a} and `expected` is \eqn{1 - p_e}{1 - p_e}.
#' @references
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#'
#' van Oest, R. (2019) A new coefficient of interrater agreement: The challenge of highly unequal category
#' proportions. *Psychological Methods* 24, 439-451. \doi{10.1037/met0000183}
#'
#' van Oest, R. and Girard, J. M. (2022) Weighting schemes and incomplete data: A generalized Bayesian framework
#' for chance-corrected interrater agreement. *Psychological Methods* 27, 1069-1088. \doi{10.1037/met0000412}
#' @seealso [fleiss_kappa()] and [brennan_prediger()], between which it lies; [agreement()] for several coefficients
#'   at once.
#' @concept coefficient
#' @export
#' @examples
#' table <- rbind(yes = c(yes = 118, no = 5), no = c(2, 0))
#' van_oest(table, layout = "confusion")
van_oest <- kappa_verb("van_oest")
