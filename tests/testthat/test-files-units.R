test_that("units of UTF-16 become characters", {
  text <- "a\U0001F600b\U0001F601"
  # Positions counted by hand: a 0-1, the first emoji 1-3, b 3-4, the second 4-6.
  expect_equal(characters_of_utf16(c(0, 1, 3, 4, 6, 8, NA), rep(text, 7)), c(0, 1, 2, 3, 4, 6, NA))
  # A position between the halves of a character becomes its end.
  expect_equal(characters_of_utf16(c(2, 5), rep(text, 2)), c(2, 4))
  expect_equal(characters_of_utf16(c(2, 5), rep("\u00e9\u00e9\u00e9\u00e9\u00e9", 2)), c(2, 5))
  expect_equal(characters_of_utf16(3, NA), 3)
})

test_that("random text agrees with a count of code units", {
  set.seed(5)
  for (i in 1:20) {
    letters <- sample(c("a", "\u00e9", "\U0001F600"), 12, TRUE)
    text <- paste(letters, collapse = "")
    at <- 0:12
    units <- vapply(
      at,
      function(n) {
        length(iconv(paste(letters[seq_len(n)], collapse = ""), "UTF-8", "UTF-16LE", toRaw = TRUE)[[1]]) / 2
      },
      0
    )
    expect_equal(characters_of_utf16(units, rep(text, 13)), at)
  }
})

test_that("many spans of a long text are cut out as few are", {
  letters <- rep(c("a", "\u00e9", "\U0001F600", "z"), 20)
  text <- paste(letters, collapse = "")
  start <- rep(0:39, 2)
  end <- start + rep(c(0, 3), each = 40)
  expected <- mapply(function(from, to) paste(letters[seq_len(to - from) + from], collapse = ""), start, end)
  expect_equal(covered_text(rep(text, 80), start, end), expected)
  expect_equal(covered_text(c(text, NA, "ab"), c(78, 0, 1), c(80, 1, 3)), c("\U0001F600z", NA, NA))
})

test_that("texts that come again and again are found once", {
  text <- c("a", "a", NA, NA, "b\U1F600", "a", "b\U1F600", "b\U1F600")
  found <- distinct_texts(text, 8)
  expect_identical(found$texts[found$of], text)
  expect_identical(anyDuplicated(found$texts), 0L)
  expect_identical(distinct_texts("a", 3), list(texts = "a", of = c(1L, 1L, 1L)))
  expect_identical(distinct_texts(character(), 0), list(texts = character(), of = integer()))
  expect_identical(characters_in(text), c(1L, 1L, 2L, 2L, 2L, 1L, 2L, 2L)[c(1, 2, NA, NA, 5:8)])
  expect_identical(characters_of_utf16(c(1, NA, 3), c("\U0001F600a", "\U0001F600a", "\U0001F600a")), c(1, NA, 2))
  expect_identical(characters_of_utf16(c(3, 0), "a\U0001F600b"), c(2, 0))
  expect_identical(covered_text("a\U0001F600b", c(1, 2), c(2, 3)), c("\U1F600", "b"))
})

test_that("the time of readers grows with the spans of a text, not with their product with its length", {
  marked <- function(n) {
    text <- paste(rep("Ruth\U1F600 slept", n), collapse = " ")
    at <- (seq_len(n) - 1) * 12
    spans <- sprintf(
      '{"value": {"start": %d, "end": %d, "text": "Ruth", "labels": ["PER"]}, "id": "r%d", "from_name": "ner", %s}',
      at + seq_len(n) - 1, at + seq_len(n) + 3, seq_len(n), '"to_name": "text", "type": "labels"'
    )
    file <- tempfile(fileext = ".json")
    writeLines(sprintf(
      '[{"id": 1, "data": {"text": "%s"}, "annotations": [{"id": 1, "completed_by": 1, "result": [%s]}]}]', text,
      paste(spans, collapse = ", ")
    ), file, useBytes = TRUE)
    read_label_studio(file)
  }
  found <- marked(30)
  expect_identical(found$start, (0:29) * 12)
  expect_identical(found$text, rep("Ruth", 30))
  expect_linear_time(marked, 3000)
  sentences <- function(n) {
    at <- (seq_len(n) - 1) * 8
    file <- tempfile(fileext = ".tsv")
    writeLines(c("#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Span|value", "", rbind(
      "", "#Text=\U1F600 Ruth", sprintf("%d-1\t%d-%d\t\U1F600\t_\t", seq_len(n), at, at + 2),
      sprintf("%d-2\t%d-%d\tRuth\tPER\t", seq_len(n), at + 3, at + 7)
    )), file, useBytes = TRUE)
    read_webanno(c(ann = file))
  }
  expect_identical(sentences(30)$start, (0:29) * 7 + 2)
  expect_linear_time(sentences, 2000)
})

test_that("offsets are written as whole numbers, also beside others that are none", {
  said <- offset_words(c(-1, 5, 0.5), c(3, 3, 1e5), c(10, 10, 10))
  expect_match(said[1], "from -1 to 3 ends")
  expect_match(said[2], "from 5 to 3 ends")
  expect_match(said[3], "from 0.5 to 100000 lies")
})
