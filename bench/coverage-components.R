# Coverage of 95% limits of variance components and of coefficients of generalizability, by simulation: items x raters,
# complete, normal; variance 1 of items, .5 of the error. Rscript bench/coverage-components.R [replicates] [interval:
# profile or bootstrap]. For ICC(A,1), the dependability of one rater, the limits of icc() are included.

library(accord)

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 500
ci <- if (length(arguments) > 1) arguments[2] else "profile"
if (ci == "bootstrap") ci <- ci_bootstrap(times = 200)

covers <- function(low, high, true) low <= true & true <= high

design <- function(n, k, rater) {
  rows <- expand.grid(item = seq_len(n), rater = seq_len(k))
  true <- c(1, rater, 0.5)
  hits <- replicate(times, {
    rows$y <- stats::rnorm(n)[rows$item] + sqrt(rater) * stats::rnorm(k)[rows$rater] +
      sqrt(0.5) * stats::rnorm(n * k)
    x <- variance_components(rows, y ~ (1 | item) + (1 | rater), ci = ci)
    g <- generalizability(x, object = item, n = list(rater = 1), ci = ci)
    a1 <- icc(rows, item, rater, y, form = "icc_a1")
    c(
      covers(x$conf.low, x$conf.high, true), covers(g$conf.low, g$conf.high, 1 / c(1.5, 1.5 + rater)),
      covers(a1$conf.low, a1$conf.high, 1 / (1.5 + rater))
    )
  })
  names <- c("items", "raters", "error", "generalizability", "dependability", "icc_a1_mover")
  data.frame(n_items = n, n_raters = k, rater_variance = rater, t(stats::setNames(rowMeans(hits), names)))
}

set.seed(1)
designs <- expand.grid(n = c(10, 30), k = c(2, 3, 5, 10), rater = c(0.1, 1))
print(do.call(rbind, Map(design, designs$n, designs$k, designs$rater)), digits = 3)
