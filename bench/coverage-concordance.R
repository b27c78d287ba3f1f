# Methods that were tested because 95% limits of the concordance of all raters undercover with few and skewed items: 20
# items x 4 raters and 50 x 3, items and errors normal or exponential, raters normal (variances 1, .5, .25). In base R:
# the concordance by its moments, the jackknife and the bootstrap over items. `jackknife` is that of ci_jackknife():
# around Fisher's z, with the standard error of the coefficient.
# Rscript bench/coverage-concordance.R [replicates]

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 500

# The coefficient, and its standard error by the infinitesimal jackknife.
concordance_of <- function(y) {
  n <- nrow(y)
  k <- ncol(y)
  m <- colMeans(y)
  e <- sweep(y, 2, m)
  squares <- rowSums(e^2)
  shared <- rowSums(e)^2 - squares
  within <- mean((k - 1) * squares)
  all <- within + k * sum(m^2) - sum(m)^2
  value <- mean(shared) / all
  influence <- shared - mean(shared) - value * ((k - 1) * squares - within + 2 * drop(e %*% (k * m - sum(m))))
  c(value, sqrt(sum((influence / all)^2)) / n)
}

bootstrap_t <- function(y, draws = 199) {
  n <- nrow(y)
  on_z <- function(found) c(atanh(found[1]), found[2] / (1 - found[1]^2))
  here <- on_z(concordance_of(y))
  t <- replicate(draws, {
    drawn <- on_z(concordance_of(y[sample.int(n, n, TRUE), , drop = FALSE]))
    (drawn[1] - here[1]) / drawn[2]
  })
  here[1] - rev(stats::quantile(t, c(0.025, 0.975), na.rm = TRUE)) * here[2]
}

design <- function(n, k, draw) {
  hits <- replicate(times, {
    severity <- stats::rnorm(k, sd = 0.5)
    y <- outer(draw(n), severity, "+") + sqrt(0.5) * matrix(draw(n * k), n)
    true <- k * (k - 1) / ((k - 1) * k * 1.5 + sum(stats::dist(severity)^2))
    here <- concordance_of(y)[1]
    left <- vapply(seq_len(n), function(i) concordance_of(y[-i, , drop = FALSE])[1], 0)
    t <- stats::qt(0.975, n - 1)
    error <- function(x) sqrt((n - 1) / n * sum((x - mean(x))^2))
    holds <- function(to, middle, s) abs(middle - to(true)) <= t * s
    corrected <- function(to) n * to(here) - (n - 1) * mean(to(left))
    log_rest <- function(x) log(1 - x)
    ends <- bootstrap_t(y)
    c(
      jackknife = holds(atanh, atanh(here), error(left) / (1 - here^2)),
      z = holds(atanh, atanh(here), error(atanh(left))),
      z_corrected = holds(atanh, corrected(atanh), error(atanh(left))),
      log_corrected = holds(log_rest, corrected(log_rest), error(log_rest(left))),
      bootstrap_t = ends[[1]] <= atanh(true) && atanh(true) <= ends[[2]]
    )
  })
  round(rowMeans(hits), 3)
}

exponential <- function(n) stats::rexp(n) - 1
set.seed(303)
print(rbind(
  exponential_20 = design(20, 4, exponential), normal_20 = design(20, 4, stats::rnorm),
  exponential_50 = design(50, 3, exponential), normal_50 = design(50, 3, stats::rnorm)
))
