marked <- function() {
  local_seed(7)
  rows <- expand.grid(essay = 1:60, marker = c("Ann", "Bob", "Cat"), stringsAsFactors = FALSE)
  place <- stats::rnorm(60, 0, 1.8)[rows$essay]
  rows$mark <- rowSums(outer(place, -2:2, `-`) > stats::rlogis(900))
  rows
}

test_that("mistyped marks and missing codes stop a fit, and the advice does what it says", {
  skip_if_quick()
  rows <- marked()
  typed <- function(value, at = 3) transform(rows, mark = replace(mark, at, value))
  fit <- function(data, ...) rater_severity(data, essay, marker, mark, ...)
  expect_fault(
    fit(typed(11)), "stray_code", "1 value, 11, is outside of the scale from 0 to 5, in 1 rating: item 3 by Ann",
    codes = 11
  )
  expect_fault(fit(typed(11)), "missing_code", "`categories = 0:5` leaves it out")
  expect_fault(fit(typed(11)), "missing_code", "`categories = c\\(0, 1, 2, 3, 4, 5, 11\\)`")
  expect_fault(fit(typed(55)), "stray_code", "55, is outside")
  expect_fault(fit(typed(99, 3:4)), "missing_code", "99, is outside of all others, in 2 ratings")
  facets <- rbind(transform(typed(11), part = "a"), transform(rows, part = "b"))
  expect_fault(fit(facets, facets = part), "stray_code", "11")
  wide <- stats::reshape(typed(11), direction = "wide", idvar = "essay", timevar = "marker")[-1]
  expect_fault(rater_severity(wide, layout = "raters_in_columns"), "stray_code", "11")
  without <- fit(rows[-3, ])$severity
  expect_equal(fit(typed(11), categories = 0:5)$severity, without)
  expect_equal(fit(typed(11), na = 11)$severity, without)
  expect_no_warning(set <- rater_severity(wide, layout = "raters_in_columns", categories = 0:5))
  expect_equal(set$severity, without)
  kept <- fit(typed(11), categories = c(0:5, 11))
  expect_identical(max(augment(kept)$mark), 11)
  expect_equal(fit(typed(11), na = character())$severity, kept$severity)
  # Two markers who gave the same essay an 11 meant it.
  expect_no_error(fit(typed(11, c(3, 63))))
})

test_that("markers and essays whose names look alike are told", {
  skip_if_quick()
  rows <- marked()
  rows$marker[3:12] <- "ann "
  expect_warning(
    x <- rater_severity(rows, essay, marker, mark), "1 set of them: \"Ann\" and \"ann \"",
    class = "accord_warning_look_alike_id"
  )
  expect_identical(nrow(x), 4L)
  rows <- transform(marked(), essay = paste0("essay", essay))
  expect_no_warning(rater_severity(rows, essay, marker, mark))
  rows$essay[1] <- "Essay1"
  expect_warning(rater_severity(rows, essay, marker, mark), "tolower\\(rows\\$essay\\)")
})
