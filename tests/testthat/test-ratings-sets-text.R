wide <- function(x, ...) krippendorff_alpha(x, layout = "raters_in_columns", ..., ci = ci_none())

test_that("boxes in one text are no labels", {
  x <- data.frame(C = c("1,0", "1,1", "0,1", "0,0"), D = c("1,0", "1,0", "0,1", "1,0"))
  cnd <- expect_fault(wide(x, rating = c(C, D), separator = ",", distance = "jaccard"), "separated_text", "2 parts")
  shown <- gsub("\\s+", " ", conditionMessage(cnd))
  code <- "lapply(strsplit(x, \",\", fixed = TRUE), function(box) if (anyNA(box)) NA else which(box == 1))"
  expect_match(shown, code, fixed = TRUE)
  x[] <- lapply(x, function(x) eval(parse(text = code)))
  # The sets and the value, .417, are those of test-ratings-boxes.R.
  expect_equal(round(wide(x, rating = c(C, D), distance = "jaccard")$estimate, 3), 0.417)
  expect_fault(wide(data.frame(a = c("True,True", "False,True"), b = "True,False"), separator = ","), "separated_text")
  # Some labels are 0 and 1.
  expect_no_error(wide(data.frame(a = c("0,1", "1", "0"), b = c("0,1", "1", "1")), separator = ","))
})

test_that("lists in brackets are no sets of labels with brackets", {
  x <- data.frame(a = c("['2', '4']", "[]", "['2']"), b = c("['2']", "[]", "['4']"))
  cnd <- expect_fault(wide(x, separator = ", "), "separated_text", "in brackets")
  expect_match(gsub("\\s+", " ", conditionMessage(cnd)), "gsub(\"[][{}'\\\"]\", \"\", x)", fixed = TRUE)
  x[] <- lapply(x, function(x) gsub("[][{}'\"]", "", x))
  r <- as_ratings(x, layout = "raters_in_columns", rating = c(a, b), separator = ", ")
  expect_equal(r$sets[r$code + 1L], list("{2, 4}" = c("2", "4"), "{2}" = "2", "{}" = character(), "{}" = character(),
    "{2}" = "2", "{4}" = "4"))
})

test_that("a blank behind the separator is one of it", {
  # stats.stackexchange.com, question 407453; MASI with ", " is .540.
  x <- data.frame(
    Coder1 = c("l1, l2", "l1, l2", "l1", "l3", "l3", "l4", "l2", "l1, l2", "l1, l2", "l1", "l1"),
    Coder2 = c("l1", "l1, l2", "l1", "l3", "l1, l3", "l4", "l4", "l1", "l1, l2, l3", "l1", "l1")
  )
  cnd <- expect_warning(wide(x, separator = ",", distance = "masi"), class = "accord_warning_look_alike")
  expect_match(conditionMessage(cnd), "separator = \", \"", fixed = TRUE)
  expect_silent(right <- wide(x, rating = 1:2, separator = ", ", distance = "masi"))
  expect_equal(round(right$estimate, 3), 0.540)
})

test_that("an option that contains the separator is pointed out", {
  x <- data.frame(
    item = rep(1:5, each = 2), rater = c("ann", "bob"),
    label = c(
      "Blame, strong", "Blame, strong, Facts", "Praise, Blame, mild", "Praise", "Facts", "Blame, mild",
      "Praise, Facts", "Praise, Facts", "Blame, strong", "Blame, mild"
    )
  )
  cnd <- expect_warning(
    as_ratings(x, item, rater, label, separator = ", "), "\"Blame, mild\" and \"Blame, strong\"",
    class = "accord_warning_divided_option"
  )
  # The advice is typed as it is given.
  told <- paste(strsplit(cli::ansi_strip(conditionMessage(cnd)), "\n")[[1]], collapse = " ")
  code <- regmatches(told, regexpr("x[$]label <- [^`]*fixed = TRUE[)]", told))
  before <- x$label
  eval(str2lang(code))
  expect_identical(x$label, gsub(cnd$options[1], sub(", ", "; ", cnd$options[1]), before, fixed = TRUE))
  x$label <- gsub("Blame, ", "Blame; ", before, fixed = TRUE)
  expect_silent(as_ratings(x, item, rater, label, separator = ", "))
})
