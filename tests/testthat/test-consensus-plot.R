skip_if_not_installed("ggplot2")
autoplot <- ggplot2::autoplot

fit <- function(method = "one_coin") consensus(result_ratings(), item, rater, label, method = method)

test_that("labels are counted by their probability, ties apart", {
  x <- fit("majority")
  plot <- autoplot(x)
  expect_equal(sum(plot$data$n), nrow(x))
  expect_equal(sum(plot$data$n[plot$data$tie == "Tie"]), sum(x$status == "tie"))
})

test_that("raters are skills or confusion tables", {
  x <- fit()
  expect_equal(sort(drawn(autoplot(x, what = "raters"), "GeomPoint")$x), sort(tidy(x)$estimate))
  ds <- suppressWarnings(fit("dawid_skene"))
  tiles <- autoplot(ds, what = "raters", n = 2)
  expect_equal(nrow(tiles$data), 2 * 9)
  expect_match(captions(tiles), "The 2 of 3 raters with most ratings")
  expect_fault(autoplot(fit("majority"), what = "raters"), "argument", "estimates their errors")
})

test_that("calibration holds probabilities against gold in bins", {
  bins <- calibration_bins(c(0.6, 0.6, 0.9, 0.9), c(TRUE, FALSE, TRUE, TRUE))
  expect_equal(bins$probability, c(0.6, 0.9))
  expect_equal(bins$right, c(0.5, 1))
  expect_equal(bins$n, c(2, 2))
  # Limits of Clopper and Pearson for one and two of two.
  expect_equal(bins$low[1], stats::qbeta(0.025, 1, 2))
  expect_equal(bins$low[2], stats::qbeta(0.025, 2, 1))
  gold <- c(t1 = "a", t2 = "b", t3 = "a", t4 = "b")
  expect_equal(sum(autoplot(fit(), gold = gold)$data$n), 4)
  expect_fault(autoplot(fit(), what = "calibration"), "argument", argument = "gold")
})

test_that("the axis of probabilities ends at 1", {
  labels <- consensus(result_ratings(), item, rater, label)
  labels$probability <- 1
  plot <- ggplot2::ggplot_build(ggplot2::autoplot(labels))
  breaks <- plot$layout$panel_params[[1]]$x$get_breaks()
  expect_equal(range(breaks, na.rm = TRUE), 0:1)
})

test_that("bars stand apart however close their probabilities are", {
  labels <- consensus(result_ratings(), item, rater, label)
  labels$probability <- rep(c(0.5, 0.999, 0.9991, 1), 2)
  bars <- drawn(autoplot(labels), "GeomCol")
  edges <- bars[order(bars$x), ]
  edges <- edges[!duplicated(edges$x), ]
  expect_true(all(utils::head(edges$xmax, -1) <= edges$xmin[-1]))
  expect_no_warning(ggplot2::ggplotGrob(autoplot(labels)))
})

test_that("raters with a panel in each group are counted once", {
  data <- transform(result_ratings(), half = rep(c("x", "y"), each = 12))
  labels <- suppressWarnings(consensus(data, item, rater, label, method = "dawid_skene", by = half))
  expect_match(
    captions(autoplot(labels, what = "raters", n = 4)), "The 4 panels with most ratings, of 3 raters in 2 groups."
  )
})

test_that("the number of items stands below the points of a calibration, or in the caption where they crowd", {
  gold <- data.frame(item = 1:60, label = "a")
  said <- function(probability) {
    x <- consensus(data.frame(item = rep(1:60, each = 3), rater = 1:3, label = "a"), item, rater, label)
    x$probability <- probability
    ggplot2::autoplot(x, gold = gold)$labels$subtitle
  }
  expect_match(said(seq(0.1, 1, length.out = 60)), "Numbers below count items")
  expect_match(said(seq(0.99, 1, length.out = 60)), "Each point: 6 items")
})

test_that("raters whose tables have no room for their numbers are fewer, and many groups of skills are cut", {
  long <- c("an answer of many letters", "another answer of many letters", "a third one, which is as long")
  data <- with_seed(1, simulate_ratings(60, 9, 4, rep(1 / 3, 3)))
  data$rating <- long[data$rating]
  labels <- consensus(data, item, rater, rating, method = "dawid_skene")
  plot <- autoplot(labels, what = "raters")
  shown <- nlevels(droplevels(plot$data$panel))
  expect_lt(shown, 9)
  expect_match(captions(plot), paste("The", shown, "of 9 raters with most ratings"))
  expect_true("GeomText" %in% geoms(plot))
  expect_equal(nlevels(droplevels(autoplot(labels, what = "raters", n = 9)$data$panel)), 9)

  data$group <- sprintf("g%02d", data$item %% 15)
  skills <- suppressWarnings(consensus(data, item, rater, rating, by = group, method = "wawa"))
  plot <- autoplot(skills, what = "raters")
  expect_equal(panels_of(plot)[["n"]], 12)
  expect_match(captions(plot), "The first 12 of 15 groups.", fixed = TRUE)
})
