# Variances for items in clusters: clusters take the place of items.

# Computes the estimate without each cluster by setting the weights of its items to zero. Items with fewer than
# `least_ratings` ratings are not used by a model; clusters of only such items do not count.
cluster_jackknife <- function(ratings, models, least_ratings, metric, weights) {
  sample <- core_sample(ratings)
  by_group <- lapply(seq_along(ratings$group_status), clusters_of_group, ratings = ratings)
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

# Returns, from the leave-one-out values: the variance, their number, the number of undefined values, and the
# acceleration.
jackknife_of <- function(without) {
  n <- length(without)
  e <- jackknife_deviation(without)
  squares <- sum(e^2)
  skew <- if (isTRUE(squares > 0)) -sum(e^3) / (6 * squares^1.5) else 0 # Efron (1987)
  c(if (n > 1) squares else NA_real_, n, sum(is.na(without)), skew)
}

# Returns the deviation of each leave-one-out value; the sum of squares is the variance.
jackknife_deviation <- function(without) {
  n <- length(without)
  if (n < 2 || anyNA(without)) {
    return(rep(NA_real_, n))
  }
  apart <- without - mean(without)
  apart[abs(apart) <= 1e-13 * (1 + abs(mean(without)))] <- 0
  sqrt((n - 1) / n) * apart
}

# Returns the cluster of each item within its group, counted from 0; empty without clusters.
cluster_of_items <- function(ratings) {
  if (is.null(ratings$cluster)) {
    return(integer())
  }
  unlist(lapply(seq_along(ratings$group_status), clusters_of_group, ratings = ratings)) - 1L
}
