# Best-worst choices: recomputed counts (reference/rankings), and the pairs of one choice by hand.

mfa_rows <- function() {
  read <- function(name) utils::read.csv(test_path("reference/rankings", paste0(name, ".csv")))
  d <- read("mfa")
  sets <- read("mfa_sets")
  do.call(rbind, lapply(seq_len(nrow(sets)), function(q) {
    shown <- stats::na.omit(unlist(sets[q, -1], use.names = FALSE))
    marks <- vapply(seq_len(nrow(d)), function(i) {
      replace(rep("", length(shown)), c(d[i, paste0("b", q)], d[i, paste0("w", q)]), c("best", "worst"))
    }, character(length(shown)))
    data.frame(question = q, judge = rep(d$id, each = length(shown)), answer = as.character(shown), mark = c(marks))
  }))
}

test_that("scores of the forest items are the recomputed ones", {
  rows <- mfa_rows()
  x <- best_worst_scores(rows, question, answer, mark, judge = judge)
  expect_equal(x$estimate * x$n, c(119, 284, -161, 41, -304, 22, -139, -32, 170))
  expect_identical(x$n, rep(600L, 9))
  printed <- c(".1983", ".4733", "-.2683", ".0683", "-.5067", ".0367", "-.2317", "-.0533", ".2833")
  for (k in 1:9) expect_published(x$estimate[k], as.numeric(printed[k]), 4)
  # Every judge saw an answer six times, so that the jackknife is the standard error of a mean of judges.
  one <- rows[rows$answer == "1", ]
  of_judge <- tapply((one$mark == "best") - (one$mark == "worst"), one$judge, mean)
  s <- stats::sd(of_judge) / 10
  expect_equal(x$conf.high[1], tanh(atanh(x$estimate[1]) + qt(0.975, 99) * s / (1 - x$estimate[1]^2)))
  pairs <- best_worst_pairs(rows, question, answer, mark, judge = judge)
  size <- table(rows$question[rows$judge == 1])
  expect_identical(nrow(pairs), as.integer(100 * sum(2 * size - 3)))
  fit <- preference_model(pairs)
  expect_identical(fit$interval[1], "judge-clustered")
  expect_gt(stats::cor(fit$estimate, x$estimate), 0.98)
})

test_that("a choice of four answers implies five pairs", {
  rows <- data.frame(q = 1, answer = c("w", "x", "y", "z"), mark = c(NA, "worst", NA, "best"))
  pairs <- best_worst_pairs(rows, q, answer, mark)
  said <- sort(paste(pairs$first, pairs$second, pairs$choice))
  expect_identical(said, c("w x first", "w z second", "x y second", "x z second", "y z second"))
  few <- suppressWarnings(best_worst_scores(rows, q, answer, mark))
  expect_equal(few$estimate, c(0, -1, 0, 1))
  expect_match(few$status[1], "fewer than 8 judges")
})

test_that("bad choices are errors", {
  rows <- data.frame(q = 1, answer = c("w", "x", "y", "z"), mark = c(NA, "worst", NA, "best"))
  scores <- function(rows) best_worst_scores(rows, q, answer, mark)
  expect_fault(scores(transform(rows, mark = "best")), "choice", "second ones")
  expect_fault(scores(transform(rows, mark = NA)), "choice", "neither")
  expect_fault(scores(transform(rows, mark = "good")), "choice", "\"good\"")
  expect_fault(scores(rbind(rows, rows)), "duplicate_judgement", "4 rows repeat")
})

test_that("other marks are to be recoded, and limits are named only if there are any", {
  shown <- data.frame(q = 1, a = c("x", "y", "z"), m = c("best", NA, "worst"))
  expect_fault(best_worst_scores(transform(shown, m = toupper(m)), q, a, m), "choice", "tolower[(]trimws")
  expect_fault(best_worst_scores(transform(shown, m = toupper(substr(m, 1, 1))), q, a, m), "choice", "your marks")
  # Judges are called so, and not clusters.
  many <- data.frame(j = rep(1:9, each = 6), q = rep(1:2, each = 3), a = c("x", "y", "z"), m = c("best", NA, "worst"))
  many$m[1:3] <- c(NA, "best", "worst")
  lines <- format(best_worst_scores(many, q, a, m, judge = j))
  expect_match(lines, " Judges", all = FALSE)
  expect_no_match(lines, "Clusters")
  expect_no_match(format(best_worst_scores(shown, q, a, m, ci = ci_none())), "limits over judges")
})
