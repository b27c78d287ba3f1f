# The fit of a many-facet Rasch model and what follows from it: rows of raters, facets, steps, items and drift.

# Ratings that count go to the core item by item. `rater`: codes from 1 without gaps.
severity_problem <- function(rating, item, rater, facets, group) {
  sorted <- order(item, method = "radix")
  n_levels <- vapply(facets, max, 0L)
  top <- as.integer(max(rating))
  n_groups <- max(group)
  # The first level of each further facet is 0 until all is centred.
  first <- max(rater) + cumsum(c(0L, n_levels - 1L))
  location <- rbind(
    rater - 1L,
    do.call(rbind, Map(function(code, from) ifelse(code == 1, -1L, from + code - 2L), facets, utils::head(first, -1)))
  )
  last <- first[length(first)]
  used <- tabulate(rating + 1, top + 1) > 0
  inner <- which(used[-c(1, top + 1)])
  threshold <- matrix(-1L, max(top - 1L, 0L), n_groups)
  threshold[inner, ] <- last + seq_len(length(inner) * n_groups) - 1L
  list(
    item_start = c(0L, cumsum(tabulate(item))), score = as.integer(rating[sorted]),
    location = as.integer(location[, sorted]), steps = group[sorted] - 1L,
    threshold = as.integer(threshold), n_facets = nrow(location), top = top,
    n_parameters = as.integer(last + length(inner) * n_groups + 1L),
    sorted = sorted, n_raters = max(rater), n_levels = n_levels, inner = inner, n_groups = n_groups
  )
}

# Where a logit of the mean of each rater, and the frequencies of the categories, begin the search.
severity_start <- function(problem, rating, rater) {
  n <- tabulate(rater)
  share <- (drop(rowsum(as.double(rating), rater)) / problem$top + 0.5) / (n + 1)
  start <- c(-stats::qlogis(share), rep(0, sum(problem$n_levels - 1)))
  count <- tabulate(rating + 1, problem$top + 1) + 0.5
  ends <- log(count[c(1, problem$top + 1)])
  inner <- problem$inner
  steps <- -(log(count[inner + 1]) - ends[1]) + inner / problem$top * (ends[2] - ends[1])
  c(start, rep(steps, problem$n_groups), 1)
}

# What the core found, with estimates by name: `severity` (items have the mean 0, facets too), `covariance`,
# `facets` (a list of difficulties with covariance), `thresholds` (T_1 ... T_K by group, `NA` where a category
# does not occur), `sd`.
fit_severity <- function(problem, start) {
  fit <- call_core(severity_fit(problem, start, n_threads()))
  r <- problem$n_raters
  fit$regular <- nrow(fit$covariance) > 0
  if (!fit$regular) fit$covariance <- matrix(NA_real_, problem$n_parameters, problem$n_parameters)
  beta <- fit$parameter
  shift <- numeric(length(beta))
  from <- r
  fit$facets <- list()
  for (name in names(problem$n_levels)) {
    n <- problem$n_levels[[name]]
    at <- from + seq_len(n - 1)
    shift[at] <- 1 / n
    # Contrasts of all levels, of which the first is 0, with their mean.
    center <- rbind(0, diag(n - 1)) - 1 / n
    fit$facets[[name]] <- list(
      difficulty = drop(center %*% beta[at]),
      std.error = sqrt(diag(center %*% fit$covariance[at, at, drop = FALSE] %*% t(center)))
    )
    from <- from + n - 1
  }
  s <- seq_len(r)
  along <- drop(fit$covariance %*% shift)
  fit$severity <- beta[s] + sum(shift * beta)
  fit$steps <- severity_steps(fit, problem, from)
  fit$covariance <- fit$covariance[s, s, drop = FALSE] + outer(along[s], along[s], `+`) + sum(shift * along)
  fit$thresholds <- matrix(NA_real_, problem$top, problem$n_groups)
  fit$thresholds[problem$top, ] <- 0
  fit$thresholds[problem$inner, ] <- beta[from + seq_len(length(problem$inner) * problem$n_groups)]
  fit$item_sd <- abs(beta[length(beta)])
  fit
}

# Steps are differences of thresholds: tau_k = T_k - T_{k - 1}, where T_0 = T_K = 0. A row per group and step
# between categories that occur.
severity_steps <- function(fit, problem, from) {
  inner <- problem$inner
  n <- length(inner)
  contrast <- diag(1, n + 1, n) - rbind(rep(0, n), diag(1, n, n))
  rows <- lapply(seq_len(problem$n_groups), function(g) {
    at <- from + (g - 1) * n + seq_len(n)
    v <- contrast %*% fit$covariance[at, at, drop = FALSE] %*% t(contrast)
    data.frame(
      group = g, category = c(inner, problem$top), estimate = drop(contrast %*% fit$parameter[at]),
      std.error = if (n) sqrt(diag(v)) else 0
    )
  })
  do.call(rbind, rows)
}

# Severities around their own mean.
centered_covariance <- function(v) v - outer(rowMeans(v), rowMeans(v), `+`) + mean(v)

expected_rating <- function(eta, thresholds) {
  k <- seq_along(thresholds)
  log_weight <- cbind(0, outer(eta, k) - rep(thresholds, each = length(eta)))
  log_weight[is.na(log_weight)] <- -Inf
  weight <- exp(log_weight - apply(log_weight, 1, max))
  drop(weight %*% c(0, k)) / rowSums(weight)
}

# Mean squares by level: outfit, the mean of squared residuals over their variance; infit, that of their sums.
mean_squares <- function(fit, code, n) {
  sums <- matrix(NA_real_, n, 4)
  found <- rowsum(cbind(fit$square, fit$variance, fit$standardized, 1), code)
  sums[as.integer(rownames(found)), ] <- found
  list(infit = sums[, 1] / sums[, 2], outfit = sums[, 3] / sums[, 4])
}

# How far raters differ beyond their errors, and the test that they do not.
severity_spread <- function(fit) {
  s <- fit$severity - mean(fit$severity)
  error <- mean(diag(centered_covariance(fit$covariance)))
  observed <- stats::var(s)
  true <- max(0, observed - error)
  r <- seq_along(s)
  # The precision of the severities, all else estimated: what is left of the information.
  precision <- function(v) {
    image <- fit$information[, r, drop = FALSE] %*% v
    image[r, ] - fit$information[r, -r, drop = FALSE] %*%
      solve(fit$information[-r, -r, drop = FALSE], image[-r, , drop = FALSE])
  }
  sums <- tryCatch(crossprod(cbind(s, 1), precision(cbind(s, 1))), error = function(cnd) matrix(NA_real_, 2, 2))
  statistic <- sums[1, 1] - sums[1, 2]^2 / sums[2, 2]
  list(
    separation = sqrt(true / error), strata = (4 * sqrt(true / error) + 1) / 3, reliability = true / observed,
    statistic = statistic, df = length(s) - 1L,
    p.value = stats::pchisq(statistic, length(s) - 1, lower.tail = FALSE)
  )
}

# For each rater with several batches: the test of no change, and the last batch less the first.
severity_drift <- function(severity, covariance, rater) {
  rows <- lapply(split(seq_along(rater), rater), function(at) {
    k <- length(at)
    if (k < 2) {
      return(NULL)
    }
    contrast <- cbind(-1, diag(k - 1))
    change <- drop(contrast %*% severity[at])
    v <- contrast %*% covariance[at, at] %*% t(contrast)
    statistic <- drop(change %*% solve(v, change))
    data.frame(
      code = rater[at[1]], change = change[k - 1], std.error = sqrt(v[k - 1, k - 1]), statistic = statistic,
      df = k - 1L, p.value = stats::pchisq(statistic, k - 1, lower.tail = FALSE)
    )
  })
  do.call(rbind, rows)
}
