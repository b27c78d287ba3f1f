alpha <- function(data, ..., layout = "raters_in_columns") {
  krippendorff_alpha(data, ..., layout = layout, ci = ci_none())$estimate
}

test_that("`na` is applied before kinds are compared, with blanks around", {
  skip_if_quick()
  clean <- data.frame(id = 1:5, ann = c(3, NA, 4, 1, 2), bob = c(3, 2, 4, 2, 2))
  for (mark in c(".", "*", "NULL")) {
    cell <- function(pad) c("3", paste0(pad, mark, pad), "4", "1", "2")
    for (pad in c("", " ")) {
      d <- data.frame(id = 1:5, ann = cell(pad), bob = clean$bob)
      for (level in c("nominal", "ordinal", "interval")) {
        expect_equal(alpha(d, id, level = level, na = mark), alpha(clean, id, level = level))
      }
      expect_identical(as_ratings(d, id, layout = "raters_in_columns", na = mark)$set_aside$n, 1L)
      long <- data.frame(id = rep(1:5, 2), r = rep(c("ann", "bob"), each = 5), v = c(d$ann, d$bob))
      expect_equal(
        krippendorff_alpha(long, id, r, v, level = "interval", na = mark, ci = ci_none())$estimate,
        alpha(clean, id, level = "interval")
      )
      expect_fault(alpha(d, id, level = "interval"), "rating_type", "use `na = ")
    }
  }
  # Codes that begin with 0 stay labels, and so do those of declared categories.
  d <- data.frame(a = c("01", "."), b = c("01", "02"))
  expect_identical(as_ratings(d, layout = "raters_in_columns", na = ".")$categories, c("01", "02"))
})

test_that("a number far from the other codes must be declared", {
  skip_if_quick()
  d <- data.frame(a = c(1, 2, 3, 4, -99, 2, 1), b = c(1, 2, 3, 3, 2, 2, 1))
  for (code in c(-99, -9, 99, 999)) {
    d$a[5] <- code
    expect_fault(alpha(d, level = "ordinal"), "missing_code", paste0("na = ", code), codes = code)
    expect_warning(alpha(d, level = "nominal"), class = "accord_warning_missing_code")
    # Both suggested calls are run.
    expect_equal(alpha(d, level = "ordinal", na = code), alpha(transform(d, a = replace(a, 5, NA)), level = "ordinal"))
    expect_no_warning(alpha(d, level = "ordinal", categories = sort(c(1, 2, 3, 4, code))))
  }
  d$a[5] <- 4
  expect_no_condition(alpha(d, level = "ordinal"))
  # Scores up to 100, and counts.
  expect_no_condition(alpha(data.frame(a = c(99, 80, 75, 99, 60), b = c(99, 80, 70, 95, 60)), level = "interval"))
  # 7 was not declared in a variable whose other values have labels.
  v <- structure(c(0, 1, 0, 1, 7, 0), labels = c(no = 0, yes = 1), class = c("haven_labelled", "vctrs_vctr", "double"))
  d <- data.frame(i = rep(1:3, 2), r = rep(1:2, each = 3))
  d$v <- v
  expect_fault(as_ratings(d, i, r, v, level = "interval"), "missing_code", "without a value label", codes = 7)
})

test_that("texts that mean no answer are pointed out", {
  skip_if_quick()
  for (text in c("k. A.", "NAN", "n/a", "N/A", "NA ", "keine Angabe")) {
    d <- data.frame(a = c("yes", "no", text, "yes"), b = c("yes", "no", "yes", "no"))
    expect_warning(as_ratings(d, layout = "raters_in_columns"), "use `na = ", class = "accord_warning_no_answer")
    expect_no_warning(as_ratings(d, layout = "raters_in_columns", na = text))
  }
})

test_that("decimal commas and other separators are no labels", {
  s <- read.csv(text = "item;ann;bob\n1;3,5;4,0\n2;2,0;2,5\n3;5,0;4,5\n4;1,0;1,5", sep = ";")
  expect_fault(alpha(s, item), "decimal_comma", "8 of 8")
  s[2:3] <- lapply(s[2:3], function(x) as.numeric(sub(",", ".", x, fixed = TRUE)))
  numbers <- data.frame(ann = c(3.5, 2, 5, 1), bob = c(4, 2.5, 4.5, 1.5))
  expect_equal(alpha(s, item, level = "interval"), alpha(numbers, level = "interval"))
  one <- read.csv(text = "item;ann;bob\n1;yes;no\n2;no;no\n3;yes;yes")
  expect_fault(cohen_kappa(one, layout = "raters_in_columns"), "separated", "read[.]csv2", separator = ";")
})

test_that("rows of a header are no raters, and a header is no row", {
  skip_if_quick()
  x <- read.csv(test_path("reference", "sheets", "qualtrics_loop.csv"))
  say <- function(x) {
    krippendorff_alpha(
      x, rater = ResponseId, rating = ends_with("Q1"), layout = "raters_in_rows", level = "ordinal", ci = ci_none()
    )$estimate
  }
  expect_fault(say(x), "header_row", "x <- type.convert[(]x\\[-[(]1:2[)], \\]", rows = 1:2)
  known <- read.csv(test_path("reference", "sheets", "expected.csv"), encoding = "UTF-8")
  known <- known$value[known$file == "qualtrics_loop.csv" & known$question == "Q1"]
  expect_equal(say(type.convert(x[-(1:2), ], as.is = TRUE)), known, tolerance = 1e-5)
  # The same without the ids of the import.
  d <- data.frame(a = c("Question 1", "1", "2", "2"), b = c("Question 2", "2", "2", "1"))
  expect_fault(as_ratings(d, layout = "raters_in_rows"), "header_row", "d\\[-1, \\]", rows = 1L)
  expect_no_error(as_ratings(type.convert(d[-1, ], as.is = TRUE), layout = "raters_in_rows"))
  # Texts of questions above answers that are labels; a long answer of one rater is none.
  d <- data.frame(
    a = c("Text 1 - is it clear?", "no", "yes", "no"), b = c("Text 2 - is it clear?", "yes", "yes", "no"),
    c = c("Text 3 - is it clear?", "no", "yes", "yes")
  )
  say <- function(d) as_ratings(d, layout = "raters_in_rows")
  expect_fault(say(d), "header_row", "each of its own", rows = 1L)
  expect_silent(say(d[-1, ]))
  d[2, ] <- d[1, ]
  expect_silent(say(d))
  # If there is no header, read.csv() makes names of the first row.
  d <- read.csv(text = "0,0,0,4\n0,0,1,4\n0,1,0,1\n1,0,1,2\n1,1,0,4")
  expect_fault(krippendorff_alpha(d, X0, X0.2, X4), "header", "header = FALSE")
})

# 60 items, and two ratings with a code that no scale has.
coded <- function(x, code) data.frame(a = replace(x, 3, code), b = replace(rev(x), 17, code))
percent <- (0:59 * 8) %% 91

test_that("a code outside of all other ratings must be declared, however many values there are", {
  skip_if_quick()
  ask <- function(x, code) {
    expect_fault(alpha(coded(x, code), level = "interval"), "missing_code", paste0("na = ", code), codes = code)
    expect_no_warning(alpha(coded(x, code), level = "interval", na = code))
    expect_no_condition(alpha(coded(x, code), level = "interval", na = character()))
  }
  for (code in c(-999, 999, 9999, -99, -88, -9, -1, 99999)) ask(percent, code)
  for (code in c(-999, 9999, -99)) ask(percent + 0.5, code)
  for (code in c(-999, 9999, -99, 99, 999)) ask(1990 + percent %% 30, code)
  for (code in c(77, 88, 99, -9, -1)) ask(percent %% 11, code)
  for (code in c(9, 8, -1, -9)) ask(percent %% 5 + 1, code)
  ask(percent %% 2, -9)
  expect_warning(alpha(coded(percent %% 2, 9), level = "nominal"), class = "accord_warning_missing_code")
  # A function of scores computes with them at any level.
  x <- coded(percent, -999)
  expect_fault(icc(x, layout = "raters_in_columns"), "missing_code", codes = -999)
  # Each question has a scale of its own.
  long <- data.frame(
    i = rep(1:60, 4), r = rep(1:2, each = 60), q = rep(c("length", "tone"), each = 120),
    v = c(10 * percent, 10 * percent, unlist(coded(percent %% 5 + 1, 99)))
  )
  expect_fault(
    krippendorff_alpha(long, i, r, v, by = q, level = "interval"), "missing_code", codes = 99
  )
})

test_that("numbers that are steps of a scale are no codes", {
  quiet <- function(a, b = rev(a)) expect_no_condition(alpha(data.frame(a, b), level = "interval"))
  quiet(c(percent, 99, 98, 97))
  quiet(50 + percent %% 50)
  quiet(c(5 * percent, 999, 1000))
  quiet(c(1990 + percent %% 30, 1999))
  quiet(percent %% 19 - 9)
  quiet(percent %% 7 - 3)
  quiet(percent %% 3 - 1)
  quiet(percent %% 10 + 1)
  quiet(rep(0:9, c(20, 12, 8, 5, 3, 2, 1, 1, 1, 1)))
  # Counts become fewer, with gaps.
  quiet(rep(c(0:4, 8), c(20, 12, 8, 5, 2, 1)))
})

test_that("a scale that goes on below 0 in its own steps has no code", {
  # -3, -1, 1, 3 without -3, as codes of four steps around 0
  x <- c(-1, 1, 3, 5, 7, 9, 11)
  d <- data.frame(a = x, b = rev(x))
  expect_no_condition(alpha(d, level = "interval"))
  expect_fault(alpha(data.frame(a = c(-1, 1:6), b = c(1:6, -1)), level = "interval"), "missing_code", codes = -1)
})

test_that("columns of text with value labels are read where haven is not loaded", {
  labelled <- function(x) structure(x, labels = c(first = x[1]), class = c("haven_labelled", "vctrs_vctr", class(x)))
  d <- data.frame(item = rep(1:4, 2), rater = rep(c("ann", "bob"), each = 4), label = c("a", "b", "a", "b"))
  plain <- agreement(d, item, rater, label, ci = ci_none())
  for (name in names(d)) {
    marked <- d
    marked[[name]] <- labelled(as.character(d[[name]]))
    marked$note <- labelled(rep("x", 8))
    expect_equal(agreement(marked, item, rater, label, ci = ci_none())$estimate, plain$estimate)
  }
})

test_that("a value that most groups have among others is one of their scale", {
  set.seed(2)
  d <- expand.grid(item = 1:6, rater = c("a", "b"), group = 1:40)
  d$score <- sample(-2:3, nrow(d), TRUE)
  # Only some groups lack the value below it.
  expect_true(any(tapply(d$score, d$group, function(x) -1 %in% x && !-2 %in% x)))
  alpha <- function() krippendorff_alpha(d, item, rater, score, by = group, level = "interval", ci = ci_none())
  expect_no_error(alpha())
  # A value of one group alone may have other reasons.
  d$score <- ifelse(d$score < 1, 4, d$score)
  d$score[1:2] <- -9
  expect_fault(alpha(), "missing_code")
})
