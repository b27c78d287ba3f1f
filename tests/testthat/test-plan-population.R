# All that can happen to an item, as items with weights: one for each truth and each vector of
# ratings. The oracles of the coefficients take it from there. `confusion`: a matrix per rater.
enumerate_items <- function(prevalence, confusion) {
  q <- length(prevalence)
  outcomes <- as.matrix(expand.grid(c(list(seq_len(q)), rep(list(seq_len(q)), length(confusion)))))
  probability <- apply(outcomes, 1, function(x) {
    p <- prevalence[x[1]]
    for (g in seq_along(confusion)) p <- p * confusion[[g]][x[1], x[g + 1]]
    p
  })
  m <- length(confusion)
  n <- nrow(outcomes)
  items <- oracle_items(rep(seq_len(n), each = m), rep(seq_len(m), n), as.vector(t(outcomes[, -1])))
  # So many items that alpha's n - 1 is n.
  list(items = items, weight = probability * 1e12)
}

population_of <- function(design, ...) population_agreement(design, design_scale(design, ...))

of_pairs <- setdiff(oracle_coefficients(), oracle_not_of_pairs)

test_that("values equal the oracles on all that can happen", {
  skewed <- rbind(c(0.7, 0.2, 0.1), c(0.15, 0.8, 0.05), c(0, 0.4, 0.6))
  lazy <- rbind(c(0.9, 0.1, 0), c(0.6, 0.3, 0.1), c(0.5, 0.2, 0.3))
  good <- diag(0.85, 3) + 0.05
  prevalence <- c(0.6, 0.3, 0.1)
  for (confusion in list(list(skewed, lazy, good), list(skewed, skewed, skewed), list(lazy, good))) {
    all <- enumerate_items(prevalence, confusion)
    m <- length(confusion)
    for (weights in c("identity", "linear", "quadratic")) {
      gwet <- if (weights == "identity") "gwet_ac1" else "gwet_ac2"
      coefficients <- sub("gwet_ac1", gwet, of_pairs)
      design <- rating_design(10, m, prevalence = prevalence, confusion = confusion)
      found <- population_of(design, coefficients, weights = weights)
      expect_named(found, coefficients)
      w <- oracle_weights(weights, 1:3)
      for (id in coefficients) {
        truth <- oracle_function(all$items, id, w)(all$weight)[["estimate"]]
        expect_equal(found[[id]], truth, tolerance = 1e-10, info = paste(id, weights))
      }
    }
    # Krippendorff's ordinal distance, from the shares of the categories.
    n <- colSums(oracle_shares(all$items, 3) * all$weight)
    d <- oracle_ordinal(n)
    truth <- oracle_alpha_function(all$items, 1 - d)(all$weight)[["estimate"]]
    found <- population_of(design, "krippendorff_alpha", level = "ordinal")
    expect_equal(found[["krippendorff_alpha"]], truth, tolerance = 1e-10)
  }
})

test_that("a sparse design has the value of the complete one", {
  accuracy <- c(0.9, 0.7, 0.6, 0.8)
  prevalence <- c(0.8, 0.1, 0.1)
  coefficients <- c("percent_agreement", "fleiss_kappa", "krippendorff_alpha", "gwet_ac1")
  value <- function(...) {
    design <- rating_design(5, 4, prevalence = prevalence, accuracy = accuracy, ...)
    population_of(design, coefficients, level = "nominal")
  }
  sparse <- value(ratings_per_item = 2, cluster_size = 2, cluster_cor = 1)
  expect_equal(sparse, value())
  # Every two raters are a design of their own; a rater is in three of the six pairs.
  confusion <- lapply(accuracy, function(a) diag(a - (1 - a) / 2, 3) + (1 - a) / 2)
  apart <- apply(utils::combn(4, 2), 2, function(g) {
    all <- enumerate_items(prevalence, confusion[g])
    oracle_function(all$items, "percent_agreement", diag(3))(all$weight)[["estimate"]]
  })
  expect_equal(sparse[["percent_agreement"]], mean(apart), tolerance = 1e-10)
})

test_that("normal effects are integrated out", {
  over <- function(sd, f) {
    stats::integrate(function(z) f(stats::plogis(stats::qlogis(0.8) + sd * z)) * stats::dnorm(z), -9, 9,
      rel.tol = 1e-10
    )$value
  }
  # Two categories, even: the expected agreement is 1/2, and two ratings agree if both are right or
  # both are wrong.
  difficulty <- over(1.3, function(a) a^2 + (1 - a)^2)
  raters <- over(0.7, function(a) a)
  found <- population_of(rating_design(5, 3, difficulty_sd = 1.3), "krippendorff_alpha")
  expect_equal(found[["krippendorff_alpha"]], 2 * difficulty - 1, tolerance = 1e-8)
  found <- population_of(rating_design(5, 3, rater_sd = 0.7), "krippendorff_alpha")
  expect_equal(found[["krippendorff_alpha"]], 2 * (raters^2 + (1 - raters)^2) - 1, tolerance = 1e-8)
  sure <- rating_design(5, 3, accuracy = c(1, 1, 0.5), rater_sd = 1, difficulty_sd = 2)
  expect_equal(population_of(sure, "percent_agreement")[["percent_agreement"]], (1 + 1 / 2 + 1 / 2) / 3)
})

test_that("large studies come near the value", {
  local_seed(11)
  design <- list(
    n_items = 40000, n_raters = 6, ratings_per_item = 3, prevalence = c(0.5, 0.3, 0.2),
    accuracy = seq(0.6, 0.9, length.out = 6), errors = "near", difficulty_sd = 0.8
  )
  x <- do.call(simulate_ratings, design)
  truth <- population_of(do.call(rating_design, design), "percent_agreement", weights = "linear")
  # Share of agreement of each item by linear weights, by hand.
  rating <- matrix(x$rating, 3)
  apart <- function(a, b) abs(rating[a, ] - rating[b, ]) / 2
  of_item <- 1 - (apart(1, 2) + apart(1, 3) + apart(2, 3)) / 3
  expect_lt(abs(mean(of_item) - truth) / (stats::sd(of_item) / sqrt(40000)), 4)
})

test_that("what has no value is NA", {
  one <- rating_design(5, 2, prevalence = c(1, 0), accuracy = 1)
  expect_equal(
    population_of(one, c("percent_agreement", "fleiss_kappa", "krippendorff_alpha", "light_kappa", "gwet_ac1")),
    c(percent_agreement = 1, fleiss_kappa = NA, krippendorff_alpha = NA, light_kappa = NA, gwet_ac1 = 1)
  )
})

test_that("majorities equal the sum over all votes", {
  skip_if_quick()
  brute_force <- function(p, k) {
    votes <- as.matrix(expand.grid(rep(list(seq_along(p)), k)))
    wins <- p * 0
    for (i in seq_len(nrow(votes))) {
      n <- tabulate(votes[i, ], length(p))
      first <- n == max(n)
      wins <- wins + prod(p[votes[i, ]]) * first / sum(first)
    }
    wins
  }
  for (p in list(c(0.7, 0.3), c(0.5, 0.3, 0.2), c(0.4, 0.3, 0.3, 0), c(0, 1, 0))) {
    for (k in 1:6) {
      both <- majority_shares(rbind(p, rev(p)), k)
      expect_equal(unname(both[1, ]), brute_force(p, k), tolerance = 1e-13)
      expect_equal(unname(both[2, ]), brute_force(rev(p), k), tolerance = 1e-13)
    }
  }
  # Condorcet: the majority of three with accuracy a is right with 3 a^2 (1 - a) + a^3.
  expect_equal(majority_shares(cbind(0.8, 0.2), 3)[1], 3 * 0.64 * 0.2 + 0.512)
})

test_that("labels of two panels agree as computed", {
  local_seed(12)
  n <- 40000
  k <- 4
  arguments <- list(n_raters = 2 * k, prevalence = c(0.6, 0.3, 0.1), accuracy = 0.6, difficulty_sd = 1)
  x <- do.call(simulate_ratings, c(n_items = n, arguments))
  votes <- array(x$rating, c(2 * k, n))
  label <- function(rows) {
    count <- vapply(1:3, function(c) colSums(votes[rows, ] == c), numeric(n))
    max.col(count, ties.method = "random")
  }
  a <- label(1:k)
  b <- label(k + 1:k)
  design <- do.call(rating_design, c(n_items = n, ratings_per_item = k, arguments))
  found <- aggregated_agreement(design, design_scale(design, c("percent_agreement", "fleiss_kappa")))
  agrees <- mean(a == b)
  expect_lt(abs(agrees - found[["percent_agreement"]]) / sqrt(agrees * (1 - agrees) / n), 4)
  expected <- sum((tabulate(c(a, b), 3) / (2 * n))^2)
  kappa <- (agrees - expected) / (1 - expected)
  expect_lt(abs(kappa - found[["fleiss_kappa"]]), 4 * sqrt(agrees * (1 - agrees) / n) / (1 - expected))

  # Means of k ratings, at the interval level.
  first <- colMeans(votes[1:k, ])
  second <- colMeans(votes[k + 1:k, ])
  alpha <- 1 - mean((first - second)^2) / (2 * stats::var(c(first, second)))
  found <- aggregated_agreement(design, design_scale(design, "krippendorff_alpha", level = "interval"))
  expect_lt(abs(alpha - found[["krippendorff_alpha"]]), 4 / sqrt(n))
  # Spearman-Brown with k raters in place of one.
  one <- population_of(design, "krippendorff_alpha", level = "interval")
  expect_equal(found, k * one / (1 + (k - 1) * one))
})

test_that("majorities of many votes have a distribution", {
  n <- test_size(100, 200)
  many <- majority_shares(rbind(c(0.55, 0.45), c(0.4, 0.6)), n)
  expect_equal(rowSums(many), c(1, 1))
  half_of_ties <- stats::dbinom(n / 2, n, c(0.55, 0.4)) / 2
  expect_equal(many[, 1], stats::pbinom(n / 2, n, c(0.55, 0.4), lower.tail = FALSE) + half_of_ties)
})
