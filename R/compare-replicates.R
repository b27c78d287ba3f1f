# All statistics under the same weights of items or clusters.

# Returns a list with the values of each statistic under each of `times` columns of weights. `unit`: the number of the
# weighted unit of each item; `draw(first, n)` returns `n` columns beginning with `first`, with a row per unit.
joint_replicates <- function(ratings, entries, metrics, unit, times, draw, label) {
  sample <- core_sample(ratings)
  models <- place_of("model", entries$model)
  size <- item_sizes(ratings)
  found <- in_blocks(times, max(0L, unit), progress_tick(label), function(first, n) {
    drawn <- draw(first, n)
    do.call(cbind, lapply(items_of_groups(ratings), function(rows) {
      # Items without a rating get no weight.
      weights <- drawn[unit[rows$item], , drop = FALSE] * (size[rows$item] > 0)
      call_core(replicate_group(
        sample, rows$group - 1L, models, metrics$alpha %||% metrics$weights, metrics$weights, weights,
        NULL, TRUE, FALSE, NULL
      ))$estimate
    }))
  })
  each_column(do.call(rbind, found))
}

#' @export
test_differences.accord_ci_bootstrap <- function(ci, figures, pairs, difference) {
  replicates <- bootstrap_figures(figures$ratings, figures$entries, figures$metrics, figures$unit, ci$times)
  lapply(seq_len(nrow(pairs)), function(row) {
    bootstrap_difference(difference[row], replicates[pairs[row, ]], ci) %||% list()
  })
}

bootstrap_figures <- function(ratings, entries, metrics, unit, times) {
  joined <- join_equal_units(ratings, entries, unit)
  rated <- item_sizes(joined$ratings) > 0
  strata <- units_drawn_together(lapply(items_of_groups(joined$ratings), function(rows) {
    joined$unit[rows$item[rated[rows$item]]]
  }))
  n_units <- length(joined$mass)
  draw <- function(first, n) {
    matrix(vapply(seq_len(n), function(b) draw_strata(strata, joined$mass), numeric(n_units)), n_units)
  }
  joint_replicates(joined$ratings, entries, metrics, joined$unit, times, draw, "Drawing replicates")
}

# Combines units that have equal items in all groups. Returns a list of the number of units of each kind (`mass`), the
# `ratings` of one unit of each kind, and the kind of each item as `unit`. Clusters are not combined, since few are
# equal.
join_equal_units <- function(ratings, entries, unit) {
  if (!is.null(ratings$cluster)) {
    return(list(ratings = ratings, unit = unit, mass = rep(1, max(0L, unit))))
  }
  if (!any(entries$raters)) ratings["rater"] <- list(NULL)
  first <- call_core(equal_items(ratings))
  kind <- integer(max(0L, unit))
  n_kinds <- 0L
  # `kind` is updated group by group: the kind in earlier groups, combined with the item in this one.
  for (rows in items_of_groups(ratings)) {
    here <- unit[rows$item]
    id <- group_ids(list(kind[here], first[rows$item]))$code
    kind[here] <- n_kinds + id
    n_kinds <- n_kinds + max(0L, id)
  }
  kind <- vctrs::vec_group_id(kind)
  places <- which(!duplicated(kind)[unit])
  list(ratings = take_items_by_group(ratings, places), unit = kind[unit[places]], mass = as.double(tabulate(kind)))
}

# Returns the values of each statistic without each unit.
figures_without <- function(ratings, entries, metrics, unit) {
  n_units <- max(0L, unit)
  draw <- function(first, n) {
    weights <- matrix(1, n_units, n)
    weights[cbind(first + seq_len(n) - 1, seq_len(n))] <- 0
    weights
  }
  joint_replicates(ratings, entries, metrics, unit, n_units, draw, "Leaving out clusters")
}

# Returns a list of the units in each stratum. Groups that share units form a stratum; every other group is its own
# stratum and keeps its number of units in each draw.
units_drawn_together <- function(units) {
  n <- length(units)
  linked <- diag(n) > 0
  for (second in seq_len(n)) {
    for (first in seq_len(second - 1)) {
      linked[first, second] <- linked[second, first] <- any(vctrs::vec_in(units[[first]], units[[second]]))
    }
  }
  repeat {
    further <- (linked %*% linked) > 0
    if (all(further == linked)) break
    linked <- further
  }
  first <- apply(linked, 1, which.max)
  strata <- lapply(unname(split(units, first)), function(x) unique(unlist(x, use.names = FALSE)))
  Filter(length, strata)
}

# Returns how often each unit is drawn.
draw_strata <- function(strata, mass) {
  drawn <- numeric(length(mass))
  for (units in strata) drawn[units] <- draw_items(list(mass = mass[units]), 1)
  drawn
}

bootstrap_difference <- function(difference, replicates, ci) {
  x <- rounding_as_zero(replicates[[2]] - replicates[[1]])
  probs <- level_tails(ci$conf_level)
  found <- replicate_summary(list(estimate = x), probs)
  if (is.na(found$sd)) {
    return(NULL)
  }
  if (takes_normal(ci)) {
    return(t_test(difference, found$sd, Inf, ci))
  }
  x <- x[!is.na(x)]
  beyond <- min(sum(x <= 0), sum(x >= 0))
  test <- list(
    std.error = found$sd, p.value = min(1, 2 * (beyond + 1) / (length(x) + 1)),
    conf.low = found$quantiles[1], conf.high = found$quantiles[2]
  )
  test$p.value <- agreeing_p_value(test, ci$conf_level)
  test
}
