# Coverage of the limits of ICC(A,1): the default (MOVER) and the F limits, where data are complete, have
# gaps, or are not normal. Items have variance 1; coverage-icc.csv is the table of 2,000 replicates a row, and
# tells intervals above the true value from those below. coverage-icc-crowd.R is about crowd data.
#
# The limits were chosen on other designs: 10 and 30 items, 2, 4 and 10 raters, ICC(A,1) .45 and .8, and these
# thinned out. All rows here were run once.
#   Rscript bench/coverage-icc.R [replicates]
suppressPackageStartupMessages(library(accord))
replicates <- c(as.integer(commandArgs(TRUE)), 2000L)[1]
set.seed(20)

shapes <- list(
  normal = stats::rnorm,
  uniform = function(n) stats::runif(n, -sqrt(3), sqrt(3)),
  `t, 5 df` = function(n) stats::rt(n, 5) / sqrt(5 / 3),
  exponential = function(n) stats::rexp(n) - 1
)

# Every item is rated by every rater, except for a share of `missing` ratings.
draw <- function(cell) {
  draw <- shapes[[cell$shape]]
  rows <- expand.grid(item = seq_len(cell$items), rater = seq_len(cell$raters), job = seq_len(replicates))
  error <- 1 / cell$truth - 1 - cell$rater_variance
  rows$y <- draw(cell$items * replicates)[(rows$job - 1) * cell$items + rows$item] +
    sqrt(cell$rater_variance) * draw(cell$raters * replicates)[(rows$job - 1) * cell$raters + rows$rater] +
    sqrt(error) * draw(nrow(rows))
  rows <- rows[stats::runif(nrow(rows)) >= cell$missing, ]
  as_ratings(rows, item, rater, y, by = job)
}

one_cell <- function(cell) {
  ratings <- draw(cell)
  rows <- lapply(c("mover", "f"), function(limits) {
    x <- suppressWarnings(icc(ratings, form = c("icc_a1", "icc_ak"), limits = limits))
    mean_of_k <- x[x$coefficient == "icc_ak", ]
    x <- x[x$coefficient == "icc_a1", ]
    share <- function(which) round(mean(which, na.rm = TRUE), 4)
    data.frame(
      cell,
      limits = limits,
      coverage = share(!is.na(x$conf.low) & x$conf.low <= cell$truth & cell$truth <= x$conf.high),
      above = share(x$conf.low > cell$truth), below = share(x$conf.high < cell$truth),
      width = share(x$conf.high - x$conf.low), none = share(is.na(x$conf.low)),
      none_of_mean = share(is.na(mean_of_k$conf.low))
    )
  })
  do.call(rbind, rows)
}

grid <- function(...) {
  cells <- expand.grid(..., truth = c(0.3, 0.6, 0.9), rater_variance = c(0, 0.1, 0.5, 1, 2))
  cells[1 / cells$truth - 1 - cells$rater_variance > 1e-9, ]
}
cells <- rbind(
  grid(shape = "normal", missing = 0, items = c(10, 20, 50), raters = c(2, 3, 5, 10)),
  grid(shape = "normal", missing = 0.3, items = c(20, 50), raters = c(3, 5, 10)),
  grid(shape = names(shapes)[-1], missing = 0, items = 20, raters = c(2, 5))
)
rows <- do.call(rbind, lapply(seq_len(nrow(cells)), function(i) one_cell(cells[i, ])))
utils::write.csv(rows, "bench/coverage-icc.csv", row.names = FALSE)

rows$kind <- paste(rows$shape, ifelse(rows$missing > 0, "with gaps", "complete"))
spread <- function(x) c(rows = length(x), lowest = min(x), mean = mean(x), highest = max(x))
print(aggregate(coverage ~ limits + kind, rows, function(x) round(spread(x), 3)))
print(aggregate(coverage ~ limits + raters + kind, rows, function(x) round(spread(x), 3)))
