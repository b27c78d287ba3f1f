# The difference of two statistics, as returned by measure_figures().

# Returns the variance of b - a and its degrees of freedom, from the deviations of both statistics.
difference_variance <- function(a, b) {
  at <- vctrs::vec_match(a$unit, b$unit)
  both <- !is.na(at)
  alone <- !seq_along(b$unit) %in% at
  parts <- list(b$e[at[both]] - a$e[both], a$e[!both], b$e[alone])
  # The difference of two equal influences may be a rounding error instead of 0.
  rounding <- 1e-10 * max(abs(a$e), abs(b$e), 0)
  squares <- vapply(parts, function(d) sum(d[is.na(d) | abs(d) > rounding]^2), 0)
  variance <- sum(squares)
  if (is.na(variance) || variance == 0) {
    return(list(variance = NA_real_, df = NA_real_))
  }
  list(variance = variance, df = variance^2 / sum(squares^2 / pmax(lengths(parts) - 1, 1)))
}

# Returns a list with standard error, test and limits for each of `pairs`; the list is empty if there is no interval.
test_differences <- function(ci, figures, pairs, difference) {
  UseMethod("test_differences")
}

#' @export
test_differences.accord_ci <- function(ci, figures, pairs, difference) {
  of_figure <- deviations(ci, figures)
  lapply(seq_len(nrow(pairs)), function(row) {
    found <- difference_variance(of_figure[[pairs[row, 1]]], of_figure[[pairs[row, 2]]])
    if (is.na(found$variance)) return(list())
    t_test(difference[row], sqrt(found$variance), limit_df(ci, found$df), ci)
  })
}

#' @export
test_differences.accord_ci_none <- function(ci, figures, pairs, difference) rep(list(list()), nrow(pairs))

# Takes them from the core's posterior of each difference. Coefficients are compared on the same items.
#' @export
test_differences.accord_ci_bayes <- function(ci, figures, pairs, difference) {
  metrics <- figures$metrics
  measured <- list(
    models = place_of("model", figures$entries$model), metric = metrics$alpha %||% metrics$weights,
    weights = metrics$weights %||% metrics$alpha, unit = as.integer(figures$unit)
  )
  found <- call_core(posterior_differences(
    core_sample(figures$ratings), measured, pairs[, 1] - 1L, pairs[, 2] - 1L,
    length(figures$ratings$group_status) == 1, unclass(ci)
  ))
  found$std.error <- sqrt(found$variance)
  # Two coefficients may have the same value in an infinite population, as alpha and Fleiss' kappa do for complete data.
  # Their difference then depends only on the number of items, and the draws do not vary.
  lapply(seq_len(nrow(pairs)), function(row) {
    if (!isTRUE(found$std.error[row] > 1e-10)) {
      return(list())
    }
    found$conf.low[row] <- pmin(found$conf.low[row], difference[row])
    found$conf.high[row] <- pmax(found$conf.high[row], difference[row])
    found$p.value[row] <- agreeing_p_value(found[row, ], ci$conf_level)
    as.list(found[row, ])
  })
}

# Limits and p value are computed from slightly different sums of the same draws. Close to the level the limits take
# precedence, so that p is below 1 - conf_level if and only if they exclude 0.
agreeing_p_value <- function(test, conf_level) {
  level <- 1 - conf_level
  if (isTRUE(test$conf.low > 0 || test$conf.high < 0)) {
    min(test$p.value, level * (1 - 1e-6))
  } else {
    max(test$p.value, level)
  }
}

# Returns a list of columns with an element per comparison. `pairs`: the positions of the two statistics.
compare_figures <- function(figures, pairs, ci) {
  side <- lapply(1:2, function(k) figures$estimates[pairs[, k], ])
  status <- side_status(side, length(unique(figures$estimates$group)) > 1)
  status <- ifelse(status == "ok" & of_same_raters(figures, pairs), "the same raters on both sides", status)
  difference <- rounding_as_zero(side[[2]]$estimate - side[[1]]$estimate)
  difference[status != "ok"] <- NA
  tests <- test_differences(ci, figures, pairs, difference)
  tests[status != "ok"] <- list(list())
  of_tests <- function(name) vapply(tests, function(test) test[[name]] %||% NA_real_, 0)
  shared <- function(row) sum(vctrs::vec_in(figures$used[[pairs[row, 1]]], figures$used[[pairs[row, 2]]]))
  list(
    group_1 = side[[1]]$group, group_2 = side[[2]]$group,
    coefficient_1 = side[[1]]$coefficient, coefficient_2 = side[[2]]$coefficient,
    metric_1 = side[[1]]$metric, metric_2 = side[[2]]$metric,
    estimate_1 = side[[1]]$estimate, estimate_2 = side[[2]]$estimate,
    estimate = difference,
    std.error = of_tests("std.error"), statistic = of_tests("statistic"), df = of_tests("df"),
    p.value = of_tests("p.value"),
    conf.low = pmax(of_tests("conf.low"), side[[2]]$lowest - 1),
    conf.high = pmin(of_tests("conf.high"), 1 - side[[1]]$lowest),
    n_items_1 = side[[1]]$n_items, n_items_2 = side[[2]]$n_items,
    n_shared = vapply(seq_len(nrow(pairs)), shared, 0L),
    status = status
  )
}

# Returns "ok", or which side has no value and why, such as "before: one category only".
side_status <- function(side, of_groups) {
  words <- lapply(side, function(x) {
    name <- if (of_groups) x$group else registry_entries(x$coefficient)$label
    ifelse(x$status == "ok", "", paste0(name, ": ", x$status))
  })
  both <- ifelse(nzchar(words[[1]]) & nzchar(words[[2]]), "; ", "")
  status <- paste0(words[[1]], both, words[[2]])
  ifelse(nzchar(status), status, "ok")
}

# Whether both sides of a comparison are ratings by the same raters, as where a rater whom only one of two sets has did
# not rate in this group or question.
of_same_raters <- function(figures, pairs) {
  raters <- figures$raters
  if (is.null(raters)) {
    return(logical(nrow(pairs)))
  }
  set <- (pairs - 1L) %/% nrow(figures$entries) + 1L
  vapply(seq_len(nrow(set)), function(row) identical(raters[[set[row, 1]]], raters[[set[row, 2]]]), NA)
}

t_test <- function(difference, s, df, ci) {
  half <- stats::qt(1 - (1 - ci$conf_level) / 2, df) * s
  list(
    std.error = s, statistic = difference / s, df = df, p.value = 2 * stats::pt(-abs(difference / s), df),
    conf.low = difference - half, conf.high = difference + half
  )
}
