skip_if_not_installed("jsonlite")

labels_of <- function(labels, data = told()) {
  found <- write_told(data, labels = labels, agreement = NULL)
  after <- lapply(found$corpus$items, function(item) item[-(1:2)])
  list(counts = found$counts, items = after)
}

test_that("settled labels are the majority, given, or none", {
  expect_equal(labels_of("majority")$items, list(list(label = TRUE), list(label = TRUE)))
  # A tie of two.
  tied <- labels_of("majority", told(understated = c(TRUE, FALSE, NA, TRUE, TRUE, NA)))
  expect_equal(tied$items, list(list(label = NULL), list(label = TRUE)))
  expect_equal(tied$counts$n_without_label, 1L)
  given <- tibble::tibble(item = c("t2", "t1"), label = c("FALSE", NA), probability = c(0.75, 0.5), n = 3:2)
  found <- labels_of(given)
  expect_equal(found$items[[1]], list(label = NULL, probability = 0.5, n = 2L))
  expect_equal(found$items[[2]], list(label = "FALSE", probability = 0.75, n = 3L))
  expect_equal(found$counts$n_without_label, 1L)
  # Any class of data frame; items without a label; ids of another type.
  class(given) <- c("some_result", class(given))
  expect_equal(labels_of(given)$items, found$items)
  expect_equal(labels_of(given[2, ])$counts$n_without_label, 2L)
  numbered <- labels_of(data.frame(item = c("1", "2"), label = TRUE), told(text = rep(1:2, each = 3)))
  expect_equal(numbered$counts$n_without_label, 0L)
  large <- data.frame(item = c(100000L, 2L), label = TRUE)
  large <- labels_of(large, told(text = rep(c(1e5, 2), each = 3)))
  expect_equal(large$counts$n_without_label, 0L)
  expect_equal(labels_of(NULL)$items, list(list(), list()), ignore_attr = TRUE)
  expect_equal(labels_of(NULL)$counts$n_without_label, 0L)
})

test_that("labels of other items, twice, or without their columns are errors", {
  skip_if_quick()
  of <- function(...) labels_of(data.frame(..., label = "x"))
  expect_fault(of(item = c("t1", "t9")), "unknown_item", "1 item does not exist", items = "t9")
  expect_fault(of(item = c("t8", "t9", "t9")), "unknown_item", "2 items do not exist", items = c("t8", "t9"))
  expect_fault(of(item = c("t1", "t1")), "duplicate_item", "1 item has several", items = "t1")
  expect_fault(of(item = c("t1", "t2", "t1", "t2")), "duplicate_item", "2 items have several")
  expect_fault(of(id = "t1"), "missing_column", "data frame of `labels` must", column = "item")
  expect_fault(of(id = "t1"), "missing_column", "1 column is missing")
  expect_fault(labels_of(data.frame(x = 1)), "missing_column", "2 columns are missing")
  expect_fault(labels_of("mode"), "argument", "mode", argument = "labels")
  expect_fault(labels_of(c("a", "b")), "argument", "a character vector", argument = "labels")
})

test_that("a final label that no rater gave is a warning", {
  data <- told(understated = c("true", "false", "true", "true", "true", "true"))
  expect_warning(
    found <- labels_of(data.frame(item = c("t1", "t2"), label = c("ture", "false")), data),
    "no rater gave: \"ture\".*Did you mean \"true\"", class = "accord_warning_new_label"
  )
  expect_equal(found$items[[1]]$label, "ture")
  # A mean of numbers may be no rating.
  expect_no_warning(labels_of(data.frame(item = "t1", label = 1.5), told(understated = c(1, 2, 1, 2, 2, 2))))
})

test_that("a keyed hash is HMAC-SHA256", {
  skip_if_not_installed("openssl")
  # RFC 4231, test case 2, and the example of Wikipedia, "HMAC".
  expect_equal(keyed_hash("what do ya want for nothing?", "Jefe"), "5bdcc146bf60754e")
  fox <- "The quick brown fox jumps over the lazy dog"
  expect_equal(keyed_hash(c(fox, fox), charToRaw("key")), rep("f7bc83f430538424", 2))
})

test_that("raters are hashed with the key, the same in every file, and in all parts", {
  skip_if_not_installed("openssl")
  pairs <- pairwise_agreement(told(), text, who, understated)
  found <- write_told(
    models = "gpt", pseudonyms = "hash", key = TEST_KEY, agreement = pairs, confidence = sure
  )
  text <- paste(readLines(found$file), collapse = "\n")
  expect_no_match(text, "\"(ann|bob)\"")
  expect_match(text, "\"gpt\"")
  raters <- vapply(found$corpus$metadata$raters, `[[`, "", "rater")
  expect_match(setdiff(raters, "gpt"), "^[0-9a-f]{16}$")
  expect_setequal(names(found$corpus$items[[1]]$answers$why), raters)
  first <- vapply(found$corpus$metadata$agreement, `[[`, "", "rater_1")
  expect_true(all(first %in% raters))
  # Other items, rows and raters, the same key.
  other <- told()[4:5, ]
  again <- write_told(other, pseudonyms = "hash", key = charToRaw(TEST_KEY), agreement = NULL)
  expect_setequal(vapply(again$corpus$metadata$raters, `[[`, "", "rater"), setdiff(raters, "gpt"))
  third <- write_told(other, pseudonyms = "hash", key = paste0(TEST_KEY, "!"), agreement = NULL)
  expect_length(intersect(vapply(third$corpus$metadata$raters, `[[`, "", "rater"), raters), 0)
  # An id is its characters, in any encoding.
  latin1 <- utf8 <- "Ma\u00efwenn"
  latin1 <- iconv(latin1, "UTF-8", "latin1")
  expect_equal(rater_names(latin1, NULL, "hash", TEST_KEY), rater_names(utf8, NULL, "hash", TEST_KEY))
})

test_that("raters can be given names", {
  found <- write_told(pseudonyms = c(bob = "annotator-1", ann = "annotator-2"), models = "gpt")$corpus
  expect_equal(names(found$items[[1]]$answers$why), c("annotator-1", "annotator-2", "gpt"))
  expect_equal(found$items[[1]]$answers$why$`annotator-2`, "mild")
  expect_equal(vapply(found$metadata$raters, `[[`, "", "rater"), c("annotator-1", "annotator-2", "gpt"))
})

test_that("nobody is written under the own id for want of a pseudonym", {
  expect_fault(
    write_told(pseudonyms = c(ann = "annotator-1"), models = "gpt"), "missing_pseudonym", "1 rater has none.*bob",
    raters = "bob"
  )
  expect_fault(
    write_told(pseudonyms = c(ann = "annotator-1")), "missing_pseudonym", "2 raters have none", raters = c("bob", "gpt")
  )
})

test_that("a key that is missing or short, and names that do not fit, are errors", {
  skip_if_quick()
  hash <- function(...) write_told(pseudonyms = "hash", ...)
  expect_fault(hash(), "key", "not given")
  expect_fault(hash(key = ""), "key", "0 bytes")
  expect_fault(hash(key = as.raw(1)), "key", "1 byte\\.")
  expect_fault(hash(key = 12345), "key", "a number")
  expect_no_match(conditionMessage(expect_fault(hash(key = "tiny secret"), "key")), "tiny")
  expect_fault(write_told(key = TEST_KEY), "argument", argument = "key")
  expect_fault(write_told(pseudonyms = "letters"), "argument", argument = "pseudonyms")
  expect_fault(write_told(pseudonyms = c(ann = "x", "y")), "argument", argument = "pseudonyms")
  expect_fault(write_told(pseudonyms = TRUE), "argument", "TRUE", argument = "pseudonyms")
  expect_fault(write_told(pseudonyms = c(an = "x")), "unknown_rater", "1 of them is not", raters = "an")
  expect_fault(write_told(pseudonyms = c(x = "x", y = "y")), "unknown_rater", "2 of them are not")
  twice <- c(ann = "bob", bob = "bob")
  expect_fault(write_told(pseudonyms = twice, models = "gpt"), "duplicate_name", "1 name is used", names = "bob")
  expect_fault(
    write_told(rbind(told(), told(who = c("a", "b", "c"))), pseudonyms = c(
      ann = "a", bob = "b", gpt = "gpt", a = "a", b = "b", c = "c"
    )),
    "duplicate_name", "2 names are used", names = c("a", "b")
  )
  expect_fault(write_told(models = "gtp"), "unknown_rater", "Did you mean \"gpt\"", raters = "gtp")
  expect_fault(write_told(models = c("x", "y")), "unknown_rater", "2 of them are not")
})

test_that("ids that are numbers are not abbreviated", {
  data <- data.frame(item = rep(c(1e5, 2e5), each = 2), rater = c(1e5, 3e5), rating = c("x", "y", "x", "x"))
  file <- tempfile(fileext = ".csv")
  corpus_to(data, item, rater, rating,
    file = file, pseudonyms = c("100000" = "ann", "300000" = "300000"),
    labels = data.frame(item = c("100000", "200000"), label = c("y", "x"))
  )
  written <- utils::read.csv(file, colClasses = "character")
  expect_equal(written$item, c("100000", "100000", "200000", "200000"))
  expect_setequal(written$rater, c("ann", "300000"))
  expect_equal(written$label, c("y", "y", "x", "x"))
})
