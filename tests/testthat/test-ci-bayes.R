# ci_bayes() against exact distributions. The posterior of percent agreement of two raters is a beta distribution,
# because the weights of the patterns, and so their sums, are gamma distributed.

# Two raters rate `n` items in `k` categories, and agree on `agreed` of them.
two_raters <- function(n, agreed, k = 2) {
  first <- rep_len(letters[seq_len(k)], n)
  second <- ifelse(seq_len(n) <= agreed, first, letters[match(first, letters) %% k + 1])
  data.frame(
    item = rep(seq_len(n), 2), rater = rep(c("ann", "bob"), each = n),
    label = factor(c(first, second), letters[seq_len(k)])
  )
}

# Returns for how many observations an item counts: the equation of ?ci_bayes, solved by uniroot().
counts_as <- function(n, c = 1, level = 0.95) {
  z <- stats::qnorm((1 + level) / 2)
  wanted <- stats::qt((1 + level) / 2, n - 1) / sqrt(n - 1)
  limit <- function(lambda) c / (lambda * n + c) + z / sqrt(lambda * n + c + 1)
  if (limit(1) >= wanted) 1 else stats::uniroot(function(x) limit(x) - wanted, c(0.05, 1), tol = 1e-12)$root
}

limits <- function(x) c(x$conf.low, x$conf.high)

test_that("percent agreement of two raters has the quantiles of its Beta posteriors", {
  for (n in c(10, 20, 50, 200)) {
    for (k in c(2, 4)) {
      agreed <- round(0.8 * n)
      got <- percent_agreement(two_raters(n, agreed, k), item, rater, label, ci = ci_bayes())
      lambda <- counts_as(n)
      low <- stats::qbeta(0.025, lambda * agreed + 1 / k, lambda * (n - agreed) + 1 - 1 / k)
      high <- stats::qbeta(0.975, lambda * agreed + 1, lambda * (n - agreed))
      expect_equal(limits(got), c(low, high), tolerance = 0.004, info = paste(n, k))
    }
  }
})

test_that("without a prior it is the Beta distribution of the data", {
  got <- percent_agreement(two_raters(40, 30), item, rater, label, ci = ci_bayes(prior = 0, conf_level = 0.9))
  lambda <- counts_as(40, 0, 0.9)
  expected <- stats::qbeta(c(0.05, 0.95), lambda * 30, lambda * 10)
  expect_equal(limits(got), expected, tolerance = 0.004)
})

test_that("in perfect agreement the upper limit is 1 and the lower one that of the prior", {
  for (n in c(20, 50, 100)) {
    got <- percent_agreement(two_raters(n, n), item, rater, label, ci = ci_bayes())
    expect_equal(got$conf.high, 1)
    expect_equal(got$conf.low, stats::qbeta(0.025, counts_as(n) * n + 0.5, 0.5), tolerance = 0.004)
    expect_false(anyNA(limits(krippendorff_alpha(two_raters(n, n), item, rater, label, ci = ci_bayes()))))
  }
})

test_that("limits are those of a simulation of the same two posteriors", {
  skip_if_quick()
  # Fleiss' kappa, two raters and two categories: patterns aa, ab, bb. In the last two data sets the lower limit
  # depends on weights of a shape below 1.
  for (n in list(c(aa = 9, ab = 6, bb = 9), c(aa = 22, ab = 0, bb = 2), c(aa = 18, ab = 1, bb = 1))) {
    pairs <- rep(names(n), n)
    data <- data.frame(
      item = seq_along(pairs), rater = rep(c("ann", "bob"), each = length(pairs)),
      label = factor(c(substr(pairs, 1, 1), substr(pairs, 2, 2)), c("a", "b"))
    )
    lambda <- counts_as(sum(n))
    local_seed(1)
    draws <- 1e6
    g <- vapply(n, function(x) stats::rgamma(draws, lambda * x), numeric(draws))
    kappa <- function(aa, ab, bb) {
      total <- cbind(aa, ab, bb)
      weight <- rowSums(g) + rowSums(total)
      a <- g[, "aa"] + aa + (g[, "ab"] + ab) / 2
      # pairs of ratings of different items: pairs of an item with itself are subtracted
      own <- function(x) g[, x]^2 * if (n[[x]] > 1) (lambda + 1) / (lambda * n[[x]] + 1) else 1
      squares <- own("aa") + own("ab") + own("bb") + rowSums(total^2)
      apart <- (own("ab") + ab^2) / 2
      expected <- (2 * a * (weight - a) - apart) / (weight^2 - squares)
      1 - (g[, "ab"] + ab) / weight / expected
    }
    part <- function(x) stats::rgamma(draws, x)
    low <- stats::quantile(kappa(part(0.25), part(0.5), part(0.25)), 0.025)
    high <- min(1, stats::quantile(kappa(part(0.5), 0, part(0.5)), 0.975))
    got <- fleiss_kappa(data, item, rater, label, ci = ci_bayes())
    expect_lt(max(abs(limits(got) - c(low, high))), 0.003, label = paste("difference of", toString(n)))
  }
})

test_that("the lower limit of alpha at the interval level is that of a simulation, of few items with missing ratings", {
  skip_if_quick()
  # Krippendorff's example of four observers: patterns of two to four ratings.
  observers <- rbind(
    c(1, 2, 3, 3, 2, 1, 4, 1, 2, NA, NA, NA), c(1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NA, 3),
    c(NA, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NA), c(1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NA)
  )
  units <- Filter(function(x) length(x) > 1, lapply(1:12, function(i) sort(observers[!is.na(observers[, i]), i])))
  patterns <- unique(units)
  n <- tabulate(match(units, patterns))
  lambda <- counts_as(length(units), 2 / mean(lengths(units)))
  local_seed(1)
  draws <- 2e5
  items <- sum <- square <- within <- own_items <- own <- numeric(draws)
  # An item of the ratings x, with as many of these as `size`. Its pairs with itself, a part of them if `times` items
  # have the weight in common, are no pairs of different items.
  add <- function(weight, x, size, times) {
    part <- if (times > 1) (lambda + 1) / (lambda * times + 1) else 1
    apart <- mean(outer(x, x, "-")^2)
    items <<- items + weight * size
    sum <<- sum + weight * size * mean(x)
    square <<- square + weight * size * mean(x^2)
    within <<- within + weight * size * apart * length(x) / (length(x) - 1)
    own_items <<- own_items + part * (weight * size)^2
    own <<- own + part * (weight * size)^2 * apart
  }
  for (i in seq_along(patterns)) {
    add(stats::rgamma(draws, lambda * n[i]), patterns[[i]], length(patterns[[i]]), n[i])
  }
  for (a in 1:5) {
    for (b in 1:5) {
      if (a <= b) add(stats::rgamma(draws, if (a == b) 1 / 25 else 2 / 25), c(a, b), 2, 1)
    }
  }
  expected <- (2 * (items * square - sum^2) - own) / (items^2 - own_items)
  low <- stats::quantile(1 - within / items / expected, 0.025)
  got <- krippendorff_alpha(observers, layout = "raters_in_rows", level = "interval", ci = ci_bayes())
  expect_lt(abs(got$conf.low - low), 0.008)
})

test_that("Conger's lower limit is that of a simulation where a rater gave a single rating", {
  skip_if_quick()
  # Three raters of 100 items, and a fourth of the first item: half of the pairs of raters are pairs with the fourth.
  local_seed(4)
  n <- 100
  truth <- sample(2, n, TRUE, c(0.6, 0.4))
  codes <- vapply(1:3, function(r) ifelse(stats::runif(n) < 0.8, truth, 3 - truth), numeric(n))
  codes <- cbind(codes, c(2, rep(NA, n - 1)))
  given <- !is.na(codes)
  m <- rowSums(given)
  ones <- rowSums(codes == 1, na.rm = TRUE)
  differ <- 2 * ones * (m - ones)
  size <- 2 / mean(m)
  lambda <- counts_as(n, size)
  draws <- 5e4
  g <- matrix(stats::rgamma(draws * n, lambda), draws)
  # The pseudo-item: both ratings of the first category, both of the second, or one of each.
  pseudo <- size * cbind(stats::rgamma(draws, 1 / 4), stats::rgamma(draws, 1 / 4), stats::rgamma(draws, 1 / 2))
  mean_share <- mean(colSums(codes == 1, na.rm = TRUE) / colSums(given))
  # For each rater, the number of ratings and of those in the first category; the pseudo-item in proportion to the
  # ratings; and a pseudo-rating.
  total <- first <- matrix(0, draws, 4)
  for (r in 1:4) {
    part <- mean(given[, r]) * pseudo
    own <- cbind(stats::rgamma(draws, mean_share), stats::rgamma(draws, 1 - mean_share))
    total[, r] <- rowSums(g[, given[, r], drop = FALSE]) + rowSums(part) + rowSums(own)
    first[, r] <- rowSums(g[, which(codes[, r] == 1), drop = FALSE]) + part[, 1] + part[, 3] / 2 + own[, 1]
  }
  p <- first / total
  mean_apart <- (2 * rowSums(p) * rowSums(1 - p) - 2 * rowSums(p * (1 - p))) / 12
  pairs <- rowSums(total)^2 - rowSums(total^2)
  expected <- (mean_apart - g^2 %*% differ / pairs) / (1 - g^2 %*% (m * (m - 1)) / pairs)
  apart <- (g %*% (differ / (m * (m - 1))) + pseudo[, 3]) / (rowSums(g) + rowSums(pseudo))
  want <- stats::quantile(1 - apart / expected, 0.025, names = FALSE)
  got <- conger_kappa(codes, layout = "raters_in_columns", ci = ci_bayes())
  expect_lt(abs(got$conf.low - want), 0.004)
})

# The limits of two raters, whose codes are `first` and `second`, simulated with all pairs of the `base` categories: the
# pseudo-item's weight is broken into sticks, each with a pair of its own (Sethuraman 1994), down to 2^-25 of it.
simulated_limits <- function(first, second, distance, base, draws) {
  lambda <- counts_as(length(first))
  limit <- function(agreeing, tail) {
    amount <- matrix(0, draws, nrow(distance))
    items <- within <- squares <- own <- numeric(draws)
    add <- function(weight, x, y) {
      apart <- distance[cbind(x, y)]
      at <- cbind(seq_len(draws), x)
      amount[at] <<- amount[at] + weight / 2
      at[, 2] <- y
      amount[at] <<- amount[at] + weight / 2
      items <<- items + weight
      within <<- within + weight * apart
      squares <<- squares + weight^2
      own <<- own + weight^2 * apart / 2
    }
    for (i in seq_along(first)) add(stats::rgamma(draws, lambda), first[i], second[i])
    left <- stats::rexp(draws)
    for (i in 1:25) {
      part <- stats::runif(draws)
      x <- sample(base, draws, TRUE)
      add(left * part, x, if (agreeing) x else sample(base, draws, TRUE))
      left <- left * (1 - part)
    }
    expected <- (rowSums(amount %*% distance * amount) - own) / (items^2 - squares)
    stats::quantile(1 - within / items / expected, tail, names = FALSE)
  }
  c(limit(FALSE, 0.025), limit(TRUE, 0.975))
}

test_that("limits are those of a simulation where there are more categories than pseudo-items can have", {
  skip_if_quick()
  draws <- test_size(3e4, 1e6)
  local_seed(2)
  truth <- stats::rlnorm(15)
  scores <- matrix(rep(truth, 2) * stats::rlnorm(30, 0, 0.4), 15)
  value <- sort(unique(c(scores)))
  want <- simulated_limits(
    match(scores[, 1], value), match(scores[, 2], value), outer(value, value, "-")^2, seq_along(value), draws
  )
  got <- krippendorff_alpha(scores, layout = "raters_in_columns", level = "interval", ci = ci_bayes())
  expect_lt(max(abs(limits(got) - want)), 0.015)

  # One rating is far from all others: pseudo-items with this value are rare and have a large influence.
  truth <- stats::rlnorm(30)
  scores <- rbind(matrix(rep(truth, 2) * stats::rlnorm(60, 0, 0.4), 30), c(40, 3))
  value <- sort(unique(c(scores)))
  want <- simulated_limits(
    match(scores[, 1], value), match(scores[, 2], value), outer(value, value, "-")^2, seq_along(value), draws
  )
  got <- krippendorff_alpha(scores, layout = "raters_in_columns", level = "interval", ci = ci_bayes())
  expect_lt(max(abs(limits(got) - want)), 0.015)

  # There are twenty declared categories, the upper ones of which are rare.
  first <- sample(20, 15, TRUE, 1.3^-(1:20))
  second <- pmin(20, pmax(1, first + sample(-2:2, 15, TRUE)))
  labels <- matrix(c(first, second), 15)
  steps <- abs(outer(1:20, 1:20, "-"))
  for (weights in c("ordinal", "identity")) {
    distance <- if (weights == "ordinal") steps * (steps + 1) / 2 else 1 - diag(20)
    want <- simulated_limits(first, second, distance, 1:20, draws)
    got <- fleiss_kappa(
      labels, layout = "raters_in_columns", categories = 1:20, weights = weights, ci = ci_bayes()
    )
    expect_lt(max(abs(limits(got) - want)), 0.015, label = weights)
  }
})

test_that("of hundreds of values one far from all others has its share of the pairs of a pseudo-item", {
  skip_if_quick()
  local_seed(2)
  n <- 90
  scores <- matrix(round(stats::rnorm(n) + stats::rnorm(2 * n, 0, 0.5), 3), n)
  scores[1, ] <- 1000 + 1:2 / 10
  expect_identical(counts_as(n), 1)
  k <- length(unique(c(scores)))
  expect_gt(k, 128)
  # All others are as good as one value: the first item, the others, and pseudo-items with one, both or none there.
  draws <- 2e5
  far <- stats::rgamma(draws, 1)
  near <- stats::rgamma(draws, n - 1)
  one <- stats::rgamma(draws, 4 * (k - 2) / k^2)
  both <- stats::rgamma(draws, 4 / k^2)
  none <- stats::rgamma(draws, 1 - 4 * (k - 2) / k^2 - 4 / k^2)
  all <- far + near + one + both + none
  there <- far + one / 2 + both
  # The squared weights of n - 1 items with the weight `near` in common are 2 / n of its square, in the mean.
  squares <- far^2 + near^2 * 2 / n + one^2 + both^2 + none^2
  expected <- (2 * there * (all - there) - one^2 / 2) / (all^2 - squares)
  want <- stats::quantile(1 - one / all / expected, 0.025, names = FALSE)
  got <- krippendorff_alpha(scores, layout = "raters_in_columns", level = "interval", ci = ci_bayes())
  expect_lt(abs(got$conf.low - want), 0.01)
})

test_that("every coefficient, level and layout has one, clusters and groups too", {
  skip_if_quick()
  data <- simulate_ratings(40, 4, 3, prevalence = c(0.5, 0.3, 0.2))
  data$cluster <- (data$item - 1) %/% 4
  data$part <- data$item %% 2
  for (got in list(
    agreement(data, item, rater, rating, coefficients = "all", level = "nominal", ci = ci_bayes()),
    agreement(data, item, rater, rating, weights = "linear", ci = ci_bayes()),
    krippendorff_alpha(data, item, rater, rating, level = "ordinal", ci = ci_bayes()),
    krippendorff_alpha(data, item, rater, rating, level = "ratio", ci = ci_bayes()),
    agreement(data, item, rater, rating, by = part, cluster = cluster, level = "nominal", ci = ci_bayes()),
    category_agreement(data, item, rater, rating, ci = ci_bayes())
  )) {
    expect_true(all(got$conf.low < got$estimate & got$estimate < got$conf.high))
    expect_true(all(got$std.error > 0))
  }
})

test_that("clusters that are single items are items", {
  data <- two_raters(30, 22)
  alone <- transform(data, cluster = item + 100)
  with <- fleiss_kappa(alone, item, rater, label, cluster = cluster, ci = ci_bayes())
  without <- fleiss_kappa(data, item, rater, label, ci = ci_bayes())
  expect_identical(limits(with), limits(without))
})

test_that("a seed gives another set of draws, and hardly other limits", {
  data <- two_raters(200, 150, 4)
  alpha <- function(seed) limits(krippendorff_alpha(data, item, rater, label, ci = ci_bayes(seed = seed)))
  expect_identical(alpha(1), alpha(1))
  expect_false(identical(alpha(1), alpha(2)))
  expect_lt(max(abs(alpha(1) - alpha(2))), 0.003)
})

test_that("the first argument is the level, as of other intervals", {
  expect_identical(ci_bayes(0.9), ci_bayes(conf_level = 0.9))
  expect_fault(ci_bayes(95), "argument", "above 0 and below 1", argument = "conf_level")
})

test_that("arguments are checked", {
  skip_if_quick()
  for (prior in list(-1, NA, "a", c(1, 2), Inf)) expect_fault(ci_bayes(prior = prior), "argument", argument = "prior")
  for (seed in list(0.5, NA, "a", 1e6)) expect_fault(ci_bayes(seed = seed), "argument", argument = "seed")
  for (times in list(1, 2.5, "a", NA)) expect_fault(ci_bayes(times = times), "argument", argument = "times")
})

test_that("Light's kappa of raters who share few items lies within its limits, and these within its range", {
  for (seed in 1:4) {
    local_seed(seed)
    data <- expand.grid(item = 1:40, rater = 1:8)
    truth <- sample(3, 40, TRUE)
    noisy <- stats::runif(nrow(data)) < 0.4
    data$label <- letters[ifelse(noisy, sample(3, nrow(data), TRUE), truth[data$item])]
    data <- data[stats::runif(nrow(data)) < 0.25, ]
    x <- suppressWarnings(light_kappa(data, item, rater, label))
    expect_true(-1 <= x$conf.low && x$conf.low < x$estimate && x$estimate < x$conf.high && x$conf.high <= 1)
  }
})

test_that("items with a single rating have no part in the limits of Light's kappa", {
  local_seed(52)
  data <- expand.grid(item = 1:25, rater = 1:4)
  data$label <- factor(sample(letters[1:3], nrow(data), TRUE), letters[1:3])
  data <- data[stats::runif(nrow(data)) < 0.5, ]
  paired <- data[data$item %in% data$item[duplicated(data$item)], ]
  expect_lt(length(unique(paired$item)), length(unique(data$item)))
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "n_items")
  expect_equal(light_kappa(paired, item, rater, label)[columns], light_kappa(data, item, rater, label)[columns])
})

test_that("an interval includes its estimate, of biased coefficients too", {
  local_seed(51)
  # Labels that hardly occur twice: Fleiss' kappa is below any draw, which is of different items.
  data <- data.frame(item = rep(1:15, each = 2), rater = 1:2, label = sample(800, 30, TRUE))
  x <- agreement(data, item, rater, label, level = "nominal", ci = ci_bayes())
  expect_true(all(x$conf.low <= x$estimate & x$estimate <= x$conf.high))
})

test_that("where one category alone was seen there may be another, as if it had been declared", {
  d <- data.frame(item = rep(1:20, each = 2), rater = c("ann", "bob"), label = "no")
  asked <- c("percent_agreement", "gwet_ac")
  seen <- agreement(d, item, rater, label, coefficients = asked)
  declared <- agreement(d, item, rater, label, coefficients = asked, categories = c("no", "yes"))
  expect_lt(max(seen$conf.low), 0.95)
  expect_identical(seen$conf.low, declared$conf.low)
  expect_identical(seen$conf.high, declared$conf.high)
  # Beside a group with both.
  other <- data.frame(item = rep(21:30, each = 2), rater = c("ann", "bob"), label = c("no", "no", "maybe", "no"))
  both <- suppressWarnings( # AC1 of groups with one and two categories
    agreement(cbind(rbind(d, other), part = rep(1:2, c(40, 20))), item, rater, label, by = part, coefficients = asked),
    classes = "accord_warning"
  )
  expect_identical(both$conf.low[1:2], seen$conf.low)
  # This is the only declared category.
  alone <- percent_agreement(d, item, rater, label, categories = "no")
  expect_identical(alone$conf.low, 1)
})

test_that("one item, or one cluster, does not tell how items vary, however many raters it has", {
  d <- data.frame(item = 1, rater = 1:100, label = c("a", "b"), part = "x")
  more <- data.frame(item = rep(2:4, each = 2), rater = 1:2, label = c("a", "a", "b", "a", "b", "b"), part = "y")
  expect_warning(one <- percent_agreement(d, item, rater, label), class = "accord_warning_no_interval")
  expect_identical(c(one$std.error, one$conf.low, one$conf.high), rep(NA_real_, 3))
  expect_warning(
    both <- krippendorff_alpha(rbind(d, more), item, rater, label, by = part),
    class = "accord_warning_no_interval"
  )
  expect_identical(is.na(both$conf.low), c(TRUE, FALSE))
  expect_warning(
    krippendorff_alpha(more, item, rater, label, cluster = part),
    class = "accord_warning_no_interval"
  )
})

test_that("unequal weights and clusters count as an effective number of units", {
  limits <- function(weight, wrong = integer()) {
    data <- data.frame(item = rep(1:50, 2), rater = rep(c("a", "b"), each = 50), rating = "y", w = weight)
    data$rating[50 + wrong] <- "n"
    found <- percent_agreement(data, item, rater, rating, case_weights = w, categories = c("y", "n"))
    unlist(found[c("conf.low", "conf.high", "std.error")])
  }
  heavy <- rep(c(1.5, 1e-6), c(5, 45))
  # Items with very small weights have the same effect as those with weight 0.
  expect_lt(max(abs(limits(heavy) - limits(replace(heavy, 6:50, 0)))), 0.01)
  # The unit of weights is irrelevant.
  uneven <- rep(c(1.5, 3.5), 25)
  expect_equal(limits(uneven, 1:9), limits(1000 * uneven, 1:9), tolerance = 1e-9)
  # A document with nearly all items gives wider limits than documents of equal size.
  low <- function(items) {
    document <- rep(1:11, c(items, rep(1, 10)))
    n <- length(document)
    data <- data.frame(item = rep(1:n, 2), rater = rep(1:2, each = n), rating = "y", document = rep(document, 2))
    percent_agreement(data, item, rater, rating, cluster = document, categories = c("y", "n"))$conf.low
  }
  expect_lt(low(240), low(1) - 0.3)
})

test_that("limits of more than 4,096 items hardly depend on the seed, where hardly anything is in the other category", {
  # yes and yes, no and no, and two disagreements in either direction: four rows of the posterior
  n <- c(4000, 60, 70, 70)
  data <- data.frame(
    item = rep(seq_len(sum(n)), 2), rater = rep(c("ann", "bob"), each = sum(n)),
    label = c(rep(c("yes", "no", "yes", "no"), n), rep(c("yes", "no", "no", "yes"), n))
  )
  found <- vapply(1:10, function(seed) {
    got <- agreement(data, item, rater, label, coefficients = c("cohen", "alpha"), ci = ci_bayes(seed = seed))
    c(got$conf.low, got$conf.high)
  }, numeric(4))
  # ?ci_bayes: about .0005
  expect_lt(max(apply(found, 1, stats::sd)), 0.0006)
  # A posterior of so many items is nearly normal, with the standard error of the linearised variance.
  wald <- agreement(data, item, rater, label, coefficients = c("cohen", "alpha"), ci = ci_analytic())
  expect_lt(max(abs(rowMeans(found) - c(wald$conf.low, wald$conf.high))), 0.01)
})

test_that("limits hardly depend on the seed where a few values lie far from all others", {
  skip_if_quick()
  local_seed(6)
  truth <- stats::rlnorm(60)
  scores <- matrix(rep(truth, 2) * stats::rlnorm(120, 0, 0.4), 60)
  scores[1, ] <- c(30, 45)
  scores[2, ] <- c(20, 3)
  found <- vapply(1:8, function(seed) {
    limits(krippendorff_alpha(scores, layout = "raters_in_columns", level = "interval", ci = ci_bayes(seed = seed)))
  }, numeric(2))
  # ?ci_bayes: about .001 with 20 items and .0005 with 200
  expect_lt(max(apply(found, 1, stats::sd)), 0.002)
})

test_that("standard errors hardly depend on the seed", {
  skip_if_quick()
  local_seed(5)
  truth <- sample(c("a", "b", "c"), 200, TRUE)
  data <- expand.grid(item = 1:200, rater = c("ann", "bob", "eve"), stringsAsFactors = FALSE)
  data$label <- ifelse(stats::runif(600) < 0.8, truth[data$item], sample(c("a", "b", "c"), 600, TRUE))
  found <- vapply(1:12, function(seed) {
    coefficients <- c("percent_agreement", "fleiss_kappa", "conger_kappa")
    agreement(data, item, rater, label, coefficients = coefficients, ci = ci_bayes(seed = seed))$std.error
  }, numeric(3))
  # 512 independent draws would give an error of 1 / sqrt(2 * 512) = 3 %
  expect_true(all(apply(found, 1, stats::sd) < 0.012 * rowMeans(found)))
  # of a share p of agreement among three raters it is the standard deviation of the shares of the items, over sqrt(n)
  agree <- tapply(data$label, data$item, function(x) mean(x[c(1, 1, 2)] == x[c(2, 3, 3)]))
  expect_equal(mean(found[1, ]), stats::sd(agree) / sqrt(200), tolerance = 0.02)
})

test_that("the standard error of few items hardly depends on the seed, also where chance is near 1", {
  data <- data.frame(
    item = c(1, 4, 1, 2, 3, 4, 1, 3, 4), rater = rep(c("r1", "r2", "r3"), c(2, 4, 3)), y = c(2, 1, 1, 1, 2, 2, 1, 1, 2)
  )
  error <- vapply(1:8, function(seed) {
    conger_kappa(data, item, rater, y, ci = ci_bayes(seed = seed))$std.error
  }, 0)
  # A coefficient from -1 to 1 has at most this standard deviation.
  expect_lt(max(error), 1)
  expect_lt(stats::sd(error), 0.02 * mean(error))
})

test_that("values too large to square have no limits, beside coefficients that have some", {
  d <- data.frame(item = rep(1:4, 2), rater = rep(c("a", "b"), each = 4), y = 1e200 * c(1, 2, 3, 4, 1, 3, 2, 4))
  got <- quietly(agreement(
    d, item, rater, y,
    coefficients = c("alpha", "cohen", "gwet_ac"), level = "nominal", weights = "quadratic"
  ))
  expect_identical(is.na(got$conf.low), c(FALSE, TRUE, TRUE))
  expect_identical(is.na(got$estimate), c(FALSE, TRUE, TRUE))
  pair <- quietly(pairwise_agreement(d, item, rater, y, weights = "quadratic", ci = ci_bayes()))
  expect_identical(c(pair$estimate, pair$conf.low, pair$conf.high), rep(NA_real_, 3))
  expect_identical(quietly(concordance(d, item, rater, y))$status, "values too large to square")
})

test_that("with many pairs of ratings and 100 items or more, the limits of Light's kappa are those of the jackknife", {
  set.seed(12)
  rows <- expand.grid(item = 1:110, rater = 1:45)
  truth <- sample(c("a", "b", "c"), 110, TRUE)
  rows$label <- ifelse(stats::runif(nrow(rows)) < 0.7, truth[rows$item], sample(c("a", "b", "c"), nrow(rows), TRUE))
  limits <- function(data, ci = ci_default(), ...) {
    light_kappa(data, item, rater, label, ci = ci, ...)[c("std.error", "conf.low", "conf.high", "interval")]
  }
  jackknife <- limits(rows, ci_jackknife())
  expect_identical(jackknife$interval, "jackknife")
  expect_equal(limits(rows), jackknife, tolerance = 1e-12)
  expect_equal(limits(rows, ci_default(0.9)), limits(rows, ci_jackknife(0.9)), tolerance = 1e-12)
  one_sided <- light_kappa(rows, item, rater, label, ci = ci_default(0.975, alternative = "greater"))
  expect_equal(one_sided$conf.low, jackknife$conf.low, tolerance = 1e-12)
  expect_equal(one_sided$conf.high, 1)
  # Where draws are asked for, with fewer items or pairs, and without jackknife limits, they are drawn.
  for (few in list(rows[rows$item < 100, ], rows[rows$rater < 20, ])) expect_identical(limits(few)$interval, "Bayesian")
  expect_identical(limits(rows, ci_bayes(times = 128))$interval, "Bayesian")
  perfect <- limits(transform(rows, label = truth[item]))
  expect_identical(perfect$interval, "Bayesian")
  expect_equal(perfect$conf.high, 1)
  # Each group has its own, and other coefficients keep theirs.
  groups <- rbind(transform(rows, part = "all"), transform(rows[rows$item < 40, ], part = "few"))
  both <- agreement(groups, item, rater, label, by = part, coefficients = c("fleiss", "light"))
  expect_identical(both$interval, c("Bayesian", "jackknife", "Bayesian", "Bayesian"))
  expect_equal(both[["conf.low"]][2], jackknife$conf.low, tolerance = 1e-12)
  alone <- agreement(rows, item, rater, label, coefficients = "fleiss")
  expect_equal(both[["conf.low"]][1], alone$conf.low)
  # A frequency is that many items; clusters are left out whole.
  counted <- transform(rows[rows$item <= 60, ], n = 2L)
  doubled <- rbind(counted, transform(counted, item = item + 1000))
  expect_equal(limits(counted, case_weights = n), limits(doubled), tolerance = 1e-10)
  rows$cluster <- rows$item %/% 2
  expect_identical(limits(rows, cluster = cluster)$interval, "Bayesian over clusters")
  twice <- rbind(transform(rows, cluster = item), transform(rows, cluster = item, item = item + 1000))
  of_twice <- limits(twice, ci_jackknife(), cluster = cluster)
  expect_equal(limits(twice, cluster = cluster), of_twice, tolerance = 1e-12)
  counted <- transform(rows, cluster = item, n = 2L)
  expect_equal(limits(counted, cluster = cluster, case_weights = n), of_twice, tolerance = 1e-12)
})

test_that("the print says where raters share too few items for Light's kappa", {
  set.seed(3)
  rows <- data.frame(item = rep(1:200, each = 3), rater = c(replicate(200, sample(30, 3))))
  rows$label <- sample(c("a", "b"), 600, TRUE)
  # 600 pairs of ratings by 435 pairs of raters.
  note <- "Two raters have 1.4 common items on average"
  said <- function(...) any(grepl(note, format(agreement(rows, item, rater, label, ...)), fixed = TRUE))
  expect_true(said(coefficients = c("light", "conger")))
  expect_false(said(coefficients = "conger"))
  expect_false(said(coefficients = "light", ci = ci_none()))
  complete <- expand.grid(item = 1:5, rater = 1:3)
  complete$label <- c("a", "b", "a", "b", "b", "a", "a")[1:15 %% 7 + 1]
  expect_no_match(format(light_kappa(complete, item, rater, label)), "common item")
})
