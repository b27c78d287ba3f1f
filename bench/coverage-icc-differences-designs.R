# The designs of bench/coverage-icc-differences.R: two groups of items rated by normal raters, independent or the same
# items in two rounds. Written before the first study was drawn. Odd designs served to choose, even ones are reported.

icc_difference_designs <- function() {
  set.seed(20261129)
  designs <- expand.grid(
    half = 1:2, items = c(10, 30, 100), raters = c(3, 8), paired = c(FALSE, TRUE), stringsAsFactors = FALSE
  )
  n <- nrow(designs)
  any_of <- function(x) sample(rep(x, length.out = n))
  designs$design <- seq_len(n)
  designs$first <- any_of(c(0.3, 0.6, 0.9)) # ICC(C,1) of the first and of the second group
  designs$second <- any_of(c(0.3, 0.6, 0.9))
  designs$bias <- any_of(c(0, 0.2, 0.6)) # the variance of raters, relative to that of the items
  designs$same <- any_of(c(TRUE, FALSE)) # whether the raters of both groups are the same, with the same bias
  designs$stable <- any_of(c(1, 0.8)) # the correlation of the true values of an item in two rounds
  designs
}

# A study: a row per group, item and rater.
icc_difference_study <- function(d) {
  item <- stats::rnorm(d$items)
  rater <- stats::rnorm(d$raters)
  one <- function(group, rho) {
    again <- d$stable * item + sqrt(1 - d$stable^2) * stats::rnorm(d$items)
    value <- if (d$paired) again else stats::rnorm(d$items)
    bias <- sqrt(d$bias) * (if (d$same) rater else stats::rnorm(d$raters))
    rows <- expand.grid(item = seq_len(d$items), rater = seq_len(d$raters))
    noise <- sqrt((1 - rho) / rho)
    data.frame(
      group = group, rows,
      score = value[rows$item] + bias[rows$rater] + noise * stats::rnorm(nrow(rows))
    )
  }
  rbind(one("a", d$first), one("b", d$second))
}

icc_difference_truth <- function(d) {
  noise <- (1 - c(d$first, d$second)) / c(d$first, d$second)
  c(icc_c1 = diff(1 / (1 + noise)), icc_a1 = diff(1 / (1 + d$bias + noise)))
}
