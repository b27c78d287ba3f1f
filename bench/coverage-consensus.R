# Coverage of the limits of evaluate_consensus(), compared with the usual ones: Wilson's for a share, the delta method
# for macro F1, t for errors, Fisher's z for a correlation. coverage-consensus.csv is the table of 300 replicates per
# row, with 1,000 draws, for the designs on which the pseudo-items were chosen (`set`); the designs of the set
# "reported" were not part of that choice.
#   Rscript bench/coverage-consensus.R [replicates] [chosen|reported]
suppressPackageStartupMessages(library(accord))
arguments <- commandArgs(TRUE)
replicates <- c(as.integer(arguments[1]), 1000L)
replicates <- replicates[!is.na(replicates)][1]
sets <- if (length(arguments) > 1) arguments[2] else c("chosen", "reported")
seed <- 33

utils::assignInNamespace("n_score_draws", function(cells) 1024, "accord")

# ---- labels ----

# Shares of the cells of the population, gold in rows.
shares <- function(design) {
  k <- design$classes
  gold <- switch(design$gold,
    even = rep(1 / k, k),
    `one rare` = c(rep(0.95 / (k - 1), k - 1), 0.05),
    `half each` = 0.5^seq_len(k) / sum(0.5^seq_len(k)),
    `one large` = c(0.85, rep(0.15 / (k - 1), k - 1))
  )
  wrong <- if (design$errors == "to all") matrix(1, k, k) else matrix(gold, k, k, byrow = TRUE)
  diag(wrong) <- 0
  wrong <- wrong / rowSums(wrong)
  gold * (design$accuracy * diag(k) + (1 - design$accuracy) * wrong)
}

classic_share <- function(times, n, z = stats::qnorm(0.975)) {
  p <- times / n
  middle <- (p + z^2 / (2 * n)) / (1 + z^2 / n)
  half <- z / (1 + z^2 / n) * sqrt(p * (1 - p) / n + z^2 / (4 * n^2))
  c(middle - half, middle + half)
}

classic_macro_f1 <- function(cells) {
  n <- sum(cells)
  sizes <- rowSums(cells) + colSums(cells)
  used <- sizes > 0
  f <- ifelse(used, 2 * diag(cells) / sizes, 0)
  slope <- -outer(ifelse(used, f / sizes, 0), ifelse(used, f / sizes, 0), `+`)
  diag(slope) <- diag(slope) + ifelse(used, 2 / sizes, 0)
  slope <- slope * n / sum(used)
  variance <- (sum(cells * slope^2) / n - (sum(cells * slope) / n)^2) / n
  sum(f) / sum(used) + c(-1, 1) * stats::qnorm(0.975) * sqrt(max(variance, 0))
}

label_job <- function(population, design) {
  k <- design$classes
  cells <- matrix(stats::rmultinom(1, design$items, population), k)
  used <- rowSums(cells) + colSums(cells) > 0
  f1 <- 2 * diag(population) / (rowSums(population) + colSums(population))
  right <- sum(diag(cells))
  rare <- which.min(rowSums(population))
  now <- list(
    accuracy = unlist(accord:::share_limits(right, design$items, 0.95)),
    macro_f1 = unlist(accord:::macro_f1_limits(cbind(cells, 0), 0.95)),
    recall = unlist(accord:::share_limits(cells[rare, rare], sum(cells[rare, ]), 0.95))
  )
  before <- list(
    accuracy = classic_share(right, design$items), macro_f1 = classic_macro_f1(cells),
    recall = classic_share(cells[rare, rare], sum(cells[rare, ]))
  )
  # Macro F1 is over the classes that occur in the sample.
  truth <- c(design$accuracy, mean(f1[used]), population[rare, rare] / sum(population[rare, ]))
  cbind(truth, do.call(rbind, now), do.call(rbind, before))
}

# ---- numbers ----

numbers <- function(n, design) {
  gold <- switch(design$gold,
    normal = stats::rnorm(n),
    `lognormal, sd .5` = exp(stats::rnorm(n) / 2),
    `lognormal, sd 1` = exp(stats::rnorm(n)),
    uniform = stats::runif(n),
    gamma = stats::rgamma(n, 1.5),
    `five points` = pmin(5, pmax(1, round(3 + 1.2 * stats::rnorm(n)))),
    `slider with ceiling` = pmin(100, round(75 + 25 * stats::rnorm(n)))
  )
  scale <- switch(design$gold,
    normal = 1, `lognormal, sd .5` = 0.6039, `lognormal, sd 1` = 2.1612, uniform = 0.2887, gamma = 1.2247,
    `five points` = 1.1, `slider with ceiling` = 20
  )
  size <- sqrt(1 / design$reliability^2 - 1)
  label <- switch(design$errors,
    normal = gold + scale * size * stats::rnorm(n),
    `t, 4 df` = gold + scale * size * stats::rt(n, 4) / sqrt(2),
    `in proportion` = gold * exp(size * stats::rnorm(n) / 2),
    blunders = ifelse(stats::runif(n) < design$reliability, gold, gold + scale * stats::rnorm(n)),
    `gross blunders` = ifelse(stats::runif(n) < design$reliability, gold, gold + 3 * scale * stats::rnorm(n)),
    unrelated = scale * stats::rnorm(n)
  )
  if (design$gold == "five points") label <- pmin(5, pmax(1, round(label)))
  if (design$gold == "slider with ceiling") label <- pmin(100, pmax(0, round(label)))
  list(label = label, gold = gold)
}

number_figures <- function(x) {
  error <- x$label - x$gold
  c(mean(abs(error)), sqrt(mean(error^2)), suppressWarnings(stats::cor(x$label, x$gold)))
}

classic_numbers <- function(x) {
  error <- x$label - x$gold
  n <- length(error)
  around <- function(x) mean(x) + c(-1, 1) * stats::qt(0.975, n - 1) * stats::sd(x) / sqrt(n)
  r <- suppressWarnings(stats::cor(x$label, x$gold))
  rbind(
    pmax(around(abs(error)), 0), sqrt(pmax(around(error^2), 0)),
    tanh(atanh(r) + c(-1, 1) * stats::qnorm(0.975) / sqrt(n - 3))
  )
}

number_job <- function(truth, design) {
  x <- numbers(design$items, design)
  now <- accord:::number_limits(x$label, x$gold, 0.95)
  cbind(truth, now$low, now$high, classic_numbers(x))
}

# ---- rows of the table ----

one_design <- function(design) {
  set.seed(seed)
  labels <- !is.na(design$classes)
  truth <- if (labels) shares(design) else number_figures(numbers(2e6, design))
  jobs <- replicate(replicates, if (labels) label_job(truth, design) else number_job(truth, design))
  row <- function(metric, limits, columns) {
    truth <- jobs[metric, 1, ]
    low <- jobs[metric, columns[1], ]
    high <- jobs[metric, columns[2], ]
    share <- function(which) round(mean(which, na.rm = TRUE), 4)
    name <- (if (labels) c("accuracy", "macro_f1", "recall") else c("mae", "rmse", "correlation"))[metric]
    # A population value of 1 or 0 can differ from it by a rounding error.
    data.frame(
      design,
      metric = name, limits = limits, truth = share(truth),
      coverage = share(low <= truth + 1e-9 & truth - 1e-9 <= high), above = share(low > truth + 1e-9),
      below = share(high < truth - 1e-9), width = share(high - low), none = round(mean(is.na(low)), 4)
    )
  }
  rows <- lapply(1:3, function(metric) rbind(row(metric, "now", 2:3), row(metric, "classic", 4:5)))
  do.call(rbind, rows)
}

grid <- function(set, classes = NA, accuracy = NA, reliability = NA, ...) {
  expand.grid(
    set = set, ..., classes = classes, accuracy = accuracy, reliability = reliability,
    stringsAsFactors = FALSE
  )
}
designs <- rbind(
  grid("chosen", c(2, 3, 5, 8), c(0.7, 0.95),
    gold = c("even", "half each"), errors = "to all", items = c(30, 100)
  ),
  grid("chosen", reliability = c(0.5, 0.9),
    gold = c("normal", "lognormal, sd 1"), errors = c("normal", "in proportion"), items = c(30, 100)
  ),
  grid("reported", c(2, 4, 10), c(0.6, 0.85, 0.98),
    gold = c("even", "one rare", "one large"), errors = c("to all", "to the large"), items = c(20, 50, 200)
  ),
  grid("reported", reliability = c(0.6, 0.95),
    gold = c(
      "normal", "uniform", "gamma", "lognormal, sd .5", "lognormal, sd 1", "five points",
      "slider with ceiling"
    ),
    errors = c("normal", "t, 4 df", "blunders"), items = c(20, 50, 200)
  ),
  grid("reported", reliability = c(0.6, 0.95),
    gold = c("lognormal, sd .5", "lognormal, sd 1"), errors = "in proportion", items = c(20, 50, 200)
  ),
  grid("reported", reliability = 0.95, gold = "normal", errors = "gross blunders", items = c(20, 50, 200)),
  grid("reported", gold = "normal", errors = "unrelated", items = c(20, 50, 200))
)
# With classes of equal size, errors to the large ones are errors to all.
designs <- designs[!(designs$gold == "even" & designs$errors == "to the large"), ]
designs <- designs[designs$set %in% sets, ]
rows <- do.call(rbind, lapply(seq_len(nrow(designs)), function(i) one_design(designs[i, ])))
utils::write.csv(rows, "bench/coverage-consensus.csv", row.names = FALSE)

spread <- function(x) {
  c(rows = length(x), lowest = min(x), mean = mean(x), highest = max(x), good = mean(x >= 0.93 & x <= 0.985))
}
print(aggregate(coverage ~ limits + metric + set, rows, function(x) round(spread(x), 3)))
print(aggregate(width ~ limits + metric + set, rows, function(x) round(mean(x), 3)))
