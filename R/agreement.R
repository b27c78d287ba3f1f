# The <agreement> tibble: one row per group and coefficient. All that a row means is in its
# columns, so that rows can be filtered and bound like any others.

# `columns`: a list of the columns after the group keys, in order.
new_agreement <- function(keys, columns, class = NULL) {
  tibble::new_tibble(c(as.list(keys), columns), nrow = nrow(keys), class = c(class, "accord_agreement"))
}

# The columns of every <agreement>, in order.
AGREEMENT_COLUMNS <- c(
  "coefficient", "metric", "estimate", "std.error", "conf.low", "conf.high", "observed",
  "expected", "n_items", "n_raters", "n_ratings", "interval", "conf.level", "status"
)

# Computes `entries` of the registry for every group of the ratings. `metric` is alpha's, as
# metric_for() makes it, `weights` that of all others, as weights_for() makes them; each may be
# NULL if no entry needs it. The result has a row per group and coefficient.
measure_agreement <- function(ratings, entries, metric, weights, ci) {
  check_key_names(names(ratings$groups))
  metric <- metric %||% weights
  weights <- weights %||% metric
  of_alpha <- entries$model == "alpha"
  ratings$group_status <- worst_status(metric$group_status, weights$group_status)
  models <- match(entries$model, MODELS) - 1L
  core <- call_core(agreement_by_group(
    ratings, models, metric, weights, ci$variance, isTRUE(ci$null_variance), n_threads()
  ))
  if (isTRUE(ci$rater_variance) && !is.null(ratings$raters)) {
    core <- cbind(core, call_core(rater_variances(ratings, models, metric, weights, n_threads())))
  }
  if (!is.null(ratings$cluster)) core <- cluster_variances(core, ratings, entries, metric, weights, ci)
  ci <- over_clusters(ci, ratings)
  group <- rep(seq_along(ratings$group_status), each = nrow(entries))
  entry <- rep(seq_len(nrow(entries)), times = length(ratings$group_status))
  by_entry <- (entry - 1L) * length(ratings$group_status) + group
  core <- cbind(core, used_counts(ratings, entries)[by_entry, ])
  core$lowest <- entries$lowest[entry]
  core$status <- status_words(core, ratings, group)
  # The core knows nothing of faulty groups, and some may still hold ratings.
  faulty <- ratings$group_status[group] != "ok"
  core[faulty, c("estimate", "observed", "expected", "variance")] <- NA_real_
  of_pairs <- entries$model[entry] == "pairs" # a mean of ratios: no observed and expected
  core[of_pairs, c("observed", "expected")] <- NA_real_
  skip <- which(tapply(is.na(core$estimate), group, all))
  if (isTRUE(ci$posterior)) {
    core <- cbind(core, posterior_columns(ratings, models, metric, weights, ci, skip))
  }
  if (isTRUE(ci$replicates)) {
    core$replicates <- replicate_estimates(ratings, models, metric, weights, ci, skip)
  }
  measured_by <- ifelse(of_alpha, metric$name, weights$name)
  columns <- agreement_columns(core, entries$id[entry], measured_by[entry], ci)
  new_agreement(vctrs::vec_slice(ratings$groups, group), columns)
}

# From the core's row per estimate, with counts and status, to the columns of the result.
agreement_columns <- function(core, coefficient, metric, ci) {
  interval <- lapply(add_interval(ci, core), undefined_as_na)
  columns <- list(
    coefficient = coefficient,
    metric = metric,
    estimate = undefined_as_na(core$estimate),
    std.error = interval$std.error,
    conf.low = interval$conf.low,
    conf.high = interval$conf.high,
    observed = undefined_as_na(core$observed),
    expected = undefined_as_na(core$expected),
    n_items = core$n_items,
    n_raters = core$n_raters,
    n_ratings = core$n_ratings,
    interval = rep(ci$label, nrow(core)),
    conf.level = rep(ci$conf_level %||% NA_real_, nrow(core)),
    status = core$status
  )
  test <- interval[intersect(c("statistic", "p.value"), names(interval))]
  append(columns, test, after = 6)
}

# What each entry used of each group: all groups of the first entry, then those of the next.
used_counts <- function(ratings, entries) {
  by_least <- lapply(sort(unique(entries$least_ratings)), function(least) {
    call_core(count_by_group(ratings, least))
  })
  names(by_least) <- sort(unique(entries$least_ratings))
  counts <- do.call(rbind, unname(by_least[as.character(entries$least_ratings)]))
  rownames(counts) <- NULL
  counts
}

worst_status <- function(a, b) ifelse(a == "ok", b, a)

# The core's words for a value that is not there, in the order of its enum Status.
STATUS <- c(
  "ok", "no ratings", "no item with two ratings", "one category only",
  "all distances are 0", "values too large to square", "raters are anonymous",
  "no two raters with a kappa", "category not used"
)

# A fault of the group comes before what the core found; no rating at all, or one rater,
# explains why no item has two ratings.
status_words <- function(core, ratings, group) {
  status <- STATUS[core$status + 1L]
  no_pairs <- status == "no item with two ratings"
  if (any(no_pairs)) {
    given <- call_core(count_by_group(ratings, 1L))[group, ]
    status[no_pairs & given$n_raters %in% 1L] <- "one rater only"
    status[no_pairs & given$n_ratings == 0] <- "no ratings"
  }
  faulty <- ratings$group_status[group] != "ok"
  status[faulty] <- ratings$group_status[group][faulty]
  status
}

undefined_as_na <- function(x) {
  x[is.nan(x)] <- NA_real_
  x
}

# One warning a call for values that are not there, and one for intervals.
announce <- function(result, ci, ratings) {
  warn_undefined(result)
  warn_no_interval(result, over_clusters(ci, ratings))
  result
}

warn_undefined <- function(result) {
  undefined <- which(result$status != "ok")
  if (length(undefined) == 0) {
    return(invisible())
  }
  reasons <- result$status[undefined]
  labels <- estimate_labels(result)[undefined]
  single <- unique(registry_entries(result$coefficient)$label)
  where <- cli::cli_vec(paste0(labels, " (", reasons, ")"), list("vec-trunc" = 5))
  warn_accord(
    "undefined",
    if (nrow(result) == 1) {
      c(
        "{single} has no value for these data.",
        x = "The reason: {reasons}.",
        i = "{.field estimate} is {.val {NA}}; {.field status} says why."
      )
    } else {
      c(
        if (length(single) == 1) {
          "{single} has no value in {length(undefined)} of {nrow(result)} groups."
        } else {
          "{length(undefined)} of {nrow(result)} estimates have no value."
        },
        x = "{where}.",
        i = "Their {.field estimate} is {.val {NA}}; {.field status} says why."
      )
    },
    groups = group_labels(agreement_keys(result))[undefined],
    coefficients = result$coefficient[undefined],
    reasons = reasons
  )
}

warn_no_interval <- function(result, ci) {
  without <- which(result$status == "ok" & is.na(result$conf.low))
  if (length(without) == 0 || is.null(ci$conf_level)) {
    return(invisible())
  }
  labels <- utils::head(estimate_labels(result)[without], 5)
  where <- if (nrow(result) > 1) paste0(": ", paste(labels, collapse = "; ")) else ""
  warn_accord(
    "no_interval",
    c(
      "The {ci$label} method finds no interval where the {ci$over %||% \"items\"} do not vary enough.",
      x = "No interval for {length(without)} of {nrow(result)} estimate{?s}{where}.",
      i = "{.code ?ci_{ci$method}} tells when this happens."
    ),
    groups = group_labels(agreement_keys(result))[without],
    coefficients = result$coefficient[without]
  )
}

# What tells the estimates of a result apart: the group, the coefficient, or both.
estimate_labels <- function(result) {
  keys <- agreement_keys(result)
  labels <- registry_entries(result$coefficient)$label
  if (ncol(keys) == 0) {
    return(labels)
  }
  groups <- group_labels(keys)
  if (length(unique(labels)) > 1) paste0(groups, ", ", labels) else groups
}

# The keys of the groups, and columns that the user put among them: those before the fixed ones.
key_names <- function(x) {
  names(x)[cumsum(names(x) %in% AGREEMENT_COLUMNS) == 0]
}

agreement_keys <- function(x) {
  tibble::as_tibble(unclass(x)[key_names(x)], .rows = nrow(x))
}

check_key_names <- function(names, more = NULL) {
  taken <- intersect(names, c(AGREEMENT_COLUMNS, ADDED_COLUMNS, more))
  if (length(taken)) {
    abort_accord(
      "reserved_name",
      c(
        "A grouping column may not have the name of a column of the result.",
        x = "{length(taken)} of them {?does/do}: {.field {taken}}.",
        i = "Rename it in {.arg by}, as in {.code by = c(part = {taken[1]})}."
      ),
      columns = taken
    )
  }
}
