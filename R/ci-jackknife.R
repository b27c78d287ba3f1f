#' Jackknife interval over items
#'
#' Leaves each item out in turn, in closed form: items with the same count pattern give the
#' same value, so the work does not grow with the number of items.
#'
#' @details
#' With \eqn{N} items that take part and \eqn{\hat\alpha_{(i)}}{alpha_(i)} the estimate without
#' item \eqn{i},
#' \deqn{s^2 = \frac{N - 1}{N} \sum_i \left(\hat\alpha_{(i)} - \bar\alpha_{(\cdot)}\right)^2,}{
#' s^2 = (N - 1) / N * sum_i (alpha_(i) - mean alpha_(.))^2,}
#' and the interval is formed on Fisher's scale, where it cannot pass 1, with the \eqn{t}
#' quantile on \eqn{N - 1} degrees of freedom:
#' \deqn{\tanh\left(\mathrm{artanh}\,\hat\alpha \pm \frac{t\, s}{1 - \hat\alpha^2}\right).}{
#' tanh(artanh(alpha) +- t s / (1 - alpha^2)).}
#' The estimate is always the one from the data.
#'
#' The interval speaks about other items of the same kind, rated by the same raters. With few
#' items and one dominant category it covers less often than it promises.
#'
#' @section Degenerate data:
#' There is no interval (`NA`, with a warning) when leaving out some item leaves no estimate,
#' when every item gives the same value (as in perfect agreement: the data then do not tell
#' how much the estimate varies), with fewer than two items, and for \eqn{\alpha \le -1}{
#' alpha <= -1}, which only unusual distances reach.
#'
#' @param conf_level Confidence level, between 0 and 1.
#' @return An object for the argument `ci` of [krippendorff_alpha()].
#' @references
#' Efron, B. and Stein, C. (1981) The jackknife estimate of variance. *Annals of Statistics*
#' 9, 586-596. \doi{10.1214/aos/1176345462}
#'
#' Hughes, J. (2022) Toward improved inference for Krippendorff's alpha agreement coefficient.
#' \doi{10.48550/arXiv.2210.13265}
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 2), rater = rep(c("ann", "bob"), 6),
#'   label = c("a", "a", "b", "b", "a", "b", "b", "b", "a", "a", "b", "a")
#' )
#' krippendorff_alpha(ratings, item, rater, label, ci = ci_jackknife(conf_level = 0.9))
ci_jackknife <- function(conf_level = 0.95) {
  new_ci("jackknife", conf_level, "jackknife")
}

#' @export
add_interval.accord_ci_jackknife <- function(ci, core) {
  s <- sqrt(core$variance)
  # Without variation, or without a value for some item, the data tell no interval.
  s[!is.na(s) & (s == 0 | core$undefined > 0)] <- NA_real_
  t <- stats::qt(1 - (1 - ci$conf_level) / 2, pmax(core$variance_items - 1, 1))
  scale <- fisher_scale(core$lowest)
  z <- scale$to(core$estimate)
  half <- t * s * scale$slope(core$estimate)
  list(std.error = s, conf.low = scale$back(z - half), conf.high = scale$back(z + half))
}
