# Limits of the correlation of single ratings; those of a mean are stepped up from them. Each takes and
# gives columns with one element per group.

# From the F distribution of the mean square of the items over that of the error or, for absolute
# agreement, over a sum of mean squares, with Satterthwaite's degrees of freedom at the estimate (McGraw &
# Wong 1996, table 7; Shrout & Fleiss 1979).
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
    finite_or_na(part / (anova$items + ratio * others))
  }
  list(
    low = at(stats::qf(tail, df1, df2, lower.tail = FALSE)),
    high = at(1 / stats::qf(tail, df2, df1, lower.tail = FALSE))
  )
}

# For absolute agreement: the method of variance estimates recovery (Zou & Donner 2008). B, R and E estimate
# the expected mean squares b, r and e, each of which has an exact limit from the chi-square distribution.
# ICC(A,1) is rho where
#   (b - e) - rho (b + q e + p r) = (1 - rho) b - (1 + q rho) e - rho p r,  q = k - 1 - k/n,  p = k/n,
# is 0. A limit of this sum lies as far from its estimate as the root of the sum of squares of how far the
# limits of its terms do; rho has its limits where those of the sum are 0.
icc_mover_limits <- function(anova, single, conf_level) {
  none <- is.na(single) | anova$items == 0 | (anova$raters == 0 & anova$error == 0)
  tail <- (1 - conf_level) / 2
  below <- function(square, df) square * (1 - df / stats::qchisq(tail, df, lower.tail = FALSE))
  above <- function(square, df) square * (df / stats::qchisq(tail, df) - 1)
  # How far the limits of the mean squares lie: that of the items towards the limit of rho, the others away.
  reach <- function(towards, against) {
    list(
      items = towards(anova$items, anova$df_items),
      error = against(anova$error, anova$df_error),
      raters = against(anova$raters, anova$df_raters),
      raters_if_negative = towards(anova$raters, anova$df_raters)
    )
  }
  limit <- function(sign, reach) finite_or_na(replace(mover_root(anova, sign, reach), none, NA_real_))
  # With very few items the lower limit has no bottom; a correlation has.
  list(low = pmax(limit(-1, reach(below, above)), pmin(single, -1)), high = limit(1, reach(above, below)))
}

# The solution for rho of the comment above, a quadratic equation: `sign` is -1 for the lower and 1 for the
# upper limit.
mover_root <- function(anova, sign, reach) {
  q <- anova$per_item - 1 - anova$per_item / anova$per_rater
  p <- anova$per_item / anova$per_rater
  part <- anova$items - anova$error
  whole <- anova$items + q * anova$error + p * anova$raters
  b <- reach$items
  e <- reach$error
  # What the raters take away if rho is positive they add if it is negative.
  positive <- part + sign * sqrt(b^2 + e^2) > 0
  r <- p * ifelse(positive, reach$raters, reach$raters_if_negative)
  square <- whole^2 - b^2 - (q * e)^2 - r^2
  half <- part * whole - b^2 + q * e^2
  constant <- part^2 - b^2 - e^2
  root <- sqrt(pmax(half^2 - square * constant, 0))
  # Two forms of the same solution, each where it does not subtract equals.
  ifelse(sign * half > 0, (half + sign * root) / square, constant / (half - sign * root))
}
