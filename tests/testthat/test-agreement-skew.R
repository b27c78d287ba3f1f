test_that("the print says that numbers are skewed", {
  skip_if_quick()
  set.seed(31)
  draw <- function(transform) {
    values <- signif(transform(stats::rnorm(40, 0, 0.8) + stats::rnorm(120, 0, 0.5)), 3)
    data.frame(item = rep(1:40, 3), rater = rep(c("a", "b", "c"), each = 40), value = values)
  }
  skewed <- draw(function(z) exp(3 + z))
  x <- skewed$value - mean(skewed$value)
  skewness <- mean(x^3) / mean(x^2)^1.5
  expect_gt(skewness, 2)
  shows <- function(data, ...) paste(format(krippendorff_alpha(data, item, rater, value, ...)), collapse = " ")
  note <- function(figure) paste0("The ratings are skewed (skewness ", figure, "): limits of alpha may be too")
  expect_match(shows(skewed, level = "interval"), note(formatC(skewness, format = "f", digits = 1)), fixed = TRUE)
  expect_match(shows(transform(skewed, value = 1000 - value), level = "interval"), "(skewness -", fixed = TRUE)
  # Not where nothing depends on it: the order of values, numbers with an even spread, no limits, few values.
  expect_no_match(shows(skewed, level = "ordinal"), "skew")
  expect_no_match(shows(skewed, level = "interval", ci = ci_none()), "skew")
  expect_no_match(shows(draw(function(z) 50 + 10 * z), level = "interval"), "skew")
  expect_no_match(shows(transform(skewed, value = pmin(value %/% 50, 5)), level = "interval"), "skew")
  # Each group has its own values.
  both <- rbind(cbind(skewed, part = "p"), cbind(draw(function(z) 50 + 10 * z), part = "q"))
  grouped <- krippendorff_alpha(both, item, rater, value, by = part, level = "interval")
  expect_equal(attr(grouped, "skewed"), c(p = skewness))
})
