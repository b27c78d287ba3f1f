# The same answers in each coding: ann ticks red; red and blue; nothing. bob ticks red; blue; nothing.
sets <- list("red", c("red", "blue"), character(), "red", "blue", character())
ticked <- data.frame(id = rep(1:3, 2), who = rep(c("ann", "bob"), each = 3), other = "x",
                     red = c(TRUE, TRUE, FALSE, TRUE, FALSE, FALSE), blue = c(FALSE, TRUE, FALSE, FALSE, TRUE, FALSE))

with_codes <- function(yes, no) {
  x <- ticked
  x[4:5] <- lapply(x[4:5], ifelse, yes, no)
  stats::setNames(x, c("id", "who", "other", "colour___red", "colour___blue"))
}

read_colours <- function(x, ...) read_sheet(x, item = id, rater = who, boxes = "{question}___{option}", ...)

test_that("boxes are the same sets in each coding", {
  skip_if_quick()
  codes <- list(
    c(1, 0), c(2, 1), c("TRUE", "FALSE"), c("Yes", "No"), c("ja", "nein"), c("Checked", "Unchecked"), c("Y", "N")
  )
  for (code in codes) {
    x <- read_colours(with_codes(code[1], code[2]))
    expect_identical(x$rating, sets)
    expect_identical(x$question, rep("colour", 6))
  }
  for (mark in c("Y", "x", "1")) {
    x <- read_colours(with_codes(mark, NA), rating = other)
    expect_identical(x$rating[x$question == "colour"], sets)
    expect_match(paste(format_sheet(x), collapse = "\n"), "2 empty sets: blank beside other answers")
  }
  x <- with_codes("Y", NA)
  x$colour___red <- ifelse(is.na(x$colour___red), NA, "red")
  x$colour___blue <- ifelse(is.na(x$colour___blue), NA, "blue")
  found <- read_colours(x, rating = other)
  expect_identical(found$rating[found$question == "colour"], sets)
})

test_that("a row without a tick is missing where its rater answered nothing", {
  x <- with_codes("Y", NA)
  x$other[3] <- NA
  found <- read_colours(x, rating = other)
  expect_identical(found$rating[found$question == "colour"], sets[-3])
  expect_identical(read_colours(with_codes("Y", NA))$rating, sets[lengths(sets) > 0])
  x <- with_codes(1, 0)
  x[3, 4:5] <- NA
  expect_identical(read_colours(x)$rating, sets[-3])
})

test_that("the boxes of all raters say which value is a tick", {
  # Nobody chose the second one.
  x <- data.frame(id = rep(1:2, 2), who = rep(c("a", "b"), each = 2), q___x = c(2, 1, 2, 2), q___y = 1)
  expect_identical(read_colours(x)$rating, list("x", character(), "x", "x"))
})

test_that("boxes of several raters in one row, and of items", {
  skip_if_quick()
  # Jaccard's alpha of these sets is .417 by hand in a public report (four items, two coders).
  x <- data.frame(
    id = 1:4, C1 = c(1, 1, 0, 0), C2 = c(0, 1, 1, 0), D1 = c(1, 1, 0, 1), D2 = c(0, 0, 1, 0)
  )
  found <- read_sheet(x, item = id, boxes = "{rater:C|D}{option}")
  expect_identical(found$rating[found$rater == "C"], list("1", c("1", "2"), "2", character()))
  expect_identical(found$rating[found$rater == "D"], list("1", "1", "2", "1"))
  alpha <- krippendorff_alpha(as_ratings(found), distance = "jaccard", ci = ci_none())
  expect_equal(round(alpha$estimate, 3), 0.417)
  rows <- data.frame(who = c("a", "b"), x = c("Fox", NA), y = c("Deer", NA), z = c(NA, "Fox"), u = c(NA, NA))
  names(rows)[-1] <- c("1/Fox", "1/Deer", "2/Fox", "2/Deer")
  found <- read_sheet(rows, rater = who, boxes = "{item}/{option}")
  expect_identical(found$rating, list(c("Fox", "Deer"), character(), character(), "Fox"))
})

test_that("a third value, and blocks of other options, are errors", {
  x <- with_codes(1, 0)
  x$colour___red[2] <- 7
  cnd <- expect_error(read_colours(x), class = "accord_error_boxes")
  expect_setequal(cnd$values, c("1", "0", "7"))
  expect_length(read_colours(x, na = 7)$rating, 6)
  expect_error(read_colours(with_codes("on", "off")), class = "accord_error_boxes")
  expect_identical(read_colours(with_codes("on", "off"), recode = c(on = "TRUE", off = "FALSE"))$rating, sets)
  x <- data.frame(id = 1:2, a_x = c(1, 0), a_y = c(0, 1), b_x = c(1, 0), b_z = c(1, 0))
  expect_error(read_sheet(x, item = id, boxes = "{rater:a|b}_{option}"), class = "accord_error_boxes")
})
