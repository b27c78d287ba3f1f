#' Light's kappa
#'
#' The mean of Cohen's kappas of all pairs of raters.
#'
#' @details
#' \deqn{\kappa_L = \frac{1}{P} \sum_{g < h} \kappa_{gh}}{kappa_L = 1 / P sum_{g < h} kappa_gh}
#' over the \eqn{P} pairs of raters whose kappa \eqn{\kappa_{gh}}{kappa_gh}, on the items that both of them rated, is
#' defined. All pairs have the same weight, however few items they share: with many raters and few common items, most
#' kappas are based on one or two items and the mean is not informative. [conger_kappa()] pools the pairs instead;
#' `mean(pairwise_agreement(...), weighted = TRUE)` weights the kappas by their items.
#'
#' **Few common items.** The kappa of a pair is biased towards 0, the more the fewer items it is computed from, and a
#' mean over many pairs keeps this bias, so that limits around it are too narrow: with 1,000 items of ten ratings by
#' 100 raters, who share nine items on average, 95% limits contained the true value in 13 to 95% of data sets, whatever
#' the method (`bench/coverage-light.R` in the sources). The print says so if two raters have fewer common items on
#' average than twice the root of the number of items.
#'
#' @section Missing and degenerate data:
#' Light (1971) assumes that all raters rated all items. Here the kappa of each pair is computed from its common
#' items; pairs without common items, or whose ratings are all in one category, have no kappa and are left out. If
#' none is left, or if raters are anonymous, the coefficient is not defined: `estimate` is `NA` and `status` says why.
#' `observed` and `expected` are `NA`, since they do not exist for a mean of ratios. With `duplicates = "keep"` each
#' pair of ratings by two raters counts as an item.
#'
#' @section Errors:
#' Those of [agreement()], and `accord_error_too_large` for more than 2e10 pairs of ratings or, with the default
#' interval and fewer than 100 items, more than three million on items that differ in their ratings or raters.
#'
#' @inheritParams cohen_kappa
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()]
#'   for its columns. `metric` names the weights; `observed` and `expected` are `NA`.
#' @references
#' Light, R. J. (1971) Measures of response agreement for qualitative data: some generalizations and
#' alternatives. *Psychological Bulletin* 76, 365-377. \doi{10.1037/h0031643}
#' @seealso [agreement()] for several coefficients at once. [pairwise_agreement()]
#'   for the kappas of the pairs.
#' @concept coefficient
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' light_kappa(ratings, item, rater, label)
light_kappa <- kappa_verb("light_kappa")
