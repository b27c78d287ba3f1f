# Two tables side by side in one sheet, each with its own column of ids.

lines_beside <- function(ids, codes, moved) {
  c("ID,Code,ID,Code", paste(ids, codes, ids[moved], codes[moved], sep = ","))
}

file_of <- function(lines, folder) {
  path <- file.path(folder, "beside.csv")
  writeLines(lines, path)
  path
}

test_that("tables side by side whose ids have another order are not joined by row", {
  codes <- rep(c(1, 3, 2), 4)
  for (ids in list(1:12, sprintf("post %d", 1:12))) {
    f <- file_of(lines_beside(ids, codes, 12:1), own_folder())
    cnd <- expect_error(read_sheet(f, item = ID, rating = c(Code, Code.1)), class = "accord_error_rows")
    expect_identical(cnd$columns, c("ID", "ID.1"))
    expect_error(read_sheet(f, item = ID.1, rating = c(Code, Code.1)), class = "accord_error_rows")
    shown <- utils::capture.output(calls <- inspect_sheet(f))
    expect_length(calls, 0)
    expect_match(shown, "side by side", all = FALSE)
  }
})

test_that("a second copy of the ids is no question, and nothing is wrong with it", {
  codes <- rep(c(1, 3, 2), 4)
  f <- file_of(lines_beside(1:12, codes, 1:12), own_folder())
  utils::capture.output(calls <- inspect_sheet(f))
  expect_match(calls, "item = ID, rating = c(Code, Code.1)", fixed = TRUE)
  x <- eval(str2lang(calls))
  # Both raters gave the same codes to the same items.
  expect_identical(x$rating[x$rater == "Code"], codes)
  expect_identical(x$rating[x$rater == "Code.1"], codes)
})

test_that("ranks, orders of presentation and other items of a pair are no second table", {
  d <- data.frame(
    item = 1:12, a = rep(1:3, 4), order = c(7:12, 1:6), b = rep(c(1, 2, 2), 4), rank = 12:1, c = rep(1:3, 4)
  )
  expect_length(unique(read_sheet(d, item = item, rating = c(a, b, c))$rater), 3)
  texts <- data.frame(
    text = letters[1:12], other = letters[12:1], a = rep(c("first", "second"), 6), b = rep(c("first", "second"), 6)
  )
  expect_length(unique(read_sheet(texts, item = text, rating = c(a, b))$rater), 2)
})
