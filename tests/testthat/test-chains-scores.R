score <- function(x, measure, columns = c("recall", "precision", "f1")) {
  row <- x$key == "A" & x$scope == "total" & x$measure == measure
  unlist(x[row, columns], use.names = FALSE)
}

# Luo (2005) and the examples of the reference scorer: {a} {b c} {d e f}.
test_that("figures by hand where key and response differ in their mentions", {
  key <- list("a", c("b", "c"), c("d", "e", "f"))
  x <- coref_scores(both_chains(key, list("a", c("b", "c", "x"), c("d", "y"), "z")))
  with_f1 <- function(r, p) c(r, p, 2 * r * p / (r + p))
  expect_equal(score(x, "muc"), with_f1(1 / 3, 1 / 3))
  expect_equal(score(x, "b_cubed"), with_f1(5 / 9, 17 / 42))
  expect_equal(score(x, "ceaf_m"), with_f1(4 / 6, 4 / 7))
  expect_equal(score(x, "ceaf_e"), with_f1(2.2 / 3, 2.2 / 4))
  # Coreference links bc; de df ef against bc bx cx; dy.
  expect_equal(score(x, "blanc")[1:2], c((1 / 4 + 5 / 11) / 2, (1 / 4 + 5 / 17) / 2))
  # LEA: a has its own link, bc all, def none.
  expect_equal(score(x, "lea"), with_f1((1 + 2 + 0) / 6, (1 + 3 / 3 + 0 + 0) / 7))
  expect_equal(
    score(x, "conll", "f1"), mean(c(score(x, "muc")[3], score(x, "b_cubed")[3], score(x, "ceaf_e")[3]))
  )
})

test_that("sides without links score 0, and two sides without are told", {
  key <- list("a", c("b", "c"), c("d", "e", "f"))
  singles <- as.list(letters[1:6])
  x <- coref_scores(both_chains(key, singles))
  expect_equal(score(x, "muc"), c(0, 0, 0))
  expect_equal(score(x, "b_cubed")[1:2], c(3 / 6, 1))
  expect_equal(score(x, "blanc"), c((0 + 1) / 2, (0 + 11 / 15) / 2, (0 + 2 * 11 / 15 / (1 + 11 / 15)) / 2))
  none <- coref_scores(both_chains(singles, singles))
  expect_equal(score(none, "muc"), c(0, 0, 0))
  expect_equal(unique(none$status[none$measure %in% c("muc", "conll")]), "nothing to score")
  # Only links of one kind: BLANC is that kind.
  expect_equal(score(none, "blanc"), c(1, 1, 1))
  expect_equal(score(coref_scores(both_chains(list(1:6), list(1:3, 4:5))), "blanc"), c(4 / 15, 1, 8 / 19))
  expect_equal(score(coref_scores(both_chains(list("a"), list("a"))), "blanc"), c(1, 1, 1))
  expect_equal(score(coref_scores(both_chains(list("a"), list("b"))), "blanc"), c(0, 0, 0))
  expect_equal(score(coref_scores(both_chains(list("a"), list("b", "a"))), "blanc"), c(0, 0, 0))
})

test_that("scores are those of the oracles, symmetric, and pooled by sums", {
  skip_if_quick()
  set.seed(621)
  for (i in seq_len(test_size(6, 10000))) {
    key <- random_partition(sample(12, 9), 5)
    response <- random_partition(sample(12, 8), 5)
    x <- coref_scores(both_chains(key, response))
    for (measure in c("muc", "b_cubed", "lea", "ceaf_m", "ceaf_e")) {
      of <- switch(measure,
        muc = oracle_muc, b_cubed = oracle_b_cubed, lea = oracle_lea,
        ceaf_m = function(k, r) oracle_ceaf(k, r, FALSE), ceaf_e = function(k, r) oracle_ceaf(k, r, TRUE)
      )
      r <- of(key, response)
      p <- of(response, key)
      expect_equal(score(x, measure), c(r, p, f1_of(r, p)), info = paste(i, measure))
    }
    expect_equal(score(x, "blanc"), oracle_blanc(key, response), info = i)
    there <- x[x$scope == "total" & x$key == "A", ]
    back <- x[x$scope == "total" & x$key == "B", ]
    expect_equal(there$f1, back$f1)
    expect_equal(there$recall, back$precision)
    expect_equal(mean(x)$f1, there$f1)
    expect_equal(mean(x)$recall, (there$recall + there$precision) / 2)
  }
})

test_that("pooled figures add up numerators and denominators", {
  x <- as_chains(rbind(
    chains_frame("A", list(1:4)), chains_frame("B", list(1:2, 3:4)),
    chains_frame("A", list(1:2), "e"), chains_frame("B", list(1:2), "e")
  ))
  found <- coref_scores(x)
  expect_equal(found$document[found$key == "A" & found$measure == "muc"], c("d", "e", NA))
  expect_equal(found$recall[found$key == "A" & found$measure == "muc"], c(2 / 3, 1, 3 / 4))
  expect_equal(score(found, "b_cubed")[1:2], c((2 + 2) / 6, 1))
  expect_equal(score(found, "ceaf_m"), c(4 / 6, 4 / 6, 4 / 6))
  # Links: 2 of 6 + 1; response 2 + 1. Other links: none in the key.
  expect_equal(score(found, "blanc")[1:2], c(3 / 7, 1))
})

test_that("identical annotations score 1, disjoint ones 0", {
  key <- list(1:3, 4:5, 6)
  same <- coref_scores(both_chains(key, key))
  expect_equal(same$f1, rep(1, nrow(same)))
  other <- coref_scores(both_chains(key, lapply(key, `+`, 10)))
  expect_equal(other$f1, double(nrow(other)))
})

test_that("singletons may be left out", {
  key <- list(1:3, 4, 5)
  response <- list(1:2, 3, 4, 5)
  x <- coref_scores(both_chains(key, response), singletons = FALSE)
  expect_equal(score(x, "b_cubed")[1:2], c(4 / 9, 1))
  expect_equal(score(x, "muc")[1:2], c(1 / 2, 1))
})

test_that("the mean needs the columns it is about", {
  x <- coref_scores(both_chains(list(1:3), list(1:2)))
  expect_fault(mean(x[, -(1:3)]), "missing_column", column = "scope")
  expect_fault(mean(x[, c("key", "response")]), "missing_column", "5 columns are missing")
  expect_equal(mean(x)$n_pairs, rep(2L, 7))
  expect_fault(coref_scores(both_chains(list(1:3), list(1:2)), singletons = NA), "argument")
})

test_that("what is no chains is told by its argument", {
  skip_if_quick()
  chains <- data.frame(document = "d", annotator = rep(c("a", "b"), each = 2), mention = c(1, 2, 1, 2), chain = 1)
  expect_fault(coref_scores(NULL), "not_chains", "`data` is NULL")
  expect_fault(coref_scores(), "not_chains", "`data` is missing")
  expect_fault(coref_scores(as_chains(chains), key = 3), "not_chains", "`key` is a number")
  expect_fault(chain_alpha(as_chains(chains), other = "x"), "not_chains", "`other` is a string")
  expect_fault(chain_agreement(), "not_chains", "`data` is missing")
  expect_fault(as_chains(), "not_chains", "`data` is missing")
})
