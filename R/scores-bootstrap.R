# Components of scores that are drawn from a fitted model.

# Variances of scores drawn from the fitted model, a row each, the error first, in the search's unit.
bootstrap_components <- function(fit, times) {
  problem <- fit$design$problem
  n <- length(problem$y)
  sd <- sqrt(fit$variance)
  block <- max(1, min(times, floor(2e6 / n)))
  tick <- progress_tick("Drawing scores")
  draws <- matrix(NA_real_, times, length(sd))
  for (from in seq(1, times, by = block)) {
    at <- from:min(from + block - 1, times)
    scores <- vapply(at, function(i) draw_scores(problem, sd, n), numeric(n))
    draws[at, ] <- call_core(mixed_refits(problem, fit$variance, matrix(scores, n), n_threads()))
    tick(max(at) / times)
  }
  draws
}

# One draw: normal effects of each level of each term, and errors. Fixed effects change no variance.
draw_scores <- function(problem, sd, n) {
  y <- stats::rnorm(n, sd = sd[1])
  for (j in seq_along(problem$level)) {
    effect <- stats::rnorm(problem$n_levels[j], sd = sd[j + 1])
    y <- y + effect[problem$level[[j]] + 1L]
  }
  y
}
