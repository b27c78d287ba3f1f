# Krippendorff's alpha from its definition (Krippendorff 2019, chapter 12; the formula is in ?krippendorff_alpha): every
# pair of ratings is visited, without simplification. It shares no code and no algebra with the package;
# test-published.R compares it with printed values.

# `rating`: positions in the set of categories, NA for none. `delta`: a matrix of the
# disagreements between categories, or a function of the counts n_c that makes one.
oracle_alpha <- function(item, rating, delta) {
  use <- !is.na(rating)
  item <- match(item[use], unique(item[use]))
  m <- tabulate(item)[item]
  x <- rating[use][m > 1]
  item <- item[m > 1]
  m <- m[m > 1]
  n <- length(x)
  if (is.function(delta)) delta <- delta(tabulate(x, max(0L, rating[use])))
  observed <- expected <- 0
  for (i in seq_len(n)) {
    # The distances of each rating to all others.
    d <- replace(delta[x[i], x], i, 0)
    observed <- observed + sum(d[item == item[i]]) / (m[i] - 1)
    expected <- expected + sum(d)
  }
  observed <- observed / n
  expected <- expected / (n * (n - 1))
  defined <- n > 1 && expected > 0
  c(estimate = if (defined) 1 - observed / expected else NA, observed = observed, expected = expected)
}

# Returns the disagreement of every two categories, given their values.
oracle_delta <- function(level, values, range = NULL) {
  if (level == "ordinal") {
    return(oracle_ordinal)
  }
  delta <- switch(level,
    nominal = function(c, k) as.numeric(c != k),
    interval = function(c, k) (c - k)^2,
    ratio = function(c, k) ((c - k) / (c + k))^2,
    circular = function(c, k) sin(pi * (c - k) / range)^2,
    bipolar = function(c, k) (c - k)^2 / ((c + k - 2 * range[1]) * (2 * range[2] - c - k))
  )
  oracle_matrix(delta, values)
}

oracle_matrix <- function(delta, values) {
  d <- matrix(0, length(values), length(values))
  for (c in seq_along(values)) {
    for (k in seq_along(values)) {
      if (c != k) d[c, k] <- delta(values[[c]], values[[k]])
    }
  }
  d
}

# delta^2 = (sum of n_g from c to k - (n_c + n_k) / 2)^2, from the counts of the ratings used.
oracle_ordinal <- function(n) {
  oracle_matrix(function(c, k) (sum(n[c:k]) - (n[c] + n[k]) / 2)^2, seq_along(n))
}

# The oracle on values instead of positions; the default ranges are those of ?krippendorff_alpha.
oracle_on_values <- function(item, rating, level, range = NULL, categories = NULL) {
  values <- categories
  if (is.null(values)) values <- sort(unique(rating[!is.na(rating)]), method = "radix")
  if (length(values) == 0) {
    return(oracle_alpha(item, rep(NA_integer_, length(rating)), matrix(0, 0, 0)))
  }
  if (is.null(range) && level == "circular") range <- max(values) - min(values) + 1
  if (is.null(range) && level == "bipolar") range <- c(min(values), max(values))
  delta <- if (level %in% names(reference_distances)) {
    oracle_matrix(reference_distances[[level]], values)
  } else {
    oracle_delta(level, values, range)
  }
  oracle_alpha(item, match(rating, values), delta)
}

# A random sparse data set, the same for the same seed: 0 to 6 ratings an item by 2 to 8 raters,
# 1 to 8 categories or a value of its own for every rating, in rows of any order.
random_ratings <- function(seed, n_items = pick(1:24)) {
  local_seed(seed)
  n_raters <- pick(2:8)
  complete <- stats::runif(1) < 0.2
  most <- min(n_raters, 6)
  cells <- lapply(seq_len(n_items), function(i) {
    m <- if (complete) most else pick(0:most)
    data.frame(item = rep(i, m), rater = sample.int(n_raters, m))
  })
  data <- do.call(rbind, cells)
  unrated <- nrow(data) == 0
  if (unrated) data <- data.frame(item = 1L, rater = 1L)
  n <- nrow(data)
  scale <- random_scale(n)
  place <- sample.int(length(scale$values), n, replace = TRUE, prob = scale$shares)
  # Ratings that repeat the first one of the item.
  agrees <- stats::runif(n) < pick(c(0, 0.5, 0.9))
  data$place <- as.integer(ifelse(agrees, place[match(data$item, data$item)], place))
  data$rating <- scale$values[data$place]
  if (!complete) data$rating[stats::runif(n) < pick(c(0, 0, 0.3))] <- NA
  if (unrated) data$rating <- NA_real_
  data$place[is.na(data$rating)] <- NA
  data$item <- paste0("item", sample(n_items))[data$item]
  data$rater <- paste0("rater", sample(n_raters))[data$rater]
  list(data = data[sample.int(n), ], kind = scale$kind)
}

# The values of a scale, lowest first, and how often each is given.
random_scale <- function(n) {
  kind <- pick(c("whole", "negative", "offset", "zero", "fraction", "two", "continuous", "spread"))
  k <- pick(1:8)
  values <- switch(kind,
    whole = sort(sample.int(12, k)),
    negative = sort(sample(-6:6, k)),
    offset = 10^pick(3:9) + sort(sample.int(12, k)),
    zero = c(0, sort(sample.int(12, k))),
    fraction = sort(sample.int(40, k)) / 10,
    two = sort(stats::rnorm(2)),
    continuous = sort(stats::rnorm(max(n, 2), sd = 5)),
    spread = sort(exp(stats::rnorm(k, sd = 3)))
  )
  list(kind = kind, values = values, shares = stats::rexp(length(values)) + 0.01)
}

# Unlike sample(), does not take a single number as a range.
pick <- function(x) x[sample.int(length(x), 1)]

# Sets the seed for the calling function, and restores the generator afterwards.
local_seed <- function(seed, env = parent.frame()) {
  old <- globalenv()$.Random.seed
  restore <- function() {
    if (is.null(old)) rm(".Random.seed", envir = globalenv()) else assign(".Random.seed", old, globalenv())
  }
  do.call(on.exit, list(as.call(list(restore)), add = TRUE), envir = env)
  set.seed(seed, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
}

# The delete-one jackknife by the book: each item that takes part is taken out of the rows, and
# alpha is formed anew. `oracle`: a function of rows that gives the estimate.
oracle_jackknife <- function(data, oracle) {
  items <- data$item[!is.na(data$rating)]
  items <- unique(items[duplicated(items)])
  without <- vapply(items, function(item) oracle(data[data$item != item, ])[["estimate"]], 0)
  n <- length(items)
  list(n = n, without = unname(without), std.error = sqrt((n - 1) / n * sum((without - mean(without))^2)))
}
