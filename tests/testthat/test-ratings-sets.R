ticked <- function() {
  tibble::tibble(
    item = rep(1:4, each = 2), rater = rep(c("A", "B"), 4),
    boxes = list("x", c("y", "x"), NA, "x", character(), NULL, c("x", "y", "x"), c("x", "y"))
  )
}

test_that("distinct sets are the categories", {
  x <- as_ratings(ticked(), item, rater, boxes)
  expect_equal(x$categories, c("{x, y}", "{x}", "{}"))
  expect_equal(x$sets, list("{x, y}" = c("x", "y"), "{x}" = "x", "{}" = character()))
  expect_equal(x$level, "nominal")
  expect_equal(x$code, c(1L, 0L, 1L, 2L, 2L, 0L, 0L))
  expect_equal(x$set_aside$reason, "missing")
  expect_equal(tibble::as_tibble(x)$rating[1:2], list("x", c("x", "y")))
  expect_output(print(x), "\\{x, y\\}")
})

test_that("text with a separator is the same as a list column", {
  rows <- ticked()
  rows$boxes <- c("x", "y;x", NA, "x", "", "", "x;y;x", ";x;y")
  expect_equal(
    as_ratings(rows, item, rater, boxes, separator = ";"), as_ratings(ticked(), item, rater, boxes)
  )
  rows$boxes <- factor(rows$boxes)
  expect_equal(
    as_ratings(rows, item, rater, boxes, separator = ";"), as_ratings(ticked(), item, rater, boxes)
  )
  # The separator is text, no pattern, and nothing is trimmed.
  dots <- data.frame(item = 1, rater = 1:2, boxes = c("a.b", "a. b"))
  expect_warning(
    r <- as_ratings(dots, item, rater, boxes, separator = "."), class = "accord_warning_look_alike"
  )
  expect_equal(r$categories, c("{ b, a}", "{a, b}"))
  # Factors and numbers in a list.
  numbers <- tibble::tibble(item = 1, rater = 1:3, boxes = list(2:1, c(1, 2), factor(c("2", "1"))))
  expect_equal(as_ratings(numbers, item, rater, boxes)$categories, "{1, 2}")
})

test_that("labels with commas stay apart", {
  rows <- tibble::tibble(item = 1, rater = 1:2, boxes = list("a, b", c("a", "b")))
  expect_equal(as_ratings(rows, item, rater, boxes)$categories, c("{\"a, b\"}", "{a, b}"))
})

test_that("bad sets are errors", {
  rows <- ticked()
  rows$boxes[[2]] <- c("x", NA)
  expect_fault(as_ratings(rows, item, rater, boxes), "missing_label", "1 set contains .*row 2", rows = 2L)
  rows$boxes[[8]] <- c("x", NA)
  expect_fault(as_ratings(rows, item, rater, boxes), "missing_label", "2 sets contain .*rows 2 and 8")
  rows$boxes[[2]] <- list("x")
  expect_fault(as_ratings(rows, item, rater, boxes), "list_column")
  expect_fault(
    as_ratings(ticked(), item, rater, boxes, categories = c("x", "y")), "categories", "sets that occur"
  )
  expect_fault(as_ratings(ticked(), item, rater, item, separator = ";"), "rating_type", "an integer vector")
  expect_fault(as_ratings(small(), item, who, label, separator = ""), "argument", "separator")
  expect_fault(
    as_ratings(small(), item, who, label, separator = c(",", ";")), "argument", "a character vector"
  )
  expect_fault(as_ratings(ticked(), item, rater, boxes, level = "ordinal"), "level")
  expect_fault(
    as_ratings(data.frame(A = "x", B = "y"), layout = "raters_in_columns", separator = ","),
    "argument", "is for data with one row per rating"
  )
})

test_that("labels of sets are the same as numbers of either type", {
  d <- data.frame(item = 1, rater = c("a", "b"))
  d$rating <- list(100000, 100000L)
  expect_equal(as_ratings(d, item, rater, rating)$categories, "{100000}")
})
