#' Percent agreement
#'
#' The share of pairs of ratings of the same item that agree, without correction for chance.
#'
#' @details
#' \deqn{p_a = \frac{1}{n'} \sum_{i: r_i \ge 2}
#' \frac{\sum_{k,l} w_{kl} r_{ik} (r_{il} - [k = l])}{r_i (r_i - 1)}}{
#' p_a = 1 / n' sum_{i: r_i >= 2} sum_kl w_kl r_ik (r_il - [k = l]) / (r_i (r_i - 1))}
#' where item \eqn{i} has \eqn{r_i} ratings, \eqn{r_{ik}}{r_ik} of them in category \eqn{k}, and
#' \eqn{n'}{n'} items have two ratings or more: the mean over items of the share of agreeing pairs
#' of ratings. For two raters who both rated all items it is the share of items on which they
#' agree. Every item has the same weight, whatever its number of ratings. It is called percent agreement,
#' but is a share between 0 and 1. Holsti's (1969) coefficient of reliability, twice the number of
#' agreements divided by the number of decisions of both coders, is the same for two coders who both coded all items;
#' for more coders both are the mean over pairs of coders. The share
#' of items on which all raters agree is [unanimous_agreement()].
#'
#' @section Missing and degenerate data:
#' Items with fewer than two ratings are left out. The original is for complete data; with missing ratings this is
#' Gwet's (2014) form. If all ratings are in one category, it is 1.
#'
#' @section Errors:
#' Those of [agreement()].
#'
#' @inheritParams cohen_kappa
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()]
#'   for its columns. `metric` names the weights; `observed` is \eqn{1 - p_a}{1 - p_a}, and `expected`
#'   is 1, since chance agreement is not considered.
#' @references
#' Holsti, O. R. (1969) *Content Analysis for the Social Sciences and Humanities*. Addison-Wesley.
#'
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#' @seealso [agreement()] for several coefficients at once; `vignette("coefficients")` for the choice. [ci_bayes()] for
#'   the default interval, which is another one if items are in clusters.
#'   [category_agreement()] for the specific agreement on each category.
#' @concept coefficient
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' percent_agreement(ratings, item, rater, label)
percent_agreement <- kappa_verb("percent_agreement")
