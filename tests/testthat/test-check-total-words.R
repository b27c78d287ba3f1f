test_that("a name that is a word for a total is one, and a name that only holds it is not", {
  sums <- c("sum", "total", "all")
  names <- c("Total", "(Grand total):", "Summe", "\u03a3", "overall", "totally", "sum of squares", NA)
  expect_identical(accord:::is_total_name(names, sums), names %in% names[1:5])
  expect_identical(accord:::is_total_name(names, c("sum", "total")), names %in% names[1:4])
})

test_that("longer names hold a word for a total, or end with one", {
  names <- c("mean of all", "mean_rating", "rating_mean", "meaning", "\u00d8 A", "all coders")
  expect_identical(accord:::is_total_name(names, c("mean", "all"), "within"), names %in% names[c(1:3, 5)])
  expect_identical(accord:::is_total_name(names, c("mean", "all"), "end"), names %in% names[2:3])
})

test_that("initials and other unsure words count only where numbers confirm them", {
  names <- c("SD", "MW", "n", "Min", "ICC(2,1)", "Cohen's kappa", "difference")
  kinds <- c("sd", "mean", "n", "least", "agreement", "difference")
  expect_false(any(accord:::is_total_name(names, kinds)))
  expect_true(all(accord:::is_total_name(names, kinds, confirmed = TRUE)))
})
