# The many-facet Rasch model from its definition, and ratings that follow it.

# The probabilities of category `x` at places `eta`, with thresholds T_1 ... T_K (T_K = 0).
oracle_share <- function(eta, thresholds, x) {
  w <- exp(outer(eta, 0:length(thresholds)) - rep(c(0, thresholds), each = length(eta)))
  w[, x + 1] / rowSums(w)
}

oracle_nodes <- seq(-9, 9, length.out = 361)

# Minus the log likelihood. `code`: columns item, rater, x; parameters severities, thresholds, sd.
oracle_deviance <- function(par, code, n_raters, top) {
  t <- c(par[n_raters + seq_len(top - 1)], 0)
  share <- lapply(seq_len(n_raters), function(r) {
    log(oracle_share(par[length(par)] * oracle_nodes - par[r], t, 0:top))
  })
  joint <- mapply(function(r, x) share[[r]][, x + 1], code$rater, code$x)
  sums <- t(rowsum(t(joint), code$item))
  -sum(log(colSums(exp(sums) * stats::dnorm(oracle_nodes)) * diff(oracle_nodes[1:2])))
}

# Ratings of `n` items by `k` of the raters, in categories 0 to 3.
draw_severity <- function(n, severity, k = 3, sd = 1.2, tau = c(-1, 0, 1), of = seq_along(severity)) {
  rows <- data.frame(item = rep(seq_len(n), each = k), rater = c(replicate(n, sample(of, k))))
  eta <- sd * stats::rnorm(n)[rows$item] - severity[rows$rater]
  w <- exp(outer(eta, 0:length(tau)) - rep(c(0, cumsum(tau)), each = nrow(rows)))
  cut <- t(apply(w / rowSums(w), 1, cumsum))
  rows$x <- rowSums(stats::runif(nrow(rows)) > cut)
  rows
}

# Rows of marks from 0 to 6 for `n` essays, each on `criteria` criteria by `each` of the markers; `true` has the
# expected mark of each essay in all from a marker of severity 0, and `spoil` changes the marks of the first marker.
draw_examination <- function(n, severity, criteria = 4, each = 2, sd = 1.2, noise = 0, spoil = identity) {
  tau <- seq(-2.2, 2.2, length.out = 6)
  weights <- function(eta) exp(outer(eta, 0:6) - rep(c(0, cumsum(tau)), each = length(eta)))
  difficulty <- if (criteria == 1) 0 else seq(-0.5, 0.5, length.out = criteria)
  rows <- data.frame(essay = rep(seq_len(n), each = each), marker = c(replicate(n, sample(seq_along(severity), each))))
  rows <- rows[rep(seq_len(nrow(rows)), each = criteria), ]
  rows$criterion <- rep_len(letters[seq_len(criteria)], nrow(rows))
  essay <- sd * stats::rnorm(n)
  first <- rows$marker == 1
  eta <- essay[rows$essay] - severity[rows$marker] - difficulty[match(rows$criterion, letters)] +
    first * noise * stats::rnorm(nrow(rows))
  w <- weights(eta)
  rows$mark <- rowSums(stats::runif(nrow(rows)) > t(apply(w / rowSums(w), 1, cumsum)))
  rows$mark <- ifelse(first, spoil(rows)$mark, rows$mark)
  true <- rowSums(vapply(difficulty, function(x) drop(weights(essay - x) %*% 0:6) / rowSums(weights(essay - x)), essay))
  list(rows = rows, true = true)
}
