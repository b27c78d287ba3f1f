test_that("advice for numbers says what as.numeric() would lose", {
  d <- small(score = "100% (12/12)")
  expect_fault(
    rater_summary(d, item, who, label, mean_of = score), "not_numeric", "makes NA of \"100% \\(12/12\\)\""
  )
  # Braces in the data are text, and are not evaluated.
  d <- small(score = "{stop('ran')}")
  expect_fault(rater_summary(d, item, who, label, mean_of = score), "not_numeric", "NA of \"\\{stop\\('ran'\\)\\}\"")
  expect_fault(icc(d, item, who, score), "level", "NA of \"\\{stop\\('ran'\\)\\}\"")
  d <- small(score = as.character(1:6))
  d[["a {score}"]] <- d$score
  expect_fault(
    rater_summary(d, item, who, label, mean_of = "a {score}"), "not_numeric", "as.character\\(`a \\{score\\}`"
  )
  expect_fault(rater_summary(d, item, who, label, mean_of = score), "not_numeric", "as.numeric\\(as.character\\(score")
})
