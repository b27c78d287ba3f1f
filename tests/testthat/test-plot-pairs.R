skip_if_not_installed("ggplot2")
autoplot <- ggplot2::autoplot

# Whether the first text of the plot is numbers; otherwise it is names.
has_numbers <- function(plot) any(grepl("^-?[.][0-9]", drawn(plot, "GeomText")$label))

test_that("one triangle shows the estimate of each pair, and its diagonal the names", {
  x <- pairwise_agreement(result_ratings(), item, rater, label)
  plot <- autoplot(x)
  tiles <- plot$data
  expect_equal(nrow(tiles), nrow(x))
  of <- function(a, b) tiles$value[tiles$row == a & tiles$column == b]
  for (i in seq_len(nrow(x))) {
    both <- c(of(x$rater_1[i], x$rater_2[i]), of(x$rater_2[i], x$rater_1[i]))
    expect_equal(both, x$estimate[i])
  }
  names <- ggplot2::layer_data(plot, utils::tail(which(geoms(plot) == "GeomText"), 1))
  expect_setequal(names$label, c("ann", "bob", "cat"))
  # Each name is to the right of its row and above its column.
  expect_equal(names$y, 4 - round(names$x + 0.45))
  expect_equal(drawn(plot, "GeomText")$label, plot_numbers(tiles$value))
})

test_that("raters who agree stand next to each other", {
  first <- c("a", "a", "a", "b", "b", "c")
  second <- c("b", "c", "d", "c", "d", "d")
  # a with c, b with d.
  order <- similar_order(first, second, c(0.1, 0.9, 0.1, 0.1, 0.9, 0.1))
  expect_equal(abs(match("a", order) - match("c", order)), 1)
  expect_equal(abs(match("b", order) - match("d", order)), 1)
})

test_that("a pair without a value is grey, and a crowd is cut down to raters who met", {
  x <- pairwise_agreement(result_ratings(), item, rater, label)
  x$estimate[1] <- NA
  plot <- autoplot(x)
  expect_equal(sum(drawn(plot, "GeomTile")$fill == NO_VALUE), 1)
  expect_match(captions(plot), "Cross: 1 pair without a value")
  n <- 200
  ring <- data.frame(
    item = rep(1:n, each = 2), rater = c(rbind(1:n, c(2:n, 1))), label = c("a", "b", "a", "a")
  )
  many <- pairwise_agreement(ring, item, rater, label, coefficient = "percent")
  plot <- autoplot(many, max_raters = 10)
  expect_length(levels(plot$data$row), 10)
  expect_match(captions(plot), "10 of 200 raters")
})

test_that("numbers are left out where tiles are smaller, and panels stand so that tiles are large", {
  skip_if_quick()
  ratings <- with_seed(1, simulate_ratings(60, 4, n_raters = 6))
  ratings$rater <- paste("Annotator", c("Alexandra", "Benjamin", "Charlotte", "Dominique", "Elisabeth", "Ferdinand")[
    as.integer(factor(ratings$rater))
  ])
  ratings$group <- c("comments", "posts", "tweets")[ratings$item %% 3 + 1]
  x <- pairwise_agreement(ratings, item, rater, rating, by = group, level = "nominal")
  expect_equal(panels_of(autoplot(x, width = 16)), c(across = 3, down = 1, n = 3))
  expect_lt(panels_of(autoplot(x))[["n"]], 3)
  expect_false(has_numbers(autoplot(x)))
  expect_true(has_numbers(autoplot(x[x$group == "posts", ])))
})

test_that("below 0 tiles have another colour, which is far from that of 0 and from white", {
  x <- pairwise_agreement(result_ratings(), item, rater, label)
  x$estimate <- c(-1, 0, 1)
  tiles <- drawn(autoplot(x), "GeomTile")
  fill <- tiles$fill[match(c(-1, 0, 1), autoplot(x)$data$value)]
  expect_equal(fill, c(MINUS_COLOUR, LOW_COLOUR, HIGH_COLOUR))
  lightness <- colMeans(grDevices::col2rgb(fill) / 255)
  # The three can be distinguished in grey too.
  expect_gt(min(diff(sort(lightness))), 0.15)
})

test_that("of many groups as many have tiles as leave each row its name", {
  skip_if_quick()
  data <- do.call(rbind, lapply(1:12, function(i) {
    cbind(with_seed(i, simulate_ratings(20, n_raters = 4)), group = sprintf("Condition number %02d", i))
  }))
  data$rater <- c("Alexandra", "Bartholomew", "Christopher", "Dorothea")[data$rater]
  plot <- autoplot(pairwise_agreement(data, item, rater, rating, by = group))
  expect_lt(panels_of(plot)[["n"]], 12)
  expect_match(captions(plot), paste("The first", panels_of(plot)[["n"]], "of 12 groups."), fixed = TRUE)
  # The height that remains for the rows on a page of 8 by 7 cm: after the fixed heights, each has room for letters of 2
  # mm.
  grDevices::pdf(NULL, 8 / 2.54, 7 / 2.54)
  on.exit(grDevices::dev.off())
  heights <- ggplot2::ggplotGrob(plot)$heights
  panels <- grid::unitType(heights) == "null"
  fixed <- sum(grid::convertHeight(heights[!panels], "mm", valueOnly = TRUE))
  expect_gte((70 - fixed) / sum(panels) / 4, 2)
})

test_that("in a low plot no number stands on another", {
  ratings <- with_seed(1, simulate_ratings(60, 4, n_raters = 6))
  tiles <- autoplot(pairwise_agreement(ratings, item, rater, rating, level = "nominal"))
  numbers <- ggplot2::layer_grob(tiles, match("GeomText", geoms(tiles)))[[1]]
  expect_true(numbers$check.overlap)
})
