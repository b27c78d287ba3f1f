crowd <- function() {
  x <- expand.grid(who = c("w1", "w2", "w3"), unit = 1:12, stringsAsFactors = FALSE)
  x$answer <- c("a", "b", "a", "b", "b")[seq_len(nrow(x)) %% 5 + 1]
  x$golden <- x$unit %in% c(3, 8)
  x
}
alpha_of <- function(x) krippendorff_alpha(x, unit, who, answer, ci = ci_none())$estimate

test_that("test questions of a crowd platform are kept or left out knowingly", {
  x <- crowd()
  cnd <- expect_warning(alpha_of(x), class = "accord_warning_golden")
  expect_match(conditionMessage(cnd), "data = x[!x$golden %in% TRUE, ]", fixed = TRUE)
  expect_identical(cnd$rows, which(x$golden))
  # The two suggested calls give no further warning, and their results differ.
  without <- expect_silent(alpha_of(x[!x$golden %in% TRUE, ]))
  with <- expect_silent(alpha_of(x[setdiff(names(x), "golden")]))
  plain <- x[c("who", "unit", "answer")]
  expect_identical(with, alpha_of(plain))
  expect_identical(without, alpha_of(plain[!plain$unit %in% c(3, 8), ]))
  expect_false(without == with)

  # Answers that are known for some items only, even if they are yes and no.
  x$answer <- ifelse(x$answer == "a", "yes", "no")
  x$golden <- ifelse(x$unit == 3, "yes", ifelse(x$unit == 8, "no", ""))
  names(x)[4] <- "GOLDEN:answer"
  cnd <- expect_warning(alpha_of(x), class = "accord_warning_golden")
  expect_match(conditionMessage(cnd), "data = x[x$`GOLDEN:answer` %in% c(NA, \"\"), ]", fixed = TRUE)
  expect_silent(alpha_of(x[x$`GOLDEN:answer` %in% c(NA, ""), ]))
})

test_that("right answers to all items are no test questions", {
  x <- crowd()
  x$answer <- as.integer(x$answer == "a")
  x$gold <- x$unit %% 2L
  x$golden <- NULL
  expect_silent(alpha_of(x))
  x$gold[x$unit == 1] <- NA
  expect_silent(alpha_of(x))
  x <- crowd()
  names(x)[4] <- "marigold"
  expect_silent(alpha_of(x))
})

test_that("trial answers to a survey are left out or kept knowingly", {
  d <- data.frame(
    ResponseId = rep(c("R_1", "R_2", "R_3"), each = 4), post = 1:4, Q1 = c(1, 2, 2, 1, 1, 2, 1, 1, 2, 2, 2, 2),
    Status = rep(c("IP Address", "IP Address", "Survey Preview"), each = 4)
  )
  cnd <- expect_warning(as_ratings(d, post, ResponseId, Q1), class = "accord_warning_golden")
  expect_identical(cnd$rows, 9:12)
  expect_match(conditionMessage(cnd), "d[!(d$Status == \"Survey Preview\"), ]", fixed = TRUE)
  expect_no_warning(as_ratings(d[!(d$Status == "Survey Preview"), ], post, ResponseId, Q1))
  read <- function(...) read_sheet(d, item = post, rater = ResponseId, rating = Q1, ...)
  cnd <- expect_error(read(), class = "accord_error_golden")
  expect_identical(cnd$advice, "drop = Status == \"Survey Preview\"")
  expect_identical(unique(read(drop = Status == "Survey Preview")$rater), c("R_1", "R_2"))
  expect_length(unique(read(keep = Status == "Survey Preview")$rater), 3)
  # Qualtrics writes numbers too; other columns of this name are none of its.
  d$Status <- rep(c(0, 0, 1), each = 4)
  expect_identical(expect_error(read(), class = "accord_error_golden")$advice, "drop = Status == \"1\"")
  expect_identical(unique(read(drop = Status == "1")$rater), c("R_1", "R_2"))
  names(d)[1] <- "coder"
  expect_no_error(read_sheet(d, item = post, rater = coder, rating = Q1))
})

test_that("practice trials of an experiment are told, and phases of coding are not", {
  main <- expand.grid(stimulus = paste0("face", 1:6), subject = c("s1", "s2", "s3"), stringsAsFactors = FALSE)
  main$rating <- c(1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 3, 3, 2, 2, 3, 1, 2, 3)
  main$Task_Name <- "Main"
  extra <- data.frame(stimulus = "demo", subject = c("s1", "s2", "s3"), rating = 1:3, Task_Name = "Practice 1")
  all <- rbind(extra, main)
  read <- function(data, ...) read_sheet(data, item = stimulus, rater = subject, rating = rating, ...)
  cnd <- expect_error(read(all), class = "accord_error_golden")
  expect_identical(cnd$advice, "drop = Task_Name == \"Practice 1\"")
  expect_identical(sort(unique(read(all, drop = Task_Name == "Practice 1")$item)), sort(unique(main$stimulus)))
  expect_length(unique(read(all, keep = Task_Name == "Practice 1")$item), 7)
  expect_warning(as_ratings(all, stimulus, subject, rating, level = "interval"), class = "accord_warning_golden")
  for (name in c("phase", "Block_Name", "trial type")) {
    named <- stats::setNames(all, c("stimulus", "subject", "rating", name))
    expect_error(read(named), class = "accord_error_golden")
  }
  all$Task_Name <- ifelse(all$Task_Name == "Main", "Main", "Training")
  expect_silent(read(all))
  all$Task_Name <- ifelse(all$Task_Name == "Main", "Practice", "Theory")
  expect_silent(read(all))
  names(all)[4] <- "topic"
  expect_silent(read(all))
})
