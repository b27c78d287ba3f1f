# Five items, two raters, three labels beyond ASCII; the same in three encodings.
words <- list(
  item = c("\u00e91", "\u00e91", "\u00e92", "\u00e92", "\u00e93", "\u00e93", "\u00e94", "\u00e94"),
  rater = rep(c("ann\u00e9", "zo\u00eb"), 4),
  label = c("\u00e9t\u00e9", "\u00e9t\u00e9", "for\u00eat", "\u00e9t\u00e9", "a", "a", "for\u00eat", "for\u00eat")
)
as_latin1 <- function(x) iconv(x, "UTF-8", "latin1")
unmarked <- function(x) {
  Encoding(x) <- "bytes" # the bytes of UTF-8, as a file holds them
  Encoding(x) <- "unknown"
  x
}
in_utf8 <- as.data.frame(words)

test_that("text of any encoding gives what the same text in UTF-8 gives", {
  for (write in list(as_latin1, unmarked)) {
    d <- as.data.frame(lapply(words, write))
    expect_true(any(Encoding(d$label) != "UTF-8"))
    expect_identical(as_ratings(d, item, rater, label), as_ratings(in_utf8, item, rater, label))
    expect_identical(
      pairwise_agreement(d, item, rater, label), pairwise_agreement(in_utf8, item, rater, label)
    )
    expect_identical(rater_summary(d, item, rater, label), rater_summary(in_utf8, item, rater, label))
    d$label <- factor(d$label, unique(d$label))
    as_factor <- transform(in_utf8, label = factor(label, unique(label)))
    expect_identical(as_ratings(d, item, rater, label), as_ratings(as_factor, item, rater, label))
  }
})

test_that("one text in two encodings is one id, one label, one key, one level, one category", {
  d <- data.frame(
    item = c("\u00e91", as_latin1("\u00e91"), "\u00e92", unmarked("\u00e92")),
    rater = c("zo\u00eb", "b", as_latin1("zo\u00eb"), "b"),
    label = c(as_latin1("\u00e9"), "\u00e9", unmarked("\u00e9"), "a"),
    part = c("\u00fc", as_latin1("\u00fc"), unmarked("\u00fc"), "\u00fc")
  )
  r <- as_ratings(d, item, rater, label, by = part)
  expect_identical(r$items, c("\u00e91", "\u00e92"))
  expect_identical(r$raters, c("zo\u00eb", "b"))
  expect_identical(r$categories, c("a", "\u00e9"))
  expect_identical(r$groups$part, "\u00fc")
  d$label <- factor(c(1, 2, 3, 1), labels = c(as_latin1("\u00e9"), "b", "c"))
  levels <- c("a", as_latin1("\u00e9"), "\u00e9")
  d$label <- structure(c(2L, 3L, 3L, 1L), levels = levels, class = "factor")
  expect_identical(as_ratings(d, item, rater, label)$categories, c("a", "\u00e9"))
  chosen <- as_ratings(in_utf8, item, rater, label, categories = as_latin1(c("for\u00eat", "\u00e9t\u00e9", "a")))
  expect_identical(chosen$set_aside$n, integer())
})

test_that("sets, matrices, tables and wide data know encodings too", {
  text <- data.frame(item = c(1, 1, 2, 2), rater = c(1, 2, 1, 2), set = c("\u00e9;a", as_latin1("a;\u00e9"), "a", "a"))
  r <- as_ratings(text, item, rater, set, separator = ";")
  expect_identical(unname(r$sets), list(c("a", "\u00e9"), "a"))
  text$set <- I(list(c("\u00e9", as_latin1("\u00e9")), "\u00e9", "a", character()))
  expect_setequal(unname(as_ratings(text, item, rater, set)$sets), list("\u00e9", "a", character()))
  m <- matrix(
    c("\u00e9", as_latin1("\u00e9"), "a", unmarked("\u00e9")), 2, dimnames = list(NULL, as_latin1(c("r\u00e9", "b")))
  )
  r <- as_ratings(m, layout = "raters_in_columns")
  expect_identical(r$categories, c("a", "\u00e9"))
  expect_identical(r$raters, c("r\u00e9", "b"))
})

test_that("bytes that are no text are an error with their rows", {
  skip_if_quick()
  d <- data.frame(item = c(1, 1, 2, 2), rater = c("a", "b", "a", "b"), label = c("x", "y", "caf\xe9", "x"))
  expect_fault(
    as_ratings(d, item, rater, label), "encoding", "1 value is not: \"caf<e9>\".*`rating`, row 3",
    argument = "rating", rows = 3L
  )
  d$label[1] <- "caf\xe8"
  expect_fault(as_ratings(d, item, rater, label), "encoding", "2 values are not.*rows 1 and 3", rows = c(1L, 3L))
  names(d)[3] <- "item2"
  expect_fault(as_ratings(d, item2, rater, item), "encoding", argument = "item")
  expect_fault(as_ratings(d, item, item2, rater), "encoding", argument = "rater")
  expect_fault(as_ratings(d, item, rater, rater, by = item2), "encoding", argument = "by")
  expect_fault(as_ratings(d, item, rater, item2, separator = ";"), "encoding", argument = "rating")
  expect_fault(krippendorff_alpha(transform(d, item2 = factor(item2)), item, rater, item2), "encoding")
})

test_that("numbers as ids are compared as text that R does not abbreviate", {
  expect_equal(match_ids(list(c("200000", "100000")), list(c(1e5, 2e5))), c(2L, 1L))
  expect_equal(match_ids(list(c(2e5, 1e5)), list(c("100000", "200000"))), c(2L, 1L))
  marked <- data.frame(document = 1e5, annotator = c("a", "b"), start = 1:2, end = 5, label = "x")
  expect_equal(as_spans(marked, lengths = c("100000" = 50))$length, 50)
  for (long in c("100000", "1e+05")) {
    rated <- data.frame(item = rep(1:2, each = 2), rater = c("a", "b"), rating = factor(c(long, "2", long, "3")))
    expect_equal(as_ratings(rated, item, rater, rating, na = 100000)$categories, c("2", "3"))
  }
})
