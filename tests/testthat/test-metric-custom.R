alpha_c <- function(...) {
  krippendorff_alpha(krippendorff_c(), layout = "raters_in_rows", ..., ci = ci_jackknife())
}

test_that("a function and a matrix give what the level gives", {
  interval <- alpha_c(level = "interval")
  squares <- outer(1:5, 1:5, function(a, b) (a - b)^2)
  same <- c("estimate", "std.error", "conf.low", "conf.high", "observed", "expected")
  expect_equal(alpha_c(distance = function(a, b) (a - b)^2)[same], interval[same])
  expect_equal(alpha_c(distance = squares)[same], interval[same])
  shuffled <- squares[c(3, 1, 5, 4, 2), c(2, 3, 1, 5, 4)]
  dimnames(shuffled) <- list(c(3, 1, 5, 4, 2), c(2, 3, 1, 5, 4))
  expect_equal(alpha_c(distance = shuffled)[same], interval[same])
  expect_equal(alpha_c(distance = squares)$metric, "custom")
})

test_that("a distance is scaled as it likes, and needs no level", {
  expect_equal(
    alpha_c(distance = function(a, b) 7 * (a != b))$estimate,
    alpha_c(level = "nominal")$estimate
  )
  expect_fault(alpha_c(level = "nominal", distance = function(a, b) 0), "argument", "takes the place of a level")
})

test_that("what is no distance is refused", {
  skip_if_quick()
  two <- function(distance) {
    krippendorff_alpha(small(), item, who, label, distance = distance, ci = ci_jackknife())
  }
  expect_fault(two(function(a, b) -(a != b)), "distance", "2 pairs of categories break this: -1 from b to a")
  expect_fault(
    two(matrix(c(0, 1, 2, 0), 2)),
    "distance", "symmetric.*1 pair of categories breaks this: 2 from a to b"
  )
  expect_fault(two(function(a, b) 1), "distance", "0 between equal values.*2 pairs")
  expect_fault(two(matrix(c(1, 1, 1, 0), 2)), "distance", "0 between equal values.*1 pair ")
  expect_fault(two(function(a, b) NA), "distance", "finite")
  expect_fault(two(function(a, b) "x"), "distance", "gave a string")
  expect_fault(two(function(a, b) stop("no idea")), "distance", "It stopped at \"a\" and \"a\": no idea")
  expect_fault(two(matrix(0, 3, 3)), "distance", "It is 3 . 3")
  expect_fault(two("jaccardi"), "argument", "Did you mean \"jaccard\"")
  expect_fault(two(1), "distance", "a number")
  expect_fault(
    two(matrix(0, 2, 2, dimnames = list(c("a", "c"), NULL))),
    "distance", "1 category without a row or column: \"b\""
  )
  expect_fault(two(matrix(0, 2, 2, dimnames = list(c("d", "c"), NULL))), "distance", "2 categories without")
})

test_that("a distance of 0 between all categories leaves nothing to explain", {
  expect_warning(
    x <- krippendorff_alpha(small(), item, who, label, distance = function(a, b) 0, ci = ci_jackknife()),
    "all distances are 0",
    class = "accord_warning_undefined"
  )
  expect_identical(x$estimate, NA_real_)
})

test_that("a function is not asked for more pairs than it can answer", {
  d <- data.frame(item = 1:6000, rater = "r", rating = 1:6000 / 7)
  expect_fault(
    krippendorff_alpha(d, item, rater, rating, distance = function(a, b) 0),
    "too_many_values", "6000"
  )
})

test_that("a matrix over texts is named, or in the order of the categories; objects have no order", {
  d <- data.frame(item = rep(1:4, each = 2), rater = c("a", "b"), text = c("pear", "pea", "fig", "fig", "lemon",
    "melon", "pea", "pear"))
  texts <- unique(d$text)
  named <- function(v) structure(utils::adist(v), dimnames = list(v, v))
  alpha <- function(distance, ...) {
    krippendorff_alpha(d, item, rater, text, distance = distance, ..., ci = ci_none())$estimate
  }
  by_objects <- function(distance) distance_agreement(d, item, rater, text, distance = distance, ci = ci_none())
  truth <- alpha(function(a, b) drop(utils::adist(a, b)))
  expect_equal(alpha(named(texts)), truth)
  expect_equal(alpha(named(rev(texts))), truth)
  expect_equal(by_objects(named(texts))$estimate[1], truth)
  for (unnamed in list(utils::adist(texts), utils::adist(sort(texts)))) {
    expect_fault(
      by_objects(unnamed), "distance", "must be named by the values.*dimnames\\(distance\\) <- list\\(v, v\\)"
    )
  }
  expect_equal(alpha(utils::adist(sort(texts))), truth)
  expect_equal(alpha(utils::adist(texts), categories = texts), truth)
  expect_equal(alpha(1 - diag(5)), alpha(function(a, b) as.numeric(a != b)))
})
