# Whether one location per item is enough: correlations of residuals between the levels of a facet or between raters.

LEAST_LEVELS <- 3
MOST_LEVELS <- 100
DIMENSION_DRAWS <- 32L

# The largest eigenvalue of the correlations between levels of the residuals of items (Smith 2002), with its mean and
# standard deviation if the model holds; NULL with fewer than three levels. Levels are those of the first facet that has
# as many, otherwise raters.
residual_dimension <- function(fit, design, facets) {
  if (fit$status != "ok") {
    return(NULL)
  }
  n_levels <- vapply(fit$dense[facets], max, 0L)
  of <- c(facets[n_levels >= LEAST_LEVELS], if (length(facets) == 0) "rater")[1]
  if (is.na(of) || !max(fit$dense[[of]]) %in% LEAST_LEVELS:MOST_LEVELS) {
    return(NULL)
  }
  # Whatever the order of the rows, a rating has the same simulated error.
  sorted <- do.call(order, c(unname(fit$dense), list(fit$problem$score, method = "radix")))
  item <- fit$dense$item[sorted]
  level <- fit$dense[[of]][sorted]
  n <- c(max(item), max(level))
  cell <- (level - 1) * n[1] + item
  count <- fit$problem$count[sorted]
  size <- sum_by(count, cell, n[1] * n[2])
  known <- matrix(as.double(size > 0), n[1])
  together <- crossprod(known)
  eigenvalue <- function(standardized) {
    sums <- sum_by(count * standardized, cell, n[1] * n[2]) / sqrt(pmax(size, 1))
    top_eigenvalue(matrix(sums, n[1]), known, together)
  }
  found <- eigenvalue(((fit$problem$score - fit$expected) / sqrt(fit$variance))[sorted])
  if (is.na(found)) {
    return(NULL)
  }
  drawn <- apply(normal_scores(length(item) + n[1], DIMENSION_DRAWS), 2, function(e) {
    slope <- (sqrt(fit$variance) * fit$slopes[fit$dense$rater])[sorted]
    eigenvalue(drawn_residuals(e, item, count, slope, fit$item_sd))
  })
  list(
    of = if (of == "rater") "raters" else design$names[[of]], eigenvalue = found, mean = mean(drawn),
    sd = stats::sd(drawn)
  )
}

# Standardized residuals if the model holds, from standard normal errors of the ratings and, after these, locations of
# the items. The posterior mean of a location is approximated as that of normal measurements, whose precision is the
# squared derivative `slope` of a standardized rating: residuals of an item share its error. A rating that counts
# several times has the mean of that many errors.
drawn_residuals <- function(e, item, count, slope, item_sd) {
  n <- max(item)
  rating <- seq_along(item)
  location <- e[-rating] * item_sd
  prior <- 1 / max(item_sd, 1e-6)^2
  own <- e[rating] / sqrt(count)
  error <- (sum_by(count * slope * own, item, n) - prior * location) / (sum_by(count * slope^2, item, n) + prior)
  own - slope * error[item]
}

# `known` is 1 for the values that there are, and `together` counts the items that have both of two levels. Correlations
# are over these; they are 0 for fewer than ten.
top_eigenvalue <- function(values, known, together) {
  centred <- (values - rep(colSums(values) / diag(together), each = nrow(values))) * known
  squares <- crossprod(centred^2, known)
  correlation <- crossprod(centred) / sqrt(squares * t(squares))
  correlation[together < 10] <- 0
  diag(correlation) <- 1
  if (!all(is.finite(correlation))) {
    return(NA_real_)
  }
  max(eigen(correlation, symmetric = TRUE, only.values = TRUE)$values)
}

# Normal scores, in an order of their own in each of the rows: the same whenever they are asked for.
normal_scores <- function(rows, n) {
  matrix(stats::qnorm((call_core(latin_orders(rows, n, 1L)) - 0.5) / n), rows)
}

# A line of the print, if the eigenvalue is beyond those of the model.
dimension_note <- function(x) {
  found <- of_fit(x, "parts")$dimension
  if (is.null(found) || found$eigenvalue <= max(found$mean + 4 * found$sd, 1.15 * found$mean)) {
    return(NULL)
  }
  number <- function(value) formatC(value, digits = 2, format = "f")
  paste0(
    "# Residuals correlate between ", if (found$of == "raters") "raters" else paste("levels of", found$of),
    " (eigenvalue ", number(found$eigenvalue), ", by chance ", number(found$mean),
    "): one quality of the items may not be all that was rated"
  )
}
