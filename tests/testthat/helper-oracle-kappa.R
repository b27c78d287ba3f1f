# The kappas from their definitions (Gwet 2014, chapters 2 to 5; Light 1971; Cicchetti and Feinstein 1990), by loops
# over items, pairs of ratings and pairs of raters, without simplification. They share no code and no algebra with the
# package; test-published-kappa.R compares them with printed values. Standard errors are in
# helper-oracle-kappa-errors.R.

# The coefficients of the registry for any number of raters, without AC2, which differs from AC1 only by weights; and
# the smallest number of ratings with which an item is used.
oracle_coefficients <- function(joins = c("all", "named")) {
  listed <- accord:::coefficient_registry()
  listed$id[listed$joins %in% joins & listed$general == "" & listed$id != "gwet_ac2"]
}
oracle_least <- function(coefficient) {
  listed <- accord:::coefficient_registry()
  listed$least_ratings[match(coefficient, listed$id)]
}

# The lower bound of each estimate; and the coefficients that are not a function of the pairs of ratings of an item.
oracle_lowest <- function(coefficient) if (coefficient %in% c("percent_agreement", "unanimous_agreement")) 0 else -1
oracle_not_of_pairs <- c("light_kappa", "unanimous_agreement")

# Ratings by item: `code` are positions in the set of categories, NA for none. `times`: how many
# items look like this one (a vector named by item), one each by default.
oracle_items <- function(item, rater, code, times = NULL) {
  use <- !is.na(code)
  rater <- match(rater[use], unique(rater[use]))
  parts <- split(seq_along(rater), match(item[use], unique(item[use])))
  names <- unique(item[use])
  list(
    code = unname(lapply(parts, function(rows) code[use][rows])),
    rater = unname(lapply(parts, function(rows) rater[rows])),
    n_raters = if (length(rater)) max(rater) else 0L,
    times = if (is.null(times)) rep(1, length(names)) else unname(times[as.character(names)])
  )
}

# Agreement weights over the values of the categories, after Gwet (2014), chapter 3: one minus a
# distance, in parts of the largest.
oracle_weights <- function(kind, values) {
  d <- oracle_gwet_distance(kind, values)
  if (length(values) < 2) d + 1 else 1 - d / max(d)
}

oracle_gwet_distance <- function(kind, values) {
  rank <- seq_along(values)
  span <- max(values) - min(values) + 1
  ends <- range(values)
  distance <- switch(kind,
    identity = function(i, j) 1,
    linear = function(i, j) abs(values[i] - values[j]),
    quadratic = function(i, j) (values[i] - values[j])^2,
    ordinal = function(i, j) choose(abs(rank[i] - rank[j]) + 1, 2),
    radical = function(i, j) sqrt(abs(values[i] - values[j])),
    ratio = function(i, j) ((values[i] - values[j]) / (values[i] + values[j]))^2,
    circular = function(i, j) sin(pi * (values[i] - values[j]) / span)^2,
    bipolar = function(i, j) {
      total <- values[i] + values[j]
      (values[i] - values[j])^2 / ((total - 2 * ends[1]) * (2 * ends[2] - total))
    }
  )
  oracle_matrix(distance, rank)
}

# The same with "category k or not" in place of the categories.
oracle_one_category <- function(items, k) {
  items$code <- lapply(items$code, function(code) ifelse(code == k, 1L, 2L))
  items
}

# Sum of the weights over the ordered pairs of different ratings of an item.
oracle_pair_sum <- function(code, w) {
  total <- 0
  for (a in seq_along(code)) {
    for (b in seq_along(code)) {
      if (a != b) total <- total + w[code[a], code[b]]
    }
  }
  total
}

# Share of the category among the ratings of each item, a row an item.
oracle_shares <- function(items, q) {
  shares <- matrix(0, length(items$code), q)
  for (i in seq_along(items$code)) {
    for (k in items$code[[i]]) shares[i, k] <- shares[i, k] + 1 / length(items$code[[i]])
  }
  shares
}

# Returns a table of 0 and 1 of the category that a rater gave to each item, with a row for each item.
oracle_of_rater <- function(items, g, q) {
  given <- matrix(0, length(items$code), q)
  for (i in seq_along(items$code)) {
    at <- which(items$rater[[i]] == g)
    given[i, items$code[[i]][at]] <- 1
  }
  given
}

# Sum over all pairs of categories of w_kl p_k r_l.
oracle_double_sum <- function(w, p, r) sum(w * outer(p, r))

# Chance agreement: a function of the weights v of the items (1 each is the sample).
oracle_chance <- function(items, coefficient, w) {
  q <- nrow(w)
  if (coefficient %in% c("cohen_kappa", "conger_kappa")) {
    given <- lapply(seq_len(items$n_raters), function(g) oracle_of_rater(items, g, q))
    return(function(v) {
      margin <- lapply(given, function(x) colSums(v * x) / sum(v * x))
      total <- pairs <- 0
      for (g in seq_along(margin)) {
        for (h in seq_along(margin)) {
          if (g != h) {
            total <- total + oracle_double_sum(w, margin[[g]], margin[[h]])
            pairs <- pairs + 1
          }
        }
      }
      total / pairs
    })
  }
  shares <- oracle_shares(items, q)
  function(v) {
    oracle_chance_by_shares(coefficient, colSums(v * shares) / sum(v), sum(v * lengths(items$code)), w)
  }
}

# `pi`: shares of the categories; `n`: number of ratings. Several data sets have a row of `pi` and an `n` each; `own` is
# 1 for the categories of a set, 0 for others.
oracle_chance_by_shares <- function(coefficient, pi, n, w, own = matrix(1, 1, nrow(w))) {
  pi <- matrix(pi, ncol = nrow(w))
  double_sum <- function(p) rowSums(p %*% w * p)
  q <- rowSums(own)
  switch(coefficient,
    percent_agreement = ,
    unanimous_agreement = 0,
    brennan_prediger = double_sum(own) / q^2,
    gwet_ac1 = ,
    gwet_ac2 = ifelse(q < 2, 0, double_sum(own) / (q * (q - 1)) * rowSums(pi * (1 - pi))),
    scott_pi = ,
    fleiss_kappa = double_sum(pi),
    van_oest = double_sum(own * (n * pi + 1) / (n + q)),
    stop("no oracle of ", coefficient)
  )
}

# Every coefficient as a function of the weights of the items: estimate, and the observed and expected disagreement. It
# is NA if the expected disagreement is 0.
oracle_function <- function(items, coefficient, w) {
  if (coefficient == "light_kappa") return(oracle_light(items, w))
  if (coefficient == "krippendorff_alpha") return(oracle_alpha_function(items, w))
  several <- lengths(items$code) > 1
  agreed <- oracle_agreed(items, w, coefficient)
  chance <- oracle_chance(items, coefficient, w)
  function(v) {
    observed <- 1 - sum((v * agreed)[several]) / sum(v[several])
    oracle_ratio(observed, 1 - chance(v))
  }
}

oracle_ratio <- function(observed, expected) {
  defined <- is.finite(observed) && is.finite(expected) && expected > 1e-12
  c(estimate = if (defined) 1 - observed / expected else NA_real_, observed = observed, expected = expected)
}

# Share of agreement of each item, by most coefficients the mean of the weights over its pairs; 0 if it has no pair.
oracle_agreed <- function(items, w, coefficient) {
  vapply(items$code, function(code) {
    r <- length(code)
    if (r < 2) return(0)
    switch(coefficient,
      unanimous_agreement = min(w[t(utils::combn(code, 2))]),
      oracle_pair_sum(code, w) / (r * (r - 1))
    )
  }, 0)
}

# Alpha with the distance 1 - w, over items with two ratings or more.
oracle_alpha_function <- function(items, w) {
  d <- 1 - w
  r <- lengths(items$code)
  several <- r > 1
  within <- vapply(items$code, function(code) oracle_pair_sum(code, d) / max(length(code) - 1, 1), 0)
  counts <- oracle_shares(items, nrow(w)) * r
  function(v) {
    v <- v * several
    n <- sum(v * r)
    n_k <- colSums(v * counts)
    oracle_ratio(sum(v * within) / n, oracle_double_sum(d, n_k, n_k) / (n * (n - 1)))
  }
}

# Light: the mean of Cohen's kappa over the pairs of raters, each on the items both rated, of the
# pairs that have a kappa. It has no disagreements of its own.
oracle_light <- function(items, w) {
  given <- lapply(seq_len(items$n_raters), function(g) oracle_of_rater(items, g, nrow(w)))
  pairs <- list()
  for (g in seq_along(given)) {
    for (h in seq_len(g - 1)) pairs <- c(pairs, list(oracle_pair(given[[g]], given[[h]], w)))
  }
  pairs <- Filter(function(pair) sum(pair$both) > 0, pairs)
  function(v) {
    kappas <- vapply(pairs, function(pair) {
      n <- sum(v * pair$both)
      chance <- oracle_double_sum(w, colSums(v * pair$x) / n, colSums(v * pair$y) / n)
      oracle_ratio(1 - sum(v * pair$same) / n, 1 - chance)[["estimate"]]
    }, 0)
    kappas <- kappas[!is.na(kappas)]
    c(estimate = if (length(kappas)) mean(kappas) else NA_real_, observed = NA_real_, expected = NA_real_)
  }
}

# The items that two raters both rated: what each gave, and what their two ratings count for.
oracle_pair <- function(x, y, w) {
  both <- rowSums(x) * rowSums(y)
  same <- vapply(seq_along(both), function(i) {
    if (both[i] == 0) 0 else w[which(x[i, ] == 1), which(y[i, ] == 1)]
  }, 0)
  list(x = both * x, y = both * y, both = both, same = same)
}

# Specific agreement of category k: of the pairs of a rating in k and another of the same item, how
# many have k twice. Its disagreements are numbers of such pairs per item with two ratings.
oracle_specific <- function(items, k) {
  r <- lengths(items$code)
  pairs <- twice <- numeric(length(r))
  for (i in seq_along(r)) {
    for (a in seq_len(r[i])) {
      for (b in seq_len(r[i])) {
        if (a == b || items$code[[i]][a] != k) next
        pairs[i] <- pairs[i] + 1
        twice[i] <- twice[i] + (items$code[[i]][b] == k)
      }
    }
  }
  function(v) {
    n <- sum(v[r > 1])
    c(
      estimate = if (sum(v * pairs) > 0) sum(v * twice) / sum(v * pairs) else NA_real_,
      observed = sum(v * (pairs - twice)) / n, expected = sum(v * pairs) / n
    )
  }
}

oracle_kappa <- function(items, coefficient, w) {
  if (!length(items$code)) return(c(estimate = NA_real_, observed = NA_real_, expected = NA_real_))
  oracle_function(items, coefficient, w)(items$times)
}
