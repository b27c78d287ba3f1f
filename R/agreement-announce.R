# What a result warns of: estimates without a value, and without an interval.

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
