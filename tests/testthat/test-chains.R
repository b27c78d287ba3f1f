marked <- function() {
  data.frame(
    document = rep(c("d2", "d1"), c(4, 6)),
    annotator = c("B", "B", "A", "A", rep(c("B", "A"), each = 3)),
    mention = c("x", "y", "x", "y", "p", "q", "r", "q", "p", "s"),
    chain = c("1", "1", NA, "7", "a", "b", "b", "c", "c", NA)
  )
}

test_that("chains are compressed rows in sorted order", {
  x <- as_chains(marked())
  expect_s3_class(x, "accord_chains")
  expect_equal(x$documents, c("d1", "d2"))
  expect_equal(x$annotators, c("A", "B"))
  expect_equal(x$mentions, c("p", "q", "r", "s", "x", "y"))
  expect_equal(x$document_start, c(0L, 4L, 6L))
  expect_equal(x$part_document, c(1L, 1L, 2L, 2L))
  expect_equal(x$part_annotator, c(1L, 2L, 1L, 2L))
  expect_equal(x$chains, c("c", NA, "a", "b", NA, "7", "1"))
  expect_equal(x$part_start, c(0L, 2L, 4L, 6L, 7L))
  expect_equal(x$chain_start, c(0L, 2L, 3L, 4L, 6L, 7L, 8L, 10L))
  expect_equal(x$mention, c(0L, 1L, 3L, 0L, 1L, 2L, 4L, 5L, 4L, 5L))
})

test_that("the rows come back, and their order and the names of columns do not matter", {
  rows <- marked()
  x <- as_chains(rows)
  again <- as.data.frame(tibble::as_tibble(x))
  expect_equal(again[do.call(order, again), ], rows[do.call(order, rows), ], ignore_attr = TRUE)
  set.seed(1)
  expect_identical(as_chains(rows[sample(nrow(rows)), ]), x)
  names(rows) <- c("text", "who", "span", "entity")
  expect_identical(as_chains(rows, text, who, span, entity), x)
  expect_identical(as_chains(x), x)
})

test_that("printing says what is there", {
  expect_output(print(as_chains(marked())), "2 documents, 2 annotators, 6 different mentions")
  expect_output(print(as_chains(marked())), "3 chains of two or more mentions, 4 singletons")
})

test_that("a mention in two chains is an error that names both", {
  skip_if_quick()
  rows <- rbind(marked(), data.frame(document = "d1", annotator = "A", mention = "q", chain = "e"))
  expect_fault(
    as_chains(rows), "duplicate_mention", "q \\(document d1, annotator A\\) is in chain c and in chain e",
    mention = "q"
  )
  rows <- rbind(
    rows, data.frame(document = c("d2", "d1"), annotator = "B", mention = c("x", "p"), chain = c("1", NA))
  )
  expect_fault(as_chains(rows), "duplicate_mention", "3 mentions are repeated", mention = c("q", "p", "x"))
  expect_fault(as_chains(rows), "duplicate_mention", "x .*is twice in chain 1")
  expect_fault(as_chains(transform(rows, mention = "{x}")), "duplicate_mention", "[{]x[}] \\(document")
  expect_fault(as_chains(rows), "duplicate_mention", "p .*is in chain a and in no chain")
  # The first in the order of the rows stays.
  expect_identical(as_chains(rows, duplicates = "first"), as_chains(marked()))
})

test_that("rows without a mention say that the annotator saw the document", {
  rows <- marked()[1:2, ]
  rows <- rbind(rows, data.frame(document = "d2", annotator = "A", mention = NA, chain = NA))
  x <- as_chains(rows)
  expect_equal(x$part_start, c(0L, 0L, 1L))
  sums <- chain_agreement(x)
  expect_equal(sums$left, c(0L, 0L))
  expect_equal(sums$right, c(2L, 2L))
  none <- data.frame(document = 1, annotator = c("A", "B"), mention = NA, chain = NA)
  sums <- chain_agreement(as_chains(none))
  expect_equal(sums$status, c("no mentions", "no mentions"))
  expect_equal(sums$delta, c(NA_real_, NA_real_))
  scores <- coref_scores(as_chains(none))
  expect_equal(unique(scores$status), "no mentions")
  expect_equal(unique(scores$f1), NA_real_)
  expect_equal(unique(chain_alpha(as_chains(none))$status), "no mention marked twice")
})

test_that("bad rows are errors", {
  skip_if_quick()
  rows <- marked()
  rows$document[2] <- NA
  expect_fault(as_chains(rows), "missing_id", "1 row has none: 2", rows = 2L)
  rows$document[3] <- NA
  expect_fault(as_chains(rows), "missing_id", "2 rows have none", rows = 2:3)
  rows <- marked()
  rows$annotator[1] <- NA
  expect_fault(as_chains(rows), "missing_id", "annotator")
  expect_fault(as_chains(marked()[-1]), "missing_column", column = "document")
  expect_fault(as_chains(marked()[0, ]), "no_rows")
  expect_fault(as_chains(1:3), "not_chains", "an integer vector")
  expect_fault(as_chains(marked(), duplicates = "last"), "argument")
  rows <- marked()
  rows$mention <- as.list(rows$mention)
  expect_fault(as_chains(rows), "list_column")
})

test_that("50,000 documents are whole: their parts times their mentions are beyond the integers of R", {
  skip_if_quick()
  n <- 5e4
  marked <- data.frame(document = rep(seq_len(n), each = 2), annotator = 1:2, mention = "m", chain = "c")
  chains <- as_chains(marked)
  expect_identical(length(chains$part_document), as.integer(2 * n))
  # Every document is one chain of one mention for both.
  expect_identical(accord:::whole_chains(chains), chains)
})
