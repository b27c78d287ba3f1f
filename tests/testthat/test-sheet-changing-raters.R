# A plain long table in which two of several raters rated each item, whatever the column of raters is called. The
# proposal must name the columns from which the table was made.

set.seed(4)
n <- 20
pairs <- t(replicate(n, sample(c("Ana", "Ben", "Cem", "Dee"), 2)))
truth <- runif(n, 0, 10)
long <- data.frame(
  Patient = rep(paste0("P", 1:n), 2), who = c(pairs), Score = round(c(truth + rnorm(n), truth + rnorm(n))),
  "date read" = rep(sprintf("2024-03-%02d", 1:20), 2), "video no" = rep(101:120, 2), Age = rep(20 + 1:20 %% 10, 2),
  check.names = FALSE
)
long$Years <- c(Ana = 3, Ben = 9, Cem = 2, Dee = 9)[long$who]
long <- long[sample(2 * n), ]
row.names(long) <- NULL

test_that("the column of raters is found by its values, and dates and numbers are no questions", {
  titles <- c(
    "Therapist", "Physio", "Vet", "Nurse", "Cardiologist", "Interviewer", "Untersucher", "Observateur", "Read by",
    "Examiner"
  )
  for (title in titles) {
    d <- long
    names(d)[2] <- title
    utils::capture.output(call <- inspect_sheet(d))
    shown <- if (make.names(title) == title) title else paste0("`", title, "`")
    expect_identical(call, sprintf("read_sheet(d, item = Patient, rater = %s, rating = Score)", shown))
    x <- eval(str2lang(call), list(d = d))
    expect_equal(x$rating, d$Score)
    expect_identical(x$rater, d[[title]])
  }
})

test_that("columns of ratings are no raters, and dates written in two ways are none", {
  d <- data.frame(
    Paper = rep(paste0("p", 1:12), each = 2), "Coder 1" = rep_len(c("Peru", "clinic", "UK", "home"), 24),
    "Coder 2" = rep_len(c("Peru", "clinic", "UK", "ward"), 24), check.names = FALSE
  )
  expect_length(rater_by_values(as.list(d)), 0)
  expect_true(is_no_answer(c("3.5.2024", "4.5.2024"), "seen"))
  expect_true(is_no_answer(c("10:30", "11:15", "10:45"), "begin of session"))
  expect_false(is_no_answer(c("time", "none", "time"), "time pressure"))
  expect_true(is_no_answer(rep(1:4, 5), "Vid\u00e9o n\u00b0"))
  expect_false(is_no_answer(rep(1:4, 5), "image quality"))
})
