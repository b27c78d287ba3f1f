#' Fleiss' kappa
#'
#' Agreement beyond chance, where chance agreement is computed from the category shares of all ratings.
#'
#' @details
#' \deqn{\kappa = \frac{p_a - p_e}{1 - p_e},\qquad p_e = \sum_{k,l} w_{kl}\, \pi_k \pi_l,\qquad
#' \pi_k = \frac{1}{n} \sum_{i} \frac{r_{ik}}{r_i}}{
#' kappa = (p_a - p_e) / (1 - p_e), p_e = sum_kl w_kl pi_k pi_l, pi_k = 1 / n sum_i r_ik / r_i}
#' with \eqn{p_a}{p_a} as in [percent_agreement()], over the \eqn{n} items with at least one rating.
#' For two raters it is [scott_pi()]. Without weights and with the same number of ratings for every
#' item it is the kappa of Fleiss (1971), in which raters may differ from item to item.
#'
#' @section Missing and degenerate data:
#' Fleiss (1971) assumes the same number of ratings for every item. Following Gwet (2014), items with one rating enter
#' the shares but not the observed agreement, and all items have the same weight.
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
#' Fleiss, J. L. (1971) Measuring nominal scale agreement among many raters. *Psychological
#' Bulletin* 76, 378-382. \doi{10.1037/h0031619}
#'
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#' @seealso [agreement()] for several coefficients at once. [category_agreement()] for the
#'   kappa of each category.
#' @concept coefficient
#' @export
#' @examples
#' # Fleiss (1971) prints counts: subjects in rows, diagnoses in columns
#' counts <- rbind(
#'   c(0, 0, 0, 6, 0), c(0, 3, 0, 0, 3), c(0, 1, 4, 0, 1), c(0, 0, 0, 0, 6), c(0, 3, 0, 3, 0)
#' )
#' fleiss_kappa(counts, layout = "counts")
fleiss_kappa <- kappa_verb("fleiss_kappa")
