# The <agreement> tibble: one row per group and coefficient. Each row is complete in itself, so that rows can be
# filtered and combined like those of any tibble.

# `columns`: a list of the columns after the group keys, in order.
new_agreement <- function(keys, columns, class = NULL) {
  columns <- with_agreements(columns)
  new_result(c(as.list(keys), columns), nrow = nrow(keys), class = c(class, "accord_agreement"))
}

# Computes `entries` of the registry for every group of the ratings, and returns a row per group and coefficient.
# `metric` is that of alpha, as returned by metric_for(), and `weights` those of all other coefficients, as returned by
# weights_for(); either may be NULL if no entry needs it.
measure_agreement <- function(ratings, entries, metric, weights, ci) {
  check_key_names(names(ratings$groups))
  check_possible_cells(ratings, entries)
  least <- entries$least_ratings
  if (!has_sampling_weights(ratings)) {
    return(measure_together(ratings, entries, metric, weights, ci))
  }
  # Sampling weights are scaled to the mean 1 over the items that an entry uses.
  parts <- lapply(unique(least), function(n) {
    measure_together(weigh_items_of(ratings, n), entries[least == n, ], metric, weights, ci)
  })
  entry <- unlist(lapply(unique(least), function(n) rep(which(least == n), times = nrow(ratings$groups))))
  group <- unlist(lapply(unique(least), function(n) rep(seq_len(nrow(ratings$groups)), each = sum(least == n))))
  vctrs::vec_slice(vctrs::vec_rbind(!!!parts), order(group, entry))
}

measure_together <- function(ratings, entries, metric, weights, ci) {
  ratings <- interval_ratings(ci, ratings, entries)
  if ("pairs" %in% entries$model) check_pair_work(ratings)
  metric <- metric %||% weights
  weights <- weights %||% metric
  of_alpha <- entries$model == "alpha"
  ratings$group_status <- worst_status(metric$group_status, weights$group_status)
  ratings$sample <- core_sample(ratings)
  models <- place_of("model", entries$model)
  # A linearised variance over clusters is computed with the estimates.
  cluster <- if (variance_of(ci) %in% c("gwet", "ratio")) cluster_of_items(ratings) else integer()
  estimates <- call_core(agreement_by_group(
    ratings$sample, models, metric, weights, ci$variance, ci$null_variance, cluster
  ))
  ci <- over_clusters(ci, ratings)
  group <- rep(seq_along(ratings$group_status), each = nrow(entries))
  entry <- rep(seq_len(nrow(entries)), times = length(ratings$group_status))
  by_entry <- (entry - 1L) * length(ratings$group_status) + group
  estimates <- cbind(estimates, used_counts(ratings, entries)[by_entry, ])
  # Patterns without raters do not show whether raters skipped items: the data are complete only if the number of
  # ratings is that of raters times items.
  if (!is.null(ratings$remote) && is.null(ratings$raters) && knows_raters(ratings)) {
    estimates$complete <- estimates$complete & as.double(estimates$n_raters) * estimates$n_items == estimates$n_ratings
  }
  alphas <- which(of_alpha[entry])
  disagreements <- c("observed", "expected")
  estimates[alphas, disagreements] <- in_rating_units(estimates[alphas, disagreements], metric)
  estimates$n_categories <- n_categories_by_group(ratings)[group]
  estimates$n_set_aside <- count_set_aside(ratings, "group", length(ratings$group_status))[group]
  estimates$lowest <- entries$lowest[entry]
  estimates$status <- estimate_status(estimates$status, ratings, group)
  # The core does not know about faults of groups, and may have computed estimates from their remaining ratings.
  faulty <- ratings$group_status[group] != "ok"
  estimates[faulty, c("estimate", "observed", "expected", "variance")] <- NA_real_
  of_pairs <- entries$model[entry] == "pairs" # a mean over pairs has no observed and expected disagreement
  estimates[of_pairs, c("observed", "expected")] <- NA_real_
  estimates <- interval_inputs(ci, estimates, list(
    ratings = ratings, entries = entries, models = models, metric = metric, weights = weights,
    skip = which(tapply(is.na(estimates$estimate), group, all)),
    measure = function(entry, ci) measure_together(ratings, entries[entry, ], metric, weights, ci)
  ))
  measured_by <- ifelse(of_alpha, metric$name, weights$name)
  columns <- agreement_columns(estimates, entries$id[entry], measured_by[entry], ci)
  if (!is.null(ratings$cluster)) columns$n_clusters <- count_clusters(ratings, entries$least_ratings)[by_entry]
  result <- new_agreement(vctrs::vec_slice(ratings$groups, group), columns)
  if (length(alphas) && is.null(ratings$remote)) result <- note_skewed(result, ratings, metric)
  if ("pairs" %in% entries$model && is.null(ratings$remote)) result <- note_few_common(result, ratings)
  if (is.null(ratings$sets)) result else note_whole_sets(note_empty_sets(result, ratings))
}

# Converts the rows of the core, with counts and status, to the columns of the result.
agreement_columns <- function(estimates, coefficient, metric, ci) {
  interval <- one_sided(ci, undefined_as_na(add_interval(ci, estimates)), estimates)
  values <- undefined_as_na(unclass(estimates)[c("estimate", "observed", "expected")])
  columns <- list(
    coefficient = coefficient,
    metric = metric,
    estimate = rounding_as_zero(values$estimate),
    std.error = interval$std.error,
    conf.low = interval$conf.low,
    conf.high = interval$conf.high,
    observed = values$observed,
    expected = values$expected,
    n_items = estimates$n_items,
    n_raters = estimates$n_raters,
    n_ratings = estimates$n_ratings,
    n_categories = estimates$n_categories,
    n_set_aside = estimates$n_set_aside,
    interval = interval$interval %||% rep(ci$label, nrow(estimates)),
    conf.level = rep(stated_level(ci) %||% NA_real_, nrow(estimates)),
    status = estimates$status
  )
  columns <- c(columns, side_columns(ci, nrow(estimates)))
  test <- interval[intersect(c("statistic", "df", "p.value"), names(interval))]
  append(columns, test, after = 6)
}

# 1 - observed / expected has an absolute rounding error of a few units in the sixteenth digit.
rounding_as_zero <- function(x) replace(x, which(abs(x) < 1e-14), 0)

# Counts of items, raters and ratings used: one row per entry and group, all groups of the first entry first.
used_counts <- function(ratings, entries) {
  by_least <- lapply(sort(unique(entries$least_ratings)), function(least) {
    count_used(ratings, least)
  })
  names(by_least) <- sort(unique(entries$least_ratings))
  counts <- do.call(rbind, unname(by_least[as.character(entries$least_ratings)]))
  rownames(counts) <- NULL
  counts
}

worst_status <- function(a, b) ifelse(a == "ok", b, a)

# The fault of a group takes precedence over the status from the core. If no item has two ratings, the status says
# whether there is no rating at all, or one rater only.
estimate_status <- function(code, ratings, group) {
  name <- status_names(code)
  no_pairs <- name == "no_pairs"
  if (any(no_pairs)) {
    given <- count_used(ratings, 1L)[group, ]
    name[no_pairs & given$n_raters %in% 1L] <- "one_rater"
    name[no_pairs & given$n_ratings == 0] <- "no_ratings"
  }
  status <- status_in_words(name)
  faulty <- ratings$group_status[group] != "ok"
  status[faulty] <- ratings$group_status[group][faulty]
  status
}

# `kinds`: groups that have the same entries, as returned by coefficients_by_group(), with the `metrics` of all; or
# parts of these with their own, from split_by_weights(). Rows are in the order of the groups.
measure_kinds <- function(ratings, kinds, metrics, ci) {
  parts <- lapply(kinds, function(kind) {
    metrics <- kind$metrics %||% metrics
    of_groups <- function(metric) {
      if (!is.null(metric)) metric$group_status <- metric$group_status[kind$groups]
      metric
    }
    measure_agreement(
      take_groups(ratings, kind$groups), kind$entries, of_groups(metrics$alpha), of_groups(metrics$weights), ci
    )
  })
  rows <- do.call(rbind, lapply(kinds, function(kind) {
    expand.grid(place = kind$place %||% seq_len(nrow(kind$entries)), group = kind$groups)
  }))
  result <- if (length(parts) == 1) {
    parts[[1]]
  } else {
    vctrs::vec_slice(vctrs::vec_rbind(!!!parts), order(rows$group, rows$place))
  }
  with_case_weights(result, ratings)
}

# Returns the result for these kinds of groups; `metrics` as returned by metrics_for().
measure_entries <- function(...) with_memory(measure_each_entry(...))

measure_each_entry <- function(ratings, kinds, metrics, ci) {
  result <- announce(measure_kinds(ratings, kinds, metrics, ci), ci, ratings)
  warn_unmarked(result, ratings)
  note_rated_twice(note_door(result, ratings), ratings)
}

# A coefficient may use items with one rating for chance agreement alone. A note then has the numbers of items with two
# ratings or more, which the agreement of pairs of raters is about, and of all.
note_rated_twice <- function(result, ratings) {
  result <- note_none_twice(result, ratings)
  if (length(using_single_ratings(result)) == 0 || is_remote(ratings) || has_sampling_weights(ratings)) return(result)
  n <- colSums(do.call(cbind, lapply(2:1, function(least) count_used(ratings, least)$n_items)))
  if (isTRUE(n[1] == n[2])) result else with_note(result, "rated_twice", matrix(n, 1))
}

# If no item has two ratings, a coefficient uses none of them. A note then has the numbers in the data, for the print.
note_none_twice <- function(result, ratings) {
  if (!all(result$n_items %in% 0L) || is_remote(ratings) || length(ratings$group_status) > 1) return(result)
  given <- count_used(ratings, 1L)[c("n_items", "n_raters", "n_ratings")]
  if (given$n_items > 0) with_note(result, "none_twice", lapply(as.list(given), unname)) else result
}

using_single_ratings <- function(x) x$coefficient[registry_entries(x$coefficient)$least_ratings %in% 0:1]

# The note has a row for each question if there are several.
rated_twice_words <- function(x) {
  n <- attr(x, "rated_twice")
  chance <- if (!is.null(n)) using_single_ratings(x)
  if (length(chance) == 0) {
    return(NULL)
  }
  questions <- rownames(n)
  all <- if (is.null(questions)) n[1, 2] else n[match(x[["question"]], questions), 2]
  counts <- paste0(if (!is.null(questions)) paste0(questions, ": "), big(n[, 1]), " of ", big(n[, 2]), " items")
  paste0(
    paste(counts, collapse = ", "), " have two or more ratings; ",
    if (sum(n[, 2] - n[, 1]) == 1) "the other counts" else "the others count", " only for chance agreement",
    if (any(x$n_items < all, na.rm = TRUE)) paste0(" (", in_a_list(unique(registry_entries(chance)$label)), ")")
  )
}

# The raters of ratings from a database are queried only if a coefficient or interval needs them.
who_rated <- function(ratings, entries, ci) {
  asks <- any(entries$raters) || ci$raters != "fixed"
  if (asks) with_raters(ratings) else ratings
}

# Returns `columns` with observed and expected agreement added; for specific agreement they are NA, since its observed
# and expected values are numbers of pairs.
with_agreements <- function(columns) {
  id <- columns$coefficient
  on_unit <- id != "category_agreement" & (id != "krippendorff_alpha" | is_on_unit(columns$metric))
  agreement <- function(disagreement) rounding_as_zero(ifelse(on_unit, 1 - disagreement, NA_real_))
  agreements <- list(
    observed_agreement = agreement(columns$observed), expected_agreement = agreement(columns$expected)
  )
  append(columns, agreements, after = match("expected", names(columns)))
}

# Alpha's distances are between 0 and 1 at some levels and for sets, and so are the disagreements of all weights of
# kappa.
is_on_unit <- function(metric) metric %in% c(ENUMS$unit_level, ENUMS$set_distance, "identity")

# Adds the name of the case weights if the user gave them; counts of a table or of patterns in a database are no case
# weights.
with_case_weights <- function(result, ratings) {
  if (!is.null(ratings$weight)) result$case_weights <- rep(ratings$case_weights, nrow(result))
  result
}

check_key_names <- function(names, more = NULL) {
  check_free_names(
    names, c(AGREEMENT_COLUMNS, ADDED_COLUMNS, more),
    advice = "Rename it in {.arg by}, as in {.code by = c(part = {taken[1]})}."
  )
}

# Links of objects that only one annotator marked have the rating `(none)`, which two annotators cannot both give. The
# usual chance agreement expects this.
check_possible_cells <- function(ratings, entries) {
  corrected <- setdiff(entries$id, c("percent_agreement", "unanimous_agreement", "category_agreement"))
  if (!is.null(ratings$impossible) && length(corrected)) {
    abort_accord(
      "impossible_cell",
      c(
        "Two raters cannot both have {.val {ratings$impossible}}, which the chance agreement of these coefficients \
         expects.",
        x = "{length(corrected)} coefficient{?s} correct{?s/} for chance: {.fn {corrected}}.",
        i = "{.fn event_kappa} has a chance agreement without this cell; without {.arg unlinked} all
          coefficients apply."
      ),
      coefficients = corrected
    )
  }
}
