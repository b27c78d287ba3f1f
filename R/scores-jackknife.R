# Limits of components and coefficients without the assumption that objects' scores are normal: each object is left
# out in turn, with all its scores. Other facets have too few levels for a jackknife, so their components have profile
# limits.

# The columns whose levels are independent: for persons in classes those of the classes, if both are part of the
# object. `terms`: those of the model, including the facets in which each is nested.
jackknife_columns <- function(terms, object) {
  having <- Filter(function(term) any(object %in% term), terms)
  columns <- intersect(object, Reduce(intersect, having))
  if (length(columns) == 0) {
    abort_accord(
      "argument",
      c(
        "A jackknife needs objects that are independent of each other.",
        x = "Those of {.field {term_label(object)}} share levels of {.field {object}}.",
        i = "Use {.code ci = \"profile\"}."
      ),
      argument = "ci"
    )
  }
  columns
}

# A list: `of`, the object of each score; `varies`, for each component, the error first, whether it varies with the
# object.
jackknife_unit <- function(design, object) {
  terms <- lapply(design$terms, with_containers, containers(design$codes))
  columns <- jackknife_columns(terms, object)
  list(
    of = term_ids(design$codes[columns])$code,
    varies = c(TRUE, vapply(terms, function(term) any(columns %in% term), NA))
  )
}

# Variances fitted without each object, a row for each, the error first, in the unit of the optimizer.
deleted_components <- function(fit, unit) {
  n <- max(unit)
  tick <- progress_tick("Leaving out objects")
  block <- max(1, ceiling(n / 50))
  found <- lapply(seq(1, n, by = block), function(from) {
    at <- seq(from, min(from + block - 1, n))
    rows <- call_core(mixed_deletions(fit$design$problem, fit$variance, unit, at, n_threads()))
    tick(max(at) / n)
    rows
  })
  do.call(rbind, found)
}

# Limits in squared units of the scores, the residual last. `unit`: the value of jackknife_unit().
jackknife_components <- function(fit, unit, conf_level) {
  deleted <- log(deleted_components(fit, unit$of))
  facets <- which(!unit$varies)
  limits <- vapply(seq_along(fit$variance), function(j) {
    log(fit$variance[j]) + c(-1, 1) * jackknife_reach(deleted[, j], conf_level)
  }, c(0, 0))
  limits <- data.frame(low = exp(limits[1, ]), high = exp(limits[2, ]))
  limits[facets, ] <- profile_variances(fit, facets - 1L, conf_level)
  limits[c(seq_along(fit$variance)[-1], 1), ] * fit$design$unit^2
}

# `sides`: the weight of each component in the signal and in the noise, a column for each coefficient. `deleted`: the
# variances without each object. `varies`: from jackknife_unit(). `stretch`: the ratio of the odds in the design of
# the data to those in the study.
jackknife_ratios <- function(fit, sides, deleted, varies, stretch, conf_level) {
  scale <- function(variance, j) log1p(stretch[j] * odds_of(variance, sides, j))
  facets <- which(!varies & rowSums(sides$noise > 0) > 0)
  ends <- profile_variances(fit, facets - 1L, conf_level)
  limits <- vapply(seq_along(stretch), function(j) {
    here <- scale(rbind(fit$variance), j)
    left <- scale(deleted, j)
    # A variance on the boundary 0 gives no information on its variability.
    reach <- jackknife_reach(replace(left, left %in% 0, NA), conf_level)
    # Combines the limits of a sum of independent estimates by Zou & Donner (2008).
    reaches <- vapply(seq_along(facets), function(i) {
      moved <- rbind(fit$variance, fit$variance)
      moved[, facets[i]] <- c(ends$high[i], ends$low[i])
      scale(moved, j) - here
    }, c(0, 0))
    ends <- here + c(-1, 1) * sqrt(reach^2 + rowSums(matrix(reaches, 2)^2))
    odds <- expm1(pmax(ends, 0)) / stretch[j]
    odds / (1 + odds)
  }, c(0, 0))
  data.frame(low = limits[1, ], high = limits[2, ])
}

odds_of <- function(variance, sides, j) drop(variance %*% sides$signal[, j]) / drop(variance %*% sides$noise[, j])

# The ratio of the odds of each coefficient, if facets had as many levels as an object met, to the odds in the study.
study_stretch <- function(fit, sides, met) {
  vapply(seq_len(ncol(sides$signal)), function(j) {
    place <- 2 - j %% 2
    stretch <- odds_of(rbind(fit$variance), met, place) / odds_of(rbind(fit$variance), sides, j)
    if (is.finite(stretch)) stretch else 1
  }, 0)
}

# Half the width of an interval on the scale of `left`, the values without each object. NaN, as for a limit that was
# not found, if one of these is on the boundary.
jackknife_reach <- function(left, conf_level) {
  if (!all(is.finite(left))) {
    return(NaN)
  }
  n <- length(left)
  stats::qt((1 + conf_level) / 2, n - 1) * sqrt((n - 1) / n * sum((left - mean(left))^2))
}
