# Corrected means of labels, under equal and unequal probabilities of labelling.

# `term`: labels and predictions as numbers. `weight`: 1 / probability, or NULL if it is constant. `exact`: whether
# variances are as published, divided by the number of labels.
estimate_mean <- function(term, weight, lambda, exact) {
  y <- term$label
  f <- term$prediction
  labelled <- !is.na(y)
  n <- sum(labelled)
  # Values are scaled, so that squares neither overflow nor vanish, whatever the unit of labels and predictions.
  unit <- unit_of(y[labelled])
  scale <- unit_of(f)
  y <- y / unit
  f <- f / scale
  if (!is.null(lambda)) lambda <- lambda * scale / unit
  found <- if (n < 3) {
    list(estimate = NA_real_, variance = NA_real_, df = NA_real_, lambda = NA_real_, of_labels = NA_real_, n = NA_real_)
  } else if (all(labelled)) {
    mean_of_labels(y, weight, exact)
  } else if (is.null(weight)) {
    equal_shares(y[labelled], f[labelled], f[!labelled], lambda, exact)
  } else {
    unequal_shares(y, f, weight, lambda, exact)
  }
  # With a large lambda given by the user, values may still overflow.
  too_large <- n >= 3 && !is.finite(found$estimate * unit + sqrt(found$variance) * unit)
  if (too_large) found[] <- NA_real_
  # A tiny variance is a rounding error of constant values.
  varies <- n >= 3 && !too_large && found$variance > 1e-24 * max(y[labelled]^2, (found$lambda * f)^2, 1e-300)
  vctrs::new_data_frame(list(
    estimate = found$estimate * unit,
    std.error = if (varies) sqrt(found$variance) * unit else NA_real_,
    df = if (varies) found$df else NA_real_,
    lambda = found$lambda / scale * unit,
    n_labelled = n,
    n_items = length(y),
    n_equivalent = if (varies) found$of_labels / found$variance else NA_real_,
    # These are not rescaled: they are used for limits of proportions, whose unit is 1.
    variance = found$variance, of_labels = found$of_labels, n_effective = found$n,
    status = if (n < 3) "fewer than 3 labelled items" else if (too_large) "values too large to square" else "ok"
  ))
}

mean_of_labels <- function(y, weight, exact) {
  if (!is.null(weight)) {
    return(unequal_shares(y, 0 * y, weight, 0, exact))
  }
  n <- length(y)
  variance <- sum((y - mean(y))^2) / (if (exact) n else n - 1)
  list(
    estimate = mean(y), variance = variance / n, df = if (exact) Inf else n - 1, lambda = 0, of_labels = variance, n = n
  )
}

# If all predictions are equal, lambda is not estimated, which would cost a degree of freedom.
differ <- function(f) any(f != f[1])

# The prediction-powered estimate: `y` and `f` are labels and predictions of labelled items, `others` the predictions of
# the rest.
equal_shares <- function(y, f, others, lambda, exact) {
  n <- length(y)
  n_others <- length(others)
  tuned <- is.null(lambda) && differ(c(f, others))
  if (tuned) {
    lambda <- mean((y - mean(y)) * (f - mean(f))) / ((1 + n / n_others) * stats::var(c(f, others)))
  }
  lambda <- lambda %||% 0
  squares <- function(x) sum((x - mean(x))^2)
  free <- n - 1 - tuned
  of_model <- lambda^2 * squares(others) / n_others / (if (exact) n_others else max(n_others - 1, 1))
  of_people <- squares(y - lambda * f) / n / (if (exact) n else free)
  variance <- of_model + of_people
  df <- variance^2 / (of_model^2 / max(n_others - 1, 1) + of_people^2 / free)
  list(
    estimate = lambda * mean(others) + mean(y - lambda * f), variance = variance,
    df = if (exact) Inf else df, lambda = lambda, of_labels = squares(y) / (if (exact) n else n - 1), n = n
  )
}

# The design-based estimate from all items; `y` is NA for items without a label.
unequal_shares <- function(y, f, weight, lambda, exact) {
  n_items <- length(y)
  w <- ifelse(is.na(y), 0, weight)
  w <- w / sum(w)
  y[is.na(y)] <- 0
  tuned <- is.null(lambda) && differ(f)
  of_model <- (f - mean(f)) / n_items - w * (f - sum(w * f))
  of_labels <- w * (y - sum(w * y))
  if (tuned) lambda <- if (any(of_model != 0)) -sum(of_model * of_labels) / sum(of_model^2) else 0
  lambda <- lambda %||% 0
  effective <- 1 / sum(w^2)
  variance <- sum((lambda * of_model + of_labels)^2)
  df <- max(effective - 1 - tuned, 1)
  list(
    estimate = lambda * mean(f) + sum(w * (y - lambda * f)),
    variance = if (exact) variance else variance * effective / df,
    df = if (exact) Inf else df, lambda = lambda,
    of_labels = sum(w * (y - sum(w * y))^2) * (if (exact) 1 else effective / max(effective - 1, 1)), n = effective
  )
}
