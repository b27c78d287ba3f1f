# Krippendorff's algorithm (2011) step by step, from the table of coincidences made by loops: a
# draw is a cell. Only its last steps, on replicates below -1 and of 1, are left out.
krippendorff_draws <- function(item, place, delta, n_raters, times) {
  table <- matrix(0, max(place), max(place))
  for (rows in split(place, item)) {
    m <- length(rows)
    for (a in seq_len(m)) {
      for (b in seq_len(m)) {
        if (a != b) table[rows[a], rows[b]] <- table[rows[a], rows[b]] + 1 / (m - 1)
      }
    }
  }
  n <- sum(table)
  n_c <- rowSums(table)
  if (is.function(delta)) delta <- delta(n_c)
  delta <- delta[seq_along(n_c), seq_along(n_c)]
  expected <- sum(outer(n_c, n_c) * delta) / (n * (n - 1))
  m <- floor(min(25 * sum(table > 0), (n_raters - 1) * round(n) / 2)) # n is whole but for rounding
  alpha <- vapply(seq_len(times), function(i) {
    cells <- sample.int(length(table), m, replace = TRUE, prob = table)
    1 - sum(delta[cells]) / (m * expected)
  }, 0)
  p <- table / n
  s <- sqrt((sum(p * delta^2) - sum(p * delta)^2) / m) / expected
  list(alpha = alpha, draws = m, mean = 1 - sum(p * delta) / expected, std.error = s, p = p)
}

# The p-value of Kolmogorov and Smirnov; values that differ in their last digits are tied.
same_distribution <- function(x, y) {
  suppressWarnings(stats::ks.test(round(x, 9), round(y, 9))$p.value)
}

example_c <- function() {
  data <- long(krippendorff_c())
  n <- table(data$item)
  data[data$item %in% names(n)[n > 1], ]
}

# A hundred items by three raters, where the number of draws has reached its limit.
many_items <- function(n = 100) {
  local_seed(n)
  truth <- sample(3, n, replace = TRUE)
  rating <- c(replicate(3, ifelse(stats::runif(n) < 0.7, truth, sample(3, n, replace = TRUE))))
  data.frame(item = rep(seq_len(n), 3), rater = rep(1:3, each = n), rating = rating)
}

seeded <- function(code, seed = 3) {
  set.seed(seed)
  code
}

on_c <- function(level, ..., data = krippendorff_c()) {
  seeded(krippendorff_alpha(data, layout = "raters_in_rows", level = level, ci = ci_krippendorff(...)))
}

replicates_on <- function(data, ..., times = 20000, metric = NULL) {
  ratings <- as_ratings(data, item, rater, rating, ...)
  metric <- metric %||% metric_for(ratings)
  alpha <- place_of("model", "alpha")
  seeded(replicate_estimates(ratings, alpha, metric, NULL, ci_krippendorff(times = times), integer()))[[1]]$estimate
}

test_that("the interval is described by its arguments", {
  ci <- ci_krippendorff(times = 2000, 0.9)
  expect_s3_class(ci, c("accord_ci_krippendorff", "accord_ci"))
  expect_equal(format(ci), "90%, Krippendorff bootstrap")
  got <- on_c("nominal", times = 2000, conf_level = 0.9)
  expect_equal(c(got$interval, got$conf.level), c("Krippendorff bootstrap", "0.9"))
  expect_output(print(got), "90% Krippendorff bootstrap\\s+intervals")
  expect_equal(tidy(got)$conf.low, got$conf.low)
  table <- as.character(paper_table(got, format = "markdown"))
  expect_match(paste(table, collapse = " "), "90% CI", fixed = TRUE)
})

test_that("replicates have the distribution of his algorithm", {
  skip_if_quick()
  data <- example_c()
  for (level in c("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")) {
    range <- switch(level, circular = 5, bipolar = c(1, 5))
    set.seed(1)
    by_hand <- krippendorff_draws(data$item, data$rating, oracle_delta(level, 1:5, range), 4, 2000)
    expect_equal(by_hand$draws, 60) # (4 - 1) 40 / 2
    x <- replicates_on(data, level = level)
    expect_lt(abs(mean(x) - by_hand$mean), 4 * by_hand$std.error / sqrt(20000))
    expect_lt(abs(stats::sd(x) / by_hand$std.error - 1), 0.03)
    expect_gt(same_distribution(x, by_hand$alpha), 0.01)
    expect_lt(same_distribution(x + by_hand$std.error / 4, by_hand$alpha), 1e-6)
  }
})

test_that("a distance of the user's, weights, and disagreements of 0 between categories", {
  data <- example_c()
  d <- as.matrix(stats::dist(c(1, 1, 2, 4, 7)))^2
  by_hand <- seeded(krippendorff_draws(data$item, data$rating, d, 4, 2000))
  ratings <- as_ratings(data, item, rater, rating)
  x <- replicates_on(data, metric = metric_for(ratings, distance = unname(d)))
  expect_gt(same_distribution(x, by_hand$alpha), 0.01)
  by_hand <- seeded(krippendorff_draws(data$item, data$rating, 1 - oracle_weights("linear", 1:5), 4, 2000))
  got <- seeded(agreement(data, item, rater, rating,
    coefficients = "alpha", weights = "linear", ci = ci_krippendorff()
  ))
  expect_lt(abs(got$std.error / by_hand$std.error - 1), 0.03)
})

test_that("at the nominal level the limits are those of a binomial distribution", {
  # D_o = .2 and D_e = .779487 (Krippendorff 2011, example C): 60 draws disagree with probability .2
  counts <- c(9, 13, 10, 5, 3)
  expected <- (40^2 - sum(counts^2)) / (40 * 39)
  expect_equal(round(expected, 6), 0.779487)
  limit <- function(p) 1 - stats::qbinom(p, 60, 0.2) / (60 * expected)
  got <- on_c("nominal")
  expect_equal(c(got$conf.low, got$conf.high), c(limit(0.975), limit(0.025)), tolerance = 1e-12)
  # as kripp.boot 1.0.0 gives for these data (run with 3000 replicates after set.seed(2))
  expect_equal(round(c(got$conf.low, got$conf.high), 4), c(0.6151, 0.8717))
  got <- on_c("nominal", conf_level = 0.8)
  expect_equal(c(got$conf.low, got$conf.high), c(limit(0.9), limit(0.1)), tolerance = 1e-12)
})

test_that("the limits are the replicates of his ranks", {
  core <- data.frame(estimate = c(0.5, 0.5, NA))
  core$replicates <- list(list(estimate = sample(1:1000) / 1000), list(estimate = rep(0.5, 9)), NULL)
  got <- add_interval(ci_krippendorff(times = 1000), core)
  # KALPHA: trunc(.025 X), and trunc(.975 X) + 1
  expect_equal(got$conf.low, c(0.025, NA, NA))
  expect_equal(got$conf.high, c(0.976, NA, NA))
  expect_equal(got$std.error, c(stats::sd(1:1000 / 1000), NA, NA))
  for (times in c(10, 41)) {
    core <- data.frame(estimate = 0.5)
    core$replicates <- list(list(estimate = seq_len(times)))
    got <- add_interval(ci_krippendorff(times = times), core)
    expect_equal(c(got$conf.low, got$conf.high), c(1, times - (times == 41)))
  }
})

test_that("the number of draws has his limit", {
  data <- many_items()
  by_hand <- krippendorff_draws(data$item, data$rating, 1 - diag(3), 3, 2)
  expect_equal(by_hand$draws, 25 * 9)
  x <- replicates_on(data, level = "nominal")
  expect_lt(abs(stats::sd(x) / by_hand$std.error - 1), 0.03)
  # so the interval is as wide for four times the items
  four <- data[rep(seq_len(300), 4), ]
  four$item <- paste(four$item, rep(1:4, each = 300))
  expect_lt(abs(stats::sd(replicates_on(four, level = "nominal")) / by_hand$std.error - 1), 0.03)
})

test_that("anonymous raters are as many as the most ratings of an item", {
  counts <- t(apply(krippendorff_c()[, 1:11], 2, function(x) tabulate(x, 5)))
  by_hand <- with(example_c(), krippendorff_draws(item, rating, 1 - diag(5), 4, 2))
  got <- seeded(krippendorff_alpha(counts, layout = "counts", ci = ci_krippendorff()))
  expect_equal(got$estimate, by_hand$mean, tolerance = 1e-12)
  expect_lt(abs(got$std.error / by_hand$std.error - 1), 0.03)
})

test_that("replicates without variation count as 0", {
  # five items agree on a, one is split: 10 of 12 coincidences, M = 6, (10/12)^6 of the draws from one cell
  one <- data.frame(item = rep(1:6, 2), rater = rep(1:2, each = 6), rating = c(rep("a", 11), "b"))
  x <- replicates_on(one)
  share <- (10 / 12)^6
  # D_e = 2 * 11 * 1 / (12 * 11): two draws of six that disagree make alpha 1 - (2/6) * 6 = -1
  expect_lt(max(x), 0.5)
  both <- share + 6 * (2 / 12) * (10 / 12)^5 # one draw: 1 - (1/6) * 6 = 0
  expect_lt(abs(mean(abs(x) < 1e-12) - both), 4 * sqrt(both * (1 - both) / 20000))
  expect_equal(min(x), -1) # never less, though three draws make -2
  # two categories are agreed on: (6/12)^6 + (4/12)^6 of the draws are from one cell, and then 0
  two <- transform(one, rating = c("a", "a", "a", "b", "b", "a", "a", "a", "a", "b", "b", "b"))
  x <- replicates_on(two)
  zeros <- round(20000 * ((6 / 12)^6 + (4 / 12)^6))
  # D_e = 2 * 7 * 5 / (12 * 11): no number of draws that disagree makes exactly 0
  expect_equal(sum(x == 0), zeros)
  rest <- share - zeros / 20000
  expect_lt(abs(mean(x == 1) - rest), 4 * sqrt(share * (1 - share) / 20000))
})

test_that("there is no interval without disagreement, and for one item", {
  none <- function(data, estimate) {
    expect_warning(
      got <- krippendorff_alpha(data, item, rater, rating, ci = ci_krippendorff(times = 100)),
      class = "accord_warning_no_interval"
    )
    expect_identical(c(got$std.error, got$conf.low, got$conf.high), rep(NA_real_, 3))
    expect_equal(got$estimate, estimate)
  }
  none(data.frame(item = rep(1:4, 2), rater = rep(1:2, each = 4), rating = rep(letters[1:4], 2)), 1)
  none(data.frame(item = 1, rater = 1:3, rating = c("a", "b", "b")), 0)
  one_pair <- data.frame(item = c(1, 1, 2, 3), rater = c(1, 2, 1, 2), rating = c("a", "b", "b", "a"))
  none(one_pair, 0)
})

test_that("groups are drawn one after the other", {
  data <- rbind(
    cbind(example_c(), part = "first"), cbind(many_items(30), part = "second"),
    data.frame(item = 1:2, rater = 1, rating = 1:2, part = "alone")
  )
  measure <- function(data, ...) {
    seeded(krippendorff_alpha(data, item, rater, rating, ..., level = "nominal", ci = ci_krippendorff(times = 500)))
  }
  expect_warning(got <- measure(data, by = part), class = "accord_warning_undefined")
  got <- got[match(c("first", "second", "alone"), got$part), ]
  expect_equal(is.na(got$conf.low), c(FALSE, FALSE, TRUE))
  alone <- measure(example_c())
  expect_equal(got[1, names(alone)], alone, ignore_attr = TRUE)
  local({
    old <- options(accord.threads = 1)
    on.exit(options(old))
    again <- suppressWarnings(measure(data, by = part))
    expect_identical(again$conf.low[match(got$part, again$part)], got$conf.low)
  })
})

test_that("values of their own for every rating", {
  skip_if_quick()
  local_seed(1)
  truth <- stats::rnorm(60)
  rating <- truth + stats::rnorm(120, sd = 0.4)
  data <- data.frame(item = rep(1:60, 2), rater = rep(1:2, each = 60), rating = rating)
  place <- rank(data$rating)
  d <- outer(sort(data$rating), sort(data$rating), "-")^2
  by_hand <- krippendorff_draws(data$item, place, d, 2, 500)
  expect_equal(by_hand$draws, 60)
  x <- replicates_on(data, level = "interval", times = 4000)
  expect_lt(abs(stats::sd(x) / by_hand$std.error - 1), 0.06)
  expect_gt(same_distribution(x, by_hand$alpha), 0.01)
})

test_that("it is for alpha alone", {
  skip_if_quick()
  data <- many_items(20)
  cnd <- expect_fault(
    fleiss_kappa(data, item, rater, rating, ci = ci_krippendorff()), "argument",
    "is for Krippendorff's alpha", argument = "ci"
  )
  expect_match(conditionMessage(cnd), "1 other coefficient was requested", fixed = TRUE)
  cnd <- expect_fault(
    agreement(data, item, rater, rating,
      coefficients = c("alpha", "fleiss", "conger"), level = "nominal", ci = ci_krippendorff()
    ),
    "argument", "is for Krippendorff's alpha", argument = "ci"
  )
  expect_match(conditionMessage(cnd), "2 other coefficients were requested", fixed = TRUE)
  expect_fault(category_agreement(data, item, rater, rating, ci = ci_krippendorff()), "argument")
  expect_fault(
    krippendorff_alpha(transform(data, part = item %% 5), item, rater, rating,
      cluster = part, level = "nominal", ci = ci_krippendorff()
    ),
    "argument", "assume independent items", argument = "cluster"
  )
})

test_that("arguments are checked", {
  expect_fault(ci_krippendorff(times = 1), "argument", argument = "times")
  expect_fault(ci_krippendorff(times = 99.5), "argument", argument = "times")
  expect_fault(ci_krippendorff(conf_level = 0), "argument", argument = "conf_level")
})
