# Whole numbers of 64 bits without package bit64: `high` and `low` halves of 32 bits.
whole64 <- function(high, low) {
  unsigned <- function(x) as.integer(ifelse(x > 2^31, x - 2^32, ifelse(x == 2^31, NA, x)))
  half <- rbind(unsigned(low), unsigned(high))
  structure(readBin(writeBin(as.integer(half), raw(), endian = "little"), "double", length(high), endian = "little"),
    class = "integer64"
  )
}
negative64 <- function(n) whole64(ifelse(n == 0, 0, 2^32 - 1), ifelse(n == 0, 0, 2^32 - n))

test_that("ids of class integer64 are the numbers they are", {
  d <- data.frame(n = rep(1:1500, each = 2), rater = rep(c("a", "b"), 1500), label = rep(c("x", "y", "x"), 1000))
  d$id <- negative64(d$n)
  r <- as_ratings(d, id, rater, label)
  expect_identical(r$items, -as.double(1:1500))
  d$id <- whole64(rep(0, 3000), d$n)
  expect_identical(as_ratings(d, rater, id, label, duplicates = "keep")$raters, as.double(1:1500))
})

test_that("beyond 2^53 ids of class integer64 become text, and ratings are refused", {
  # 2^53 = 9007199254740992; 2^62 = 4611686018427387904; 2^63 - 1 = 9223372036854775807; -2^62 has this high half.
  high <- c(2^21, 2^21, 2^30, 2^31 - 1, 2^32 - 2^30, 0)
  low <- c(0, 1, 0, 2^32 - 1, 0, 7)
  id <- whole64(high, low)
  d <- data.frame(rater = "a", label = c("x", "y"), n = 1:6)
  d$id <- id
  expect_identical(as_ratings(d, id, rater, label)$items, c(
    "9007199254740992", "9007199254740993", "4611686018427387904", "9223372036854775807",
    "-4611686018427387904", "7"
  ))
  expect_fault(as_ratings(d, n, rater, id), "rating_type", "4 of them do not", rows = 2:5)
  d$id <- whole64(c(0, 0, 2^31, 0, 0, 0), c(1, 2, 0, 1, 2, 1))
  r <- as_ratings(d, n, rater, id)
  expect_identical(r$categories, c(1, 2))
  expect_identical(r$set_aside$rows, list(3L))
  expect_fault(as_ratings(d, id, rater, label), "missing_id", rows = 3L)
})

test_that("dates and times are ids and keys", {
  d <- data.frame(
    day = as.Date("2024-01-01") + c(0, 0, 1, 1), rater = c("a", "b", "a", "b"), label = c("x", "y", "x", "x")
  )
  expect_identical(as_ratings(d, day, rater, label)$items, as.Date("2024-01-01") + 0:1)
  expect_identical(as_ratings(d, rater, label, label, by = day, duplicates = "keep")$groups$day, unique(d$day))
  d$time <- as.POSIXct(d$day, tz = "UTC") + 0.25
  expect_identical(as_ratings(d, time, rater, label)$items == unique(d$time), c(TRUE, TRUE))
  d$long <- as.POSIXlt(d$time)
  expect_identical(as_ratings(d, long, rater, label)$items == unique(d$time), c(TRUE, TRUE))
  expect_fault(as_ratings(d, rater, label, day), "rating_type")
})

test_that("raw and complex ids are refused in a sentence", {
  d <- data.frame(id = as.raw(1:4), rater = c("a", "b"), label = c("x", "y"), z = complex(real = 1:4))
  expect_fault(as_ratings(d, id, rater, label), "column_type", "`item` must hold numbers", argument = "item")
  expect_fault(as_ratings(d, label, z, label), "column_type", argument = "rater")
  expect_fault(as_ratings(d, rater, label, label, by = id), "column_type", argument = "by")
})

test_that("0 and -0 are one id", {
  d <- data.frame(id = c(0, -0, 1, 1), rater = c("a", "b", "a", "b"), label = c("x", "x", "y", "x"))
  expect_identical(as_ratings(d, id, rater, label)$items, c(0, 1))
})

test_that("what SPSS declares missing is not given", {
  labelled <- function(x, ...) {
    structure(x, ..., labels = c(none = 9), class = c("haven_labelled_spss", "haven_labelled", "vctrs_vctr", "double"))
  }
  d <- data.frame(item = rep(1:4, each = 2), rater = c("a", "b"))
  plain <- c(1, 2, 2, NA, 1, 1, NA, NA)
  known <- as_ratings(transform(d, x = plain), item, rater, x)
  d$x <- labelled(c(1, 2, 2, 9, 1, 1, 9, NA), na_values = 9)
  expect_identical(as_ratings(d, item, rater, x), known)
  d$x <- labelled(c(1, 2, 2, 97, 1, 1, 99, NA), na_range = c(90, Inf))
  expect_identical(as_ratings(d, item, rater, x), known)
  d$id <- labelled(c(1, 1, 2, 2, 3, 3, 9, 9), na_values = 9)
  expect_fault(as_ratings(d, id, rater, rater), "missing_id", rows = 7:8)
  d$id <- labelled(c(1, 1, 2, 2, 3, 3, 4, 4))
  expect_identical(as_ratings(d, id, rater, rater)$items, c(1, 2, 3, 4))
})

test_that("a level of a factor that is NA is no category", {
  # No rater rated item 2 twice, and item 1 has two equal ratings: alpha is not defined.
  d <- data.frame(item = c(1, 1, 2, 2), rater = c("a", "b", "a", "b"), x = addNA(factor(c("x", "x", NA, NA))))
  r <- as_ratings(d, item, rater, x)
  expect_identical(r$categories, "x")
  expect_identical(r$set_aside$rows, list(3:4))
  expect_warning(found <- krippendorff_alpha(d, item, rater, x), class = "accord_warning_undefined")
  expect_identical(found$estimate, NA_real_)
  expect_fault(as_ratings(d, x, rater, item), "missing_id", rows = 3:4)
})

# Packages that nothing here needs: what they make is tried where they are installed.
made_by <- function(package, name) getExportedValue(package, name)

test_that("files of SPSS and Stata, as haven reads them, have the ratings of plain numbers", {
  skip_if_quick()
  skip_if_not_installed("haven")
  plain <- data.frame(item = rep(1:30, each = 2), rater = rep(c("a", "b"), 30), x = c(1, 2, 2, 1, 3, 3, 9, 2, 1, 9))
  known <- agreement(transform(plain, x = replace(x, x == 9, NA)), item, rater, x, level = "nominal")
  answers <- c(no = 1, yes = 2, maybe = 3, refused = 9)
  path <- tempfile(fileext = c(".sav", ".dta"))
  on.exit(unlink(path))
  coded <- transform(plain, x = made_by("haven", "labelled_spss")(x, answers, na_values = 9))
  made_by("haven", "write_sav")(coded, path[1])
  for (user_na in c(TRUE, FALSE)) {
    read <- made_by("haven", "read_sav")(path[1], user_na = user_na)
    expect_equal(agreement(read, item, rater, x, level = "nominal"), known)
  }
  refused <- made_by("haven", "tagged_na")("a")
  labels <- c(no = 1, refused = refused)
  tagged <- transform(plain, x = made_by("haven", "labelled")(replace(x, x == 9, refused), labels))
  made_by("haven", "write_dta")(tagged, path[2])
  expect_equal(agreement(made_by("haven", "read_dta")(path[2]), item, rater, x, level = "nominal"), known)
})

test_that("numbers of package bit64 are ids and ratings", {
  skip_if_not_installed("bit64")
  set.seed(64)
  plain <- data.frame(item = rep(1:30, each = 2), rater = rep(c("a", "b"), 30), x = sample(3, 60, TRUE))
  known <- agreement(plain, item, rater, x, level = "interval")
  whole <- made_by("bit64", "as.integer64")
  # Neighbours beyond 2^53, and negative ones
  for (origin in c("9007199254740993", "-9007199254740993")) {
    long <- plain
    long$item <- whole(plain$item) + whole(origin)
    long$x <- whole(plain$x)
    expect_equal(agreement(long, item, rater, x, level = "interval"), known)
  }
})

test_that("counts, frequencies, predictors and values of class integer64 are the numbers they are", {
  skip_if_quick()
  counts <- data.frame(a = c(3, 0, 2, 1), b = c(0, 3, 1, 2))
  # Each column made whole: without package bit64 a selection of rows loses the class.
  as_whole <- function(frame) {
    frame[] <- lapply(frame, function(n) whole64(0 * n, n))
    frame
  }
  expect_equal(as_ratings(as_whole(counts), layout = "counts"), as_ratings(counts, layout = "counts"))
  square <- counts[1:2, ]
  expect_equal(as_ratings(as_whole(square), layout = "confusion"), as_ratings(square, layout = "confusion"))

  d <- data.frame(item = rep(1:5, each = 2), rater = c("a", "b"), label = strsplit("xxyxyyxxxy", "")[[1]])
  d$times <- rep(c(2L, 1L, 3L, 1L, 2L), each = 2)
  d$many <- whole64(0 * d$times, d$times)
  expect_no_message(r <- as_ratings(d, item, rater, label, case_weights = many))
  expect_true(r$frequencies)
  expect_equal(agreement(r), agreement(d, item, rater, label, case_weights = times))

  means <- rater_summary(transform(d, r = as.integer(factor(rater))), item, r, label, mean_of = times)$mean_times
  d$r <- whole64(rep(0, 10), as.integer(factor(d$rater)))
  expect_equal(rater_summary(d, item, r, label, mean_of = many)$mean_many, means)

  set.seed(1)
  d <- data.frame(x = 1:30, guess = rnorm(30))
  d$label <- ifelse(d$x %% 2 == 0, d$guess + rnorm(30), NA)
  known <- corrected_regression(d, label ~ x, label, guess)
  d$x <- whole64(0 * d$x, d$x)
  expect_equal(corrected_regression(d, label ~ x, label, guess), known)
})

test_that("an id of class integer64 is found in a wide frame", {
  d <- data.frame(number = 101:106, ann = c(1, 2, 3, 1, 2, 3), bob = c(1, 2, 2, 1, 3, 3))
  expect_fault(as_ratings(d, layout = "raters_in_columns"), "rating_columns", columns = "number")
  d$number <- whole64(0 * d$number, d$number)
  expect_fault(as_ratings(d, layout = "raters_in_columns"), "rating_columns", columns = "number")
})
