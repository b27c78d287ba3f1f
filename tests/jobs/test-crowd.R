# A crowd researcher: batches of Amazon Mechanical Turk, to the table of three quality dimensions, and one
# label per item. The figures are those that the authors of the study printed.

batches <- function(dimension) shipped("mturk", dimension)

test_that("a crowd researcher reads batches, measures, and makes the table", {
  columns <- c(Coherence = "best_coh", Grammaticality = "best_grammar", Repetition = "best_redun")
  answers <- lapply(names(columns), function(dimension) {
    data <- read_mturk(batches(dimension))
    expect_equal(nrow(data), 600)
    expect_equal(nrow(problems(data)), 0)
    data.frame(
      dimension, item = data$Input.code, worker = data$WorkerId,
      answer = data[[paste0("Answer.", columns[dimension])]]
    )
  })
  answers <- do.call(rbind, answers)

  # The first mistake: three questions about one item in one column.
  expect_fault(krippendorff_alpha(answers, item, worker, answer), "duplicate_rating", "dimension")

  all <- krippendorff_alpha(answers, item, worker, answer, by = dimension, ci = ci_none())
  expect_printed(all$estimate[1], "0.128")
  expect_printed(all$estimate[2], "0.0363")
  expect_printed(all$estimate[3], "0.179")

  # Answers such as 5, 19 and a letter in lower case are no answers to the question.
  some <- krippendorff_alpha(answers, item, worker, answer, by = dimension, categories = c("A", "B"))
  expect_printed(some$estimate[1], "0.131")
  expect_printed(some$estimate[2], "0.0438")
  expect_printed(some$estimate[3], "0.203")
  given <- tapply(!answers$answer %in% c("A", "B"), answers$dimension, sum)
  expect_equal(some$n_set_aside, as.integer(given[some$dimension]))
  expect_output(print(some), "set aside")
  expect_true(all(some$conf.low < some$estimate & some$estimate < some$conf.high))
  latex <- table_text(some, "latex", caption = "Agreement of workers")
  for (part in c("Coherence", "Grammaticality", "Repetition", ".131", ".044", ".203", "toprule")) {
    expect_match(latex, part, fixed = TRUE)
  }

  workers <- rater_summary(answers, item, worker, answer, by = dimension, categories = c("A", "B"))
  expect_equal(sum(workers$n_ratings), sum(answers$answer %in% c("A", "B")))
  labels <- consensus(
    answers, item, worker, answer, by = dimension, method = "majority", categories = c("A", "B")
  )
  expect_equal(nrow(labels), nrow(unique(answers[answers$answer %in% c("A", "B"), c("dimension", "item")])))
})

test_that("mistakes of a crowd researcher have a message of their own", {
  expect_fault(read_mturk(shipped("mturk")), "no_tables", "csv")
  expect_fault(read_mturk(file.path(shipped("mturk"), "Cohrence")), "missing_file", "Coherence")
  expect_fault(read_mturk(batches("Coherence"), status = "Approved"), "status", "Submitted")
  data <- read_mturk(batches("Coherence"))
  expect_fault(krippendorff_alpha(data, Input.code, WorkerID, Answer.best_coh), "missing_column", "WorkerId")
  expect_fault(
    krippendorff_alpha(data, data$Input.code, WorkerId, Answer.best_coh), "argument", "item = Input.code"
  )
  twice <- rbind(data, data[1:3, ])
  expect_fault(
    krippendorff_alpha(twice, Input.code, WorkerId, Answer.best_coh), "duplicate_rating", "3 duplicate"
  )
  folder <- folder_with(`a.csv` = batch_lines(c(1, 2), c("yes", "yes ")))
  expect_warning(
    agreement(read_mturk(folder), Input.text, WorkerId, Answer.label, ci = ci_none()),
    class = "accord_warning_look_alike"
  )
  folder <- folder_with(`a.csv` = batch_lines(c(1, 2), c("yes", "N/A")))
  expect_warning(
    agreement(read_mturk(folder), Input.text, WorkerId, Answer.label, ci = ci_none()),
    class = "accord_warning_no_answer"
  )
})
