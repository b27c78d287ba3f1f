# The definitions for many data sets at once, in plain dense tables: a row per set and item, a column per
# category, all raters of all items. No code and no algebra of accord; held to the oracles of
# tests/testthat/helper-oracle*.R, which go through one set pair by pair, in test-fuzz.R. The formulas of chance by
# shares are the same.

# `set`, `item`, `rater`, `code`: positions, `code` NA for none; items and raters are numbered in each set.
dense <- function(set, item, rater, code, n_sets, n_categories) {
  n_items <- max(item)
  n_raters <- max(rater)
  given <- !is.na(code)
  set <- set[given]
  item <- item[given]
  rater <- rater[given]
  code <- code[given]
  unit <- set + n_sets * (item - 1L)
  n_units <- n_sets * n_items
  counts <- matrix(tabulate(unit + n_units * (code - 1L), n_units * n_categories), n_units)
  by_rater <- matrix(NA_integer_, n_units, n_raters)
  by_rater[unit + n_units * (rater - 1L)] <- code
  list(
    counts = counts, m = rowSums(counts), by_rater = by_rater, set = rep(seq_len(n_sets), n_items),
    n_sets = n_sets, n_categories = n_categories
  )
}

# Sums over the items of each set, of a vector or of each column.
over_items <- function(d, x) {
  if (!is.matrix(x)) return(rowSums(matrix(x, d$n_sets)))
  matrix(vapply(seq_len(ncol(x)), function(k) over_items(d, x[, k]), numeric(d$n_sets)), d$n_sets)
}

# Returns for each set how often each category occurs in `code`, a category per unit.
tally_units <- function(d, code) {
  given <- outer(code, seq_len(d$n_categories), "==")
  over_items(d, given & !is.na(given))
}

# Items, raters and ratings of the items with at least so many ratings.
dense_counts <- function(d, least) {
  use <- d$m >= least
  n_raters <- rowSums(over_items(d, !is.na(d$by_rater) & use) > 0)
  cbind(n_items = over_items(d, use), n_raters = n_raters, n_ratings = over_items(d, d$m * use))
}

# sum over categories c, k of p_c w_ck r_k, for each row; `w`: a matrix, or a list of columns `w[[c]][[k]]`.
dense_form <- function(p, w, r) {
  total <- 0
  for (c in seq_len(ncol(p))) {
    for (k in seq_len(ncol(p))) {
      total <- total + p[, c] * r[, k] * if (is.matrix(w)) w[c, k] else w[[c]][[k]]
    }
  }
  total
}

# `w`: weights of agreement between all categories; `q`: the number of categories of each set.
dense_kappa <- function(d, coefficient, w, q) {
  if (coefficient == "light_kappa") return(dense_light(d, w))
  if (coefficient == "krippendorff_alpha") return(dense_alpha(d, 1 - w))
  several <- d$m >= 2
  alike <- dense_form(d$counts, w, d$counts) - drop(d$counts %*% diag(w))
  alike <- if (coefficient == "unanimous_agreement") dense_least(d, w) else alike / (d$m * (d$m - 1))
  observed <- 1 - over_items(d, ifelse(several, alike, 0)) / over_items(d, several)
  shares <- over_items(d, d$counts / pmax(d$m, 1)) / over_items(d, d$m > 0)
  chance <- if (coefficient %in% c("cohen_kappa", "conger_kappa")) {
    dense_margins(d, w)
  } else {
    oracle_chance_by_shares(coefficient, shares, over_items(d, d$m), w, own = dense_inside(d, q) + 0)
  }
  dense_ratio(observed, 1 - chance)
}

# The least weight of two categories that an item was given.
dense_least <- function(d, w) {
  least <- rep(1, nrow(d$counts))
  for (c in seq_len(d$n_categories)) {
    for (k in seq_len(d$n_categories)) {
      both <- d$counts[, c] > 0 & d$counts[, k] > 0
      least[both] <- pmin(least[both], w[c, k])
    }
  }
  least
}

# Returns the categories of a set: all, or those used in it if there are fewer.
dense_inside <- function(d, q) {
  given <- over_items(d, d$counts) > 0
  given | q == d$n_categories | rowSums(given) == 0 & col(given) == 1
}

# Mean over pairs of raters of the agreement that their own shares of the categories give.
dense_margins <- function(d, w) {
  shares <- lapply(seq_len(ncol(d$by_rater)), function(r) {
    given <- tally_units(d, d$by_rater[, r])
    given / rowSums(given)
  })
  total <- pairs <- numeric(d$n_sets)
  for (g in seq_along(shares)) {
    for (h in seq_len(g - 1)) {
      both <- dense_form(shares[[g]], w, shares[[h]])
      total <- total + ifelse(is.finite(both), both, 0)
      pairs <- pairs + is.finite(both)
    }
  }
  total / pairs
}

dense_light <- function(d, w) {
  total <- n <- numeric(d$n_sets)
  for (g in seq_len(ncol(d$by_rater))) {
    for (h in seq_len(g - 1)) {
      kappa <- dense_pair(d, g, h, w)[, "estimate"]
      total <- total + ifelse(is.na(kappa), 0, kappa)
      n <- n + !is.na(kappa)
    }
  }
  cbind(estimate = ifelse(n > 0, total / n, NA), observed = NA, expected = NA)
}

# Cohen's kappa of two raters on the items that both rated.
dense_pair <- function(d, g, h, w) {
  x <- d$by_rater[, g]
  y <- d$by_rater[, h]
  both <- !is.na(x) & !is.na(y)
  n <- over_items(d, both)
  same <- ifelse(both, w[cbind(ifelse(both, x, 1), ifelse(both, y, 1))], 0)
  share <- function(z) tally_units(d, ifelse(both, z, NA)) / n
  cbind(dense_ratio(1 - over_items(d, same) / n, 1 - dense_form(share(x), w, share(y))), n = n)
}

# `delta`: a matrix of disagreements, or "ordinal", whose disagreements depend on the counts of each set.
dense_alpha <- function(d, delta) {
  several <- d$m >= 2
  counts <- d$counts * several
  n_k <- over_items(d, counts)
  n <- rowSums(n_k)
  if (identical(delta, "ordinal")) delta <- dense_ordinal(n_k)
  of_item <- if (is.matrix(delta)) delta else lapply(delta, lapply, function(x) x[d$set])
  # A rating makes no pair with itself, and the disagreement of a category with itself is 0.
  within <- ifelse(several, dense_form(counts, of_item, counts) / (d$m - 1), 0)
  observed <- over_items(d, within) / n
  expected <- dense_form(n_k, delta, n_k) / (n * (n - 1))
  defined <- n > 1 & expected > 0
  cbind(estimate = ifelse(defined, 1 - observed / expected, NA), observed = observed, expected = expected)
}

dense_ordinal <- function(n) {
  lapply(seq_len(ncol(n)), function(c) {
    lapply(seq_len(ncol(n)), function(k) {
      if (c == k) return(rep(0, nrow(n)))
      (rowSums(n[, c:k, drop = FALSE]) - (n[, c] + n[, k]) / 2)^2
    })
  })
}

dense_ratio <- function(observed, expected) {
  defined <- is.finite(observed) & is.finite(expected) & expected > 1e-12
  cbind(estimate = ifelse(defined, 1 - observed / expected, NA), observed = observed, expected = expected)
}
