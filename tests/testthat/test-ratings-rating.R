level_of <- function(x, ...) {
  d <- data.frame(item = seq_along(x), rater = "r", rating = x)
  as_ratings(d, item, rater, rating, ...)$level
}

test_that("the level follows from the type", {
  expect_equal(level_of(c("a", "b", "c")), "nominal")
  expect_equal(level_of(factor(c("a", "b", "c"))), "nominal")
  expect_equal(level_of(c(TRUE, FALSE, NA)), "nominal")
  expect_equal(level_of(factor(c("a", "b"), ordered = TRUE)), "ordinal")
  expect_equal(level_of(c(0, 1, 1)), "nominal")
  expect_equal(level_of(c(0, 1, 2)), NA_character_)
  expect_equal(level_of(c(0, 1, 2), level = "ratio"), "ratio")
})

test_that("numbers without a level stop where the level matters", {
  expect_fault(krippendorff_alpha(small(), item, who, score), "level_needed", "5 distinct values")
})

test_that("labels have no order unless it is given", {
  skip_if_quick()
  expect_fault(level_of(c("2", "10"), level = "ordinal"), "level", "needs the order")
  # If there are many labels, the message shows a few.
  expect_fault(level_of(letters, level = "ordinal"), "level", "\"c\", [^\"]+, \"y\", and \"z\"")
  expect_fault(level_of(letters, level = "interval"), "level", "\"c\", [^\"]+, \"y\", and \"z\"")
  expect_fault(
    gwet_ac(data.frame(i = 1:26, r = "a", x = letters), i, r, x, weights = "linear"),
    "level", "\"c\", [^\"]+, \"y\", and \"z\""
  )
  expect_fault(level_of(factor(c("2", "10")), level = "ordinal"), "level", "needs the order")
  expect_equal(level_of(c("2", "10"), level = "ordinal", categories = c("2", "10")), "ordinal")
  expect_equal(level_of(factor(c("2", "10"), ordered = TRUE), level = "ordinal"), "ordinal")
})

test_that("labels have no values", {
  skip_if_quick()
  for (level in c("interval", "ratio", "circular", "bipolar")) {
    expect_fault(level_of(c("1", "2"), level = level), "level", "needs numbers")
    expect_fault(level_of(factor(1:2, ordered = TRUE), level = level), "level", "needs numbers")
  }
})

test_that("the category set is the factor's, unused levels included", {
  d <- small(label = factor(label, levels = c("c", "b", "a")))
  expect_equal(as_ratings(d, item, who, label)$categories, c("c", "b", "a"))
  expect_equal(as_ratings(d, item, who, label, categories = c("a", "b"))$categories, c("a", "b"))
})

test_that("categories must suit the ratings", {
  skip_if_quick()
  expect_fault(level_of(c("a", "b"), categories = 1:2), "categories", "same kind")
  expect_fault(level_of(1:3, categories = c("1", "2")), "categories", "same kind")
  expect_fault(
    level_of(c("a", "b"), categories = c("a", "a", "b", "b")),
    "categories", "2 values occur twice"
  )
  expect_fault(level_of(c("a", "b"), categories = c("a", "a")), "categories", "1 value occurs twice")
  expect_fault(level_of(c("a", "b"), categories = c("a", NA)), "categories", "NA")
  expect_fault(level_of(c("a", "b"), categories = character()), "categories", "none")
  # The ratings are not the cause.
  expect_fault(level_of(1:3, categories = as.Date("2026-01-01")), "argument", "<Date>", argument = "categories")
  expect_fault(level_of(1:3, categories = list(1, 2)), "argument", "a list", argument = "categories")
})

test_that("infinite ratings stop", {
  expect_fault(
    level_of(c(1, Inf, 2), level = "interval"),
    "infinite_rating", "1 infinite rating: row 2", rows = 2L
  )
  expect_fault(level_of(c(Inf, -Inf, 2)), "infinite_rating", "2 infinite ratings: row 1; row 2", rows = 1:2)
})

test_that("dates and the like are no ratings", {
  expect_fault(level_of(as.Date("2026-01-01") + 1:3), "rating_type")
  expect_fault(level_of(complex(real = 1:3)), "rating_type")
})

test_that("whole numbers are the same ratings as integers and as doubles, with gaps, zero, and beyond a thousand", {
  set.seed(5)
  for (steps in list(1:5, c(2L, 7L, 11L), 0:3, c(1L, 1000L), c(1L, 1001L), -2:2, c(3L, NA))) {
    d <- data.frame(item = rep(1:30, each = 3), rater = 1:3, rating = sample(steps, 90, TRUE))
    whole <- as_ratings(d, item, rater, rating, level = "interval")
    double <- as_ratings(transform(d, rating = as.double(rating)), item, rater, rating, level = "interval")
    expect_identical(whole, double)
    expect_identical(whole$categories, sort(as.double(unique(d$rating))))
    declared <- as_ratings(d, item, rater, rating, level = "interval", categories = c(1, 2, 3, 7))
    expect_identical(sum(declared$set_aside$n), sum(!d$rating %in% c(1, 2, 3, 7)))
  }
})

test_that("numbers with units, labels or another class are the numbers they are, and time differences are refused", {
  skip_if_quick()
  d <- data.frame(item = rep(1:4, each = 2), rater = c("a", "b"), length = c(1.5, 2, 3, 3, 4.5, 4, 1, 1))
  expected <- krippendorff_alpha(d, item, rater, length, level = "interval", ci = ci_none())
  # The class of package units, which is not needed to read it.
  centimetres <- structure(list(numerator = "cm", denominator = character()), class = "symbolic_units")
  for (column in list(
    structure(d$length, units = centimetres, class = "units"),
    structure(d$length, label = "Length", labels = c(short = 1), class = c("haven_labelled", "vctrs_vctr", "double")),
    I(d$length), structure(d$length, comment = "measured twice")
  )) {
    other <- d
    other$length <- column
    expect_equal(
      krippendorff_alpha(other, item, rater, length, level = "interval", ci = ci_none()), expected,
      info = class(column)[1]
    )
    expect_equal(icc(other, item, rater, length), icc(d, item, rater, length), info = class(column)[1])
  }
  d$length <- as.difftime(d$length, units = "mins")
  expect_fault(krippendorff_alpha(d, item, rater, length, level = "interval"), "rating_type", "difftime")
})
