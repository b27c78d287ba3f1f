# The section of a report on judges.

judged <- local({
  set.seed(3)
  truth <- sample(c("no", "yes"), 60, TRUE)
  slip <- function(p) ifelse(stats::runif(60) < p, sample(truth), truth)
  data.frame(
    item = rep(1:60, 4), rater = rep(c("ann", "bob", "cat", "gpt"), each = 60),
    label = c(slip(0.1), slip(0.1), slip(0.1), slip(0.9))
  )
})
page_of <- function(..., data = judged) {
  file <- tempfile(fileext = ".html")
  report_agreement(data, item, rater, label, file = file, coefficients = "fleiss", ...)
  paste(readLines(file), collapse = " ")
}

test_that("judges have a section and a sentence, from their names or a result", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  page <- page_of(judges = "gpt")
  # Shares of equal pairs, from the definition.
  wide <- matrix(judged$label, 60)
  with_people <- mean(wide[, 4] == wide[, 1:3])
  among <- mean(cbind(wide[, 1] == wide[, 2], wide[, 1] == wide[, 3], wide[, 2] == wide[, 3]))
  expect_match(page, sprintf(
    "gpt and a person agree in %.0f%% of the cases, two people in %.0f%%: the judge agrees less", 100 * with_people,
    100 * among
  ))
  expect_match(page, "<h2>Judges</h2>", fixed = TRUE)
  expect_match(page, "do not answer: [^<]*Runs \\(no column run\\)")
  result <- judge_report(judged, item, rater, label, "gpt", questions = c("agreement", "majority"))
  people <- page_of(judges = result, data = judged[judged$rater != "gpt", ])
  expect_match(people, "Does the judge agree with people?", fixed = TRUE)
  expect_no_match(people, "(no column run)", fixed = TRUE)
  hidden <- page_of(judges = "gpt", pseudonyms = "numbers")
  expect_match(hidden, "rater 4 and a person agree", fixed = TRUE)
  expect_no_match(hidden, "gpt|ann", perl = TRUE)
})

test_that("judges that are not in the data, or whose names cannot be replaced, are errors", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  expect_error(page_of(judges = "gtp"), "Did you mean", class = "accord_error_unknown_rater")
  result <- judge_report(judged, item, rater, label, "gpt", questions = "agreement")
  expect_error(page_of(judges = result, pseudonyms = "numbers"), "Pseudonyms do not", class = "accord_error_argument")
  two <- transform(judged, rater = ifelse(rater == "cat", "gpt_2", ifelse(rater == "gpt", "gpt_1", rater)))
  expect_error(page_of(judges = "gpt_1", data = two), class = "accord_error_runs_as_people")
})
