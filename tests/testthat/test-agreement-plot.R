skip_if_not_installed("ggplot2")
autoplot <- ggplot2::autoplot

grouped <- function() {
  data <- result_ratings()
  data$half <- rep(c("x", "y"), each = 12)
  data$label[data$half == "y"] <- "a"
  data
}

test_that("estimates and intervals stand in rows, from the top", {
  x <- agreement(result_ratings(), item, rater, label)
  plot <- autoplot(x)
  points <- drawn(plot, "GeomPoint")
  expect_equal(points$x, x$estimate)
  expect_equal(points$y, rev(seq_len(nrow(x))))
  lines <- drawn(plot, "GeomLinerange")
  expect_equal(lines$xmin, x$conf.low)
  expect_equal(lines$xmax, x$conf.high)
  expect_equal(gsub("\n", " ", row_names(plot)), coefficient_labels(x))
})

test_that("an estimate without a value shows its reason", {
  x <- suppressWarnings(krippendorff_alpha(grouped(), item, rater, label, by = half))
  plot <- autoplot(x)
  expect_equal(drawn(plot, "GeomLabel")$label, "one category only")
  expect_equal(drawn(plot, "GeomLabel")$y, 1)
  expect_equal(row_names(plot), c("x", "y"))
})

# The items of result_ratings() in two groups with the same ratings, and again as two more groups.
in_four_groups <- function() {
  data <- grouped()
  rbind(data, transform(data, half = paste0(half, "_again"), item = paste0(item, "_again")))
}

test_that("up to three coefficients share the row of a group, and up to three groups that of a coefficient", {
  skip_if_quick()
  few <- suppressWarnings(
    agreement(grouped(), item, rater, label, by = half, coefficients = c("percent", "fleiss"))
  )
  points <- drawn(autoplot(few), "GeomPoint")
  expect_length(unique(points$shape), 2)
  expect_equal(round(points$y), c(2, 2, 1, 1))
  many <- autoplot(suppressWarnings(agreement(grouped(), item, rater, label, by = half)))
  expect_equal(panels_of(many)[["n"]], 1)
  points <- drawn(many, "GeomPoint")
  expect_equal(points$x, many$data$value)
  expect_length(unique(points$shape), 2)
  expect_length(row_names(many), 7)
  more <- autoplot(suppressWarnings(agreement(in_four_groups(), item, rater, label, by = half)), height = 12)
  expect_length(unique(drawn(more, "GeomPoint")$PANEL), 4)
  expect_true("Krippendorff's alpha" %in% row_names(more))
  expect_match(captions(more), "Krippendorff's alpha: nominal.", fixed = TRUE)
  expect_equal(without_level(c("a (x)", "a (y)"))$names, c("a (x)", "a (y)"))
  expect_equal(without_level(c("a (x)", "b (y)", "c", "a (x)"))$note, "a: x; b: y.")
})

test_that("rows can be sorted, and bands be those of a scale", {
  skip_if_quick()
  x <- agreement(result_ratings(), item, rater, label)
  plot <- autoplot(x, sort = TRUE, benchmark = "landis_koch")
  by_row <- drawn(plot, "GeomPoint")
  expect_equal(by_row$x[order(-by_row$y)], sort(x$estimate, decreasing = TRUE))
  bands <- drawn(plot, "GeomRect")
  expect_true(all(c(0, 0.2, 0.4, 0.6, 0.8) %in% bands$xmin))
  expect_match(captions(plot), "Landis and Koch")
  expect_fault(autoplot(x, benchmark = "landis"), "argument", argument = "benchmark")
  expect_fault(autoplot(x[0, ]), "no_rows")
  expect_fault(autoplot(x[setdiff(names(x), "estimate")]), "missing_column")
  expect_fault(autoplot(x, colour = 1), "argument")
})

test_that("limits below -1 are cut, and it says so", {
  x <- krippendorff_alpha(result_ratings(), item, rater, label)
  x$conf.low <- -30
  plot <- autoplot(x)
  expect_equal(drawn(plot, "GeomLinerange")$xmin, -1)
  expect_match(captions(plot), "truncated at -1")
})

test_that("fifty groups have a row each", {
  data <- data.frame(
    item = rep(1:100, each = 2), rater = c("ann", "bob"), group = rep(1:50, each = 4),
    label = c("a", "b", "a", "a")
  )
  x <- suppressWarnings(percent_agreement(data, item, rater, label, by = group))
  expect_length(unique(drawn(autoplot(x, height = 11), "GeomPoint")$y), 50)
})

test_that("plot() draws what autoplot() makes", {
  skip_if_quick()
  x <- krippendorff_alpha(result_ratings(), item, rater, label)
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  picture <- plot(x, benchmark = "krippendorff")
  grDevices::dev.off()
  expect_s3_class(picture, "ggplot")
  cnd <- in_r_without("ggplot2", function(data) {
    plot(krippendorff_alpha(data, item, rater, label))
  }, result_ratings())
  expect_fault(stop(cnd), "missing_package", "ggplot2 is needed to draw a plot", package = "ggplot2")
})

test_that("groups stand beside each other, with the names of their rows once", {
  skip_if_quick()
  plot <- autoplot(suppressWarnings(agreement(in_four_groups(), item, rater, label, by = half)), height = 12)
  expect_equal(panels_of(plot), c(across = 2, down = 2, n = 4))
  points <- drawn(plot, "GeomPoint")
  expect_equal(points$y[points$PANEL == 1], points$y[points$PANEL == 2])
})

test_that("bands of a scale lie behind the coefficients that it has words for, in each panel", {
  skip_if_quick()
  x <- agreement(result_ratings(), item, rater, label, coefficients = c("percent", "fleiss", "alpha"))
  plot <- autoplot(x, benchmark = "landis_koch")
  bands <- drawn(plot, "GeomRect")
  # Percent agreement is the first of three rows.
  expect_setequal(bands$ymax[bands$ymax < Inf], c(1.5, 2.5))
  expect_true(all(bands$ymax <= 2.5))
  expect_match(captions(plot), "not for percent agreement")
  percent <- autoplot(x[1, ], benchmark = "landis_koch")
  expect_false("GeomRect" %in% geoms(percent))
  expect_match(captions(percent), "Landis and Koch (1977) has no labels for percent agreement", fixed = TRUE)
  data <- in_four_groups()
  panels <- autoplot(suppressWarnings(agreement(data, item, rater, label, by = half)),
    benchmark = "landis_koch", height = 12
  )
  expect_setequal(drawn(panels, "GeomRect")$PANEL, 1:4)
  expect_no_error(ggplot2::ggplotGrob(panels))
})

test_that("fifty groups stand in two columns, each with its name", {
  skip_if_quick()
  data <- data.frame(
    group = sprintf("group %02d", rep(1:50, each = 12)), item = rep(1:6, each = 2), rater = c("ann", "bob"),
    label = rep(c("a", "b", "a", "a", "b", "b", "b", "a", "a", "a", "b", "b"), 50)
  )
  x <- krippendorff_alpha(data, item, rater, label, by = group)
  for (plot in list(autoplot(x, height = 11), autoplot(x, benchmark = "landis_koch", height = 11))) {
    expect_equal(panels_of(plot), c(across = 2, down = 1, n = 2))
    names <- lapply(ggplot2::ggplot_build(plot)$layout$panel_params, function(panel) {
      at <- panel$y$get_breaks()
      panel$y$get_labels()[!is.na(at) & at >= panel$y.range[1] & at <= panel$y.range[2]]
    })
    expect_setequal(names[[1]], sprintf("group %02d", 1:25))
    expect_setequal(names[[2]], sprintf("group %02d", 26:50))
  }
  expect_equal(panels_of(autoplot(x, columns = 1))[["n"]], 1)
  expect_fault(autoplot(x, columns = 9), "argument")
  x$group <- paste("Department of Linguistics and Philosophy, no.", 1:50)
  names <- unlist(lapply(
    ggplot2::ggplot_build(autoplot(x, height = 11))$layout$panel_params, function(panel) panel$y$get_labels()
  ))
  expect_match(stats::na.omit(names), "[0-9]$")
  expect_lte(max(nchar(names), na.rm = TRUE), 14)
})

test_that("rows of results bound together do not lie on each other, and say what differs", {
  few <- subset(result_ratings(), rater != "cat")
  both <- rbind(krippendorff_alpha(result_ratings(), item, rater, label), krippendorff_alpha(few, item, rater, label))
  expect_identical(
    gsub("\n", " ", row_names(autoplot(both))),
    paste0("Krippendorff's alpha (nominal), ", 3:2, " raters")
  )
  same <- rbind(gwet_ac(few, item, rater, label), gwet_ac(few, item, rater, label, ci = ci_none()))
  expect_identical(row_names(autoplot(same)), c("Gwet's AC1 (1)", "Gwet's AC1 (2)"))
})

test_that("a coefficient that the first group lacks keeps its place", {
  data <- result_ratings()
  data$half <- rep(c("x", "y"), each = 12)
  one <- data[data$half == "y" | data$rater == "ann", ]
  x <- suppressWarnings(agreement(one, item, rater, label, by = half))
  expect_false("light_kappa" %in% x$coefficient[x$half == "x"])
  whole <- agreement(data, item, rater, label, by = half)
  expect_identical(row_names(autoplot(x)), row_names(autoplot(whole)))
})

test_that("headings of coefficients leave their level to the caption", {
  data <- rbind(result_ratings(), transform(result_ratings(), item = paste(item, "again")))
  data$part <- (match(data$item, unique(data$item)) - 1) %/% 3
  few <- c("percent_agreement", "fleiss_kappa", "gwet_ac1", "krippendorff_alpha")
  plot <- autoplot(suppressWarnings(agreement(data, item, rater, label, by = part, coefficients = few)))
  headings <- c("Percent agreement", "Fleiss' kappa", "Gwet's AC1", "Krippendorff's alpha")
  expect_identical(levels(plot$data$panel), headings)
  expect_match(captions(plot), "Krippendorff's alpha: nominal.", fixed = TRUE)
})

test_that("estimates by days are drawn along time, also if the days are text", {
  data <- result_ratings()
  days <- as.Date("2024-02-27") + c(0, 1, 5)
  three <- do.call(rbind, lapply(1:3, function(i) transform(data, day = days[i])))
  for (day in list(three$day, as.character(three$day))) {
    three$day <- day
    x <- krippendorff_alpha(three, item, rater, label, by = day)
    plot <- autoplot(x)
    points <- drawn(plot, "GeomPoint")
    expect_equal(points$x, as.double(days))
    expect_equal(points$y, x$estimate)
    expect_equal(drawn(plot, "GeomLinerange")$ymin, x$conf.low)
  }
  # Two days, or words, are rows.
  expect_false("GeomLine" %in% geoms(autoplot(x[1:2, ])))
  x$day <- c("2024-02-27", "2024-02-28", "later")
  expect_false("GeomLine" %in% geoms(autoplot(x)))
})

test_that("groups of two keys that are too many for a column have a panel for each value of the shorter key", {
  data <- do.call(rbind, lapply(1:15, function(i) {
    rbind(transform(result_ratings(), study = i, half = "a"), transform(result_ratings(), study = i, half = "b"))
  }))
  x <- krippendorff_alpha(data, item, rater, label, by = c(study, half), ci = ci_none())
  plot <- autoplot(x)
  expect_equal(panels_of(plot), c(across = 2, down = 1, n = 2))
  expect_equal(row_names(plot), as.character(1:15))
})

test_that("groups with levels of their own are in one panel, with the level beside the name", {
  x <- rbind(
    krippendorff_alpha(result_ratings(), item, rater, label),
    krippendorff_alpha(matrix(c(1, 2, 3, 1, 3, 3), 3), layout = "raters_in_columns", level = "ordinal")
  )
  x <- tibble::add_column(x, question = c("frame", "tone"), .before = 1)
  x <- new_result(unclass(x)[names(x)], nrow = 2, class = "accord_agreement")
  built <- ggplot2::ggplot_build(ggplot2::autoplot(x))
  expect_identical(nrow(built$layout$layout), 1L)
  expect_setequal(levels(ggplot2::autoplot(x)$data$label), c("frame, nominal", "tone, ordinal"))
})
