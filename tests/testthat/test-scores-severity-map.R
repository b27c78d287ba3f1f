# The Wright map and the curves of the categories.

skip_if_not_installed("ggplot2")

test_that("the map has all raters, levels and steps at their places", {
  skip_if_quick()
  local_seed(71)
  rows <- draw_examination(80, c(-1, 0, 0.9), criteria = 2)$rows
  rows$marker <- c("ann", "bob", "cat")[rows$marker]
  rows$mark <- pmin(rows$mark, 4)
  x <- rater_severity(rows, essay, marker, mark, facets = criterion)
  plot <- ggplot2::autoplot(x, what = "map", width = 12, height = 14)
  labels <- plot$data$label
  expect_setequal(unlist(strsplit(labels, ", ")), c("ann", "bob", "cat", "a", "b", paste(0:3, 1:4, sep = "|")))
  # Names are moved to the middle of their row, which is less than a letter away.
  expect_lt(abs(plot$data$at[labels == "cat"] - x$severity[3]), 0.2)
  expect_match(ggplot2::get_alt_text(plot), "ann")
  # The facet has a capital as in tables, unless its name has one of its own.
  heads <- function(plot) ggplot2::ggplot_build(plot)$layout$panel_params[[1]]$x.sec$get_labels()
  expect_identical(heads(plot), c("Items", "Raters", "Criterion", "Steps"))
  names(rows)[names(rows) == "criterion"] <- "rubricA"
  own <- rater_severity(rows, essay, marker, mark, facets = rubricA)
  expect_identical(heads(ggplot2::autoplot(own, what = "map"))[3], "rubricA")
  bars <- ggplot2::layer_data(plot, 1)
  places <- c(tidy(x, "items")$estimate, x$severity, tidy(x, "steps")$estimate)
  expect_equal(range(c(bars$ymin, bars$ymax)), range(places))
  # The longest bar has as many items as the caption says.
  cuts <- seq(min(places), max(places), length.out = 31)
  most <- max(table(cut(tidy(x, "items")$estimate, cuts, include.lowest = TRUE, right = FALSE)))
  counted <- sprintf("Items: 80 in all, up to %d in a bar.", most)
  expect_match(gsub("\n", " ", plot$labels$caption), counted, fixed = TRUE)
  curves <- ggplot2::layer_data(ggplot2::autoplot(x, what = "categories"), 1)
  expect_equal(c(tapply(curves$y, curves$x, sum)), rep(1, 121), ignore_attr = TRUE)
  # Two curves cross at their step.
  first <- curves[curves$group == 1, ]
  second <- curves[curves$group == 2, ]
  crossing <- stats::approx(log(second$y / first$y), first$x, 0)$y
  expect_equal(crossing, tidy(x, "steps")$estimate[1], tolerance = 1e-6)
  expect_fault(ggplot2::autoplot(x, what = "wright"), "argument", "what")
  expect_fault(ggplot2::autoplot(rbind(x, x), what = "map"), "several_fits", "one fit")
})

test_that("many raters at one place are counted, and batches named", {
  skip_if_quick()
  local_seed(72)
  rows <- draw_severity(200, rep(0, 40), k = 4)
  plot <- ggplot2::autoplot(rater_severity(rows, item, rater, x), what = "map")
  expect_match(plot$data$label, " [+][0-9]+$", all = FALSE)
  expect_match(gsub("\n", " ", plot$labels$caption), "more names at this place")
  few <- draw_severity(80, c(-0.5, 0, 0.5), k = 2)
  few$batch <- few$item %% 2
  x <- rater_severity(few, item, rater, x, batch = batch, link = "population")
  plot <- ggplot2::autoplot(x, what = "map", width = 16, height = 16)
  expect_match(plot$data$label, "1 (0)", fixed = TRUE, all = FALSE)
  expect_match(gsub("\n", " ", plot$labels$caption), "In brackets: the batch.", fixed = TRUE)
})

test_that("a fit without estimates has no map", {
  skip_if_quick()
  close <- data.frame(item = rep(1:12, each = 2), rater = 1:2, x = rep(1:3, each = 2))
  x <- suppressWarnings(rater_severity(close, item, rater, x))
  for (what in c("map", "categories")) expect_fault(ggplot2::autoplot(x, what = what), "no_values", "agree too closely")
})
