# Limits of agreement that depend on the size of the measurement: the regressions of Bland & Altman (1999, section 3.2).

TREND_COLUMNS <- c("at", "intercept", "sd_intercept", "sd_slope", "sd_slope.p.value")

# Bias, standard deviation and limits at the mean size, with the equations of both. The bias is b0 + b1 A, with A the
# mean of the two ratings. The standard deviation is that of the residuals (`trend = "bias"`) or, since the mean
# absolute value of a normal variable is sqrt(2 / pi) times its standard deviation, sqrt(pi / 2) (c0 + c1 A), with the
# regression c0 + c1 A of the absolute residuals ("both").
trend_row <- function(row, d, mean, trend, z, conf_level) {
  n <- length(d)
  if (n < 3 || is.na(row$slope)) {
    return(without_limits(row))
  }
  units <- c(unit_of(d), unit_of(mean - mean(mean)))
  tiny <- rounding_error(d, mean) / units[1]
  from_mean <- (mean - mean(mean)) / units[2]
  d <- d / units[1]
  # A slope that is a rounding error is 0.
  if (max(abs(row$slope / (units[1] / units[2]) * from_mean)) <= 1e-12 * max(abs(d))) row$slope <- 0
  residual <- d - mean(d) - row$slope / (units[1] / units[2]) * from_mean
  residual[abs(residual) <= tiny] <- 0
  row[c("sd_slope", "sd_slope.p.value")] <- slope_of(units[1] * abs(residual), mean)
  row$sd_slope <- if (trend == "bias") 0 else sqrt(pi / 2) * row$sd_slope
  found <- if (trend == "bias") {
    residual_limits(mean(d), residual, z, conf_level)
  } else {
    absolute_limits(mean(d), residual, from_mean, z, conf_level)
  }
  row[names(found)] <- lapply(found, function(figure) units[1] * figure)
  row$at <- mean(mean)
  row$intercept <- row$bias - row$slope * row$at
  row$sd_intercept <- row$sd - row$sd_slope * row$at
  # Differences on a line have no spread of which limits could be computed.
  if (row$sd %in% 0) {
    row <- without_limits(row)
    row[c("bias.conf.low", "bias.conf.high")] <- NA_real_
    row$sd <- 0
    return(row)
  }
  # A standard deviation below 0 at the size of an item is no description of the differences.
  if (any(row$sd_intercept + row$sd_slope * mean < -1e-12 * row$sd)) without_limits(row) else row
}

without_limits <- function(row) {
  row[grep("^(sd|lower|upper)", names(row))] <- NA_real_
  row
}

# The residuals of a line have n - 2 degrees of freedom. At the mean size its height is the mean of the differences,
# which does not depend on the residuals, so that the limits have exact intervals as those without a trend.
residual_limits <- function(bias, residual, z, conf_level) {
  n <- length(residual)
  sd <- sqrt(sum(residual^2) / (n - 2))
  tail <- (1 - conf_level) / 2
  half <- stats::qt(1 - tail, n - 2) * sd / sqrt(n)
  ends <- if (n <= 350) {
    t <- suppressWarnings(stats::qt(c(1 - tail, tail), n - 2, ncp = z * sqrt(n))) * sd / sqrt(n)
    list(lower = bias - t, upper = bias + rev(t))
  } else {
    limit_intervals(bias, cbind(1, sd^2, n - 2), n, z, conf_level)
  }
  figures_at_mean(bias, sd, z, bias + c(-half, half), ends$lower, ends$upper)
}

# The standard error of the height of the second line at the mean size is that of a mean, as for the first.
absolute_limits <- function(bias, residual, from_mean, z, conf_level) {
  n <- length(residual)
  height <- sqrt(pi / 2) * abs(residual)
  around <- height - mean(height)
  around <- around - sum(from_mean * around) / sum(from_mean^2) * from_mean
  errors <- sqrt(c(sum(residual^2), sum(around^2)) / (n - 2) / n)
  t <- stats::qt((1 + conf_level) / 2, n - 2)
  half <- t * errors[1]
  reach <- t * sqrt(errors[1]^2 + z^2 * errors[2]^2)
  sd <- mean(height)
  around <- function(at, half) at + c(-half, half)
  figures_at_mean(
    bias, sd, z, around(bias, half), around(bias - z * sd, reach), around(bias + z * sd, reach)
  )
}

figures_at_mean <- function(bias, sd, z, of_bias, of_lower, of_upper) {
  list(
    bias = bias, bias.conf.low = of_bias[1], bias.conf.high = of_bias[2], sd = sd,
    lower = bias - z * sd, lower.conf.low = of_lower[1], lower.conf.high = of_lower[2],
    upper = bias + z * sd, upper.conf.low = of_upper[1], upper.conf.high = of_upper[2]
  )
}

# Intercept and slope of the bias and of both limits, in a row for each row of the result.
trend_lines <- function(x) {
  z <- stats::qnorm((1 + x$share) / 2)
  level <- function(sign) {
    list(intercept = x$intercept + sign * z * x$sd_intercept, slope = x$slope + sign * z * x$sd_slope)
  }
  # The line of the bias needs no spread.
  list(bias = list(intercept = x$intercept, slope = x$slope), lower = level(-1), upper = level(1))
}

has_trend <- function(x) "sd_intercept" %in% names(x)

# The limits for points of the rows `place`, each at its own mean of ratings.
limits_at <- function(x, place, mean) {
  if (!has_trend(x)) {
    return(list(lower = x$lower[place], upper = x$upper[place]))
  }
  lines <- trend_lines(x)[c("lower", "upper")]
  lapply(lines, function(line) line$intercept[place] + line$slope[place] * mean)
}

# Equations such as "0.079 - 0.0283 m".
trend_cells <- function(line, style) {
  number <- list(format = style$format, digits = 3, leading_zero = style$leading_zero)
  steep <- vapply(line$slope, function(slope) {
    number$digits <- if (slope %in% c(NA, 0)) 3 else max(0, min(unit_digits(slope), MOST_DIGITS))
    format_numbers(abs(slope), number)
  }, "")
  sign <- ifelse(line$slope < 0, minus(style), "+")
  cells <- paste0(format_numbers(line$intercept, style), " ", sign, " ", steep, " m")
  ifelse(is.na(line$slope) | is.na(line$intercept), dash(style), cells)
}

TREND_NOTE <- "m: mean of the two ratings"

# Whether the spread depends on the size too, for a result whose bias does.
spread_note <- function(x) {
  if (has_trend(x) && any(x$sd_slope %in% 0 & x$sd_slope.p.value < 0.05, na.rm = TRUE)) {
    "# The spread of the differences depends on the size too (sd_slope.p.value < .05): `trend = \"both\"`"
  }
}
