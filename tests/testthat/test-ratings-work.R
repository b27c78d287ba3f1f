# Work that grows with pairs is estimated before it begins.

# `n` raters of one item.
on_one_item <- function(n) data.frame(item = 1, rater = seq_len(n), label = rep_len(c("a", "b"), n))

test_that("results with a row for each of too many pairs are refused", {
  skip_if_quick()
  cnd <- expect_fault(
    pairwise_agreement(on_one_item(1e4), item, rater, label), "too_large", "10,000 raters may make 49,995,000"
  )
  expect_identical(cnd$size, 1e4 * (1e4 - 1) / 2)
  expect_match(conditionMessage(cnd), "min_items")
  # Raters without common items cost no work.
  apart <- data.frame(item = rep(1:1e4, each = 2), rater = 1:2e4, label = "a")
  expect_identical(nrow(pairwise_agreement(apart, item, rater, label, coefficient = "percent")), 10000L)
})

test_that("comparing for hours is refused", {
  skip_if_quick()
  ratings <- as_ratings(on_one_item(2e5), item, rater, label)
  expect_identical(count_meetings(ratings), 2e5 * (2e5 - 1) / 2)
  expect_silent(check_pair_work(ratings))
  ratings <- as_ratings(on_one_item(3e5), item, rater, label)
  expect_fault(rater_summary(ratings), "too_large", "such pairs")
  expect_fault(light_kappa(ratings), "too_large", "such pairs")
  expect_fault(rater_influence(ratings, coefficient = "light"), "too_large", "such pairs")
  expect_fault(item_influence(ratings, coefficient = "light"), "too_large", "such pairs")
  # The interval needs more than the estimate
  ratings <- as_ratings(on_one_item(4000), item, rater, label)
  cnd <- expect_fault(light_kappa(ratings, ci = ci_bayes()), "too_large", "4,000 raters gave 7,998,000 such pairs")
  expect_match(conditionMessage(cnd), "ci_jackknife")
  # So do comparisons.
  ratings <- as_ratings(on_one_item(2500), item, rater, label)
  expect_fault(
    compare_agreement(ratings, coefficients = c("light", "fleiss"), ci = ci_bayes()), "too_large",
    "2,500 raters gave 3,123,750 such pairs"
  )
  groups <- merge(on_one_item(2500), data.frame(g = c("x", "y")))
  for (paired in c(TRUE, FALSE)) {
    expect_fault(
      compare_agreement(groups, item, rater, label, by = g, coefficients = "light", paired = paired), "too_large",
      "2,500 raters gave 3,123,750 such pairs"
    )
  }
})

test_that("equal items are drawn as one: a million of them are little work", {
  skip_if_not(asks_all(), "long")
  equal <- data.frame(item = rep(1:1100000, 3), rater = rep(1:3, each = 1100000), label = rep(c("a", "b"), 1650000))
  x <- compare_agreement(equal, item, rater, label, coefficients = c("light", "percent"))
  expect_identical(x$status, "ok")
  fewer <- as_ratings(on_one_item(4000), item, rater, label)
  expect_s3_class(light_kappa(fewer, ci = ci_none()), "accord_agreement")
})

test_that("square tables that do not fit are refused", {
  skip_if_quick()
  pairs <- pairwise_agreement(rated(ann = c("a", "b"), bob = c("a", "b")), item, rater, label)
  many <- pairs[rep(1, 50001), ]
  many$rater_1 <- paste0("r", 1:50001)
  expect_fault(as.matrix(many), "too_large", "50,002 raters need 19 GB")
  wide <- data.frame(item = rep(1:60000, 2), rater = rep(1:2, each = 60000), label = c(1:60000, 2:60000, 1))
  expect_fault(
    pairwise_agreement(wide, item, rater, label, confusion = TRUE, coefficient = "percent"), "too_large",
    "Leave out `confusion = TRUE`"
  )
  scale <- data.frame(item = rep(1:100001, 2), rater = rep(1:2, each = 100001), label = 1:100001)
  expect_fault(krippendorff_alpha(scale, item, rater, label, level = "ratio"), "too_many_values", "100001 distinct")
  expect_fault(cohen_kappa(scale, item, rater, label, weights = "radical"), "too_many_values", "\"radical\"")
})

test_that("the meetings of raters are counted as by hand, raters who rate twice included", {
  data <- rated(ann = c("a", "b", "a"), bob = c("a", "b", NA), cat = c("b", "b", "a"))
  twice <- rbind(data, data[data$rater == "bob", ])
  expect_identical(rater_summary(twice, item, rater, label, duplicates = "keep")$n_met, c(2L, 2L, 2L))
  pairs <- pairwise_agreement(twice, item, rater, label, duplicates = "keep", coefficient = "percent")
  expect_identical(pairs$n_items, c(4L, 3L, 4L))
})

test_that("pairs of raters and Bayesian intervals stop when they are told to", {
  skip_if_quick()
  skip_on_os("windows")
  # A time limit has the same effect as Ctrl-C. Otherwise each call takes many seconds.
  n <- test_size(2000, 4000)
  many <- data.frame(item = rep(1:40, each = n), rater = rep(1:n, 40), label = sample(c("a", "b"), 40 * n, TRUE))
  ratings <- as_ratings(many, item, rater, label)
  # Within what the interval of Light's kappa takes
  fewer <- as_ratings(many[many$item <= 5 & many$rater <= 500, ], item, rater, label)
  numbers <- as_ratings(data.frame(item = rep(1:400, 5), x = stats::rnorm(2000)), item, rating = x)
  calls <- list(
    function() light_kappa(fewer, ci = ci_bayes()),
    function() krippendorff_alpha(numbers, level = "interval", ci = ci_bayes(times = 1e6)),
    function() pairwise_agreement(ratings),
    function() light_kappa(ratings, ci = ci_none()),
    function() rater_summary(ratings),
    function() rater_influence(ratings, coefficient = "light")
  )
  for (call in calls) {
    start <- proc.time()[["elapsed"]]
    setTimeLimit(elapsed = 0.1, transient = TRUE)
    stopped <- tryCatch(suppressMessages(call()), error = identity, interrupt = identity)
    setTimeLimit()
    expect_s3_class(stopped, "condition")
    taken <- proc.time()[["elapsed"]] - start
    # The long tests also check that it takes less than half of the time of the call alone.
    if (asks_all()) expect_lt(taken, system.time(suppressMessages(call()))[["elapsed"]] / 2)
  }
})

test_that("without each item, kappa of numbers is as defined, and takes no pass over all categories", {
  numbers <- function(n) {
    x <- matrix(stats::rnorm(2 * n), n)
    x[, 2] <- x[, 1] + x[, 2]
    data.frame(item = rep(seq_len(n), 2), rater = rep(1:2, each = n), x = c(x))
  }
  kappa <- function(x, y, d) 1 - mean(d(x, y)) / mean(outer(x, y, d))
  set.seed(5)
  data <- numbers(60)
  x <- data$x[1:60]
  y <- data$x[61:120]
  widest <- diff(range(data$x))
  linear <- function(a, b) abs(a - b) / widest
  found <- item_influence(data, item, rater, x, coefficient = "cohen", weights = "linear")
  truth <- vapply(1:60, function(i) kappa(x[-i], y[-i], linear), 1)
  expect_equal(found$estimate_without[order(found$item)], truth)
  # Labels that are few
  data$x <- round(data$x)
  found <- item_influence(data, item, rater, x, coefficient = "cohen")
  truth <- vapply(1:60, function(i) kappa(round(x)[-i], round(y)[-i], `!=`), 1)
  expect_equal(found$estimate_without[order(found$item)], truth)
  # When each item needed such a pass, 20,000 items took 45 seconds.
  many <- list(numbers(5000), numbers(20000))
  kappa_of <- function(n) {
    cohen_kappa(many[[1 + (n > 5000)]], item, rater, x, weights = "linear", ci = ci_jackknife())
  }
  expect_linear_time(kappa_of, 5000)
})

test_that("by default many items of several raters have their coefficients, Light's kappa where items repeat", {
  skip_if_quick()
  set.seed(3)
  kinds <- matrix(sample(c("a", "b"), 100 * 12, TRUE), 100)
  n <- test_size(ceiling(1.01 * MOST_DRAWN_MEETINGS / choose(12, 2)), 50000)
  repeated <- kinds[sample(100, n, TRUE), ]
  expect_gt(nrow(repeated) * choose(12, 2), MOST_DRAWN_MEETINGS)
  joins <- 0
  accord <- asNamespace("accord")
  suppressMessages(trace("join_equal_items", function() joins <<- joins + 1, where = accord, print = FALSE))
  got <- agreement(repeated, layout = "raters_in_columns")
  suppressMessages(untrace("join_equal_items", where = accord))
  expect_equal(joins, 1) # they take a look at every rating
  counted <- vctrs::vec_count(as.data.frame(repeated))
  by_count <- agreement(
    cbind(counted$key, n = counted$count),
    rating = -n, layout = "raters_in_columns", case_weights = n
  )
  shown <- c("coefficient", "estimate", "conf.low", "conf.high", "n_items")
  expect_equal(got[shown], by_count[shown], tolerance = 1e-9)
  expect_true("light_kappa" %in% got$coefficient)

  all_differ <- matrix(sample(letters, n * 12, TRUE), n)
  got <- agreement(all_differ, layout = "raters_in_columns")
  expect_false("light_kappa" %in% got$coefficient)
  few <- matrix(sample(letters, 99 * 250, TRUE), 99)
  expect_fault(light_kappa(few, layout = "raters_in_columns"), "too_large", "on items that differ")
})
