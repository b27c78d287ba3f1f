table_of <- function(path, ...) {
  data <- tibble::tibble(...)
  list(path = path, data = data, row = seq_len(nrow(data)) + 1L, problems = new_problems())
}

test_that("tables bind by name, columns in order of first appearance", {
  bound <- bind_tables(list(
    table_of("a", id = "1", x = "a"),
    table_of("none", x = character(), late = character()),
    table_of("b", x = c("b", "c"), y = c("d", "e"), id = c("2", "3"))
  ))
  expect_identical(as.list(bound$data), list(
    id = c("1", "2", "3"), x = c("a", "b", "c"), late = rep(NA_character_, 3), y = c(NA, "d", "e")
  ))
  expect_identical(bound$file, c("a", "b", "b"))
  expect_identical(bound$row, c(2L, 2L, 3L))
  expect_identical(bound$paths, c("a", "none", "b"))
})

test_that("only columns of plain numbers become numeric", {
  number <- function(...) convert_numbers(tibble::tibble(x = c(...)))$x
  expect_identical(number("1", NA, "-2.50", "0", "0.0"), c(1, NA, -2.5, 0, 0))
  expect_identical(number("1e-05", "2.5E+3"), c(1e-5, 2500))
  expect_identical(number("123456789012345"), 123456789012345)
  expect_identical(number("0.12345678901234567"), 0.12345678901234567)
  text <- list(
    "007", "1234567890123456", "12E4", "T", "TRUE", "NA", "Inf", "NaN", " 1", "1 ", "1,5", "1.", ".5",
    "+1", "0x1A", "1\n", "-"
  )
  for (x in text) expect_identical(number("1", x), c("1", x))
  expect_identical(number(NA_character_, NA), c(NA_character_, NA))
  expect_identical(number(character()), character())
})
