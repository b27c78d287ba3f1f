d <- data.frame(item = 1, worker = 2, rating = 3)

test_that("one column is found by name, string, position and tidy selection", {
  one <- function(x, ...) select_one(rlang::enquo(x), d, "item", ...)
  expect_identical(one(worker), c(worker = 2L))
  expect_identical(one("worker"), c(worker = 2L))
  expect_identical(one(2), c(worker = 2L))
  expect_identical(one(tidyselect::starts_with("w")), c(worker = 2L))
  expect_identical(one(c(rater = worker)), c(rater = 2L))
})

test_that("an optional column may be left out or NULL, also through another function", {
  one <- function(x = NULL) select_one(rlang::enquo(x), d, "rater", optional = TRUE)
  outer <- function(x) one({{ x }})
  expect_null(one())
  expect_null(one(NULL))
  expect_null(outer())
  expect_identical(outer(worker), c(worker = 2L))
})

test_that("one column must be one", {
  skip_if_quick()
  one <- function(x, ...) select_one(rlang::enquo(x), d, "item", ...)
  expect_fault(one(), "argument", "`item` must select one column.*not given",
    argument = "item", columns = character()
  )
  expect_fault(one(NULL), "argument", "not given")
  expect_fault(one(c()), "argument", "selects none", columns = character())
  expect_fault(one(tidyselect::any_of("w"), optional = TRUE), "argument", "selects none")
  expect_fault(one(c(item, worker)), "argument", "selects 2 columns: `item` and `worker`",
    columns = c("item", "worker")
  )
})

test_that("several columns keep their names or take new ones", {
  several <- function(x) select_columns(rlang::enquo(x), d, "by")
  expect_identical(several(c(worker, rating)), c(worker = 2L, rating = 3L))
  expect_identical(several(c(who = worker, rating)), c(who = 2L, rating = 3L))
  expect_identical(unname(several(tidyselect::any_of("none"))), integer())
  outer <- function(x) several({{ x }})
  expect_fault(outer(), "argument", "`by` must select columns", argument = "by")
})

test_that("a column that is not there is named, with the nearest", {
  skip_if_quick()
  one <- function(x) select_one(rlang::enquo(x), d, "item")
  expect_fault(one(itm), "missing_column", "1 column does not exist: `itm`.*Did you mean `item`",
    column = "itm", nearest = "item", available = names(d), argument = "item"
  )
  expect_fault(one("wrker"), "missing_column", "Did you mean `worker`", column = "wrker", nearest = "worker")
  expect_fault(one(zzzzzzzz), "missing_column", "3 columns are available: `item`, `worker`, and `rating`",
    column = "zzzzzzzz", nearest = NA_character_
  )
  expect_fault(one(9), "missing_column", "not exist: `9`", column = "9")
  # The name of an R function is not taken for a column.
  expect_fault(one(mean), "missing_column", "not exist: `mean`", column = "mean")
})

test_that("a selection that fails says why in one sentence, and what to do with a calculation", {
  skip_if_quick()
  one <- function(x) select_one(rlang::enquo(x), d, "item")
  for (code in expression(item + 1, item * 2, tidyselect::where(5), TRUE, 1.5)) {
    lines <- strsplit(conditionMessage(expect_fault(eval(call("one", code)), "argument")), "\n")[[1]]
    expect_no_match(lines[-1], "^.+[\u2716\u2139]|[\u2716\u2139x!i] [!]|: [x!i] ", info = deparse(code))
  }
  expect_fault(one(item + 1), "argument", "`item \\+ 1` is not: .*Add what you calculate to `data`")
})

test_that("all columns that are not there are named", {
  several <- function(x) select_columns(rlang::enquo(x), d, "annotation")
  expect_fault(several(c(itm, worker, "ratng")), "missing_column",
    "2 columns do not exist: `itm` and `ratng`.*Did you mean `item` and `rating`",
    column = c("itm", "ratng"), nearest = c("item", "rating")
  )
  expect_fault(several(tidyselect::all_of(c("itm", "ratng"))), "missing_column", "2 columns do not exist",
    column = c("itm", "ratng")
  )
})

test_that("names with braces come through the message", {
  braces <- data.frame(`a{b}` = 1, check.names = FALSE)
  expect_fault(select_one(rlang::quo("a{c}"), braces, "item"), "missing_column", "Did you mean `a\\{b\\}`")
})

test_that("what is no selection is an error of the argument", {
  expect_fault(select_one(rlang::quo(no_such_function(1)), d, "item"), "argument", "tidy selection")
  twice <- data.frame(a = 1, a = 2, check.names = FALSE)
  expect_fault(select_one(rlang::quo(a), twice, "item"), "argument", "unique")
})

test_that("values in place of a column are told apart from columns", {
  d <- small()
  expect_fault(
    krippendorff_alpha(d, d$item, d$who, d$label), "argument", "`d\\$item` is a vector of 6 values.*item = item"
  )
  expect_fault(as_ratings(d, item, d[["who"]], label), "argument", "rater = who")
  names <- list(item = "item")
  expect_no_error(as_ratings(d, names$item, who, label))
  often <- rep(1L, nrow(d))
  expect_fault(
    as_ratings(d, item, who, label, case_weights = often), "argument", "`often` is a vector of 6 values.*as a column"
  )
})

test_that("a name that two columns have is no name of a column", {
  twice <- data.frame(item = 1, v = 2, w = 3, v = 4, check.names = FALSE)
  one <- function(x) select_columns(rlang::enquo(x), twice, "rating")
  found <- "2 columns of `data` are called `v`: columns 2 and 4.*Rename one"
  expect_fault(one(v), "argument", found, argument = "rating", columns = "v")
  # The first of them is not used instead.
  expect_fault(one("v"), "argument", found)
  expect_fault(one(c(w, v)), "argument", found)
  # Other names, and positions, still select columns.
  expect_identical(one(w), c(w = 3L))
  expect_identical(one(4), c(v = 4L))
})
