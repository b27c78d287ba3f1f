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

# The definition, with a matrix of items by levels: the values of cells have the variance of one residual.
defined_correlations <- function(item, level, count, residual) {
  cells <- function(x) tapply(x, list(item, level), sum)
  value <- cells(count * residual) / sqrt(cells(count))
  value <- sweep(value, 2, colMeans(value, na.rm = TRUE))
  n <- ncol(value)
  outer(seq_len(n), seq_len(n), Vectorize(function(a, b) {
    both <- !is.na(value[, a]) & !is.na(value[, b])
    u <- value[both, a]
    v <- value[both, b]
    if (a == b) 1 else if (sum(both) < 10) 0 else sum(u * v) / sqrt(sum(u^2) * sum(v^2))
  }))
}

test_that("correlations of sparse residuals are those of the full matrix", {
  local_seed(43)
  for (n_levels in c(3, 8, 40)) {
    n <- 200
    item <- sort(sample(n, 3 * n, replace = TRUE))
    item <- match(item, unique(item))
    level <- sample(n_levels, 3 * n, replace = TRUE)
    level <- match(level, sort(unique(level)))
    count <- sample(1:3, 3 * n, replace = TRUE) + 0
    residual <- stats::rnorm(3 * n)
    found <- residual_correlations(c(0L, cumsum(tabulate(item))), level - 1L, count, residual, 10L)
    expected <- defined_correlations(item, level, count, residual)
    expect_equal(found, expected)
    expect_equal(
      top_eigenvalue(found), max(eigen(expected, symmetric = TRUE, only.values = TRUE)$values)
    )
  }
  # A residual that does not vary has no correlation.
  constant <- residual_correlations(2L * 0:20, rep(0:1, 20), rep(1, 40), rep(c(1, 0), 20), 10L)
  expect_true(is.nan(constant[1, 2]))
  expect_identical(top_eigenvalue(constant), NA_real_)
})

test_that("residuals are drawn as differences from the posterior mean of a location", {
  local_seed(44)
  item <- rep(1:6, c(1, 2, 3, 4, 5, 2))
  count <- sample(1:3, length(item), replace = TRUE) + 0
  slope <- stats::runif(length(item), 0.3, 2)
  sd <- 1.3
  scores <- stats::qnorm((1:8 - 0.5) / 8)
  orders <- latin_orders(length(item) + 6L, 8L)
  for (draw in c(1L, 5L)) {
    error <- scores[orders[seq_along(item), draw]] / sqrt(count)
    place <- sd * scores[orders[-seq_along(item), draw]]
    expected <- unlist(lapply(1:6, function(i) {
      own <- item == i
      y <- slope[own] * place[i] + error[own]
      # The location is one more observation, 0 with its standard deviation.
      fitted <- stats::lm.wfit(cbind(c(slope[own], 1)), c(y, 0), c(count[own], 1 / sd^2))
      y - slope[own] * fitted$coefficients[[1]]
    }))
    found <- drawn_residuals(c(0L, cumsum(tabulate(item))), count, slope, sd, scores, draw)
    expect_equal(found, expected)
  }
})
