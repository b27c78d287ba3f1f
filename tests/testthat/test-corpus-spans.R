# Two documents of two annotators, one without spans; labels that need quotes.
marked <- data.frame(
  document = c("d1", "d1", "d1", "d2", "d2"), annotator = c("ann", "ann", "b\u00f6b", "ann", "b\u00f6b"),
  start = c(0, 9, 0, NA, NA), end = c(4, 14, 4, NA, NA), label = c("a \"b\", c", "LOC", "\U0001f600", NA, NA),
  length = c(20, 20, 20, 1e6, 1e6)
)

test_that("spans are read back as they were written", {
  csv <- tempfile(fileext = ".csv")
  counts <- write_spans(marked, csv)
  expect_equal(
    counts, tibble::tibble(file = csv, n_documents = 2L, n_annotators = 2L, n_spans = 3L)
  )
  back <- utils::read.csv(csv, encoding = "UTF-8", na.strings = "")
  expect_equal(back, marked)
  expect_equal(as_spans(back), as_spans(marked))
  expect_equal(readLines(csv, encoding = "UTF-8")[5], "\"d2\",\"ann\",,,,1000000")

  skip_if_not_installed("jsonlite")
  jsonl <- tempfile(fileext = ".jsonl")
  write_spans(marked, jsonl)
  lines <- lapply(readLines(jsonl, encoding = "UTF-8"), jsonlite::fromJSON)
  expect_equal(vapply(lines, `[[`, "", "document"), c("d1", "d1", "d2", "d2"))
  expect_equal(vapply(lines, `[[`, "", "annotator"), c("ann", "b\u00f6b", "ann", "b\u00f6b"))
  expect_equal(vapply(lines, `[[`, 0, "length"), c(20, 20, 1e6, 1e6))
  expect_equal(lines[[1]]$spans, data.frame(start = c(0L, 9L), end = c(4L, 14L), label = c("a \"b\", c", "LOC")))
  expect_equal(lines[[3]]$spans, list())
})

test_that("what is not known stays unknown, and a consensus is written", {
  csv <- tempfile(fileext = ".csv")
  write_spans(marked[-6], csv)
  expect_false(any(as_spans(utils::read.csv(csv, na.strings = ""))$known))
  write_spans(span_consensus(marked, threshold = 0), csv, overwrite = TRUE)
  expect_equal(utils::read.csv(csv)$annotator, rep("consensus", 4))
})

test_that("a file is not overwritten, and its type is told by its name", {
  csv <- tempfile(fileext = ".csv")
  write_spans(marked, csv)
  expect_fault(write_spans(marked, csv), "file_exists")
  expect_fault(write_spans(marked), "argument", "one path", argument = "file")
  expect_fault(write_spans(marked, tempfile(fileext = ".json")), "extension", "\\.csv.* or .*\\.jsonl")
  expect_fault(write_spans(marked, file.path(tempfile(), "a.csv")), "missing_folder")
  expect_fault(write_spans(marked, csv, overwrite = NA), "argument")
  expect_fault(write_spans(1, tempfile(fileext = ".csv")), "not_spans")
})
