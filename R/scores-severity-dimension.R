# Whether one location per item is enough: correlations of residuals between the levels of a facet or between raters.

LEAST_LEVELS <- 3
MOST_LEVELS <- 100
DIMENSION_DRAWS <- 32L
# Levels with fewer items in common are taken as uncorrelated.
FEWEST_TOGETHER <- 10L

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
  level <- fit$dense[[of]][sorted] - 1L
  start <- c(0L, cumsum(tabulate(fit$dense$item)))
  count <- fit$problem$count[sorted]
  eigenvalue <- function(residual) {
    top_eigenvalue(call_core(residual_correlations(start, level, count, residual, FEWEST_TOGETHER)))
  }
  found <- eigenvalue(((fit$problem$score - fit$expected) / sqrt(fit$variance))[sorted])
  if (is.na(found)) {
    return(NULL)
  }
  slope <- (sqrt(fit$variance) * fit$slopes[fit$dense$rater])[sorted]
  # Each rating has the same normal scores in the draws, in an order of its own.
  scores <- stats::qnorm((seq_len(DIMENSION_DRAWS) - 0.5) / DIMENSION_DRAWS)
  drawn <- vapply(seq_len(DIMENSION_DRAWS), function(draw) {
    eigenvalue(call_core(drawn_residuals(start, count, slope, fit$item_sd, scores, draw)))
  }, 0)
  list(
    of = if (of == "rater") "raters" else design$names[[of]], eigenvalue = found, mean = mean(drawn),
    sd = stats::sd(drawn)
  )
}

top_eigenvalue <- function(correlation) {
  if (!all(is.finite(correlation))) {
    return(NA_real_)
  }
  max(eigen(correlation, symmetric = TRUE, only.values = TRUE)$values)
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
