# Coverage of the limits of Cohen's kappa for two raters and two categories, without simulation: the limits of all tables
# of n items, and the probability of each table. The designs, settled beforehand, are n, kappa, the share of the first
# category with both raters, and the ratio of their odds. Tables without a kappa count as covered, with limits -1 and 1.
#   Rscript bench/coverage-exact.R [n, with commas] [csv]

library(accord)
options(accord.threads = 2)
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
arguments <- commandArgs(trailingOnly = TRUE)
sizes <- if (length(arguments) > 0) as.integer(strsplit(arguments[1], ",")[[1]]) else c(10, 20, 30)
file <- if (length(arguments) > 1) arguments[2] else file.path(here, "coverage-exact.csv")

designs <- expand.grid(kappa = c(0, 0.2, 0.4, 0.6, 0.8, 0.95), share = c(0.5, 0.3, 0.1, 0.03), odds = c(1, 4))

# The probabilities of the four cells; NULL if there are none with this kappa.
cells_of <- function(d) {
  odds <- d$share / (1 - d$share) * sqrt(d$odds)^c(1, -1)
  p <- odds / (1 + odds)
  chance <- p[1] * p[2] + (1 - p[1]) * (1 - p[2])
  both <- (chance + d$kappa * (1 - chance) + p[1] + p[2] - 1) / 2
  cells <- c(both, p[1] - both, p[2] - both, 1 - p[1] - p[2] + both)
  if (all(cells >= 0)) cells
}

# All tables of n items in rows.
tables_of <- function(n) {
  x <- expand.grid(a = 0:n, b = 0:n, c = 0:n)
  x <- x[rowSums(x) <= n, ]
  cbind(as.matrix(x), n - rowSums(x))
}

limits_of <- function(tables, ci) {
  cells <- data.frame(
    group = rep(seq_len(nrow(tables)), each = 4), one = c(1, 1, 2, 2), two = c(1, 2, 1, 2), n = as.vector(t(tables))
  )
  cells <- cells[cells$n > 0, ]
  rows <- data.frame(
    group = cells$group, item = seq_len(nrow(cells)), rater = rep(c("one", "two"), each = nrow(cells)),
    label = c(cells$one, cells$two), n = as.integer(cells$n)
  )
  x <- as_ratings(rows, item, rater, label, by = group, case_weights = n, categories = 1:2)
  found <- suppressWarnings(cohen_kappa(x, ci = ci))
  found <- found[match(seq_len(nrow(tables)), found$group), ]
  data.frame(
    low = ifelse(is.na(found$conf.low), -1, found$conf.low), high = ifelse(is.na(found$conf.high), 1, found$conf.high)
  )
}

methods <- list(exact = ci_exact(), default = ci_default(), analytic = ci_analytic(), jackknife = ci_jackknife())
rows <- NULL
for (n in sizes) {
  tables <- tables_of(n)
  weight <- lgamma(n + 1) - rowSums(lgamma(tables + 1))
  for (name in names(methods)) {
    limits <- limits_of(tables, methods[[name]])
    for (i in seq_len(nrow(designs))) {
      cells <- cells_of(designs[i, ])
      if (is.null(cells)) next
      powers <- tables %*% log(pmax(cells, 1e-300))
      p <- as.vector(exp(weight + powers))
      kappa <- designs$kappa[i]
      low <- limits$low <= kappa + 1e-9
      high <- limits$high >= kappa - 1e-9
      rows <- rbind(rows, data.frame(
        n = n, designs[i, ], method = name, coverage = sum(p * (low & high)), above = sum(p * !low),
        below = sum(p * !high), width = sum(p * (limits$high - limits$low))
      ))
    }
    cat(n, name, "")
  }
  rounded <- rows
  numbers <- c("coverage", "above", "below", "width")
  rounded[numbers] <- lapply(rounded[numbers], round, 4)
  utils::write.csv(rounded, file, row.names = FALSE, quote = FALSE)
}

cat("\n")
for (n in sizes) {
  for (name in names(methods)) {
    x <- rows[rows$n == n & rows$method == name, ]
    cat(sprintf(
      "%d items, %s: coverage %.3f to %.3f (median %.3f), limit beyond the value at most %.4f above, %.4f below; width %.3f\n",
      n, name, min(x$coverage), max(x$coverage), stats::median(x$coverage), max(x$above), max(x$below),
      stats::median(x$width)
    ))
  }
}
