test_that("advice for numbers says what as.numeric() would lose", {
  skip_if_quick()
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

test_that("percentages where shares are asked are told so", {
  skip_if_quick()
  advice <- "divide percentages by 100"
  expect_fault(simulate_ratings(10, 2, prevalence = c(a = 30, b = 70)), "argument", advice)
  expect_fault(sample_size("cohen_kappa", 0.6, width = 0.2, prevalence = c(30, 70)), "argument", advice)
  labels <- data.frame(label = c("a", "b", "a", NA), prediction = c("a", "a", "a", "b"), p = 50)
  expect_fault(corrected_estimate(labels, label, prediction, probability = p), "probability", advice)
  votes <- data.frame(item = rep(1:6, each = 3), rater = 1:3, label = c("a", "b", "a", "b", "b", "a"))
  shares <- data.frame(item = 1:6, a = c(10.5, 20, 30, 40, 50, 60), b = c(89.5, 80, 70, 60, 50, 40))
  expect_fault(evaluate_consensus(shares, as_ratings(votes, item, rater, label)), "shares", advice)
  divided <- transform(shares, a = a / 100, b = b / 100)
  expect_no_message(evaluate_consensus(divided, as_ratings(votes, item, rater, label)))
  # Whole percentages look like counts.
  whole <- transform(shares, a = round(a), b = 100 - round(a))
  expect_message(
    evaluate_consensus(whole, as_ratings(votes, item, rater, label)), "every item has about 100",
    class = "accord_message_percentages"
  )
  counts <- transform(shares, a = 2, b = c(1, 3, 3, 3, 3, 3))
  expect_no_message(evaluate_consensus(counts, as_ratings(votes, item, rater, label)))
  sure <- data.frame(label = "a", gold = rep(c("a", "b"), 10), sure = seq(43, 100, 3))
  expect_message(calibration(sure, label, sure, gold), "are percentages", class = "accord_message_percentages")
  expect_no_message(x <- calibration(transform(sure, sure = sure / 100), label, sure, gold))
  expect_true("brier" %in% x$measure)
  expect_no_message(calibration(transform(sure, sure = rep(1:5, 4)), label, sure, gold))
})

test_that("times of a clock have code that makes numbers of them", {
  data <- data.frame(id = rep(1:4, 2), who = rep(c("a", "b"), each = 4), t = c("01:35", "2:30", "1:02:03", "00:10"))
  cnd <- expect_error(krippendorff_alpha(data, id, who, t, level = "interval"), class = "accord_error_level")
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "recode = ~", fixed = TRUE)
  x <- eval(str2lang(clock_code("data$t")))
  expect_equal(x[1:4], c(95, 150, 3723, 10))
  expect_true(all(are_clock_times(c("1:00", "12:59", "100:01:02.5"))))
  expect_false(any(are_clock_times(c("1:60", "1-2", "a:12", "1:2"))))
})
