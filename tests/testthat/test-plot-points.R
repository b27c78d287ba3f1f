skip_if_not_installed("ggplot2")
autoplot <- ggplot2::autoplot

# Raters with unequal numbers of ratings, who are a cloud of points.
raters <- function() {
  x <- rater_summary(result_ratings(), item, rater, label)
  x$n_compared <- c(8, 16, 32)
  x
}

test_that("raters stand at their volume and agreement", {
  x <- raters()
  points <- drawn(autoplot(x), "GeomPoint")
  expect_equal(points$x, x$n_compared)
  expect_equal(points$y, x$kappa)
  expect_equal(drawn(autoplot(x, figure = "agree_pairs"), "GeomPoint")$y, x$agree_pairs)
  expect_fault(autoplot(x, figure = "n_items"), "argument", argument = "figure")
})

test_that("the band of a share is that of the binomial around the weighted mean", {
  data <- data.frame(n = c(10, 40, 90), value = c(0.5, 0.7, 0.8), std.error = NA, panel = "")
  band <- sampling_band(data, "agree_others")
  mean <- (10 * 0.5 + 40 * 0.7 + 90 * 0.8) / 140
  expect_equal(band$middle[1], mean)
  # The two-sided limit of the level 5% divided by three raters.
  expect_equal(band$low[1], mean - 2.393980 * sqrt(mean * (1 - mean) / 10), tolerance = 1e-6)
  expect_equal(range(band$n), c(10, 90))
  # Mean 0.557; limits 0.376 and 0.188 away with 10 and 40 ratings, 0.125 with 90.
  out <- with_middle(transform(data, value = c(0.2, 0.75, 0.51)), "agree_others")
  expect_equal(out$outside, c(FALSE, TRUE, FALSE))
})

test_that("the plot has the raters outside that the report marks, by the same rule", {
  local_seed(3)
  ability <- c(rep(0.9, 6), 0.55, 0.72)
  data <- expand.grid(item = 1:60, rater = letters[1:8])
  truth <- sample(c("x", "y"), 60, TRUE)[data$item]
  right <- stats::runif(nrow(data)) < ability[data$rater]
  data$label <- ifelse(right, truth, ifelse(truth == "x", "y", "x"))
  # Different numbers of ratings are points with a band, equal ones rows.
  data <- data[data$item <= 20 + 5 * as.integer(data$rater), ]
  for (used in list(data, data[data$item <= 25, ])) {
    marked <- report_raters(as_ratings(used, item, rater, label), list(kind = "labels"))
    drawn <- autoplot(rater_summary(used, item, rater, label))$data
    outside <- if (is.null(drawn$outside)) drawn$series == "beyond chance" else drawn$outside
    expect_setequal(as.character(drawn$rater[outside]), as.character(
      marked$rater[marked$mark %in% c("below the others", "above the others")]
    ))
  }
  expect_gt(sum(outside), 0)
})

test_that("raters without a value are counted below, and a point that stands for many says how many", {
  x <- raters()
  x$kappa[1] <- NA
  x$status[1] <- "no ratings"
  expect_match(captions(autoplot(x)), "1 rater without a value \\(no ratings\\)")
  many <- x[rep(2:3, 50), ]
  many$rater <- seq_len(100)
  many$n_compared <- rep(c(1, 500), 50)
  plot <- autoplot(many)
  points <- drawn(plot, "GeomPoint")
  expect_equal(nrow(points), 2)
  expect_equal(plot$layers[[match("GeomPoint", geoms(plot))]]$data$raters, c(50, 50))
  # A name would suggest that the point is a single rater.
  expect_equal(nrow(drawn(plot, "GeomText")), 0)
  many$n_compared <- seq_len(100)
  plot <- autoplot(many)
  expect_equal(nrow(drawn(plot, "GeomPoint")), 100)
  expect_lte(nrow(drawn(plot, "GeomText")), 8)
})

test_that("names of raters end within their panel", {
  data <- data.frame(
    n = c(4, 10, 6, 8), value = 0.5, rater = paste("Annotator", c("Alexandra", "Benjamin", "Charlotte", "Dominique")),
    outside = FALSE, panel = factor(c("x", "x", "y", "y"))
  )
  named <- named_points(data)
  expect_equal(nrow(named), 4)
  boxes <- do.call(rbind, Map(function(x, y, label, side) name_boxes(x, y, label)[side, ],
    named$x, named$y, named$label, named$side
  ))
  expect_gte(min(boxes$left), 0)
  expect_lte(max(boxes$right), page_width() / 2)
})

test_that("names of digits and capitals take the room that the font takes, and are not cut at the edge", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  names <- c("5", "102", "worker")
  taken <- vapply(names, function(name) {
    text <- grid::textGrob(name, gp = grid::gpar(fontsize = 2.3 * 72.27 / 25.4))
    grid::convertWidth(grid::grobWidth(text), "mm", valueOnly = TRUE)
  }, 0)
  expect_true(all(name_width(names) >= taken))
  expect_equal(autoplot(raters())$coordinates$clip, "off")
})

test_that("names stand where they cover no other point and no other name", {
  # The second point is directly to the right of the first and to the left of the third.
  points <- data.frame(x = c(20, 26, 32), y = 20)
  side <- name_sides(points$x, points$y, rep("worker", 3), points, c(60, 40))
  boxes <- do.call(rbind, Map(function(x, y, side) name_boxes(x, y, "worker")[side, ], points$x, points$y, side))
  for (i in 1:3) expect_equal(points_in(boxes[i, ], points), 0)
  for (i in 1:2) for (j in (i + 1):3) expect_false(boxes_meet(boxes[i, ], boxes[j, ]))
  # Names without enough room are omitted, and the caption mentions it.
  expect_true(all(is.na(name_sides(20, 20, "worker", expand.grid(x = 10:30, y = 10:30), c(60, 40)))))
  many <- data.frame(n = rep(8:10, 2), value = c(.50, .502, .504), rater = paste("worker", 1:6), panel = factor("x"))
  many$outside <- FALSE
  expect_equal(unnamed_caption(structure(many, left_out = 2L)), "2 names left out for lack of space.")
  for (i in 1:2) expect_null(unnamed_caption(named_points(many[i, ])))
  low <- do.call(rbind, lapply(1:12, function(g) replace(many[1:2, ], "panel", paste("group", g))))
  low$panel <- factor(low$panel)
  expect_equal(unnamed_caption(named_points(low)), "Raters are not named for lack of space.")
  # There are no padding blanks, which would be at the other end of a name in Hebrew.
  x <- raters()
  x$rater <- c("\u05e9\u05e8\u05d4", "bob", "cat")
  expect_setequal(drawn(autoplot(x), "GeomText")$label, x$rater)
})

test_that("no name is closer to another point than to its own", {
  for (seed in 1:20) {
    points <- with_seed(seed, data.frame(x = sample(c(5, 6, 50), 7, TRUE), y = runif(7, 2, 38)))
    side <- name_sides(points$x, points$y, rep("worker", 7), points, c(60, 40))
    for (i in which(!is.na(side))) {
      box <- name_boxes(points$x[i], points$y[i], "worker")[side[i], ]
      away <- sqrt(
        pmax(box$left - points$x, points$x - box$right, 0)^2 + pmax(box$bottom - points$y, points$y - box$top, 0)^2
      )
      expect_lte(away[i], min(away) + 1e-6)
    }
  }
})

test_that("raters with equal numbers, or too many for a cloud, are rows with intervals, the lowest if not all fit", {
  x <- rater_summary(result_ratings(), item, rater, label)
  plot <- autoplot(x)
  # The lowest is the uppermost row.
  expect_equal(drawn(plot, "GeomPoint")$x[order(-drawn(plot, "GeomPoint")$y)], sort(x$kappa))
  lines <- drawn(plot, "GeomLinerange")
  expect_equal(lines$xmin[order(-lines$y)], x$conf.low[order(x$kappa)])
  # All have as many ratings, so that their median is the line.
  expect_equal(drawn(plot, "GeomVline")$xintercept, stats::median(x$kappa))
  many <- x[rep(1:3, 100), ]
  many$rater <- sprintf("w%03d", 1:300)
  many$n_compared <- 1:300
  many$kappa <- 1:300 / 300
  plot <- autoplot(many)
  points <- drawn(plot, "GeomPoint")
  # Those furthest below the median, in standard errors of as many ratings, come first.
  furthest <- order((many$kappa - stats::median(many$kappa)) * sqrt(many$n_compared))[seq_len(nrow(points))]
  expect_equal(points$x[order(-points$y)], furthest / 300)
  expect_match(captions(plot), paste("Rows: the", nrow(points), "of 300 raters furthest below"), fixed = TRUE)
  expect_equal(nrow(drawn(plot, "GeomRug")), 300)
  # The limits of a share are those of Clopper and Pearson.
  share <- drawn(autoplot(x, figure = "agree_majority"), "GeomLinerange")
  expect_equal(share$xmin[share$y == 1], stats::binom.test(7, 8)$conf.int[1])
})

test_that("means over raters have their intervals", {
  x <- summary(raters())
  # The majority of two others is left out, and a share of 0 set aside.
  expect_equal(autoplot(x)$data$value, x$estimate[!x$measure %in% c("agree_others", "set_aside")])
})

test_that("a mean in another unit does not press shares together", {
  data <- data.frame(
    item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"), label = c("a", "a", "b", "b", "b", "b"),
    seconds = 100 + 1:18, sure = 1:18 / 20
  )
  plot <- autoplot(summary(rater_summary(data, item, rater, label, mean_of = c(seconds, sure))))
  expect_lte(max(drawn(plot, "GeomPoint")$x, na.rm = TRUE), 1)
  expect_match(captions(plot), "Not drawn, since beyond 1: Mean seconds.", fixed = TRUE)
  alone <- summary(rater_summary(data, item, rater, label, mean_of = seconds))
  expect_equal(drawn(autoplot(alone[alone$measure == "mean_seconds", ]), "GeomPoint")$x, mean(100 + 1:18))
})

test_that("a status that was made a factor is the text that it is", {
  skip_if_not_installed("ggplot2")
  d <- data.frame(item = rep(1:6, 2), rater = rep(c("a", "b"), each = 6), label = strsplit("xyxyxyxyyyxx", "")[[1]])
  d <- rbind(d, data.frame(item = 7:8, rater = "c", label = "x"))
  x <- suppressWarnings(rater_summary(d, item, rater, label))
  made <- x
  made$status <- factor(made$status)
  layers <- function(x) ggplot2::ggplot_build(ggplot2::autoplot(x))$data
  expect_equal(expect_no_warning(layers(made)), layers(x))
})

test_that("names of statistics are whole in the panels of several groups", {
  several <- do.call(rbind, lapply(1:4, function(i) transform(result_ratings(), part = paste("newspaper section", i))))
  plot <- autoplot(summary(rater_summary(several, item, rater, label, by = part)))
  expect_no_match(levels(plot$data$label), "...", fixed = TRUE)
})

test_that("each panel has its raters in its own order", {
  set.seed(2)
  data <- expand.grid(item = 1:60, rater = letters[1:4], task = c("p", "q", "r"))
  truth <- sample(c("x", "y"), 60, TRUE)
  # The raters err most often in different tasks.
  error <- c(0.05, 0.15, 0.25, 0.35)[(as.integer(data$rater) + as.integer(data$task)) %% 4 + 1]
  data$label <- ifelse(stats::runif(nrow(data)) < error, sample(c("x", "y"), nrow(data), TRUE), truth[data$item])
  found <- rater_summary(data, item, rater, label, by = task)
  plot <- autoplot(found)
  points <- drawn(plot, "GeomPoint")
  for (panel in 1:3) {
    own <- points[points$PANEL == panel, ]
    expect_equal(own$x[order(-own$y)], sort(found$kappa[found$task == c("p", "q", "r")[panel]]))
    axis <- built(plot)$layout$panel_params[[panel]]$y
    names <- axis$get_labels()[match(sort(own$y, decreasing = TRUE), axis$get_breaks())]
    rows <- found[found$task == c("p", "q", "r")[panel], ]
    # What a row has before its name is not seen.
    expect_identical(gsub("[^a-d]", "", names), as.character(rows$rater)[order(rows$kappa)])
  }
})

test_that("with ticks for all raters, a panel has only the rows of its own raters", {
  set.seed(1)
  data <- expand.grid(item = 1:40, rater = sprintf("r%03d", 1:120), task = c("a", "b"))
  data <- data[sample(nrow(data), 2400), ]
  data$label <- sample(c("x", "y"), nrow(data), replace = TRUE)
  plot <- autoplot(rater_summary(data, item, rater, label, by = task), width = 11, height = 12)
  expect_true("GeomRug" %in% geoms(plot))
  built <- ggplot2::ggplot_build(plot)
  points <- drawn(plot, "GeomPoint")
  for (panel in 1:2) {
    range <- built$layout$panel_params[[panel]]$y.range
    expect_identical(points$PANEL == panel, points$y >= range[1] & points$y <= range[2])
  }
})
