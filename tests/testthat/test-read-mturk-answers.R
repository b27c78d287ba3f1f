skip_if_not_installed("jsonlite")

batch <- function(answers, status = "Approved") {
  cells <- paste0("\"", gsub("\"", "\"\"", answers), "\"")
  folder_with(b.csv = c(
    "HITId,AssignmentId,WorkerId,AssignmentStatus,Answer.taskAnswers",
    sprintf("H1,A%d,w%d,%s,%s", seq_along(answers), seq_along(answers), status, cells)
  ))
}

test_that("fields of task answers become columns", {
  x <- read_mturk(batch(c(
    '[{"tone": {"good": true, "bad": false}, "tags": {"a": true, "b": true}, "n": 2, "why": "so"}]',
    '[{"tone": {"good": false, "bad": true}}, {"tags": {"a": false, "b": true}, "n": 3}]', ""
  )))
  expect_equal(x$Answer.tone, c("good", "bad", NA))
  expect_equal(x$Answer.tags.a, c("true", "false", NA))
  expect_equal(x$Answer.tags.b, c("true", "true", NA))
  expect_equal(x$Answer.n, c(2, 3, NA))
  expect_equal(x$Answer.why, c("so", NA, NA))
  expect_false("Answer.taskAnswers" %in% names(x))
})

test_that("a cell that is no json is listed, and kept", {
  expect_warning(x <- read_mturk(batch(c('[{"n": 1}]', "[{"))), "not valid json")
  expect_equal(problems(x)$row, 3L)
  expect_equal(x$Answer.n, c(1, NA))
  expect_equal(x$Answer.taskAnswers[2], "[{")
})

test_that("cells without any field of a form give no columns", {
  for (cell in c("[{}]", "[]")) {
    expect_silent(x <- read_mturk(batch(c(cell, cell))))
    expect_equal(grep("^Answer", names(x), value = TRUE), character())
  }
  for (cell in c("null", "3", "[{")) {
    expect_warning(x <- read_mturk(batch(c(cell, cell))), "not valid json")
    expect_equal(as.character(x$Answer.taskAnswers), rep(cell, 2))
  }
})

test_that("rejected assignments are kept, dropped or flagged, and never silently", {
  folder <- batch(rep('[{"n": 1}]', 3), c("Approved", "Rejected", "Rejected"))
  expect_message(x <- read_mturk(folder), "2 rejected assignments are", class = "accord_message_rejected")
  expect_equal(nrow(x), 3)
  expect_message(read_mturk(batch('[{"n": 1}]', "Rejected")), "1 rejected assignment is")
  expect_silent(x <- read_mturk(folder, rejected = "keep"))
  expect_equal(nrow(x), 3)
  expect_silent(x <- read_mturk(folder, rejected = "drop"))
  expect_equal(x$WorkerId, "w1")
  expect_equal(read_mturk(folder, rejected = "flag")$rejected, c(FALSE, TRUE, TRUE))
  expect_silent(read_mturk(folder, status = c("Approved", "Rejected")))
  expect_fault(read_mturk(folder, rejected = "x"), "argument", argument = "rejected")
})

test_that("a box that nobody had to tick is a box, and one not ticked is no missing answer", {
  x <- read_mturk(batch(rep('[{"offensive": {"on": false}}]', 3)))
  expect_equal(x$Answer.offensive.on, rep("false", 3))
  boxes <- c('[{"t": {"a": false, "b": false}}]', '[{"t": {"a": true, "b": false}}]')
  x <- read_mturk(batch(boxes))
  expect_equal(x$Answer.t.a, c("false", "true"))
  expect_equal(x$Answer.t.b, c("false", "false"))
})

test_that("columns of answers do not depend on the rows that are left out", {
  answers <- c('[{"t": {"a": true, "b": false}}]', '[{"t": {"a": true, "b": true}}]')
  folder <- batch(answers, c("Approved", "Rejected"))
  all <- read_mturk(folder, rejected = "keep")
  expect_equal(names(read_mturk(folder, status = "Approved")), names(all))
  expect_equal(names(read_mturk(folder, rejected = "drop")), names(all))
})

test_that("classes of crowd elements are labels, and several of them sets", {
  x <- read_mturk(batch(c(
    '[{"q": {"label": "a"}, "t": {"labels": ["a", "b"]}}]', '[{"q": {"label": "b"}, "t": {"labels": ["b", "a"]}}]',
    '[{"t": {"labels": []}}]', '[{"q": {"label": 1}}]'
  )))
  expect_equal(x$Answer.q, c("a", "b", NA, "1"))
  expect_equal(x$Answer.t, list(c("a", "b"), c("b", "a"), character(), NA_character_))
  two <- x[1:2, ]
  expect_equal(percent_agreement(two, HITId, WorkerId, Answer.t, ci = ci_none())$estimate, 1)
})

test_that("a field that several forms of an assignment have is listed", {
  cells <- c('[{"""tone""": """good"""}, {"""tone""": """bad"""}]', '[{"""tone""": """bad"""}]')
  cells <- gsub('"""', '""', cells, fixed = TRUE)
  folder <- folder_with(batch.csv = c(
    "HITId,WorkerId,Answer.taskAnswers", sprintf("1,%s,\"%s\"", c("ann", "bob"), cells)
  ))
  expect_warning(x <- read_mturk(folder), "more than once", class = "accord_warning_problems")
  expect_equal(x$Answer.tone, c("good", "bad"))
  expect_equal(problems(x)$row, 2L)
})
