events <- function(name) test_path("reference", "events", name)

linked_events <- function() {
  x <- read.csv(events("link.csv"))
  data.frame(document = "d", annotator = x$rater, start = x$from, end = x$to, label = x$label)
}

# Events with the table of figure 10 of the manual of EasyDIAg 1.0.0: two linked events for each 2 in a cell.
easydiag_events <- function() {
  x <- as.matrix(read.csv(events("easydiag_table.csv"), row.names = 1, check.names = FALSE))
  cell <- expand.grid(second = rownames(x), first = colnames(x), stringsAsFactors = FALSE)
  linked <- cell$second != "none" & cell$first != "none"
  cell <- cell[rep(seq_len(nrow(cell)), c(x) / ifelse(linked, 2, 1)), ]
  cell$start <- 10 * seq_len(nrow(cell))
  side <- function(who, label) {
    rows <- cell[cell[[label]] != "none", ]
    data.frame(document = "d", annotator = who, start = rows$start, end = rows$start + 5, label = rows[[label]])
  }
  rbind(side("R1", "first"), side("R2", "second"))
}

test_that("links are those of the worked example", {
  links <- link_objects(linked_events(), method = "greedy")
  pairs <- links[!is.na(links$similarity), ]
  expect_equal(paste(pairs$label_1, pairs$label_2), c("A A", "B B", "C B"))
  expect_equal(pairs$similarity, c(850 / 900, 600 / 800, 900 / 1000))
  expect_equal(sum(is.na(links$object_1)), 4)
  expect_equal(sum(is.na(links$object_2)), 3)
  rows <- tibble::as_tibble(as_spans(linked_events()))
  expect_equal(rows$start[pairs$object_1], pairs$start_1)
  expect_equal(rows$end[pairs$object_2], pairs$end_2)
})

test_that("kappa of events is that of the worked example and of EasyDIAg", {
  x <- event_kappa(linked_events(), ci = ci_none())
  expect_equal(round(x$linked, 6), rep(0.461538, 2))
  expect_equal(round(x$estimate, 6), c(0.166667, 0.5))
  y <- event_kappa(easydiag_events(), ci = ci_none())
  expect_equal(round(c(y$linked[1], 1 - y$observed[1], y$estimate[1], y$maximum[1]), 2), c(0.78, 0.64, 0.53, 0.90))
  expect_equal(round(c(1 - y$observed[2], y$estimate[2], y$maximum[2]), 2), c(0.83, 0.74, 0.89))
  z <- event_kappa(easydiag_events(), what = "labels", ci = ci_none())[1:3, ]
  expect_equal(round(z$estimate, 2), c(0.69, 0.33, 0.77))
  expect_equal(round(z$positive, 2), c(0.82, 0.39, 0.80))
  expect_equal(round(z$maximum, 4), c(0.8921, 0.9820, 0.9596))
  expect_equal(round(1 - z$observed, 2), c(0.85, 0.89, 0.95))
})

# Chance agreement by iterative fitting to the margins, with the impossible cell 0.
fitted_kappa <- function(x) {
  start <- x * 0 + 1
  k <- nrow(x)
  start[k, k] <- 0
  fit <- stats::loglin(x, list(1, 2), start, fit = TRUE, print = FALSE, iter = 500, eps = 1e-10)$fit
  on <- function(x) sum(diag(x)[-k]) / sum(x)
  (on(x) - on(fit)) / (1 - on(fit))
}

random_events <- function(n) {
  place <- 20 * seq_len(n)
  side <- function(who) {
    kept <- stats::runif(n) < 0.8
    start <- place + sample(0:6, n, TRUE)
    data.frame(
      document = rep(c("d1", "d2"), length.out = n), annotator = who, start = start,
      end = start + sample(6:10, n, TRUE), label = sample(c("a", "b", "c"), n, TRUE)
    )[kept, ]
  }
  rbind(side("ann"), side("bob"))
}

test_that("kappa of events is that of iterative fitting", {
  set.seed(4)
  for (i in 1:5) {
    data <- random_events(60)
    links <- link_objects(data, method = "greedy")
    levels <- c("a", "b", "c", "(none)")
    cell <- function(x) factor(ifelse(is.na(x), "(none)", x), levels)
    weight <- ifelse(is.na(links$similarity), 1, 2)
    x <- xtabs(weight ~ cell(links$label_1) + cell(links$label_2))
    expect_equal(event_kappa(data, ci = ci_none())$estimate[1], fitted_kappa(unclass(x)), tolerance = 1e-6)
    swapped <- data
    swapped$annotator <- ifelse(data$annotator == "ann", "zoe", "bob")
    expect_equal(event_kappa(swapped, ci = ci_none())$estimate, event_kappa(data, ci = ci_none())$estimate)
  }
})

test_that("optimal links have the largest sum of similarities", {
  skip_if_not_installed("clue")
  set.seed(5)
  for (i in 1:5) {
    n <- 12
    start <- sample(0:60, 2 * n, TRUE)
    data <- unique(data.frame(
      document = "d", annotator = rep(c("ann", "bob"), each = n), start, end = start + sample(5:25, 2 * n, TRUE)
    ))
    a <- data[data$annotator == "ann", ]
    b <- data[data$annotator == "bob", ]
    shared <- pmax(outer(a$end, b$end, pmin) - outer(a$start, b$start, pmax), 0)
    longer <- outer(a$end - a$start, b$end - b$start, pmax)
    gain <- ifelse(shared / longer >= 0.3, shared / longer, 0)
    size <- max(dim(gain))
    square <- matrix(0, size, size)
    square[seq_len(nrow(gain)), seq_len(ncol(gain))] <- gain
    best <- sum(square[cbind(seq_len(size), clue::solve_LSAP(square, maximum = TRUE))])
    expect_equal(sum(link_objects(data, at_least = 0.3)$similarity, na.rm = TRUE), best)
  }
})

test_that("intervals are over documents", {
  set.seed(6)
  data <- random_events(90)
  data$document <- paste0("d", data$start %/% 200)
  # The jackknife by leaving out documents.
  x <- event_kappa(data, ci = ci_jackknife(scale = "identity"))
  without <- vapply(unique(data$document), function(d) {
    event_kappa(data[data$document != d, ], ci = ci_none())$estimate[1]
  }, 0)
  n <- length(without)
  expect_equal(x$std.error[1], sqrt((n - 1) / n * sum((without - mean(without))^2)))
  set.seed(7)
  y <- event_kappa(data, ci = ci_bayes())
  expect_true(all(y$conf.low < y$estimate & y$estimate < y$conf.high))
})

test_that("links become ratings, and the impossible cell is known", {
  links <- link_objects(linked_events(), method = "greedy")
  expect_equal(cohen_kappa(as_ratings(links), ci = ci_none())$estimate, 0.5)
  all <- as_ratings(links, unlinked = TRUE)
  expect_equal(percent_agreement(all, ci = ci_none())$estimate, 2 / 10)
  expect_error(cohen_kappa(all, ci = ci_none()), class = "accord_error_impossible_cell")
  none <- link_objects(data.frame(
    document = "d", annotator = c("a", "b"), start = c(0, 9), end = c(4, 12), label = "x"
  ))
  expect_error(as_ratings(none), class = "accord_error_no_links")
})

test_that("points have no length, and are linked by time", {
  data <- data.frame(document = "d", annotator = c("a", "a", "b", "b"), start = c(1, 5, 1.25, 9), label = "x")
  data$end <- data$start
  expect_error(as_spans(data, unit = 0.01), class = "accord_error_bad_span")
  spans <- as_spans(data, unit = 0.01, points = TRUE)
  expect_equal(sum(!is.na(link_objects(spans, similarity = "onset", within = 0.25)$similarity)), 1)
  expect_equal(sum(!is.na(link_objects(spans, similarity = "onset", within = 0.2)$similarity)), 0)
  expect_error(link_objects(spans, similarity = "onset"), class = "accord_error_argument")
  for (verb in list(span_alpha, span_gamma, span_consensus, as_ratings)) {
    expect_error(verb(spans), class = "accord_error_points")
  }
  expect_error(span_agreement(spans, match = "overlap"), class = "accord_error_points")
})

test_that("F1 within tolerances pairs each event once", {
  data <- data.frame(
    document = "d", annotator = rep(c("a", "b"), c(3, 2)), start = c(1, 1.3, 5, 1.2, 5.6), label = "x"
  )
  data$end <- data$start + 0.5
  x <- span_agreement(data, unit = 0.1, match = "tolerance", tolerance = c(1, 0, 0.1, 0.3), ci = ci_none())
  expect_equal(x$tolerance, c(0, 0.1, 0.3, 1))
  # At .1 the event at 1.2 goes with that at 1.3, at 1 also 5.6 with 5.
  expect_equal(x$found_1, c(0L, 1L, 1L, 2L))
  expect_equal(x$f1, 2 * c(0, 1, 1, 2) / 5)
  expect_error(span_agreement(data, unit = 0.1, match = "tolerance"), class = "accord_error_argument")
  expect_error(span_agreement(data, unit = 0.1, tolerance = 1), class = "accord_error_argument")
})

test_that("an annotator who marked nothing has a kappa of 0, which is part of the mean", {
  data <- data.frame(
    document = "r", annotator = c("a", "a", "b", "b", "c"), start = c(0, 10, 0, 10, NA), end = c(5, 15, 5, 15, NA),
    label = c("x", "y", "x", "y", NA), length = 20
  )
  x <- event_kappa(data, ci = ci_none())
  all <- x[x$coefficient == "event_kappa", ]
  expect_equal(all$estimate, c(1, 0, 0, 1 / 3))
  expect_equal(all$expected[1:3], c(0.5, 1, 1))
  expect_equal(all$status, rep("ok", 4))
  expect_equal(x$status[x$coefficient == "event_kappa_linked"], c("ok", "no links", "no links", "ok"))
  one <- event_kappa(data[data$annotator != "b", ], what = "documents", ci = ci_none())
  expect_equal(one$estimate, c(0, NA))
  expect_equal(one$status, c("ok", "no links"))
  groups <- event_kappa(rbind(data.frame(g = 1, data), data.frame(g = 2, data)), by = "g", ci = ci_none())
  expect_equal(groups$estimate[groups$coefficient == "event_kappa"], rep(c(1, 0, 0, 1 / 3), 2))
})

test_that("points are not linked by overlap, and distances are at least a position", {
  skip_if_quick()
  data <- data.frame(document = "d", annotator = c("a", "a", "b", "b"), start = c(1, 5, 1.25, 9), label = "x")
  data$end <- data$start
  spans <- as_spans(data, unit = 0.01, points = TRUE)
  expect_fault(event_kappa(spans), "points", "4 spans are points")
  expect_fault(link_objects(spans, similarity = "iou"), "points", "4 spans are points")
  expect_fault(link_objects(spans, similarity = "onset", within = 0.004), "argument", argument = "within")
  expect_fault(event_kappa(spans, similarity = "onset", within = 0.004), "argument", argument = "within")
  expect_fault(
    span_agreement(spans, match = "tolerance", tolerance = c(0.004, 1)), "argument", argument = "tolerance"
  )
  expect_equal(event_kappa(spans, similarity = "onset", within = 0, ci = ci_none())$n_links, c(0L, 0L))
})

# The samples of BORIS, tests/test_irr.py at commit 73bdf07: time units from the first event to the last start, with the
# states of all subjects in one label.
boris_samples <- function(kind, every) {
  keep <- c("observation #2", "observation #2 (copy)")
  x <- suppressWarnings(read_boris(test_path("reference", "events", "test.boris"), keep = keep))
  x$item <- "video"
  x$label <- ifelse(is.na(x$label), NA, paste(x$subject, x$label))
  x[!is.na(x$label) & !x$kind %in% kind, c("start", "end", "label", "kind")] <- NA
  x$length <- NULL
  spans <- as_spans(unique(x), document = item, unit = 0.001, seen = "all")
  units <- tibble::as_tibble(as_ratings(
    spans, every = every, from = min(x$start, na.rm = TRUE), to = max(x$start, na.rm = TRUE)
  ))
  at <- match(units$item, unique(units$item))
  data.frame(document = "video", annotator = units$rater, start = at - 1, end = at, label = as.character(units$rating))
}

test_that("the identity of aligned sequences is that of BORIS", {
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  identity <- function(...) {
    units <- boris_samples(...)
    share <- 1 - event_kappa(units, similarity = "sequence", ci = ci_none())$observed[1]
    ratings <- as_ratings(link_objects(units, similarity = "sequence"), unlinked = TRUE)
    expect_equal(percent_agreement(ratings, ci = ci_none())$estimate, share)
    100 * share
  }
  expect_equal(identity("state", 1), 99.36708860759494, tolerance = 1e-14)
  expect_equal(identity("state", 3), 100)
  expect_equal(identity("point", 1), 99.29577464788733, tolerance = 1e-14)
  expect_equal(identity("point", 3), 97.91666666666666, tolerance = 1e-14)
})

test_that("alignment kappa is that of its table, by fitting expected numbers", {
  skip_if_quick()
  set.seed(12)
  for (i in 1:8) {
    n <- sample(5:14, 2)
    data <- data.frame(
      document = "d", annotator = rep(c("a", "b"), n), start = c(seq_len(n[1]), seq_len(n[2])),
      label = sample(c("x", "y", "z"), sum(n), TRUE)
    )
    data$end <- data$start + 1
    links <- link_objects(data, similarity = "sequence")
    levels <- c("x", "y", "z", "(none)")
    side <- function(x) factor(ifelse(is.na(x), "(none)", x), levels)
    table <- unclass(table(side(links$label_1), side(links$label_2)))
    x <- event_kappa(data, similarity = "sequence", ci = ci_none())
    expect_equal(x$estimate[1], fitted_kappa(table), tolerance = 1e-6)
    expect_equal(x$n_links[1], sum(table[1:3, 1:3]))
    expect_equal(x$linked[1], 2 * sum(table[1:3, 1:3]) / sum(n))
    expect_equal(c(x$n_1[1], x$n_2[1]), n)
    expect_identical(x$coefficient, c("alignment_kappa", "alignment_kappa_linked"))
    # Links do not cross.
    both <- links[!is.na(links$object_1) & !is.na(links$object_2), ]
    expect_false(is.unsorted(both$object_2[order(both$object_1)]))
    # Only the order counts.
    later <- transform(data, start = 10 * start, end = 10 * start + 3)
    expect_equal(event_kappa(later, similarity = "sequence", ci = ci_none())[-1], x[-1])
    labels <- event_kappa(data, similarity = "sequence", what = "labels", ci = ci_none())
    for (k in seq_len(nrow(labels))) {
      own <- match(labels$label[k], levels)
      expect_equal(labels$positive[k], 2 * table[own, own] / (sum(table[own, ]) + sum(table[, own])))
      expect_equal(labels$n_1[k], sum(table[own, ]))
      linked <- (sum(table[own, 1:3]) + sum(table[1:3, own])) / (sum(table[own, ]) + sum(table[, own]))
      expect_equal(labels$linked[k], linked)
    }
  }
})

test_that("sequences have intervals over documents", {
  set.seed(4)
  data <- do.call(rbind, lapply(1:6, function(d) {
    truth <- sample(c("x", "y", "z"), 20, TRUE)
    coded <- lapply(c("a", "b"), function(who) {
      label <- ifelse(stats::runif(20) < 0.2, sample(c("x", "y", "z"), 20, TRUE), truth)
      data.frame(document = d, annotator = who, start = 1:20, end = 2:21, label = label)[stats::runif(20) < 0.9, ]
    })
    do.call(rbind, coded)
  }))
  x <- event_kappa(data, similarity = "sequence", ci = ci_jackknife(scale = "identity"))
  without <- vapply(1:6, function(d) {
    event_kappa(data[data$document != d, ], similarity = "sequence", ci = ci_none())$estimate[1]
  }, 0)
  expect_equal(x$std.error[1], sqrt(5 / 6 * sum((without - mean(without))^2)))
  y <- event_kappa(data, similarity = "sequence", ci = ci_bayes())
  expect_true(all(y$conf.low < y$estimate & y$estimate < y$conf.high))
})

test_that("times of links are in the unit of the data", {
  events <- data.frame(
    document = "d", annotator = c("a", "a", "b", "b"), start = c(0.3, 2, 0.4, 2.1), end = c(1.1, 3, 1.1, 3.2),
    label = "x"
  )
  links <- link_objects(events, unit = 0.1)
  expect_identical(c(links$start_1, links$end_1), c(0.3, 2, 1.1, 3))
  expect_identical(c(links$start_2, links$end_2), c(0.4, 2.1, 1.1, 3.2))
})

test_that("a distance that no link would use is an error", {
  two <- data.frame(document = "r", annotator = c("a", "b"), start = c(0, 1), end = c(5, 6), label = "x")
  expect_fault(event_kappa(two, within = 1), "argument", "overlap.*no distance", argument = "within")
  expect_fault(link_objects(two, similarity = "iou", within = 1), "argument", argument = "within")
})
