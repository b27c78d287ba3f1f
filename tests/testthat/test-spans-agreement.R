test_that("F1 is that of every pair of spans", {
  skip_if_quick()
  set.seed(11)
  for (i in seq_len(test_size(2, 100))) {
    data <- random_spans(3, overlap = TRUE)
    data <- data[!duplicated(data[c("document", "annotator", "start", "end", "label")]), ]
    x <- span_agreement(data, match = SPAN_MATCHES, ci = ci_none())
    x <- x[!is.na(x$annotator_1), ]
    for (r in which(x$status == "ok")) {
      expected <- oracle_f1(
        data[data$annotator == x$annotator_1[r], ], data[data$annotator == x$annotator_2[r], ], x$match[r]
      )
      expect_equal(x$f1[r], expected[["f1"]], info = paste(i, r))
      if (x$n_2[r] > 0) expect_equal(x$precision[r], expected[["precision"]], info = paste(i, r))
      if (x$n_1[r] > 0) expect_equal(x$recall[r], expected[["recall"]], info = paste(i, r))
    }
  }
})

# Three documents by hand: ann has 4 spans, bob 3; one is the same, one has other ends, one another label.
hand <- data.frame(
  document = c("d1", "d1", "d1", "d1", "d2", "d2", "d3", "d3"),
  annotator = c("ann", "ann", "bob", "bob", "ann", "bob", "ann", "bob"),
  start = c(0, 9, 0, 9, 3, 3, 1, NA), end = c(4, 14, 4, 14, 8, 7, 5, NA),
  label = c("PER", "LOC", "PER", "ORG", "PER", "PER", "LOC", NA), length = 20
)

test_that("values by hand", {
  x <- span_agreement(hand, match = c("exact", "boundaries", "type", "overlap"))
  expect_equal(x$found_1, c(1L, 2L, 2L, 3L))
  expect_equal(x$n_1, rep(4L, 4))
  expect_equal(x$n_2, rep(3L, 4))
  expect_equal(x$f1, 2 * c(1, 2, 2, 3) / 7)
  expect_equal(x$precision[1], 1 / 3)
  expect_equal(x$recall[1], 1 / 4)
  labels <- span_agreement(hand, what = "labels")
  expect_equal(labels$label, c("LOC", "ORG", "PER"))
  # LOC: 2 of ann, 0 of bob; ORG: 0 and 1; PER: 2 and 2, one of them the same.
  expect_equal(labels$f1, c(0, 0, 1 / 2))
  expect_equal(span_agreement(hand, average = "macro")$f1, mean(c(0, 0, 1 / 2)))
  documents <- span_agreement(hand, what = "documents")
  expect_equal(documents$document, c("d1", "d2", "d3"))
  expect_equal(documents$f1, c(1 / 2, 0, 0))
  expect_equal(documents$status, rep("ok", 3))
})

test_that("the standard error is that of documents left out in turn", {
  x <- span_agreement(hand, ci = ci_jackknife(scale = "identity"))
  # F1 without d1, d2, d3: 0 of 3, 1 of 5 (2 + 2 spans and 1 + 0), 1 of 6.
  without <- c(0, 2 / 5, 2 / 6)
  expect_equal(x$std.error, sqrt(2 / 3 * sum((without - mean(without))^2)))
  expect_equal(x$n_documents, 3L)
  # d1 has four spans, d2 two and d3 one: as many as 49 / 21 documents of equal sizes.
  one_sided <- stats::qt(.975, pmax(49 / 21 - 1, 1)) * x$std.error
  expect_equal(c(x$conf.low, x$conf.high), c(max(0, x$f1 - one_sided), min(1, x$f1 + one_sided)))
  set.seed(1)
  many <- random_spans(12)
  y <- span_agreement(many, match = "overlap", ci = ci_bootstrap(times = 200))
  expect_true(all(y$conf.low <= y$f1 & y$f1 <= y$conf.high))
  one <- span_agreement(hand[hand$document == "d1", ])
  expect_equal(one$std.error, NA_real_)
})

test_that("three annotators have pairs and their mean", {
  set.seed(12)
  data <- random_spans(6)
  x <- span_agreement(data, match = "overlap")
  expect_equal(nrow(x), 4)
  expect_equal(x$f1[4], mean(x$f1[1:3]))
  mean_without <- vapply(paste0("d", 1:6), function(d) {
    y <- span_agreement(data[data$document != d, ], match = "overlap", ci = ci_none())
    mean(y$f1[1:3])
  }, 0)
  se <- sqrt(5 / 6 * sum((mean_without - mean(mean_without))^2))
  expect_equal(x$std.error[4], se)
})

test_that("each label and document has the mean of its pairs", {
  data <- with_seed(15, random_spans(5))
  labels <- span_agreement(data, what = "labels")
  means <- labels[is.na(labels$annotator_1), ]
  expect_setequal(means$label, unique(labels$label))
  expect_equal(
    means$f1, vapply(means$label, function(one) mean(labels$f1[labels$label == one & !is.na(labels$annotator_1)]), 0),
    ignore_attr = TRUE
  )
  without <- vapply(paste0("d", 1:5), function(d) {
    y <- span_agreement(data[data$document != d, ], what = "labels", ci = ci_none())
    mean(y$f1[y$label %in% "X" & !is.na(y$annotator_1)], na.rm = TRUE)
  }, 0)
  expect_equal(means$std.error[means$label == "X"], sqrt(4 / 5 * sum((without - mean(without))^2)))
  documents <- span_agreement(data, what = "documents", match = c("exact", "overlap"))
  means <- documents[is.na(documents$annotator_1), ]
  expect_identical(means$document, rep(paste0("d", 1:5), 2))
  of_pairs <- documents[!is.na(documents$annotator_1), ]
  expect_equal(means$f1, unname(c(vapply(split(of_pairs, of_pairs$match), function(x) {
    vapply(split(x$f1, x$document), mean, 0, na.rm = TRUE)
  }, double(5)))))
  expect_true(all(is.na(means$std.error)) && all(means$n_documents == 1))
  two <- span_agreement(data[data$annotator != "c", ], what = "labels")
  expect_false(anyNA(two$annotator_1))
})

test_that("the mean of pairs does not depend on whose name comes first", {
  set.seed(14)
  data <- random_spans(4)
  other <- transform(data, annotator = c(a = "z", b = "y", c = "x")[annotator])
  columns <- c("f1", "std.error", "precision", "recall", "n_documents")
  expect_equal(span_agreement(data, match = "type")[4, columns], span_agreement(other, match = "type")[4, columns])
})

test_that("nobody marked anything, and pairs saw different documents", {
  none <- data.frame(
    document = c("d", "d", "e", "e"), annotator = c("a", "b", "a", "c"), start = NA, end = NA, length = 9
  )
  x <- span_agreement(none)
  expect_identical(x$status, rep("no spans", 3))
  expect_identical(x$n_documents, c(1L, 1L, 2L))
  expect_identical(span_agreement(none, average = "macro", ci = ci_bootstrap(times = 20))$f1, rep(NA_real_, 3))
})

test_that("order and names change nothing", {
  set.seed(13)
  data <- random_spans(5, overlap = TRUE)
  data <- data[!duplicated(data), ]
  expect_equal(span_agreement(data), span_agreement(data[sample(nrow(data)), ]))
  shifted <- transform(data, start = start + 7, end = end + 7, length = length + 7)
  expect_equal(span_agreement(data, match = SPAN_MATCHES), span_agreement(shifted, match = SPAN_MATCHES))
})

test_that("documents without spans, and without a common annotator", {
  none <- data.frame(document = "d", annotator = c("a", "b"), start = NA, end = NA, label = NA, length = 9)
  x <- span_agreement(none)
  expect_equal(x$status, "no spans")
  expect_equal(x$f1, NA_real_)
  half <- transform(none, start = c(0, NA), end = c(2, NA), label = "X")
  expect_equal(span_agreement(half)$f1, 0)
  expect_equal(span_agreement(half)$precision, NA_real_)
  expect_fault(span_agreement(half[1, ]), "one_annotator", "1 annotator")
  expect_error(span_agreement(half[1, ]), "say who annotated")
  expect_equal(span_agreement(half[c(1, 2, 2), ], duplicates = "first")$f1, 0)
  expect_fault(span_agreement(none, match = "fuzzy"), "argument", argument = "match")
  expect_fault(span_agreement(none, match = character()), "argument", argument = "match")
  expect_fault(span_agreement(none, what = "x"), "argument", argument = "what")
  expect_fault(span_agreement(none, average = "x"), "argument", argument = "average")
})

test_that("groups that part the spans of a document are told where a missed span would not count", {
  skip_if_quick()
  data <- data.frame(
    document = c("a", "a", "b", "b", "b"), annotator = c("x", "y", "x", "y", "y"), start = c(0, 0, 2, 2, 6),
    end = c(2, 2, 4, 4, 8), label = c("P", "L", "P", "P", "L"), round = 1, length = 10
  )
  cnd <- expect_warning(
    x <- span_agreement(data, by = label), "several groups.*\"a\" and \"b\"", class = "accord_warning_seen_in_part"
  )
  # Only y marked L.
  expect_identical(x$status, c("one annotator only", "ok"))
  expect_identical(x$f1, c(NA, 1))
  expect_match(as.character(paper_table(x, "markdown")), "Mean of pairs: one annotator only", fixed = TRUE, all = FALSE)
  expect_identical(glance(x)$n_undefined, 1L)
  expect_identical(cnd$documents, c("a", "b"))
  expect_warning(
    x <- span_alpha(transform(data, tag = label)[-1, ], by = tag), "1 document is",
    class = "accord_warning_seen_in_part"
  )
  expect_identical(x$status[1], "one annotator only")
  expect_fault(span_agreement(data[data$annotator == "y", ], by = round), "one_annotator")
  # A second round of the same documents by the same people, and documents that are in one group.
  expect_no_warning(span_agreement(rbind(data, transform(data, round = 2)), by = round))
  expect_no_warning(span_agreement(transform(data, part = document), by = part))
})

test_that("an error in a group counts rows in it, and gives those of the data", {
  data <- data.frame(
    document = "a", annotator = rep(c("x", "y"), each = 4), start = c(0, 0, 3, 3),
    end = c(2, 2, 5, 3), label = "P", round = rep(1:2, 4)
  )
  expect_fault(
    span_alpha(data, by = round), "bad_span", "2 spans do not: row 2.*row 4.*group of `by`: round 2", rows = c(4L, 8L)
  )
})

test_that("spans are found wherever the numbers of their positions begin", {
  set.seed(3)
  d <- transform(random_spans(n_documents = 20), start = start + 1, end = end + 1, length = NULL)
  # Microseconds since 1970.
  later <- transform(d, start = start + 1.6e15, end = end + 1.6e15)
  figures <- function(data) {
    spans <- as_spans(data)
    f1 <- span_agreement(spans, match = c("type", "overlap"), ci = ci_none())$f1
    # No annotator marked the beginning.
    positions <- as.data.frame(position_rows(spans, "sets"))
    first <- grepl(":0(-|$)", positions$item)
    list(f1, positions[!first, c("annotator", "label", "weight", "document")], nrow(overlapping(spans)))
  }
  expect_equal(figures(later), figures(d), ignore_attr = TRUE)
})

test_that("matches are names", {
  marked <- data.frame(document = "d1", annotator = c("a", "b"), start = 0, end = 4, label = "PER", length = 20)
  expect_fault(span_agreement(marked, match = match), "argument", "a function", argument = "match")
  expect_fault(span_agreement(marked, match = NULL), "argument", argument = "match")
  expect_fault(as_spans(marked, from = mean), "argument", "0 or 1.*a function", argument = "from")
  expect_fault(span_consensus(marked, name = NULL), "argument", argument = "name")
})

test_that("rows of labels are those of the spans with each label alone", {
  skip_if_quick()
  data <- with_seed(3, random_spans(6, overlap = TRUE))
  data <- data[!duplicated(data), ]
  columns <- c("f1", "std.error", "conf.low", "conf.high", "precision", "recall", "n_1", "n_2", "n_documents", "status")
  for (ci in list(ci_jackknife(), ci_bayes(), ci_none())) {
    found <- span_agreement(data, what = "labels", match = "type", ci = ci)
    for (label in unique(found$label)) {
      # An annotator who marked another label saw the document.
      own <- data
      own[!own$label %in% label, c("start", "end", "label")] <- NA
      alone <- span_agreement(own, match = "type", ci = ci)
      expect_equal(as.list(found[found$label == label, ])[columns], as.list(alone)[columns])
    }
  }
  expect_linear_time(function(n) {
    marked <- data.frame(
      document = "d", annotator = rep(c("a", "b"), each = n), start = 10 * seq_len(n), end = 10 * seq_len(n) + 5,
      label = seq_len(n), length = 10 * n + 10
    )
    spans <- as_spans(marked)
    span_agreement(spans, what = "labels")
    span_alpha(spans)
  }, 500)
})

test_that("without any span there are no rows of labels, but all columns", {
  none <- data.frame(document = "d", annotator = c("a", "b"), start = NA, end = NA, label = NA)
  marked <- data.frame(document = "d", annotator = c("a", "b"), start = 0, end = 4, label = "X")
  found <- span_agreement(none, what = "labels")
  expect_identical(nrow(found), 0L)
  expect_identical(vapply(found, typeof, ""), vapply(span_agreement(marked, what = "labels"), typeof, ""))
})

test_that("F1 of all labels needs no column for each", {
  marked <- data.frame(
    document = rep(1:200, each = 2), annotator = c("a", "b"), start = 0, end = 4, label = rep(1:200, each = 2)
  )
  marked$label[1:4] <- c(1, 2, 3, 3)
  expect_equal(span_agreement(marked)$f1, 199 / 200)
  spans <- as_spans(marked)
  own <- by_annotator(spans)
  expect_identical(dim(pair_counts(own[[1]], own[[2]], spans$labels, "exact", FALSE)$sums), c(200L, 4L))
  for (match in c("exact", "boundaries", "type", "overlap")) {
    apart <- pair_counts(own[[1]], own[[2]], spans$labels, match)$sums
    every <- pair_counts(own[[1]], own[[2]], spans$labels, match, FALSE)$sums
    expect_equal(every, vapply(1:4, function(k) rowSums(apart[, seq(k, ncol(apart), 4)]), double(200)))
  }
})
