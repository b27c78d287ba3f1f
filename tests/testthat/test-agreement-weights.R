# Weights named by coefficients: each row is that of a call with these weights for all.

one_call <- function(data, coefficient, ...) {
  agreement(data, item, rater, score, coefficients = coefficient, ..., ci = ci_analytic())
}

scores_of_three <- function() {
  set.seed(4)
  score <- rep(sample(1:5, 20, TRUE), each = 3) + sample(-1:1, 60, TRUE)
  data <- data.frame(item = rep(1:20, each = 3), rater = c("a", "b", "c"), score, part = rep(c("x", "y"), each = 30))
  data[-c(2, 17, 44), ]
}

test_that("a coefficient has the weights of its name, and the others are as without weights", {
  data <- scores_of_three()
  for (by in list(NULL, "part")) {
    got <- one_call(
      data, c("alpha", "fleiss", "percent", "gwet"), level = "ordinal",
      weights = c(fleiss = "quadratic", gwet_ac = "linear"), by = tidyselect::all_of(by), categories = 0:6
    )
    alone <- function(...) one_call(data, ..., by = tidyselect::all_of(by), categories = 0:6)
    expected <- list(
      alone("alpha", level = "ordinal"), alone("fleiss", weights = "quadratic"), alone("percent"),
      alone("gwet", weights = "linear")
    )
    n <- nrow(expected[[1]])
    together <- vctrs::vec_rbind(!!!lapply(expected, tibble::as_tibble))
    in_order <- order(rep(seq_len(n), times = 4))
    expect_equal(tibble::as_tibble(got), together[in_order, ], ignore_attr = TRUE)
  }
})

test_that("alpha takes weights by its name, and a matrix can be one of them", {
  data <- scores_of_three()
  own <- 1 - abs(outer(0:6, 0:6, "-")) / 6
  got <- one_call(
    data, c("alpha", "fleiss"), weights = list(krippendorff_alpha = "quadratic", fleiss_kappa = own), categories = 0:6
  )
  expect_equal(got$metric, c("interval", "custom"))
  expect_equal(got$estimate[1], one_call(data, "alpha", level = "interval")$estimate)
  expect_equal(got$estimate[2], one_call(data, "fleiss", weights = own, categories = 0:6)$estimate)
})

test_that("weights by coefficient are for every question, and by question for every coefficient", {
  data <- scores_of_three()
  sheet <- read_sheet(
    transform(data, other = 6 - score), item = item, rater = rater, rating = c(score, other), level = "ordinal"
  )
  got <- agreement(sheet, coefficients = c("fleiss", "percent"), weights = c(fleiss = "linear"), ci = ci_analytic())
  expect_equal(got$metric, rep(c("linear", "identity"), 2))
  expect_equal(got$estimate[1:2], c(
    one_call(data, "fleiss", weights = "linear")$estimate, one_call(data, "percent")$estimate
  ))
  by_question <- agreement(
    sheet, coefficients = c("fleiss", "percent"), ci = ci_none(),
    weights = list(score = c(fleiss = "linear"), other = "quadratic")
  )
  expect_equal(by_question$metric, c("linear", "identity", "quadratic", "quadratic"))
})

test_that("names that change nothing are errors", {
  data <- scores_of_three()
  expect_fault(one_call(data, "fleiss", weights = c(conger = "linear")), "argument", "not computed: \"conger_kappa\"")
  expect_fault(
    one_call(data, "alpha", weights = c(alpha = "linear"), level = "ordinal"), "argument", "either weights or a level"
  )
  expect_fault(
    one_call(data, "gwet", weights = c(gwet_ac1 = "linear", gwet = "linear")), "argument",
    "named more often: \"gwet_ac\""
  )
  expect_fault(one_call(data, "fleiss", weights = c(tone = "linear")), "argument", "weights by coefficient")
  expect_fault(one_call(data, "fleiss", weights = c(fleiss = "linear"), range = 6), "argument", "is \"linear\"")
})
