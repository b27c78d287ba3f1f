# Coverage of the limits of judge_report() for the mean correlation of the errors of a panel, and so of its effective
# number. The designs were settled before any was run: 2, 3 or 6 judges on 30 to 400 items, with errors in 10, 25 or 40
# percent of items or, from judge to judge, 10 to 45; errors depend by a normal factor with equal loadings (none, .3,
# .8), with two judges that are much alike, or by a draw that judges share. The method was chosen on the odd ones; the
# table is of the even ones, and of clusters of five items that share half of the factor. Beside it, limits of Fisher's
# z, with the linearised error.  R_LIBS=build/lib Rscript bench/coverage-panel.R [sets] [half: 0 even, 1 odd designs]
# > bench/coverage-panel.csv; some minutes.

suppressPackageStartupMessages(library(accord))
arguments <- commandArgs(trailingOnly = TRUE)
n_sets <- as.integer(c(arguments, "500")[1])
half <- as.integer(c(arguments, "500", "0")[-1][1])
if (is.na(half) || half > 1) half <- 0L

designs <- expand.grid(
  n = c(30, 60, 150, 400), judges = c(2, 3, 6), errors = c("rare", "some", "often", "mixed"),
  dependence = c("none", "low", "high", "uneven", "common"), size = 1, stringsAsFactors = FALSE
)
# With unequal rates a shared draw has no single correlation.
designs <- designs[!(designs$dependence == "common" & designs$errors == "mixed"), ]
designs <- designs[seq_len(nrow(designs)) %% 2 == half, ]
designs <- rbind(designs, expand.grid(
  n = c(50, 100, 300), judges = c(2, 3, 6), errors = if (half == 0) c("rare", "mixed") else "some",
  dependence = c("low", "high"), size = 5, stringsAsFactors = FALSE
))

rates_of <- function(d) {
  switch(d$errors,
    rare = rep(0.1, d$judges), some = rep(0.25, d$judges), often = rep(0.4, d$judges),
    mixed = seq(0.1, 0.45, length.out = d$judges)
  )
}
loadings_of <- function(d) {
  switch(d$dependence,
    none = rep(0, d$judges), low = rep(0.3, d$judges), high = rep(0.8, d$judges),
    uneven = c(0.95, 0.95, rep(0.2, 4))[seq_len(d$judges)]
  )
}
COMMON <- 0.2

# The mean correlation of the population, over 2,000 quantiles of the factor.
truth_of <- function(d) {
  if (d$dependence == "common") {
    return(COMMON)
  }
  factor <- stats::qnorm((seq_len(2000) - 0.5) / 2000)
  p <- mapply(function(rate, loading) {
    stats::pnorm((stats::qnorm(rate) - sqrt(loading) * factor) / sqrt(1 - loading))
  }, rates_of(d), loadings_of(d))
  mean_p <- colMeans(p)
  r <- (crossprod(p) / 2000 - outer(mean_p, mean_p)) / sqrt(outer(mean_p * (1 - mean_p), mean_p * (1 - mean_p)))
  mean(r[lower.tri(r)])
}

errors_of <- function(d) {
  n <- d$n
  k <- d$judges
  rates <- rates_of(d)
  noise <- function(draw) matrix(draw(n * k), n)
  if (d$dependence == "common") {
    common <- stats::runif(n)
    own <- noise(stats::runif)
    return(sweep(ifelse(noise(stats::runif) < sqrt(COMMON), common, own), 2, rates, `<`))
  }
  loadings <- loadings_of(d)
  factor <- stats::rnorm(n)
  if (d$size > 1) factor <- sqrt(0.5) * (factor + rep(stats::rnorm(n / d$size), each = d$size))
  shown <- outer(factor, sqrt(loadings)) + sweep(noise(stats::rnorm), 2, sqrt(1 - loadings), `*`)
  sweep(shown, 2, stats::qnorm(rates), `<`)
}

one <- function(d, truth) {
  wrong <- errors_of(d)
  if (any(colMeans(wrong) %in% c(0, 1))) {
    return(rep(NA_real_, 4))
  }
  cluster <- rep(seq_len(d$n / d$size), each = d$size)
  found <- accord:::correlation_of_errors(wrong)
  limits <- accord:::correlation_limits(found, cluster, 0.95)
  # Judges that always err on the same items have a correlation of 1.
  r <- min(found$mean, 1 - 1e-9)
  se <- accord:::clustered_error(found$influence, cluster) / (1 - r^2)
  z <- tanh(atanh(r) + c(-1, 1) * stats::qt(0.975, length(unique(cluster)) - 1) * se)
  c(
    limits[1] <= truth + 1e-12 && truth - 1e-12 <= limits[2], truth < limits[1], diff(limits),
    z[1] <= truth && truth <= z[2]
  )
}

rows <- lapply(seq_len(nrow(designs)), function(i) {
  set.seed(i)
  d <- designs[i, ]
  truth <- truth_of(d)
  found <- replicate(n_sets, one(d, truth))
  means <- round(rowMeans(found, na.rm = TRUE), 3)
  data.frame(
    d, truth = round(truth, 3), sets = n_sets, with_limits = round(mean(!is.na(found[1, ])), 3), covers = means[1],
    too_high = means[2], width = means[3], fisher = means[4]
  )
})
utils::write.csv(do.call(rbind, rows), stdout(), row.names = FALSE, quote = FALSE)
