# Spans written beside their texts. Positions and tags were counted by hand.

some_spans <- function() {
  data.frame(
    document = rep(c("d1", "d2"), c(4, 2)), annotator = c("ann", "ann", "bob", "bob", "ann", "bob"),
    start = c(0, 16, 0, 16, NA, NA), end = c(10, 22, 4, 20, NA, NA), label = c("PER", "LOC", "PER", "LOC", NA, NA)
  )
}
# The emoji is one character and two units of UTF-16.
some_texts <- function() c(d2 = "Nothing here", d1 = "Ruth Smith saw \U0001f600Fields.\nIt rained.")

test_that("tokens have a tag of each annotator, and are cut where spans begin or end", {
  file <- tempfile(fileext = ".conll")
  write_spans(some_spans(), file, texts = some_texts())
  expect_identical(readLines(file, encoding = "UTF-8"), c(
    "-DOCSTART-\tO\tO", "", "Ruth\tB-PER\tB-PER", "Smith\tI-PER\tO", "saw\tO\tO", "\U0001f600\tO\tO",
    "Fiel\tB-LOC\tB-LOC", "ds\tI-LOC\tO", ".\tO\tO", "", "It\tO\tO", "rained\tO\tO", ".\tO\tO", "",
    "-DOCSTART-\tO\tO", "", "Nothing\tO\tO", "here\tO\tO", ""
  ))
  back <- read_bio(file, tags = c(ann = 2, bob = 3))
  expect_identical(back$text, c("Ruth Smith", "Fiel ds", NA, "Ruth", "Fiel", NA))
})

test_that("adjacent spans, and spans over lines, stay spans of their own", {
  marked <- data.frame(
    document = "d", annotator = "ann", start = c(0, 2, 5), end = c(2, 4, 9), label = c("A", "A", "B")
  )
  file <- tempfile(fileext = ".bio")
  write_spans(marked, file, texts = c(d = "abcd e\nfg\nh"))
  expect_identical(readLines(file), c(
    "-DOCSTART-\tO", "", "ab\tB-A", "cd\tB-A", "e\tB-B", "fg\tI-B", "", "h\tO", ""
  ))
})

test_that("spans of tokens are written with the tokens, and read again", {
  lines <- c("Ruth B-PER", "Smith I-PER", "slept O", "Naomi B-PER")
  path <- file.path(folder_with(ann.conll = lines), "ann.conll")
  spans <- as_spans(read_bio(path))
  file <- tempfile(fileext = ".conll")
  write_spans(spans, file, texts = list("1" = c("Ruth", "Smith", "slept", "Naomi")))
  expect_identical(readLines(file), c("-DOCSTART-\tO", "", sub(" ", "\t", lines), ""))
  expect_equal(as_spans(read_bio(c(ann = file))), spans)
})

test_that("Label Studio gets tasks with the text and the spans of each annotator", {
  skip_if_not_installed("jsonlite")
  file <- tempfile(fileext = ".json")
  write_spans(some_spans(), file, texts = some_texts())
  tasks <- jsonlite::fromJSON(file, simplifyVector = FALSE)
  expect_identical(tasks[[1]]$data, list(text = some_texts()[["d1"]], document = "d1"))
  expect_identical(tasks[[2]]$predictions, list(
    list(model_version = "ann", result = list()), list(model_version = "bob", result = list())
  ))
  second <- tasks[[1]]$predictions[[1]]$result[[2]]
  expect_identical(
    second[c("from_name", "to_name", "type")], list(from_name = "label", to_name = "text", type = "labels")
  )
  expect_identical(second$value, list(start = 17L, end = 23L, text = "Fields", labels = list("LOC")))
  back <- read_label_studio(file, predictions = TRUE)
  spans <- as_spans(back)
  expect_equal(spans$span, as_spans(some_spans())$span)
  # The first text has 15, 1, 7, 1 and 10 characters.
  expect_identical(spans$length, c(34, 12))
  expect_identical(spans$annotators, c("ann", "bob"))
})

test_that("texts must be given, of every document, and as long as the spans", {
  skip_if_quick()
  write <- function(..., extension = ".conll") write_spans(some_spans(), tempfile(fileext = extension), ...)
  expect_fault(write(), "argument", "contains the texts", argument = "texts")
  expect_fault(write(texts = "Ruth"), "argument", "named by document")
  expect_fault(write(texts = some_texts()[1]), "unknown_document", "1 document has none: \"d1\"")
  expect_fault(write(texts = c(x = "a")), "unknown_document", "2 documents have none")
  expect_fault(write(texts = c(d1 = "Ruth", d2 = "")), "outside_text", "3 spans do not: .*characters of")
  expect_fault(write(texts = list(d1 = c("Ruth", "saw"), d2 = "a")), "outside_text", "tokens, the elements of")
  expect_fault(write(texts = some_texts(), extension = ".csv"), "argument", "NULL for csv")
  skip_if_not_installed("jsonlite")
  expect_fault(write(texts = list(d1 = "a"), extension = ".json"), "argument", "characters")
})

test_that("what tags cannot say is an error", {
  to <- function(data, ...) write_spans(data, tempfile(fileext = ".conll"), texts = some_texts(), ...)
  nested <- data.frame(document = "d1", annotator = "ann", start = c(0, 0), end = c(10, 4), label = c("PER", "LOC"))
  expect_fault(to(nested), "overlapping_spans", "labels = \"PER\"")
  expect_identical(to(nested, labels = "PER")$n_spans, 1L)
  expect_fault(to(some_spans()[-6, ]), "unbalanced", "1 of 4 pairs of document")
  blank <- data.frame(document = "d1", annotator = "ann", start = 4, end = 5, label = "PER")
  expect_fault(to(blank), "bad_span", "1 span covers blanks only")
})
