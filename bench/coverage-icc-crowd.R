# Intraclass correlations of crowd data: estimates by least squares and by rater means if raters rate few items each.
# Items and errors have variance 1, raters 0.5, so ICC(A,1) is .4 and ICC(C,1) .5. The results are the reason why icc()
# adjusts by least squares.
#   Rscript bench/coverage-icc-crowd.R [replicates]
suppressPackageStartupMessages(library(accord))
replicates <- c(as.integer(commandArgs(TRUE)), 500L)[1]
set.seed(4)

truth <- c(icc_a1 = 0.4, icc_c1 = 0.5)

draw <- function(items, raters, per_item) {
  item <- rep(seq_len(items), each = per_item)
  rater <- c(replicate(items, sample(raters, per_item)))
  error <- stats::rnorm(length(item))
  rating <- stats::rnorm(items)[item] + sqrt(0.5) * stats::rnorm(raters)[rater] + error
  as_ratings(data.frame(item, rater, rating), item, rater, rating)
}

one_design <- function(items, raters, per_item) {
  values <- replicate(replicates, {
    ratings <- draw(items, raters, per_item)
    sapply(c(least_squares = "least_squares", rater_means = "rater_means"), function(adjust) {
      x <- icc(ratings, form = names(truth), missing = adjust)
      c(x$estimate, x$conf.low <= truth & truth <= x$conf.high)
    })
  })
  means <- apply(values, 1:2, mean, na.rm = TRUE)
  rownames(means) <- c("mean ICC(A,1)", "mean ICC(C,1)", "coverage ICC(A,1)", "coverage ICC(C,1)")
  cat("\n", items, "items,", raters, "raters,", per_item, "ratings per item\n")
  print(round(t(means), 3))
}

one_design(50, 4, 3)
one_design(60, 20, 3)
one_design(100, 60, 4)
one_design(200, 200, 3)
