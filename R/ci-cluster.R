# Variances when items come in clusters: a cluster takes the place of an item.

# The core's rows (group by group, a row per model) with `variance`, `variance_items` (the number of
# clusters), `undefined` and `acceleration` by clusters.
cluster_variances <- function(estimates, ratings, entries, metric, weights, ci) {
  kind <- variance_of(ci)
  if (isTRUE(ci$classic)) {
    abort_accord(
      "argument",
      c(
        "{.code variance = \"classic\"} assumes independent items.",
        x = "They come in {vctrs::vec_size(ratings$clusters)} cluster{?s}.",
        i = "Use {.code variance = \"gwet\"} or {.code variance = \"ratio\"}."
      ),
      argument = "variance"
    )
  }
  if (kind == "none") {
    return(estimates)
  }
  models <- place_of("model", entries$model)
  by_group <- lapply(seq_along(ratings$group_status), clusters_of_group, ratings = ratings)
  own <- if (kind == "jackknife") {
    cluster_jackknife(ratings, by_group, models, entries$least_ratings, metric, weights)
  } else {
    cluster_linearized(ratings, by_group, models, metric, weights, rule = place_of("linearization", kind))
  }
  own$variance[is.na(estimates$estimate)] <- NA_real_
  estimates[names(own)] <- own
  estimates
}

# With u the influences of N items: C / (C - 1) times the sum over C clusters of (sum of u)^2 / N^2.
cluster_linearized <- function(ratings, by_group, models, metric, weights, rule) {
  group_of_item <- rep(seq_along(by_group), diff(ratings$group_start))
  rows <- lapply(models, function(model) {
    of_alpha <- ENUMS$model[model + 1L] == "alpha"
    u <- call_core(item_influences(core_sample(ratings), model, if (of_alpha) metric else weights, rule))
    per_group <- Map(function(u, cluster) {
      takes_part <- !is.na(u)
      sums <- drop(rowsum(u[takes_part], cluster[takes_part]))
      n <- length(sums)
      sums[abs(sums) < 1e-12 * sum(takes_part)] <- 0
      c(if (n > 1) n / (n - 1) * sum(sums^2) / sum(takes_part)^2 else NA_real_, n)
    }, split(u, factor(group_of_item, seq_along(by_group))), by_group)
    do.call(rbind, per_group)
  })
  each <- function(j) as.vector(do.call(rbind, lapply(rows, function(x) x[, j])))
  n <- each(2)
  data.frame(variance = each(1), variance_items = n, undefined = 0, acceleration = 0)
}

# Leaves each cluster out: its items have no weight. Those that take no part for a model, which asks
# for `least_ratings` of an item, are none.
cluster_jackknife <- function(ratings, by_group, models, least_ratings, metric, weights) {
  sample <- core_sample(ratings)
  size <- item_sizes(ratings)
  tick <- progress_tick("Leaving out clusters")
  rows <- lapply(seq_along(by_group), function(g) {
    moved <- function(share) tick((g - 1 + share) / length(by_group))
    cluster <- by_group[[g]]
    size <- size[ratings$group_start[g] + seq_along(cluster)]
    mass <- call_core(row_masses(sample, g - 1L, double(), TRUE))
    without <- in_blocks(max(0L, cluster), length(mass), moved, function(first, n) {
      w <- vapply(first + seq_len(n) - 1, function(c) mass * (cluster != c), mass)
      call_core(replicate_group(
        sample, g - 1L, models, metric, weights, matrix(w, ncol = n), NULL, TRUE, FALSE, NULL
      ))$estimate
    })
    without <- do.call(rbind, without)
    of_model <- lapply(seq_along(models), function(j) {
      jackknife_of(without[unique(cluster[size >= least_ratings[j]]), j])
    })
    do.call(rbind, of_model)
  })
  own <- as.data.frame(do.call(rbind, rows))
  names(own) <- JACKKNIFE_COLUMNS
  own
}

JACKKNIFE_COLUMNS <- c("variance", "variance_items", "undefined", "acceleration")

# Of the values without one: variance, their number, how many are undefined, acceleration.
jackknife_of <- function(without) {
  n <- length(without)
  e <- jackknife_deviation(without)
  squares <- sum(e^2)
  skew <- if (isTRUE(squares > 0)) -sum(e^3) / (6 * squares^1.5) else 0 # Efron (1987)
  c(if (n > 1) squares else NA_real_, n, sum(is.na(without)), skew)
}

# How far each moves the estimate: the squares add up to the variance.
jackknife_deviation <- function(without) {
  n <- length(without)
  if (n < 2 || anyNA(without)) {
    return(rep(NA_real_, n))
  }
  apart <- without - mean(without)
  apart[abs(apart) <= 1e-13 * (1 + abs(mean(without)))] <- 0
  sqrt((n - 1) / n) * apart
}
