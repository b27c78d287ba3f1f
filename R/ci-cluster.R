# Variances when items come in clusters: a cluster takes the place of an item.

# The core's rows (group by group, a row per model) with `variance`, `variance_items` (the number of
# clusters), `undefined` and `acceleration` by clusters.
cluster_variances <- function(core, ratings, models, metric, weights, ci) {
  kind <- VARIANCES[ci$variance + 1L]
  if (isTRUE(ci$classic)) {
    abort_accord(
      "argument",
      c(
        "{.code variance = \"classic\"} takes the items as independent.",
        x = "They come in {vctrs::vec_size(ratings$clusters)} clusters.",
        i = "Use {.code variance = \"gwet\"} or {.code variance = \"ratio\"}."
      ),
      argument = "variance"
    )
  }
  if (kind == "none") {
    return(core)
  }
  by_group <- lapply(seq_along(ratings$group_status), clusters_of_group, ratings = ratings)
  own <- if (kind == "jackknife") {
    cluster_jackknife(ratings, by_group, models, metric, weights)
  } else {
    cluster_linearized(ratings, by_group, models, metric, weights, rule = match(kind, VARIANCES) - 2L)
  }
  own$variance[is.na(core$estimate)] <- NA_real_
  core[names(own)] <- own
  core
}

# With u the influences of N items: C / (C - 1) times the sum over C clusters of (sum of u)^2 / N^2.
cluster_linearized <- function(ratings, by_group, models, metric, weights, rule) {
  group_of_item <- rep(seq_along(by_group), diff(ratings$group_start))
  rows <- lapply(models, function(model) {
    of_alpha <- MODELS[model + 1L] == "alpha"
    u <- call_core(item_influences(ratings, model, if (of_alpha) metric else weights, rule, n_threads()))
    per_group <- Map(function(u, cluster) {
      takes_part <- !is.na(u)
      sums <- drop(rowsum(u[takes_part], cluster[takes_part]))
      n <- length(sums)
      sums[abs(sums) < 1e-12 * sum(takes_part)] <- 0
      c(if (n > 1) n / (n - 1) * sum(sums^2) / sum(takes_part)^2 else NA_real_, n)
    }, split(u, factor(group_of_item, seq_along(by_group))), by_group)
    do.call(rbind, per_group)
  })
  column <- function(j) as.vector(do.call(rbind, lapply(rows, function(x) x[, j])))
  n <- column(2)
  data.frame(variance = column(1), variance_items = n, undefined = 0, acceleration = 0)
}

# Leaves each cluster out: its items have no weight. Clusters without a pair of ratings take no part.
cluster_jackknife <- function(ratings, by_group, models, metric, weights) {
  sample <- call_core(new_sample(ratings, n_threads()))
  ratings_per_item <- diff(ratings$item_start)
  rows <- lapply(seq_along(by_group), function(g) {
    cluster <- by_group[[g]]
    mass <- call_core(row_masses(sample, g - 1L, double(), TRUE))
    pairable <- ratings_per_item[ratings$group_start[g] + seq_along(cluster)] > 1
    left_out <- unique(cluster[pairable])
    block <- max(1, floor(4e5 / max(1, length(mass))))
    values <- lapply(split(left_out, (seq_along(left_out) - 1) %/% block), function(clusters) {
      w <- vapply(clusters, function(c) mass * (cluster != c), mass)
      w <- matrix(w, ncol = length(clusters))
      call_core(replicate_group(
        sample, g - 1L, models, metric, weights, w, NULL, TRUE, FALSE, FALSE, n_threads()
      ))$estimate
    })
    values <- do.call(rbind, values) %||% matrix(double(), 0, length(models))
    t(apply(values, 2, jackknife_of))
  })
  own <- as.data.frame(do.call(rbind, rows))
  names(own) <- c("variance", "variance_items", "undefined", "acceleration")
  own
}

# Of the values without one: variance, their number, how many are undefined, acceleration.
jackknife_of <- function(values) {
  n <- length(values)
  undefined <- sum(is.na(values))
  if (undefined > 0 || n < 2) {
    return(c(NA_real_, n, undefined, 0))
  }
  apart <- mean(values) - values
  apart[abs(apart) <= 1e-13 * (1 + abs(mean(values)))] <- 0
  squares <- sum(apart^2)
  c((n - 1) / n * squares, n, 0, if (squares > 0) sum(apart^3) / (6 * squares^1.5) else 0)
}
