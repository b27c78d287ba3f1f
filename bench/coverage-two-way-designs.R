# The designs of bench/coverage-two-way.R: studies in which items and raters are both drawn anew, and the value of each
# coefficient in the population of items and raters. Written before the first study was drawn. Odd designs served to
# choose among intervals. The even ones were reported of the first method; as they have been seen since, later methods are
# reported on the designs of two_way_report_designs(), written before any study of them was drawn.

# Two designs of the same kind are neighbours, so that both halves have all kinds.
two_way_designs <- function(n = 64) {
  set.seed(20261127)
  kind <- rep(rep(c("threshold", "skill", "ordinal", "interval"), each = 2), length.out = n)
  any_of <- function(x) sample(rep(x, length.out = n))
  designs <- data.frame(
    design = seq_len(n),
    kind = kind,
    raters = any_of(c(3, 4, 5, 6, 8, 12, 20, 30)),
    items = any_of(c(20, 50, 200, 1000)),
    each = any_of(c(Inf, Inf, 2, 3, 5)), # ratings an item; Inf: all raters rate all items
    work = any_of(c("equal", "zipf")), # shares of the raters in a crowd
    noise = any_of(c(0.1, 0.3, 0.6, 1.2, 4)),
    noise_sd = any_of(c(0, 0.5, 0.8)),
    threshold = any_of(c(0, 1)),
    threshold_sd = any_of(c(0, 0.3, 0.8)),
    skill = any_of(c(0.97, 0.85, 0.6, 0.1)),
    skill_shape = any_of(c(4, 20, Inf)), # of the beta distribution of skills; Inf: all the same
    share = any_of(c(0, 0.7)) # added to the first category of nominal labels
  )
  designs$each <- pmin(designs$each, designs$raters)
  # A thousand items rated by 30 raters each take most of the time and say little more than 200.
  designs$items[designs$items == 1000 & designs$each > 5] <- 200
  designs
}

# Other designs of the same kinds: other seeds, sizes and noises.
two_way_report_designs <- function(n = 32) {
  set.seed(20261129)
  any_of <- function(x) sample(rep(x, length.out = n))
  designs <- data.frame(
    design = 100 + seq_len(n),
    kind = rep(c("threshold", "skill", "ordinal", "interval"), length.out = n),
    raters = any_of(c(3, 4, 4, 5, 6, 7, 10, 25)),
    items = any_of(c(25, 40, 100, 400)),
    each = any_of(c(Inf, Inf, 2, 3, 4)),
    work = any_of(c("equal", "zipf")),
    noise = any_of(c(0.15, 0.4, 0.8, 1.5, 3)),
    noise_sd = any_of(c(0, 0.4, 0.7)),
    threshold = any_of(c(0, 0.7)),
    threshold_sd = any_of(c(0, 0.25, 0.6)),
    skill = any_of(c(0.95, 0.8, 0.5, 0.2)),
    skill_shape = any_of(c(6, 15, Inf)),
    share = any_of(c(0, 0.5))
  )
  designs$each <- pmin(designs$each, designs$raters)
  designs
}

# Designs for the report of a change that was chosen on both sets above, written before any study of them was drawn.
two_way_new_designs <- function(n = 40) {
  set.seed(20261130)
  any_of <- function(x) sample(rep(x, length.out = n))
  designs <- data.frame(
    design = 200 + seq_len(n),
    kind = rep(c("threshold", "skill", "ordinal", "interval"), length.out = n),
    raters = any_of(c(4, 4, 5, 6, 8, 9, 12, 15, 20, 30)),
    items = any_of(c(20, 30, 60, 150, 300, 1000)),
    each = any_of(c(Inf, Inf, 2, 3, 5)),
    work = any_of(c("equal", "zipf")),
    noise = any_of(c(0.12, 0.35, 0.7, 1.3, 3.5)),
    noise_sd = any_of(c(0, 0.3, 0.6)),
    threshold = any_of(c(0, 0.5, 0.9)),
    threshold_sd = any_of(c(0, 0.2, 0.5)),
    skill = any_of(c(0.96, 0.88, 0.7, 0.4)),
    skill_shape = any_of(c(5, 12, Inf)),
    share = any_of(c(0, 0.4, 0.7))
  )
  designs$each <- pmin(designs$each, designs$raters)
  designs$items[designs$items == 1000 & designs$each > 5] <- 200
  designs
}

# A population of raters: a function of latent items that returns the probabilities of the categories (a matrix with a
# row per item) for rater j.
population_of <- function(d, n) {
  if (d$kind == "skill") {
    k <- 4
    shares <- (1 - d$share) / k + c(d$share, rep(0, k - 1))
    skill <- if (is.finite(d$skill_shape)) {
      stats::rbeta(n, d$skill * d$skill_shape, (1 - d$skill) * d$skill_shape)
    } else {
      rep(d$skill, n)
    }
    bias <- matrix(stats::rgamma(n * k, rep(6 * shares, each = n)), n)
    bias <- bias / rowSums(bias)
    return(list(
      items = function(m) sample.int(k, m, replace = TRUE, prob = shares),
      grid = seq_len(k), weight = shares,
      of = function(z, j) skill[j] * diag(k)[z, , drop = FALSE] + (1 - skill[j]) * rep(bias[j, ], each = length(z))
    ))
  }
  cuts <- switch(d$kind, threshold = 0, ordinal = c(-1, 0, 0.7), interval = seq(-1.5, 1.5, length.out = 6))
  cuts <- d$threshold + cuts
  shift <- stats::rnorm(n, 0, d$threshold_sd)
  noise <- d$noise * exp(stats::rnorm(n, 0, d$noise_sd))
  list(
    items = stats::rnorm,
    grid = stats::qnorm(stats::ppoints(400)), weight = rep(1 / 400, 400),
    of = function(z, j) {
      below <- vapply(cuts, function(cut) stats::pnorm((cut + shift[j] - z) / noise[j]), z)
      below <- cbind(0, matrix(below, length(z)), 1)
      below[, -1, drop = FALSE] - below[, -ncol(below), drop = FALSE]
    }
  )
}

# Distances of categories at a level, with the shares `p` of the population for mid-ranks.
distances <- function(level, p) {
  k <- seq_along(p)
  x <- if (level == "ordinal") cumsum(p) - p / 2 else k
  if (level == "nominal") return(1 - diag(length(k)))
  d <- outer(x, x, function(a, b) (a - b)^2)
  d / max(d)
}

level_of <- function(d) if (d$kind %in% c("ordinal", "interval")) d$kind else "nominal"

# The values in the population, from many raters.
truth_of <- function(d, n = 2000) {
  set.seed(d$design)
  people <- population_of(d, n)
  mean_p <- Reduce(`+`, lapply(seq_len(n), function(j) people$of(people$grid, j))) / n
  p <- colSums(people$weight * mean_p)
  ratio <- function(w) {
    apart <- sum(people$weight * rowSums((mean_p %*% w) * mean_p))
    c(observed = apart, expected = sum(w * outer(p, p)))
  }
  by_level <- ratio(distances(level_of(d), p))
  x <- ratio(distances(if (level_of(d) == "nominal") "nominal" else "interval", p))
  q <- length(p)
  nominal <- ratio(1 - diag(q))
  c(
    krippendorff_alpha = 1 - by_level[["observed"]] / by_level[["expected"]],
    conger_kappa = 1 - x[["observed"]] / x[["expected"]],
    percent_agreement = 1 - x[["observed"]],
    gwet_ac1 = 1 - nominal[["observed"]] / (1 - sum(p * (1 - p)) / (q - 1))
  )
}

# One study: a data frame of item, rater and label.
study_of <- function(d) {
  people <- population_of(d, d$raters)
  z <- people$items(d$items)
  item <- rep(seq_len(d$items), each = d$each)
  shares <- if (d$work == "zipf") 1 / seq_len(d$raters) else rep(1, d$raters)
  rater <- as.vector(vapply(seq_len(d$items), function(i) {
    if (d$each == d$raters) seq_len(d$raters) else sample.int(d$raters, d$each, prob = shares)
  }, numeric(d$each)))
  label <- integer(length(item))
  for (j in seq_len(d$raters)) {
    own <- which(rater == j)
    if (length(own) == 0) next
    p <- people$of(z[item[own]], j)
    label[own] <- max.col(-(t(apply(p, 1, cumsum)) < stats::runif(length(own))), "first")
  }
  data.frame(item = item, rater = rater, label = label)
}
