# Limits of shares whose correction comes from a calibration sample.

# Melded limits (Bayer, Fay and Graubard 2023): shares of counts are uncertain as if one more item of a label had been
# predicted in the way that is least favourable for the limit. For a share of two labels these are the beta
# distributions of Clopper and Pearson. `predicted`: counts; `confusion`: counts of predictions by labels.
melded_limits <- function(predicted, confusion, conf_level) {
  tail <- (1 - conf_level) / 2
  if (length(predicted) > 2) {
    return(melded_by_draws(predicted, confusion, tail))
  }
  low <- vapply(1:2, function(label) melded_low(predicted, confusion, label, tail), 0)
  # The upper limit of a share is 1 minus the lower limit of the other.
  list(low = low, high = 1 - rev(low))
}

# The lower limit for two labels, by numerical integration. The share t of the label is not exceeded if the share of its
# predictions is at most t sensitivity + (1 - t) (1 - specificity). As the sensitivity falls towards 1 - specificity the
# share tends to 1 if more is predicted than the sensitivity, and otherwise to 0; below it the share stays there.
melded_low <- function(predicted, confusion, label, tail) {
  hits <- confusion[label, label]
  right <- confusion[-label, -label]
  size <- colSums(confusion)
  nodes <- legendre_nodes(32)
  sensitivity <- stats::qbeta(nodes$at, hits + 1, size[label] - hits)
  specificity <- stats::qbeta(nodes$at, right, size[-label] - right + 1)
  found <- expand.grid(sensitivity = sensitivity, wrong = 1 - specificity)
  weight <- as.vector(tcrossprod(nodes$weight))
  told <- found$sensitivity > found$wrong
  below <- stats::pbeta(found$sensitivity[!told], predicted[label], predicted[-label] + 1)
  none <- sum(weight[!told] * below)
  found <- found[told, ]
  weight <- weight[told]
  excess <- function(t) {
    most <- t * found$sensitivity + (1 - t) * found$wrong
    none + sum(weight * stats::pbeta(most, predicted[label], predicted[-label] + 1)) - tail
  }
  if (excess(0) >= 0) {
    return(0)
  }
  # Without predictions of the other label the distribution ends at 1.
  if (excess(1) <= 0) {
    return(1)
  }
  stats::uniroot(excess, 0:1, tol = 1e-10)$root
}

# Nodes and weights of Gauss-Legendre quadrature on (0, 1), by Golub and Welsch (1969).
legendre_nodes <- function(n) {
  j <- seq_len(n - 1)
  matrix <- matrix(0, n, n)
  matrix[cbind(j, j + 1)] <- matrix[cbind(j + 1, j)] <- j / sqrt(4 * j^2 - 1)
  found <- eigen(matrix, symmetric = TRUE)
  list(at = (found$values + 1) / 2, weight = found$vectors[1, ]^2)
}

# The number of draws for three or more labels.
MELDED_DRAWS <- 16384L

# The same for more labels: Dirichlet distributions with one more item in the least favourable cell, which the inverse
# of the table shows.
melded_by_draws <- function(predicted, confusion, tail) {
  k <- length(predicted)
  inverse <- solve(sweep(confusion, 2, colSums(confusion), "/"))
  counts <- c(predicted, confusion)
  cells <- matrix(0, MELDED_DRAWS, length(counts))
  cells[, counts > 0] <- t(dirichlet_draws(counts[counts > 0], MELDED_DRAWS))
  one_more <- t(dirichlet_draws(rep(1, k + 1), MELDED_DRAWS, stream = 2L))
  # The first k cells are the predictions, the others those of the items of each label.
  limit <- function(label, side) {
    effect <- side * inverse[label, ]
    place <- c(which.min(effect), rep(which.max(effect), k))
    draws <- cells
    at <- (seq_len(k + 1) - 1) * k + place
    draws[, at] <- draws[, at] + one_more
    shares <- share_of_draws(draws, label, k, worst = if (side > 0) 0 else 1)
    stats::quantile(shares, if (side > 0) tail else 1 - tail, names = FALSE, type = 6)
  }
  bounded <- function(x) pmin(pmax(x, 0), 1)
  list(
    low = bounded(vapply(seq_len(k), limit, 0, side = 1)), high = bounded(vapply(seq_len(k), limit, 0, side = -1))
  )
}

# Returns the share of the label in each draw, or `worst` if its predictions do not tell the labels apart.
share_of_draws <- function(draws, label, k, worst) {
  system <- array(draws, c(nrow(draws), k, k + 1))
  for (column in seq_len(k + 1)) system[, , column] <- system[, , column] / rowSums(system[, , column])
  solved <- solve_draws(system[, , c(1 + seq_len(k), 1)], k)
  told <- !is.na(solved$determinant) & solved$determinant > 1e-8
  ifelse(told, solved$solution[, label], worst)
}

# Solves a system of `k` equations for each draw, by elimination with pivots: `system` has a matrix of k rows and k + 1
# columns for each, the last of which is the right side.
solve_draws <- function(system, k) {
  determinant <- rep(1, dim(system)[1])
  for (j in seq_len(k)) {
    pivot <- max.col(abs(matrix(system[, j:k, j], ncol = k - j + 1)), "first") + j - 1L
    moved <- which(pivot != j)
    for (column in seq_len(k + 1)) {
      at <- cbind(moved, pivot[moved], rep(column, length(moved)))
      one <- system[moved, j, column]
      system[moved, j, column] <- system[at]
      system[at] <- one
    }
    determinant <- ifelse(pivot != j, -1, 1) * determinant * system[, j, j]
    for (row in setdiff(seq_len(k), j)) {
      factor <- system[, row, j] / system[, j, j]
      for (column in seq_len(k + 1)) system[, row, column] <- system[, row, column] - factor * system[, j, column]
    }
  }
  solution <- vapply(seq_len(k), function(j) system[, j, k + 1] / system[, j, j], numeric(dim(system)[1]))
  list(solution = solution, determinant = determinant)
}

# The adjusted interval of Lang and Reiczigel (2014), for two labels: counts have pseudo-items, and the centre is moved.
# Their equation 4 has (1 + P)^2 where (1 - P)^2 is meant.
adjusted_limits <- function(predicted, confusion, conf_level) {
  z <- stats::qnorm((1 + conf_level) / 2)
  n <- sum(predicted) + z^2
  size <- colSums(confusion) + 2
  right <- (diag(confusion) + 1) / size
  spread <- right * (1 - right) / size
  limits <- vapply(1:2, function(label) {
    p <- (predicted[label] + z^2 / 2) / n
    apart <- sum(right) - 1
    share <- (p + right[-label] - 1) / apart
    centre <- share + 2 * z^2 * (share * spread[label] - (1 - share) * spread[-label])
    variance <- p * (1 - p) / n + share^2 * spread[label] + (1 - share)^2 * spread[-label]
    pmin(pmax(centre + c(-1, 1) * z * sqrt(variance) / apart, 0), 1)
  }, numeric(2))
  list(low = limits[1, ], high = limits[2, ])
}
