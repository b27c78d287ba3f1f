
test_that("cells that are dates by their format are read as dates, and numbers of the same size as numbers", {
  skip_if_not_installed("readxl")
  path <- test_path("fixtures", "dates.xlsx")
  days <- format(as.Date("2018-01-02") + seq(0, 110, 10))
  x <- read_sheet(path, item = id, names = "onset_{rater}")
  expect_identical(x$rating[x$rater == "a"], days)
  expect_identical(x$rating[x$rater == "b"], replace(days, 3, "2018-02-01"))
  expect_identical(read_annotators(c(ann = path), id = id, annotation = dose)$dose, 40000 + 1:12)
})
