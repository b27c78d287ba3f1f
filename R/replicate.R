# Replicates: estimates under other weights of the items and the raters. An interval method draws the weights; the core
# computes the estimates.

# Returns a list with an element for each row of the result, group by group: the `estimate` of each replicate, and its
# `variance` if the method needs it. NULL for groups in `skip`.
replicate_estimates <- function(ratings, models, metric, weights, ci, skip) {
  replicate <- replicator(ci, ratings, models, metric, weights)
  groups <- setdiff(seq_along(ratings$group_status), skip)
  tick <- progress_tick("Drawing replicates")
  result <- vector("list", length(ratings$group_status) * length(models))
  for (done in seq_along(groups)) {
    g <- groups[done]
    values <- replicate(g, function(share) tick((done - 1 + share) / length(groups)))
    result[(g - 1L) * length(models) + seq_along(models)] <- values
  }
  result
}

# Returns a function of the number of a group and of tick(), which updates the progress bar. It returns the replicates
# of the group: a list with an element for each model.
replicator <- function(ci, ratings, models, metric, weights) {
  UseMethod("replicator")
}

# Returns such a function for a method that draws weights. `draw(rows, n)` returns `n` draws of the rows of a group: a
# list of `weights`, with a column per draw, and of `times` for the raters or NULL. `rows` is a list of `mass` (of the
# items, or of the patterns) and `cluster` (of the items, from 1, or NULL) and, if `raters` are drawn, of the codes of
# those in the group. `variance`: whether each replicate needs its variance.
weight_replicator <- function(ratings, models, metric, weights, times, draw, raters, variance) {
  by_item <- any(models %in% rater_models()) || raters || !is.null(ratings$cluster)
  if (by_item && is.null(ratings$cluster)) ratings <- join_equal_items(ratings)
  sample <- core_sample(ratings)
  # Frequencies that are all 1 are not kept.
  mass <- (if (isTRUE(ratings$frequencies)) ratings$weight) %||% double()
  function(g, tick) {
    rows <- list(mass = call_core(row_masses(sample, g - 1L, mass, by_item)))
    if (!is.null(ratings$cluster)) rows$cluster <- clusters_of_group(ratings, g)
    if (raters) {
      rows$raters <- raters_of_group(ratings, g)
      rows$n_raters <- length(ratings$raters)
    }
    found <- in_blocks(times, length(rows$mass), tick, function(first, n) {
      draws <- draw(rows, n)
      call_core(replicate_group(
        sample, g - 1L, models, metric, weights, draws$weights, draws$times, by_item, FALSE,
        if (variance) as.integer(rows$cluster) - 1L
      ))
    })
    values <- function(name) do.call(rbind, lapply(found, `[[`, name))
    estimate <- values("estimate")
    of_each <- values("variance")
    lapply(seq_len(ncol(estimate)), function(j) list(estimate = estimate[, j], variance = of_each[, j]))
  }
}

# Calls f(first, n) for `n` columns of weights from column `first` on, until there are `times`, and returns a list.
# Working in blocks bounds the use of memory, allows an interrupt, and updates the progress bar.
in_blocks <- function(times, n_rows, tick, f) {
  block <- max(1, min(times, 2e6 %/% max(1, n_rows)))
  lapply(seq(1, by = block, length.out = ceiling(times / block)), function(first) {
    n <- min(block, times - first + 1)
    found <- f(first, n)
    tick((first + n - 1) / times)
    found
  })
}

# The standard deviation and quantiles of the replicates with a value; NA if more than half have none or all are
# equal.
replicate_summary <- function(replicates, probs) {
  x <- replicates$estimate
  x <- x[!is.nan(x) & !is.na(x)]
  if (length(x) < length(replicates$estimate) / 2 || length(x) < 2 || max(x) - min(x) < 1e-12) {
    return(list(sd = NA_real_, quantiles = rep(NA_real_, length(probs))))
  }
  list(sd = stats::sd(x), quantiles = unname(stats::quantile(x, probs, type = 6)))
}
