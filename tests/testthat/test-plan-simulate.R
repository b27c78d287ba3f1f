test_that("a study has the rows, types and names that it should have", {
  local_seed(1)
  x <- simulate_ratings(20, 4, ratings_per_item = 3)
  expect_equal(class(x), class(tibble::tibble()))
  expect_named(x, c("item", "rater", "rating", "truth"))
  expect_equal(x$item, rep(1:20, each = 3))
  expect_true(all(x$rater %in% 1:4) && all(x$rating %in% 1:2))
  expect_equal(x$truth, rep(x$truth[seq(1, 60, 3)], each = 3))
  expect_named(simulate_ratings(5, 2, cluster_size = 2), c("item", "rater", "rating", "truth", "cluster"))
  expect_equal(simulate_ratings(5, 2, cluster_size = 2)$cluster, rep(c(1, 1, 2, 2, 3), each = 2))
  labels <- simulate_ratings(9, 2, prevalence = c(no = 0.7, yes = 0.3))
  expect_equal(levels(labels$rating), c("no", "yes"))
  expect_false(is.ordered(labels$truth))
  expect_true(is.ordered(simulate_ratings(9, 2, prevalence = c(z = 0.7, a = 0.3), errors = "near")$rating))
  numbers <- simulate_ratings(50, 2, prevalence = c("-1" = 0.5, "0.5" = 0.3, "4" = 0.2), accuracy = 0.4)
  expect_setequal(numbers$rating, c(-1, 0.5, 4))
  expect_s3_class(simulate_ratings(9, 2, prevalence = c("1" = 0.7, "0" = 0.3))$rating, "factor")
})

test_that("the seed rules", {
  draw <- function(seed) {
    set.seed(seed)
    simulate_ratings(30, 9, 4, rater_sd = 1, difficulty_sd = 1, cluster_size = 3, cluster_cor = 0.5)
  }
  local_seed(1)
  expect_identical(draw(1), draw(1))
  expect_false(identical(draw(1), draw(2)))
})

# Returns the distance of a share among n draws from its expectation, in standard errors.
far <- function(hits, p) abs(mean(hits) - p) / sqrt(p * (1 - p) / length(hits))

test_that("truths follow the prevalence, and correlate in clusters as asked", {
  local_seed(2)
  p <- c(0.6, 0.3, 0.1)
  x <- simulate_ratings(60000, 1, prevalence = p, cluster_size = 2, cluster_cor = 0.4)
  first <- x$truth[c(TRUE, FALSE)]
  second <- x$truth[c(FALSE, TRUE)]
  for (k in 1:3) {
    expect_lt(far(first == k, p[k]), 4)
    expect_lt(far(second == k, p[k]), 4)
    # Correlation rho of two indicators with mean p: both are 1 with probability p^2 + rho p (1 - p).
    expect_lt(far(first == k & second == k, p[k]^2 + 0.4 * p[k] * (1 - p[k])), 4)
    other <- x$truth[seq(3, 60000, 2)] == k
    expect_lt(far((first[-30000] == k) & other, p[k]^2), 4)
  }
})

test_that("ratings follow accuracy, errors and confusion matrices", {
  local_seed(3)
  check <- function(x, confusion, rater = 1) {
    for (t in seq_len(nrow(confusion))) {
      given <- x$rating[x$truth == t & x$rater == rater]
      for (k in seq_len(ncol(confusion))) {
        p <- confusion[t, k]
        if (p %in% 0:1) expect_true(all((given == k) == p)) else expect_lt(far(given == k, p), 4)
      }
    }
  }
  even <- matrix(0.1, 4, 4) + diag(0.6, 4)
  check(simulate_ratings(40000, 1, prevalence = rep(1 / 4, 4), accuracy = 0.7), even)
  # Errors from category 1 of 4 in proportions 4 : 2 : 1, from 2 in 2 : 2 : 1.
  near <- rbind(
    c(0.3, 0.4, 0.2, 0.1), c(0.28, 0.3, 0.28, 0.14), c(0.14, 0.28, 0.3, 0.28), c(0.1, 0.2, 0.4, 0.3)
  )
  check(simulate_ratings(40000, 1, prevalence = rep(1 / 4, 4), accuracy = 0.3, errors = "near"), near)
  a <- rbind(c(0.5, 0.5, 0), c(0, 1, 0), c(0.9, 0.1, 0))
  b <- rbind(c(1, 0, 0), c(0.2, 0.3, 0.5), c(0, 0, 1))
  x <- simulate_ratings(20000, 3, 2, prevalence = rep(1 / 3, 3), confusion = list(a, b, a))
  check(x, a, 1)
  check(x, b, 2)
  check(x, a, 3)
  by_rater <- simulate_ratings(20000, 2, accuracy = c(1, 0.6))
  check(by_rater, diag(2), 1)
  check(by_rater, matrix(0.4, 2, 2) + diag(0.2, 2), 2)
})

test_that("raters and clusters shift the logit of being right", {
  local_seed(4)
  right <- function(x, by) tapply(x$rating == x$truth, x[[by]], mean)
  # For logit .8 + N(0, 1): the mean, and the variance of the shares in addition to that of 400 draws.
  expected <- function(power) {
    stats::integrate(function(z) stats::plogis(stats::qlogis(0.8) + z)^power * stats::dnorm(z), -9, 9)$value
  }
  v <- expected(2) - expected(1)^2
  expect_spread <- function(share, n) {
    expect_lt(abs(mean(share) - expected(1)) / sqrt((v + 0.25 / n) / length(share)), 4)
    noise <- mean(share * (1 - share)) / (n - 1)
    # The variance of a bounded share varies by less than that of a normal one.
    expect_lt(abs(stats::var(share) - noise - v) / v, 4 * sqrt(2 / length(share)))
  }
  of_raters <- simulate_ratings(400, 400, rater_sd = 1)
  expect_spread(right(of_raters, "rater"), 400)
  of_clusters <- simulate_ratings(8000, 20, difficulty_sd = 1, cluster_size = 20)
  expect_spread(right(of_clusters, "cluster"), 400)
  sure <- simulate_ratings(100, 3, accuracy = 1, rater_sd = 2, difficulty_sd = 2)
  expect_equal(sure$rating, sure$truth)
})

test_that("every item has its raters, once each, with even loads", {
  local_seed(5)
  for (size in list(c(7, 3, 50), c(6, 3, 41), c(10, 4, 33), c(5, 4, 12), c(40, 1, 90), c(9, 9, 4))) {
    x <- simulate_ratings(size[3], size[1], size[2])
    expect_equal(nrow(x), size[2] * size[3])
    expect_equal(anyDuplicated(x[c("item", "rater")]), 0)
    load <- tabulate(x$rater, size[1])
    expect_lte(max(load) - min(load), 1)
    expect_false(is.unsorted(order(x$item, x$rater)))
  }
})

test_that("each rater is as likely as any other to rate an item, and so is each pair", {
  local_seed(6)
  x <- simulate_ratings(30000, 5, 3)
  raters <- matrix(x$rater, 3)
  # Loads are even in blocks of items, so shares vary less than those of independent draws.
  for (g in 1:5) expect_lt(far(colSums(raters == g) == 1, 3 / 5), 4)
  both <- matrix(0, 5, 5)
  for (g in 1:5) for (h in 1:5) both[g, h] <- mean(colSums(raters == g) * colSums(raters == h))
  expect_lt(max(abs(both[upper.tri(both)] - 3 * 2 / (5 * 4))), 0.02)
})

test_that("batches go to the same raters", {
  local_seed(7)
  x <- simulate_ratings(43, 12, 3, batch_size = 5)
  panel <- apply(matrix(x$rater, 3), 2, paste, collapse = " ")
  batch <- rep(1:9, each = 5)[1:43]
  expect_true(all(tapply(panel, batch, function(p) length(unique(p))) == 1))
  expect_gt(length(unique(panel)), 4)
})

test_that("studies drawn together are of the same kind as studies drawn alone", {
  local_seed(8)
  design <- rating_design(10, 7, 3, cluster_size = 4, cluster_cor = 1, batch_size = 2, rater_sd = 1)
  drawn <- draw_ratings(design, 5)
  expect_equal(dim(drawn$rating), c(3L, 50L))
  for (study in 1:5) {
    items <- (study - 1) * 10 + 1:10
    raters <- drawn$rater[, items]
    expect_equal(raters[, c(1, 3, 5, 7, 9)], raters[, c(2, 4, 6, 8, 10)])
    load <- tabulate(raters, 7) / 2
    expect_lte(max(load) - min(load), 1)
    truth <- drawn$truth[items] # a correlation of 1: one truth per cluster
    expect_equal(truth, rep(truth[c(1, 5, 9)], c(4, 4, 2)))
  }
})

test_that("what is no design is an error", {
  skip_if_quick()
  sim <- function(...) simulate_ratings(10, 3, ...)
  expect_fault(simulate_ratings(0, 3), "argument", "n_items", argument = "n_items")
  expect_fault(simulate_ratings(10, 2.5), "argument", "whole number", argument = "n_raters")
  expect_fault(simulate_ratings("a", 2), "argument", "a string")
  expect_fault(simulate_ratings(10), "argument", argument = "n_raters")
  expect_fault(sim(acuracy = 0.9), "argument", "Did you mean `accuracy`")
  expect_fault(sim(ratings_per_item = 4), "argument", "4 ratings per item from 3 raters")
  expect_fault(simulate_ratings(10, 1, 2), "argument", "2 ratings per item from 1 rater\\.")
  expect_fault(sim(prevalence = c(0.5, 0.4)), "argument", "add up to 0.9")
  expect_fault(sim(prevalence = c(1.5, -0.5)), "argument", "1 of them is below 0")
  expect_fault(sim(prevalence = c(2, -0.5, -0.5)), "argument", "2 of them are below 0")
  expect_fault(sim(prevalence = c(a = 0.5, a = 0.5)), "argument", "not distinct")
  expect_fault(sim(prevalence = c(a = 0.5, 0.5)), "argument", "not complete: \"a\" and \"\"")
  expect_fault(sim(prevalence = 1), "argument", "two or more categories")
  expect_fault(sim(accuracy = 1.2), "argument", "between 0 and 1")
  expect_fault(sim(accuracy = c(0.5, 0.6)), "argument", "one for each of the 3 raters")
  expect_fault(sim(errors = "nearby"), "argument", "Did you mean")
  expect_fault(sim(rater_sd = -1), "argument", "of 0 or more")
  expect_fault(sim(cluster_cor = 0.5), "argument", "needs clusters")
  expect_fault(sim(confusion = 0.5), "argument", "matrix for each")
  expect_fault(sim(confusion = list(diag(2), diag(2))), "argument", "2 matrices are given for 3 raters")
  expect_fault(
    sim(confusion = list(diag(2), diag(3), diag(2))), "argument", "1 of the matrices does not",
    matrices = 2L
  )
  expect_fault(
    sim(confusion = list(diag(2), diag(3), diag(2) / 2)), "argument", "2 of the matrices do not",
    matrices = 2:3
  )
  expect_fault(sim(confusion = diag(2), accuracy = 0.9), "argument", "takes the place of `accuracy`")
  expect_fault(
    plan_agreement(n_items = 9, n_raters = 2, confusion = diag(2), accuracy = 0.9), "argument", "Both are given"
  )
  # R has no data frame of so many rows.
  expect_fault(
    simulate_ratings(1e9, 3), "argument", "1,000,000,000 items with 3 ratings each have 3,000,000,000",
    argument = "n_items"
  )
  expect_fault(plan_agreement(n_items = 2e9, ratings_per_item = 2), "argument", "at most 2,147,483,647 ratings")
})
