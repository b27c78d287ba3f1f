# Score limits of shares and of differences of paired shares, also of units in clusters.

# Returns the sums of which limits of a mean are computed, a row for each of `n_groups` groups of units. `value`: a
# number from 0 to 1 for each unit, or from -1 to 1 if it `is_signed`; NA for a unit that does not count. `cluster`,
# `group`: codes from 1.
share_sums <- function(value, cluster, weight = double(), is_signed = FALSE, group = integer(), n_groups = 1L) {
  units <- list(value = as.double(value), cluster = cluster, weight = as.double(weight), group = group)
  call_core(sums_of_scores(units, is_signed, n_groups))
}

# The limits of means, `low` and `high`, for each row of share_sums(). Where some units count in part, such as ties, the
# mean is (1 + d) / 2 with the difference d of the shares that count and that do not, whose limits are Tango's; without
# ties these are Wilson's.
limits_of_sums <- function(sums, conf_level) {
  limits <- data.frame(low = rep(NA_real_, nrow(sums)), high = rep(NA_real_, nrow(sums)))
  shares <- which(sums$is_binary & !sums$is_signed)
  others <- setdiff(seq_len(nrow(sums)), shares)
  limits[shares, ] <- wilson_limits(slice_rows(sums, shares), conf_level)
  signs <- signed_limits(slice_rows(sums, others), conf_level)
  limits[others, ] <- lapply(signs, function(sign) ifelse(sums$is_signed[others], sign, (1 + sign) / 2))
  limits
}

# Wilson's (1927) interval for m units, where m is the number of independent units that would be as precise. To find it,
# a cluster is added, of which half counts, so that the variance is above 0: it is worth four independent units, but not
# larger than the others are on average. m is lowered by the ratio of the quantiles of t with the degrees of freedom of
# the units and of the clusters, as the variance is estimated from few of them. With unequal weights of units, m is that
# of Kish's effective number.
wilson_limits <- function(sums, conf_level) {
  z2 <- stats::qnorm((1 + conf_level) / 2)^2
  m <- worth_of(sums, sums$alone, sums$together, conf_level)
  p <- sums$mean
  centre <- (p + z2 / (2 * m)) / (1 + z2 / m)
  reach <- sqrt(z2 * p * (1 - p) / m + z2^2 / (4 * m^2)) / (1 + z2 / m)
  list(low = pmax(0, centre - reach), high = pmin(1, centre + reach))
}

# Returns the number of independent units that are worth as much as the given ones, which are worth `alone` if each is a
# cluster, and `together` by the jackknife over clusters.
worth_of <- function(sums, alone, together, conf_level) {
  p <- (1 + conf_level) / 2
  few <- which(sums$n_clusters < sums$n)
  quantiles <- stats::qt(p, sums$n_effective[few] - 1) / stats::qt(p, sums$n_clusters[few] - 1)
  alone[few] <- pmin(alone, together)[few] * quantiles^2
  alone
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
      above <- statistic(middle) > target
      from[above] <- middle[above]
      to[!above] <- middle[!above]
    }
    (from + to) / 2
  }
  ends <- rep(1, length(estimate))
  list(
    low = ifelse(estimate <= -1, -1, solve(z, -ends, estimate)),
    high = ifelse(estimate >= 1, 1, solve(-z, estimate, ends))
  )
}

# Clusters lower the counts to those of as many independent units, by the worth of the signs or of their absolute
# values, which vary with the pseudo-cluster even where all signs are 0.
signed_limits <- function(sums, conf_level) {
  ratio <- function(alone, together) worth_of(sums, alone, together, conf_level) / alone
  worth <- pmin(1, ratio(sums$alone, sums$together), ratio(sums$size_alone, sums$size_together), na.rm = TRUE)
  worth <- worth * worth_of_parts(sums, conf_level)
  difference_limits(worth * sums$more, worth * sums$less, worth * sums$n, conf_level)
}

# Tango's limits are of signs -1, 0 and 1. Smaller ones, such as differences of shares, vary less than as many of these
# with the same sum: returns the number of whole signs that are as precise as one of them, never less than 1. Their
# variance is that of the data and of one more unit with the square 1, with the quantile of t.
worth_of_parts <- function(sums, conf_level) {
  p <- (1 + conf_level) / 2
  mean <- (sums$more - sums$less) / sums$n
  quantiles <- stats::qt(p, pmax(sums$n - 1, 1)) / stats::qnorm(p)
  variance <- ((sums$sign_squares + 1) / sums$n - mean^2) * quantiles^2
  worth <- ((sums$more + sums$less) / sums$n - mean^2) / variance
  is_whole <- sums$sign_squares >= (sums$more + sums$less) * (1 - 1e-12)
  ifelse(is_whole | is.na(worth), 1, pmax(1, worth))
}
