skip_if_not_installed("ggplot2")
autoplot <- ggplot2::autoplot

test_that("bars add up to the mentions of both, with delta at their end", {
  x <- chain_agreement(result_chains())
  documents <- x[x$scope == "document", ]
  plot <- autoplot(x)
  expect_equal(row_names(plot), c("d1", "d2"))
  expect_equal(plot$data$mentions, c(documents$left, documents$both, documents$right))
  expect_match(drawn(plot, "GeomText")$label[1], paste0(plot_numbers(documents$delta[1]), "$"))
  expect_match(captions(plot), "All documents")
  pairs <- chain_agreement(result_chains(), what = "pairs")
  expect_match(row_names(autoplot(pairs))[1], "^d1: r / r")
  expect_match(captions(autoplot(pairs, n = 1)), "The 1 with most differences")
})

test_that("scores are those of all documents", {
  x <- coref_scores(result_chains())
  total <- x[x$scope == "total", ]
  # The other direction of a pair swaps recall and precision, and is not drawn.
  once <- total[!duplicated(paste(pmin(total$key, total$response), pmax(total$key, total$response), total$measure)), ]
  points <- drawn(autoplot(x), "GeomPoint")
  expect_equal(
    sort(points$x), sort(stats::na.omit(c(once$recall, once$precision, once$f1))), ignore_attr = TRUE
  )
})

test_that("alpha has a point for each document that has a value", {
  x <- suppressWarnings(chain_alpha(result_chains()))
  expect_equal(drawn(autoplot(x), "GeomPoint")$x, x$estimate)
})

test_that("the words behind the bars have room at 8 cm", {
  plot <- autoplot(chain_agreement(result_chains(), what = "pairs"))
  built <- ggplot2::ggplot_build(plot)
  text <- drawn(plot, "GeomText")
  names <- built$layout$panel_params[[1]]$y$get_labels()
  range <- built$layout$panel_params[[1]]$x.range
  # The width in mm of the panel after the longest bar.
  room <- (range[2] - max(text$x)) / diff(range) * panel_width(names)
  expect_gte(room, 1.2 * max(nchar(text$label)))
  expect_true(all(grepl("^ (-?[.0-9]+|not defined)$", text$label)))
})

test_that("chains have no plot, and the error says what has", {
  for (draws in list(plot, autoplot)) {
    expect_fault(draws(result_chains()), "no_plot", "chain_agreement")
  }
  expect_fault(autoplot(link_objects(result_spans())), "no_plot", "span_agreement")
})

test_that("distances with the name of a person have a capital", {
  skip_if_not_installed("ggplot2")
  rows <- data.frame(
    document = "d1", annotator = rep(c("ann", "bob"), each = 6), mention = 1:6,
    chain = c("a", "a", "a", "b", "b", "b", "x", "x", "y", "z", "z", "z")
  )
  x <- chain_alpha(as_chains(rows), ci = ci_none())
  expect_match(ggplot2::autoplot(x)$labels$x, "(Passonneau)", fixed = TRUE)
})
