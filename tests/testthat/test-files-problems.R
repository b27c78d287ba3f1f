test_that("an object without problems has a table of none", {
  for (x in list(data.frame(), 1, NULL)) {
    expect_s3_class(problems(x), "tbl_df")
    expect_identical(
      as.list(problems(x)),
      list(file = character(), row = integer(), column = character(), problem = character())
    )
  }
})

test_that("problems come in the order of the files and their rows, with one warning", {
  found <- new_problems(
    file = c("b", "a", "b", "b"), row = c(3, 7, NA, 2), column = c("id", NA, NA, NA),
    problem = c("p1", "p2", "p3", "p4")
  )
  cnd <- expect_warning(x <- with_problems(data.frame(), found, c("b", "a")),
    class = "accord_warning_problems"
  )
  expect_s3_class(cnd, "accord_warning")
  expect_match(conditionMessage(cnd), "4 problems found in 2 files.*'b': p3.*see them all")
  expect_identical(cnd$problems, problems(x))
  expect_identical(problems(x)$problem, c("p3", "p4", "p1", "p2"))
  expect_identical(problems(x)$row, c(NA, 2L, 3L, 7L))
  expect_identical(problems(x)$column, c(NA, NA, "id", NA))

  cnd <- expect_warning(with_problems(data.frame(), found[1, ], "b"), class = "accord_warning_problems")
  expect_match(conditionMessage(cnd), "1 problem found in 1 file\\..*'b', row 3: p1.*see it\\.")
})

test_that("problems() of readr and of accord give the problems of the other's results", {
  skip_if_not_installed("readr")
  of_readr <- function(name) getExportedValue("readr", name)
  found <- new_problems(file = "a.csv", row = 2, problem = "p1")
  x <- suppressWarnings(with_problems(tibble::tibble(id = 1), found, "a.csv"))
  expect_identical(of_readr("problems")(x), problems(x))
  file <- tempfile(fileext = ".csv")
  writeLines(c("id,label", "1,yes", "2,no,really"), file)
  read <- suppressWarnings(of_readr("read_csv")(file, show_col_types = FALSE))
  expect_gt(nrow(problems(read)), 0)
  expect_identical(problems(read), of_readr("problems")(read))
})

test_that("no problem, no warning", {
  expect_no_warning <- function(code) expect_warning(code, NA)
  expect_no_warning(x <- with_problems(data.frame(), new_problems(), "a"))
  expect_null(attributes(x)$problems)
})
