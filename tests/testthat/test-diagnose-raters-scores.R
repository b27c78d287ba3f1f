# Marks of raters beside those of the others, from their definition on random sparse ratings.

by_definition <- function(rows, scale) {
  unit <- min(diff(sort(scale)))
  sapply(sort(unique(rows$rater)), function(who) {
    own <- rows[rows$rater == who, ]
    others <- lapply(own$item, function(i) rows$mark[rows$item == i & rows$rater != who])
    met <- lengths(others) > 0
    x <- own$mark[met]
    others <- others[met]
    mean <- vapply(others, mean, 0)
    c(
      mean(x - mean), stats::cor(x, mean), mean(mapply(function(x, y) mean(y == x), x, others)),
      mean(mapply(function(x, y) mean(abs(y - x) <= unit), x, others))
    )
  })
}

figures <- c("difference", "correlation", "exact", "adjacent")

test_that("marks of raters are those of the definition, by group and with several ratings by a rater", {
  local_seed(73)
  rows <- expand.grid(item = 1:40, rater = c("ann", "bob", "cat", "dan"), round = c("a", "b"))
  rows$rater <- as.character(rows$rater)
  rows <- rows[stats::runif(nrow(rows)) < 0.6, ]
  rows$mark <- pmin(7, pmax(0, rows$item %% 5 + sample(-1:2, nrow(rows), TRUE)))
  # No step: a gap of two is not adjacent.
  rows$mark[rows$mark == 3] <- 4
  scale <- sort(unique(rows$mark))
  found <- rater_summary(rows, item, rater, mark, by = round, scores = TRUE)
  for (round in c("a", "b")) {
    own <- found[found$round == round, ]
    want <- by_definition(rows[rows$round == round, ], scale)
    expect_equal(t(as.matrix(own[figures])), want, ignore_attr = TRUE)
    expect_identical(own$rater, colnames(want))
  }
  rest <- rater_summary(rows, item, rater, mark, by = round)
  expect_identical(as.list(found)[names(rest)], as.list(rest)[names(rest)], ignore_attr = TRUE)
  twice <- rbind(rows, rows[c(3, 20, 41), ])
  twice$mark[nrow(rows) + 1:3] <- c(0, 1, 2)
  one <- twice[twice$round == "a", ]
  found <- rater_summary(one, item, rater, mark, scores = TRUE, duplicates = "keep", categories = scale)
  expect_equal(t(as.matrix(found[figures])), by_definition(one, scale), ignore_attr = TRUE)
})

test_that("with two raters they are those of the pair, and positions count in an ordered factor", {
  local_seed(74)
  rows <- expand.grid(item = 1:30, rater = c("ann", "bob"))
  rows$mark <- sample(0:4, 60, TRUE)
  pair <- pairwise_agreement(rows, item, rater, mark, weights = "quadratic", scores = TRUE)
  found <- rater_summary(rows, item, rater, mark, weights = "quadratic", scores = TRUE)
  expect_equal(found$difference, c(-1, 1) * pair$difference)
  for (name in figures[-1]) expect_equal(found[[name]], rep(pair[[name]], 2))
  expect_equal(found$kappa, rep(pair$estimate, 2), tolerance = 1e-6)
  labels <- transform(rows, mark = factor(letters[mark + 1], letters[1:5], ordered = TRUE))
  ordered <- rater_summary(labels, item, rater, mark, scores = TRUE)
  expect_equal(as.list(ordered)[figures], as.list(found)[figures])
})

test_that("what cannot be compared has no value, labels are an error, and the summary weights by comparisons", {
  rows <- data.frame(
    item = c(1, 1, 2, 2, 3, 4), rater = c("a", "b", "a", "b", "c", "b"), mark = c(1, 2, 1, 3, 5, 2)
  )
  found <- rater_summary(rows, item, rater, mark, scores = TRUE)
  expect_identical(unlist(found[3, figures], use.names = FALSE), rep(NA_real_, 4))
  # Only a's ratings are all equal; the difference is that of two items.
  expect_identical(found$correlation[1:2], c(NA_real_, NA_real_))
  expect_equal(found$difference[1:2], c(-1.5, 1.5))
  means <- summary(found)
  expect_equal(means$estimate[means$measure == "difference"], 0)
  expect_equal(means$weighted_mean[means$measure == "adjacent"], 0.5)
  expect_match(paste(format(found), collapse = " "), "Difference")
  labels <- transform(rows, mark = letters[mark])
  expect_fault(rater_summary(labels, item, rater, mark, scores = TRUE), "level", "labels: \"a\"")
  expect_fault(rater_summary(rows, item, rater, mark, scores = 1), "argument")
})

test_that("the unit of the ratings changes no correlation, however small or large they are", {
  local_seed(75)
  rows <- expand.grid(item = 1:20, rater = c("ann", "bob", "cat"))
  rows$mark <- rows$item %% 5 + sample(0:2, nrow(rows), TRUE)
  free <- c("correlation", "exact", "adjacent")
  raters <- rater_summary(rows, item, rater, mark, scores = TRUE)
  pairs <- pairwise_agreement(rows, item, rater, mark, scores = TRUE)
  # Powers of two, so that not even a rounding error differs.
  for (unit in 2^c(-900, -300, 250, 515, 1000)) {
    scaled <- transform(rows, mark = mark * unit)
    found <- rater_summary(scaled, item, rater, mark, scores = TRUE)
    expect_identical(as.list(found)[free], as.list(raters)[free], info = log2(unit))
    expect_identical(found$difference, raters$difference * unit)
    found <- pairwise_agreement(scaled, item, rater, mark, scores = TRUE)
    expect_identical(as.list(found)[free], as.list(pairs)[free], info = log2(unit))
    expect_identical(found$difference, pairs$difference * unit)
  }
})

test_that("ratings that do not vary have no correlation, although their mean is rounded", {
  rows <- data.frame(item = rep(1:7, 2), rater = rep(c("a", "b"), each = 7), mark = c(rep(0.1, 7), 1:7 / 10))
  expect_identical(rater_summary(rows, item, rater, mark, scores = TRUE)$correlation, c(NA_real_, NA_real_))
  expect_identical(pairwise_agreement(rows, item, rater, mark, scores = TRUE)$correlation, NA_real_)
})
