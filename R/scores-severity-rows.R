# From the fit of the many-facet Rasch model to the rows of a result: severities, facets, steps, drift, fair averages.

# A severity belongs to a cell: a rater, or a rater in a batch.
with_cells <- function(design) {
  own <- design$columns[intersect(c("rater", "batch"), names(design$columns))]
  who <- do.call(order, c(unname(own), method = "radix"))
  cell <- group_ids(lapply(own, `[`, who))
  design$columns$own <- own$rater
  design$columns$rater[who] <- cell$code
  design$cells <- rlang::set_names(cell$values, names(own))
  design$cell_label <- do.call(paste, c(unname(lapply(cell_keys(design), as.character)), sep = ", "))
  if (length(design$cell_label) > 5000) {
    abort_accord(
      "too_large",
      c("At most 5,000 severities are estimated at once.", x = "There are {length(design$cell_label)}."),
      n = length(design$cell_label)
    )
  }
  design
}

# `rating`, `count` and `columns` are those of the ratings that are fitted.
severity_estimates <- function(design, rating, count, columns, facets) {
  dense <- lapply(columns[c("item", "rater", facets)], dense_codes)
  group <- rep(1L, length(rating))
  groups <- NULL
  if (!is.null(design$steps)) {
    code <- columns[[if (design$steps == "rater") "own" else design$steps]]
    groups <- sort(unique(code))
    group <- match(code, groups)
    check_steps(rating, group, vctrs::vec_slice(design$levels[[design$steps]], groups), design$names[[design$steps]])
  }
  low <- min(rating)
  slope <- if (design$slopes) dense_codes(columns$own)
  shape <- severity_shape(rating - low, dense$rater, dense[facets], group, slope)
  problem <- severity_problem(shape, rating - low, count, dense$item, dense$rater, dense[facets], group, slope)
  start <- function(...) severity_start(problem, rating - low, count, dense$rater, ...)
  fit <- fit_severity(problem, start(), if (design$slopes) start(correlated_slopes(rating, count, dense$item, slope)))
  if (fit$converged && !fit$regular) {
    abort_accord(
      "not_identified",
      c(
        "The ratings must separate severities from differences between items.",
        x = "The information of the likelihood has no inverse.",
        i = "Items need several ratings, and facets levels that are not those of the raters."
      )
    )
  }
  fit$status <- fit_status(fit, as.character(vctrs::vec_slice(design$levels$rater, sort(unique(columns$own)))))
  # The slope of each severity: 1 in a model without slopes.
  fit$slopes <- if (design$slopes) exp(fit$log_slopes$estimate)[slope[match(seq_len(shape$n_raters), dense$rater)]]
  fit$slopes <- fit$slopes %||% rep(1, shape$n_raters)
  fit$dense <- lapply(dense, `[`, problem$sorted)
  fit$group <- group[problem$sorted]
  fit$problem <- problem
  fit$shape <- shape
  c(fit, list(groups = groups, low = low, cells = sort(unique(columns$rater)), items = sort(unique(columns$item))))
}

# If ratings hardly differ within items, the likelihood increases with the standard deviation of the items without
# bound. No real data give a standard deviation of so many logits.
ENDLESS_SD <- 30
TOO_CLOSE <- "raters agree too closely for finite severities"

# The slope of a rater whose ratings do not rise with those of the others tends to 0, and the severity has no limit.
# With few ratings the slope of another rater may grow without limit.
STEEPEST <- 50
NO_SLOPE <- "no finite slope of "

# `raters`: those with slopes, in their order.
fit_status <- function(fit, raters) {
  # As the sum of their logarithms is 0, one slope that tends to 0 makes all others grow.
  endless <- abs(fit$log_slopes$estimate - stats::median(fit$log_slopes$estimate)) > log(STEEPEST)
  if (fit$converged) {
    "ok"
  } else if (fit$item_sd > ENDLESS_SD) {
    TOO_CLOSE
  } else if (any(endless)) {
    paste0(NO_SLOPE, paste(first_few(raters[endless]), collapse = ", "))
  } else {
    "did not converge"
  }
}

# The tibbles for tidy() and glance().
severity_parts <- function(fit, design, columns, facets, center, conf_level) {
  z <- stats::qnorm((1 + conf_level) / 2)
  origin <- if (center == "raters") mean(fit$severity) else 0
  v <- if (center == "raters") centered_covariance(fit$covariance) else fit$covariance
  level_of <- function(name, codes) vctrs::vec_slice(design$levels[[name]], codes)
  facet_rows <- lapply(facets, function(name) {
    found <- fit$facets[[name]]
    n <- length(found$difficulty)
    codes <- sort(unique(columns[[name]]))
    tibble::tibble(
      facet = design$names[[name]], level = as.character(level_of(name, codes)), estimate = found$difficulty,
      std.error = found$std.error, conf.low = estimate - z * std.error, conf.high = estimate + z * std.error,
      !!!mean_squares(fit, fit$dense[[name]], n), n_ratings = rating_counts(fit, fit$dense[[name]], n)
    )
  })
  steps <- tibble::tibble(
    group = if (is.null(design$steps)) NA_character_ else as.character(level_of(design$steps, fit$groups))[
      fit$steps$group
    ],
    category = category_names(fit$steps$category + fit$low, design), estimate = fit$steps$estimate,
    std.error = fit$steps$std.error, conf.low = estimate - z * std.error, conf.high = estimate + z * std.error
  )
  slopes <- if (design$slopes) slope_rows(fit, level_of("rater", sort(unique(columns$own))), z)
  items <- tibble::tibble(
    item = level_of("item", fit$items), estimate = fit$place - origin, std.error = fit$sd,
    !!!mean_squares(fit, fit$dense$item, length(fit$items)),
    n_ratings = rating_counts(fit, fit$dense$item, length(fit$items))
  )
  drift <- if ("batch" %in% names(design$cells)) drift_rows(fit, design)
  spread <- severity_spread(fit)
  residual <- mean(fit$sd^2)
  n <- sum(fit$problem$count)
  ok <- fit$status == "ok"
  # The sum of the logarithms of slopes is 0.
  n_free <- length(fit$parameter) - design$slopes
  glance <- tibble::tibble(
    n_ratings = as.integer(n), n_set_aside = design$n_set_aside + as.integer(sum(design$count) - n),
    n_items = length(fit$items), n_raters = length(unique(design$cells$rater)), n_parameters = n_free,
    log_likelihood = fit$log_likelihood, AIC = 2 * n_free - 2 * fit$log_likelihood,
    BIC = log(length(fit$items)) * n_free - 2 * fit$log_likelihood,
    item_mean = -origin, item_sd = fit$item_sd,
    item_reliability = stats::var(fit$place) / (stats::var(fit$place) + residual), !!!spread,
    converged = fit$converged, decrement = fit$decrement, iterations = fit$iterations, n_nodes = fit$n_nodes,
    status = fit$status
  )
  tables <- list(
    facets = do.call(rbind, facet_rows), steps = steps, slopes = slopes, items = items, drift = drift, glance = glance
  )
  if (!ok) tables <- lapply(tables, function(rows) if (!is.null(rows)) without_estimates(rows))
  c(tables, list(
    severity = fit$severity - origin, std.error = sqrt(diag(v)), origin = origin, ok = ok,
    batches = design$levels$batch,
    outside = if (design$n_outside > 0) list(n = design$n_outside, values = design$outside)
  ))
}

# Removes the estimates if the optimizer stopped without reaching a maximum.
without_estimates <- function(rows) {
  names <- setdiff(names(rows)[vapply(rows, is.double, NA)], c("item", "rater", "first", "last", "decrement"))
  rows[names] <- NA_real_
  rows
}

# Slopes are positive: limits are those of the logarithm.
slope_rows <- function(fit, raters, z) {
  log <- fit$log_slopes
  p <- 2 * stats::pnorm(-abs(log$estimate / log$std.error))
  tibble::tibble(
    rater = raters, estimate = exp(log$estimate), std.error = estimate * log$std.error,
    conf.low = exp(log$estimate - z * log$std.error), conf.high = exp(log$estimate + z * log$std.error),
    p.value = p, adj.p.value = stats::p.adjust(p, "holm")
  )
}

category_names <- function(category, design) {
  if (is.null(design$labels)) as.character(category) else labels_of(category, design)
}

drift_rows <- function(fit, design) {
  time <- batch_times(design$levels$batch)[design$cells$batch[fit$cells]]
  found <- severity_drift(fit$severity, fit$covariance, design$cells$rater[fit$cells], time)
  if (is.null(found)) {
    return(NULL)
  }
  coded <- design$cells$rater[fit$cells]
  batch <- vctrs::vec_slice(design$levels$batch, design$cells$batch[fit$cells])
  trend_p <- 2 * stats::pnorm(-abs(found$trend / found$trend.std.error))
  tibble::tibble(
    rater = vctrs::vec_slice(design$levels$rater, found$code),
    first = vctrs::vec_slice(batch, match(found$code, coded)),
    last = vctrs::vec_slice(batch, length(coded) + 1L - match(found$code, rev(coded))),
    change = found$change, std.error = found$std.error,
    statistic = found$statistic, df = found$df, p.value = found$p.value,
    adj.p.value = stats::p.adjust(found$p.value, "holm"),
    trend = found$trend, trend.std.error = found$trend.std.error,
    trend.p.value = trend_p, trend.adj.p.value = stats::p.adjust(trend_p, "holm")
  )
}

# The columns of the result, one row per cell.
severity_table <- function(fit, design, parts, aside, conf_level) {
  n <- length(design$cell_label)
  place <- function(x) replace(rep(NA_real_, n), fit$cells, if (parts$ok) x else NA_real_)
  z <- stats::qnorm((1 + conf_level) / 2)
  severity <- place(parts$severity)
  error <- place(parts$std.error)
  squares <- mean_squares(fit, fit$dense$rater, length(fit$cells))
  status <- rep(fit$status, n)
  extreme <- c(aside$low, aside$high)
  only <- category_names(design$rating[match(extreme, design$columns$rater)], design)
  status[extreme] <- paste0("only the rating ", only)
  cell <- design$columns$rater
  count <- sum_by(design$count, cell, n)
  c(cell_keys(design), list(
    severity = severity, std.error = error, conf.low = severity - z * error, conf.high = severity + z * error,
    fair_average = place(fair_averages(fit, design)),
    mean = sum_by(design$count * design$rating, cell, n) / count,
    infit = place(squares$infit), outfit = place(squares$outfit)
  ), if (design$slopes) list(slope = place(fit$slopes)), list(
    n_items = tabulate(cell[!duplicated(data.frame(cell, design$columns$item))], n),
    n_ratings = as.integer(count),
    verdict = replace(rep(NA_character_, n), fit$cells, if (parts$ok) parts$verdicts$verdict else NA_character_),
    conf.level = rep(conf_level, n), status = status
  ))
}

# The expected rating of an average item. With separate steps for each rater these are used, with steps for a facet
# the mean over its levels.
fair_averages <- function(fit, design) {
  eta <- -fit$severity
  each <- apply(fit$thresholds, 2, function(t) expected_rating(eta, t, fit$slopes))
  each <- matrix(each, length(eta))
  own <- if (identical(design$steps, "rater")) {
    group <- fit$group[match(seq_along(fit$cells), fit$dense$rater)]
    each[cbind(seq_along(eta), group)]
  } else {
    rowMeans(each)
  }
  fit$low + own
}

# The rater, and the batch if there are any, of each severity.
cell_keys <- function(design) {
  lapply(rlang::set_names(names(design$cells)), function(name) {
    vctrs::vec_slice(design$levels[[name]], design$cells[[name]])
  })
}
