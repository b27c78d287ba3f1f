#' Number of labels by people for an interval of a given width
#'
#' A model or another judge labels all items, people a random part of them, and [corrected_estimate()] gives the share
#' of a category with an interval. How many items must people label for an interval of a given width, with and without
#' the judge?
#'
#' @details
#' With \eqn{h} half of the `width`, \eqn{z} the normal quantile and \eqn{p} the `share`, people alone need
#' \deqn{m = z^2 p (1 - p) / h^2}{m = z^2 p (1 - p) / h^2}
#' labels. With a judge whose labels of the category have the `correlation` \eqn{\rho}{rho} with those of people, and
#' who labels \eqn{N} items, they need
#' \deqn{n = \frac{1 - \rho^2}{1 / m - \rho^2 / N},}{n = (1 - rho^2) / (1 / m - rho^2 / N),}
#' which makes the variance of the estimate with the best weight of the judge (see [corrected_estimate()]) that of
#' \eqn{m} labels. Both are rounded up. A judge with \eqn{\rho^2 = .2}{rho^2 = .2} saves less than a fifth of the
#' labels.
#'
#' The share and the correlation come from a pilot, and the width will differ from study to study.
#'
#' @section Missing and degenerate data:
#' If all items together are not enough, `n_labelled` is `NA`, and `status` says so.
#'
#' @section Errors:
#' `accord_error_argument`.
#'
#' @param share The expected share of the category, between 0 and 1; one or several.
#' @param width The width of the interval, from the lower to the upper limit; one or several.
#' @param ... Must be empty.
#' @param n_items The number of items that the judge labels.
#' @param correlation The correlation of the judge's labels (1 for the category, 0 for others) with those of people.
#' @param conf_level The confidence level.
#' @return A tibble with a row per combination of `share` and `width`: `share`, `width`, `correlation`, `n_items`,
#'   `n_alone` (labels without the judge), `n_labelled` (labels with it) and `status`.
#' @references
#' Angelopoulos, A. N., Duchi, J. C. and Zrnic, T. (2023) PPI++: efficient prediction-powered inference.
#' \doi{10.48550/arXiv.2311.01453}
#' @seealso [corrected_estimate()], [judge_report()], [plan_agreement()] for coefficients of agreement.
#' @export
#' @examples
#' plan_labels(0.3, c(0.05, 0.1), n_items = 2000, correlation = 0.77)
plan_labels <- function(share, width, ..., n_items, correlation, conf_level = 0.95) {
  check_no_dots(...)
  check_given(n_items, "n_items")
  check_given(correlation, "correlation")
  check_number(share, "share", above = 0, below = 1, n = NULL)
  check_number(width, "width", above = 0, below = 1, n = NULL)
  check_whole(n_items, "n_items")
  check_number(correlation, "correlation", from = -1, to = 1)
  check_number(conf_level, "conf_level", above = 0, below = 1)
  grid <- expand.grid(width = width, share = share)
  exact <- stats::qnorm((1 + conf_level) / 2)^2 * grid$share * (1 - grid$share) / (grid$width / 2)^2
  r2 <- correlation^2
  labelled <- (1 - r2) / (1 / exact - r2 / n_items)
  enough <- exact <= n_items
  tibble::tibble(
    share = grid$share, width = grid$width, correlation = correlation, n_items = as.integer(n_items),
    n_alone = as.integer(ceiling(exact)),
    n_labelled = ifelse(enough, as.integer(ceiling(labelled)), NA_integer_),
    status = ifelse(enough, "ok", "more labels are needed than there are items")
  )
}
