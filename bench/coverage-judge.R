# Coverage of the limits of judge_report() for the difference of agreement with people and among people. The designs were
# settled before any was run: 20, 40 or 150 items, three people who each err in 5 or 20 percent of items, a judge who errs
# in 10 or 40 percent. Beside it, the t interval of the differences of items, and the ratio of the widths. That of panels
# is coverage-panel.R.
#   R_LIBS=build/lib Rscript bench/coverage-judge.R [sets] > bench/coverage-judge.csv

suppressPackageStartupMessages(library(accord))
n_sets <- as.integer(c(commandArgs(trailingOnly = TRUE), "500")[1])

covers <- function(limits, truth) limits[1] <= truth && truth <= limits[2]

# Labels are right or wrong, so that two of them agree with probability p q + (1 - p) (1 - q).
agree <- function(p, q) p * q + (1 - p) * (1 - q)
one_difference <- function(n, people, judge) {
  wrong <- cbind(matrix(stats::runif(3 * n) < people, n), stats::runif(n) < judge)
  data <- data.frame(item = seq_len(n), rater = rep(c("a", "b", "c", "judge"), each = n), label = as.character(wrong))
  x <- judge_report(data, item, rater, label, "judge", questions = "agreement", categories = c("TRUE", "FALSE"))
  truth <- agree(people, judge) - agree(people, people)
  same <- function(i, j) wrong[, i] == wrong[, j]
  d <- (same(1, 4) + same(2, 4) + same(3, 4) - same(1, 2) - same(1, 3) - same(2, 3)) / 3
  t <- mean(d) + c(-1, 1) * stats::qt(0.975, n - 1) * stats::sd(d) / sqrt(n)
  limits <- c(x$conf.low[3], x$conf.high[3])
  c(covers = covers(limits, truth), t = covers(t, truth), width = diff(limits), to_t = diff(limits) / diff(t))
}

run <- function(figure, designs, one) {
  rows <- lapply(seq_len(nrow(designs)), function(i) {
    set.seed(i)
    found <- replicate(n_sets, do.call(one, as.list(unname(designs[i, ]))))
    found["to_t", !is.finite(found["to_t", ])] <- NA
    data.frame(
      figure, n = designs[i, 1], first = designs[i, 2], second = designs[i, 3], sets = n_sets,
      t(round(rowMeans(found, na.rm = TRUE), 3))
    )
  })
  do.call(rbind, rows)
}
found <- run("difference", expand.grid(c(20, 40, 150), c(0.05, 0.2), c(0.1, 0.4)), one_difference)
utils::write.csv(found, stdout(), row.names = FALSE, quote = FALSE)
