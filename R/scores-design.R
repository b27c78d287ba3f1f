# Scores and their terms in the form that the core reads, and what stops where a model cannot be fitted.

# A list: `problem` for the core, `terms`, `labels`, `n_levels`, `n_set_aside`, `offset` (of the criterion),
# `unit` (of the scores), `columns` and `fixed` (names) of the fixed effects, `rotation` of their coefficients.
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

# A component is known by its label.
check_term_labels <- function(labels) {
  taken <- unique(labels[duplicated(labels) | labels == "residual"])
  if (length(taken)) {
    abort_accord(
      "reserved_name",
      c(
        "A facet may not have the name of the residual or of an interaction.",
        x = "{length(taken)} component{?s} would have one name with another: {.field {taken}}.",
        i = "Rename the column in the data."
      ),
      columns = taken
    )
  }
}

problem_of_design <- function(y, terms, level, x, method, n, n_set_aside = 0L, codes = NULL) {
  n_levels <- vapply(level, max, 0L)
  labels <- vapply(terms, term_label, "")
  check_levels(n_levels, labels, n)
  decomposed <- qr(x)
  check_fixed(decomposed, x, n)
  # The unit of the criterion is that of the scores; the search works with a variance of 1.
  unit <- spread_of(y, decomposed)
  if (unit <= 1e-13 * max(abs(y))) abort_alike(y)
  check_unit(unit, y)
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
    offset = offset, unit = unit, fixed = colnames(x), rotation = rotation, pivot = decomposed$pivot,
    codes = codes
  )
}

# Of what the fixed effects leave, without squares beyond the computer's numbers.
spread_of <- function(y, decomposed) {
  size <- max(abs(y), .Machine$double.xmin)
  size * sqrt(mean(qr.resid(decomposed, y / size)^2))
}

# Variances are squares, which have no number where scores are that large or small.
check_unit <- function(unit, y) {
  if (unit > 1e150 || unit < 1e-150) {
    abort_accord(
      "outside_range",
      c(
        "Scores must differ by amounts whose squares are numbers: between 1e-150 and 1e150.",
        x = "They differ by about {signif(unit, 2)}.",
        i = "Give them in another unit."
      ),
      unit = unit
    )
  }
}

score_values <- function(x, name) {
  x <- plain_column(x, name)
  if (is.logical(x)) x <- as.double(x)
  check_numeric_columns(rlang::set_names(list(x), name), "score")
  infinite <- which(is.infinite(x))
  if (length(infinite)) {
    abort_accord(
      "infinite_value",
      c(
        "Scores must be finite.",
        x = "{length(infinite)} {?is/are} not, in {cli::qty(length(infinite))}{?row/rows} {first_few(infinite)}."
      ),
      rows = infinite
    )
  }
  x <- as.double(x)
  x[is.nan(x)] <- NA
  x
}

facet_codes <- function(x, name, given) {
  x <- vctrs::vec_slice(plain_column(x, name), given)
  lacking <- given[is.na(x)]
  if (length(lacking)) {
    abort_accord(
      "missing_value",
      c(
        "Every score needs its level of each facet.",
        x = "{length(lacking)} {?score has/scores have} no {.field {name}}: {?row/rows} {first_few(lacking)}.",
        i = "Take these rows out, or give unknown values a level of their own."
      ),
      rows = lacking
    )
  }
  column_ids(x, name)$code
}

fixed_effects <- function(fixed, data, given) {
  used <- all.vars(fixed)
  rows <- vctrs::vec_slice(data[used], given)
  lacking <- given[!stats::complete.cases(rows) & length(used) > 0]
  if (length(lacking)) {
    abort_accord(
      "missing_value",
      c(
        "Every score needs all fixed effects.",
        x = "{length(lacking)} {?score lacks/scores lack} one: {?row/rows} {first_few(lacking)}."
      ),
      rows = lacking
    )
  }
  if (length(used) == 0) {
    if (attr(stats::terms(fixed), "intercept") == 0) {
      abort_formula("It has neither an intercept nor another fixed effect: leave the intercept in.")
    }
    return(matrix(1, length(given), 1, dimnames = list(NULL, "(Intercept)")))
  }
  # What R would warn of, such as log(-1), are values that the next check lists.
  frame <- suppressWarnings(stats::model.frame(fixed, rows, na.action = stats::na.pass, drop.unused.levels = TRUE))
  x <- suppressWarnings(stats::model.matrix(fixed, frame))
  check_finite_effects(x, given)
  x
}

check_finite_effects <- function(x, given) {
  bad <- given[rowSums(!is.finite(x)) > 0]
  if (length(bad)) {
    abort_accord(
      "missing_value",
      c(
        "Every fixed effect must be a finite number for each score.",
        x = "{length(bad)} {?score has/scores have} one that is not: {?row/rows} {first_few(bad)}."
      ),
      rows = bad
    )
  }
}

check_levels <- function(n_levels, labels, n) {
  single <- labels[n_levels < 2]
  if (length(single)) {
    abort_accord(
      "one_level",
      c(
        "Each random term needs two levels or more.",
        x = "{length(single)} {?has/have} one: {.field {single}}.",
        i = "Leave {cli::qty(length(single))}{?it/them} out."
      ),
      terms = single
    )
  }
  many <- labels[n_levels >= n]
  if (length(many)) {
    abort_accord(
      "too_many_effects",
      c(
        "A random term needs fewer levels than there are scores.",
        x = "{length(many)} {?has/have} one for each of the {n} scores: {.field {many}}.",
        i = "Such a term is the error itself: leave {cli::qty(length(many))}{?it/them} out."
      ),
      terms = many
    )
  }
}

check_fixed <- function(decomposed, x, n) {
  if (decomposed$rank < ncol(x)) {
    extra <- colnames(x)[decomposed$pivot[seq(decomposed$rank + 1, ncol(x))]]
    abort_accord(
      "collinear",
      c(
        "Fixed effects must not follow from each other.",
        x = "{length(extra)} {?does/do}: {.var {first_few(extra)}}."
      ),
      terms = extra
    )
  }
  if (ncol(x) >= n - 1) {
    abort_accord(
      "too_many_effects",
      c("There must be more scores than fixed effects.", x = "There are {n} scores and {ncol(x)} effects."),
      terms = colnames(x)
    )
  }
}

abort_alike <- function(y) {
  abort_accord(
    "no_variance",
    c(
      "Scores must differ.",
      x = if (any(abs(y - y[1]) > 1e-12 * abs(y[1]))) {
        "All {length(y)} are what the fixed effects say."
      } else {
        "All {length(y)} are {format(y[1])}."
      },
      i = "Without variance there are no components of it."
    )
  )
}

# Components whose patterns of covariance depend on each other have no values of their own, whatever the scores
# are. `products`: the inner products of the patterns, the last one of the error.
check_identified <- function(products, labels) {
  labels <- c(labels, "residual")
  size <- sqrt(diag(products))
  nothing <- size <= 1e-7 * max(size)
  flat <- labels[nothing]
  if (!any(nothing)) {
    parts <- eigen(products / outer(size, size), symmetric = TRUE)
    null <- parts$values < 1e-10
    if (!any(null)) {
      return(invisible())
    }
    flat <- labels[rowSums(abs(parts$vectors[, null, drop = FALSE])) > 1e-4]
  }
  abort_accord(
    "not_identified",
    c(
      "The design must tell the components apart.",
      x = if (any(nothing)) {
        "{length(flat)} {?is/are} explained by the fixed effects: {.field {flat}}."
      } else {
        "{length(flat)} cannot be told from each other: {.field {flat}}."
      },
      i = "Leave one of them out: its variance is then part of the others."
    ),
    terms = flat
  )
}
