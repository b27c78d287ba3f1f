# Figures of BORIS, tests/test_irr.py at commit 73bdf07, where each subject is coded at each time and the label names
# it.
boris_events <- function(kind, observations = c("observation #2", "observation #2 (copy)")) {
  x <- suppressWarnings(read_boris(test_path("reference", "events", "test.boris"), keep = observations))
  x$item <- sub(".* / ", "video / ", x$item)
  x$label <- ifelse(is.na(x$label), NA, paste(x$subject, x$label))
  x[!is.na(x$label) & !x$kind %in% kind, c("start", "end", "label", "kind")] <- NA
  x$length <- NULL
  unique(x)
}

time_kappa <- function(data, ..., first = 0) {
  spans <- as_spans(data, document = item, unit = 0.001, seen = "all")
  from <- min(data$start, na.rm = TRUE) + first
  ratings <- as_ratings(spans, from = from, to = max(data$end, na.rm = TRUE), ...)
  cohen_kappa(ratings, ci = ci_none())$estimate
}

test_that("time units give the figures of BORIS", {
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  states <- boris_events("state")
  expect_equal(round(time_kappa(states, every = 1), 3), 0.988)
  expect_equal(time_kappa(states, every = 3), 1)
  points <- boris_events("point")
  expect_equal(round(vapply(c(1, 2, 5, 10), function(u) time_kappa(points, every = u), 0), 3), c(0.866, 0.816, 1, 1))
  shifted <- vapply(c(0, 0.5, 1, 1.5, 2, 2.5), function(t) time_kappa(points, every = 3, first = t), 0)
  expect_equal(round(shifted, 3), c(0.798, 0.899, 1, 1, 0.874, 0.874))
  other <- boris_events("state", c("observation #1", "observation #2"))
  other <- other[other$subject != "", ]
  expect_equal(round(time_kappa(other, every = 1), 3), -0.036)
  # Reported in issue 228 of BORIS.
  moves <- data.frame(
    item = "d", annotator = rep(c("a", "b"), each = 3), label = "move",
    start = c(155.105, 169.855, 264.855, 156.405, 170.852, 264.606), kind = "point"
  )
  moves$end <- moves$start
  expect_equal(round(time_kappa(moves, every = 2), 3), -0.038)
  expect_equal(time_kappa(moves, every = 3), 1)
})

test_that("stretches count by their duration, and points with a weight", {
  skip_if_not_installed("jsonlite")
  states <- boris_events("state")
  states <- states[!is.na(states$start), ]
  states$item <- "video"
  ratings <- as_ratings(as_spans(states, document = item, unit = 0.001), from = "marked", to = "marked")
  expect_equal(round(cohen_kappa(ratings, ci = ci_none())$estimate, 4), 0.9853)
  shown <- format(cohen_kappa(ratings, ci = ci_none()))
  expect_match(shown, "Time: from the first event to the last event", all = FALSE)
  data <- data.frame(
    document = "d", annotator = rep(c("a", "b"), c(3, 2)), start = c(0, 1, 1.5, 0, 1), end = c(1, 2, 1.5, 1, 2),
    label = c("A", "B", "E", "A", "B")
  )
  spans <- as_spans(data, unit = 0.1, points = TRUE)
  kappa <- function(weight) cohen_kappa(as_ratings(spans, point_weight = weight), ci = ci_none())$estimate
  expect_equal(c(kappa(0), kappa(1)), c(1, 0.5))
})

# By the definition, position by position.
tolerant_kappa <- function(one, other, tolerance) {
  n <- length(one)
  near <- function(mine, theirs) {
    vapply(seq_len(n), function(t) {
      window <- max(1, t - tolerance):min(n, t + tolerance)
      if (mine[t] %in% theirs[window]) mine[t] else theirs[t]
    }, "")
  }
  x <- table(factor(c(one, near(other, one)), c("a", "b", "O")), factor(c(near(one, other), other), c("a", "b", "O")))
  x <- x / sum(x)
  chance <- sum(rowSums(x) * colSums(x))
  (sum(diag(x)) - chance) / (1 - chance)
}

test_that("tolerance is that of its definition", {
  skip_if_quick()
  set.seed(8)
  for (i in 1:6) {
    coded <- lapply(1:2, function(k) {
      cut <- sort(sample(1:59, 8))
      data.frame(start = cut[-8], end = cut[-1], label = sample(c("a", "b", "O"), 7, TRUE))
    })
    line <- lapply(coded, function(x) {
      code <- rep("O", 60)
      for (r in seq_len(nrow(x))) code[(x$start[r] + 1):x$end[r]] <- x$label[r]
      code
    })
    data <- rbind(cbind(annotator = "ann", coded[[1]]), cbind(annotator = "bob", coded[[2]]))
    data <- cbind(document = "d", data[data$label != "O", ], length = 60)
    for (tolerance in c(0, 1, 3)) {
      ratings <- as_ratings(as_spans(data, seen = "all"), tolerance = tolerance)
      expect_equal(cohen_kappa(ratings, ci = ci_none())$estimate, tolerant_kappa(line[[1]], line[[2]], tolerance))
    }
  }
})

test_that("arguments of time fit each other", {
  spans <- as_spans(data.frame(document = "d", annotator = c("a", "b", "c"), start = 0, end = 4, label = "x"))
  expect_error(as_ratings(spans, tolerance = 1), class = "accord_error_argument")
  expect_error(as_ratings(spans, every = 1, tolerance = 1), class = "accord_error_argument")
  expect_error(as_ratings(spans, from = 3, to = 2), class = "accord_error_argument")
})

test_that("an interval from -1 to 1 says why", {
  marked <- data.frame(
    document = rep(c("v1", "v2", "v3"), each = 4), annotator = rep(c("ann", "bob"), each = 2, times = 3),
    start = c(0, 5, 0, 5, 1, 6, 1, 7, 0, 4, 1, 5), end = c(4, 9, 4, 9, 5, 9, 5, 9, 3, 9, 4, 9), label = c("p", "q")
  )
  x <- suppressWarnings(cohen_kappa(as_ratings(as_spans(marked))))
  expect_identical(c(x$conf.low, x$conf.high), c(-1, 1))
  expect_match(paste(format(x), collapse = "\n"), "From -1 to 1: too few clusters (3)", fixed = TRUE)
  x$conf.low <- 0
  expect_no_match(paste(format(x), collapse = "\n"), "too few")
})

test_that("time after the end of a recording is not rated", {
  ev <- data.frame(
    document = rep(c("talk", "long"), each = 2), annotator = c("ann", "bob"), start = c(1, 2), end = c(4, 5),
    label = "nod", length = rep(c(10, 60), each = 2)
  )
  s <- as_spans(ev, unit = 0.1)
  for (from in c(10, 30)) {
    expect_fault(as_ratings(s, from = from), "argument", "1 document ends before: talk \\(10\\)", argument = "from")
    expect_fault(as_ratings(s, from = from, every = 1), "argument", argument = "from")
  }
  ev$length <- NULL
  expect_fault(as_ratings(as_spans(ev, unit = 0.1), from = 20), "argument", argument = "from")
  expect_no_error(as_ratings(s, from = 9))
})

test_that("how time was rated is told wherever results go", {
  skip_if_quick()
  ev <- data.frame(
    document = rep(c("talk", "chat"), each = 4), annotator = c("ann", "ann", "bob", "bob"),
    start = c(0, 4, 0, 5, 1, 4, 1, 6), end = c(3, 8, 3.5, 9, 3, 9, 4, 8), label = c("nod", "shrug"), length = 10
  )
  s <- as_spans(ev, unit = 0.1)
  of <- function(...) cohen_kappa(as_ratings(s, ...), ci = ci_none())
  units <- of(every = 1)
  both <- rbind(of(), of(tolerance = 1), units)
  words <- "row 1: all of it; row 2: tolerance 1; row 3: units of 1"
  expect_output(print(both), words, fixed = TRUE)
  expect_match(paste(format(paper_table(both)), collapse = " "), "units of 1", fixed = TRUE)
  expect_match(paste(format(paper_table(units)), collapse = " "), "Time: units of 1", fixed = TRUE)
  expect_match(methods_text(units)$text, "The ratings are of time (units of 1", fixed = TRUE)
  expect_output(print(rbind(units, units)), "# Time: units of 1, from", fixed = TRUE)
  expect_output(print(as_ratings(s, every = 1)), "by length")
  skip_if_not_installed("ggplot2")
  expect_no_error(suppressWarnings(report_agreement(as_ratings(s, every = 1), file = tempfile(fileext = ".html"))))
})
