# The <agreement> tibble: one row per group and coefficient. All that a row means is in its
# columns, so that rows can be filtered and bound like any others.

# `columns`: a list of the columns after the group keys, in order.
new_agreement <- function(keys, columns) {
  tibble::new_tibble(c(as.list(keys), columns), nrow = nrow(keys), class = "accord_agreement")
}

# The columns of every <agreement>, in order.
AGREEMENT_COLUMNS <- c(
  "coefficient", "metric", "estimate", "std.error", "conf.low", "conf.high", "observed",
  "expected", "n_items", "n_raters", "n_ratings", "interval", "conf.level", "status"
)

# From the core's rows (a data frame with one row per group) to the result.
# `metric`: what the disagreement is measured by, in the column `metric`.
as_agreement <- function(core, ratings, coefficient, metric, ci) {
  check_key_names(names(ratings$groups))
  info <- registry_entry(coefficient)
  core <- cbind(core, call_core(count_by_group(ratings, info$least_ratings)))
  core$status <- status_words(core, ratings)
  # The core knows nothing of faulty groups, and some may still hold ratings.
  faulty <- ratings$group_status != "ok"
  core[faulty, c("estimate", "observed", "expected", "variance")] <- NA_real_
  interval <- lapply(add_interval(ci, core), undefined_as_na)
  result <- new_agreement(
    ratings$groups,
    list(
      coefficient = rep(coefficient, nrow(core)),
      metric = rep(metric, nrow(core)),
      estimate = undefined_as_na(core$estimate),
      std.error = interval$std.error,
      conf.low = interval$conf.low,
      conf.high = interval$conf.high,
      observed = undefined_as_na(core$observed),
      expected = undefined_as_na(core$expected),
      n_items = core$n_items,
      n_raters = core$n_raters,
      n_ratings = core$n_ratings,
      interval = rep(ci$method, nrow(core)),
      conf.level = rep(ci$conf_level %||% NA_real_, nrow(core)),
      status = core$status
    )
  )
  warn_undefined(result, info)
  warn_no_interval(result, ci)
  result
}

# The core's words for a value that is not there, in the order of its enum Status.
STATUS <- c(
  "ok", "no ratings", "no item with two ratings", "one category only",
  "all distances are 0", "values too large to square"
)

# A fault of the group comes before what the core found; no rating at all, or one rater,
# explains why no item has two ratings.
status_words <- function(core, ratings) {
  status <- STATUS[core$status + 1L]
  no_pairs <- status == "no item with two ratings"
  if (any(no_pairs)) {
    given <- call_core(count_by_group(ratings, 1L))
    status[no_pairs & given$n_raters %in% 1L] <- "one rater only"
    status[no_pairs & given$n_ratings == 0] <- "no ratings"
  }
  faulty <- ratings$group_status != "ok"
  status[faulty] <- ratings$group_status[faulty]
  status
}

undefined_as_na <- function(x) {
  x[is.nan(x)] <- NA_real_
  x
}

registry_entry <- function(id) {
  registry <- coefficient_registry()
  as.list(registry[match(id, registry$id), ])
}

# One warning a call, whatever the number of groups.
warn_undefined <- function(result, info) {
  undefined <- which(result$status != "ok")
  if (length(undefined) == 0) {
    return(invisible())
  }
  labels <- group_labels(agreement_keys(result))[undefined]
  reasons <- result$status[undefined]
  grouped <- ncol(agreement_keys(result)) > 0
  where <- cli::cli_vec(paste0(labels, " (", reasons, ")"), list("vec-trunc" = 5))
  warn_accord(
    "undefined",
    if (grouped) {
      c(
        "{info$label} has no value in {length(undefined)} of {nrow(result)} groups.",
        x = "{where}.",
        i = "Their {.field estimate} is {.val {NA}}; {.field status} says why."
      )
    } else {
      c(
        "{info$label} has no value for these data.",
        x = "The reason: {reasons}.",
        i = "{.field estimate} is {.val {NA}}; {.field status} says why."
      )
    },
    groups = labels,
    reasons = reasons
  )
}

warn_no_interval <- function(result, ci) {
  without <- which(result$status == "ok" & is.na(result$conf.low))
  if (length(without) == 0 || is.null(ci$conf_level)) {
    return(invisible())
  }
  labels <- group_labels(agreement_keys(result))[without]
  grouped <- ncol(agreement_keys(result)) > 0
  where <- if (grouped) paste0(": ", paste(utils::head(labels, 5), collapse = "; ")) else ""
  warn_accord(
    "no_interval",
    c(
      "The {ci$method} finds no interval where the items do not vary enough.",
      x = "No interval for {length(without)} of {nrow(result)} estimate{?s}{where}.",
      i = "{.code ?ci_{ci$method}} tells when this happens."
    ),
    groups = labels
  )
}

# The columns before the fixed ones: the keys of the groups.
agreement_keys <- function(x) {
  tibble::as_tibble(unclass(x)[setdiff(names(x), AGREEMENT_COLUMNS)], .rows = nrow(x))
}

check_key_names <- function(names) {
  taken <- intersect(names, AGREEMENT_COLUMNS)
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
