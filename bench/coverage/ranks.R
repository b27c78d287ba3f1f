# Coverage of the limits of Kendall's W over raters. The designs were settled before any was run: 3, 4, 5, 8, 12 or 20
# raters, drawn anew, of 8 or 20 objects that stay, with a correlation of .3 or .7 of a rater's scores with the
# worths of the objects squared; raters have the same precision, or precisions from a gamma distribution of shape 2. The
# truth is the mean of W over many other sets of as many raters. Nothing was chosen on them but the least number of
# raters for a bootstrap. R_LIBS=build/lib Rscript bench/coverage/ranks.R [sets] [jackknife]; the latter leaves out the
# bootstrap. The table has the jackknife of a run with 1,000 sets and the bootstrap of one with 200.

suppressPackageStartupMessages(library(accord))
n_sets <- as.integer(c(commandArgs(trailingOnly = TRUE), "400")[1])
methods <- list(jackknife = ci_jackknife(over = "raters"), bootstrap = ci_bootstrap(over = "raters", times = 500))
if ("jackknife" %in% commandArgs(trailingOnly = TRUE)) methods <- methods["jackknife"]

designs <- expand.grid(
  raters = c(3, 4, 5, 8, 12, 20), objects = c(8, 20), share = c(0.3, 0.7), precision = c("same", "gamma"),
  stringsAsFactors = FALSE
)

draw <- function(d) {
  worth <- stats::qnorm((seq_len(d$objects) - 0.5) / d$objects)
  by <- if (d$precision == "same") rep(1, d$raters) else stats::rgamma(d$raters, 2, 2)
  noise <- matrix(stats::rnorm(d$objects * d$raters), d$objects)
  sqrt(d$share) * outer(worth, by) + sqrt(1 - d$share) * noise
}
w_of <- function(x) {
  m <- ncol(x)
  n <- nrow(x)
  sums <- rowSums(apply(x, 2, rank))
  12 * sum((sums - m * (n + 1) / 2)^2) / (m^2 * (n^3 - n))
}

for (i in seq_len(nrow(designs))) {
  d <- designs[i, ]
  set.seed(i)
  truth <- mean(replicate(2000, w_of(draw(d))))
  found <- replicate(n_sets, {
    x <- draw(d)
    limits <- vapply(methods, function(ci) {
      w <- suppressWarnings(kendall_w(x, layout = "raters_in_columns", values = "scores", ci = ci))
      c(inside = w$conf.low[1] <= truth && truth <= w$conf.high[1], width = w$conf.high[1] - w$conf.low[1])
    }, c(inside = 0, width = 0))
    c(stats::setNames(limits["inside", ], names(methods)), stats::setNames(limits["width", ], paste0("width_", names(methods))))
  })
  row <- cbind(d, sets = n_sets, w = round(truth, 3), round(t(rowMeans(found, na.rm = TRUE)), 3))
  utils::write.table(row, stdout(), sep = ",", row.names = FALSE, col.names = i == 1, quote = FALSE)
}
