#' Unanimous agreement
#'
#' The share of items on which all raters agree, without correction for chance.
#'
#' @details
#' \deqn{p_u = 1 - \frac{1}{n'} \sum_{i: r_i \ge 2} \max_{j, l} (1 - w_{x_{ij} x_{il}})}{
#' p_u = 1 - 1 / n' sum_{i: r_i >= 2} max_jl (1 - w_{x_ij x_il})}
#' where \eqn{x_{ij}}{x_ij} is the \eqn{j}-th of the \eqn{r_i} ratings of item \eqn{i}, and \eqn{n'}{n'} items have two
#' ratings or more. Without weights it is the share of these items whose ratings are all equal; with weights an item
#' counts by the two of its ratings that agree least. Conger (1980) calls it agreement among \eqn{g} raters, where
#' \eqn{g} is all of them. With two ratings per item it is [percent_agreement()]; the more raters, the lower it is, so
#' that values for different numbers of raters cannot be compared. `"all"` in [agreement()] does not include it.
#'
#' `agree()` of package irr (0.85) gives this share, as a percentage, of the items that all raters rated. Its
#' `tolerance` is a matrix of `weights`, see the example.
#'
#' @section Missing and degenerate data:
#' Items with fewer than two ratings are left out; of the others, the ratings that are not missing have to agree. If
#' all ratings are in one category, it is 1. Without a pilot `value` of [plan_agreement()] is `NA`. Intervals over
#' raters are not meaningful: without a rater, or where one is drawn twice, fewer raters have to agree.
#'
#' @section Errors:
#' Those of [agreement()].
#'
#' @inheritParams cohen_kappa
#' @return A tibble of class `accord_agreement` with one row per group, see [krippendorff_alpha()] for its
#'   columns. `observed` is \eqn{1 - p_u}{1 - p_u} and `expected` is 1, since chance agreement is not considered.
#' @references
#' Conger, A. J. (1980) Integration and generalization of kappas for multiple raters. *Psychological Bulletin* 88,
#' 322-328. \doi{10.1037/0033-2909.88.2.322}
#' @seealso [agreement()] for several coefficients at once. [item_summary()] for the items that are unanimous.
#' @concept coefficient
#' @export
#' @examples
#' ratings <- rbind(c(1, 1, 2), c(2, 2, 2), c(3, 4, 4), c(4, 2, 2), c(1, 1, 1))
#' unanimous_agreement(ratings, layout = "raters_in_columns")
#' # with a tolerance of one point
#' within_one <- outer(1:4, 1:4, function(x, y) abs(x - y) <= 1)
#' unanimous_agreement(ratings, layout = "raters_in_columns", weights = within_one + 0)
unanimous_agreement <- kappa_verb("unanimous_agreement")
