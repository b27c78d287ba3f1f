# Coverage of the jackknife interval of alpha on three scales: as it is, Fisher's z, and
# log(1 - alpha). Complete designs of m raters and k categories; the truth is the value of the
# population that the items come from. It shows why ci_jackknife() uses Fisher's z.
#   Rscript bench/coverage-jackknife.R [replicates]
library(accord)
replicates <- c(as.integer(commandArgs(TRUE)), 400L)[1]
set.seed(4)

# One item's ratings: a true category, and raters who report it with probability `accuracy`.
draw <- function(items, k, m, shares, accuracy, ordered) {
  truth <- sample.int(k, items, replace = TRUE, prob = shares)
  report <- vapply(seq_len(k), function(t) {
    same <- seq_len(k) == t
    p <- ifelse(same, accuracy, (1 - accuracy) / (k - 1))
    if (ordered) p <- exp(-2 * accuracy * abs(seq_len(k) - t))
    p / sum(p)
  }, numeric(k))
  ratings <- vapply(truth, function(t) sample.int(k, m, replace = TRUE, prob = report[, t]), integer(m))
  t(ratings)
}

alpha <- function(ratings, k, level, ci = ci_none()) {
  suppressWarnings(krippendorff_alpha(
    ratings,
    layout = "raters_in_columns", level = level, categories = seq_len(k), ci = ci
  ))
}

covered <- function(items, k, m, shares, accuracy, level) {
  truth <- alpha(draw(200000, k, m, shares, accuracy, level != "nominal"), k, level)$estimate
  hits <- vapply(seq_len(replicates), function(i) {
    x <- alpha(draw(items, k, m, shares, accuracy, level != "nominal"), k, level, ci_jackknife())
    a <- x$estimate
    half <- qt(0.975, items - 1) * x$std.error
    c(
      plain = abs(truth - a) <= half,
      fisher = x$conf.low <= truth && truth <= x$conf.high,
      log = abs(log((1 - truth) / (1 - a))) <= half / (1 - a)
    )
  }, logical(3))
  data.frame(
    level = level, items = items, k = k, m = m, share = shares[1], accuracy = accuracy, alpha = truth,
    t(rowMeans(hits, na.rm = TRUE)), `no interval` = mean(is.na(hits["fisher", ])), check.names = FALSE
  )
}

cells <- expand.grid(
  items = c(20, 50),
  level = c("nominal", "ordinal", "interval"), accuracy = c(.6, .9), stringsAsFactors = FALSE
)
result <- do.call(rbind, Map(function(items, level, accuracy) {
  rbind(
    covered(items, 2, 3, c(.9, .1), accuracy + .05, level),
    covered(items, 3, 4, c(.8, .15, .05), accuracy, level),
    covered(items, 5, 3, c(.1, .2, .4, .2, .1), accuracy, level)
  )
}, cells$items, cells$level, cells$accuracy))
print(result, digits = 3, row.names = FALSE)
cat("\nlowest, mean and highest coverage:\n")
print(
  vapply(result[c("plain", "fisher", "log")], function(x) c(min(x), mean(x), max(x)), numeric(3)),
  digits = 3
)
