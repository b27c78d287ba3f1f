# Every position of every document, a row per annotator.
expand_positions <- function(data, units) {
  do.call(rbind, lapply(split(data, data$document), function(doc) {
    do.call(rbind, lapply(unique(doc$annotator), function(who) {
      label <- rep("O", doc$length[1])
      own <- doc[doc$annotator == who & !is.na(doc$start), ]
      for (i in seq_len(nrow(own))) {
        at <- (own$start[i] + 1):own$end[i]
        label[at] <- own$label[i]
        if (units == "bio") label[at] <- paste0(c("B", rep("I", length(at) - 1)), "-", own$label[i])
      }
      data.frame(item = paste(doc$document[1], seq_along(label)), rater = who, label = label)
    }))
  }))
}

test_that("coefficients of positions are those of every position", {
  skip_if_quick()
  set.seed(21)
  for (units in c("sets", "bio")) {
    for (i in 1:5) {
      data <- random_spans(3)
      ratings <- as_ratings(as_spans(data), units = units)
      a <- agreement(ratings, coefficients = c("percent", "fleiss", "conger", "alpha"), ci = ci_none())
      plain <- expand_positions(data, units)
      b <- agreement(
        plain, item, rater, label, coefficients = c("percent", "fleiss", "conger", "alpha"), ci = ci_none()
      )
      expect_equal(a$estimate, b$estimate)
      expect_equal(a$n_items, b$n_items)
    }
  }
})

test_that("stacked spans are sets", {
  d <- data.frame(
    document = "d", annotator = c("a", "a", "b"), start = 0, end = c(4, 4, 4), label = c("X", "Y", "X"),
    length = 6
  )
  ratings <- as_ratings(as_spans(d))
  expect_length(ratings$categories, 3)
  # The annotators agree on 2 of 6 positions, both without a label.
  expect_equal(percent_agreement(ratings, ci = ci_none())$estimate, 2 / 6)
  expect_fault(as_ratings(as_spans(d), units = "bio"), "overlapping_spans", "1 span begins")
  expect_fault(as_ratings(as_spans(d), units = "x"), "argument", argument = "units")
})

test_that("documents are clusters", {
  set.seed(22)
  x <- krippendorff_alpha(as_ratings(as_spans(random_spans(8))), ci = ci_jackknife())
  expect_match(x$interval, "clusters")
})

test_that("a label O is not the same as no span", {
  d <- data.frame(
    document = "d", annotator = c("a", "b"), start = c(0, NA), end = c(4, NA), label = c("O", NA), length = 4
  )
  ratings <- as_ratings(as_spans(d))
  expect_setequal(ratings$categories, c("O", "(O)"))
  expect_equal(percent_agreement(ratings, ci = ci_none())$estimate, 0)
})

test_that("items of documents that are large round numbers have all their digits", {
  d <- data.frame(document = 100000, annotator = c("a", "b"), start = 0, end = c(4, 5), label = "X", length = 5)
  spans <- as_spans(d)
  expect_equal(as.character(as_ratings(spans)$items), c("100000:0-4", "100000:4-5"))
  expect_equal(disagreements(spans)$item, "100000:0-5")
  expect_equal(as_spans(transform(d, label = 100000))$labels, "100000")
})

test_that("without a position there are no ratings", {
  none <- data.frame(document = "d", annotator = c("a", "b"), start = NA, end = NA, label = NA)
  expect_fault(as_ratings(as_spans(none)), "no_rows", "The length of the document is 0")
  expect_fault(
    as_ratings(as_spans(rbind(none, transform(none, document = "e")))), "no_rows", "The length of all documents is 0"
  )
})

test_that("overlapping spans have no tags, and the error says of what", {
  d <- data.frame(document = "d", annotator = c("a", "a", "b"), start = c(0, 2, 0), end = c(4, 6, 4), label = "X")
  expect_fault(as_ratings(as_spans(d), units = "bio"), "overlapping_spans", "`units = \"bio\"` is defined for spans")
  expect_fault(span_alpha(d), "overlapping_spans", "Alpha for unitizing is defined for spans")
})

test_that("adjacent positions with the same labels are one item, also inside nested spans", {
  # ann: PER 0-10 with PER 2-5 inside and PER 10-12 after it; bob: PER 0-12
  marked <- data.frame(
    document = "d", annotator = c("ann", "ann", "ann", "bob"), start = c(0, 2, 10, 0), end = c(10, 5, 12, 12),
    label = "PER", length = 20
  )
  ratings <- as_ratings(as_spans(marked))
  expect_identical(ratings$items, c("d:0-12", "d:12-20"))
  expect_equal(ratings$weight, c(12, 8))
  # All spans around the middle: an annotator has one label at each position.
  around <- function(n) {
    data.frame(
      document = "d", annotator = rep(c("a", "b"), each = n), start = seq_len(n), end = 4 * n - seq_len(n),
      label = "PER", length = 4 * n
    )
  }
  expect_length(as_ratings(as_spans(around(50)))$items, 3)
  expect_linear_time(function(n) as_ratings(as_spans(around(n))), 500)
})

test_that("time after a known end is not rated, and a tolerance is at least a position", {
  skip_if_quick()
  data <- data.frame(
    document = "r", annotator = c("ann", "ann", "bob", "bob"), start = c(0, 1.01, 0, 1.02),
    end = c(1, 1.04, 1.01, 3), label = c("A", "B", "A", "B"), length = 5
  )
  spans <- as_spans(data, unit = 0.01)
  agreed <- function(...) {
    x <- percent_agreement(as_ratings(spans, ...), ci = ci_none())
    c(x$estimate, x$n_items)
  }
  expect_equal(agreed(to = 20), agreed())
  expect_equal(agreed(from = 1, to = 20), agreed(from = 1))
  expect_equal(agreed(to = 20, every = 0.5), agreed(to = 5, every = 0.5))
  expect_fault(as_ratings(spans, from = 10, to = 20), "argument", argument = "from")
  expect_fault(as_ratings(spans, from = 10, to = 20, every = 1), "argument", argument = "from")
  expect_fault(as_ratings(spans, tolerance = 0.004), "argument", argument = "tolerance")
  expect_fault(as_ratings(spans, point_weight = 0.004), "argument", argument = "point_weight")
})

test_that("the print weighs stretches by their length", {
  marked <- data.frame(
    document = "d", annotator = c("ann", "bob"), start = 0, end = c(20, 10), label = "A", length = 100
  )
  # A at 20 and 10 of 2 * 100 positions, O at the other 170.
  expect_match(format(as_ratings(as_spans(marked))), "by length: +O 85.0%, A 15.0%", all = FALSE)
})
