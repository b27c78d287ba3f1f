# Limits of agreement of two raters, with confidence intervals for the limits.

# Returns a row for each pair of raters with a common item. `of`: the cluster of each item or, if items are occasions
# (`linked`), the item to which each belongs.
limits_of_pairs <- function(cells, raters, share, conf_level, of, linked, approximate = FALSE, trend = "none") {
  by_rater <- split(cells, cells$rater)
  check_few_raters(length(by_rater))
  ids <- as.integer(names(by_rater))
  ids <- ids[order(vctrs::vec_slice(raters, ids), method = "radix")]
  pairs <- if (length(ids) > 1) t(utils::combn(ids, 2)) else matrix(integer(), 0, 2)
  both <- lapply(seq_len(nrow(pairs)), function(row) shared_cells(by_rater, pairs[row, ]))
  pairs <- pairs[lengths(both) > 0, , drop = FALSE]
  both <- both[lengths(both) > 0]
  if (length(both) == 0) {
    return(nobody_to_compare(trend))
  }
  quantiles <- exact_quantiles(stats::qnorm((1 + share) / 2), (1 - conf_level) / 2)
  points <- lapply(seq_along(both), function(row) {
    x <- both[[row]]$x
    y <- both[[row]]$y
    vctrs::new_data_frame(list(
      row = rep(row, length(x)), item = both[[row]]$item, mean = (x + y) / 2, difference = x - y
    ))
  })
  both <- lapply(both, function(x) if (linked) linked_cells(x, of) else c(x, list(cluster = of[x$item])))
  rows <- vctrs::vec_rbind(!!!lapply(both, pair_limits, share, conf_level, quantiles, approximate, trend))
  name <- function(place) as.character(vctrs::vec_slice(raters, pairs[, place]))
  list(
    rows = vctrs::vec_cbind(data.frame(rater_1 = name(1), rater_2 = name(2)), rows),
    points = vctrs::vec_rbind(!!!points)
  )
}

nobody_to_compare <- function(trend = "none") {
  none <- data.frame(rater_1 = NA_character_, rater_2 = NA_character_)
  rows <- vctrs::vec_cbind(none, no_limits())
  if (trend != "none") rows[TREND_COLUMNS] <- NA_real_
  list(rows = rows, points = NULL)
}

no_limits <- function() {
  numbers <- setdiff(LIMITS_COLUMNS, c("rater_1", "rater_2", "n_items", "n_ratings", "share", "conf.level", "status"))
  row <- rlang::rep_named(numbers, NA_real_)
  vctrs::new_data_frame(c(list(n_items = 0L, n_ratings = 0L, n_clusters = 0L), as.list(row)))
}

# Limits by Bland & Altman (1986; 1999, section 5). `both`: the means of the two raters on their common items.
pair_limits <- function(both, share, conf_level, quantiles = NULL, approximate = FALSE, trend = "none") {
  n <- length(both$x)
  # The row is filled as a list, which is much faster than a data frame: there may be 20,000 pairs.
  row <- as.list(no_limits())
  if (trend != "none") row[TREND_COLUMNS] <- NA_real_
  row$n_items <- n
  row$n_ratings <- as.integer(sum(both$n_1, both$n_2))
  n_units <- if (is.null(both$cluster)) n else length(unique(both$cluster))
  row$n_clusters <- n_units
  if (n_units < 2) {
    return(vctrs::new_data_frame(row))
  }
  d <- both$x - both$y
  around <- both[intersect(c("around_1", "around_2", "around_both"), names(both))]
  unit <- unit_of(d, unlist(around))
  within <- lapply(around, function(root) root / unit)
  within <- if (is.null(both$around_both)) {
    list(within_1 = within_part(both$n_1, within$around_1), within_2 = within_part(both$n_2, within$around_2))
  } else {
    list(within_both = within_part(both$n_1, within$around_both))
  }
  row[names(within)] <- lapply(within, function(part) unit * sqrt(part[2]))
  row[c("slope", "slope.p.value")] <- slope_of(d, (both$x + both$y) / 2, both$cluster)
  of_units <- parts_of_units(d / unit, both$cluster)
  parts <- do.call(rbind, c(of_units$parts, unname(within)))
  parts <- parts[!is.na(parts[, 2]), , drop = FALSE]
  sd <- sqrt(sum(parts[, 1] * parts[, 2]))
  row$sd <- unit * sd
  # Infinite ratings or differences have no limits.
  if (!is.finite(row$sd)) {
    return(vctrs::new_data_frame(row))
  }
  z <- stats::qnorm((1 + share) / 2)
  bias <- of_units$bias
  limits <- bias + c(-1, 1) * z * sd
  jackknifed <- if (!is.null(of_units$df)) {
    rbind(c(1, of_units$variance, of_units$df), parts[-seq_along(of_units$parts), , drop = FALSE])
  }
  ends <- limit_intervals(bias, parts, n_units, z, conf_level, quantiles, approximate, jackknifed)
  figures <- c("bias", "lower", "upper")
  row[c(rbind(figures, paste0(figures, ".conf.low"), paste0(figures, ".conf.high")))] <-
    unit * c(bias, ends$bias, limits[1], ends$lower, limits[2], ends$upper)
  if (trend != "none") row <- trend_row(row, d, (both$x + both$y) / 2, trend, z, conf_level)
  vctrs::new_data_frame(row)
}

# The bias, and the parts of the variance of a difference: that of items or, in clusters, that of the means of clusters
# and that within them; in clusters also their sum, and its degrees of freedom by a jackknife.
parts_of_units <- function(d, cluster) {
  if (is.null(cluster)) {
    return(list(bias = mean(d), parts = list(c(1, stats::var(d), length(d) - 1))))
  }
  of <- match(cluster, unique(cluster))
  size <- tabulate(of)
  means <- unname(rowsum(d, of)[, 1]) / size
  within <- within_part(size, root_of_squares(d - means[of], of))
  parts <- list(c(1, stats::var(means), length(means) - 1), within)
  found <- list(bias = mean(means), parts = parts)
  if (isTRUE(within[3] > 0) && length(means) > 2) {
    found$variance <- parts[[1]][2] + within[1] * within[2]
    found$df <- cluster_df(means, size, root_of_squares(d - means[of], of)^2)
  }
  found
}

# Degrees of freedom of the variance of a difference if some clusters are more variable than others: 2 / v, with v the
# variance of its logarithm by a jackknife over clusters, as v is about 2 / df for normal differences. `squares`: the
# sum of squares of each cluster around its mean.
cluster_df <- function(means, size, squares) {
  n <- length(means)
  left <- n - 1
  mean <- (sum(means) - means) / left
  between <- (sum(means^2) - means^2 - left * mean^2) / (left - 1)
  df <- sum(size - 1) - (size - 1)
  within <- ifelse(df > 0, (sum(squares) - squares) / df, NA_real_)
  weight <- 1 - (sum(1 / size) - 1 / size) / left
  without <- log(pmax(between, 0) + weight * ifelse(df > 0, within, 0))
  if (!all(is.finite(without))) {
    return(NULL)
  }
  2 / ((n - 1) / n * sum((without - mean(without))^2))
}

# (bias - limit) / error is a noncentral t variable with noncentrality z sqrt(n) for the lower limit. The quantiles
# depend only on n and are slow to compute, so they are kept for pairs with equal n.
exact_quantiles <- function(z, tail) {
  known <- list()
  function(n) {
    key <- as.character(n)
    if (is.null(known[[key]])) {
      # qt() warns that its last digits may be inexact where the noncentrality is large; a test compares them with
      # numerical integration.
      known[[key]] <<- suppressWarnings(stats::qt(c(1 - tail, tail), n - 1, ncp = z * sqrt(n)))
    }
    known[[key]]
  }
}

# The part of the variance that is due to repeated ratings by one rater: weight, variance, degrees of freedom.
# `around`: roots of sums of squares.
within_part <- function(n, around) {
  df <- sum(n - 1)
  c(1 - mean(1 / n), if (df > 0) sum(around^2) / df else NA_real_, df)
}

# Bias and limits with their intervals. `parts`: weight, variance and degrees of freedom of each component of the
# variance of a difference; `jackknifed`: the same with those of clusters in one, whose degrees of freedom do not assume
# normality. The wider limits of the two are used.
limit_intervals <- function(bias, parts, n, z, conf_level, quantiles = NULL, approximate = FALSE, jackknifed = NULL) {
  tail <- (1 - conf_level) / 2
  quantiles <- quantiles %||% exact_quantiles(z, tail)
  error <- sqrt(parts[1, 2] / n)
  half <- stats::qt(1 - tail, n - 1) * error
  if (approximate) {
    # The standard error of a limit is that of Bland & Altman (1986), the root of 3 s^2 / n.
    ends <- c(-1, 1) * sqrt(3) * half
    lower <- bias - z * sqrt(parts[1, 2]) + ends
    upper <- bias + z * sqrt(parts[1, 2]) + ends
  } else if (nrow(parts) == 1 && n <= 350) {
    t <- quantiles(n)
    lower <- bias - t * error
    upper <- bias + rev(t) * error
  } else {
    ends <- variance_limits(parts, tail)
    if (!is.null(jackknifed)) {
      other <- variance_limits(jackknifed, tail)
      ends <- c(min(ends[1], other[1]), max(ends[2], other[2]))
    }
    sd <- sqrt(c(sum(parts[, 1] * parts[, 2]), ends))
    down <- sqrt(half^2 + z^2 * (sd[1] - sd[2])^2)
    up <- sqrt(half^2 + z^2 * (sd[3] - sd[1])^2)
    lower <- bias - z * sd[1] + c(-up, down)
    upper <- bias + z * sd[1] + c(-down, up)
  }
  list(bias = bias + c(-half, half), lower = lower, upper = upper)
}

# Limits of a sum of variances with nonnegative weights, by Graybill & Wang (1980).
variance_limits <- function(parts, tail) {
  term <- parts[, 1] * parts[, 2]
  df <- parts[, 3]
  shrink <- 1 - df / stats::qchisq(1 - tail, df)
  grow <- df / stats::qchisq(tail, df) - 1
  c(max(0, sum(term) - sqrt(sum((shrink * term)^2))), sum(term) + sqrt(sum((grow * term)^2)))
}

# The slope of a regression on the means, and its p value, in clusters by the variance over these with t. If all
# differences are on the line, p is 0; if they are all equal, there is no test.
slope_of <- function(d, mean, cluster = NULL) {
  from_mean <- mean - mean(mean)
  units <- c(unit_of(d), unit_of(from_mean))
  tiny <- rounding_error(d, mean) / units[1]
  d <- d / units[1]
  from_mean <- from_mean / units[2]
  spread <- sum(from_mean^2)
  n <- length(d)
  if (n < 3 || spread == 0 || !is.finite(spread)) {
    return(c(NA_real_, NA_real_))
  }
  if (isTRUE(max(abs(d - mean(d))) <= tiny)) {
    return(c(0, NA_real_))
  }
  slope <- sum(from_mean * d) / spread
  from_line <- d - mean(d) - slope * from_mean
  in_units <- slope * (units[1] / units[2])
  if (isTRUE(max(abs(from_line)) <= tiny)) {
    return(c(in_units, 0))
  }
  error <- sqrt(sum(from_line^2) / (n - 2) / spread)
  df <- n - 2
  if (!is.null(cluster) && anyDuplicated(cluster)) {
    score <- rowsum(from_line * from_mean, cluster, reorder = FALSE)
    df <- length(score) - 1
    error <- sqrt((df + 1) / df * sum(score^2)) / spread
  }
  c(in_units, 2 * stats::pt(-abs(slope) / error, df))
}

# Differences up to this size may be due to the rounding of differences, or of the ratings themselves.
rounding_error <- function(d, mean) max(1e-14 * max(abs(d)), 1e-15 * max(abs(mean)))
