skip_if_not_installed("ggplot2")

timed <- function(...) {
  rows <- data.frame(
    document = rep(c("v1", "v2"), c(5, 2)), annotator = c("ann", "ann", "ann", "bob", "bob", "ann", "bob"),
    start = c(0, 2, 9.5, 0.5, 12, 3, NA), end = c(6, 8, 14, 5, 12, 8, NA),
    label = c("sit", "walk", "sit", "sit", "bark", "walk", NA), length = 20
  )
  as_spans(rows, unit = 0.5, points = TRUE, ...)
}

test_that("bars and points stand at the times of the data, in the rows of their annotators", {
  plot <- ggplot2::autoplot(timed(), height = 12)
  bars <- do.call(rbind, lapply(which(geoms(plot) == "GeomRect")[-1], function(i) {
    built(plot)$data[[i]][c("PANEL", "xmin", "xmax", "ymin", "ymax")]
  }))
  expect_equal(bars[order(bars$PANEL, bars$xmin), c("xmin", "xmax")], ignore_attr = TRUE, data.frame(
    xmin = c(0, 0.5, 2, 9.5, 3), xmax = c(6, 5, 8, 14, 8)
  ))
  point <- drawn(plot, "GeomPoint")
  expect_equal(point$x, 12)
  # Each annotator who saw a document has a row there, with an empty one for who marked nothing.
  for (panel in 1:2) {
    axis <- built(plot)$layout$panel_params[[panel]]$y
    inside <- axis$get_labels()[which(axis$get_breaks() >= axis$limits[1] & axis$get_breaks() <= axis$limits[2])]
    expect_setequal(inside, c("ann", "bob"))
  }
  expect_equal(drawn(plot, "GeomRect")$xmax, rep(20, 4))
  # Overlapping spans of one annotator do not cover each other.
  ann <- bars[bars$PANEL == 1 & bars$xmin %in% c(0, 2), ]
  expect_lte(ann$ymax[ann$xmin == 2], ann$ymin[ann$xmin == 0])
  expect_match(subtitles(plot), "symbols points, in a row for each annotator; those that overlap", fixed = TRUE)
  expect_match(ggplot2::get_alt_text(plot), "v1, ann: 3 spans; v1, bob: 2 spans; v2, ann: 1 span; v2, bob: 0 spans")
})

test_that("lanes are the fewest in which no spans overlap", {
  skip_if_quick()
  set.seed(3)
  for (i in 1:20) {
    start <- sort(sample(0:40, 15, TRUE))
    end <- start + sample(1:9, 15, TRUE)
    lane <- lanes_of(start, end)
    deepest <- max(vapply(0:50, function(t) sum(start <= t & t < end), 0))
    expect_equal(max(lane), deepest)
    for (one in unique(lane)) expect_true(all(end[lane == one][-sum(lane == one)] <= start[lane == one][-1]))
  }
})

test_that("what is not drawn is said", {
  skip_if_quick()
  many <- data.frame(
    document = rep(sprintf("d%02d", 1:30), each = 2), annotator = c("ann", "bob"), start = 0, end = 5,
    label = rep(letters[1:10], each = 6)
  )
  many[59:60, c("start", "end")] <- NA
  plot <- ggplot2::autoplot(as_spans(many))
  n <- panels_of(plot)[["n"]]
  expect_lt(n, 29)
  expect_match(captions(plot), paste("The first", n, "of 29 documents. 1 document without a span is not drawn."))
  expect_match(captions(plot), "The 7 most frequent of 10 labels have a colour.", fixed = TRUE)
  crowd <- data.frame(document = "d", annotator = 1:60, start = 0, end = 5, label = "x")
  expect_match(captions(ggplot2::autoplot(as_spans(crowd))), "The first [0-9]+ of 60 annotators.")
  nothing <- as_spans(data.frame(document = "d", annotator = c("ann", "bob"), start = NA, end = NA, length = 9))
  expect_fault(ggplot2::autoplot(nothing), "no_rows", "Nobody marked anything in 1 document")
})
