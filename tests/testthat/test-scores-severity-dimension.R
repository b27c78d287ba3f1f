shown <- function(x) paste(gsub("\n", " ", format(x)), collapse = " ")

fit_of <- function(rows) suppressWarnings(rater_severity(rows, essay, marker, mark, facets = criterion))

test_that("a second quality of the items is noticed in the residuals", {
  skip_if_quick()
  local_seed(41)
  one <- draw_examination(80, c(-1, 0, 0.2, 0.8))$rows
  expect_no_match(shown(fit_of(one)), "Residuals")
  # Half of the criteria are of another quality, which differs between essays by 0.8 logits.
  second <- stats::rnorm(80, 0, 0.8)[one$essay] * ifelse(one$criterion %in% c("a", "b"), 1, -1)
  better <- stats::runif(nrow(one)) < abs(tanh(second))
  two <- transform(one, mark = ifelse(better, pmin(6, pmax(0, mark + 2 * sign(second))), mark))
  expect_match(shown(fit_of(two)), "Residuals correlate between levels of criterion [(]eigenvalue [23]")
  # The order of the rows, and the names of essays, change nothing.
  expect_identical(shown(fit_of(two[sample(nrow(two)), ])), shown(fit_of(two)))
  # Two levels have one correlation only, which the items explain.
  expect_no_match(shown(fit_of(two[two$criterion %in% c("a", "c"), ])), "Residuals")
})

test_that("the eigenvalue is that of the correlations of residuals, of raters if there are no facets", {
  local_seed(42)
  rows <- draw_examination(60, c(-1, 0, 0.2, 0.8), criteria = 1, each = 4)$rows
  x <- rater_severity(rows, essay, marker, mark)
  residuals <- augment(x)
  wide <- tapply(residuals$.std.resid, residuals[c("essay", "marker")], sum)
  found <- attr(x, "parts")$dimension
  expect_equal(found$eigenvalue, eigen(stats::cor(wide))$values[1])
  # If the model holds, residuals of k raters of an item are nearly contrasts, of which there are k - 1.
  expect_gt(found$mean, 1)
  expect_lt(found$mean, 2)
  # Sparse pairs: raters with fewer than ten common items are taken as uncorrelated.
  apart <- rows[rows$marker %in% c(1, 2) | rows$essay <= 5, ]
  y <- rater_severity(apart, essay, marker, mark)
  z <- augment(y)
  wide <- tapply(z$.std.resid, z[c("essay", "marker")], sum)
  expected <- diag(4)
  expected[1, 2] <- expected[2, 1] <- {
    # Columns are centred at the mean of all their items.
    both <- sweep(wide, 2, colMeans(wide, na.rm = TRUE))[!is.na(wide[, 1]) & !is.na(wide[, 2]), 1:2]
    sum(both[, 1] * both[, 2]) / sqrt(prod(colSums(both^2)))
  }
  expect_equal(attr(y, "parts")$dimension$eigenvalue, eigen(expected)$values[1])
})
