# The fit of a many-facet Rasch model.

# The parameters of the core, in their order: locations of raters and of the levels of further facets, logarithms of
# slopes, thresholds by group of steps, and the standard deviation of items. The first level of each further facet is
# fixed at 0; facets are centred after the fit. `rating`: from 0; `rater` and `facets`: codes from 1 without gaps;
# `slope`: codes of the raters with slopes, or NULL.
severity_shape <- function(rating, rater, facets, group, slope = NULL) {
  n_levels <- vapply(facets, max, 0L)
  top <- as.integer(max(rating))
  n_groups <- max(group)
  first <- max(rater) + cumsum(c(0L, n_levels - 1L))
  n_slopes <- if (is.null(slope)) 0L else max(slope)
  first_step <- first[length(first)] + n_slopes
  used <- tabulate(rating + 1, top + 1) > 0
  inner <- which(used[-c(1, top + 1)])
  threshold <- matrix(-1L, max(top - 1L, 0L), n_groups)
  threshold[inner, ] <- first_step + seq_len(length(inner) * n_groups) - 1L
  list(
    threshold = as.integer(threshold), n_facets = length(facets) + 1L, top = top,
    n_parameters = as.integer(first_step + length(inner) * n_groups + 1L),
    first_slope = as.integer(first[length(first)]), n_slopes = n_slopes, first_step = as.integer(first_step),
    n_raters = max(rater), n_levels = n_levels, first = first, inner = inner, n_groups = n_groups
  )
}

# The problem for the core, with the ratings sorted by item and rater. `count`: for how many each stands.
severity_problem <- function(shape, rating, count, item, rater, facets, group, slope = NULL) {
  sorted <- order(item, rater, method = "radix")
  of_facets <- Map(
    function(code, from) ifelse(code == 1, -1L, from + code - 2L), facets, utils::head(shape$first, -1)
  )
  location <- rbind(rater - 1L, do.call(rbind, of_facets))
  c(shape, list(
    item_start = c(0L, cumsum(tabulate(item))), score = as.integer(rating[sorted]), count = count[sorted],
    location = as.integer(location[, sorted]), steps = as.integer(group[sorted] - 1L),
    slope = if (is.null(slope)) integer() else shape$first_slope + slope[sorted] - 1L, sorted = sorted
  ))
}

# Starting values: the logit of each rater's mean rating, thresholds from the frequencies of the categories, and slopes.
severity_start <- function(problem, rating, count, rater, log_slopes = rep(0, problem$n_slopes)) {
  share <- (sum_by(count * rating, rater, max(rater)) / problem$top + 0.5) / (sum_by(count, rater, max(rater)) + 1)
  start <- c(-stats::qlogis(share), rep(0, sum(problem$n_levels - 1)), log_slopes)
  used <- sum_by(count, rating + 1, problem$top + 1) + 0.5
  ends <- log(used[c(1, problem$top + 1)])
  inner <- problem$inner
  steps <- -(log(used[inner + 1]) - ends[1]) + inner / problem$top * (ends[2] - ends[1])
  c(start, rep(steps, problem$n_groups), 1)
}

# From equal slopes the search may end where items do not differ, if one rater rates against the others. Another start
# has the correlations of each rater with the mean of the others on the same item, less the means of raters.
correlated_slopes <- function(rating, count, item, rater) {
  n <- max(rater)
  away <- rating - (sum_by(count * rating, rater, n) / sum_by(count, rater, n))[rater]
  others <- sum_by(count * away, item, max(item))[item] - away
  size <- sum_by(count, item, max(item))[item] - 1
  correlation <- correlation_by(away, ifelse(size > 0, others / size, NA), rater, n, count)
  start <- log(pmin(pmax(ifelse(is.finite(correlation), correlation, 0.5), 0.05), 0.9))
  start - mean(start)
}

# Returns the fit with named estimates: `severity` (items have mean 0, and so have facets), `covariance`, `facets` (a
# list of difficulties with standard errors), `log_slopes` with errors, `thresholds` (T_1 ... T_K by group, `NA` for a
# category that does not occur), `item_sd`.
fit_severity <- function(problem, start, other_start = NULL) {
  fit <- call_core(severity_fit(problem, start, n_threads()))
  level <- abs(fit$parameter[length(fit$parameter)]) < 0.05
  if (!is.null(other_start) && (!fit$converged || level)) {
    other <- call_core(severity_fit(problem, other_start, n_threads()))
    better <- other$log_likelihood > fit$log_likelihood
    if (if (other$converged == fit$converged) better else other$converged) fit <- other
  }
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
    # The contrasts of all levels with their mean; the first level is fixed at 0.
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
  at <- from + seq_len(problem$n_slopes)
  fit$log_slopes <- list(estimate = beta[at], std.error = sqrt(diag(fit$covariance)[at]))
  from <- problem$first_step
  fit$steps <- severity_steps(fit, problem, from)
  fit$covariance <- fit$covariance[s, s, drop = FALSE] + outer(along[s], along[s], `+`) + sum(shift * along)
  fit$thresholds <- matrix(NA_real_, problem$top, problem$n_groups)
  fit$thresholds[problem$top, ] <- 0
  fit$thresholds[problem$inner, ] <- beta[from + seq_len(length(problem$inner) * problem$n_groups)]
  fit$item_sd <- abs(beta[length(beta)])
  fit
}

# Steps are differences of thresholds: tau_k = T_k - T_{k - 1}, where T_0 = T_K = 0. Returns a row per group and step
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

# The covariance of severities centred at their mean.
centered_covariance <- function(v) v - outer(rowMeans(v), rowMeans(v), `+`) + mean(v)
