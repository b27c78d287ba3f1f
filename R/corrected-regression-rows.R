# What labelled rows say about the coefficients of a regression.

# By what the columns and the outcome are divided, so that no square overflows or vanishes because of their unit.
design_units <- function(designs, family) {
  x <- rbind(designs$true$x, designs$guess$x)
  list(
    x = apply(x, 2, unit_of),
    y = if (family == "linear") unit_of(designs$true$y, designs$guess$y) else 1
  )
}

# Columns that are orthogonal over all rows: `x %*% basis`. Variables in any unit, far from 0 or close to each other,
# are then as good as others.
common_basis <- function(designs) {
  x <- rbind(designs$true$x, designs$guess$x)
  backsolve(qr.R(qr(x, tol = 1e-300)), diag(ncol(x))) * sqrt(nrow(x))
}

# By how many labelled rows each coefficient is told: 0, 1, 2, or 3 for more. Of the level of a factor these are the
# rows that have it. `x`: labelled rows in a basis.
fewest_rows <- function(x, basis) {
  n <- rep(3, ncol(x))
  parts <- svd(x, nv = 0)
  u <- parts$u[, parts$d > 1e-6 * max(parts$d), drop = FALSE]
  leverage <- rowSums(u^2)
  without <- function(rows) untold_coefficients(x[-rows, , drop = FALSE], basis)
  # Two rows are all that tells a coefficient where the design of the others has a rank less.
  for (row in which(leverage >= 0.5 - 1e-8 & leverage <= 1 - 1e-8)) {
    shared <- drop(u %*% u[row, ])
    other <- which((1 - leverage[row]) * (1 - leverage) - shared^2 < 1e-8 & leverage <= 1 - 1e-8)
    for (second in setdiff(other, row)) n[without(c(row, second))] <- 2
  }
  for (row in which(leverage > 1 - 1e-8)) n[without(row)] <- 1
  n[untold_coefficients(x, basis)] <- 0
  n
}

# Which coefficients the rows say nothing about, as that of a level without one: predictions alone would.
untold_coefficients <- function(x, basis) {
  parts <- svd(x, nu = 0, nv = ncol(x))
  values <- c(parts$d, rep(0, ncol(x) - length(parts$d)))
  null <- values <= 1e-6 * max(values)
  moved <- basis %*% parts$v[, null, drop = FALSE]
  rowSums(abs(moved)) > 1e-6 * sqrt(rowSums(basis^2))
}
