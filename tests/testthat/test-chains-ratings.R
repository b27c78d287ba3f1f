test_that("alpha of ratings of mentions is the total of alpha of chains", {
  chains <- result_chains()
  for (distance in c("passonneau", "jaccard", "masi", "dice")) {
    own <- chain_alpha(chains, distance = distance)
    sets <- krippendorff_alpha(as_ratings(chains), distance = distance, ci = ci_none())
    expect_equal(sets$estimate, own$estimate[own$scope == "total"])
  }
})

test_that("intervals of chains leave documents out", {
  skip_if_quick()
  marked <- do.call(rbind, lapply(1:6, function(d) {
    with_seed(d, data.frame(
      document = paste0("d", d), annotator = rep(c("ann", "bob"), each = 8), mention = 1:8,
      chain = c(rep(c("a", "b"), 4), sample(c("a", "b", NA), 8, TRUE))
    ))
  }))
  own <- chain_alpha(as_chains(marked))
  total <- function(data) {
    x <- chain_alpha(as_chains(data), ci = ci_none())
    x$estimate[x$scope == "total"]
  }
  left_out <- vapply(1:6, function(d) total(marked[marked$document != paste0("d", d), ]), 0)
  error <- sqrt(5 / 6 * sum((left_out - mean(left_out))^2))
  last <- own[own$scope == "total", ]
  expect_equal(last$std.error, error)
  expect_lt(last$conf.low, last$estimate)
  expect_gt(last$conf.high, last$estimate)
  expect_true(all(is.na(own$conf.low[own$scope == "document"])))
  boot <- with_seed(1, chain_alpha(as_chains(marked), ci = ci_bootstrap(times = 200)))
  expect_false(is.na(boot$conf.low[7]))
  expect_error(chain_alpha(as_chains(marked), ci = ci_analytic()), class = "accord_error_argument")
})

test_that("colons in the ids of documents and mentions make no two items one", {
  marked <- data.frame(
    document = rep(c("d:1", "d"), each = 4), annotator = rep(c("x", "y"), 4),
    mention = c("2", "2", "3", "3", "1:2", "1:2", "4", "4"), chain = "a"
  )
  expect_length(as_ratings(as_chains(marked))$items, 4)
})

test_that("what takes no clusters gives advice for chains that can be followed", {
  skip_if_quick()
  marked <- data.frame(
    document = rep(c("d1", "d2"), each = 12), annotator = rep(c("ann", "bob"), each = 6), mention = 1:6,
    chain = c("a", "a", "a", "b", "b", NA, "x", "x", "y", "y", "y", NA)
  )
  x <- as_chains(marked)
  expect_fault(icc(x), "level", "needs numbers")
  expect_fault(limits_of_agreement(x), "level", "need numbers")
  # Pairs have limits over the documents.
  expect_identical(pairwise_agreement(x, ci = ci_jackknife())$n_clusters, 2L)
  expect_fault(krippendorff_alpha(x, distance = "jaccard", ci = ci_krippendorff()), "argument", "ci_bootstrap")
  rows <- as_tibble(as_ratings(x))
  expect_s3_class(pairwise_agreement(rows, item, rater, rating, ci = ci_jackknife()), "accord_result")
  plain <- data.frame(item = 1:4, rater = rep(1:2, each = 4), document = c(1, 1, 2, 2), x = c(1, 2, 3, 5, 2, 2, 4, 4))
  expect_fault(icc(plain, item, rater, x, cluster = document), "argument", "Leave out `cluster`")
})

test_that("without a mention there are no ratings", {
  none <- data.frame(document = "d", annotator = c("ann", "bob"), mention = NA, chain = NA)
  expect_fault(as_ratings(as_chains(none)), "no_rows", "no mention")
})
