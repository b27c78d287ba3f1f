# Words and letters for "could not be rated" are asked for, and never become a category in silence. Where they are
# declared, the result is that of blanks.

codes <- c("X", "n/m", "n.z.", "not assessable", "nicht beurteilbar", "not visible", "NR", "not done",
  "not evaluable", "unreadable", "nd", "out of sight")
a <- c(0, 1, 2, 3, 4, NA, 0, 1, 2, 3, 4, 2)
b <- c(0, 1, 3, 3, 4, 4, 0, 1, NA, 3, 4, 1)
blank <- data.frame(id = 1:12, A = a, B = b)
with_code <- function(code, x = blank) {
  x[2:3] <- lapply(x[2:3], function(y) ifelse(is.na(y), code, as.character(y)))
  x
}

test_that("a code among numbers is asked for in a sheet, and `na` comes first", {
  for (code in codes) {
    d <- with_code(code)
    cnd <- expect_error(read_sheet(d, item = id, rating = -id), class = "accord_error_missing_code")
    expect_identical(cnd$advice[1], sprintf("na = \"%s\"", code))
    x <- eval(str2lang(sprintf("read_sheet(d, item = id, rating = -id, %s)", cnd$advice[1])))
    expect_identical(x$rating, read_sheet(blank, item = id, rating = -id)$rating)
    keep <- eval(str2lang(sprintf("read_sheet(d, item = id, rating = -id, recode = c(\"%s\" = \"%s\"))", code, code)))
    expect_true(code %in% keep$rating)
  }
})

test_that("in a data frame it is a warning, and at the ordinal level an error that names it", {
  for (code in codes) {
    d <- with_code(code)
    expect_warning(as_ratings(d, id, layout = "raters_in_columns"), class = "accord_warning_no_answer")
    cnd <- expect_error(
      as_ratings(d, id, layout = "raters_in_columns", level = "ordinal"), class = "accord_error_level"
    )
    expect_match(gsub("\\s+", " ", conditionMessage(cnd)), sprintf("na = \"%s\"", code), fixed = TRUE)
    same <- as_ratings(d, id, layout = "raters_in_columns", level = "ordinal", na = code)
    expect_equal(same$categories, c(0, 1, 2, 3, 4))
  }
})

test_that("labels are asked for such words, and not where one is an answer to the other", {
  labels <- data.frame(
    id = 1:8, A = rep(c("mild", "severe"), 4), B = c("not assessable", rep(c("severe", "mild"), 3), "mild")
  )
  expect_error(read_sheet(labels, item = id, rating = -id), class = "accord_error_missing_code")
  seen <- data.frame(
    id = 1:8, A = rep(c("visible", "not visible"), 4), B = c(rep(c("not visible", "visible"), 3), "unclear", "visible")
  )
  expect_no_error(read_sheet(seen, item = id, rating = -id))
  expect_no_warning(as_ratings(seen, id, layout = "raters_in_columns"))
  # R and NR may be answers among labels.
  expect_no_error(read_sheet(data.frame(id = 1:6, A = c("R", "NR", "?R", "R", "NR", "R"), B = rep(c("R", "NR"), 3)),
    item = id, rating = -id))
})

test_that("a mark of doubt behind a label is no other label", {
  d <- data.frame(id = 1:6, A = c("good", "poor", "good (?)", "poor", "good", "G2"),
    B = c("good", "poor", "good", "poor", "good", "G2 (?)"))
  x <- suppressMessages(read_sheet(d, item = id, rating = -id))
  expect_setequal(x$rating, c("good", "poor", "G2"))
  expect_warning(as_ratings(d, id, layout = "raters_in_columns"), class = "accord_warning_look_alike")
})

test_that("another word among numbers is a label that the measure warns of, if it is rare", {
  d <- with_code("other")
  x <- read_sheet(d, item = id, rating = -id)
  expect_true("other" %in% x$rating)
  expect_warning(as_ratings(x), class = "accord_warning_no_answer")
  expect_error(as_ratings(x, level = "ordinal"), "na = \"other\"", class = "accord_error_level")
  # The scale of Braun-Blanquet has r and + below 1.
  cover <- rep(c("r", "+", "1", "2", "3", "4", "5"), 3)
  plots <- data.frame(id = 1:21, A = cover, B = cover)
  expect_no_warning(as_ratings(read_sheet(plots, item = id, rating = -id)))
})

test_that("notes at a few numbers do not make labels of a scale", {
  noted <- data.frame(
    id = 1:10, A = c("1", "2 (unsure)", "2/3", "4", "5", "1", "3", "2", "4", "5"),
    B = c("1", "3", "3", "4", "4", "2", "3?", "2", "4", "5")
  )
  clean <- data.frame(id = 1:10, A = c(1, 2, NA, 4, 5, 1, 3, 2, 4, 5), B = c(1, 3, 3, 4, 4, 2, 3, 2, 4, 5))
  wanted <- krippendorff_alpha(clean, item = id, layout = "raters_in_columns", level = "ordinal")$estimate
  cnd <- expect_error(read_sheet(noted, item = id, rating = -id), class = "accord_error_text_among_numbers")
  utils::capture.output(calls <- inspect_sheet(noted))
  for (call in c(sprintf("read_sheet(noted, item = id, rating = -id, %s)", cnd$advice[1]), calls[1])) {
    x <- eval(str2lang(call))
    expect_type(x$rating, "double")
    expect_equal(krippendorff_alpha(x, level = "ordinal")$estimate, wanted)
  }
  expect_warning(
    as_ratings(noted, id, layout = "raters_in_columns"), "2/3",
    class = "accord_warning_text_among_numbers"
  )
  cnd <- expect_error(
    as_ratings(noted, id, layout = "raters_in_columns", level = "ordinal"), class = "accord_error_level"
  )
  expect_match(gsub("\\s+", " ", conditionMessage(cnd)), "\"2/3\" = NA", fixed = TRUE)
  # Whoever says that they are labels is not asked again, and grades between two numbers are labels.
  keep <- c("2 (unsure)" = "2 (unsure)", "2/3" = "2/3", "3?" = "3?")
  expect_no_warning(as_ratings(read_sheet(noted, item = id, rating = -id, recode = keep)))
  grades <- data.frame(id = 1:9, A = rep(c("1", "1-2", "2"), 3), B = c("1", "2", "2", "1", "1-2", "2", "1", "1", "2"))
  expect_no_warning(as_ratings(grades, id, layout = "raters_in_columns"))
})
