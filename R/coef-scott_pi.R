#' Scott's pi
#'
#' Agreement of two raters beyond the agreement expected by chance from their pooled category shares; with more than
#' two raters, Fleiss' generalisation.
#'
#' @details
#' \deqn{\pi = \frac{p_a - p_e}{1 - p_e},\qquad p_e = \sum_{k,l} w_{kl}\, \pi_k \pi_l}{
#' pi = (p_a - p_e) / (1 - p_e), p_e = sum_kl w_kl pi_k pi_l}
#' where \eqn{\pi_k}{pi_k} is the share of category \eqn{k} among the ratings of both raters. In
#' contrast to [cohen_kappa()] the raters are interchangeable, so a difference between their shares
#' counts as disagreement. With three raters or more it is [fleiss_kappa()].
#'
#' @section Missing and degenerate data:
#' Scott (1955) assumes two raters who rate all items. Following Gwet (2014), items with one rating enter the shares
#' but not the observed agreement, and all items have the same weight.
#'
#' If all ratings are in one category, the expected disagreement is 0 and the coefficient is not defined: `estimate`
#' is `NA` and `status` says why.
#'
#' @section Errors:
#' Those of [agreement()].
#'
#' @inheritParams cohen_kappa
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()]
#'   for its columns. `metric` names the weights; `observed` is \eqn{1 - p_a}{1 - p_a} and
#'   `expected` is \eqn{1 - p_e}{1 - p_e}.
#' @references
#' Scott, W. A. (1955) Reliability of content analysis: the case of nominal scale coding. *Public
#' Opinion Quarterly* 19, 321-325. \doi{10.1086/266577}
#'
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#' @seealso [agreement()] for several coefficients at once; `vignette("coefficients")` for the choice.
#' @concept coefficient
#' @export
#' @examples
#' table <- rbind(yes = c(yes = 7, no = 4), no = c(8, 81))
#' scott_pi(table, layout = "confusion")
scott_pi <- kappa_verb("scott_pi")
