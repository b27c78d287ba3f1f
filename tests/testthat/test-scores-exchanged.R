# Items and raters of scores exchanged.

scores <- function(items, raters, sd_items, sd_raters, seed = 1, keep = 1) {
  local_seed(seed)
  rows <- expand.grid(item = seq_len(items), rater = seq_len(raters))
  rows$score <- sd_items * stats::rnorm(items)[rows$item] + sd_raters * stats::rnorm(raters)[rows$rater] +
    stats::rnorm(nrow(rows))
  rows[stats::runif(nrow(rows)) <= keep, ]
}

test_that("exchanged items and raters are seen, in any form, method and layout", {
  skip_if_quick()
  rows <- scores(60, 3, 2, 0.5)
  expect_silent(x <- icc(rows, item, rater, score))
  expect_warning(icc(rows, rater, item, score), "60 raters of 3 items", class = "accord_warning_exchanged")
  cnd <- expect_warning(
    icc(rows, item = rater, rater = item, score, form = "icc1", ci = ci_none()),
    class = "accord_warning_exchanged"
  )
  # The value that the warning promises is the one that the exchanged call gives.
  expect_match(conditionMessage(cnd), sub("^0", "", formatC(x$estimate[x$coefficient == "icc_c1"], 2, format = "f")))
  wide <- matrix(rows$score[order(rows$item, rows$rater)], 3)
  expect_warning(icc(wide, layout = "raters_in_columns"), class = "accord_warning_exchanged")
  expect_silent(icc(t(wide), layout = "raters_in_columns"))
  some <- scores(60, 3, 2, 0.5, keep = 0.8)
  expect_warning(icc(some, rater, item, score, form = "icc_c1"), class = "accord_warning_exchanged")
  groups <- rbind(cbind(rows, year = 1), cbind(rows, year = 2))
  expect_warning(icc(groups, rater, item, score, by = year), class = "accord_warning_exchanged")
})

test_that("there is no alarm for raters who differ, few items of a crowd, or sparse designs", {
  skip_if_quick()
  # Shrout and Fleiss (1979): the variance of raters is twice that of the items.
  targets <- rbind(
    c(9, 2, 5, 8), c(6, 1, 3, 2), c(8, 4, 6, 8), c(7, 1, 2, 6), c(10, 5, 6, 9), c(6, 2, 4, 7)
  )
  expect_silent(icc(targets, layout = "raters_in_columns"))
  for (seed in 1:20) {
    expect_silent(icc(scores(6, 40, 1, 1, seed), item, rater, score, ci = ci_none()))
    expect_silent(icc(scores(5, 30, 0.6, 0.8, seed), item, rater, score, ci = ci_none()))
    expect_silent(icc(scores(10, 10, 0.5, 2, seed), item, rater, score, ci = ci_none()))
    # A crowd: more raters than items, each with a few ratings
    expect_silent(icc(scores(40, 100, 0.4, 1.5, seed, keep = 0.05), item, rater, score, ci = ci_none()))
  }
})

test_that("rater_severity() sees exchanged items and raters too, also with facets and in other layouts", {
  skip_if_quick()
  local_seed(2)
  essays <- draw_severity(100, c(-0.5, 0, 0.5), sd = 3)
  expect_no_warning(rater_severity(essays, item, rater, x, ci = ci_none()))
  seen <- function(...) {
    found <- NULL
    suppressWarnings(withCallingHandlers(
      rater_severity(..., ci = ci_none()),
      accord_warning_exchanged = function(cnd) found <<- c(found, conditionMessage(cnd))
    ))
    found
  }
  said <- seen(essays, item = rater, rater = item, rating = x)
  expect_match(said, "100 raters of 3 items")
  # The balanced analysis of variance, in points.
  means <- function(by) vapply(split(essays$x, by), mean, 0)
  rest <- essays$x - means(essays$item)[essays$item] - means(essays$rater)[essays$rater] + mean(essays$x)
  error <- sum(rest^2) / (99 * 2)
  variances <- c(stats::var(means(essays$item)) - error / 3, stats::var(means(essays$rater)) - error / 100)
  sd <- sprintf("%.2f", sqrt(variances))
  expect_match(said, paste0("is ", sd[1], " points, that of the items ", sd[2]))
  wide <- matrix(essays$x[order(essays$rater, essays$item)], 3, byrow = TRUE)
  expect_identical(seen(wide, layout = "raters_in_columns"), said)
  again <- rbind(cbind(essays, part = "a"), cbind(essays, part = "b"))
  expect_match(seen(again, item = rater, rater = item, rating = x, facets = part), "100 raters of 3 items")
  expect_null(seen(again, item, rater, x, facets = part))
})
