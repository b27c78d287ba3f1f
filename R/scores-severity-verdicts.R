# Whether raters keep to the model: fit, consistency, halo, central tendency, severity in marks, and the verdict.

# Standardized mean squares, by the cube root that Wilson and Hilferty (1931) found to be nearly normal.
cube_root_z <- function(square, variance) {
  q <- sqrt(variance)
  ifelse(q > 0, (square^(1 / 3) - 1) * 3 / q + q / 3, NA_real_)
}

# A row per severity. Items are independent given the severities, but not the ratings of an item by a rater, so
# that terms are those of a rater and an item.
rater_checks <- function(fit) {
  rater <- fit$dense$rater
  n_raters <- length(fit$cells)
  count <- fit$problem$count
  over <- function(value) sum_by(count * value, rater, n_raters)
  n <- over(1)
  squares <- mean_squares(fit, rater, n_raters)
  z <- list(
    infit = cube_root_z(squares$infit, over(fit$infit_variance) / over(fit$variance)^2),
    outfit = cube_root_z(squares$outfit, over(fit$outfit_variance) / n^2)
  )
  x <- as.double(fit$problem$score)
  # Ratings are sorted by item and rater.
  pair <- cumsum(c(TRUE, diff(fit$dense$item) != 0 | diff(rater) != 0))
  n_pairs <- max(pair)
  rater_of <- rater[!duplicated(pair)]
  in_pair <- function(value) sum_by(count * value, pair, n_pairs)
  size <- in_pair(1)
  # Differences of the sums found and expected have the mean 0. Their variance is that of all raters, since few
  # differences that happen to be small would otherwise seem certain.
  test <- function(found, expected, used) {
    total <- function(value) sum_by(ifelse(used, value, 0), rater_of, n_raters)
    ratio <- total(found) / total(expected)
    variance <- mean(((found - expected)^2)[used])
    z <- cube_root_z(ratio, total(used) * variance / total(expected)^2)
    list(ratio = ratio, p.value = 2 * stats::pnorm(-abs(z)))
  }
  # Within an item: the sum of squares of a rater's ratings around their mean.
  within <- test(
    in_pair(x^2) - in_pair(x)^2 / size,
    in_pair(fit$variance * (1 - 1 / size[pair]) + fit$squared - fit$squared_mean), size > 1
  )
  # Over all ratings: that around the mean of what is expected from the rater.
  mean <- (over(fit$expected) / n)[rater]
  across <- test(
    in_pair((x - mean)^2), in_pair(fit$variance + fit$squared - 2 * mean * fit$expected + mean^2), rep(TRUE, n_pairs)
  )
  found <- tibble::tibble(
    infit = squares$infit, infit_z = z$infit, outfit = squares$outfit, outfit_z = z$outfit,
    p.value = pmin(1, 4 * stats::pnorm(-pmax(abs(z$infit), abs(z$outfit)))),
    consistency = correlation_by(x, fit$predicted, rater, n_raters, count),
    halo = within$ratio, halo.p.value = within$p.value, spread = across$ratio, spread.p.value = across$p.value
  )
  lost <- is.nan(as.matrix(found))
  found[] <- Map(function(column, none) replace(column, none, NA_real_), found, as.data.frame(lost))
  found
}

# Pearson's correlation of `x` and `y`, which count `count` times, within each group; `NA` if either does not vary, or
# has two values only.
correlation_by <- function(x, y, code, n, count = rep(1, length(x))) {
  known <- !is.na(y)
  code <- code[known]
  count <- count[known]
  found <- weighted_correlation_by(x[known], y[known], count, code, n)
  ifelse(sum_by(count, code, n) > 2, found, NA_real_)
}

weighted_correlation_by <- function(x, y, weight, code, n) {
  x <- around_mean_by(x, weight, code, n)
  y <- around_mean_by(y, weight, code, n)
  total <- function(value) sum_by(weight * value, code, n)
  spread <- sqrt(total(x^2)) * sqrt(total(y^2))
  ifelse(spread > 0, total(x * y) / spread, NA_real_)
}

# The deviations from the mean of each group, divided by the largest of the group: the squares of small or large
# numbers would vanish or overflow. Deviations that are rounding errors of the mean are 0.
around_mean_by <- function(x, weight, code, n) {
  x <- x / unit_of(x)
  largest <- largest_by(x, code, n)
  away <- x - (sum_by(weight * x, code, n) / sum_by(weight, code, n))[code]
  reach <- largest_by(away, code, n)
  reach[reach <= 1e-14 * largest] <- Inf
  away / reach[code]
}

# The largest absolute value in each group.
largest_by <- function(x, code, n) {
  x <- abs(x)
  sorted <- order(code, x)
  last <- sorted[!duplicated(code[sorted], fromLast = TRUE)]
  replace(rep(0, n), code[last], x[last])
}

# How much lower the mark in all is that an item of the population gets from a rater than from an average rater. `away`:
# how much more severe than the average each rater is, in logits.
severity_in_marks <- function(fit, model, away = fit$severity - mean(fit$severity)) {
  z <- seq(-5, 5, length.out = 61)
  weight <- stats::dnorm(z) / sum(stats::dnorm(z))
  design <- mark_design(model)
  place <- drop(crossprod(design$location, fit$parameter))
  of_rater <- if (identical(model$steps, "rater")) fit$group[match(seq_along(fit$cells), fit$dense$rater)]
  expected <- function(cell, group, shift, slope) {
    places <- outer(abs(fit$parameter[length(fit$parameter)]) * z - place[cell], shift, `-`)
    slope <- rep(slope, each = length(z))
    drop(weight %*% matrix(expected_rating(c(places), fit$thresholds[, group], slope), length(z)))
  }
  total <- average <- 0
  for (cell in seq_len(design$n_cells)) {
    for (group in which(design$steps[, cell] > 0)) {
      share <- design$steps[group, cell]
      average <- average + share * expected(cell, group, 0, 1)
      total <- total + expected(cell, group, away, fit$slopes) * (if (is.null(of_rater)) share else of_rater == group)
    }
  }
  average - total
}

# ---- The verdict ----

# Beyond these, a deviation that chance does not explain matters. Wright and Linacre (1994) accept mean squares up to
# 1.2 where raters should agree; below .5 ratings tell little, but do no harm (Linacre 2002).
MISFIT <- c(0.5, 1.2)
NARROW <- 0.8
WIDE <- 1.25
# Half a step of the scale changes a rounded rating.
HALF_STEP <- 0.5

# The table for tidy(), a row per severity. Of several tests of drift the smaller p value counts, doubled. `fit_of` fits
# the model to the ratings of some severities.
severity_verdict_rows <- function(fit, parts, fit_of) {
  keys <- parts$model$raters
  marks <- severity_in_marks(fit, parts$model)
  # Marks fall with severity, so that the limits are those of the distance from the average rater in logits.
  half <- stats::qnorm((1 + parts$model$conf_level) / 2) * sqrt(diag(centered_covariance(fit$covariance)))
  limit <- function(half) severity_in_marks(fit, parts$model, fit$severity - mean(fit$severity) + half)
  n_added <- sum(mark_cells(parts$model, list())$weight)
  checks <- tibble::tibble(
    severity = parts$severity, severity_marks = marks, marks_low = limit(-half), marks_high = limit(half),
    severity_step = marks / n_added, rater_checks(fit),
    drift_p = drift_p(keys, parts$drift), bias = bias_words(parts$bias, keys)
  )
  if (parts$ok) checks <- steady_checks(checks, fit, parts$std.error, fit_of)
  found <- severity_verdicts(checks, parts$std.error)
  if (!parts$ok) found <- list(verdict = rep(NA_character_, nrow(keys)), why = rep(fit$status, nrow(keys)))
  rows <- tibble::tibble(keys, checks[setdiff(names(checks), c("severity_step", "drift_p", "bias"))], !!!found)
  if (parts$ok) rows else without_estimates(rows)
}

# An erratic rater makes the ratings of the others look alike, and raters whose ratings are too regular make them look
# erratic. The others are compared with a fit without those of the kind that is surest, and then without those of the
# second kind that are left. Half of the raters or more seem to be of a kind because of those of the other one.
NOT_STEADY <- c("erratic", "predictable", "halo", "central tendency")

steady_checks <- function(checks, fit, error, fit_of) {
  kept <- rep(TRUE, nrow(checks))
  for (round in 1:2) {
    verdict <- severity_verdicts(checks, error)$verdict
    kinds <- lapply(list(NOT_STEADY[1], NOT_STEADY[-1]), function(kind) {
      kept & grepl(paste(kind, collapse = "|"), verdict)
    })
    p <- list(checks$p.value, pmin(checks$p.value, checks$halo.p.value, checks$spread.p.value, na.rm = TRUE))
    least <- mapply(function(own, p) min(p[own], 1, na.rm = TRUE), kinds, p)
    many <- vapply(kinds, function(own) 2 * sum(own) >= sum(kept), NA)
    surest <- order(!vapply(kinds, any, NA), many, least)[1]
    kept <- kept & !kinds[[surest]]
    if (!any(kinds[[surest]]) || sum(kept) < 2) break
    # The other raters may have nothing in common.
    others <- tryCatch(fit_of(fit$cells[kept]), accord_error = function(e) NULL)
    if (!identical(others$status, "ok")) break
    own <- rater_checks(others)
    checks[match(others$cells, fit$cells), names(own)] <- own
  }
  checks
}

drift_p <- function(keys, drift) {
  if (is.null(drift)) {
    return(rep(NA_real_, nrow(keys)))
  }
  p <- pmin(1, 2 * pmin(drift$adj.p.value, drift$trend.adj.p.value))
  p[vctrs::vec_match(keys$rater, drift$rater)]
}

# `checks`: those of raters with their severities.
severity_verdicts <- function(checks, error, digits = 2) {
  number <- function(x) formatC(x, digits = digits, format = "f")
  # There are three tests of sums of squares, so that each has a smaller share of false alarms.
  sure <- function(p, level = 0.05) !is.na(p) & p < level
  high <- pmax(checks$infit, checks$outfit)
  low <- pmin(checks$infit, checks$outfit)
  up <- checks$infit_z + checks$outfit_z > 0
  erratic <- sure(checks$p.value) & up & high > MISFIT[2]
  central <- sure(checks$spread.p.value, 0.01) & checks$spread < NARROW
  # A rater who uses a part of the scale also does so within items.
  halo <- sure(checks$halo.p.value, 0.01) & checks$halo < NARROW * pmin(1, checks$spread)
  # Either makes ratings predictable, and errors make them vary.
  predictable <- sure(checks$p.value) & !up & low < MISFIT[1] & !central & !halo
  extreme <- sure(checks$spread.p.value, 0.01) & checks$spread > WIDE & !erratic
  p_severe <- stats::p.adjust(2 * stats::pnorm(-abs(checks$severity / error)), "holm")
  apart <- sure(p_severe) & abs(checks$severity_step) >= HALF_STEP
  square <- ifelse(
    abs(checks$outfit_z) > abs(checks$infit_z),
    paste0("outfit ", number(checks$outfit)), paste0("infit ", number(checks$infit))
  )
  marks <- number(abs(checks$severity_marks))
  words <- list(
    severe = list(apart & checks$severity_step > 0, paste0("marks ", marks, " lower than by an average rater")),
    lenient = list(apart & checks$severity_step < 0, paste0("marks ", marks, " higher than by an average rater")),
    erratic = list(erratic, paste0(square, ": ratings differ from those expected by more than chance")),
    predictable = list(predictable, paste0(square, ": ratings are nearer to those expected than chance allows")),
    halo = list(halo, paste0("ratings of an item vary ", number(checks$halo), " times as much as expected")),
    `central tendency` = list(central, paste0("ratings vary ", number(checks$spread), " times as much as expected")),
    extremes = list(extreme, paste0("ratings vary ", number(checks$spread), " times as much as expected")),
    bias = list(checks$bias != "", checks$bias),
    drift = list(sure(checks$drift_p), paste0("severity changes by batch (p ", p_text(checks$drift_p), ")"))
  )
  joined <- function(part) {
    out <- rep("", nrow(checks))
    for (name in names(words)) {
      at <- which(words[[name]][[1]])
      text <- if (part == "verdict") name else words[[name]][[2]][at]
      out[at] <- paste0(out[at], ifelse(out[at] == "", "", if (part == "verdict") ", " else "; "), text)
    }
    out
  }
  verdict <- joined("verdict")
  verdict[verdict == ""] <- "ok"
  list(verdict = verdict, why = joined("why"))
}

# What each verdict means, for tables.
VERDICT_MEANINGS <- c(
  severe = "Severe: ratings are half a category or more below those of an average rater, and not by chance",
  lenient = "Lenient: ratings are half a category or more above those of an average rater, and not by chance",
  erratic = "Erratic: ratings differ from those expected by more than chance explains, and in no one direction",
  predictable = "Predictable: ratings are nearer to those expected than chance allows",
  halo = "Halo: the ratings of an item, as on several criteria, are more alike than expected",
  `central tendency` = paste(
    "Central tendency: the rater hardly uses the ends of the scale; all ratings of the rater together vary less than",
    NARROW, "times as much as expected, and not by chance"
  ),
  extremes = paste(
    "Extremes: the rater uses the ends of the scale more than expected; all ratings of the rater together vary more",
    "than", WIDE, "times as much as expected, and not by chance"
  ),
  bias = "Bias: at one level, such as a criterion, the rater is more severe or lenient than elsewhere",
  drift = "Drift: the severity of the rater changes between batches"
)

verdicts_in <- function(verdict) {
  setdiff(unlist(strsplit(as.character(verdict[!is.na(verdict)]), ", ", fixed = TRUE)), "ok")
}

verdict_meanings <- function(verdicts) {
  unname(VERDICT_MEANINGS[names(VERDICT_MEANINGS) %in% verdicts])
}

p_text <- function(p) ifelse(p < 0.001, "< .001", paste0("= ", sub("^0", "", formatC(p, digits = 3, format = "f"))))
