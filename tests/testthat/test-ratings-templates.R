# Arguments of read_sheet() in a call for a data frame.

sheet <- data.frame(
  id = 1:6, tone_a = c(1, 2, 2, 3, 1, 2), tone_b = c(1, 2, 3, 3, 1, 1), size_a = c(2, 2, 1, 1, 3, 3),
  size_b = c(2, 2, 1, 2, 3, 3)
)

test_that("the error shows the call of read_sheet(), which works", {
  skip_if_quick()
  right <- as_ratings(read_sheet(sheet, item = id, names = "{question}_{rater}"), level = "ordinal")
  cnd <- expect_fault(as_ratings(sheet, item = id, names = "{question}_{rater}"), "argument", argument = "names")
  expect_identical(cnd$advice, "read_sheet(sheet, item = id, names = \"{question}_{rater}\")")
  expect_identical(as_ratings(eval(str2lang(cnd$advice)), level = "ordinal"), right)
  cnd <- expect_fault(
    agreement(sheet, id, level = "ordinal", names = "{question}_{rater}", na = c(-99, 99)), "argument"
  )
  expect_identical(
    cnd$advice, "read_sheet(sheet, item = id, names = \"{question}_{rater}\", na = c(-99, 99))"
  )
  # The sheet has none of these values.
  suppressWarnings(read <- eval(str2lang(cnd$advice)), classes = "accord_warning_unused_na")
  expect_identical(names(as_ratings(read, level = "ordinal")), c("tone", "size"))
  long <- as.data.frame(read_sheet(sheet, item = id, names = "{question}_{rater}"))
  cnd <- expect_fault(krippendorff_alpha(long, item, rater, rating, question = question), "argument")
  expect_identical(names(as_ratings(eval(str2lang(cnd$advice)), level = "ordinal")), c("tone", "size"))
  expect_fault(as_ratings(sheet, item = id, nams = "x"), "argument", "unknown argument", argument = "nams")
})

test_that("these are the arguments that read_sheet() has and as_ratings() has not", {
  own <- setdiff(names(formals(read_sheet)), names(formals(as_ratings.data.frame)))
  expect_setequal(SHEET_ARGUMENTS, setdiff(own, c("path", "weights", "distance")))
})

test_that("as_ratings() of a sheet takes values such as na and duplicates", {
  x <- read_sheet(sheet, item = id, names = "{question}_{rater}")
  twice <- x[c(1, seq_len(nrow(x))), ]
  expect_identical(
    as_ratings(twice, question = "tone", level = "ordinal", duplicates = "first", na = 3)$set_aside$n, c(3L, 1L)
  )
})
