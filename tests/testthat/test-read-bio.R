# Lines of tokens with these tags; "" ends a sentence.
bio <- function(tags, words = paste0("w", seq_along(tags))) ifelse(tags == "", "", paste(words, tags))

# The places of spans by the rules of the scorer of CoNLL-2000, token by token: a matrix of start, end and label.
oracle_spans <- function(tags) {
  found <- list()
  at <- 0
  open <- NULL
  before <- "O"
  for (tag in tags) {
    kind <- substr(tag, 1, 1)
    type <- substring(tag, 3)
    ended <- is.null(open) || before %in% c("E", "L", "S", "U")
    goes_on <- !ended && kind %in% c("I", "E", "L", "M") && type == open$type
    if (!is.null(open) && !goes_on) {
      found <- c(found, list(c(open$start, at, open$type)))
      open <- NULL
    }
    if (!kind %in% c("", "O") && !goes_on) open <- list(start = at, type = type)
    before <- if (kind == "") "O" else kind
    at <- at + (kind != "")
  }
  if (!is.null(open)) found <- c(found, list(c(open$start, at, open$type)))
  do.call(rbind, found)
}

read_tags <- function(tags) suppressWarnings(read_bio(c(ann = folder_with(d.bio = bio(tags)))))

test_that("spans of random tags are those of a scan, token by token", {
  skip_if_quick()
  set.seed(15)
  for (kinds in list(c("B", "I"), c("B", "I", "E", "S"), c("B", "I", "L", "U"), "I")) {
    for (i in seq_len(test_size(3, 100))) {
      pool <- c(rep("O", 3), "", paste0(rep(kinds, 2), "-", rep(c("PER", "A-B"), each = length(kinds))))
      tags <- c("O", sample(pool, 30, TRUE), "O")
      x <- read_tags(tags)
      expected <- oracle_spans(tags)
      if (is.null(expected)) expected <- matrix(NA_character_, 1, 3)
      expect_equal(as.character(x$start), expected[, 1])
      expect_equal(as.character(x$end), expected[, 2])
      expect_equal(x$label, expected[, 3])
      expect_equal(unique(x$length), sum(tags != ""))
    }
  }
})

test_that("columns are annotators, and tokens, sentences, documents and lines are told", {
  lines <- c(
    "-DOCSTART- -X- O O", "", "Ruth NNP B-PER B-PER", "Smith NNP I-PER O", "slept VBD O O", "", "# a comment",
    "Z\u00fcrich NNP B-LOC B-LOC", "-DOCSTART- -X- O O", "", "no NN O B-X", "# NN O O"
  )
  path <- folder_with(news.conll = bytes_of("\ufeff", paste(lines, collapse = "\r\n"), "\r\n"))
  x <- read_bio(path, tags = c(ann = 3, bob = 4))
  expect_equal(x$item, c("news; 1", "news; 1", "news; 2", "news; 1", "news; 1", "news; 2"))
  expect_equal(x$annotator, rep(c("ann", "bob"), each = 3))
  expect_equal(x$label, c("PER", "LOC", NA, "PER", "LOC", "X"))
  expect_equal(x$text, c("Ruth Smith", "Z\u00fcrich", NA, "Ruth", "Z\u00fcrich", "no"))
  expect_equal(x$start, c(0, 3, NA, 0, 3, 0))
  expect_equal(x$end, c(2, 4, NA, 1, 4, 1))
  expect_equal(x$length, c(4, 4, 2, 4, 4, 2))
  expect_equal(x$sentence, c(1, 2, NA, 1, 2, 1))
  expect_equal(x$line, c(3, 8, 11, 3, 8, 11))
  expect_equal(nrow(problems(x)), 0)
  # One of two spans of each in the first document, none of none and one in the second: 2 * 1 / (2 + 3).
  expect_equal(span_agreement(x)$f1, 0.4)
  of_sentences <- as_spans(read_bio(path, tags = c(ann = 3, bob = 4), documents = "sentences"))
  expect_equal(of_sentences$documents, c("news; 1", "news; 2", "news; 3"))
  expect_equal(of_sentences$length, c(3, 1, 2))
})

test_that("a file or a folder is an annotator", {
  root <- folder_with(
    ann.conll = c("a\tx y\tB-PER", "", "-DOCSTART-", "b\tz\tO"), bob.conll = c("a\tO", "-DOCSTART-", "b\tB-LOC"),
    "first/d.txt" = c("a O"), "first/e.txt" = c("b B-X"), "second/d.txt" = c("a B-X"), "second/e.txt" = c("b B-X")
  )
  x <- read_bio(root)
  expect_equal(x$annotator, c("ann", "ann", "bob", "bob"))
  expect_equal(x$item, c("1", "2", "1", "2"))
  expect_equal(x$label, c("PER", NA, NA, "LOC"))
  x <- read_bio(c(ann = file.path(root, "first"), bob = file.path(root, "second")))
  expect_equal(x$item, c("d", "e", "d", "e"))
  expect_equal(x$annotator, c("ann", "ann", "bob", "bob"))
  expect_fault(read_bio(file.path(root, c("first", "second"))), "duplicate_document", "Name the elements")
})

test_that("ill-formed tags are listed, in their scheme", {
  rows <- function(...) {
    x <- read_tags(c(...))
    problems(x)$row
  }
  # IOB1 allows this; in IOB2 a span begins with B.
  expect_equal(rows("I-PER", "I-PER", "B-PER", "O", "I-LOC"), integer())
  expect_equal(rows("I-PER", "O", "B-PER", "I-LOC", "", "I-LOC"), c(1L, 4L, 6L))
  expect_equal(rows("B-PER", "O", "S-PER", "I-PER", "E-PER", "O", "B-LOC", "E-LOC"), c(1L, 4L))
  expect_warning(
    x <- read_bio(c(ann = folder_with(d.bio = c("a B-PER", "b", "c PER", "d B", "e I")))), "2 problems"
  )
  expect_equal(x$start, c(0, 3))
  expect_equal(x$end, c(1, 5))
  expect_equal(x$label, c("PER", NA))
  expect_equal(problems(x)$row, 2:3)
  expect_match(problems(x)$problem, "1 of 2 columns|\"PER\" is not a tag")
  expect_warning(x <- read_bio(folder_with(a.bio = c("x O", "y O"), b.bio = c("x O", "z B-A"))), "1 problem")
  expect_match(problems(x)$problem, "The token is \"z\" here and \"y\" in .*a[.]bio")
})

test_that("what holds no tags is refused", {
  skip_if_quick()
  expect_fault(read_bio(folder_with(a.conll = c("a NN", "b VB"))), "other_format", "must contain tags")
  expect_fault(
    read_bio(folder_with(a.conll = c("a NN O", "b VB B-X")), tags = c(ann = 2, bob = 3)), "other_format",
    "1 column holds"
  )
  expect_fault(read_bio(export_path("webanno-tsv")), "other_format", "read_webanno")
  expect_fault(read_conll(folder_with(a.conll = c("a O", "b B-X"))), "other_format", "read_bio")
  expect_fault(read_bio("x", tags = 2), "argument", "named by annotators")
  expect_fault(read_bio("x", token = 0), "argument", "column")
  expect_warning(x <- read_bio(folder_with(a.bio = raw(), b.bio = "a B-X")), "1 problem")
  expect_equal(x$annotator, "b")
})

test_that("a blank token has its tags in their columns", {
  lines <- c("Ann\tB-PER\tO", "\tI-PER\tB-LOC", "x\tO\tO", " \tO\tB-LOC")
  x <- read_bio(folder_with(d.bio = lines), tags = c(a = 2, b = 3))
  expect_equal(x$annotator, c("a", "b", "b"))
  expect_equal(x$label, c("PER", "LOC", "LOC"))
  expect_equal(x$start, c(0L, 1L, 3L))
  expect_equal(x$end, c(2L, 2L, 4L))
  expect_equal(nrow(problems(x)), 0)
  one <- read_bio(c(a = folder_with(d.bio = c("Ann\tB-PER", "\tI-PER", "\tO"))))
  expect_equal(c(one$start, one$end, one$length), c(0, 2, 3))
  # Lines that are indented
  expect_equal(read_bio(c(a = folder_with(d.bio = c("\tAnn B-PER", "  saw O"))))$text, "Ann")
})

test_that("text that is not UTF-8 is read as Windows-1252, and no token is lost", {
  latin <- c(as.raw(0x4d), as.raw(0xfc), charToRaw("ller B-PER\nsah O\nB"), as.raw(0xe4), charToRaw("r B-LOC\n"))
  expect_warning(x <- read_bio(c(a = folder_with(l.txt = latin))), class = "accord_warning_problems")
  expect_equal(x$text, c("M\u00fcller", "B\u00e4r"))
  expect_equal(x$start, c(0L, 2L))
  expect_equal(x$length, c(3L, 3L))
  expect_equal(problems(x)$problem, "The line is not UTF-8 (the first of 2); read as Windows-1252.")
})

test_that("UTF-16 with a byte order mark, as Excel writes it, is read", {
  text <- "M\u00fcller\tB-PER\r\nsah\tO\r\n"
  for (encoding in c("UTF-16LE", "UTF-16BE")) {
    mark <- if (encoding == "UTF-16LE") as.raw(c(0xff, 0xfe)) else as.raw(c(0xfe, 0xff))
    bytes <- c(mark, iconv(text, "UTF-8", encoding, toRaw = TRUE)[[1]])
    x <- read_bio(folder_with(l.txt = bytes))
    expect_equal(nrow(problems(x)), 0L)
    expect_equal(c(x$text, x$label), c("M\u00fcller", "PER"))
    expect_equal(x$length, 2L)
  }
})

test_that("with `tags` a document is named by its file, with its number if there are several", {
  one <- folder_with(news.bio = c("a B-X O"))
  expect_equal(read_bio(one, tags = c(ann = 2, bob = 3))$item, c("news", "news"))
  two <- folder_with(news.bio = c("-DOCSTART- O O", "", "a B-X O", "", "-DOCSTART- O O", "", "b O O"))
  expect_equal(unique(read_bio(two, tags = c(ann = 2, bob = 3))$item), c("news; 1", "news; 2"))
})

test_that("columns that do not exist are errors", {
  path <- folder_with(d.bio = bio(c("B-X", "O")))
  expect_fault(read_bio(path, tags = c(a = 2, b = 7)), "other_format", "1 column does not exist")
  expect_fault(read_bio(path, token = 9), "argument", "No line has a column 9", argument = "token")
})

test_that("a file that is named is read whatever its extension", {
  folder <- folder_with(eng.testa = c("Ruth B-PER", "saw O"), eng.testb = c("Ruth PER", "saw O"))
  expect_identical(read_bio(file.path(folder, "eng.testa"))$label, "PER")
  expect_fault(read_bio(file.path(folder, "eng.testb")), "extension", "is of another type")
})
