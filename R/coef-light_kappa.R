#' Light's kappa
#'
#' The mean of Cohen's kappas of all pairs of raters.
#'
#' @details
#' \deqn{\kappa_L = \frac{1}{P} \sum_{g < h} \kappa_{gh}}{kappa_L = 1 / P sum_{g < h} kappa_gh}
#' over the \eqn{P} pairs of raters whose kappa \eqn{\kappa_{gh}}{kappa_gh}, on the items that both
#' of them rated, is defined. Every pair counts alike, however few items its raters share: with
#' many raters of whom few meet, most kappas rest on one or two items and the mean says little.
#' [conger_kappa()] pools the pairs instead; `mean(pairwise_agreement(...), weighted = TRUE)`
#' weights the kappas by their items.
#'
#' @section Missing and degenerate data:
#' Light (1971) has all raters rate all items. Here each pair is taken on its common items; pairs
#' without any, or whose ratings are all in one category, have no kappa and are left out. If none
#' is left the coefficient is not defined, and so it is where raters are anonymous: `estimate` is
#' `NA` and `status` says why. `observed` and `expected` are `NA`, since a mean of ratios has
#' neither. With `duplicates = "keep"` each pair of ratings by two raters counts as an item.
#'
#' @section Errors:
#' Those of [agreement()], and `accord_error_too_large` where pairs of raters meet more than 2e10 times.
#'
#' @inheritParams cohen_kappa
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()]
#'   for its columns. `metric` names the weights; `observed` and `expected` are `NA`.
#' @references
#' Light, R. J. (1971) Measures of response agreement for qualitative data: some generalizations and
#' alternatives. *Psychological Bulletin* 76, 365-377. \doi{10.1037/h0031643}
#' @seealso [agreement()] for several coefficients at once. [pairwise_agreement()]
#'   for the kappas of the pairs.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' light_kappa(ratings, item, rater, label)
light_kappa <- kappa_verb("light")
