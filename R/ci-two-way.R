# Limits for other items and other raters, of ci_jackknife(over = "both").

# Returns std.error, limits and the test from the variances over items, raters and cells.
two_way_limits <- function(ci, estimates) {
  items <- estimates$variance
  raters <- estimates$rater_variance
  missing <- estimates$undefined > 0 | estimates$undefined_raters > 0 | estimates$undefined_cells > 0
  variance <- pmax(items + raters - estimates$cell_variance, items, raters)
  # Nothing varies, so that the data do not show how much.
  variance[missing | variance == 0] <- NA_real_
  df <- variance^2 / (items^2 / (estimates$variance_items - 1) + raters^2 / (estimates$variance_raters - 1))
  jackknife_limits(ci, estimates, sqrt(variance), pmax(df, 1))
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
