# Results one below the other.

test_that("alpha and intraclass correlations are one result, with NA where one of them has no column", {
  results <- every_result()
  both <- rbind(results$accord_agreement, NULL, results$accord_icc)
  expect_s3_class(both, class(results$accord_agreement), exact = TRUE)
  expect_equal(both$estimate, c(results$accord_agreement$estimate, results$accord_icc$estimate))
  expect_equal(is.na(both$df1), rep(c(TRUE, FALSE), c(nrow(results$accord_agreement), nrow(results$accord_icc))))
  expect_setequal(names(rbind(results$accord_icc, results$accord_agreement)), names(both))
  expect_output(print(both), "ICC(1)", fixed = TRUE)
  skip_if_not_installed("knitr")
  expect_no_match(paper_table(both, "markdown"), "\u2014", fixed = TRUE)
})

test_that("every result is combined with itself, and with another kind it is an error in words", {
  results <- Filter(function(x) inherits(x, "accord_result"), every_result())
  for (name in setdiff(names(results), "accord_ratings_summary")) {
    x <- results[[name]]
    expect_identical(class(rbind(x, x)), class(x))
    expect_equal(nrow(rbind(x, x)), 2 * nrow(x), info = name)
    other <- results[[if (name == "accord_plan") "accord_items" else "accord_plan"]]
    expect_fault(rbind(x, other), "missing_column", paste0("Result 1 is <", class(x)[1], ">, result 2 <"))
  }
  expect_fault(rbind(results$accord_ratings_summary, results$accord_plan), "missing_column", "accord_ratings_summary")
})

test_that("estimates of other groups are not combined", {
  data <- transform(result_ratings(), part = item > "t4")
  all <- krippendorff_alpha(data, item, rater, label, ci = ci_none())
  by_part <- krippendorff_alpha(data, item, rater, label, by = part, ci = ci_none())
  expect_fault(rbind(by_part, all), "missing_column", "Result 2 lacks 1 column of result 1: part", column = "part")
  expect_fault(rbind(all, by_part), "missing_column", "Result 1 lacks 1 column of result 2: part")
})
