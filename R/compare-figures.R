# The statistics that are compared, each an estimate of one coefficient in one group, and the influence of each item or
# cluster of items on them.

# Numbers the copies of items with frequencies: copies are equal but distinct items, so that the first, second, ... copy
# of each item has its own id, the same in every group.
number_copies <- function(ratings) {
  id <- group_ids(ratings$items)$code
  in_group <- group_ids(list(item_groups(ratings), id))$code
  copy <- seq_along(id) - match(in_group, in_group) + 1L # copies are adjacent
  group_ids(list(id, copy))$code
}

# Returns the ratings with a single key, the label of each group.
with_labels <- function(ratings) {
  ratings$groups <- tibble::tibble(group = group_labels(ratings$groups))
  ratings
}

# Returns the ratings with a group per set of raters, each with all items.
split_by_raters <- function(ratings, sets) {
  codes <- check_rater_sets(sets, ratings)
  n_items <- length(ratings$item_start) - 1L
  item <- rating_items(ratings)
  rows <- lapply(codes, function(who) which(ratings$rater %in% who))
  per_item <- lapply(rows, function(r) tabulate(item[r], n_items))
  rows <- unlist(rows, use.names = FALSE)
  ratings$code <- ratings$code[rows]
  ratings$rater <- ratings$rater[rows]
  ratings$item_start <- c(0L, cumsum(unlist(per_item, use.names = FALSE)))
  ratings$items <- vctrs::vec_rep(ratings$items, length(sets))
  if (!is.null(ratings$cluster)) ratings$cluster <- rep(ratings$cluster, length(sets))
  ratings$groups <- tibble::tibble(group = names(sets))
  ratings$group_start <- n_items * (seq_len(length(sets) + 1L) - 1L)
  ratings$group_status <- rep("ok", length(sets))
  ratings
}

# Returns a list: `estimates` with a row per statistic, sorted by group; `used`, the ids (as numbers) of the items of
# each; `unit`, for each item the number of the unit that intervals resample; and the inputs of the computation.
measure_figures <- function(ratings, entries, metrics, paired) {
  estimates <- measure_agreement(ratings, entries, metrics$alpha, metrics$weights, ci_none())
  estimates$lowest <- registry_entries(estimates$coefficient)$lowest
  estimates$lowest <- lowest_limit(estimates)
  of_interval <- if (is.null(ratings$cluster)) ratings$items else ratings$cluster
  unit <- number_over_groups(ratings, of_interval, paired)
  size <- item_sizes(ratings)
  id <- number_over_groups(ratings, ratings$items, paired = TRUE)
  used <- by_figure(ratings, entries, function(rows, j) id[rows[size[rows] >= entries$least_ratings[j]]])
  list(
    estimates = estimates, used = used, unit = unit, ratings = ratings, entries = entries, metrics = metrics
  )
}

# Returns whether groups share clusters, by which they are paired even if they have no common items.
shares_clusters <- function(figures) {
  if (is.null(figures$ratings$cluster)) {
    return(FALSE)
  }
  by_group <- lapply(items_of_groups(figures$ratings), function(rows) unique(figures$unit[rows$item]))
  anyDuplicated(unlist(by_group)) > 0
}

# Numbers ids from 1: the same id has the same number in all groups or, if not `paired`, only within its group.
number_over_groups <- function(ratings, ids, paired) {
  if (paired) {
    return(group_ids(ids)$code)
  }
  group_ids(list(item_groups(ratings), group_ids(ids)$code))$code
}

# Calls f(items of the group, position of the entry) for each statistic, in order.
by_figure <- function(ratings, entries, f) {
  groups <- lapply(items_of_groups(ratings), function(rows) {
    lapply(seq_len(nrow(entries)), function(j) f(rows$item, j))
  })
  unlist(groups, recursive = FALSE)
}

# Returns for each statistic a list of `unit`, the items or clusters that are used, and `e`, the influence of each: the
# sum of squares is the variance. NA if there is no variance.
deviations <- function(ci, figures) {
  variance <- variance_of(ci)
  if (variance == "jackknife") deletion_deviations(figures) else linear_deviations(figures, variance)
}

linear_deviations <- function(figures, variance) {
  ratings <- figures$ratings
  entries <- figures$entries
  metrics <- figures$metrics
  unit <- figures$unit
  influence <- lapply(seq_len(nrow(entries)), function(j) {
    call_core(item_influences(
      core_sample(ratings), place_of("model", entries$model[j]), entry_metric(entries[j, ], metrics),
      place_of("linearization", variance)
    ))
  })
  by_figure(ratings, entries, function(rows, j) {
    rows <- rows[!is.na(influence[[j]][rows])]
    u <- influence[[j]][rows]
    n <- length(u)
    units <- unit[rows]
    if (!is.null(ratings$cluster)) {
      units <- unique(units)
      u <- drop(rowsum(u, unit[rows], reorder = FALSE))
    }
    # Influences that are 0 apart from rounding errors are set to 0, as in the core's variance.h.
    u[abs(u) <= 1e-12 * n / length(u)] <- 0
    m <- length(u)
    list(unit = units, e = if (m < 2) rep(NA_real_, m) else sqrt(m / (m - 1)) * u / n)
  })
}

deletion_deviations <- function(figures) {
  ratings <- figures$ratings
  entries <- figures$entries
  metrics <- figures$metrics
  unit <- figures$unit
  size <- item_sizes(ratings)
  if (!is.null(ratings$cluster)) {
    without <- figures_without(ratings, entries, metrics, unit)
    units <- by_figure(ratings, entries, function(rows, j) {
      unique(unit[rows[size[rows] >= entries$least_ratings[j]]])
    })
    of_figure <- function(units, without) list(unit = units, e = jackknife_deviation(without[units]))
    return(Map(of_figure, units, without))
  }
  without <- lapply(seq_len(nrow(entries)), function(j) {
    model <- place_of("model", entries$model[j])
    found <- call_core(without_each_item(core_sample(ratings), model, entry_metric(entries[j, ], metrics)))
    ifelse(found$without_status == 0L, found$without, NA_real_)
  })
  by_figure(ratings, entries, function(rows, j) {
    rows <- rows[size[rows] >= entries$least_ratings[j]]
    list(unit = unit[rows], e = jackknife_deviation(without[[j]][rows]))
  })
}

entry_metric <- function(entry, metrics) if (entry$model == "alpha") metrics$alpha else metrics$weights
