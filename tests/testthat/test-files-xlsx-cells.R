test_that("merged cells, formulas without a value and errors are listed with their place", {
  skip_if_quick()
  skip_if_not_installed("readxl")
  # A title over three columns, the header in row 2; B3:B4 merged; C3 and C7 are formulas without a value, as openpyxl
  # and others write them, C4 the error #N/A; C5 and C6 are formulas with a value, which for C6 is the empty text.
  table <- read_tables(test_path("fixtures", "cells.xlsx"), skip = 1)[[1]]
  found <- table$problems[order(table$problems$row, table$problems$column), ]
  expect_identical(found$row, c(3L, 3L, 4L, 7L))
  expect_identical(found$column, c("ann", "bob", "bob", "bob"))
  expect_match(found$problem[1], "Cells B3:B4 of sheet .labels.: merged, which have one value, in B3")
  expect_match(found$problem[2], "Cell C3 .*formula without its value")
  expect_match(found$problem[3], "Cell C4 .*error #N/A")
  expect_match(found$problem[4], "Cell C7 .*formula without its value")
  # A workbook without such cells has none.
  expect_no_match(read_tables(test_path("fixtures", "batch.xlsx"))[[1]]$problems$problem, "Cell")
})
