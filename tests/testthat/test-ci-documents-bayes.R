`%||%` <- rlang::`%||%`

# Documents in which two annotators mark a span each, the same or not.
one_span_each <- function(same) {
  n <- length(same)
  data.frame(
    document = rep(seq_len(n), each = 2), annotator = c("ann", "bob"),
    start = c(rbind(0, ifelse(same, 0, 10))), end = c(rbind(4, ifelse(same, 4, 14))), label = "X", length = 30
  )
}

test_that("where every document agrees fully or not at all the limits of F1 are those of a share", {
  # For such documents F1 is the share of those that agree, and the posterior of that share is a beta distribution: with
  # a pseudo-document and n documents, k of which agree, it is Beta(k, n - k + 1) for the lower limit and Beta(k + 1, n
  # - k) for the upper one (Clopper and Pearson). The limits are quantiles of 4,096 draws.
  same <- rep(c(TRUE, FALSE), c(60, 20))
  x <- span_agreement(one_span_each(same), ci = ci_bayes())
  expect_equal(x$f1, 0.75)
  exact <- c(stats::qbeta(0.025, 60, 21), stats::qbeta(0.975, 61, 20))
  expect_lt(max(abs(c(x$conf.low, x$conf.high) - exact)), 0.004)
  # Perfect agreement has a lower limit.
  n <- 30
  y <- span_agreement(one_span_each(rep(TRUE, n)), ci = ci_bayes())
  expect_equal(y$conf.high, 1)
  expect_lt(abs(y$conf.low - stats::qbeta(0.025, n, 1)), 0.005)
  expect_true(is.na(span_agreement(one_span_each(rep(TRUE, n)))$conf.low))
  # Without a pseudo-document, disagreement has no probability.
  z <- span_agreement(one_span_each(rep(TRUE, n)), ci = ci_bayes(prior = 0))
  expect_equal(c(z$conf.low, z$conf.high), c(1, 1))
})

test_that("limits hold the estimate, are a function of the data, and leave random numbers alone", {
  skip_if_quick()
  data <- with_seed(4, random_spans(8))
  figures <- list(span_agreement, span_alpha, function(data, ...) with_seed(1, span_gamma(data, ...)))
  for (figure in figures) {
    state <- with_seed(7, {
      x <- figure(data, ci = ci_bayes())
      stats::runif(1)
    })
    estimate <- x[["f1"]] %||% x$estimate
    ok <- x$status == "ok"
    expect_true(all(x$conf.low[ok] <= estimate[ok] & estimate[ok] <= x$conf.high[ok]))
    expect_true(all(x$std.error[ok] > 0))
    expect_true(all(is.na(x$conf.low[!ok])))
    expect_identical(unique(x$interval), "Bayesian")
    # The continua of gamma are drawn document by document.
    if (identical(figure, figures[[3]])) next
    expect_identical(state, with_seed(7, stats::runif(1)))
    turned <- transform(data, document = paste0("z", 9 - match(document, unique(document))))
    expect_equal(figure(turned[rev(seq_len(nrow(turned))), ], ci = ci_bayes())$conf.low, x$conf.low)
  }
})

test_that("names of annotators do not matter", {
  # No two documents have the same number of spans.
  first <- c(1, 5, 9, 2, 12, 7)
  second <- c(7, 6, 1, 3, 5, 13)
  data <- data.frame(
    document = rep(c(1:6, 1:6), c(first, second)), annotator = rep(c("ann", "bob"), c(sum(first), sum(second))),
    start = 10 * c(sequence(first), sequence(second)), length = 200
  )
  data <- transform(data, end = start + 4, label = "X")
  limits <- function(data) unlist(span_agreement(data, ci = ci_bayes())[c("std.error", "conf.low", "conf.high")])
  expect_equal(limits(transform(data, annotator = ifelse(annotator == "ann", "zoe", "bob"))), limits(data))
})

test_that("a higher level makes limits wider, on both sides", {
  skip_if_quick()
  spans <- as_spans(with_seed(4, random_spans(8)))
  x <- lapply(c(0.5, 0.8, 0.95, 0.999), function(level) span_agreement(spans, ci = ci_bayes(level)))
  expect_true(all(diff(t(vapply(x, `[[`, x[[1]]$f1, "conf.low"))) <= 0))
  expect_true(all(diff(t(vapply(x, `[[`, x[[1]]$f1, "conf.high"))) >= 0))
  expect_identical(x[[4]]$std.error, x[[1]]$std.error)
})

test_that("chains have the interval too, and one document has none", {
  marked <- data.frame(
    document = rep(c("d1", "d2", "d3"), each = 8), annotator = rep(rep(c("ann", "bob"), each = 4), 3), mention = 1:4,
    chain = c(1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 2, 2, 2, 1, 1, 2, 2, 1, 1, 1, 2)
  )
  x <- chain_alpha(as_chains(marked), ci = ci_bayes())
  total <- x[x$scope == "total", ]
  expect_true(total$conf.low < total$estimate && total$estimate < total$conf.high)
  one <- chain_alpha(as_chains(marked[marked$document == "d1", ]), ci = ci_bayes())
  expect_true(all(is.na(one$conf.low)))
})

test_that("what is not defined has no interval", {
  skip_if_quick()
  apart <- one_span_each(c(FALSE, FALSE, FALSE))
  x <- span_alpha(apart, ci = ci_bayes())
  expect_true(all(is.na(x$conf.low[x$status != "ok"])))
  expect_true(all(is.finite(x$conf.low[x$status == "ok"])))
  none <- transform(apart, start = NA, end = NA)
  expect_true(all(is.na(span_agreement(none, ci = ci_bayes())$conf.low)))
  expect_true(all(is.na(span_alpha(none, ci = ci_bayes())$conf.low)))
  expect_true(all(is.na(span_gamma(none, ci = ci_bayes())$conf.low)))
})
