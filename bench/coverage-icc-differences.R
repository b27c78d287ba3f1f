# Coverage of 95% limits of a difference of intraclass correlations by compare_agreement(), and how often its test
# rejects, by simulation: the designs of coverage-icc-differences-designs.R.
#   R_LIBS=build/lib Rscript bench/coverage-icc-differences.R [replicates] [half: 0 even, 1 odd designs] [csv]

suppressPackageStartupMessages(library(accord))
options(accord.threads = 1)
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "coverage-icc-differences-designs.R"))
arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments) > 0) as.integer(arguments[1]) else 400
half <- if (length(arguments) > 1) as.integer(arguments[2]) else 0
file <- if (length(arguments) > 2) arguments[3] else file.path(here, "coverage-icc-differences.csv")

designs <- icc_difference_designs()
designs <- designs[designs$design %% 2 == half, ]
rows <- list()
for (i in seq_len(nrow(designs))) {
  d <- designs[i, ]
  truth <- icc_difference_truth(d)
  set.seed(8000 + d$design)
  found <- do.call(rbind, lapply(seq_len(times), function(b) {
    as.data.frame(suppressWarnings(compare_agreement(
      icc_difference_study(d), item, rater, score,
      by = group, paired = d$paired, coefficients = names(truth)
    )))
  }))
  found$truth <- truth[found$coefficient]
  rows[[i]] <- do.call(rbind, lapply(split(found, found$coefficient), function(x) {
    data.frame(
      d[setdiff(names(d), "half")],
      coefficient = x$coefficient[1], truth = round(x$truth[1], 3), studies = nrow(x),
      with_limits = sum(!is.na(x$conf.low)),
      coverage = round(mean(x$conf.low <= x$truth & x$truth <= x$conf.high, na.rm = TRUE), 3),
      above = round(mean(x$conf.low > x$truth, na.rm = TRUE), 3),
      below = round(mean(x$conf.high < x$truth, na.rm = TRUE), 3),
      rejected = round(mean(x$p.value < 0.05, na.rm = TRUE), 3),
      width = round(stats::median(x$conf.high - x$conf.low, na.rm = TRUE), 3)
    )
  }))
  result <- do.call(rbind, rows)
  utils::write.csv(result, file, row.names = FALSE, quote = FALSE)
  print(rows[[i]], row.names = FALSE)
}
