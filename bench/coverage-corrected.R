# How often 95% limits of corrected shares hold the true share, and of differences of two: score limits, those of t,
# and those of Wilson from the labels alone.
#   Rscript bench/coverage-corrected.R [sets] [seed]

suppressPackageStartupMessages(library(accord))
arguments <- as.integer(commandArgs(TRUE))
sets <- if (length(arguments)) arguments[1] else 500
set.seed(if (length(arguments) > 1) arguments[2] else 20260301)

# Labels are TRUE or FALSE; predictions too, or probabilities.
right <- function(sensitivity, specificity) {
  function(y) stats::runif(length(y)) < ifelse(y, sensitivity, 1 - specificity)
}
models <- list(
  near_perfect = right(0.98, 0.998), good = right(0.9, 0.98), middling = right(0.75, 0.9), useless = right(0.3, 0.7),
  probability = function(y) stats::plogis(stats::rnorm(length(y), ifelse(y, 1.5, -2), 1.2))
)

# `sets` samples of `size` items, `n` of them labelled: at random, or four times as often where predictions are high.
draw <- function(share, n, size, model, unequal) {
  items <- data.frame(set = rep(seq_len(sets), each = size), label = stats::runif(sets * size) < share)
  items$prediction <- models[[model]](items$label)
  items$p <- n / size
  if (unequal) {
    odds <- ifelse(items$prediction > 0.5, 4, 1)
    items$p <- pmin(1, n * odds / stats::ave(odds, items$set, FUN = sum))
    asked <- stats::runif(nrow(items)) < items$p
  } else {
    asked <- stats::ave(stats::runif(nrow(items)), items$set, FUN = rank) <= n
  }
  items$label[!asked] <- NA
  items
}

holds <- function(x, truth) {
  given <- !is.na(x$conf.low)
  c(
    held = mean(x$conf.low[given] <= truth & x$conf.high[given] >= truth), none = mean(!given),
    width = mean((x$conf.high - x$conf.low)[given])
  )
}

wilson_alone <- function(items) {
  n <- tapply(!is.na(items$label), items$set, sum)
  share <- tapply(items$label, items$set, mean, na.rm = TRUE)
  k <- stats::qnorm(0.975)^2 / n
  reach <- sqrt(k^2 / 4 + k * share * (1 - share))
  data.frame(conf.low = (share + k / 2 - reach) / (1 + k), conf.high = (share + k / 2 + reach) / (1 + k))
}

one_design <- function(share, n, size, model, unequal = FALSE) {
  items <- draw(share, n, size, model, unequal)
  estimate <- function(interval) {
    suppressWarnings(if (unequal) {
      corrected_estimate(items, label, prediction, probability = p, by = set, interval = interval)
    } else {
      corrected_estimate(items, label, prediction, by = set, interval = interval)
    })
  }
  found <- rbind(score = holds(estimate("score"), share), t = holds(estimate("t"), share))
  if (!unequal) found <- rbind(found, people = holds(wilson_alone(items), share))
  data.frame(
    share, n, size, model, unequal,
    limits = rownames(found), round(found, 3), row.names = NULL
  )
}

# Two groups, the second with half the share of the first; the groups of a call are two samples at a time.
one_difference <- function(share, n, model) {
  first <- draw(share, n, 300, model, FALSE)
  second <- draw(share / 2, n, 300, model, FALSE)
  found <- lapply(seq_len(sets), function(s) {
    items <- rbind(cbind(first[first$set == s, ], part = 1), cbind(second[second$set == s, ], part = 2))
    both <- lapply(c("score", "t"), function(interval) {
      suppressWarnings(corrected_estimate(
        items, label, prediction,
        by = part, differences = TRUE, interval = interval
      )[c("conf.low", "conf.high")])
    })
    data.frame(limits = c("score", "t"), do.call(rbind, both))
  })
  found <- do.call(rbind, found)
  each <- vapply(split(found, found$limits), holds, numeric(3), truth = -share / 2)
  data.frame(share, n, model, limits = colnames(each), round(t(each), 3), row.names = NULL)
}

design <- expand.grid(model = names(models), n = c(20, 30, 50, 100), share = c(0.02, 0.05, 0.1, 0.3, 0.5))
print(do.call(rbind, Map(one_design, design$share, design$n, 1000, as.character(design$model))), row.names = FALSE)
design <- expand.grid(model = names(models), n = c(30, 60, 100), share = c(0.05, 0.1, 0.3))
found <- Map(one_design, design$share, design$n, 1000, as.character(design$model), TRUE)
print(do.call(rbind, found), row.names = FALSE)
design <- expand.grid(model = c("good", "useless"), n = c(30, 60), share = c(0.1, 0.4))
print(do.call(rbind, Map(one_difference, design$share, design$n, as.character(design$model))), row.names = FALSE)
