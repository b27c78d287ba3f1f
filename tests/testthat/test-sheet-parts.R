# Names of three parts, as letter and number, word, number, and templates that fit them in two ways. What is read is
# compared with the cells that the names say.

marks <- list(c(4, 2, 3, 1, 5, 2), c(4, 2, 3, 2, 5, 2), c(4, 3, 3, 1, 5, 2), c(4, 2, 2, 1, 5, 3))
table_of <- function(names) stats::setNames(data.frame(1:6, marks), c("id", names))
calls_of <- function(data) {
  utils::capture.output(calls <- inspect_sheet(data))
  calls
}

test_that("names of a letter with a number, a word and a number end in proposals that can be read", {
  cases <- list(
    c("PT1_trial_1", "PT1_trial_2", "PT2_trial_1", "PT2_trial_2"), c("A1 x 1", "A1 x 2", "A2 x 1", "A2 x 2"),
    c("T1 rater 1", "T1 rater 2", "T2 rater 1", "T2 rater 2"), c("R1_item_1", "R1_item_2", "R2_item_1", "R2_item_2"),
    c("PT1.trial.1", "PT1.trial.2", "PT2.trial.1", "PT2.trial.2")
  )
  for (names in cases) {
    data <- table_of(names)
    calls <- calls_of(data)
    expect_gt(length(calls), 0)
    for (call in calls) {
      x <- eval(str2lang(call), list(data = data))
      expect_identical(nrow(x), 24L)
      expect_length(unique(x$rater), 2)
      expect_length(unique(x$question), 2)
    }
    expect_error(read_sheet(data, item = id, rating = -id), class = "accord_error_several_questions")
    mark <- sub("^[^._ ]+([._ ]).*$", "\\1", names[1])
    template <- sprintf("{rater}%s{question}", mark)
    found <- tryCatch(read_sheet(data, item = id, names = template), accord_error_template = function(cnd) cnd$advice)
    if (is.character(found)) found <- eval(str2lang(sprintf("read_sheet(data, item = id, %s)", found)))
    expect_identical(nrow(found), 24L)
  }
})

test_that("a rater with a number is a rater, and no part of a question", {
  data <- table_of(c("Rater 1 Item 1", "Rater 1 Item 2", "Rater 2 Item 1", "Rater 2 Item 2"))
  for (template in c("{question} {rater:1|2}", "{rater} {question}")) {
    cnd <- expect_error(read_sheet(data, item = id, names = template), class = "accord_error_template")
    x <- eval(str2lang(sprintf("read_sheet(data, item = id, %s)", cnd$advice)))
    expect_identical(unique(x$rater), c("Rater 1", "Rater 2"))
    expect_identical(unique(x$question), c("Item 1", "Item 2"))
    expect_equal(x$rating[x$rater == "Rater 2" & x$question == "Item 1"], marks[[3]])
  }
  expect_match(calls_of(data)[1], "{rater:Rater 1|Rater 2} {question}", fixed = TRUE)
})

test_that("a template that fits in two ways shows a name that is ambiguous, and names the values", {
  x <- c("x", "")
  data <- data.frame(1:4, x[c(1, 2, 2, 1)], x[c(2, 1, 2, 2)], x[c(2, 2, 1, 2)], x[c(1, 2, 2, 2)], x[c(2, 1, 2, 1)],
    x[c(2, 2, 1, 2)])
  names(data) <- c("id", "SR1 Foul", "SR1 No Foul", "SR1 Dive", "SR2 Foul", "SR2 No Foul", "SR2 Dive")
  cnd <- expect_error(read_sheet(data, item = id, boxes = "{rater} {option}"), class = "accord_error_template")
  expect_identical(cnd$advice, "boxes = \"{rater:SR1|SR2} {option}\"")
  expect_match(conditionMessage(cnd), "SR1 No Foul")
  expect_match(calls_of(data)[1], cnd$advice, fixed = TRUE)
  read <- read_sheet(data, item = id, boxes = "{rater:SR1|SR2} {option}")
  expect_identical(unlist(read$rating[read$rater == "SR1"]), c("Foul", "No Foul", "Dive", "Foul"))
})

test_that("a separator within a question and a column of remarks do not hide the raters", {
  data <- data.frame(id = 1:4, a = c(1, 2, 3, 1), b = c(1, 2, 3, 2), c = c(1, 2, 1, 1), d = c(1, 2, 1, 2),
    e = c("tired", "", "", ""))
  names(data)[-1] <- c("Mood/Int. 1", "Mood/Int. 2", "Weight / Appetite/Int. 1", "Weight / Appetite/Int. 2",
    "Weight / Appetite/Remark")
  cnd <- expect_error(read_sheet(data, item = id, names = "{question}/{rater}"), class = "accord_error_template")
  expect_identical(cnd$advice, "names = \"{question}/{rater:Int. 1|Int. 2}\"")
  read <- read_sheet(data, item = id, names = "{question}/{rater:Int. 1|Int. 2}")
  expect_identical(unique(read$question), c("Mood", "Weight / Appetite"))
  expect_match(calls_of(data)[1], cnd$advice, fixed = TRUE)
})
