# Position by position, from the definition.
oracle_consensus <- function(data, threshold) {
  rows <- lapply(split(data, data$document), function(doc) {
    people <- unique(doc$annotator)
    do.call(rbind, lapply(sort(unique(stats::na.omit(doc$label))), function(label) {
      share <- vapply(seq_len(doc$length[1]), function(p) {
        has <- !is.na(doc$start) & doc$label %in% label & doc$start < p & doc$end >= p
        length(unique(doc$annotator[has])) / length(people)
      }, 0)
      runs <- rle(share > threshold + 1e-9)
      end <- cumsum(runs$lengths)[runs$values]
      if (length(end) == 0) return(NULL)
      start <- end - runs$lengths[runs$values]
      mean <- mapply(function(from, to) mean(share[(from + 1):to]), start, end)
      data.frame(document = doc$document[1], start = start, end = end, label = label, share = mean)
    }))
  })
  rows <- do.call(rbind, rows)
  rows <- rows[order(rows$document, rows$start, rows$label), ]
  rownames(rows) <- NULL
  rows
}

test_that("the consensus is that of every position", {
  skip_if_quick()
  for (i in seq_len(test_size(2, 6))) {
    data <- unique(with_seed(i, random_spans(3, overlap = i %% 2 == 0)))
    for (threshold in c(0.5, 1 / 3)) {
      found <- span_consensus(data, threshold = threshold)
      expect_identical(found$length, as.double(data$length[match(found$document, data$document)]))
      expect_true(all(found$n_annotators == 3))
      found <- as.data.frame(found[!is.na(found$start), c("document", "start", "end", "label", "share")])
      expect_equal(found, oracle_consensus(data, threshold), ignore_attr = TRUE)
    }
  }
})

test_that("a consensus of whole spans keeps those that most marked", {
  found <- span_consensus(result_spans(), units = "spans")
  expect_identical(found$start, c(0, 3))
  expect_equal(found$share, c(2, 2) / 3)
  expect_s3_class(as_spans(rbind(found[names(result_spans())], result_spans())), "accord_spans")
  expect_identical(span_consensus(result_spans(), threshold = 0.9)$start, c(1, 3))
  none <- span_consensus(result_spans(), units = "spans", threshold = 0.9)
  expect_identical(none$start, c(NA_real_, NA_real_))
  expect_error(span_consensus(result_spans(), threshold = 1), class = "accord_error_argument")
  expect_error(span_consensus(result_spans(), units = "tokens"), class = "accord_error_argument")
})

test_that("groups of spans are not pooled in silence", {
  skip_if_not_installed("dplyr")
  spans <- data.frame(document = "d", annotator = c("a", "b"), start = 0, end = 4, label = "x", length = 9, part = 1)
  expect_fault(span_consensus(dplyr::group_by(spans, part)), "argument", "grouped by part")
})

test_that("a length that is not known stays unknown", {
  marked <- data.frame(document = "d", annotator = c("a", "b"), start = 2, end = 5, label = "X")
  again <- as_spans(tibble::as_tibble(as_spans(marked)))
  expect_false(again$known)
  found <- span_consensus(marked)
  expect_identical(found$length, NA_real_)
  longer <- data.frame(document = "d", annotator = "c", start = 6, end = 8, label = "X", length = NA)
  expect_identical(as_spans(rbind(found[names(longer)], longer))$length, 8)
  for (data in list(marked, found)) {
    file <- tempfile(fileext = ".csv")
    write_spans(data, file)
    expect_identical(utils::read.csv(file)$length, rep(NA, nrow(data)))
  }
})
