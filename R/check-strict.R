# Strict mode, for jobs that run unattended: options(accord.strict = TRUE) makes an error of what is otherwise set
# aside, or is NA with the reason in `status`. The option is read here alone.

is_strict <- function() {
  strict <- getOption("accord.strict", FALSE)
  check_flag(strict, "options(accord.strict)")
  strict
}

STRICT_ADVICE <- "With {.code options(accord.strict = FALSE)} the result says what is concerned in {.field status} and
  {.field n_set_aside}."

first_places <- function(x) {
  paste0(paste(cut_end(utils::head(x, 5), 60), collapse = ", "), if (length(x) > 5) ", \u2026")
}

# Rows of a result that have no value, or not for certain.
check_strict_result <- function(columns) {
  status <- columns[["status"]]
  if (is.null(status) || !is_strict()) {
    return(invisible())
  }
  rows <- which(!as.character(status) %in% "ok")
  if (length(rows) == 0) {
    return(invisible())
  }
  where <- labels_of_rows(columns, rows)
  reason <- as.character(status)[rows]
  each <- unique(reason)
  found <- vapply(each, function(x) {
    paste0(sum(reason %in% x), " (", x, "): ", first_places(where[reason %in% x]))
  }, "")
  abort_accord(
    "strict",
    c(
      "Each status must be {.val ok} in strict mode.",
      x = "{length(rows)} row{?s} of {length(status)} {cli::qty(length(rows))}{?has/have} another one.",
      stats::setNames(as_written(utils::head(found, 5)), rep("x", min(length(found), 5))),
      i = STRICT_ADVICE
    ),
    reason = reason, where = where, n = length(rows), rows = rows
  )
}

# The columns before the first number name a row by its group and its coefficient, item or rater.
labels_of_rows <- function(columns, rows) {
  plain <- vapply(columns, function(x) is.atomic(x) && is.null(dim(x)) && length(x) == length(columns$status), NA)
  ids <- cumsum(!plain | vapply(columns, is.double, NA) | names(columns) == "status") == 0
  ids <- utils::head(which(ids), 3)
  if (length(ids) == 0) {
    return(paste("row", rows))
  }
  do.call(paste, c(unname(lapply(columns[ids], function(x) as.character(x)[rows])), sep = ", "))
}
