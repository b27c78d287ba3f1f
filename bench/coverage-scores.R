# Coverage of 95% limits of estimates for scores, by simulation, in two designs that were not used for tuning: 15 items
# x 3 raters who differ as much as the items, normal; and 20 items x 4 raters with skewed items and errors
# (exponential). Rscript bench/coverage-scores.R [replicates]

library(accord)
options(accord.threads = 1)

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 500

covers <- function(x, true) x$conf.low <= true & true <= x$conf.high
model <- y ~ (1 | item) + (1 | rater)

# Variances are 1 of the items, .5 of the error; `draw` gives numbers with mean 0 and variance 1.
design <- function(n, k, rater, draw) {
  rows <- expand.grid(item = seq_len(n), rater = letters[seq_len(k)])
  z <- stats::qnorm(0.975)
  hits <- replicate(times, suppressWarnings({
    severity <- stats::rnorm(k, sd = sqrt(rater))
    rows$y <- draw(n)[rows$item] + severity[as.integer(rows$rater)] + sqrt(0.5) * draw(n * k)
    two <- rows[rows$rater %in% c("a", "b"), ]
    limits <- limits_of_agreement(two, item, rater, y)
    between <- severity[1] - severity[2] + c(0, -1, 1) * z
    mean <- limits_of_agreement(rows, item, rater, y, against = "mean")
    apart <- (severity[1] - severity[2])^2
    all_apart <- mean(stats::dist(severity)^2)
    forms <- icc(rows, item, rater, y, form = c("icc_c1", "icc_a1"), method = "reml")
    all <- function(ci) concordance(rows, item, rater, y, pairs = FALSE, ci = ci)
    c(
      component = covers(variance_components(rows, model), c(1, rater, 0.5)),
      study = covers(generalizability(rows, model, item, n = list(rater = 1)), 1 / c(1.5, 1.5 + rater)),
      icc_reml = covers(forms, 1 / c(1.5, 1.5 + rater)),
      limits = covers(tidy(limits), between),
      limits_mean = covers(tidy(mean), c(0, -1, 1) * z * sqrt((k - 1) / k * (rater + 0.5)))[3],
      concordance_two = covers(concordance(two, item, rater, y), 2 / (3 + apart)),
      concordance_all = covers(all(ci_default()), 2 / (3 + all_apart)),
      jackknife_two = covers(concordance(two, item, rater, y, ci = ci_jackknife()), 2 / (3 + apart)),
      jackknife_all = covers(all(ci_jackknife()), 2 / (3 + all_apart))
    )
  }))
  round(rowMeans(hits), 3)
}

set.seed(101)
print(cbind(
  raters_differ = design(15, 3, 1, stats::rnorm),
  skewed = design(20, 4, 0.25, function(n) stats::rexp(n) - 1)
))
