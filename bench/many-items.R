# Limits of Conger's kappa of many items: the expansion of the posterior against draws from it (differences in standard
# deviations), and coverage. The conditions of the expansion were chosen on the designs `choose`, before those of
# `report` were run. Rscript bench/many-items.R [report|choose|coverage]
library(accord)
options(accord.threads = 1)

# `n` items with the given shares of their true categories. Raters draw items by their `part`, `m` ratings per item,
# know the answer with probability `know`, and otherwise give category k with an own probability, whose variation is
# `bias`. If m is NULL, all raters rate all items.
design <- function(n, part, m = NULL, shares = c(1, 1, 1), know = 0.7, bias = 0.5, rare = NULL) {
  list(n = n, part = part, m = m, shares = shares / sum(shares), know = know, bias = bias, rare = rare)
}
# The shares with which each rater guesses, the same in all samples.
own_shares <- function(x) {
  k <- length(x$shares)
  n_raters <- length(x$part) + length(x$rare)
  set.seed(1)
  own <- matrix(stats::rgamma(k * n_raters, rep(x$shares * k / x$bias, each = n_raters)), ncol = k)
  own / rowSums(own)
}
draw <- function(x, seed) {
  k <- length(x$shares)
  r <- length(x$part)
  own <- own_shares(x)
  set.seed(seed)
  item <- if (is.null(x$m)) rep(seq_len(x$n), r) else rep(seq_len(x$n), sample(x$m, x$n, TRUE))
  rater <- if (is.null(x$m)) {
    rep(seq_len(r), each = x$n)
  } else {
    unlist(lapply(rle(item)$lengths, function(m) sample.int(r, m, prob = x$part)))
  }
  # Raters of a few items besides those who rate all.
  if (!is.null(x$rare)) {
    item <- c(item, sample.int(x$n, sum(x$rare), TRUE))
    rater <- c(rater, r + rep(seq_along(x$rare), x$rare))
  }
  true <- sample.int(k, x$n, TRUE, x$shares)
  guess <- max.col(log(own[rater, , drop = FALSE]) - log(stats::rexp(length(rater) * k)), "first")
  rating <- ifelse(stats::runif(length(item)) < x$know, true[item], guess)
  data <- unique(data.frame(item = item, rater = rater, rating = letters[rating]))
  data[!duplicated(data[1:2]), ]
}

choose <- list(
  "two raters, 5,000 items" = design(5000, c(1, 1)),
  "two raters, 99% one category" = design(5000, c(1, 1), shares = c(0.99, 0.005, 0.005), know = 0.9),
  "five raters, 4,200 items" = design(4200, rep(1, 5)),
  "60 raters, 3 to 7 an item" = design(5000, rep(1, 60), 3:7, shares = 5:1),
  "2,000 raters, 3 an item" = design(5000, rep(1, 2000), c(3, 3)),
  "8,000 raters, 2 an item" = design(5000, rep(1, 8000), c(2, 2)),
  "two raters, 1,000 others with one or two items" = design(4200, c(1, 1), rare = rep(1:2, 500)),
  "two raters, one other with two items" = design(4200, c(1, 1), rare = 2),
  "two raters, one other with ten items" = design(4200, c(1, 1), rare = 10),
  "two raters, one other with 40 items" = design(4200, c(1, 1), rare = 40),
  "two raters, 20 others with 5 items" = design(4200, c(1, 1), rare = rep(5, 20)),
  "uneven crowd" = design(6000, 1 / (1:500), c(2, 2, 3, 4), shares = c(8, 1, 1))
)
report <- list(
  "three raters, 6,000 items, know .4" = design(6000, rep(1, 3), know = 0.4),
  "three raters, 97% one category, biased" = design(4500, rep(1, 3), shares = c(0.97, 0.03), know = 0.6, bias = 2),
  "two raters, no agreement, 8 categories" = design(5000, c(1, 1), shares = 8:1, know = 0),
  "200 raters, 2 or 3 an item" = design(4500, rep(1, 200), 2:3, shares = c(6, 3, 1), know = 0.5, bias = 3),
  "1,000 raters, 5 an item" = design(4500, rep(1, 1000), c(5, 5), shares = c(6, 3, 1), know = 0.9),
  "5,000 raters, 2 or 3 an item" = design(4500, rep(1, 5000), 2:3, shares = c(6, 3, 1)),
  "3 raters, 300 others with 3 items" = design(4500, rep(1, 3), rare = rep(3, 300)),
  "3 raters, two others with 25 items" = design(4500, rep(1, 3), rare = c(25, 25), bias = 2),
  "3 raters, one other with one item" = design(4500, rep(1, 3), rare = 1),
  "4 raters, one other with 100 items" = design(4500, rep(1, 4), rare = 100, shares = c(9, 1)),
  "very uneven crowd" = design(5000, 1 / (1:1000)^1.5, c(2, 2, 3, 5), shares = c(4, 4, 1, 1)),
  "almost perfect" = design(5000, c(1, 1), shares = c(0.9, 0.1), know = 0.995)
)

compare <- function(name, x, seed = 1, times = 2^15) {
  ratings <- as_ratings(draw(x, seed), item, rater, rating)
  seconds <- system.time(fast <- conger_kappa(ratings))[["user.self"]]
  # The mean of several sets of draws.
  slow <- lapply(1:4, function(seed) {
    drawn <- conger_kappa(ratings, ci = ci_bayes(times = times, seed = seed))
    as.data.frame(drawn)[c("conf.low", "conf.high", "std.error")]
  })
  slow <- as.list(colMeans(do.call(rbind, slow)))
  old <- system.time(conger_kappa(ratings, ci = ci_bayes(times = 2048)))[["user.self"]]
  data.frame(
    design = name, draws = (fast$conf.low * 2^36) %% 1 != 0, estimate = fast$estimate, `sd` = slow$std.error,
    low = (fast$conf.low - slow$conf.low) / slow$std.error,
    high = (fast$conf.high - slow$conf.high) / slow$std.error,
    `std.error` = fast$std.error / slow$std.error - 1, seconds = seconds, `of draws` = old, check.names = FALSE
  )
}

# The shares of the raters in the population: they know the answer, or guess by their own shares.
population_shares <- function(x) {
  k <- length(x$shares)
  own <- own_shares(x)
  x$know * rep(x$shares, each = nrow(own)) + (1 - x$know) * own
}

# How often 95% limits contain the kappa of the population of items, for the raters who are in the sample, which crowds
# differ in: D_o from samples of 50,000 items, D_e from the shares of these raters.
cover <- function(name, x, times = 150) {
  many <- x
  many$n <- 50000
  many$rare <- if (!is.null(x$rare)) x$rare * 11
  apart <- mean(vapply(1:5, function(i) {
    conger_kappa(as_ratings(draw(many, 1e5 + i), item, rater, rating), ci = ci_none())$observed
  }, 0))
  shares <- population_shares(x)
  limits <- vapply(seq_len(times), function(i) {
    data <- draw(x, i)
    own <- shares[unique(data$rater), , drop = FALSE]
    chance <- (sum(colSums(own)^2) - sum(own^2)) / (nrow(own) * (nrow(own) - 1))
    fast <- conger_kappa(as_ratings(data, item, rater, rating))
    c(fast$conf.low, fast$conf.high, (fast$conf.low * 2^36) %% 1 != 0, 1 - apart / (1 - chance))
  }, numeric(4))
  truth <- limits[4, ]
  data.frame(
    design = name, truth = mean(truth), coverage = mean(limits[1, ] <= truth & truth <= limits[2, ]),
    above = mean(limits[1, ] > truth), below = mean(limits[2, ] < truth), draws = mean(limits[3, ])
  )
}

what <- commandArgs(TRUE)
if (length(what) == 0) what <- "report"
designs <- if (what == "choose") choose else report
rows <- do.call(rbind, Map(if (what == "coverage") cover else compare, names(designs), designs))
print(rows, row.names = FALSE, digits = 2)
