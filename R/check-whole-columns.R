# Columns as they come from the user's data frame. A data frame can be put together, or changed by other code, so that a
# column has fewer values than there are rows, or a factor has codes without a level. R computes with these until it
# crashes, and so would the core: each selected column is looked at once, where it is selected.

# `at`: the positions of columns of `data`.
check_whole_columns <- function(data, at, arg = "data") {
  columns <- unclass(data)[at]
  names <- names(data)[at] %||% as.character(at)
  n <- .row_names_info(data, 2L)
  sizes <- vapply(columns, function(x) as.double(NROW(x)), 0)
  bad <- which(sizes != n)
  if (length(bad)) {
    bad_sizes <- sizes[bad]
    abort_accord(
      "damaged",
      c(
        "Each column of a data frame must have as many values as there are rows.",
        x = "{.arg {arg}} has {n} row{?s}, and {length(bad)} column{?s} {?has/have} another length: \\
             {.var {first_few(names[bad])}} ({first_few(bad_sizes)} value{cli::qty(bad_sizes[1])}{?s}).",
        i = "{.code lengths({arg})} shows the length of each column. Make the data frame anew, with {.fn data.frame}."
      ),
      columns = names[bad], argument = arg
    )
  }
  for (i in seq_along(columns)) check_whole_column(columns[[i]], names[i], arg)
}

# The frame itself: a list of columns with a name each, and a number of rows. A name of the user's may be empty.
check_whole_frame <- function(data, arg = "data", empty = TRUE) {
  names <- names(data)
  n <- length(unclass(data))
  named <- !is.na(names) & (empty | nzchar(names))
  if (n > 0 && !(is.list(data) && is.character(names) && length(names) == n && all(named))) {
    abort_accord(
      "damaged",
      c(
        "Each column of a data frame must have a name.",
        x = "{.arg {arg}} has {n} column{?s} and {sum(named)} name{?s}.",
        i = if (arg == "data") "Give it names, as in {.code names(data) <- c(\"item\", \"rater\", \"rating\")}.",
        i = if (arg != "data") "Call the function that made {.arg {arg}} again."
      ),
      columns = character(), argument = arg
    )
  }
  # Without row names all columns are too long.
  if (.row_names_info(data, 2L) == 0) check_whole_columns(data, seq_along(data), arg)
}

# R computes with the dimensions of a table, whatever class they have.
check_whole_dim <- function(data) {
  dim <- attr(data, "dim", exact = TRUE)
  if (!is.object(dim)) dim <- attr(data, "dimnames", exact = TRUE)
  if (is.object(dim)) {
    abort_accord(
      "damaged",
      c(
        "The dimensions of a table must be plain numbers, and their names a plain list.",
        x = "Those of {.arg data} are {.cls {class(dim)[1]}}.",
        i = "Make the table anew, with {.fn matrix} or {.fn table}."
      ),
      columns = character(), argument = "data"
    )
  }
}

check_whole_column <- function(x, name, arg) {
  if (is.data.frame(x)) return()
  fault <- column_fault(x)
  if (!is.null(fault)) {
    abort_accord(
      "damaged",
      c(
        "The values of a column must be those that its class promises.",
        x = "{.var {name}}, {.cls {class(x)[1]}}, {fault}.",
        i = "Make the column anew from the values that it comes from."
      ),
      columns = name, argument = arg
    )
  }
}

column_fault <- function(x) {
  if (is.factor(x)) return(factor_fault(x))
  # Sets may be factors each.
  if (is.list(x) && !is.object(x)) for (set in x[vapply(x, is.factor, NA)]) {
    fault <- factor_fault(set)
    if (!is.null(fault)) return(paste("holds a factor that", fault))
  }
  class_fault(x)
}

factor_fault <- function(x) {
  levels <- attr(x, "levels", exact = TRUE)
  if (typeof(x) != "integer") return(paste("has codes of type", typeof(x)))
  if (!is.character(levels)) return(paste("has levels of type", typeof(levels)))
  # NA is the smallest integer.
  at <- place_outside_or_missing(x, 1L, length(levels))
  if (at > 0) paste0("has ", said(length(levels), "level"), ", but the code ", unclass(x)[at], " in row ", at)
}

# Classes whose methods, and ours, take the type for granted.
class_fault <- function(x) {
  types <- c(
    if (inherits(x, "integer64")) "double",
    if (inherits(x, c("Date", "POSIXct", "difftime"))) c("double", "integer"),
    if (inherits(x, "POSIXlt")) "list",
    if (inherits(x, "haven_labelled")) c("double", "integer", "character", "logical")
  )
  if (length(types) && !typeof(x) %in% types) return(paste("has values of type", typeof(x)))
  # R pads the parts of a time or not, by its version, and stops at one that is gone.
  parts <- if (inherits(x, "POSIXlt")) unclass(x)[c("sec", "min", "hour", "mday", "mon", "year")]
  if (any(vapply(parts, is.null, NA))) "lacks a part, such as the year"
}
