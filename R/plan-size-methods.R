# Formulas of sample_size(): each takes the `task`, the value, the width or null value, and the number of raters, and
# returns the number of items before rounding.

size_large_sample <- function(task, value, goal, n_raters) {
  sd <- task$deviation(value, n_raters)
  if (!task$tests) {
    reach <- if (task$alternative == "two.sided") goal / 2 else goal
    return((task$z * sd / reach)^2)
  }
  ((task$z * task$deviation(goal, n_raters) + task$z_power * sd) / (value - goal))^2
}

# Returns a function of a value and a number of raters: the standard deviation of the coefficient for one item, in large
# samples of the population with this value. The population is a study of a billion items, in which patterns of ratings
# have their expected frequencies.
population_deviation <- function(coefficient, prevalence, weights, level) {
  named <- is.null(weights) && is.null(level)
  categories <- design_categories(prevalence, if (named) "even" else "near")
  if (named) categories <- factor(seq_along(prevalence))
  p <- unname(prevalence) / sum(prevalence)
  known <- new.env()
  function(value, n_raters) {
    key <- paste(value, n_raters)
    if (is.null(known[[key]])) {
      check_few_patterns(length(p), n_raters)
      patterns <- as.matrix(expand.grid(rep(list(seq_along(p)), n_raters)))
      chance <- exp(rowSums(matrix(log(p)[patterns], nrow(patterns))))
      same <- rowSums(patterns != patterns[, 1]) == 0
      measured <- function(share) {
        probability <- (1 - share) * chance
        probability[same] <- probability[same] + share * p[patterns[same, 1]]
        population_row(patterns, probability, categories, coefficient, weights, level)
      }
      # The value is a linear function of the share of items on which raters agree for a reason.
      none <- measured(0)$estimate
      share <- (value - none) / (1 - none)
      if (share < -1e-6) abort_low_value(value, none)
      known[[key]] <- measured(max(share, 0))$std.error * sqrt(POPULATION)
    }
    known[[key]]
  }
}

POPULATION <- 1e9
MOST_ENUMERATED <- 2e4

population_row <- function(patterns, probability, categories, coefficient, weights, level) {
  n <- as.integer(round(POPULATION * probability))
  rows <- data.frame(lapply(seq_len(ncol(patterns)), function(j) categories[patterns[, j]]), n)
  names(rows) <- c(paste0("r", seq_len(ncol(patterns))), "n")
  found <- agreement(
    rows[n > 0, ],
    layout = "raters_in_columns", case_weights = "n", coefficients = coefficient, weights = weights, level = level,
    categories = if (is.factor(categories)) levels(categories) else categories,
    ci = ci_analytic(variance = "ratio", distribution = "normal")
  )
  found[1, ]
}

# The test of goodness of fit compares probabilities under two values; the distance is that of one item.
size_goodness_of_fit <- function(task, value, goal, n_raters) {
  distance <- function(null) {
    p <- pattern_shares(value, task$prevalence, n_raters)
    p0 <- pattern_shares(null, task$prevalence, n_raters)
    if (any(c(p, p0) < 0)) abort_low_value(min(value, null), 0)
    sum(((p - p0)^2 / p0)[p0 > 0 | p > 0])
  }
  if (task$tests) {
    return(noncentrality(task) / distance(goal))
  }
  reach <- if (task$alternative == "two.sided") goal / 2 else goal
  limits <- c(if (task$alternative != "less") value - reach, if (task$alternative != "greater") value + reach)
  # No data contradict a limit that is out of reach.
  limits <- limits[limits < 1]
  if (length(limits) == 0) {
    return(0)
  }
  stats::qchisq(task$two_sided, 1) / min(vapply(limits, distance, 0))
}

# Returns the noncentrality of chi-squared on one degree of freedom at which the test has its power.
noncentrality <- function(task) {
  if (task$alternative != "two.sided") {
    return(max(task$z + task$z_power, 0)^2)
  }
  missed <- function(x) stats::pchisq(task$z^2, 1, x) - (1 - task$power)
  if (missed(0) <= 0) 0 else stats::uniroot(missed, c(0, (task$z + abs(task$z_power) + 1)^2), tol = 1e-10)$root
}

# The probabilities of the classes of patterns; see ?sample_size.
pattern_shares <- function(kappa, p, n_raters) {
  if (length(p) == 2) {
    share <- (1 - kappa) * stats::dbinom(0:n_raters, n_raters, p[1])
    share[c(n_raters + 1, 1)] <- share[c(n_raters + 1, 1)] + kappa * p
    return(share)
  }
  agreed <- vapply(p, function(x) {
    i <- seq_len(n_raters) - 1
    prod(((1 - kappa) * x + i * kappa) / (1 + (i - 1) * kappa))
  }, 0)
  c(1 - sum(agreed), agreed)
}

size_krippendorff <- function(task, value, goal, n_raters) {
  p <- min(task$prevalence)
  z <- stats::qnorm(task$conf_level)
  n_raters * z^2 * ((1 + value) * (3 - value) / (4 * (1 - value) * p * (1 - p)) - value)
}

size_bonett <- function(task, value, goal, n_raters) {
  width <- if (task$alternative == "two.sided") goal else 2 * goal
  n <- 8 * task$z^2 * ((1 - value) * (1 + (n_raters - 1) * value))^2 / (n_raters * (n_raters - 1) * width^2) + 1
  if (n_raters == 2 && value >= 0.7) n + 5 * value else n
}

size_walter <- function(task, value, goal, n_raters) {
  f <- function(x) log((1 + (n_raters - 1) * x) / (1 - x))
  1 + 2 * (task$z + task$z_power)^2 * n_raters / ((n_raters - 1) * (f(value) - f(goal))^2)
}
