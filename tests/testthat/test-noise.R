# Noise in the last digits of numeric input does not change a result by more than such digits, and other random numbers
# change a result by no more than the random error that its help page states.

# Multiplies each number by 1 + e, where e is a few times the precision of a double.
shaken <- function(x, seed = 1) {
  local_seed(seed)
  x * (1 + stats::runif(length(x), -4, 4) * .Machine$double.eps)
}

# Forty items rated by some of five raters, no two ratings alike.
measured <- function() {
  local_seed(7)
  rows <- expand.grid(item = 1:40, rater = letters[1:5])
  rows <- rows[stats::runif(nrow(rows)) < 0.8, ]
  rows$rating <- 50 + 10 * stats::rnorm(40)[rows$item] + 2 * match(rows$rater, letters) + 4 * stats::rnorm(nrow(rows))
  rows
}

# All numbers of a result, without those of a random interval.
numbers_of <- function(x) {
  x <- as.data.frame(x)
  unlist(x[vapply(x, is.numeric, NA)])
}

expect_unshaken <- function(run, data = measured(), column = "rating", tolerance = 1e-9) {
  expected <- numbers_of(run(data))
  expect_true(any(is.finite(expected)))
  for (seed in 1:3) {
    noisy <- data
    noisy[[column]] <- shaken(noisy[[column]], seed)
    expect_equal(numbers_of(run(noisy)), expected, tolerance = tolerance)
  }
}

test_that("coefficients of measurements do not depend on their last digits", {
  skip_if_quick()
  for (level in c("ordinal", "interval", "ratio")) {
    expect_unshaken(function(d) krippendorff_alpha(d, item, rater, rating, level = level, ci = ci_jackknife()))
  }
  expect_unshaken(function(d) icc(d, item, rater, rating))
  expect_unshaken(function(d) icc(d, item, rater, rating, method = "reml"), tolerance = 1e-5)
  expect_unshaken(function(d) limits_of_agreement(d, item, rater, rating), tolerance = 1e-8)
  expect_unshaken(function(d) concordance(d, item, rater, rating)[c("estimate", "precision", "accuracy")])
  expect_unshaken(
    function(d) variance_components(d, rating ~ (1 | item) + (1 | rater), ci = ci_none()),
    tolerance = 1e-5
  )
})

# The draws of a row are put in an order by a hash of its rounded amounts, so that noise acts as another seed: ?ci_bayes
# gives a standard deviation of .001 with 20 items.
test_that("limits of the posterior change by no more than with another seed", {
  skip_if_quick()
  limits <- function(d, run) unlist(run(d)[c("conf.low", "conf.high")])
  for (run in list(
    function(d) concordance(d, item, rater, rating),
    function(d) krippendorff_alpha(d, item, rater, rating, level = "interval")
  )) {
    expected <- limits(measured(), run)
    for (seed in 1:3) {
      noisy <- transform(measured(), rating = shaken(rating, seed))
      expect_lt(max(abs(limits(noisy, run) - expected)), 5 * 0.001 * sqrt(2))
    }
  }
})

test_that("weights of agreement and of items do not matter in their last digits", {
  labels <- small()
  for (weights in c("linear", "quadratic")) {
    w <- outer(1:5, 1:5, function(a, b) 1 - (abs(a - b) / 4)^(1 + (weights == "quadratic")))
    expected <- numbers_of(fleiss_kappa(labels, item, who, score, categories = 1:5, weights = w, ci = ci_jackknife()))
    w[upper.tri(w)] <- shaken(w[upper.tri(w)])
    w[lower.tri(w)] <- t(w)[lower.tri(w)]
    found <- numbers_of(fleiss_kappa(labels, item, who, score, categories = 1:5, weights = w, ci = ci_jackknife()))
    expect_equal(found, expected, tolerance = 1e-9)
  }
  labels$share <- rep(c(0.2, 1.3, 2.7), each = 2)
  weighted <- function(d) {
    ratings <- as_ratings(d, item, who, label, case_weights = share)
    numbers_of(krippendorff_alpha(ratings, ci = ci_none()))
  }
  expected <- weighted(labels)
  labels$share <- rep(shaken(labels$share[c(1, 3, 5)]), each = 2)
  expect_equal(weighted(labels), expected, tolerance = 1e-9)
})

test_that("limits of the bootstrap under other seeds differ by their random error, and estimates do not", {
  data <- measured()
  limits <- vapply(1:8, function(seed) {
    local_seed(seed)
    x <- krippendorff_alpha(data, item, rater, rating, level = "interval", ci = ci_bootstrap(times = 1000))
    c(x$estimate, x$conf.low, x$conf.high, x$std.error)
  }, numeric(4))
  expect_identical(length(unique(limits[1, ])), 1L)
  # The 2.5% quantile of 1,000 draws of a normal distribution has a standard error of
  # sqrt(.025 * .975 / 1000) / dnorm(qnorm(.025)) = .084 of its standard deviation.
  spread <- apply(limits[2:3, ], 1, stats::sd) / mean(limits[4, ])
  expect_true(all(spread < 0.084 * 3), info = toString(spread))
  expect_true(all(spread > 0))
})

test_that("a model of labels ends in the same place from other starts", {
  local_seed(3)
  data <- simulate_ratings(300, 5, prevalence = c(a = 0.6, b = 0.4), accuracy = c(0.9, 0.8, 0.75, 0.85, 0.7))
  fits <- lapply(1:3, function(seed) {
    local_seed(seed)
    consensus(data, item, rater, rating, method = dawid_skene(restarts = 3))
  })
  for (fit in fits[-1]) {
    expect_identical(fit$label, fits[[1]]$label)
    expect_equal(fit$probability, fits[[1]]$probability, tolerance = 1e-4)
  }
})
