skip_if_not_installed("ggplot2")
autoplot <- ggplot2::autoplot

raters <- function() rater_summary(result_ratings(), item, rater, label)

test_that("raters stand at their volume and agreement", {
  x <- raters()
  points <- drawn(autoplot(x), "GeomPoint")
  expect_equal(points$x, x$n_compared)
  expect_equal(points$y, x$kappa)
  expect_equal(drawn(autoplot(x, figure = "agree_pairs"), "GeomPoint")$y, x$agree_pairs)
  expect_fault(autoplot(x, figure = "n_items"), "argument", argument = "figure")
})

test_that("the band of a share is that of the binomial around the weighted mean", {
  data <- data.frame(n = c(10, 40, 90), value = c(0.5, 0.7, 0.8), spread = NA, panel = "")
  band <- sampling_band(data, "agree_others")
  mean <- (10 * 0.5 + 40 * 0.7 + 90 * 0.8) / 140
  expect_equal(band$mean[1], mean)
  expect_equal(band$low[1], mean - 1.959964 * sqrt(mean * (1 - mean) / 10), tolerance = 1e-6)
  expect_equal(range(band$n), c(10, 90))
  out <- with_band(transform(data, value = c(0.5, 0.7, 0.5)), band)
  expect_equal(out$outside, c(FALSE, FALSE, TRUE))
})

test_that("raters without a value are counted below, and five thousand are drawn", {
  x <- raters()
  x$kappa[1] <- NA
  x$status[1] <- "no ratings"
  expect_match(captions(autoplot(x)), "1 rater without a value \\(no ratings\\)")
  many <- x[rep(2:3, 2500), ]
  many$rater <- seq_len(5000)
  many$n_compared <- rep(c(1, 500), 2500)
  plot <- autoplot(many)
  expect_equal(nrow(drawn(plot, "GeomPoint")), 5000)
  expect_lte(nrow(drawn(plot, "GeomText")), 8)
})

test_that("means over raters have their intervals", {
  x <- summary(raters())
  expect_equal(drawn(autoplot(x), "GeomPoint")$x, x$mean)
})
