# Means by rater of further columns, such as the time that each answer took.

# Returns the columns whose means are computed, with the columns that identify rater and group.
value_columns <- function(data, mean_of, columns) {
  if (rlang::quo_is_null(mean_of)) {
    return(NULL)
  }
  if (!is.data.frame(data) || rlang::quo_is_missing(columns$rater)) {
    abort_accord(
      "argument",
      c(
        "{.arg mean_of} names columns of a data frame with one row per rating.",
        x = if (is.data.frame(data)) {
          "{.arg rater} is not given."
        } else {
          "{.arg data} is {.obj_type_friendly {data}}."
        }
      ),
      argument = "mean_of"
    )
  }
  at <- select_columns(mean_of, data, "mean_of")
  if (length(at) == 0) {
    return(NULL)
  }
  values <- without_integer64(rlang::set_names(unclass(data)[at], names(at)))
  check_numeric_columns(values, "mean_of")
  ids <- ids_at(data, select_ids(columns$rater, data, "rater"), "rater")
  list(
    values = values,
    rater = vctrs::vec_slice(ids$values, ids$code),
    keys = group_keys(data, group_columns(data, columns$by))
  )
}

means_by_rater <- function(values, ratings, rows) {
  if (is.null(values)) {
    return(NULL)
  }
  group <- if (ncol(values$keys)) vctrs::vec_match(values$keys, ratings$groups) else 1L
  n <- length(ratings$raters)
  cell <- (group - 1) * n + vctrs::vec_match(values$rater, ratings$raters)
  place <- match(cell, (rows$group - 1) * n + rows$rater, nomatch = 0L) - 1L
  means <- lapply(values$values, function(x) {
    undefined_as_na(call_core(means_by_place(place, as.double(x), length(rows$rater))))
  })
  stats::setNames(means, paste0("mean_", names(means)))
}
