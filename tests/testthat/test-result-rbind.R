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
  skip_if_quick()
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

test_that("what is known of a fit is not said of the rows of two", {
  skip_if_quick()
  scores <- expand.grid(item = 1:12, rater = c("ann", "bob", "cat"))
  scores$y <- 10 + scores$item %% 5 + as.integer(scores$rater) + (scores$item * as.integer(scores$rater)) %% 3
  scores$grade <- findInterval(scores$y, c(12, 14, 16))
  fits <- list(
    function(d) variance_components(d, y ~ (1 | item) + (1 | rater), ci = "none"),
    function(d) generalizability(d, y ~ (1 | item) + (1 | rater), item, n = list(rater = 1:3), ci = "none"),
    function(d) rater_severity(d, item, rater, grade)
  )
  said <- "36 scores|24 scores|36 ratings|24 ratings|Separation"
  for (fit in fits) {
    one <- fit(scores)
    two <- fit(scores[scores$item <= 8, ])
    # Rows of one fit alone, in any order.
    expect_match(paste(format(one[rev(seq_len(nrow(one))), ]), collapse = "\n"), said)
    expect_equal(glance(one[2, ]), glance(one))
    for (both in list(rbind(one, two), rbind(one, one), rbind(one[1, ], two[1, ]))) {
      expect_no_match(paste(format(both), collapse = "\n"), said)
      expect_no_match(paste(format(both), collapse = "\n"), "glance(x)", fixed = TRUE)
      expect_fault(glance(both), "several_fits", "not those of one fit")
      if (requireNamespace("knitr", quietly = TRUE)) expect_no_match(paper_table(both, "markdown"), said)
    }
  }
  both <- rbind(one, two)
  expect_fault(tidy(both, "steps"), "several_fits", "tidy.* describes one fit")
  expect_fault(augment(both), "several_fits", "augment.* describes one fit")
  expect_equal(nrow(tidy(both)), 6)
  skip_if_not_installed("dplyr")
  expect_fault(glance(dplyr::bind_rows(list(a = one, b = two), .id = "study")), "several_fits", "one fit")
  expect_equal(glance(dplyr::filter(one, rater != "bob")), glance(one))
})

test_that("what a consensus found is not said of the rows of two", {
  ratings <- transform(result_ratings(), item = as.character(item))
  one <- consensus(ratings, item, rater, label, method = "dawid_skene")
  other <- one
  other$item <- paste("other", one$item)
  both <- rbind(one, other)
  expect_match(format(one[2:3, ]), "Method: Dawid", all = FALSE)
  # The method is that of both; how a fit went is not.
  expect_match(format(both), "^# Method: Dawid-Skene$", all = FALSE)
  expect_no_match(format(both), "from|iteration")
  vote <- consensus(ratings, item, rater, label)
  expect_no_match(format(rbind(one, vote)), "Dawid|Method|from")
  for (tell in list(tidy, glance, augment)) expect_fault(tell(both), "not_consensus", "rows of several results")
  gold <- data.frame(item = one$item, label = one$label)
  expect_fault(evaluate_consensus(rbind(one, one), gold), "duplicate_items", "name it in `by`")
  skip_if_not_installed("ggplot2")
  expect_fault(ggplot2::autoplot(both), "not_consensus", "rows of several results")
})

test_that("limits of agreement of two studies have no differences in common", {
  one <- limits_of_agreement(cbind(a = c(1, 2, 4, 3), b = c(2, 2, 5, 4)), layout = "raters_in_columns")
  two <- limits_of_agreement(cbind(a = c(3, 2, 4, 3), b = c(1, 2, 5, 6)), layout = "raters_in_columns")
  for (both in list(rbind(one, two), rbind(one, one))) {
    expect_fault(augment(both), "several_fits", "not those of one fit")
  }
  skip_if_not_installed("dplyr")
  # A column of the user's in front is none of the keys.
  named <- dplyr::mutate(one, study = "first", .before = 1)
  expect_equal(nrow(augment(named)), 4)
  skip_if_not_installed("ggplot2")
  expect_fault(ggplot2::autoplot(rbind(one, two)), "several_fits", "not those of one fit")
  expect_fault(ggplot2::autoplot(dplyr::bind_rows(list(a = one, b = two), .id = "study")), "several_fits", "one fit")
  expect_silent(ggplot2::autoplot(named))
})
