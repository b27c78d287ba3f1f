# Sets in the cells of a sheet, and the levels of factors.

test_that("levels that are declared as missing or written anew are no categories", {
  d <- data.frame(id = rep(1:4, 2), r = rep(c("a", "b"), each = 4))
  d$t <- factor(c("x", "y", "x", "k", "x", "y", "y", "x"), c("x", "y", "k"))
  read <- function(...) as_ratings(read_sheet(d, item = id, rater = r, rating = t, ...))
  expect_identical(read(na = "k")$categories, c("x", "y"))
  # Two of three pairs agree, and chance is 1/2: (2/3 - 1/2) / (1/2).
  expect_equal(brennan_prediger(read(na = "k"), ci = ci_none())$estimate, 1 / 3)
  expect_identical(read(recode = c(k = "x"))$categories, c("x", "y"))
  d$t <- factor(d$t, ordered = TRUE)
  expect_identical(read(na = "k", recode = c(x = "low", y = "mid"))$categories, c("low", "mid"))
  expect_identical(read(na = "k")$level, "ordinal")
  expect_identical(as_ratings(d, id, r, t, na = "k")$categories, c("x", "y"))
})

test_that("an option with the separator and a blank is not torn", {
  cells <- c(
    "Conflict,Human interest, Personal stories", "Economy", "Conflict", "Economy,Human interest, Personal stories",
    "Human interest, Personal stories", "Economy", "Conflict,Economy", "Economy"
  )
  read <- function(cells, ...) {
    d <- data.frame(id = rep(1:4, 2), coder = rep(c("a", "b"), each = 4), f = cells)
    suppressMessages(read_sheet(d, item = id, rater = coder, rating = f, separator = ",", ...))
  }
  cnd <- expect_error(read(cells), "a blank follows the separator", class = "accord_error_divided_option")
  options <- c("Conflict", "Economy", "Human interest, Personal stories")
  expect_identical(eval(str2lang(sub("^options = ", "", cnd$advice))), options)
  expect_setequal(unlist(read(cells, options = options)$rating), options)
  expect_setequal(unlist(read(gsub("Personal", "personal", cells))$rating), sub("Personal", "personal", options))
})

test_that("JSON in cells is an error that says who reads it", {
  d <- data.frame(id = rep(1:3, 2), coder = rep(c("a", "b"), each = 3), t = c("{\"choices\":[\"x\",\"y\"]}", "x", "y"))
  for (separator in list(NULL, ",")) {
    read <- function(...) read_sheet(d, item = id, rater = coder, rating = t, separator = separator, ...)
    expect_error(read(), "read_label_studio", class = "accord_error_separated_text")
  }
  x <- read(recode = ~ gsub("[^:]*:|[][{}\"]", "", .x))
  expect_identical(x$rating[[1]], c("x", "y"))
})

test_that("a blank cell of options is the empty set where the rater answered something else, and as told", {
  sheet <- data.frame(
    id = rep(1:4, each = 2), who = c("ann", "bob"), flag = c("y", "y", "n", "y", NA, "n", "n", "n"),
    codes = c("a|b", "a", NA, "b", NA, "a|b", "b", NA)
  )
  beside <- read_sheet(sheet, item = id, rater = who, rating = c(flag, codes), separator = c(codes = "|"))
  own <- beside$question == "codes"
  expect_identical(paste(beside$item, beside$rater)[own & lengths(beside$rating) == 0], c("2 ann", "4 bob"))
  expect_false("3 ann" %in% paste(beside$item, beside$rater)[own])
  expect_match(paste(format_sheet(beside), collapse = "\n"), "2 empty sets: blank beside other answers")
  alone <- read_sheet(sheet, item = id, rater = who, rating = codes, separator = "|")
  expect_equal(nrow(alone), 5)
  expect_match(paste(format_sheet(alone), collapse = "\n"), "3 cells without labels: missing")
  all <- read_sheet(sheet, item = id, rater = who, rating = codes, separator = "|", na = character())
  plain <- replace(sheet$codes, is.na(sheet$codes), "")
  sets <- krippendorff_alpha(transform(sheet, codes = plain), id, who, codes, separator = "|", distance = "masi")
  expect_equal(krippendorff_alpha(as_ratings(all), distance = "masi")$estimate, sets$estimate)
  # Raters in columns: what the others answered says nothing.
  wide <- data.frame(
    id = 1:4, flag_ann = "y", codes_ann = c("a|b", NA, "b", "a"), flag_bob = c("y", NA, "y", "y"),
    codes_bob = c(NA, NA, "a|b", "b")
  )
  read <- read_sheet(wide, item = id, names = "{question}_{rater}", separator = c(codes = "|"))
  own <- read$question == "codes"
  expect_identical(paste(read$item, read$rater)[own & lengths(read$rating) == 0], c("2 ann", "1 bob"))
  expect_equal(sum(own), 7)
})

test_that("a code for a missing rating among sets of codes is asked for", {
  given <- data.frame(
    id = 1:8, A = c("1, 4", "2", "1, 7", "99", "3, 4", "1, 4, 7", "99", "2"),
    B = c("1, 4", "2, 3", "1, 7", "99", "3", "1, 4", "2", "99")
  )
  blank <- given
  blank[-1] <- lapply(given[-1], function(x) replace(x, x == "99", NA))
  wanted <- krippendorff_alpha(read_sheet(blank, item = id, rating = -id, separator = ", "))$estimate
  cnd <- expect_error(
    read_sheet(given, item = id, rating = -id, separator = ", "), class = "accord_error_missing_code"
  )
  expect_identical(cnd$advice[1], "na = 99")
  x <- read_sheet(given, item = id, rating = -id, separator = ", ", na = 99)
  expect_identical(krippendorff_alpha(x)$estimate, wanted)
  kept <- read_sheet(given, item = id, rating = -id, separator = ", ", recode = c("99" = "99"))
  expect_true("99" %in% unlist(kept$rating))
  expect_no_warning(as_ratings(kept))
  read <- function(...) as_ratings(given, id, layout = "raters_in_columns", separator = ", ", ...)
  expect_warning(read(), "na = 99", class = "accord_warning_missing_code")
  expect_identical(krippendorff_alpha(expect_no_warning(read(na = 99)))$estimate, wanted)
  expect_no_warning(read(na = character()))
  # An option that was ticked beside others is one, and so are all numbers of a short scale.
  for (new in c("1, 99", "6")) {
    other <- given
    other[-1] <- lapply(given[-1], function(x) replace(x, x == "99", new))
    expect_no_error(read_sheet(other, item = id, rating = -id, separator = ", "))
    expect_no_warning(as_ratings(other, id, layout = "raters_in_columns", separator = ", "))
  }
})
