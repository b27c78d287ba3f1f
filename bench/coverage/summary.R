# What README.md quotes of coverage.csv.
#   Rscript bench/coverage/summary.R
x <- utils::read.csv("bench/coverage/coverage.csv")
x$coverage <- round(pmin(1, x$coverage / (1 - x$undefined)), 4) # of the jobs with an estimate
x$missing <- x$without - x$undefined
x$sparse <- grepl("^sparse", x$cell)
beyond <- grepl("^(random|clusters)", x$cell)
promised <- !beyond & x$items >= ifelse(x$sparse, 50, 20)

overview <- function(rows) {
  parts <- split(rows, rows$method)
  do.call(rbind, lapply(parts, function(p) {
    data.frame(
      rows = nrow(p), lowest = min(p$coverage), mean = mean(p$coverage), highest = max(p$coverage),
      `in .92-.98` = mean(p$coverage >= 0.92 & p$coverage <= 0.98), `below .90` = mean(p$coverage < 0.90),
      `no interval` = mean(p$missing), check.names = FALSE
    )
  }))
}
show <- function(title, table, ...) {
  cat("\n##", title, "\n")
  print(table, digits = 3, ...)
}

show("From 20 items (sparse: from 50)", overview(x[promised, ]))
twenty <- promised & x$items == 20 & x$coefficient != "conger"
show("20 items only", overview(x[twenty, ]))
show("10 items, and sparse designs of 20", overview(x[!promised & !beyond, ]))

bayes <- x[promised & x$method == "bayes 2", ]
show("Where ci_bayes() is outside .92-.98", row.names = FALSE, bayes[
  bayes$coverage < 0.92 | bayes$coverage > 0.98,
  c(
    "cell", "coefficient", "replicates", "truth", "estimate", "sd", "coverage", "too_high",
    "too_low", "width"
  )
])

# Mean widths can be compared only where both have an interval for every estimate.
key <- function(x) paste(x$cell, x$coefficient)
cat("\n## Width of ci_bayes() divided by that of intervals that cover as well (to a point)\n")
for (method in setdiff(unique(x$method[promised]), "bayes 2")) {
  other <- x[promised & x$method == method, ]
  ours <- bayes[match(key(other), key(bayes)), ]
  as_good <- other$missing == 0 & ours$missing %in% 0 &
    other$coverage >= pmin(ours$coverage, 0.95) - 0.01
  ratio <- (ours$width / other$width)[as_good]
  cat(sprintf(
    "%-24s as good in %3d of %3d rows; ratio %.2f to %.2f, median %.2f\n",
    method, sum(as_good), nrow(other), min(ratio), max(ratio), stats::median(ratio)
  ))
}

show("Other raters each time; clusters (alpha)", row.names = FALSE, x[
  beyond & x$coefficient == "alpha", c("cell", "method", "sd", "coverage", "width")
])
