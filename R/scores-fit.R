# A fit of variance components: from a design to variances in units of the scores, their limits, and draws.

# A list: `design`; `variance`, the error first, and `criterion`, both in the search's unit; `components` in
# squared units of the scores, named; `fixed`; `converged`, `decrement`, `evaluations`; `status`.
fit_components <- function(design) {
  fit <- call_core(mixed_fit(design$problem, n_threads()))
  fit$design <- design
  n <- length(fit$variance)
  fit$components <- rlang::set_names(
    c(fit$variance[-1], fit$variance[1]) * design$unit^2, c(design$labels, "residual")
  )
  fixed <- backsolve(design$rotation, fit$fixed * design$unit)
  fit$fixed <- rlang::set_names(fixed, design$fixed)
  fit$deviance <- fit$criterion + design$offset
  fit$status <- if (!all(is.finite(fit$variance))) {
    "no likelihood"
  } else if (!fit$converged) {
    "did not converge"
  } else if (fit$variance[1] <= 1e-8 * max(fit$variance)) {
    "no error variance"
  } else {
    "ok"
  }
  fit
}

# The limits of components, the error last, or of coefficients (columns of `signal` and `noise`, the error
# first): a data frame with `low` and `high`.
profile_components <- function(fit, conf_level) {
  k <- length(fit$variance)
  profile_variances(fit, c(seq_len(k - 1), 0L), conf_level) * fit$design$unit^2
}

# Those of some components, counted from the error at 0, in the search's unit.
profile_variances <- function(fit, which, conf_level) {
  none <- matrix(0, length(fit$variance), 0)
  limits <- call_core(mixed_limits(
    fit$design$problem, fit[c("variance", "criterion", "information")], which, none, none,
    stats::qchisq(conf_level, 1), n_threads()
  ))
  data.frame(limits)
}

profile_ratios <- function(fit, signal, noise, conf_level) {
  limits <- call_core(mixed_limits(
    fit$design$problem, fit[c("variance", "criterion", "information")], integer(), signal, noise,
    stats::qchisq(conf_level, 1), n_threads()
  ))
  share <- function(odds) ifelse(is.infinite(odds), 1, odds / (1 + odds))
  data.frame(low = share(limits$low), high = share(limits$high))
}

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
