long <- data.frame(
  id = c("a", "a", "b", "b"), who = c("x", "y", "x", "y"), tone = c(1, 2, 2, 2),
  `_golden` = c("false", "false", "true", "true"), check.names = FALSE
)

test_that("rows are left out by number, id or condition, and counted", {
  skip_if_quick()
  read <- function(data, ...) read_sheet(data, item = id, rater = who, rating = tone, ...)
  expect_error(read(long), class = "accord_error_golden")
  expect_identical(read(long, drop = `_golden` == "true")$item, c("a", "a"))
  expect_identical(read(long, keep = `_golden` == "true")$item, long$id)
  # Rows that are kept are those of this check alone.
  expect_error(read(long, keep = "a"), class = "accord_error_golden")
  expect_identical(read(long, drop = "b")$item, c("a", "a"))
  expect_identical(read(long, drop = 1:2)$item, c("b", "b"))
  expect_identical(read(long, drop = tone > 1)$item, "a")
  expect_match(paste(format_sheet(read(long, drop = 1:2)), collapse = "\n"), "2 rows left out by drop")
  expect_warning(read(long[1:3], drop = "c"), class = "accord_warning_drop")
  expect_error(read(long, drop = nothing > 1), class = "accord_error_argument")
})

test_that("rows that are left out need not fit a template of ids", {
  skip_if_quick()
  x <- data.frame(
    id = c("1--1", "1--2", "2--1", "2--2", "3--1", "3--2", "1", "3"), a = c("y", "y", "n", "n", "y", "n", "y", "y"),
    state = rep(c("double", "merged"), c(6, 2))
  )
  read <- function(..., data = x) read_sheet(data, item = c(id = "{item}--{rater}"), rating = a, ...)
  cnd <- expect_error(read(), class = "accord_error_template")
  expect_identical(cnd$advice, "drop = c(\"1\", \"3\")")
  advised <- str2lang(sub("drop = ", "", cnd$advice))
  calls <- rlang::exprs(7:8, c("1", "3"), state == "merged", !grepl("--", id), !!advised)
  for (drop in calls) {
    found <- rlang::inject(read(drop = !!drop))
    expect_identical(found$item, rep(c("1", "2", "3"), each = 2))
    expect_identical(found$rater, rep(c("1", "2"), 3))
  }
  # A text that is no id as it stands is an item.
  expect_identical(unique(read(drop = c("1", "3", "2"))$item), c("1", "3"))
  expect_identical(unique(read(drop = "1", data = x[1:6, ])$item), c("2", "3"))
  expect_match(capture.output(calls <- inspect_sheet(x[1:2])), "drop = c(\"1\", \"3\")", fixed = TRUE, all = FALSE)
  expect_identical(nrow(eval(str2lang(calls), list(data = x))), 6L)

  # With more of them the advice says what the others have.
  many <- data.frame(id = c(paste0(rep(1:7, each = 2), "--", 1:2), 1:7), a = "y")
  cnd <- expect_error(read(data = many), class = "accord_error_template")
  expect_identical(cnd$advice, "drop = !grepl(\"--\", id, fixed = TRUE)")
  expect_identical(nrow(read(data = many, drop = !grepl("--", id, fixed = TRUE))), 14L)
  # If few fit, the template is wrong, and no rows are.
  cnd <- expect_error(read(data = many[c(1, 15:21), ]), class = "accord_error_template")
  expect_null(cnd$advice)
})

test_that("rows of a file have the numbers of its lines", {
  path <- file.path(own_folder(), "s.csv")
  writeLines(c("id,a,b", "x,1,2", "y,2,2", "z,1,1"), path)
  expect_identical(unique(read_sheet(path, item = id, rating = c(a, b), drop = 3)$item), c("x", "z"))
})

test_that("totals below the items are an error, unless they are said to be items", {
  skip_if_quick()
  x <- data.frame(id = c("a", "b", "Total"), p = c(1, 2, 2), q = c(1, 1, 1))
  for (name in c("Total", "Mean", "% agreement", "Summe", "Average", "Media", "Moyenne")) {
    x$id[3] <- name
    expect_error(read_sheet(x, item = id, rating = c(p, q)), class = "accord_error_total")
    expect_identical(unique(read_sheet(x, item = id, rating = c(p, q), drop = name)$item), c("a", "b"))
  }
  expect_identical(unique(read_sheet(x, item = id, rating = c(p, q), keep = name)$item), x$id)
})

test_that("blank ids are those above them, if the user says so", {
  x <- data.frame(case = c("a", NA, "b", NA), page = c(1, 2, 1, 2), p = 1:4, q = c(1, 2, 3, 3))
  cnd <- expect_error(
    read_sheet(x, item = c(case, page), rating = c(p, q), fill = FALSE),
    class = "accord_error_blank_id"
  )
  expect_identical(cnd$rows, c(2L, 4L))
  found <- read_sheet(x, item = c(case, page), rating = c(p, q), fill = TRUE)
  expect_setequal(found$item, c("a / 1", "a / 2", "b / 1", "b / 2"))
  expect_match(paste(format_sheet(found), collapse = "\n"), "2 blank ids filled")
})

test_that("further rows of a header are an error that says how to leave them out", {
  skip_if_quick()
  path <- file.path(own_folder(), "s.csv")
  writeLines(c(
    "ResponseId,1_Q1,1_Q2,2_Q1,2_Q2", "Response ID,Text 1 - Clear?,Text 1 - Source?,Text 2 - Clear?,Text 2 - Source?",
    paste0('"{""ImportId"":""', c("r", "1_QID1", "1_QID2", "2_QID1", "2_QID2"), '""}"', collapse = ","),
    "R1,1,yes,2,no", "R2,1,yes,3,no"
  ), path)
  expect_message(x <- read_sheet(path, rater = ResponseId, names = "{item}_{question}"), "2 rows left out")
  same <- read_sheet(path, rater = ResponseId, names = "{item}_{question}", drop = 2:3)
  expect_identical(same$rating, x$rating)
  expect_identical(x$rating[x$question == "Q1"], c("1", "1", "2", "3"))
})

test_that("ids of double entry are no items of their own", {
  x <- data.frame(record_id = c("1--1", "1--2", "2--1", "2--2"), p = c(1, 1, 2, 1), q = c(0, 1, 1, 0))
  cnd <- expect_error(read_sheet(x, item = record_id, rating = p:q & !id, fill = FALSE), class = "accord_error")
  expect_error(read_sheet(x, item = record_id, rating = c("p", "q")[1:2]), class = "accord_error_item_suffix")
})

test_that("a row of short texts of questions below the names is no item, also where all answers are labels", {
  outcome <- rep(c("affirmed", "reversed", "remanded"), 4)
  sheet <- data.frame(
    docket = c("Docket number", 101:112), outcome_a = c("What the court did", outcome),
    dissent_a = c("Any dissent?", rep(c("yes", "no"), 6)), outcome_b = c("What did it do", rev(outcome)),
    dissent_b = c("Dissent there?", rep(c("yes", "yes", "no"), 4))
  )
  read <- function(data, ...) read_sheet(data, item = docket, names = "{question}_{rater}", ...)
  cnd <- expect_error(read(sheet), class = "accord_error_header_row")
  x <- read(sheet, drop = !!as.integer(sub("drop = ", "", cnd$advice)))
  expect_setequal(x$item, 101:112)
  expect_true("Docket number" %in% read(sheet, keep = "Docket number")$item)
  # Labels of several words, of which a rare one stands first, are ratings.
  likert <- rep(c("fully agree", "agree", "do not agree"), 4)
  plain <- data.frame(docket = 0:12, a = c("do not agree at all", likert), b = c("do not agree at all", rev(likert)))
  expect_no_error(read_sheet(plain, item = docket, rating = c(a, b)))
  odd <- data.frame(docket = 0:12, a = c("fully agree", likert), b = c("do not agree at all", rev(likert)))
  expect_no_error(read_sheet(odd, item = docket, rating = c(a, b)))
})
