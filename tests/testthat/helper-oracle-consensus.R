# Consensus straight from the definitions in ?consensus: dense arrays, products instead of logarithms,
# one rating after the other. `d`: rows of `item`, `rater` and `code`, all counted from 1.

# Random answers of raters of any quality; every item has at least one.
random_answers <- function(seed, n_items = 12, n_raters = 5, k = 3) {
  local_seed(seed)
  truth <- sample.int(k, n_items, replace = TRUE)
  d <- expand.grid(rater = seq_len(n_raters), item = seq_len(n_items))
  skill <- stats::runif(n_raters, 0.3, 0.95)[d$rater]
  right <- stats::runif(nrow(d)) < skill
  d$code <- ifelse(right, truth[d$item], sample.int(k, nrow(d), replace = TRUE))
  keep <- stats::runif(nrow(d)) < 0.7
  keep[!duplicated(d$item)] <- TRUE
  d[keep, ]
}

oracle_votes <- function(d, k, weight = rep(1, max(d$rater))) {
  votes <- matrix(0, max(d$item), k)
  for (i in seq_len(nrow(d))) {
    votes[d$item[i], d$code[i]] <- votes[d$item[i], d$code[i]] + weight[d$rater[i]]
  }
  votes
}

# The first category of those with most support.
oracle_first <- function(votes) apply(votes, 1, which.max)

oracle_agreement <- function(d, label) as.vector(tapply(d$code == label[d$item], d$rater, mean))

oracle_zbs <- function(d, k, rounds) {
  skill <- rep(1 / k + 1e-5, max(d$rater))
  step <- 1
  for (i in seq_len(rounds)) {
    if (i %% 20 == 0) step <- step / 2
    skill <- skill + step * (oracle_agreement(d, oracle_first(oracle_votes(d, k, skill))) - skill)
  }
  skill
}

# EM for a model. `m_step` turns the expected counts (rater, label, answer) and what it returned before
# into a list of `p`, an array of the same shape with the probabilities of answers, and `log_prior`.
oracle_em <- function(d, k, m_step, steps, prior = NULL, gold = rep(NA, max(d$item))) {
  clamp <- function(q) {
    for (i in which(!is.na(gold))) q[i, ] <- seq_len(k) == gold[i]
    q
  }
  q <- clamp(oracle_votes(d, k) / rowSums(oracle_votes(d, k)))
  model <- NULL
  objective <- numeric()
  for (step in seq_len(steps)) {
    counts <- array(0, c(max(d$rater), k, k))
    for (i in seq_len(nrow(d))) {
      counts[d$rater[i], , d$code[i]] <- counts[d$rater[i], , d$code[i]] + q[d$item[i], ]
    }
    model <- m_step(counts, model)
    shares <- if (is.null(prior)) colMeans(q) else prior
    like <- matrix(shares, max(d$item), k, byrow = TRUE)
    for (i in seq_len(nrow(d))) {
      like[d$item[i], ] <- like[d$item[i], ] * model$p[d$rater[i], , d$code[i]]
    }
    known <- !is.na(gold)
    of_item <- rowSums(like)
    of_item[known] <- like[cbind(seq_along(gold), gold)[known, , drop = FALSE]]
    q <- clamp(like / rowSums(like))
    objective[step] <- sum(log(of_item)) + model$log_prior
  }
  list(posterior = q, objective = objective, prior = shares, model = model)
}

oracle_dawid_skene <- function(smoothing) {
  function(counts, before) {
    p <- counts + smoothing
    p <- p / c(apply(p, 1:2, sum))
    p[is.nan(p)] <- 0
    list(p = p, log_prior = if (smoothing > 0) smoothing * sum(log(p)) else 0)
  }
}

# The array of one rater after the other: `hit` if the answer is the label, else `miss` of the answer.
oracle_coins <- function(hit, miss) {
  p <- aperm(array(miss, c(dim(miss), ncol(miss))), c(1, 3, 2))
  for (c in seq_len(ncol(miss))) p[, c, c] <- hit[, c]
  p
}

oracle_one_coin <- function(smoothing) {
  function(counts, before) {
    k <- dim(counts)[2]
    right <- apply(counts, 1, function(n) sum(diag(n))) + smoothing
    theta <- right / (apply(counts, 1, sum) + 2 * smoothing)
    miss <- (1 - theta) / (k - 1)
    log_prior <- if (smoothing > 0) smoothing * sum(log(theta) + log(miss)) else 0
    wide <- function(x) matrix(x, length(x), k)
    list(p = oracle_coins(wide(theta), wide(miss)), log_prior = log_prior)
  }
}

oracle_mace <- function(smoothing, variational = FALSE) {
  function(counts, before) {
    n <- dim(counts)[1]
    k <- dim(counts)[2]
    if (is.null(before)) before <- list(know = rep(0.5, n), guess = matrix(0.5 / k, n, k))
    agree <- t(apply(counts, 1, diag))
    knows <- agree * before$know / (before$know + before$guess)
    guesses <- apply(counts, c(1, 3), sum) - knows
    a <- if (variational) c(0.5, 0.5, 10) else rep(smoothing, 3)
    know <- cbind(rowSums(knows) + a[1], rowSums(guesses) + a[2])
    strategy <- guesses + a[3]
    if (variational) {
      divergence <- sum(oracle_dirichlet(know, a[1:2])) + sum(oracle_dirichlet(strategy, rep(a[3], k)))
      expected <- function(x) exp(digamma(x) - digamma(rowSums(x)))
      theta <- expected(know)
      xi <- expected(strategy)
      log_prior <- -divergence
    } else {
      theta <- know / rowSums(know)
      xi <- strategy / rowSums(strategy)
      log_prior <- smoothing * (sum(log(theta)) + sum(log(xi)))
    }
    guess <- theta[, 2] * xi
    list(p = oracle_coins(theta[, 1] + guess, guess), log_prior = log_prior, know = theta[, 1], guess = guess)
  }
}

# The divergence of Dirichlet distributions, a row of counts each, from their prior.
oracle_dirichlet <- function(counts, prior) {
  apply(counts, 1, function(a) {
    lgamma(sum(a)) - sum(lgamma(a)) - lgamma(sum(prior)) + sum(lgamma(prior)) +
      sum((a - prior) * (digamma(a) - digamma(sum(a))))
  })
}

# GLAD's objective at abilities and log eases.
oracle_glad <- function(d, k, ability, ease) {
  right <- stats::plogis(ability[d$rater] * exp(ease[d$item]))
  like <- matrix(1 / k, max(d$item), k)
  for (i in seq_len(nrow(d))) {
    own <- rep((1 - right[i]) / (k - 1), k)
    own[d$code[i]] <- right[i]
    like[d$item[i], ] <- like[d$item[i], ] * own
  }
  list(
    posterior = like / rowSums(like),
    objective = sum(log(rowSums(like))) - sum((ability - 1)^2) / 2 - sum((ease - 1)^2) / 2
  )
}

# The objective of the mean by precision: every item has a joint normal distribution.
oracle_rater_bias <- function(d, smoothing, mean, spread, bias, variance) {
  pooled <- summary(stats::lm(value ~ factor(item) + factor(rater), d))$sigma^2
  log_likelihood <- sum(vapply(split(d, d$item), function(own) {
    sigma <- diag(variance[own$rater], nrow(own)) + spread
    x <- own$value - mean - bias[own$rater]
    -(log(det(2 * pi * sigma)) + sum(x * solve(sigma, x))) / 2
  }, 0))
  log_likelihood - smoothing / 2 * sum(log(variance) + pooled / variance)
}

# The slope of a function at a point, by differences.
oracle_slope <- function(f, x, h = 1e-5) {
  vapply(seq_along(x), function(i) {
    step <- replace(numeric(length(x)), i, h)
    (f(x + step) - f(x - step)) / (2 * h)
  }, 0)
}

# A method of consensus with settings, by its name.
method_of <- function(method, ...) do.call(getExportedValue("accord", method), rlang::list2(...))

# The estimates for raters that tidy() has under a term.
estimates_of <- function(x, term) {
  rows <- tidy(x)
  rows$estimate[rows$term == term]
}
