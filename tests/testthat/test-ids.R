# The definition: match() against unique(), a column at a time, then the combinations as text.
by_match <- function(x) {
  number <- function(column) match(column, unique(column))
  code <- if (is.list(x)) do.call(paste, lapply(unname(as.list(x)), number)) else x
  list(code = number(code), starts = which(!duplicated(code)))
}

test_that("codes are by first appearance, for every class of column", {
  local_seed(1)
  for (n in c(0, 1, 7, 3000)) {
    pick <- function(values) sample(values, n, TRUE)
    columns <- list(
      text = pick(c("b", "a", NA, "", "\u00e9", "NA")),
      integer = pick(c(3L, -1L, NA, 0L, .Machine$integer.max)),
      double = pick(c(1.5, NA, NaN, Inf, -Inf, 1e300, 0)),
      logical = pick(c(TRUE, NA, FALSE)),
      factor = factor(pick(c("x", "y", NA)), levels = c("y", "z", "x")),
      date = as.Date("2026-01-01") + pick(c(0, 3, NA)),
      many = as.character(pick(seq_len(n + 1))),
      complex = pick(c(1i, 2, NA))
    )
    for (name in names(columns)) {
      ids <- code_columns(columns[[name]])
      expect_identical(ids[c("code", "starts")], by_match(columns[[name]]), info = paste(name, n))
      if (is.character(columns[[name]])) expect_identical(ids$values, unique(columns[[name]]))
    }
    expect_identical(code_columns(columns[c("text", "double", "factor")]), by_match(columns[c(
      "text", "double", "factor"
    )]), info = n)
    frame <- as.data.frame(columns[c("integer", "many")])
    expect_identical(code_columns(frame), by_match(frame), info = n)
  }
})

test_that("zeros are one value, and more values than a thread's table holds are numbered rightly", {
  skip_if_quick()
  expect_identical(code_columns(c(0, -0, 1, -0))$code, c(1L, 1L, 2L, 1L))
  local_seed(2)
  ids <- sample.int(2e5, 3e5, TRUE)
  expected <- match(ids, unique(ids))
  for (threads in 1:2) {
    old <- options(accord.threads = threads)
    expect_identical(code_columns(ids)$code, expected)
    expect_identical(code_columns(as.double(ids))$code, expected)
    expect_identical(code_columns(paste0("i", ids))$code, expected)
    expect_identical(code_columns(list(ids %/% 500L, ids %% 500L))$code, expected)
    options(old)
  }
})
