# Scores and their terms in the form that the core reads.

# A list: `problem` for the core, `terms`, `labels`, `n_levels`, `n_set_aside`, `offset` (of the criterion),
# `unit` (of the scores), `origin` (a score, in the place of the constant), `columns` and `fixed` (names) of the fixed
# effects, `rotation` of their coefficients.
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
  # Scores are seen from one of them, so that they keep their digits however far from 0 they are.
  has_constant <- colnames(x) %in% "(Intercept)"
  origin <- if (any(has_constant)) y[1] else 0
  rounding <- .Machine$double.eps * max(abs(y))
  y <- y - origin
  # The unit of the criterion is that of the scores; the search works with a variance of 1.
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

# Of what the fixed effects leave, without squares beyond the computer's numbers.
spread_of <- function(y, decomposed) {
  size <- max(abs(y), .Machine$double.xmin)
  size * sqrt(mean(qr.resid(decomposed, y / size)^2))
}
