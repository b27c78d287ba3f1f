# Estimating equations of a regression, which combine labelled rows and predictions of all rows. A block is a list of
# `x`, `y` and the `weight` of each row.

score_rows <- function(block, theta, family) {
  block$x * (block$y - fitted_mean(block$x, theta, family))
}

fitted_mean <- function(x, theta, family) {
  linear <- drop(x %*% theta)
  if (family == "logit") stats::plogis(linear) else linear
}

total_score <- function(blocks, theta, family) {
  Reduce(`+`, lapply(blocks, function(block) colSums(block$weight * score_rows(block, theta, family))))
}

slope_of_score <- function(blocks, theta, family) {
  Reduce(`+`, lapply(blocks, function(block) {
    mean <- fitted_mean(block$x, theta, family)
    slope <- if (family == "logit") mean * (1 - mean) else 1
    crossprod(block$x, block$weight * slope * block$x)
  }))
}

# Solves the equations by Newton's method with step halving; NULL if there is no solution.
solve_scores <- function(blocks, family) {
  theta <- rep(0, ncol(blocks[[1]]$x))
  size <- function(theta) sum(total_score(blocks, theta, family)^2)
  now <- size(theta)
  for (round in seq_len(100)) {
    score <- total_score(blocks, theta, family)
    slope <- slope_of_score(blocks, theta, family)
    step <- tryCatch(solve(slope, score), error = function(cnd) NULL)
    if (is.null(step) || !all(is.finite(step))) {
      return(NULL)
    }
    if (max(abs(step) / (1 + abs(theta))) < 1e-10) {
      return(theta + step)
    }
    part <- 1
    while (part > 1e-6 && !isTRUE(size(theta + part * step) < now)) part <- part / 2
    if (part <= 1e-6) {
      return(if (max(abs(step) / (1 + abs(theta))) < 1e-6) theta)
    }
    theta <- theta + part * step
    now <- size(theta)
  }
  NULL
}

# Returns the standard errors of the original coefficients. `terms`: the contribution of each row to the equations.
sandwich_errors <- function(blocks, theta, terms, family, basis) {
  bread <- basis %*% solve(slope_of_score(blocks, theta, family))
  # Variances are computed as sums of squares, so that rounding cannot make one negative.
  sqrt(colSums((terms %*% t(bread))^2))
}

# Returns predictions regressed on labels by least squares; the fit of a labelled row excludes its own label.
calibrated <- function(label, prediction, weight) {
  labelled <- which(!is.na(label))
  # A single label cannot be excluded from its own fit.
  if (length(labelled) == 1) {
    return(prediction)
  }
  w <- weight[labelled]
  unit <- unit_of(label[labelled])
  y <- label[labelled] / unit
  prediction <- prediction / unit_of(prediction)
  centre <- sum(w * prediction[labelled])
  f <- prediction - centre
  spread <- sum(w * f[labelled]^2)
  slope <- if (spread > 1e-20 * max(f^2, 1e-300)) sum(w * f[labelled] * y) / spread else 0
  fit <- sum(w * y) + slope * f
  leverage <- w * (1 + if (slope != 0) f[labelled]^2 / spread else 0)
  # If a label alone determines the line, its fit is the mean of the other labels.
  own <- (fit[labelled] - leverage * y) / (1 - leverage)
  others <- (sum(w * y) - w * y) / (1 - w)
  fit[labelled] <- ifelse(1 - leverage > 1e-8, own, others)
  fit * unit
}
