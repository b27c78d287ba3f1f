# A data engineer: a million rows in the classes that tables come in, each call in seconds. The values are
# those of the definition, from a table of counts.

million <- local({
  set.seed(20, kind = "Mersenne-Twister", sample.kind = "Rejection")
  n <- 1e6
  truth <- rep(sample(5, n / 5, TRUE), each = 5)
  data.frame(
    job = as.integer(rep(1:2e5, each = 5)), worker = rep(sprintf("w%04d", 1:1000), length.out = n),
    label = letters[ifelse(stats::runif(n) < 0.7, truth, sample(5, n, TRUE))]
  )
})

# Five ratings of each item give the pairs that agree, and those that would among all ratings.
by_definition <- function(data) {
  counts <- unclass(table(data$job, data$label))
  agreed <- rowSums(counts * (counts - 1)) / (5 * 4)
  n_k <- colSums(counts)
  n <- sum(n_k)
  observed <- 1 - mean(agreed)
  expected <- 1 - sum(n_k * (n_k - 1)) / (n * (n - 1))
  shares <- n_k / n
  c(percent = 1 - observed, fleiss = 1 - observed / (1 - sum(shares^2)), alpha = 1 - observed / expected)
}

test_that("an engineer measures a million rows in seconds", {
  wanted <- by_definition(million)
  got <- expect_quick(agreement(million, job, worker, label, coefficients = names(wanted)))
  expect_equal(got$estimate, unname(wanted), tolerance = 1e-10)
  expect_equal(got$n_ratings, rep(1000000L, 3))
  expect_true(all(got$conf.low < got$estimate & got$estimate < got$conf.high))
  expect_match(table_text(got, "latex"), "200,000|200000")

  # Rows in any order, ids of another class, categories as a factor: the same numbers.
  same <- million[sample.int(nrow(million)), ]
  same <- transform(same, job = job + 1e12, worker = factor(worker), label = factor(label))
  again <- expect_quick(agreement(same, job, worker, label, coefficients = names(wanted), ci = ci_none()))
  expect_equal(again$estimate, unname(wanted), tolerance = 1e-10)

  if (requireNamespace("data.table", quietly = TRUE)) {
    keyed <- data.table::as.data.table(million)
    data.table::setkeyv(keyed, c("worker", "job"))
    again <- agreement(keyed, job, worker, label, coefficients = names(wanted), ci = ci_none())
    expect_equal(again$estimate, unname(wanted), tolerance = 1e-10)
  }

  ratings <- expect_quick(as_ratings(million, job, worker, label))
  expect_equal(nrow(tibble::as_tibble(ratings)), 1e6)
  workers <- expect_quick(rater_summary(ratings), 30)
  expect_equal(sum(workers$n_ratings), 1e6)
  labels <- expect_quick(consensus(ratings, method = "dawid_skene"), 60)
  expect_equal(nrow(labels), 2e5)
})

test_that("mistakes of an engineer have a message of their own, and soon", {
  twice <- rbind(million, million[1:3, ])
  expect_quick(expect_fault(agreement(twice, job, worker, label), "duplicate_rating", "3 duplicate"))
  crowd <- data.frame(item = rep(1:100, each = 1e4), worker = rep(1:1e4, 100), label = "a")
  expect_quick(expect_fault(pairwise_agreement(crowd, item, worker, label), "too_large", "49,995,000"))
  numbers <- transform(million, label = seq_along(label))
  expect_quick(expect_fault(krippendorff_alpha(numbers, job, worker, label), "level_needed"))
  expect_fault(krippendorff_alpha(million, job, worker, label, ci = ci_bootstrap(times = 1e10)), "argument")
  expect_fault(krippendorff_alpha(million[0, ], job, worker, label), "no_rows")
  expect_fault(krippendorff_alpha(million, job, worker, lable), "missing_column", "label")
  expect_quick(
    expect_fault(krippendorff_alpha(million, job, worker, label, level = "ordinal"), "level", "order")
  )
  nested <- million[1:10, ]
  nested$job <- as.list(nested$job)
  expect_fault(krippendorff_alpha(nested, job, worker, label), "list_column")
})
