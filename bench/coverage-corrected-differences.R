# How often 95% score limits of the difference of two corrected shares hold the true difference: 20 to 100 of 500 items
# labelled in each group, shares from .02, models from useless to nearly perfect, alike or not in the two groups.
# The functions behind corrected_estimate() are called set by set, which is quick; some sets are checked against it.
#   Rscript bench/coverage-corrected-differences.R [sets] [seed]

suppressPackageStartupMessages(library(accord))
arguments <- as.integer(commandArgs(TRUE))
sets <- if (length(arguments)) arguments[1] else 600
set.seed(if (length(arguments) > 1) arguments[2] else 4)
size <- 500

right <- function(sensitivity, specificity) {
  function(y) as.double(stats::runif(length(y)) < ifelse(y == 1, sensitivity, 1 - specificity))
}
models <- list(
  near_perfect = right(0.98, 0.998), good = right(0.9, 0.97), useless = right(0.3, 0.7),
  probability = function(y) stats::plogis(stats::rnorm(length(y), ifelse(y == 1, 1.5, -2), 1.2))
)

draw_items <- function(share, n, model) {
  y <- as.double(stats::runif(size) < share)
  list(label = y[seq_len(n)], prediction = models[[model]](y))
}

# A row of figures for each set, with score limits.
shares_of <- function(groups) {
  found <- lapply(groups, function(x) {
    n <- length(x$label)
    accord:::equal_shares(x$label, x$prediction[seq_len(n)], x$prediction[-seq_len(n)], NULL, FALSE)
  })
  figure <- function(name) vapply(found, `[[`, 0, name)
  rows <- data.frame(
    estimate = figure("estimate"), variance = figure("variance"), of_labels = figure("of_labels"),
    n_effective = figure("n")
  )
  limits <- accord:::score_limits(rows, stats::qnorm(0.975)^2)
  within <- function(x) pmin(pmax(x, 0), 1)
  data.frame(share = within(rows$estimate), low = within(limits$low), high = within(limits$high))
}

# Newcombe (1998)
difference_limits <- function(first, second) {
  middle <- second$share - first$share
  data.frame(
    low = middle - sqrt((second$share - second$low)^2 + (first$high - first$share)^2),
    high = middle + sqrt((second$high - second$share)^2 + (first$share - first$low)^2)
  )
}

check_set <- function(one, two, limits) {
  rows <- lapply(list(one, two), function(x) {
    data.frame(label = c(x$label, rep(NA, size - length(x$label))), prediction = x$prediction)
  })
  items <- cbind(do.call(rbind, rows), part = rep(1:2, each = size))
  x <- suppressWarnings(
    corrected_estimate(items, label, prediction, by = part, differences = TRUE, ci = "score")
  )
  stopifnot(all.equal(c(x$conf.low, x$conf.high), c(limits$low, limits$high)))
}

one_design <- function(n_1, share, ratio, model, n_2) {
  model <- strsplit(model, "/")[[1]]
  one <- replicate(sets, draw_items(share, n_1, model[1]), simplify = FALSE)
  two <- replicate(sets, draw_items(share * ratio, n_2, model[length(model)]), simplify = FALSE)
  limits <- difference_limits(shares_of(one), shares_of(two))
  check_set(one[[1]], two[[1]], limits[1, ])
  true <- share * (ratio - 1)
  data.frame(
    share_1 = share, share_2 = share * ratio, n_1, n_2,
    model = paste(model, collapse = "/"),
    held = mean(limits$low <= true & true <= limits$high),
    below = mean(true < limits$low), above = mean(true > limits$high), width = mean(limits$high - limits$low)
  )
}

alike <- expand.grid(
  n_1 = c(20, 30, 50, 100), share = c(0.02, 0.05, 0.1, 0.3, 0.5), ratio = c(1, 0.5),
  model = c("near_perfect", "good", "useless", "good/useless"), stringsAsFactors = FALSE
)
unequal <- expand.grid(
  n_1 = 20, share = c(0.02, 0.05, 0.1, 0.3, 0.5), ratio = c(1, 0.5, 2), model = c("good", "useless", "probability"),
  stringsAsFactors = FALSE
)
unequal$ratio[unequal$share == 0.5 & unequal$ratio == 2] <- 1.6
probable <- expand.grid(
  n_1 = c(30, 60), share = c(0.05, 0.2, 0.8), ratio = c(1, 1.2), model = "probability", stringsAsFactors = FALSE
)
design <- rbind(cbind(alike, n_2 = alike$n_1), cbind(unequal, n_2 = 100), cbind(probable, n_2 = probable$n_1))
found <- do.call(rbind, do.call(Map, c(list(one_design), design)))
print(found, row.names = FALSE, digits = 3)
print(summary(found$held))
