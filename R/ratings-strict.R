# In strict mode, an error if ratings were given that do not count. A missing rating was not given, and one of weight 0
# was left out by the user.
check_strict_ratings <- function(ratings) {
  if (!is_strict()) {
    return(invisible(ratings))
  }
  aside <- ratings$set_aside
  aside <- aside[!aside$reason %in% c("missing", "without weight"), ]
  if (NROW(aside) == 0) {
    return(invisible(ratings))
  }
  where <- Map(places_set_aside, aside$reason, aside$rows, list(ratings))
  found <- paste0(
    format(aside$n, big.mark = ",", trim = TRUE), " (", aside$reason, ")",
    vapply(where, function(x) if (length(x)) paste0(": ", first_places(x)) else "", "")
  )
  codes <- ratings$remote$facts$codes
  values <- as.character(codes$value[codes$code %in% 0L])
  n <- sum(aside$n)
  abort_accord(
    "strict",
    c(
      "No rating may be set aside in strict mode.",
      x = "{n} rating{?s} {?is/are} set aside.",
      stats::setNames(as_written(found), rep("x", length(found))),
      x = if (length(values)) "Outside the categories: {.val {first_few(values)}}.",
      i = STRICT_ADVICE
    ),
    reason = aside$reason, where = unname(where), n = aside$n
  )
}

# Rows of data in memory; of a database, the groups.
places_set_aside <- function(reason, rows, ratings) {
  if (reason == "group with a fault") {
    faulty <- which(ratings$group_status != "ok")
    return(paste0(group_labels(ratings$groups)[faulty], " (", ratings$group_status[faulty], ")"))
  }
  if (length(rows)) {
    return(paste("row", rows))
  }
  if (ncol(ratings$groups) == 0 || is.null(ratings$remote)) {
    return(character())
  }
  group_labels(ratings$groups)[ratings$remote$n_set_aside > 0]
}
