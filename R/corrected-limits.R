# Limits of corrected proportions and means, and of their differences.

# `rows`: as from estimate_mean(). Adds `conf.low` and `conf.high`.
with_limits <- function(rows, ci, bounds) {
  conf_level <- ci$conf_level %||% NA_real_
  limits <- if (ci$method == "score") {
    score_limits(rows, stats::qnorm((1 + conf_level) / 2)^2)
  } else {
    half <- half_widths(rows, conf_level)
    list(low = rows$estimate - half, high = rows$estimate + half)
  }
  within <- function(limit) pmin(pmax(limit, bounds[1]), bounds[2])
  rows$conf.low <- within(limits$low)
  rows$conf.high <- within(limits$high)
  rows
}

half_widths <- function(rows, conf_level) stats::qt(1 - (1 - conf_level) / 2, rows$df) * rows$std.error

# The proportions p with (share - p)^2 <= z^2 (p (1 - p) / m + apart): Wilson's (1927) interval with m labels.
score_limits <- function(rows, z2) {
  worth <- share_worth(rows)
  share <- pmin(pmax(rows$estimate, 0), 1)
  k <- z2 / worth$m
  reach <- sqrt(k^2 / 4 + k * share * (1 - share) + (1 + k) * z2 * worth$apart)
  list(low = (share + k / 2 - reach) / (1 + k), high = (share + k / 2 + reach) / (1 + k))
}

# Returns the effective number of labels: as many labels without predictions would be as precise. It is lowered for few
# labels, in which the accuracy of the model is uncertain: one more label of the rarer kind is assumed not to have been
# predicted. `apart`: the variance of the predictions if labels do not vary, so that their correlation with predictions
# is unknown.
share_worth <- function(rows) {
  squares <- rows$n_effective * rows$of_labels
  ratio <- rows$variance * rows$n_effective / rows$of_labels
  careful <- ifelse(ratio < 1, (ratio * squares + 1) / (squares + 1), ratio)
  constant <- squares == 0
  list(m = rows$n_effective / ifelse(constant, 1, careful), apart = ifelse(constant, rows$variance, 0))
}

# Returns the differences between all pairs of groups, for each category; groups do not share items.
differences_of_groups <- function(rows, group, keys, ci) {
  labels <- group_labels(keys)
  pairs <- utils::combn(length(labels), 2)
  n_terms <- sum(group == 1)
  one <- rep(pairs[1, ], each = n_terms)
  two <- rep(pairs[2, ], each = n_terms)
  term <- rep(seq_len(n_terms), ncol(pairs))
  first <- vctrs::vec_slice(rows, (one - 1) * n_terms + term)
  second <- vctrs::vec_slice(rows, (two - 1) * n_terms + term)
  larger <- pmax(first$std.error, second$std.error)
  parts <- list((first$std.error / larger)^2, (second$std.error / larger)^2)
  variance <- parts[[1]] + parts[[2]]
  df <- variance^2 / (parts[[1]]^2 / first$df + parts[[2]]^2 / second$df)
  result <- tibble::tibble(
    group_1 = labels[one], group_2 = labels[two],
    term = first$term,
    estimate = second$estimate - first$estimate,
    std.error = larger * sqrt(variance),
    df = df,
    lambda = NA_real_,
    n_labelled = first$n_labelled + second$n_labelled,
    n_items = first$n_items + second$n_items,
    n_equivalent = NA_real_,
    status = ifelse(first$status != "ok", first$status, second$status)
  )
  if (ci$method != "score") {
    return(result)
  }
  # Newcombe's (1998) hybrid interval: the distance of each limit is the root of the sum of squared distances of a limit
  # of either proportion.
  share <- function(x) pmin(pmax(x$estimate, 0), 1)
  middle <- share(second) - share(first)
  result$conf.low <- middle - sqrt((share(second) - second$conf.low)^2 + (first$conf.high - share(first))^2)
  result$conf.high <- middle + sqrt((second$conf.high - share(second))^2 + (share(first) - first$conf.low)^2)
  result
}
