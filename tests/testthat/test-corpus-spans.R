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

# Ids that look like numbers, truth values or missing values, and documents with no span or one.
odd <- data.frame(
  document = rep(c("001", "01", "1", "NA"), each = 2), annotator = c("07", "NA"),
  start = c(0, 0, 3, NA, NA, NA, 1, 1), end = c(2, 2, 4, NA, NA, NA, 5, 5),
  label = c("NA", "NA", "TRUE", NA, NA, NA, "1.0", "1e2"), length = c(9, 9, 9, 9, NA, NA, 9, 9)
)

test_that("the recipes of the help page read labels and ids that look like numbers or missing values", {
  csv <- tempfile(fileext = ".csv")
  write_spans(odd, csv)
  text <- c(document = "character", annotator = "character", label = "character")
  expect_equal(as_spans(utils::read.csv(csv, na.strings = "", colClasses = text, encoding = "UTF-8")), as_spans(odd))

  skip_if_not_installed("jsonlite")
  file <- tempfile(fileext = ".jsonl")
  write_spans(odd, file)
  unpack <- function(x) {
    length <- if (is.null(x$length)) NA else x$length
    spans <- if (length(x$spans)) x$spans else list(list(start = NA, end = NA, label = NA))
    data.frame(document = x$document, annotator = x$annotator, do.call(rbind, lapply(spans, data.frame)), length)
  }
  lines <- lapply(readLines(file, encoding = "UTF-8"), jsonlite::fromJSON, simplifyVector = FALSE)
  expect_equal(as_spans(do.call(rbind, lapply(lines, unpack))), as_spans(odd))
})

test_that("what is not known stays unknown, and a consensus is written", {
  csv <- tempfile(fileext = ".csv")
  write_spans(marked[-6], csv)
  expect_false(any(as_spans(utils::read.csv(csv, na.strings = ""))$known))
  write_spans(span_consensus(marked, threshold = 0), csv, overwrite = TRUE)
  expect_equal(utils::read.csv(csv)$annotator, rep("consensus", 4))
})

test_that("a file is not overwritten, and its type is told by its name", {
  skip_if_quick()
  csv <- tempfile(fileext = ".csv")
  write_spans(marked, csv)
  expect_fault(write_spans(marked, csv), "file_exists")
  expect_fault(write_spans(marked), "argument", "one path", argument = "file")
  expect_fault(write_spans(marked, tempfile(fileext = ".xml")), "extension", "\\.csv.* or .*\\.json")
  expect_fault(write_spans(marked, file.path(tempfile(), "a.csv")), "missing_folder")
  expect_fault(write_spans(marked, csv, overwrite = NA), "argument")
  expect_fault(write_spans(1, tempfile(fileext = ".csv")), "not_spans")
})
