# Warnings and prints where ratings decide little, limits of size, and threads.

test_that("gold that contradicts most raters is a warning with numbers", {
  d <- data.frame(item = rep(1:20, each = 3), rater = c("x", "y", "z"), label = rep(c("a", "b"), each = 30))
  against <- stats::setNames(rep(c("b", "a"), each = 10), 1:20)
  expect_warning(
    consensus(d, item, rater, label, method = anchored(), gold = against[1:12]), "12 of 12",
    class = "accord_warning_gold_contradicts"
  )
  half <- replace(against, 1:10, "a")
  expect_no_warning(consensus(d, item, rater, label, method = anchored(), gold = half))
  expect_no_warning(consensus(d, item, rater, label, method = anchored(), gold = against[1:9]))
  # A tie contradicts no answer that leads it.
  tied <- data.frame(item = rep(1:20, each = 2), rater = c("x", "y"), label = c("a", "b", "b", "a"))
  expect_no_warning(consensus(tied, item, rater, label, method = anchored(), gold = against))
})

test_that("one rating per item and unused categories are in the print", {
  d <- data.frame(
    item = c(1:9, 1), rater = c(rep("x", 5), rep("y", 5)), label = factor(rep(c("a", "b"), 5), letters[1:3])
  )
  x <- consensus(d, item, rater, label, method = anchored())
  expect_output(print(x), "8 items of 9 with one rating")
  expect_output(print(x), "Nobody used 1 category: c")
  expect_false("c" %in% x$label)
  votes <- consensus(d, item, rater, label)
  expect_false(any(grepl("one rating|Nobody", format(votes))))
})

test_that("too many categories for a model are an error with advice that works", {
  skip_if_quick()
  k <- 20000
  d <- data.frame(item = rep(seq_len(k * 5), each = 2), rater = c("x", "y"), label = sprintf("c%05d", seq_len(k)))
  for (method in c("mace", "one_coin", "glad", "anchored")) {
    expect_error(consensus(d, item, rater, label, method = method), "20,000", class = "accord_error_too_large")
  }
  expect_identical(nrow(consensus(d, item, rater, label, method = "wawa")), 5L * 20000L)
})

test_that("the number of threads changes no number", {
  local_seed(1)
  d <- data.frame(item = rep(1:20000, each = 3), rater = sample(40, 6e4, replace = TRUE))
  d <- d[!duplicated(d), ]
  d$label <- sample(c("a", "b", "c"), nrow(d), replace = TRUE, prob = c(.6, .3, .1))
  fit <- function(threads) {
    rlang::local_options(accord.threads = threads)
    consensus(d, item, rater, label, method = anchored(), posterior = TRUE)
  }
  expect_identical(fit(3)$posterior, fit(1)$posterior)
})

test_that("the sites: probabilities are nearer to what is right than those of Dawid and Skene", {
  folder <- system.file("extdata", "sites", package = "accord")
  answers <- utils::read.csv(file.path(folder, "labels.csv"))
  experts <- utils::read.csv(file.path(folder, "gold.csv"))
  gold <- data.frame(item = experts$item, label = experts$gold)
  sites <- as_ratings(answers, item, worker, label, duplicates = "first")
  found <- lapply(list(anchored(), dawid_skene()), function(method) {
    x <- evaluate_consensus(consensus(sites, method = method), gold)
    stats::setNames(x$estimate, x$measure)
  })
  expect_gt(found[[1]][["log_score"]], found[[2]][["log_score"]])
  expect_lt(found[[1]][["calibration_error"]], found[[2]][["calibration_error"]])
})
