# Standard errors of the kappas from their definitions: numerical gradients, items that are actually removed, and sums
# over the cells of a table.

# d f / d v_i at the weights of the sample, by central differences of the fourth order.
oracle_gradient <- function(f, v) {
  h <- max(1e-3, 1e-5 * sum(v))
  moved <- function(i, by) {
    v[i] <- v[i] + by
    f(v)
  }
  vapply(seq_along(v), function(i) {
    (8 * (moved(i, h) - moved(i, -h)) - (moved(i, 2 * h) - moved(i, -2 * h))) / (12 * h)
  }, 0)
}

# Returns the items for which a standard error is computed: all rated ones, or those with two ratings.
oracle_taking_part <- function(items, coefficient) {
  lengths(items$code) >= oracle_least(coefficient)
}

# "ratio": every total varies with the items, N / (N - 1) times the sum of the squared gradients.
oracle_se_ratio <- function(items, coefficient, w, f = oracle_function(items, coefficient, w)) {
  if (coefficient == "krippendorff_alpha") f <- oracle_large_alpha(items, w)
  part <- oracle_taking_part(items, coefficient)
  n <- sum(items$times[part])
  g <- oracle_gradient(function(v) f(v)[["estimate"]], items$times)
  sqrt(n / (n - 1) * sum(items$times * g^2))
}

# "gwet": the share of items with two ratings is held fixed (Gwet 2014, chapters 5 and 6).
oracle_se_gwet <- function(items, coefficient, w) {
  if (coefficient == "light_kappa") return(oracle_se_ratio(items, coefficient, w))
  if (coefficient == "krippendorff_alpha") return(oracle_se_gwet_alpha(items, w))
  several <- lengths(items$code) > 1
  times <- items$times
  n <- sum(times)
  theta <- oracle_kappa(items, coefficient, w)[["estimate"]]
  chance <- oracle_chance(items, coefficient, w)
  p_e <- chance(times)
  agreed <- oracle_agreed(items, w, coefficient)
  u <- n / sum(times[several]) * (agreed - p_e * several) / (1 - p_e) - theta -
    (1 - theta) / (1 - p_e) * n * oracle_gradient(chance, times)
  sqrt(sum(times * u^2) / (n * (n - 1)))
}

# Alpha in the form for large samples: without the correction of the expected disagreement.
oracle_large_alpha <- function(items, w) {
  r <- lengths(items$code)
  within <- vapply(items$code, function(code) oracle_pair_sum(code, 1 - w) / max(length(code) - 1, 1), 0)
  counts <- oracle_shares(items, nrow(w)) * r
  function(v) {
    v <- v * (r > 1)
    p <- colSums(v * counts) / sum(v * r)
    c(estimate = 1 - sum(v * within) / sum(v * r) / (1 - oracle_double_sum(w, p, p)))
  }
}

# The formula of Gwet (2014, section 5.4) and irrCAC, over items with two ratings or more: the numbers of ratings are
# centred with the agreement that includes the correction 1 / n.., everything else is without it.
oracle_se_gwet_alpha <- function(items, w) {
  several <- lengths(items$code) > 1
  items[c("code", "rater", "times")] <- lapply(items[c("code", "rater", "times")], `[`, several)
  times <- items$times
  r <- lengths(items$code)
  n <- sum(times)
  mean_r <- sum(times * r) / n
  agreed <- oracle_agreed(items, w, "krippendorff_alpha")
  counts <- oracle_shares(items, nrow(w)) * r
  chance <- function(v) {
    p <- colSums(v * counts) / sum(v * r)
    oracle_double_sum(w, p, p)
  }
  p_a <- sum(times * r * agreed) / sum(times * r)
  p_e <- chance(times)
  alpha <- (p_a - p_e) / (1 - p_e)
  corrected <- p_a + (1 - p_a) / sum(times * r)
  observed <- r * agreed / mean_r - corrected * (r - mean_r) / mean_r
  u <- (observed - p_e) / (1 - p_e) - alpha - (1 - alpha) / (1 - p_e) * n * oracle_gradient(chance, times)
  sqrt(sum(times * u^2) / (n * (n - 1)))
}

# Removes items one after the other; the categories remain those of all items.
oracle_kappa_jackknife <- function(items, coefficient, w, f_of = oracle_function) {
  part <- which(oracle_taking_part(items, coefficient))
  without <- vapply(part, function(i) {
    rest <- items
    rest$code <- items$code[-i]
    rest$rater <- items$rater[-i]
    rest$times <- items$times[-i]
    seen <- sort(unique(unlist(rest$rater)))
    rest$rater <- lapply(rest$rater, match, seen)
    rest$n_raters <- length(seen)
    if (!length(rest$code)) NA_real_ else f_of(rest, coefficient, w)(rest$times)[["estimate"]]
  }, 0)
  n <- length(part)
  sqrt((n - 1) / n * sum((without - mean(without))^2))
}

# For two raters who both rated every item (Fleiss, Cohen and Everitt 1969, equations 12 and 14), returns from the cells
# of their table the standard error, and that under the hypothesis of chance agreement only.
oracle_se_classic <- function(table, w) {
  n <- sum(table)
  p <- table / n
  row <- rowSums(p)
  column <- colSums(p)
  observed <- expected <- 0
  for (i in seq_along(row)) {
    for (j in seq_along(column)) {
      observed <- observed + w[i, j] * p[i, j]
      expected <- expected + w[i, j] * row[i] * column[j]
    }
  }
  w_row <- w_column <- numeric(length(row))
  for (i in seq_along(row)) {
    for (j in seq_along(column)) {
      w_row[i] <- w_row[i] + w[i, j] * column[j]
      w_column[j] <- w_column[j] + w[i, j] * row[i]
    }
  }
  sampled <- null <- 0
  for (i in seq_along(row)) {
    for (j in seq_along(column)) {
      margins <- w_row[i] + w_column[j]
      sampled <- sampled + p[i, j] * (w[i, j] * (1 - expected) - margins * (1 - observed))^2
      null <- null + row[i] * column[j] * (w[i, j] - margins)^2
    }
  }
  centre <- (observed * expected - 2 * expected + observed)^2
  c(
    std.error = sqrt((sampled - centre) / (n * (1 - expected)^4)),
    null = sqrt((null - expected^2) / (n * (1 - expected)^2))
  )
}

# The variance of Fleiss' kappa under the hypothesis of chance agreement only (Fleiss, Nee and Landis 1979), for m
# ratings of each item and shares p of the categories.
oracle_se_fleiss_null <- function(items, q) {
  m <- unique(lengths(items$code))
  stopifnot(length(m) == 1)
  n <- sum(items$times)
  p <- colSums(items$times * oracle_shares(items, q)) / n
  spread <- sum(p * (1 - p))
  sqrt(2 * (spread^2 - sum(p * (1 - p) * (1 - 2 * p))) / (n * m * (m - 1) * spread^2))
}
