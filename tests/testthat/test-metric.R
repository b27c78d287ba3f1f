alpha_c <- function(...) krippendorff_alpha(krippendorff_c(), layout = "raters_in_rows", ..., ci = ci_none())

test_that("the level of the call goes before that of the ratings", {
  r <- as_ratings(krippendorff_c(), layout = "raters_in_rows", level = "nominal")
  expect_equal(krippendorff_alpha(r, ci = ci_none()), alpha_c(level = "nominal"))
  expect_equal(krippendorff_alpha(r, level = "ratio", ci = ci_none()), alpha_c(level = "ratio"))
  labels <- as_ratings(small(), item, who, label)
  expect_fault(krippendorff_alpha(labels, level = "interval"), "level", "needs numbers")
})

test_that("the circular range is the full turn, for whole numbers from the data", {
  expect_equal(alpha_c(level = "circular")$estimate, alpha_c(level = "circular", range = 5)$estimate)
  expect_false(alpha_c(level = "circular", range = 6)$estimate == alpha_c(level = "circular")$estimate)
  half <- krippendorff_c() / 2
  expect_fault(krippendorff_alpha(half, layout = "raters_in_rows", level = "circular"), "range_needed")
  expect_equal(
    krippendorff_alpha(
      half,
      layout = "raters_in_rows", level = "circular", range = 2.5, ci = ci_none()
    )$estimate,
    alpha_c(level = "circular")$estimate
  )
  expect_fault(alpha_c(level = "circular", range = -1), "argument", "above 0")
  expect_fault(alpha_c(level = "circular", range = "a"), "argument", "a string")
})

test_that("the bipolar range is the ends of the scale", {
  expect_equal(alpha_c(level = "bipolar")$estimate, alpha_c(level = "bipolar", range = c(1, 5))$estimate)
  expect_fault(
    alpha_c(level = "bipolar", range = c(2, 5)),
    "outside_range", "9 ratings outside the scale: 1 \\(item 1\\)"
  )
  expect_fault(alpha_c(level = "bipolar", range = c(1, 4)), "outside_range", "3 ratings")
  expect_fault(alpha_c(level = "bipolar", range = c(5, 1)), "argument", "lower one first")
  expect_fault(alpha_c(level = "interval", range = c(1, 5)), "argument", "circular and bipolar scales")
})

test_that("ratios are of numbers that are not negative", {
  d <- small(score = c(-1, 2, 3, 4, 5, 5))
  expect_fault(
    krippendorff_alpha(d, item, who, score, level = "ratio"),
    "negative_rating", "1 negative rating: -1 \\(item t1\\)"
  )
  d <- small(score = -score)
  expect_fault(
    krippendorff_alpha(d, item, who, score, level = "ratio"),
    "negative_rating", "6 negative ratings"
  )
})

test_that("the range of groups is given, since each may have used a part of the scale", {
  d <- data.frame(
    part = rep(c("a", "b"), each = 8), item = rep(1:4, each = 2), rater = 1:2,
    r = c(5, 7, 7, 9, 9, 9, 5, 5, 1, 12, 1, 1, 12, 12, 1, 12)
  )
  for (level in c("circular", "bipolar")) {
    range <- list(circular = 12, bipolar = c(1, 12))[[level]]
    one <- function(data, ...) krippendorff_alpha(data, item, rater, r, level = level, ci = ci_none(), ...)
    expect_fault(one(d, by = part), "range_needed", "range")
    expect_identical(
      one(d, by = part, range = range)$estimate[1], one(d[d$part == "a", ], range = range)$estimate
    )
    expect_silent(one(d, by = part, categories = 1:12))
    expect_silent(one(d[d$part == "a", ], by = part))
  }
})

test_that("tiny values have the alpha, and the disagreements in their unit, of values of ordinary size", {
  skip_if_quick()
  set.seed(3)
  scores <- matrix(stats::rnorm(12), 12, 3) + stats::rnorm(36)
  of <- function(unit) krippendorff_alpha(unit * scores, layout = "raters_in_columns", level = "interval")
  items <- function(unit) disagreements(unit * scores, layout = "raters_in_columns", level = "interval")
  one <- of(1)
  for (unit in 2^c(-480, -530, -1000)) {
    got <- of(unit)
    expect_equal(got[c("estimate", "std.error", "conf.low", "conf.high")], one[c(
      "estimate", "std.error", "conf.low", "conf.high"
    )])
    # Disagreements are in squared units; those that are not numbers are 0.
    expect_equal(c(got$observed, got$expected), unit^2 * c(one$observed, one$expected))
    expect_equal(items(unit)[c("item", "share")], items(1)[c("item", "share")], ignore_attr = TRUE)
    expect_equal(items(unit)$disagreement, unit^2 * items(1)$disagreement)
  }
})
