# Measures of how far distributions of labels lie apart. Each is a function of sums over items, so that items and
# clusters are left out by subtraction.

# Returns what each item contributes to the sums, a column each. `p`: shares of the people, `q`: of the estimate, with
# the same categories; `multiple`: whether each category is a label by itself, which an item has or has not; `values`:
# of ordered categories, NULL of others; `clip`: see evaluate_consensus().
soft_features <- function(p, q, multiple, values, clip) {
  each <- function(f) rowSums(matrix(f(p, q), nrow(p)))
  # Each label of a set is a distribution of two values, and measures are means over labels.
  mean_of <- function(f) if (multiple) each(function(p, q) f(p, q) + f(1 - p, 1 - q)) / ncol(p) else each(f)
  bounded <- function(q) log(pmin(pmax(q, clip[1]), 1 - clip[1]) + clip[2])
  overlap <- matrix(pmin(p, q), nrow(p))
  js <- pmax(mean_of(function(p, q) (relative(p, (p + q) / 2) + relative(q, (p + q) / 2)) / 2) / log(2), 0)
  entropy <- function(p) {
    h <- function(p, q) -relative(p, 1)
    if (multiple) rowSums(h(p) + h(1 - p)) / ncol(p) / log(2) else rowSums(h(p)) / log(max(ncol(p), 2))
  }
  h_p <- entropy(p)
  h_q <- entropy(q)
  cbind(
    n = 1, manhattan = mean_of(function(p, q) abs(p - q)), js_divergence = js, js_distance = sqrt(js),
    cross_entropy = mean_of(function(p, q) ifelse(p > 0, -p * bounded(q), 0)),
    wasserstein = if (length(values) > 1) wasserstein(p, q, values) else rep(NA_real_, nrow(p)),
    overlap = rowSums(overlap), mass = rowSums(p) + rowSums(q),
    h_p, h_q, h_pp = h_p^2, h_qq = h_q^2, h_pq = h_p * h_q,
    numbered(overlap, "o"), numbered(p, "p"), numbered(q, "q")
  )
}

numbered <- function(x, prefix) {
  colnames(x) <- paste0(prefix, seq_len(ncol(x)))
  x
}

relative <- function(p, q) ifelse(p > 0, p * log(p / q), 0)

# The sum of the differences of cumulative shares, times the steps between the values.
wasserstein <- function(p, q, values) {
  apart <- matrix(p - q, nrow(p))
  below <- rep(0, nrow(p))
  total <- rep(0, nrow(p))
  for (k in seq_len(ncol(p) - 1)) {
    below <- below + apart[, k]
    total <- total + abs(below) * (values[k + 1] - values[k])
  }
  total
}

# Returns the measures in columns, for sums in the rows of `totals`. Those of classes are named "f1 3".
soft_measures <- function(totals, multiple, ordered) {
  n <- totals[, "n"]
  mean_of <- function(name) totals[, name] / n
  of_class <- function(prefix) totals[, grepl(paste0("^", prefix, "[0-9]+$"), colnames(totals)), drop = FALSE]
  overlap <- of_class("o")
  p <- of_class("p")
  q <- of_class("q")
  f1 <- 2 * overlap / (p + q)
  covariance <- function(a, b, ab) totals[, ab] / n - totals[, a] * totals[, b] / n^2
  spread <- covariance("h_p", "h_p", "h_pp") * covariance("h_q", "h_q", "h_qq")
  correlation <- covariance("h_p", "h_q", "h_pq") / sqrt(ifelse(spread > 1e-14, spread, NA))
  micro <- 2 * totals[, "overlap"] / totals[, "mass"]
  result <- cbind(
    manhattan = mean_of("manhattan"), js_divergence = mean_of("js_divergence"), js_distance = mean_of("js_distance"),
    cross_entropy = mean_of("cross_entropy"), wasserstein = if (ordered) mean_of("wasserstein"),
    soft_accuracy = if (!multiple) micro, soft_f1_micro = if (multiple) micro,
    soft_f1_macro = rowMeans(f1, na.rm = TRUE), entropy_correlation = correlation
  )
  class <- rep(seq_len(ncol(f1)), each = 3)
  place <- order(rep(seq_len(ncol(f1)), times = 3))
  classes <- cbind(overlap / q, overlap / p, f1)[, place, drop = FALSE]
  colnames(classes) <- paste(c("soft_precision", "soft_recall", "soft_f1"), class)
  cbind(result, classes)
}

# Returns the measures of a model that knows the distribution from which the ratings of each item are drawn. The shares
# of items have a Dirichlet distribution whose concentration follows from nominal alpha, the correlation of two ratings
# of an item, given their ratings; from them as many ratings are drawn as the item has. The shares of the ratings
# themselves would make items on which all agree certain. `counts` of categories and `n` ratings of each item.
perfect_measures <- function(counts, n, multiple, ordered, values, clip) {
  table <- cbind(n, counts)[n > 0, , drop = FALSE]
  if (!nrow(table)) return(NULL)
  table <- table[do.call(order, each_column(table)), , drop = FALSE]
  first <- !duplicated(table)
  weight <- tabulate(cumsum(first))
  table <- table[first, , drop = FALSE]
  # Patterns at equal distances stand for the others if there are very many.
  if (nrow(table) > 2000) {
    at <- round(seq(1, nrow(table), length.out = 2000))
    weight <- weight[at]
    table <- table[at, , drop = FALSE]
  }
  n <- table[, 1]
  counts <- table[, -1, drop = FALSE]
  times <- 2^max(4, min(9, floor(log2(2e5 / length(table)))))
  drawn <- if (multiple) {
    # Each label is given or not.
    of_label <- lapply(seq_len(ncol(counts)), function(k) {
      perfect_draws(cbind(counts[, k], n - counts[, k]), n, weight, times, stream = 3L * k)
    })
    rows <- double(times * length(n))
    lapply(list(p = "p", q = "q"), function(name) vapply(of_label, function(one) one[[name]][, 1], rows))
  } else {
    perfect_draws(counts, n, weight, times, stream = 3L)
  }
  drawn <- lapply(drawn, matrix, ncol = ncol(counts))
  features <- soft_features(drawn$p, drawn$q, multiple, values, clip) * rep(weight, times)
  totals <- rowsum(features, rep(seq_len(times), each = length(n)))
  colMeans(soft_measures(totals, multiple, ordered), na.rm = TRUE)
}

# Returns true shares `q` and shares `p` of `n` ratings drawn from them, with `times` rows for each row of counts.
perfect_draws <- function(counts, n, weight, times, stream) {
  k <- ncol(counts)
  items <- length(n)
  # Equally spaced numbers in a fixed order, as everywhere in accord: random numbers of the session are not used.
  uniform <- function(stream) {
    matrix((latin_orders(items * k, times, stream) - 0.5) / times, items * k)
  }
  margin <- colSums(counts * weight)
  margin <- margin / sum(margin)
  two <- n > 1
  apart <- sum((weight * (n^2 - rowSums(counts^2)) / (n - 1))[two]) / sum((weight * n)[two])
  alpha <- 1 - apart / (1 - sum(margin^2))
  alpha <- if (is.finite(alpha)) min(max(alpha, 0.001), 0.999) else 0.999
  shape <- counts + rep((1 - alpha) / alpha * margin, each = items)
  # A column per category, and within it a row per item and draw.
  gamma <- matrix(stats::qgamma(uniform(stream), as.vector(shape)), items * k)
  by_category <- function(x) {
    vapply(seq_len(k), function(c) as.vector(x[items * (c - 1) + seq_len(items), ]), double(items * times))
  }
  q <- matrix(by_category(gamma), ncol = k)
  total <- rowSums(q)
  q <- q / total
  q[total == 0, ] <- rep(margin, each = sum(total == 0))
  # A multinomial draw is a binomial draw of each category among the ratings that are left.
  chance <- matrix(by_category(uniform(stream + 1L)), ncol = k)
  left <- rep(n, times)
  room <- rep(1, length(left))
  p <- q
  for (c in seq_len(k - 1)) {
    p[, c] <- stats::qbinom(chance[, c], left, pmin(pmax(q[, c] / room, 0), 1))
    left <- left - p[, c]
    room <- pmax(room - q[, c], 1e-300)
  }
  p[, k] <- left
  list(p = p / rep(n, times), q = q)
}
