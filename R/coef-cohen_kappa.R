#' Cohen's kappa
#'
#' Agreement of two raters beyond the agreement expected by chance from each rater's category shares; with more than
#' two raters, Conger's generalisation.
#'
#' @details
#' \deqn{\kappa = \frac{p_a - p_e}{1 - p_e},\qquad p_e = \sum_{k,l} w_{kl}\, p_{1k}\, p_{2l}}{
#' kappa = (p_a - p_e) / (1 - p_e), p_e = sum_kl w_kl p_1k p_2l} where \eqn{p_{gk}}{p_gk} is the share of category
#' \eqn{k} among the ratings of rater \eqn{g}, and \eqn{w_{kl}}{w_kl} a weight of agreement: 1 for equal categories
#' and 0 otherwise for Cohen's (1960) kappa, any other weights for his (1968) weighted kappa. With three raters or more
#' \eqn{p_e}{p_e} is the mean over all pairs of raters, as in [conger_kappa()].
#'
#' Kappa is 1 for perfect agreement, 0 for agreement at the chance level, and \eqn{-1} for two raters who always
#' disagree and use two categories equally often.
#'
#' @section Missing and degenerate data:
#' Cohen's kappa was defined for two raters who both rated every item. Following Gwet (2014), \eqn{p_a} is computed
#' from the items that both rated, and each rater's shares from all items of this rater. To use only the items that
#' both rated in the chance term as well, use [pairwise_agreement()].
#'
#' If all ratings are in one category, the expected disagreement is 0 and the coefficient is not defined: `estimate`
#' is `NA` and `status` says why.
#'
#' A skipped item is not a disagreement. In a study of understatement two annotators answered "yes" or "no" for 120
#' sentences, and one of them skipped one. For the 119 sentences that both answered, kappa is .543 (as in
#' [pairwise_agreement()]). If the answers are compared by hand, as in "is it yes?", the missing answer counts as a
#' "no" in the shares, and as a disagreement since it equals neither answer: 120 sentences, kappa .531. With more
#' skipped sentences kappa decreases further, although nobody disagreed about them.
#'
#' @section Errors:
#' Those of [agreement()].
#'
#' @inheritParams agreement
#' @param weights Weights of agreement, see [agreement()]: `"identity"`, `"linear"`, `"quadratic"`, `"ordinal"`,
#'   `"radical"`, `"ratio"`, `"circular"`, `"bipolar"`, for sets `"jaccard"`, `"masi"`, `"dice"`, `"passonneau"`, or a
#'   matrix with a row and a column per category (in the order of the categories, or named): symmetric, from 0 to 1, 1
#'   on its diagonal.
#' @param range For circular weights the length of a full turn (24 for hours, 360 for degrees); the default, for whole
#'   numbers, is the largest minus the smallest category plus one. For bipolar weights, the two ends of the scale; the
#'   default is the smallest and the largest category. With `by` it must be given, unless the categories are declared.
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()]
#'   for its columns. `metric` names the weights; `observed` is \eqn{1 - p_a}{1 - p_a} and
#'   `expected` is \eqn{1 - p_e}{1 - p_e}.
#' @references
#' Cohen, J. (1960) A coefficient of agreement for nominal scales. *Educational and Psychological
#' Measurement* 20, 37-46. \doi{10.1177/001316446002000104}
#'
#' Cohen, J. (1968) Weighted kappa: nominal scale agreement with provision for scaled disagreement
#' or partial credit. *Psychological Bulletin* 70, 213-220. \doi{10.1037/h0026256}
#'
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#' @seealso [agreement()] for several coefficients at once. [pairwise_agreement()]
#'   for every pair of raters.
#' @concept coefficient
#' @export
#' @examples
#' table <- rbind(yes = c(yes = 7, no = 4), no = c(8, 81))
#' cohen_kappa(table, layout = "confusion")
#'
#' # Cohen (1968): weights that take some disagreements for worse than others
#' diagnoses <- rbind(c(88, 14, 18), c(10, 40, 10), c(2, 6, 12))
#' disagreement <- rbind(c(0, 1, 3), c(1, 0, 6), c(3, 6, 0))
#' cohen_kappa(diagnoses, layout = "confusion", weights = 1 - disagreement / 6)
cohen_kappa <- kappa_verb("cohen_kappa")
