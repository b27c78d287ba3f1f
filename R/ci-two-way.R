# Limits for other items and other raters, of ci_jackknife(over = "both").

# A study with few raters, of whom none differs much, has too small a variance of raters. The factor and the degrees of
# freedom were chosen in simulations (bench/coverage-two-way.R).
FEW_RATERS <- 1.5

# Returns std.error, limits and the test from the variances over items, raters and cells.
two_way_limits <- function(ci, estimates) {
  items <- estimates$variance
  raters <- estimates$rater_variance
  missing <- estimates$undefined > 0 | estimates$undefined_raters > 0 | estimates$undefined_cells > 0
  # Each cell is part of the variance over items and of that over raters.
  excess <- FEW_RATERS * pmax(raters - estimates$cell_variance, 0)
  variance <- items + excess
  # Nothing varies, so that the data do not show how much.
  variance[missing | pmax(items, raters) == 0] <- NA_real_
  of_raters <- pmax(estimates$effective_raters - 1 - 2 * excess / variance, 1)
  df <- variance^2 / (items^2 / (estimates$variance_items - 1) + raters^2 / of_raters)
  df <- pmax(df, pmin(estimates$variance_items - 1, of_raters))
  jackknife_limits(ci, estimates, sqrt(variance), df, two_way_centre(ci, estimates))
}

# The estimate on the scale of the limits, less its bias by the jackknife over raters. If without some rater all ratings
# agree, the logarithm of their disagreement is not finite, and its bias is that of the estimate times the slope.
two_way_centre <- function(ci, estimates) {
  scale <- limit_scale(ci$scale, lowest_limit(estimates))
  bias <- estimates$rater_bias * scale$slope(estimates$estimate)
  if (ci$scale == "log") {
    bias <- ifelse(is.finite(estimates$rater_log_bias), -estimates$rater_log_bias, bias)
  }
  scale$to(estimates$estimate) - bias
}

# If every rater rated items of a single cluster, other clusters bring other raters: the jackknife over clusters is for
# both.
check_crossed <- function(ratings) {
  if (is.null(ratings$cluster) || is.null(ratings$raters)) {
    return(invisible())
  }
  cluster <- rep(ratings$cluster, diff(ratings$item_start))
  pair <- ratings$rater + length(ratings$raters) * as.double(cluster)
  raters <- ratings$rater[!duplicated(pair)]
  n_clusters <- length(unique(cluster))
  if (n_clusters > 1 && !anyDuplicated(raters)) {
    abort_accord(
      "argument",
      c(
        "Limits for other clusters and other raters need raters who rated items of several clusters.",
        x = "Each of the {length(raters)} raters rated items of one of the {n_clusters} clusters only.",
        i = "Other clusters have other raters, so {.code ci = ci_jackknife()}, over clusters, refers to both."
      ),
      argument = "ci"
    )
  }
}
