# The <agreement> tibble: one row per group and coefficient.

# `columns`: a list of the columns after the group keys, in order.
new_agreement <- function(keys, columns, ci) {
  n <- nrow(keys)
  table <- tibble::new_tibble(c(as.list(keys), columns), nrow = n, class = "accord_agreement")
  attr(table, "ci") <- ci
  table
}

# The columns of every <agreement>, in order.
AGREEMENT_COLUMNS <- c(
  "coefficient", "metric", "estimate", "std.error", "conf.low", "conf.high", "observed",
  "expected", "n_items", "n_raters", "n_ratings", "status"
)

# From the core's rows (a data frame with one row per group) to the result.
# `metric`: what the disagreement is measured by, in the column `metric`.
as_agreement <- function(core, ratings, coefficient, metric, ci) {
  info <- registry_entry(coefficient)
  core <- cbind(core, call_core(count_by_group(ratings, info$least_ratings)))
  core$status <- status_words(core, ratings)
  defined <- core$status == "ok"
  core$estimate[!defined] <- NA_real_
  core$variance[!defined] <- NA_real_
  interval <- add_interval(ci, core)
  result <- new_agreement(
    ratings$groups,
    list(
      coefficient = rep(coefficient, nrow(core)),
      metric = rep(metric, nrow(core)),
      estimate = core$estimate,
      std.error = interval$std.error,
      conf.low = interval$conf.low,
      conf.high = interval$conf.high,
      observed = undefined_as_na(core$observed),
      expected = undefined_as_na(core$expected),
      n_items = core$n_items,
      n_raters = core$n_raters,
      n_ratings = core$n_ratings,
      status = core$status
    ),
    ci
  )
  warn_undefined(result, info)
  warn_no_interval(result, ci)
  result
}

# The core's words for a value that is not there, in the order of its enum Status.
STATUS <- c(
  "ok", "no ratings", "no item with two ratings", "one category only",
  "all distances are 0"
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

warn_undefined <- function(result, info) {
  undefined <- which(result$status != "ok")
  if (length(undefined) == 0) {
    return(invisible())
  }
  keys <- agreement_keys(result)
  labels <- group_labels(keys)[undefined]
  reasons <- result$status[undefined]
  n <- length(undefined)
  found <- if (ncol(keys) == 0) {
    "The data hold {reasons}."
  } else {
    "{n} group{?s} {?has/have} no value: {.field {paste0(labels, ' (', reasons, ')')}}."
  }
  if (ncol(keys) == 0) found <- "There is no value: {reasons}."
  warn_accord(
    "undefined",
    c(
      "{info$label} is not defined for every group of ratings; {.val {NA}} stands where it is not.",
      x = found
    ),
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
  warn_accord(
    "no_interval",
    c(
      "The {ci$method} finds no interval when the items do not vary enough.",
      x = "{length(without)} estimate{?s} without interval: {.field {labels}}.",
      i = "See the section on degenerate data in {.help [ci_{ci$method}](accord::ci_{ci$method})}."
    ),
    groups = labels
  )
}

# The columns before the fixed ones: the keys of the groups.
agreement_keys <- function(x) {
  tibble::as_tibble(unclass(x)[setdiff(names(x), AGREEMENT_COLUMNS)], .rows = nrow(x))
}
