# Labels of sets, settled one by one.

ticked <- function() {
  d <- data.frame(item = rep(1:3, each = 3), rater = c("ann", "bob", "cat"))
  d$label <- list("a", c("a", "b"), c("a", "c"), c("a", "b"), "a", "b", character(), "c", NA)
  d
}

test_that("each label has a majority of its own", {
  x <- consensus(ticked(), item, rater, label)
  expect_identical(names(x)[1:3], c("category", "item", "label"))
  expect_identical(x$category, rep(c("a", "b", "c"), each = 3))
  expect_identical(x$item, rep(1:3, 3))
  # Of item 3 there are two ratings, the empty set and {c}.
  expect_identical(x$label, c(TRUE, TRUE, FALSE, FALSE, TRUE, FALSE, FALSE, FALSE, NA))
  expect_equal(x$probability, c(1, 2 / 3, 1, 2 / 3, 2 / 3, 1, 2 / 3, 1, 1 / 2))
  expect_identical(x$n, rep(c(3L, 3L, 2L), 3))
  expect_identical(x$status, c(rep("ok", 8), "tie"))
  expect_output(print(x), "Consensus about 9 labels of items, from 8 ratings by 3 raters with 3 labels")
  whole <- consensus(ticked(), item, rater, label, sets = "whole")
  expect_identical(whole$status, rep("tie", 3))
})

test_that("a label is settled as logical answers are, by every method and in every group", {
  set.seed(4)
  d <- expand.grid(item = 1:20, rater = 1:5)
  d$part <- ifelse(d$item > 12, "y", "x")
  d$label <- lapply(d$item, function(i) c("a", "b", "c")[stats::runif(3) < c(0.2, 0.5, 0.8)[(i + 0:2) %% 3 + 1]])
  d <- d[stats::runif(100) < 0.8, ]
  for (method in list("majority", one_coin(smoothing = 1), "glad", "zbs")) {
    x <- consensus(d, item, rater, label, by = part, method = method)
    for (k in c("a", "b", "c")) {
      d$has <- vapply(d$label, function(set) k %in% set, NA)
      expected <- tibble::as_tibble(consensus(d, item, rater, has, by = part, method = method))
      found <- tibble::as_tibble(x[x$category == k, names(expected)])
      expect_equal(found, expected, ignore_attr = TRUE)
    }
  }
})

test_that("labels of an item are put together again for data and for a corpus", {
  x <- consensus(ticked(), item, rater, label)
  found <- augment(x, data.frame(item = c(3, 1, 2)))
  expect_identical(found$.label, list(NA_character_, "a", c("a", "b")))
  expect_equal(found$.probability, c(1 / 2, 2 / 3, 2 / 3))
  expect_identical(found$.status, c("tie", "ok", "ok"))
  corpus <- as_corpus(ticked(), item, rater, label, labels = x, agreement = NULL)
  expect_identical(corpus$labels$label, list("a", c("a", "b"), NA_character_))
})

test_that("gold sets say which labels an item has and which not", {
  gold <- list("1" = c("b", "a"), "2" = "a")
  x <- consensus(ticked(), item, rater, label, gold = gold)
  expect_identical(x$label, c(TRUE, TRUE, FALSE, TRUE, FALSE, FALSE, FALSE, FALSE, NA))
  expect_identical(x$status == "gold", rep(c(TRUE, TRUE, FALSE), 3))
  frame <- data.frame(item = 1:2)
  frame$label <- unname(gold)
  expect_identical(consensus(ticked(), item, rater, label, gold = frame)$label, x$label)
  rows <- data.frame(category = "b", item = 1:2, label = c(TRUE, FALSE))
  expect_identical(consensus(ticked(), item, rater, label, gold = rows)$label[4:5], c(TRUE, FALSE))
  # By the votes a is right twice, b never, and c, which nobody has, twice.
  found <- evaluate_consensus(consensus(ticked(), item, rater, label), gold)
  expect_identical(found$category[found$measure == "accuracy"], c("a", "b", "c"))
  expect_identical(found$estimate[found$measure == "accuracy"], c(1, 0, 1))
})

test_that("gold that is no set, or has labels that nobody gave, is said", {
  expect_fault(consensus(ticked(), item, rater, label, gold = c("1" = "a")), "gold", "Give sets as a list")
  expect_message(
    consensus(ticked(), item, rater, label, gold = list("1" = c("a", "z"))), "\"z\"",
    class = "accord_message_unused_gold"
  )
  expect_message(
    consensus(ticked(), item, rater, label, gold = list("1" = c("y", "z"))), "2 labels in sets are given by no rater",
    class = "accord_message_unused_gold"
  )
  expect_fault(consensus(ticked(), item, rater, label, sets = "labls"), "argument", "whole")
})

test_that("more labels and items than fit into memory are an error", {
  skip_if_quick()
  d <- data.frame(item = seq_len(3e4), rater = 1)
  d$label <- as.list(as.character(seq_len(3e4)))
  expect_fault(consensus(d, item, rater, label), "too_large", "30,000 items and 30,000 labels", size = 9e8)
})

test_that("chains stay whole", {
  chains <- as_chains(data.frame(
    document = "d", annotator = rep(c("ann", "bob"), each = 3), mention = rep(c("m1", "m2", "m3"), 2),
    chain = c(1, 1, 2, 1, 1, 2)
  ))
  x <- consensus(as_ratings(chains))
  expect_identical(nrow(x), 3L)
  expect_false("category" %in% names(x))
})

test_that("an item of which no label has most votes has no set, unless a rater gave it none", {
  sets <- data.frame(
    img = rep(1:3, each = 3), who = c("a", "b", "c"),
    sp = c("fox", "marten", "boar", "deer; fox", "deer", "deer", "none", "none", "fox")
  )
  ratings <- read_sheet(sets, item = img, rater = who, rating = sp, separator = "; ", recode = c(none = ""))
  labels <- consensus(as_ratings(ratings))
  joined <- augment(labels, sets, item = img)[c(1, 4, 7), ]
  expect_identical(joined$.label, list(NA_character_, "deer", character()))
  expect_identical(joined$.status, c("no label of most", "ok", "ok"))
  expect_true(anyNA(as_corpus(ratings, labels = labels)$label[[1]]))
})

test_that("labels of a question do not stand in the rows of another", {
  sheet <- data.frame(
    item = 1:6, tone_ann = c("a", "b", "a", "a", "b", "b"), tone_bob = c("a", "b", "b", "a", "b", "b"),
    len_ann = 1:6 * 10, len_bob = c(11, 20, 31, 40, 52, 60)
  )
  read <- read_sheet(sheet, item = item, names = "{question}_{rater}")
  joined <- augment(consensus(as_ratings(read, question = "tone")), read)
  expect_identical(joined$.label[joined$question == "len"], rep(NA_character_, 12))
  expect_identical(joined$.label[joined$question == "tone" & joined$rater == "ann"], c("a", "b", NA, "a", "b", "b"))
})
