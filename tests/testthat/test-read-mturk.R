mturk <- function(...) system.file("extdata", "mturk", ..., package = "accord")

test_that("the real batches read whole, by glob, folder and file", {
  all <- read_mturk(file.path(mturk(), "*", "*.csv"))
  # Three dimensions, four batches each, 150 assignments a batch (README of the data).
  expect_identical(nrow(all), 1800L)
  expect_identical(unique(c(table(all$file))), 150L)
  dimension <- basename(dirname(all$file))
  workers <- function(x) length(unique(x))
  # Counted in the study: 119, 80 and 135 workers, 216 in all, 200 items.
  expect_identical(
    c(tapply(all$WorkerId, dimension, workers)),
    c(Coherence = 119L, Grammaticality = 80L, Repetition = 135L)
  )
  expect_identical(workers(all$WorkerId), 216L)
  expect_identical(unique(c(tapply(all$Input.code, dimension, workers))), 200L)
  expect_identical(
    names(all),
    c(
      "file", "HITId", "AssignmentId", "WorkerId", "AssignmentStatus", "WorkTimeInSeconds", "Input.code",
      "Input.system1", "Input.system2", "Answer.best_coh", "Answer.worst_coh", "Answer.best_grammar",
      "Answer.worst_grammar", "Answer.best_redun", "Answer.worst_redun"
    )
  )
  # Answers in their original spelling: 5 and 19 have a and b instead of A and B.
  odd <- function(x) c(table(x[!x %in% c("A", "B", NA)]))
  expect_identical(odd(all$Answer.best_coh), c("5" = 3L, b = 1L))
  expect_identical(odd(all$Answer.best_grammar), c("5" = 4L))
  expect_identical(odd(all$Answer.best_redun), c("19" = 1L, "5" = 7L, a = 3L, b = 2L))
  expect_identical(!is.na(all$Answer.best_coh), dimension == "Coherence")
  expect_identical(nrow(problems(all)), 0L)

  folder <- read_mturk(mturk("Coherence"))
  expect_identical(folder$Answer.best_coh, all$Answer.best_coh[dimension == "Coherence"])
  one <- read_mturk(mturk("Coherence", "Coherence_batch_2.csv"))
  expect_identical(one$WorkerId, folder$WorkerId[151:300])
  expect_type(one$WorkTimeInSeconds, "double")
})

test_that("batches with differing columns bind, and rows keep their file", {
  folder <- folder_with(
    `one/batch.csv` = batch_lines("w1", "yes", "Answer.a"),
    `two/batch.tsv` = gsub(",", "\t", batch_lines(c("w2", "w3"), c("no", ""), "Answer.b", prefix = "B")),
    `two/batch.csv` = batch_lines("w4", 3, "Answer.a", prefix = "C"),
    README.md = "no table"
  )
  x <- read_mturk(file.path(folder, "*", "batch.*"))
  expect_identical(x$file, file.path(folder, c("one/batch.csv", "two/batch.csv", rep("two/batch.tsv", 2))))
  expect_identical(x$WorkerId, c("w1", "w4", "w2", "w3"))
  expect_identical(x$Answer.a, c("yes", "3", NA, NA))
  expect_identical(x$Answer.b, c(NA, NA, "no", NA))
})

test_that("the cells for decisions, which MTurk does not write, are not missed", {
  # As in a downloaded file, the header has two names more than the rows have cells.
  lines <- batch_lines(c("w1", "w2"), c("yes", "no"))
  lines[1] <- paste0(lines[1], ",Approve,Reject")
  expect_silent(x <- read_mturk(folder_with(a.csv = lines)))
  expect_identical(x$Answer.label, c("yes", "no"))
  expect_identical(x$Approve, rep(NA_character_, 2))
  expect_identical(x$Reject, rep(NA_character_, 2))
  # An answer is.
  lines[3] <- sub(",no$", "", lines[3])
  expect_warning(x <- read_mturk(folder_with(a.csv = lines)), "row 3: 5 of 8 fields", class = "accord_warning_problems")
  expect_identical(problems(x)$row, 3L)
  # For other names missing cells are a problem, also if they are not in the last columns.
  lines <- batch_lines("w1", "yes")
  lines[1] <- paste0(lines[1], ",Other")
  expect_warning(read_mturk(folder_with(a.csv = lines)), "6 of 7 fields", class = "accord_warning_problems")
  lines[1] <- sub("Other", "Approve,Other", lines[1])
  expect_warning(read_mturk(folder_with(a.csv = lines)), "6 of 8 fields", class = "accord_warning_problems")
})

test_that("ids and inputs stay text, other columns of numbers turn numeric after binding", {
  lines <- function(answer) {
    c(
      "HITId,HITTypeId,AssignmentId,WorkerId,Input.item,Input.text,Answer.a,Answer.b c,Answer.flag,Reward",
      paste0("1,2,", answer, ",4,1.10,TRUE,", answer, ",007,T,$0.34")
    )
  }
  folder <- folder_with(a.csv = lines("1"), b.csv = lines("2.5"))
  x <- read_mturk(folder)
  expect_identical(as.list(x[-1]), list(
    HITId = c("1", "1"), HITTypeId = c("2", "2"), AssignmentId = c("1", "2.5"), WorkerId = c("4", "4"),
    Input.item = c("1.10", "1.10"), Input.text = c("TRUE", "TRUE"),
    Answer.a = c(1, 2.5), `Answer.b c` = c("007", "007"), Answer.flag = c("T", "T"),
    Reward = c("$0.34", "$0.34")
  ))
  folder <- folder_with(a.csv = lines("1"), b.csv = lines("n/a"))
  expect_identical(read_mturk(folder)$Answer.a, c("1", "n/a"))
})

test_that("status keeps assignments by their status", {
  status <- c("Approved", "Rejected", "Submitted")
  folder <- folder_with(a.csv = batch_lines(c("w1", "w2", "w3"), 1:3, status = status))
  workers <- function(...) read_mturk(folder, ...)$WorkerId
  expect_identical(workers(), c("w1", "w2", "w3"))
  expect_identical(workers(status = "Rejected"), "w2")
  expect_identical(workers(status = c("Submitted", "Approved")), c("w1", "w3"))
})

test_that("a status that does not occur is a warning, or an error if none does", {
  skip_if_quick()
  folder <- folder_with(a.csv = batch_lines(c("w1", "w2"), 1:2, status = c("Approved", "Rejected")))
  cnd <- expect_warning(x <- read_mturk(folder, c("Approved", "approved")),
    "1 value does not occur: \"approved\".*2 values occur: \"Approved\" and \"Rejected\"",
    class = "accord_warning_status"
  )
  expect_identical(cnd$status, "approved")
  expect_identical(x$WorkerId, "w1")
  expect_warning(read_mturk(folder, c("Approved", "x", "y")), "2 values do not occur",
    class = "accord_warning_status"
  )
  expect_fault(read_mturk(folder, "approved"), "status", "1 value does not occur",
    status = "approved", available = c("Approved", "Rejected")
  )
  expect_fault(read_mturk(folder, c("x", "y")), "status", "2 values do not occur")
  for (status in list(1, character(), NA_character_)) {
    expect_fault(read_mturk(folder, status), "argument", "`status` must be", argument = "status")
  }
})

test_that("rows without ids are left out and listed", {
  lines <- batch_lines(c("w1", "", "w3", "w4"), c("yes", "no", "yes", "no"))
  folder <- folder_with(a.csv = sub("^H1(.*w3)", "\\1", lines))
  expect_warning(x <- read_mturk(folder), "2 problems", class = "accord_warning_problems")
  expect_identical(x$WorkerId, c("w1", "w4"))
  expect_identical(problems(x)$file, rep(file.path(folder, "a.csv"), 2))
  expect_identical(problems(x)$row, 3:4)
  expect_identical(problems(x)$column, c("WorkerId", "HITId"))
})

test_that("a blank status is listed only when status decides", {
  folder <- folder_with(a.csv = batch_lines(c("w1", "w2"), 1:2, status = c("Approved", "")))
  expect_identical(read_mturk(folder)$WorkerId, c("w1", "w2"))
  expect_warning(x <- read_mturk(folder, "Approved"), class = "accord_warning_problems")
  expect_identical(x$WorkerId, "w1")
  expect_identical(problems(x)$row, 3L)
  expect_identical(problems(x)$column, "AssignmentStatus")
})

test_that("an assignment that is there twice is kept and listed", {
  folder <- folder_with(
    a.csv = batch_lines(c("w1", "w2"), 1:2),
    `a (1).csv` = batch_lines(c("w1", "w2"), 1:2)
  )
  expect_warning(x <- read_mturk(folder), "2 problems", class = "accord_warning_problems")
  expect_identical(nrow(x), 4L)
  expect_identical(problems(x)$file, rep(file.path(folder, "a.csv"), 2))
  expect_match(problems(x)$problem, "Assignment A[12] is in row [23] of .*a \\(1\\).csv already")
})

test_that("a file must be a batch", {
  skip_if_quick()
  folder <- folder_with(
    a.csv = batch_lines("w1", 1), b.csv = c("id,WorkerID", "1,2"),
    c.csv = c("HITId,WorkerID,Answer.a", "1,2,3")
  )
  at <- function(...) file.path(folder, c(...))
  expect_fault(read_mturk(at("a.csv", "c.csv")), "missing_column",
    "1 column is not in every file: `WorkerId`.*1 of 2 files is without.*Did you mean `WorkerID`",
    column = "WorkerId", nearest = "WorkerID", files = at("c.csv")
  )
  expect_fault(read_mturk(folder), "missing_column",
    "2 columns are not in every file.*2 of 3 files are without",
    column = c("HITId", "WorkerId"), files = at("b.csv", "c.csv")
  )
  folder <- folder_with(a.csv = c("HITId,WorkerId,Answer.a", "1,2,3"))
  expect_identical(read_mturk(folder)$Answer.a, 3)
  expect_fault(read_mturk(folder, "Approved"), "missing_column", column = "AssignmentStatus")
  expect_fault(read_mturk(folder, rejected = "drop"), "missing_column", column = "AssignmentStatus")
  expect_fault(read_mturk(folder, rejected = "flag"), "missing_column", column = "AssignmentStatus")
  expect_identical(read_mturk(folder, rejected = "keep")$Answer.a, 3)
})

test_that("the result has a column `file` of its own", {
  lines <- c("HITId,WorkerId,file", "1,2,3")
  folder <- folder_with(a.csv = lines, b.csv = lines)
  expect_fault(read_mturk(file.path(folder, "a.csv")), "duplicate_column", "1 file has one", column = "file")
  expect_fault(read_mturk(folder), "duplicate_column", "2 files have one")
})

test_that("errors and warnings name read_mturk()", {
  cnd <- expect_fault(read_mturk("no such file.csv"), "missing_file")
  expect_identical(as.character(cnd$call[[1]]), "read_mturk")
})
