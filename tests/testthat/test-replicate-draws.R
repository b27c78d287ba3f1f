# The distribution of draws, which depend on nothing but the seed.

test_that("draws do not depend on how many are made at a time", {
  skip_if_quick()
  # 2e6 / 9 draws at once; 1.1e6 rows, one draw at a time
  for (mass in list(c(3, 1, 5, 0, 2, 2, 1, 1, 4), rep(1, 1.1e6))) {
    n <- test_size(2, 7)
    ci <- ci_bootstrap(times = n)
    rows <- list(mass = mass)
    x <- seq_along(mass)
    sums <- function(draws) cbind(colSums(draws$weights * x), colSums(draws$weights))
    calls <- 0
    set.seed(1)
    got <- do.call(rbind, in_blocks(n, length(mass), function(share) calls <<- calls + 1, function(first, n) {
      sums(draw_weights(ci, rows, n))
    }))
    expect_equal(calls, if (length(mass) < 10) 1 else n)
    set.seed(1)
    one_by_one <- vapply(seq_len(n), function(i) sum(draw_weights(ci, rows)$weights * x), 0)
    expect_identical(got[, 1], one_by_one)
    expect_equal(got[, 2], rep(sum(mass), n))
    expect_gt(stats::sd(got[, 1]), 0)
  }
})

test_that("items are drawn in proportion to the patterns, raters with equal chances", {
  skip_if_quick()
  set.seed(3)
  rows <- list(mass = c(30, 10, 0, 60), raters = c(0L, 2L, 3L), n_raters = 5)
  draws <- lapply(1:2000, function(i) draw_weights(ci_bootstrap(over = "both"), rows))
  weights <- vapply(draws, `[[`, numeric(4), "weights")
  expect_identical(unique(colSums(weights)), 100)
  # binomial: mean n p, variance n p (1 - p); 5 standard errors of a mean of 2000 draws
  p <- c(0.3, 0.1, 0, 0.6)
  expect_true(all(abs(rowMeans(weights) - 100 * p) <= 5 * sqrt(100 * p * (1 - p) / 2000)))
  s2 <- apply(weights, 1, stats::var)
  expect_true(all(abs(s2 / (100 * p * (1 - p)) - 1)[-3] < 5 * sqrt(2 / 2000)))
  times <- vapply(draws, `[[`, integer(5), "times")
  expect_identical(unique(colSums(times)), 3)
  expect_identical(rowSums(times)[c(2, 5)], c(0, 0))
  expect_true(all(abs(rowMeans(times)[c(1, 3, 4)] - 1) < 5 * sqrt(3 * (1 / 3) * (2 / 3) / 2000)))
  raters <- draw_weights(ci_bootstrap(over = "raters"), rows)
  expect_identical(drop(raters$weights), rows$mass)
  expect_null(draw_weights(ci_bootstrap(), rows)$times)
})

# A frame with two groups: 12 and 20 items, three of four raters each.
two_groups <- function() {
  local_seed(11)
  rows <- function(part, n) {
    truth <- sample(c("a", "b", "c"), n, replace = TRUE)
    data <- data.frame(part, item = rep(seq_len(n), each = 3), rater = c(replicate(n, sample(4, 3))))
    data$label <- ifelse(stats::runif(3 * n) < 0.7, truth[data$item], sample(c("a", "b", "c"), 3 * n, TRUE))
    data
  }
  rbind(rows("first", 12), rows("second", 20))
}

seeded <- function(code) {
  set.seed(5)
  code
}

limits <- function(x) cbind(x$estimate, x$std.error, x$conf.low, x$conf.high)

test_that("the same seed gives the same interval: frame, ratings, groups, threads", {
  skip_if_quick()
  data <- two_groups()
  first <- data[data$part == "first", ]
  kinds <- list(
    ci_bootstrap(times = 60), ci_bootstrap(times = 60, over = "raters"), ci_bootstrap(times = 60, over = "both"),
    ci_bootstrap(times = 60, type = "studentized"), ci_bayes(times = 60)
  )
  for (ci in kinds) {
    measure <- function(...) {
      suppressWarnings(agreement(..., ci = ci), classes = "accord_warning_no_interval")
    }
    grouped <- seeded(measure(data, item, rater, label, by = part))
    expect_equal(sum(grouped$part == "first"), nrow(grouped) / 2)
    alone <- seeded(measure(first, item, rater, label, categories = c("a", "b", "c")))
    expect_identical(limits(grouped[grouped$part == "first", ]), limits(alone))
    expect_gt(sum(!is.na(alone$std.error)), 5)
    ratings <- as_ratings(data, item, rater, label, by = part)
    expect_identical(limits(seeded(measure(ratings))), limits(grouped))
    local({
      old <- options(accord.threads = 1)
      on.exit(options(old))
      expect_identical(limits(seeded(measure(ratings))), limits(grouped))
    })
    # another draw, unless the interval draws nothing
    if (ci$method != "bayes") expect_false(identical(limits(measure(ratings)), limits(grouped)))
  }
})

# Resampling rows ---------------------------------------------------------------------------------

# Nominal alpha from a table of counts, a row an item: Krippendorff (2011), section C.
alpha_of_counts <- function(counts) {
  m <- rowSums(counts)
  within <- sum((m^2 - rowSums(counts^2)) / (m - 1))
  n_c <- colSums(counts)
  n <- sum(n_c)
  1 - (n - 1) * within / (n^2 - sum(n_c^2))
}

# The two samples of all data sets, each set in units of the rows drawn by hand.
pooled_draws <- function(n_sets, n_items) {
  pairs <- lapply(seq_len(n_sets), function(seed) {
    set.seed(seed)
    truth <- sample(3, 15, replace = TRUE, prob = c(5, 3, 2))
    score <- replicate(3, ifelse(stats::runif(15) < 0.7, truth, sample(3, 15, replace = TRUE)))
    data <- data.frame(item = rep(1:15, 3), rater = rep(1:3, each = 15), score = c(score))
    counts <- unclass(table(data$item, factor(data$score, 1:3)))
    by_hand <- replicate(200, alpha_of_counts(counts[sample.int(15, n_items, replace = TRUE), ]))
    ratings <- as_ratings(data, item, rater, score, level = "nominal")
    alpha <- place_of("model", "alpha")
    drawn <- replicate_estimates(ratings, alpha, metric_for(ratings), NULL, ci_bootstrap(times = 200), integer())
    drawn <- drawn[[1]]$estimate
    (cbind(by_hand, drawn) - mean(by_hand, na.rm = TRUE)) / stats::sd(by_hand, na.rm = TRUE)
  })
  do.call(rbind, pairs)
}

# The p-value of Kolmogorov and Smirnov; values that differ in their last digits are tied.
same_distribution <- function(draws) {
  draws <- round(draws, 9)
  suppressWarnings(stats::ks.test(draws[, "by_hand"], draws[, "drawn"])$p.value)
}

test_that("draws of patterns have the distribution of resampled rows", {
  skip_if_quick()
  n_sets <- if (identical(Sys.getenv("ACCORD_TEST_LONG"), "true")) 100 else 20
  expect_gt(same_distribution(pooled_draws(n_sets, 15)), 0.05)
  # which the test would tell from that of 10 rows out of 15
  expect_lt(same_distribution(pooled_draws(n_sets, 10)), 1e-6)
})
