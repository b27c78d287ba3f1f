totals <- function(x) as.data.frame(x[x$scope == "total", c("left", "both", "right", "delta")])

test_that("figures by hand", {
  a <- list(1:3, 4:5, 6, 7)
  b <- list(1:2, 3:5, 6, 8)
  x <- both_chains(a, b)
  pairs <- chain_agreement(x, what = "pairs")
  expect_equal(pairs$chain_1, c("1", "2", "singletons"))
  expect_equal(pairs$chain_2, c("1", "2", "singletons"))
  expect_equal(pairs$left, c(1L, 0L, 1L))
  expect_equal(pairs$both, c(2L, 2L, 1L))
  expect_equal(pairs$right, c(0L, 1L, 1L))
  expect_equal(pairs$delta, c(1 / 3, 1 / 3, 2 / 3))
  expect_true(all(pairs$unique))
  sums <- chain_agreement(x)
  expect_equal(sums$scope, c("document", "total"))
  expect_equal(sums$document, c("d", NA))
  expect_equal(sums$difference, c(4L, 4L))
  expect_equal(sums$delta, c(4, 4) / 9)
  expect_equal(sums$status, c("ok", "ok"))
})

test_that("the same chains have delta 0, disjoint ones 1", {
  a <- list(1:3, 4:5, 6, 7)
  same <- chain_agreement(both_chains(a, rev(a)))
  expect_equal(same$delta, c(0, 0))
  expect_equal(same$both, c(7L, 7L))
  other <- chain_agreement(both_chains(a, lapply(a, `+`, 10)), what = "pairs")
  expect_equal(other$both, integer(6))
  expect_equal(is.na(other$chain_1), rep(c(FALSE, TRUE), each = 3))
  expect_equal(chain_agreement(both_chains(a, lapply(a, `+`, 10)))$delta, c(1, 1))
})

test_that("two pairings at equal cost are told", {
  a <- list(1:4, 5:6)
  b <- list(c(1, 2), c(3, 4), 5:6)
  sums <- chain_agreement(both_chains(a, b))
  expect_equal(sums$status, rep("the pairing is not unique", 2))
  pairs <- chain_agreement(both_chains(a, b), what = "pairs")
  expect_equal(pairs$unique[pairs$both > 0], c(FALSE, TRUE))
})

test_that("singletons may stand apart", {
  a <- list(1:4, 5:6)
  b <- list(1, 2, 3, 4, 5:6)
  expect_equal(totals(chain_agreement(both_chains(a, b)))$both, 6L)
  apart <- chain_agreement(both_chains(a, b), singletons = "apart", what = "pairs")
  expect_equal(apart$both, c(0L, 2L, 0L))
  expect_equal(apart$chain_2, c(NA, "5", "singletons"))
  expect_equal(totals(chain_agreement(both_chains(a, b), singletons = "apart"))[1:3],
    data.frame(left = 4L, both = 2L, right = 4L))
  singles <- both_chains(list(1, 2, 3), list(2, 3, 4))
  expect_equal(chain_agreement(singles, singletons = "apart", what = "pairs")$both, 2L)
})

# Compares the matching with the best of all assignments.
compare_with_all <- function(a, b, cost, unpaired) {
  x <- both_chains(a, b)
  pairs <- chain_agreement(x, what = "pairs", cost = cost, unpaired = unpaired)
  sums <- chain_agreement(x, cost = cost, unpaired = unpaired)[1, ]
  a <- with_singleton_set(a)
  b <- with_singleton_set(b)
  costs <- cost_matrix(a, b, cost, unpaired)
  shared <- cost_matrix(a, b, "symmetric", unpaired)
  shared[] <- 0
  shared[seq_along(a), seq_along(b)] <- shared_matrix(a, b)
  if (nrow(costs) > ncol(costs)) {
    costs <- t(costs)
    shared <- t(shared)
  }
  every <- all_assignments(costs)
  best <- which(every$total < min(every$total) + 1e-9)
  cells <- lapply(best, function(i) {
    at <- cbind(seq_len(nrow(costs)), every$of[i, ])
    at[shared[at] > 0, , drop = FALSE]
  })
  both <- vapply(cells, function(at) sum(shared[at]), 0)
  named <- unique(lapply(cells, function(at) sort(paste(at[, 1], at[, 2]))))
  kept <- Reduce(intersect, named)
  # The pairs that are in all best assignments cannot be replaced.
  c(
    mentions = sums$both == max(both),
    pairs = sum(pairs$both > 0) == max(lengths(cells[both == max(both)]) / 2),
    sums = sums$left == sum(lengths(a)) - max(both) && sums$right == sum(lengths(b)) - max(both),
    unique = sum(pairs$unique & pairs$both > 0) == length(kept),
    status = (sums$status == "ok") == (length(named) == 1)
  )
}

test_that("the matching is the best of all assignments", {
  set.seed(611)
  for (i in seq_len(test_size(5, 10000))) {
    n <- sample(2:9, 1)
    a <- random_partition(sample(10, n), sample(5, 1))
    b <- random_partition(sample(10, sample(2:9, 1)), sample(5, 1))
    for (cost in c("symmetric", "jaccard")) {
      for (unpaired in c("size", "free")) {
        found <- compare_with_all(a, b, cost, unpaired)
        expect_true(all(found), info = paste(i, cost, unpaired, names(found)[!found]))
      }
    }
  }
})

test_that("the matching is that of clue on larger data", {
  skip_if_not_installed("clue")
  set.seed(612)
  for (i in seq_len(test_size(2, 300))) {
    n <- sample(50:300, 1)
    a <- random_partition(seq_len(n), sample(10:80, 1))
    b <- random_partition(sample(n + 20, n), sample(10:80, 1))
    # Some agreement.
    if (i %% 2) b <- Map(function(x, y) c(x, y), a, seq_along(a) + n + 100)
    sets <- list(with_singleton_set(a), with_singleton_set(b))
    if (length(sets[[1]]) > length(sets[[2]])) sets <- rev(sets)
    for (variant in list(c("symmetric", "size"), c("symmetric", "free"), c("jaccard", "free"))) {
      costs <- cost_matrix(sets[[1]], sets[[2]], variant[1], variant[2])
      best <- sum(costs[cbind(seq_len(nrow(costs)), clue::solve_LSAP(costs))])
      pairs <- chain_agreement(both_chains(a, b), what = "pairs", cost = variant[1], unpaired = variant[2])
      made <- pairs[pairs$both > 0, ]
      own <- if (variant[1] == "jaccard") {
        length(sets[[1]]) - sum(1 - made$delta)
      } else if (variant[2] == "size") {
        sum(pairs$difference)
      } else {
        # The smallest of the unpaired sets complete the pairs.
        alone <- lapply(list(pairs$left[is.na(pairs$chain_2)], pairs$right[is.na(pairs$chain_1)]), sort)
        n <- min(lengths(alone))
        sum(made$difference) + sum(unlist(lapply(alone, utils::head, n)))
      }
      expect_equal(own, best, info = paste(i, variant[1], variant[2]))
    }
  }
})

test_that("an exchange of annotators exchanges left and right", {
  set.seed(613)
  for (i in seq_len(test_size(5, 2000))) {
    a <- random_partition(sample(30, 25), 8)
    b <- random_partition(sample(30, 25), 9)
    for (cost in c("symmetric", "jaccard")) {
      one <- totals(chain_agreement(both_chains(a, b), cost = cost, unpaired = "free"))
      two <- totals(chain_agreement(both_chains(b, a), cost = cost, unpaired = "free"))
      expect_equal(one, two[c(3, 2, 1, 4)], ignore_attr = TRUE, info = paste(i, cost))
    }
  }
})

test_that("all pairs of annotators, or those of two sides", {
  x <- rbind(
    chains_frame("A", list(1:2, 3:4)), chains_frame("B", list(1:2, 3:4)), chains_frame("C", list(1:4)),
    chains_frame("A", list(1:2), "e"), chains_frame("C", list(1:2), "e")
  )
  every <- chain_agreement(as_chains(x))
  expect_equal(every$annotator_1, rep(c("A", "A", "B"), c(2, 3, 2)))
  expect_equal(every$annotator_2, rep(c("B", "C", "C"), c(2, 3, 2)))
  expect_equal(every$document, c("d", NA, "d", "e", NA, "d", NA))
  expect_equal(every$both, c(4L, 4L, 2L, 2L, 4L, 2L, 2L))
  one <- as_chains(x[x$annotator == "C", ])
  two <- as_chains(x[x$annotator != "C", ])
  sides <- chain_agreement(two, other = one)
  expect_equal(sides$annotator_1, rep(c("A", "B"), c(3, 2)))
  expect_equal(sides$both, c(2L, 2L, 4L, 2L, 2L))
  expect_equal(coref_scores(two, key = one)$key, rep("C", 35))
})

test_that("documents that one annotator alone has are left out with a warning", {
  x <- rbind(
    chains_frame("A", list(1:2)), chains_frame("B", list(1:2)), chains_frame("A", list(1:2), "e")
  )
  expect_warning(
    left <- chain_agreement(as_chains(x)), "1 of 2 documents: \"e\"", class = "accord_warning_left_out"
  )
  expect_equal(left$document, c("d", NA))
  expect_equal(left$both, c(2L, 2L))
  expect_warning(coref_scores(as_chains(x)), class = "accord_warning_left_out")
  expect_warning(alpha <- chain_alpha(as_chains(x)), class = "accord_warning_left_out")
  expect_equal(alpha$document, c("d", NA))
  more <- rbind(x, chains_frame("B", list(1:2), "f"))
  expect_warning(chain_agreement(as_chains(more)), "2 of 3 documents: \"e\" and \"f\"")
})

test_that("bad arguments are errors", {
  skip_if_quick()
  x <- both_chains(list(1:2), list(1:2))
  expect_fault(chain_agreement(x, cost = "dice"), "argument", "cost")
  expect_fault(chain_agreement(x, unpaired = "none"), "argument", "unpaired")
  expect_fault(chain_agreement(x, singletons = TRUE), "argument", "singletons")
  expect_fault(chain_agreement(x, what = "pair"), "argument", "Did you mean")
  expect_fault(chain_agreement(x, other = x), "duplicate_annotator", "2 are in both", annotators = c("A", "B"))
  expect_fault(
    coref_scores(as_chains(chains_frame("A", list(1)))), "one_annotator", "1 annotator was found: \"A\""
  )
  one <- as_chains(chains_frame("A", list(1)))
  expect_fault(chain_agreement(one, other = one), "duplicate_annotator", "1 is in both: \"A\"")
  expect_fault(chain_agreement(x, costs = 1), "argument", "costs")
})

test_that("the note on a chain without a partner names the chain", {
  skip_if_not_installed("knitr")
  rows <- data.frame(
    document = "d1", annotator = rep(c("ann", "bob"), each = 6), mention = 1:6,
    chain = c("a", "a", "a", "b", "b", "b", "x", "x", "y", "z", "z", "z")
  )
  x <- chain_agreement(as_chains(rows), what = "pairs")
  expect_match(paste(paper_table(x), collapse = "\n"), "singletons: no first chain", fixed = TRUE)
})

test_that("ids of one type on one side and of another on the other are compared as text", {
  rows <- data.frame(
    document = 1, annotator = rep(c("ann", "bob"), each = 4), mention = c(1, 2, 3, 100000),
    chain = c(1, 1, 2, 2, 1, 1, 1, NA)
  )
  ann <- rows[1:4, ]
  same <- chain_agreement(rows)
  text <- transform(rows[5:8, ], document = "1", mention = c("1", "2", "3", "100000"))
  expect_identical(chain_agreement(ann, other = text)$both, same$both)
  expect_identical(chain_agreement(text, other = ann)$left, same$right)
  response <- transform(rows[5:8, ], document = factor("1"))
  expect_identical(coref_scores(response, key = ann)$f1, coref_scores(rows)$f1[1:14])
  # 7 is the name of an annotator on both sides.
  one <- transform(ann, annotator = 7)
  expect_fault(chain_agreement(one, other = transform(one, annotator = "7")), "duplicate_annotator", "1 is in both")
  expect_identical(chain_agreement(one, other = rows[5:8, ])$annotator_1, c("7", "7"))
  expect_fault(coref_scores(ann, key = ann), "duplicate_annotator", "annotators of `key` and `data`")
  expect_fault(coref_scores(ann, rows), "argument", "go by name only: `key`")
})
