# The anchored model with the probabilities of a classifier as a prior, whose slope and intercepts are estimated.

PRIOR_ROUNDS <- 6

# Returns the fit of a group. `settings$classifier` has a column per item.
fit_with_classifier <- function(ratings, g, settings) {
  places <- items_of_group(ratings, g)
  own <- take_items(ratings, places)
  for (name in c("gold", "draw")) if (length(settings[[name]])) settings[[name]] <- settings[[name]][places]
  settings$classifier <- settings$classifier[, places, drop = FALSE]
  log_p <- t(log(pmax(settings$classifier, 1e-6)))
  first <- settings
  first[c("eps", "posterior")] <- list(0.01, TRUE)
  q <- fit_labels(own, 1L, "anchored", first, double())$posterior
  rated <- item_sizes(own) > 0
  q <- pmax(q[rated, , drop = FALSE], 1e-6)
  evidence <- log(q) - rep(log(colMeans(q)), each = nrow(q))
  found <- NULL
  for (round in seq_len(PRIOR_ROUNDS)) {
    found <- fit_slope(q, log_p[rated, , drop = FALSE], found)
    q <- softmax_rows(evidence + prior_of_slope(found, log_p[rated, , drop = FALSE]))
  }
  settings$log_prior <- as.vector(t(prior_of_slope(found, log_p)))
  settings$within <- TRUE
  fit <- fit_labels(own, 1L, "anchored", settings, double())
  fit$fit[c("slope", "intercepts")] <- list(found[1], found[-1])
  fit
}

softmax_rows <- function(x) {
  x <- exp(x - x[cbind(seq_len(nrow(x)), max.col(x, "first"))])
  x / rowSums(x)
}

# Returns the log prior. `found`: the slope and the intercepts.
prior_of_slope <- function(found, log_p) {
  x <- found[1] * log_p + rep(found[-1], each = nrow(log_p))
  x <- x - x[cbind(seq_len(nrow(x)), max.col(x, "first"))]
  x - log(rowSums(exp(x)))
}

# Returns the slope and the intercepts of the logistic regression of the soft labels `q` on `log_p`, penalised by
# 2.5 (slope - 0.7)^2 and intercept^2 / 8, by Newton's method; the objective is convex.
fit_slope <- function(q, log_p, start = NULL) {
  k <- ncol(q)
  weight <- rowSums(q)
  found <- start %||% c(0.7, rep(0, k))
  loss <- function(found) {
    -sum(q * prior_of_slope(found, log_p)) + 2.5 * (found[1] - 0.7)^2 + sum(found[-1]^2) / 8
  }
  now <- loss(found)
  for (step in seq_len(50)) {
    p <- exp(prior_of_slope(found, log_p)) * weight
    mean <- rowSums(p * log_p) / weight
    gradient <- c(sum((p - q) * log_p) + 5 * (found[1] - 0.7), colSums(p - q) + found[-1] / 4)
    across <- colSums(p * (log_p - mean))
    curvature <- rbind(
      c(sum(p * log_p^2) - sum(weight * mean^2) + 5, across),
      cbind(across, diag(colSums(p) + 1 / 4, k) - crossprod(p / weight, p))
    )
    move <- solve(curvature, gradient)
    size <- 1
    repeat {
      after <- loss(found - size * move)
      if (after <= now || size < 1e-6) break
      size <- size / 2
    }
    found <- found - size * move
    if (now - after <= 1e-12 * max(1, abs(now))) break
    now <- after
  }
  unname(found)
}
