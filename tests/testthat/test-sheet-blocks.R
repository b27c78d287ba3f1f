blocks <- function(readers, title = "Reading study") {
  path <- file.path(own_folder(parent.frame()), "blocks.csv")
  grades <- list(c("2", "3", "4A", "2", "1"), c("2", "3", "4A", "3", "1"))
  lines <- Map(function(reader, grade) c("", reader, "lesion,grade", paste0("L", 1:5, ",", grade)), readers, grades)
  writeLines(c(title, unlist(lines)), path)
  path
}

test_that("the text above each of several headers is a column, which the proposal takes for the rater", {
  skip_if_quick()
  path <- blocks(c("Reader: Dr. Meier", "Reader: Dr. Novak"))
  x <- suppressWarnings(read_sheet(path, item = lesion, rater = Reader, rating = grade, header = 4, recode = identity))
  expect_identical(x$rater, rep(c("Dr. Meier", "Dr. Novak"), each = 5))
  expect_identical(x$rating, c("2", "3", "4A", "2", "1", "2", "3", "4A", "3", "1"))
  expect_match(problems(x)$problem, "in the column \"Reader\"", all = FALSE)
  utils::capture.output(call <- inspect_sheet(path))
  again <- suppressWarnings(eval(str2lang(call)))
  expect_identical(list(again$rater, again$rating), list(x$rater, x$rating))
  # Without the rater the rows of a lesion cannot be told apart.
  cnd <- expect_error(read_sheet(path, item = lesion, rating = grade, header = 4), class = "accord_error_roles")
  expect_match(conditionMessage(cnd), "rater = Reader")
})

test_that("titles without a word before a colon are the column block", {
  path <- blocks(c("Meier", "Novak"))
  x <- suppressWarnings(read_sheet(path, item = lesion, rater = block, rating = grade, header = 4, recode = identity))
  expect_identical(unique(x$rater), c("Meier", "Novak"))
  # The same text above both headers tells nothing.
  path <- blocks(c("Readings", "Readings"))
  expect_error(read_sheet(path, item = lesion, rater = block, rating = grade, header = 4), "exist")
})
