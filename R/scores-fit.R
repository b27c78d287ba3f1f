# Fits of variance components: from a design to variances in squared units of the scores.

# Returns a list: `design`; `variance`, the error first, and `criterion`, both in the unit of the optimizer;
# `components` in squared units of the scores, named; `fixed`; `converged`, `decrement`, `evaluations`; `status`.
fit_components <- function(design) {
  fit <- call_core(mixed_fit(design$problem, n_threads()))
  fit$design <- design
  fit$components <- rlang::set_names(
    c(fit$variance[-1], fit$variance[1]) * design$unit^2, c(design$labels, "residual")
  )
  fixed <- backsolve(design$rotation, fit$fixed * design$unit) + design$origin
  fit$fixed <- rlang::set_names(fixed, design$fixed)
  fit$deviance <- fit$criterion + design$offset
  fit$status <- if (!all(is.finite(fit$variance))) {
    "no likelihood"
  } else if (!fit$converged) {
    "did not converge"
  } else if (fit$variance[1] <= 1e-8 * max(fit$variance) || fit$error_share < 0.1) {
    # The optimizer may stop slightly above an error variance of 0, where rounding hides that the likelihood still
    # increases.
    "no error variance"
  } else {
    "ok"
  }
  fit
}

# ---- Components of scores simulated from a fitted model ----

# Variances fitted to scores simulated from the model, a row for each draw, the error first, in the unit of the
# optimizer.
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

# Simulates one set of scores: normal effects for each level of each term, and errors. Fixed effects are left out,
# since they do not influence the variances.
draw_scores <- function(problem, sd, n) {
  y <- stats::rnorm(n, sd = sd[1])
  for (j in seq_along(problem$level)) {
    effect <- stats::rnorm(problem$n_levels[j], sd = sd[j + 1])
    y <- y + effect[problem$level[[j]] + 1L]
  }
  y
}

# ---- Profile likelihood limits of components and coefficients ----

# Profile limits of the components, with the error last, in squared units of the scores: a data frame with `low` and
# `high`.
profile_components <- function(fit, conf_level) {
  k <- length(fit$variance)
  profile_variances(fit, c(seq_len(k - 1), 0L), conf_level) * fit$design$unit^2
}

# Limits of some components, counted from the error at 0, in the unit of the optimizer.
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

# The reason for a missing value or, if the fit succeeded, for a missing limit. `limits`: NaN if the search for a
# limit failed.
limit_status <- function(fit, limits) {
  lost <- is.nan(limits$low) | is.nan(limits$high)
  if (fit$status == "ok") ifelse(lost, "a limit was not found", "ok") else rep(fit$status, length(lost))
}

# ---- Scores and terms in the form used by the core ----

# Returns a list: `problem` for the core, `terms`, `labels`, `n_levels`, `n_set_aside`, `offset` (of the criterion),
# `unit` (of the scores), `origin` (the score that is subtracted if there is a constant), `columns` and `fixed`
# (names) of the fixed effects, `rotation` of their coefficients.
score_design <- function(data, model, method) {
  y <- score_values(data[[model$score]], model$score)
  given <- which(!is.na(y))
  if (length(given) < 2) {
    abort_accord(
      "no_scores", c("Two scores or more are needed.", x = "There {?is/are} {length(given)}."),
      n_scores = length(given)
    )
  }
  y <- y[given]
  facets <- model$facets %||% unique(unlist(model$terms))
  codes <- rlang::set_names(lapply(facets, function(name) facet_codes(data[[name]], name, given)), facets)
  warn_score_codes(y, given, codes)
  terms <- model$terms %||% spanned_terms(facets, codes)
  check_term_labels(vapply(terms, term_label, ""))
  level <- lapply(terms, function(term) term_ids(codes[term])$code)
  x <- fixed_effects(model$fixed, data, given)
  problem_of_design(y, terms, level, x, method, length(y), nrow(data) - length(y), codes)
}

problem_of_design <- function(y, terms, level, x, method, n, n_set_aside = 0L, codes = NULL) {
  n_levels <- vapply(level, max, 0L)
  labels <- vapply(terms, term_label, "")
  check_levels(n_levels, labels, n)
  decomposed <- qr(x)
  check_fixed(decomposed, x, n)
  # The first score is subtracted from all, so that scores far from 0 keep their precision.
  has_constant <- colnames(x) %in% "(Intercept)"
  origin <- if (any(has_constant)) y[1] else 0
  rounding <- .Machine$double.eps * max(abs(y))
  y <- y - origin
  # The criterion is in the unit of the scores; the optimizer uses scores scaled to variance 1.
  unit <- spread_of(y, decomposed)
  if (unit <= max(1e-13 * max(abs(y)), rounding)) abort_alike(y + origin)
  check_unit(unit)
  problem <- list(
    level = lapply(level, function(code) code - 1L), n_levels = n_levels, x = qr.Q(decomposed),
    y = y / unit, reml = method == "reml"
  )
  check_identified(call_core(mixed_patterns(problem)), labels)
  rotation <- qr.R(decomposed)
  n_free <- n - if (method == "reml") ncol(x) else 0
  offset <- 2 * n_free * log(unit)
  if (method == "reml") offset <- offset + 2 * sum(log(abs(diag(rotation))))
  list(
    problem = problem, terms = terms, labels = labels, n_levels = n_levels, n_set_aside = n_set_aside,
    offset = offset, unit = unit, origin = origin * has_constant, fixed = colnames(x), rotation = rotation,
    pivot = decomposed$pivot, codes = codes
  )
}

# The standard deviation after removing the fixed effects, scaled so that squares do not overflow.
spread_of <- function(y, decomposed) {
  size <- max(abs(y), .Machine$double.xmin)
  size * sqrt(mean(qr.resid(decomposed, y / size)^2))
}
