# Replicates: estimates under other weights of the items and the raters. An interval method defines how weights are
# drawn; the core computes the estimates.

# Returns a function of the number of a group, which prepares the draws for it: a list of `ratings`, their `sample` in
# the core, the number of the `group` in them, `mass` of the items (1 each if empty), and optionally their mass in the
# `prior`.
prepare_replicates <- function(ci, ratings) {
  UseMethod("prepare_replicates")
}

#' @export
prepare_replicates.accord_ci <- function(ci, ratings) {
  sample <- core_sample(ratings)
  mass <- if (isTRUE(ratings$frequencies)) ratings$weight
  function(g) list(ratings = ratings, sample = sample, group = g, mass = mass %||% double())
}

# `rows` is a list of `mass` (of the items, or of the patterns), `cluster` (of the items, from 1, or NULL), `raters`
# (the codes of those in the group) and `prior`. Returns `n` draws: a list of `weights`, with one or more columns for
# each draw, and of `times` for the raters or NULL. Random numbers are used draw by draw, so that results do not
# depend on `n`.
draw_weights <- function(ci, rows, n = 1) {
  UseMethod("draw_weights")
}

# Returns a list with an element for each row of the result, group by group: the `estimate` of each replicate, and its
# `variance` if `ci` needs it. NULL for groups in `skip`.
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

#' @export
replicator.accord_ci <- function(ci, ratings, models, metric, weights) {
  by_item <- any(models %in% rater_models()) || isTRUE(ci$by_item) ||
    !is.null(ratings$cluster)
  if (by_item && is.null(ratings$cluster)) ratings <- join_equal_items(ratings)
  prepare <- prepare_replicates(ci, ratings)
  check_models_replicate(models, ci)
  function(g, tick) {
    from <- prepare(g)
    at <- from$group - 1L
    rows <- list(mass = call_core(row_masses(from$sample, at, from$mass, by_item)))
    if (!is.null(ratings$cluster)) rows$cluster <- clusters_of_group(from$ratings, from$group)
    if (isTRUE(ci$draws_raters)) {
      rows$raters <- raters_of_group(from$ratings, from$group)
      rows$n_raters <- length(ratings$raters)
    }
    replicate_one_group(rows, ci, tick, function(draws) {
      call_core(replicate_group(
        from$sample, at, models, metric, weights, draws$weights, draws$times, by_item,
        isTRUE(ci$population), if (isTRUE(ci$with_variance)) as.integer(rows$cluster) - 1L
      ))
    })
  }
}

# Specific agreement counts pairs by the category of one rating, so if a rater were drawn twice, copies of a rating
# would have to be distinguished.
check_models_replicate <- function(models, ci) {
  if (isTRUE(ci$draws_raters) && "specific" %in% ENUMS$model[models + 1L]) {
    abort_accord(
      "argument",
      c(
        "Specific agreement has no interval from drawn raters.",
        x = "{.arg over} is {.val {ci$over}}.",
        i = "Use {.code over = \"items\"}, or leave {.val specific} out of {.arg coefficients}."
      ),
      argument = "over"
    )
  }
}

replicate_one_group <- function(rows, ci, tick, evaluate) {
  found <- in_blocks(ci$times, length(rows$mass), tick, function(first, n) {
    evaluate(draw_weights(ci, rows, n))
  })
  estimate <- do.call(rbind, lapply(found, `[[`, "estimate"))
  variance <- do.call(rbind, lapply(found, `[[`, "variance"))
  lapply(seq_len(ncol(estimate)), function(j) {
    list(estimate = estimate[, j], variance = variance[, j])
  })
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
