fitted <- function(d, method, ...) {
  consensus(d, item, rater, code, categories = seq_len(max(d$code)), method = method, posterior = TRUE, ...)
}

# Compares all iterations of EM and the posterior of each item with the oracle. `steps` is more than EM needs.
expect_em <- function(x, oracle, info) {
  history <- tidy(x, "iterations")$objective
  expect_equal(history, oracle$objective[seq_along(history)], tolerance = 1e-9, info = info)
  expect_equal(unname(x$posterior), oracle$posterior, tolerance = 1e-6, info = info)
  expect_equal(tidy(x, "classes")$estimate, oracle$prior, tolerance = 1e-6, info = info)
}

# The rows of an oracle are in the order of numbers; items and raters come in that of the data.
sorted_answers <- function(seed, ...) {
  d <- random_answers(seed, ...)
  d$item <- match(d$item, unique(d$item))
  d$rater <- match(d$rater, unique(d$rater))
  d
}

models <- list(
  dawid_skene = list(list(smoothing = 0), list(smoothing = 0.3), list(smoothing = 0.1, prior = "uniform")),
  one_coin = list(list(smoothing = 0), list(smoothing = 0.7), list(prior = c(0.2, 0.3, 0.5))),
  mace = list(list(), list(smoothing = 0.5), list(prior = "free")),
  mace_vb = list(list(), list(prior = "free"))
)

oracle_for <- function(method, smoothing) {
  switch(method,
    dawid_skene = oracle_dawid_skene(smoothing %||% 0),
    one_coin = oracle_one_coin(smoothing %||% 0),
    mace = oracle_mace(smoothing %||% (0.01 / 3)),
    mace_vb = oracle_mace(variational = TRUE)
  )
}

test_that("every iteration of EM is that of the definition, and none lowers the objective", {
  skip_if_quick()
  for (method in names(models)) {
    for (options in models[[method]]) {
      for (seed in seq_len(test_size(1, 40))) {
        info <- paste(method, deparse(options), seed)
        d <- sorted_answers(seed)
        # Those that have not converged in 60 steps are compared as well.
        x <- suppressWarnings(
          fitted(d, method_of(method, max_iterations = 60, !!!options)),
          classes = "accord_warning_not_converged"
        )
        prior <- options$prior %||% if (startsWith(method, "mace")) "uniform" else "free"
        if (is.character(prior)) prior <- list(free = NULL, uniform = rep(1 / 3, 3))[[prior]]
        steps <- glance(x)$iterations
        expect_em(x, oracle_em(d, 3, oracle_for(method, options$smoothing), steps, prior), info)
        history <- tidy(x, "iterations")$objective
        expect_true(all(diff(history) > -1e-9 * abs(history[-1])), info = info)
      }
    }
  }
})

test_that("gold labels clamp their items in every model", {
  skip_if_quick()
  d <- sorted_answers(8)
  gold <- c(2, NA, 1, rep(NA, 9))
  for (method in names(models)) {
    x <- suppressWarnings(
      fitted(d, method_of(method, max_iterations = 30), gold = c("1" = 2, "3" = 1)),
      classes = "accord_warning_not_converged"
    )
    prior <- if (startsWith(method, "mace")) rep(1 / 3, 3)
    expect_em(x, oracle_em(d, 3, oracle_for(method, NULL), glance(x)$iterations, prior, gold), method)
    expect_identical(x$status[c(1, 3)], c("gold", "gold"))
    expect_equal(x$label[c(1, 3)], c(2, 1))
  }
})

test_that("the parameters that are returned are those of the last step", {
  d <- sorted_answers(2)
  x <- fitted(d, dawid_skene(smoothing = 0.2))
  oracle <- oracle_em(d, 3, oracle_dawid_skene(0.2), glance(x)$iterations)
  table <- tidy(x)
  planned <- oracle$model$p[cbind(table$rater, table$label, table$rating)]
  expect_equal(table$estimate, planned, tolerance = 1e-7)
  expect_equal(glance(x)$log_likelihood, rev(oracle$objective)[1] - oracle$model$log_prior, tolerance = 1e-9)
  expect_equal(tidy(x)$n[tidy(x)$label == 1 & tidy(x)$rating == 1], c(table(d$rater)), ignore_attr = TRUE)

  x <- fitted(d, mace(smoothing = 0.2))
  oracle <- oracle_em(d, 3, oracle_mace(0.2), glance(x)$iterations, rep(1 / 3, 3))
  expect_equal(tidy(x)$estimate, oracle$model$know, tolerance = 1e-7)
  strategy <- tidy(x, "strategies")
  guess <- oracle$model$guess / rowSums(oracle$model$guess)
  expect_equal(strategy$estimate, guess[cbind(strategy$rater, strategy$category)], tolerance = 1e-7)
})

test_that("GLAD stands where its objective has no slope", {
  for (seed in seq_len(test_size(2, 30))) {
    d <- sorted_answers(seed)
    x <- fitted(d, glad(tolerance = 1e-14, max_iterations = 20000))
    ability <- tidy(x)$estimate
    ease <- log(x$ease)
    oracle <- oracle_glad(d, 3, ability, ease)
    expect_equal(glance(x)$objective, oracle$objective, tolerance = 1e-9)
    expect_equal(unname(x$posterior), oracle$posterior, tolerance = 1e-6)
    n <- length(ability)
    slope <- oracle_slope(function(p) oracle_glad(d, 3, p[1:n], p[-(1:n)])$objective, c(ability, ease))
    expect_lt(max(abs(slope)), 1e-3)
    expect_true(all(diff(tidy(x, "iterations")$objective) > -1e-9))
  }
})

test_that("the unit of the ratings does not change where the iterations of the mean by precision end", {
  local_seed(77)
  d <- expand.grid(item = 1:30, rater = 1:4)
  d$value <- stats::rnorm(30)[d$item] + d$rater / 5 + stats::rnorm(120) * d$rater
  one <- consensus(d, item, rater, value, method = weighted_mean())
  for (unit in c(1e6, 1e-6, 1e40)) {
    x <- consensus(transform(d, value = value * unit), item, rater, value, method = weighted_mean())
    expect_lt(max(abs(x$label / unit - one$label)), 1e-9)
    expect_identical(nrow(tidy(x, "iterations")), nrow(tidy(one, "iterations")))
    # The density has the inverse of the unit for each of 120 ratings.
    expect_equal(glance(x)$log_likelihood, glance(one)$log_likelihood - 120 * log(unit))
  }
})

test_that("the mean by precision stands where its objective has no slope", {
  for (seed in seq_len(test_size(2, 30))) {
    d <- sorted_answers(seed, n_items = 15, n_raters = 4)
    d$value <- d$code * 2 + d$rater / 3 + sin(seq_len(nrow(d))^2)
    x <- consensus(d, item, rater, value,
      method = weighted_mean(smoothing = 0.5, tolerance = 1e-14, max_iterations = 20000)
    )
    bias <- estimates_of(x, "bias")
    sd <- estimates_of(x, "sd")
    fit <- attr(x, "consensus")$fits[[1]]
    at <- function(p) oracle_rater_bias(d, 0.5, p[1], exp(p[2]), p[3:6], exp(p[7:10]))
    found <- c(fit$mean, log(fit$spread), bias, log(sd^2))
    expect_equal(glance(x)$objective, at(found), tolerance = 1e-9)
    expect_lt(max(abs(oracle_slope(at, found))), 1e-2)
    expect_true(all(diff(tidy(x, "iterations")$objective) > -1e-9))
    precision <- 1 / sd[d$rater]^2
    own <- (d$value - bias[d$rater]) * precision
    expect_equal(x$label, c(tapply(own, d$item, sum) / tapply(precision, d$item, sum)), ignore_attr = TRUE)
    expect_equal(x$std.error, c(1 / sqrt(tapply(precision, d$item, sum))), ignore_attr = TRUE)
    expect_equal(sum(bias * table(d$rater)), 0, tolerance = 1e-8)
  }
})

test_that("votes by skill are those of the definition", {
  for (seed in seq_len(test_size(5, 200))) {
    d <- sorted_answers(seed)
    skill <- oracle_agreement(d, oracle_first(oracle_votes(d, 3)))
    x <- fitted(d, "wawa", ties = "first")
    expect_equal(tidy(x)$estimate, skill)
    votes <- oracle_votes(d, 3, skill)
    expect_equal(unname(x$posterior), votes / rowSums(votes))
    for (rounds in c(1, 7, 100)) {
      z <- fitted(d, zbs(max_iterations = rounds), ties = "first")
      expect_equal(tidy(z)$estimate, oracle_zbs(d, 3, rounds), info = paste(seed, rounds))
    }
  }
})

test_that("labels do not depend on names, the order of rows or threads", {
  skip_if_quick()
  d <- random_answers(11, n_items = test_size(700, 1700), n_raters = 30, k = 4)
  renamed <- transform(d, item = paste0("i", 5000 - item), rater = paste0(letters[rater %% 26 + 1], rater))
  renamed$code <- c("z", "a", "q", "b")[d$code]
  local_seed(4)
  renamed <- renamed[sample(nrow(renamed)), ]
  for (method in c("majority", "wawa", "zbs", "dawid_skene", "one_coin", "mace", "mace_vb", "glad")) {
    em <- method %in% c("dawid_skene", "one_coin", "mace", "mace_vb", "glad")
    run <- function(d) consensus(d, item, rater, code, method = if (em) method_of(method, tolerance = 1e-7) else method)
    x <- run(d)
    y <- run(renamed)
    at <- match(paste0("i", 5000 - x$item), y$item)
    expect_identical(c("z", "a", "q", "b")[x$label], y$label[at], info = method)
    expect_equal(x$probability, y$probability[at], tolerance = 1e-5, info = method)
    old <- options(accord.threads = 1)
    expect_identical(run(d), x, info = method)
    options(old)
  }
})

test_that("planted confusion tables and skills come back", {
  local_seed(6)
  n <- 4000
  truth <- sample.int(3, n, replace = TRUE, prob = c(0.5, 0.3, 0.2))
  tables <- lapply(1:6, function(j) {
    p <- diag(c(0.9, 0.7, 0.8)[(j + 0:2) %% 3 + 1])
    p[p == 0] <- rep((1 - diag(p)) / 2, 3)[-c(1, 5, 9)]
    p / rowSums(p)
  })
  d <- expand.grid(item = seq_len(n), rater = 1:6)
  answer <- function(i) sample.int(3, 1, prob = tables[[d$rater[i]]][truth[d$item[i]], ])
  d$code <- vapply(seq_len(nrow(d)), answer, 1L)
  x <- consensus(d, item, rater, code, method = "dawid_skene")
  found <- tidy(x)
  cell <- function(i) tables[[found$rater[i]]][found$label[i], found$rating[i]]
  planted <- vapply(seq_len(nrow(found)), cell, 0)
  # Standard errors of the shares of 800 items or more are below .018.
  expect_lt(max(abs(found$estimate - planted)), 0.06)
  expect_lt(max(abs(tidy(x, "classes")$estimate - c(0.5, 0.3, 0.2))), 0.04)
  expect_gt(
    mean(x$label == truth), mean(consensus(d, item, rater, code, method = "majority", ties = "first")$label == truth)
  )

  skill <- c(0.95, 0.8, 0.7, 0.6, 0.5, 0.4)
  right <- stats::runif(nrow(d)) < skill[d$rater]
  wrong <- (truth[d$item] + sample.int(2, nrow(d), replace = TRUE) - 1) %% 3 + 1
  d$code <- ifelse(right, truth[d$item], wrong)
  x <- consensus(d, item, rater, code, method = "one_coin")
  expect_lt(max(abs(tidy(x)$estimate - skill)), 0.05)
})

test_that("planted biases and precisions of numbers come back", {
  local_seed(7)
  d <- expand.grid(item = 1:2000, rater = 1:4)
  truth <- stats::rnorm(2000, 50, 10)
  d$value <- truth[d$item] + c(-3, 0, 1, 2)[d$rater] + stats::rnorm(nrow(d)) * c(1, 2, 4, 8)[d$rater]
  x <- consensus(d, item, rater, value, method = "weighted_mean")
  expect_lt(max(abs(estimates_of(x, "bias") - c(-3, 0, 1, 2))), 0.6)
  expect_lt(max(abs(estimates_of(x, "sd") / c(1, 2, 4, 8) - 1)), 0.1)
  plain <- consensus(d, item, rater, value, method = "mean")
  expect_lt(stats::sd(x$label - truth), 0.6 * stats::sd(plain$label - truth))
})

test_that("a constant that is added to a rater changes the bias of this rater only", {
  for (seed in 1:5) {
    local_seed(seed)
    d <- expand.grid(item = 1:12, rater = 1:4)
    d$value <- round(stats::rnorm(12, 0, 2)[d$item] + stats::rnorm(48, 0, c(0.1, 0.3, 0.3, 0.5)[d$rater]), 2)
    d <- d[-sample(48, 8), ]
    run <- function(d) consensus(d, item, rater, value, method = weighted_mean(tolerance = 1e-14, max_iterations = 1e5))
    added <- c(0, 10, -10, 20)
    x <- run(d)
    y <- run(transform(d, value = value + added[rater]))
    # Biases add up to 0 over all ratings.
    shift <- mean(added[d$rater])
    expect_equal(y$label, x$label + shift, tolerance = 1e-5)
    expect_equal(y$std.error, x$std.error, tolerance = 1e-4)
    expect_equal(estimates_of(y, "sd"), estimates_of(x, "sd"), tolerance = 1e-4)
    expect_equal(estimates_of(y, "bias"), estimates_of(x, "bias") + added - shift, tolerance = 1e-5)
  }
  exact <- expand.grid(item = 1:5, rater = 1:3)
  exact$value <- c(2, 4, 4, 7, 1)[exact$item] + c(0, 3, -1)[exact$rater]
  x <- consensus(exact, item, rater, value, method = "weighted_mean")
  expect_equal(x$label, c(2, 4, 4, 7, 1) + 2 / 3)
  expect_equal(x$std.error, rep(0, 5))
})

test_that("a thousand answers to one item do not underflow", {
  local_seed(9)
  d <- data.frame(item = rep(1:6, each = 1000), rater = 1:1000)
  truth <- c(1, 2, 3, 1, 2, 3)
  d$code <- ifelse(stats::runif(6000) < 0.5, truth[d$item], sample.int(3, 6000, replace = TRUE))
  for (method in c("dawid_skene", "one_coin", "mace", "mace_vb", "glad")) {
    x <- consensus(d, item, rater, code, method = method_of(method, tolerance = 1e-6))
    expect_equal(x$label, truth, info = method)
    expect_true(all(is.finite(x$probability) & x$probability > 0.99), info = method)
    expect_true(is.finite(glance(x)$objective), info = method)
  }
})

test_that("random starts keep the best end and say so", {
  d <- sorted_answers(3, n_items = 30, k = 4)
  one <- fitted(d, "dawid_skene")
  local_seed(1)
  many <- fitted(d, dawid_skene(restarts = 30))
  found <- glance(many)
  expect_identical(found$n_starts, 31L)
  expect_equal(found$objective_votes, glance(one)$objective)
  expect_gte(found$objective, glance(one)$objective)
  local_seed(1)
  expect_identical(fitted(d, dawid_skene(restarts = 30)), many)
})
