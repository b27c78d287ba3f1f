# Replicates: the estimates under other weights of the items, and of the raters. A method of
# intervals says how weights are drawn; the core does the rest.

# What the weights are drawn for: a list of `ratings`, and `mass` of the items (1 each if empty).
prepare_replicates <- function(ci, ratings) {
  UseMethod("prepare_replicates")
}

#' @export
prepare_replicates.accord_ci <- function(ci, ratings) {
  list(ratings = ratings, mass = double())
}

# One draw. `rows` is a list of `mass` (of the items, or of the patterns), `cluster` (of the items,
# from 1, or NULL) and `raters` (the codes of those in the group). Returns a list of `weights`, and
# of `times` for the raters or NULL.
draw_weights <- function(ci, rows) {
  UseMethod("draw_weights")
}

# A list with an entry for every row of the result, group by group: the `estimate` of each
# replicate, and its `variance` where `ci` asks for it. NULL for groups in `skip`.
replicate_estimates <- function(ratings, models, metric, weights, ci, skip) {
  prepared <- prepare_replicates(ci, ratings)
  ratings <- prepared$ratings
  sample <- call_core(new_sample(ratings, n_threads()))
  by_item <- any(MODELS[models + 1L] %in% c("raters", "pairs")) || isTRUE(ci$by_item) ||
    !is.null(ratings$cluster)
  groups <- setdiff(seq_along(ratings$group_status), skip)
  tick <- progress_tick("Drawing replicates")
  result <- vector("list", length(ratings$group_status) * length(models))
  for (done in seq_along(groups)) {
    g <- groups[done]
    rows <- list(mass = call_core(row_masses(sample, g - 1L, prepared$mass, by_item)))
    if (!is.null(ratings$cluster)) rows$cluster <- clusters_of_group(ratings, g)
    if (isTRUE(ci$draws_raters)) {
      rows$raters <- raters_of_group(ratings, g)
      rows$n_raters <- length(ratings$raters)
    }
    values <- replicate_one_group(rows, ci, function(share) tick((done - 1 + share) / length(groups)),
      function(draws) {
        call_core(replicate_group(
          sample, g - 1L, models, metric, weights, draws$weights, draws$times, by_item,
          isTRUE(ci$population), isTRUE(ci$with_variance), n_threads()
        ))
      }
    )
    result[(g - 1L) * length(models) + seq_along(models)] <- values
  }
  result
}

# Block by block: that bounds the memory, lets an interrupt through, and moves the bar.
replicate_one_group <- function(rows, ci, tick, evaluate) {
  block <- max(1, min(ci$times, floor(4e5 / max(1, length(rows$mass)))))
  estimate <- variance <- NULL
  done <- 0
  while (done < ci$times) {
    n <- min(block, ci$times - done)
    draws <- lapply(seq_len(n), function(b) draw_weights(ci, rows))
    weights <- matrix(unlist(lapply(draws, `[[`, "weights"), use.names = FALSE), ncol = n)
    times <- lapply(draws, `[[`, "times")
    core <- evaluate(list(
      weights = weights,
      times = if (!is.null(times[[1]])) matrix(unlist(times, use.names = FALSE), ncol = n)
    ))
    estimate <- rbind(estimate, core$estimate)
    variance <- rbind(variance, core$variance)
    done <- done + n
    tick(done / ci$times)
  }
  lapply(seq_len(ncol(estimate)), function(j) {
    list(estimate = estimate[, j], variance = variance[, j])
  })
}

raters_of_group <- function(ratings, g) {
  items <- ratings$group_start[g + 0:1]
  from <- ratings$item_start[items[1] + 1L]
  to <- ratings$item_start[items[2] + 1L]
  sort(unique(ratings$rater[from + seq_len(to - from)]))
}

# Quantiles of replicates that have a value; NA where most have none or all are alike.
replicate_summary <- function(replicates, probs) {
  x <- replicates$estimate
  x <- x[!is.nan(x) & !is.na(x)]
  if (length(x) < length(replicates$estimate) / 2 || length(x) < 2 || max(x) - min(x) < 1e-12) {
    return(list(sd = NA_real_, quantiles = rep(NA_real_, length(probs))))
  }
  list(sd = stats::sd(x), quantiles = unname(stats::quantile(x, probs, type = 6)))
}
