#' Gwet's AC1 and AC2
#'
#' Agreement beyond chance, if only items that are hard to rate are rated at random. Less affected by a dominant
#' category than kappa. AC1 is unweighted, AC2 weighted.
#'
#' @details
#' \deqn{AC = \frac{p_a - p_e}{1 - p_e},\qquad
#' p_e = \frac{\sum_{k,l} w_{kl}}{q (q - 1)} \sum_k \pi_k (1 - \pi_k)}{
#' AC = (p_a - p_e) / (1 - p_e), p_e = sum_kl w_kl / (q (q - 1)) sum_k pi_k (1 - pi_k)}
#' with \eqn{p_a}{p_a} as in [percent_agreement()], \eqn{\pi_k}{pi_k} as in [fleiss_kappa()], and
#' \eqn{q} the number of categories. Since the coefficient depends on \eqn{q}, declare all categories that raters
#' could choose, with `categories` or as levels of a factor.
#'
#' @section Missing and degenerate data:
#' Items with one rating enter the shares but not the observed agreement. If all ratings are in one category,
#' \eqn{p_e} is 0 and the coefficient is 1, unlike the kappas, which are not defined.
#'
#' @section Errors:
#' Those of [agreement()].
#'
#' @inheritParams cohen_kappa
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()]
#'   for its columns. `metric` names the weights; `observed` is \eqn{1 - p_a}{1 - p_a} and
#'   `expected` is \eqn{1 - p_e}{1 - p_e}. `coefficient` is
#'   `"gwet_ac1"` or `"gwet_ac2"`.
#' @references
#' Gwet, K. L. (2008) Computing inter-rater reliability and its variance in the presence of high
#' agreement. *British Journal of Mathematical and Statistical Psychology* 61, 29-48.
#' \doi{10.1348/000711006X126600}
#'
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#' @seealso [agreement()] for several coefficients at once; `vignette("coefficients")` for the choice.
#'   [category_agreement()] for each category.
#' @concept coefficient
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' gwet_ac(ratings, item, rater, label)
#'
#' # AC2: numbers and quadratic weights
#' scores <- rbind(c(1, 1, 2), c(4, 5, 4), c(2, 2, 2), c(5, 4, 5), c(3, 3, NA))
#' gwet_ac(scores, layout = "raters_in_columns", weights = "quadratic", categories = 1:5)
gwet_ac <- kappa_verb("gwet_ac")
