# Limits of the correlation of single ratings, from which limits for means of ratings are stepped up. Functions take and
# return columns with one element per group.

# Limits from the F distribution of the mean square of items divided by that of the error or, for absolute agreement, by
# a sum of mean squares with Satterthwaite's degrees of freedom at the estimate (McGraw & Wong 1996, table 7; Shrout &
# Fleiss 1979).
icc_f_limits <- function(anova, single, agreement, conf_level) {
  k <- anova$per_item
  df2 <- if (agreement) icc_denominator(anova, single)$df else anova$df_error
  none <- is.na(single) | !is.finite(df2) | anova$items == 0
  none <- none | if (agreement) df2 < 1 else anova$error == 0
  df1 <- replace(anova$df_items, none, NA_real_)
  df2 <- replace(df2, none, NA_real_)
  tail <- (1 - conf_level) / 2
  at <- function(ratio) {
    others <- (k - 1) * anova$error
    if (agreement) others <- others + k / anova$per_rater * (anova$raters - anova$error)
    part <- anova$items - ratio * anova$error
    whole <- anova$items + ratio * others
    # With missing ratings the estimated variance of raters may be so negative that the denominator is not positive.
    finite_or_na(ifelse(whole > pmax(part, 0), part / whole, NA_real_))
  }
  list(
    low = at(stats::qf(tail, df1, df2, lower.tail = FALSE)),
    high = at(1 / stats::qf(tail, df2, df1, lower.tail = FALSE))
  )
}

# Limits for absolute agreement by the method of variance estimates recovery (Zou & Donner 2008). B, R and E estimate
# the expected mean squares b, r and e, each of which has an exact limit from the chi-square distribution. ICC(A,1) is
# the value of rho for which
#   (b - e) - rho (b + q e + p r) = (1 - rho) b - (1 + q rho) e - rho p r,  q = k - 1 - k/n,  p = k/n,
# is 0. The distance of a limit of this sum from its estimate is the root of the sum of squared distances of the limits
# of its terms. Starting from the estimate, the interval of rho ends on either side at the first value for which the sum
# has a limit beyond 0; with few items there may be no such value below, and the limit is then -1.
icc_mover_limits <- function(anova, single, conf_level) {
  none <- is.na(single) | anova$items == 0 | (anova$raters == 0 & anova$error == 0)
  reach <- mean_square_reach(anova, conf_level)
  limit <- function(sign, to) {
    found <- first_place(single, to, function(rho) sign * mover_limit(anova, reach, rho, sign) <= 0)
    finite_or_na(replace(found, none, NA_real_))
  }
  list(low = limit(-1, pmin(single, -1)), high = limit(1, pmax(single, 1)))
}

# Returns the distances `above` and `below` each mean square at which its limits lie.
mean_square_reach <- function(anova, conf_level) {
  tail <- (1 - conf_level) / 2
  lapply(rlang::set_names(c("items", "error", "raters")), function(term) {
    df <- anova[[paste0("df_", term)]]
    list(
      above = anova[[term]] * (df / stats::qchisq(tail, df) - 1),
      below = anova[[term]] * (1 - df / stats::qchisq(tail, df, lower.tail = FALSE))
    )
  })
}

# Returns the lower (`sign` -1) or upper (1) limit of the sum at `rho`: each mean square takes the limit that
# corresponds to the sign of its weight.
mover_limit <- function(anova, reach, rho, sign) {
  p <- anova$per_item / anova$per_rater
  weight <- list(items = 1 - rho, error = -(1 + (anova$per_item - 1 - p) * rho), raters = -rho * p)
  sum <- 0
  squares <- 0
  for (term in names(weight)) {
    side <- ifelse(sign * weight[[term]] > 0, reach[[term]]$above, reach[[term]]$below)
    sum <- sum + weight[[term]] * anova[[term]]
    squares <- squares + (weight[[term]] * side)^2
  }
  sum + sign * sqrt(squares)
}

# Returns, by element, the first position between two numbers at which `is_there()` is TRUE; the last position if there
# is none.
first_place <- function(from, to, is_there) {
  before <- from
  at <- rep(NA_real_, length(from))
  for (step in 1:64) {
    here <- from + (to - from) * (step / 64)
    at <- ifelse(is.na(at) & is_there(here) %in% TRUE, here, at)
    before <- ifelse(is.na(at), here, before)
  }
  found <- !is.na(at)
  for (half in 1:60) {
    middle <- (before + at) / 2
    there <- is_there(middle) %in% TRUE
    at <- ifelse(there, middle, at)
    before <- ifelse(there, before, middle)
  }
  ifelse(found, at, to)
}
