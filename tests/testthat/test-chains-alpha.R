estimate <- function(x) x$estimate[x$scope == "total"]

test_that("alpha by hand", {
  # Mentions 1 2 3: A has {1 2} {3}, B has {1} {2 3}. Distances within: 1/3, 2/3, 1/3.
  x <- chain_alpha(both_chains(list(1:2, 3), list(1, 2:3)))
  expect_equal(x$observed, rep(4 / 9, 2))
  # Values 12 12 3 1 23 23; of 15 pairs 12-12 and 23-23 are 0, 12-1 and 3-23 (2 each) 1/3,
  # 12-23 (4) 2/3, the other 5 are 1.
  expect_equal(x$expected, rep((4 / 3 + 8 / 3 + 5) / 15, 2))
  expect_equal(x$estimate, rep(1 - (4 / 9) / (9 / 15), 2))
  expect_equal(x$n_mentions, c(3L, 3L))
  expect_equal(x$n_values, c(6L, 6L))
})

test_that("alpha is that of the definition for every distance", {
  set.seed(631)
  for (i in seq_len(test_size(2, 1000))) {
    parts <- lapply(1:3, function(i) random_partition(sample(12, sample(4:10, 1)), 5))
    x <- as_chains(rbind(
      chains_frame("A", parts[[1]]), chains_frame("B", parts[[2]]), chains_frame("C", parts[[3]])
    ))
    values <- chain_values(parts[[1]], parts[[2]], parts[[3]])
    for (distance in names(oracle_set_distances)) {
      expected <- oracle_set_alpha(values, oracle_set_distances[[distance]])
      expect_equal(estimate(chain_alpha(x, distance = distance)), expected, info = paste(i, distance))
    }
  }
})

test_that("documents are items of one alpha, with chains of their own", {
  a <- list(1:2, 3:4)
  b <- list(1:3, 4)
  shifted <- function(x) lapply(x, `+`, 10)
  x <- as_chains(rbind(
    chains_frame("A", a), chains_frame("B", b),
    chains_frame("A", shifted(b), "e"), chains_frame("B", shifted(a), "e")
  ))
  values <- c(chain_values(a, b), chain_values(shifted(b), shifted(a)))
  for (distance in names(oracle_set_distances)) {
    expected <- oracle_set_alpha(values, oracle_set_distances[[distance]])
    expect_equal(estimate(chain_alpha(x, distance = distance)), expected)
  }
})

test_that("there is no alpha without two values, or without chance disagreement", {
  one <- chain_alpha(both_chains(list(1:3), list(1:3)))
  expect_equal(one$status, rep("all mentions are in one chain", 2))
  expect_equal(one$estimate, c(NA_real_, NA_real_))
  none <- chain_alpha(both_chains(list(1:3), list(4:5)))
  expect_equal(none$status, rep("no mention marked twice", 2))
  expect_equal(none$observed, c(NA_real_, NA_real_))
  expect_fault(chain_alpha(both_chains(list(1), list(1)), distance = "cosine"), "argument")
})
