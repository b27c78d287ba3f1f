# Limits of agreement of each rater with the mean of all.

# Jones, Dobson & O'Brian (2011) from the mean squares.
limits_with_mean <- function(cells, raters, share, conf_level) {
  check_single_ratings(cells)
  ids <- sort(unique(cells$rater))
  r <- length(ids)
  if (r < 2) {
    return(nobody_to_compare())
  }
  full <- cells[tabulate(cells$item)[cells$item] == r, ]
  tell_incomplete(length(unique(cells$item)), nrow(full) / r)
  row <- no_limits()
  row$n_items <- as.integer(nrow(full) / r)
  row$n_ratings <- nrow(full)
  points <- NULL
  n <- row$n_items
  if (n > 1) {
    scores <- matrix(full$mean[order(full$item, full$rater)], r)
    deviation <- scores - rep(colMeans(scores), each = r)
    unit <- unit_of(deviation)
    deviation <- deviation / unit
    of_rater <- rowMeans(deviation)
    squares <- c(n * sum(of_rater^2) / (r - 1), sum((deviation - of_rater)^2) / ((r - 1) * (n - 1)))
    parts <- cbind((r - 1) / r * c(1, n - 1) / n, squares, c(r - 1, (r - 1) * (n - 1)))
    row$bias <- row$bias.conf.low <- row$bias.conf.high <- 0
    z <- stats::qnorm((1 + share) / 2)
    row$sd <- unit * sqrt(sum(parts[, 1] * parts[, 2]))
    ends <- unit * z * sqrt(variance_limits(parts, (1 - conf_level) / 2))
    row$lower <- -z * row$sd
    row$upper <- z * row$sd
    row[c("lower.conf.low", "lower.conf.high", "upper.conf.low", "upper.conf.high")] <- c(-rev(ends), ends)
    points <- data.frame(
      row = 1L, item = sort(full$item), mean = rep(colMeans(scores), each = r), difference = unit * c(deviation)
    )
    points$rater <- rep(as.character(vctrs::vec_slice(raters, ids)), n)
  }
  list(rows = vctrs::vec_cbind(data.frame(rater_1 = "each rater", rater_2 = "mean of all"), row), points = points)
}
