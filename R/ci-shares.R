# Score limits of shares and of differences of paired shares, also of units in clusters.

# The limits for the mean of `score`, a number from 0 to 1 for each unit. Where some count in part, such as ties, the
# mean is (1 + d) / 2 with the difference d of the shares that count and that do not, whose limits are Tango's; without
# ties these are Wilson's.
share_of_units <- function(score, cluster, conf_level) {
  if (is_binary(score)) {
    return(wilson_limits(score, cluster, conf_level))
  }
  (1 + signed_limits(2 * score - 1, cluster, conf_level)) / 2
}

is_binary <- function(score) all(score == 0 | score == 1)

# Wilson's (1927) interval for m units, where m is the number of independent units that would be as precise. To find it,
# a cluster of mean size is added, of which half counts, so that the variance is above 0, and m is lowered by the ratio
# of the quantiles of t with the degrees of freedom of the units and of the clusters, as the variance is estimated from
# few of them.
wilson_limits <- function(score, cluster, conf_level, weight = rep(1, length(score))) {
  z2 <- stats::qnorm((1 + conf_level) / 2)^2
  m <- worth_of(score, cluster, conf_level, weight)
  p <- sum(weight * score) / sum(weight)
  centre <- (p + z2 / (2 * m)) / (1 + z2 / m)
  reach <- sqrt(z2 * p * (1 - p) / m + z2^2 / (4 * m^2)) / (1 + z2 / m)
  c(low = max(0, centre - reach), high = min(1, centre + reach))
}

# Returns the number of independent units that are worth as much as the given ones. Of units with unequal weights n is
# Kish's effective number.
worth_of <- function(score, cluster, conf_level, weight = rep(1, length(score))) {
  n <- sum(weight)^2 / sum(weight^2)
  alone <- worth_alone(score, weight)
  id <- code_column(cluster)
  n_clusters <- length(id$starts)
  if (n_clusters == length(score)) {
    return(alone)
  }
  total <- function(x) sum_by(x, id$code, n_clusters)
  together <- worth_by_jackknife(total(weight * score), total(weight))
  p <- (1 + conf_level) / 2
  min(alone, together) * (stats::qt(p, n - 1) / stats::qt(p, n_clusters - 1))^2
}

# The same where each unit is a cluster. Shares of two values have the worth n; a tie counts half and varies less.
worth_alone <- function(score, weight = rep(1, length(score))) {
  if (is_binary(score)) sum(weight)^2 / sum(weight^2) else worth_by_jackknife(weight * score, weight)
}

# p (1 - p) / v with the jackknife variance v over clusters, to which one of mean size is added of which half counts.
worth_by_jackknife <- function(counted, size) {
  counted <- c(counted, mean(size) / 2)
  size <- c(size, mean(size))
  p <- sum(counted) / sum(size)
  without <- (sum(counted) - counted) / (sum(size) - size)
  n <- length(size)
  p * (1 - p) / ((n - 1) / n * sum((without - mean(without))^2))
}

# Tango's (1998) score limits for a difference of paired shares, (a - b) / n, where `more` units of `n` count for the
# first share alone and `less` for the second alone. Counts need not be whole numbers.
difference_limits <- function(more, less, n, conf_level) {
  z <- stats::qnorm((1 + conf_level) / 2)
  # The statistic of the hypothesis that the difference is d falls with d.
  statistic <- function(d) {
    half <- 2 * n - more + less
    b <- -more - less + half * d
    rare <- (sqrt(pmax(b^2 + 8 * n * less * d * (1 - d), 0)) - b) / (4 * n)
    variance <- n * (2 * rare + d * (1 - d))
    (more - less - n * d) / sqrt(pmax(variance, .Machine$double.xmin))
  }
  estimate <- (more - less) / n
  solve <- function(target, from, to) {
    for (i in 1:60) {
      middle <- (from + to) / 2
      if (statistic(middle) > target) from <- middle else to <- middle
    }
    (from + to) / 2
  }
  c(
    low = if (estimate <= -1) -1 else solve(z, -1, estimate),
    high = if (estimate >= 1) 1 else solve(-z, estimate, 1)
  )
}

# `sign`: from -1 to 1 for each unit. Clusters lower the counts to those of as many independent units, by the worth of
# the signs or of their absolute values, which vary with the pseudo-cluster even where all signs are 0.
signed_limits <- function(sign, cluster, conf_level) {
  n <- length(sign)
  worth <- 1
  if (length(code_column(cluster)$starts) < n) {
    ratio <- function(score) worth_of(score, cluster, conf_level) / worth_alone(score)
    worth <- min(1, ratio((1 + sign) / 2), ratio(abs(sign)), na.rm = TRUE)
  }
  difference_limits(worth * sum(sign * (sign > 0)), worth * sum(-sign * (sign < 0)), worth * n, conf_level)
}
