# Selects columns by tidy selection and checks that they are valid. A data frame that was built by hand or changed by
# other code may have a column that is shorter than the number of rows, or a factor with codes beyond its levels. R and
# the core could crash on these, so that each column is checked once, when it is selected.

# Returns the position of one column, named by the column; `NULL` if an optional one is not given. A column that is not
# given defaults to the one with the name of the argument, or for `document` to `item`, which is what the readers of
# accord name documents.
default_column <- function(quo, what, data) {
  if (!rlang::quo_is_missing(quo)) {
    return(quo)
  }
  instead <- what == "document" && !"document" %in% names(data) && "item" %in% names(data)
  rlang::new_quosure(as.name(if (instead) "item" else what), emptyenv())
}

select_one <- function(quo, data, arg, optional = FALSE, layouts = arg == "item") {
  given <- !rlang::quo_is_missing(quo) && !rlang::quo_is_null(quo)
  if (optional && !given) {
    return(NULL)
  }
  selected <- if (given) select_columns(quo, data, arg) else integer()
  if (length(selected) == 1) {
    return(selected)
  }
  columns <- names(selected) %||% character()
  hint <- column_hint(character(), names(data))
  abort_accord(
    "argument",
    c(
      "{.arg {arg}} must select one column.",
      x = if (!given) {
        "It is not given."
      } else if (length(columns)) {
        "It selects {length(columns)} columns: {.var {first_few(columns)}}."
      } else {
        "It selects none."
      },
      i = "{hint}",
      i = if (!given && layouts && holds_spans(data)) {
        "These are spans or events of annotators: {.fn as_spans} takes them, for {.fn event_kappa},
         {.fn span_agreement}, and {.fn as_ratings} for other coefficients."
      } else if (!given && layouts) {
        "For a table with a column per rater, use {.code layout = \"raters_in_columns\"}; for counts with a column per
         category, {.code layout = \"counts\"}. Frequencies of whole rows are {.arg case_weights} in the first of them."
      }
    ),
    argument = arg,
    columns = columns
  )
}

# Whether a table has the columns of readers for spans and events.
holds_spans <- function(data) all(c("annotator", "label", "start", "end") %in% names(data))

# Returns the columns of an id: one, or several whose combinations are the ids (see joined_ids()).
select_ids <- function(quo, data, arg, optional = FALSE, layouts = arg == "item") {
  several <- !rlang::quo_is_missing(quo) && rlang::is_call(rlang::quo_get_expr(quo)) &&
    length(selected <- select_columns(quo, data, arg)) > 1
  if (several) selected else select_one(quo, data, arg, optional, layouts)
}

# Returns the positions of any number of columns, named by the columns or by the new names in the selection.
select_columns <- function(quo, data, arg) {
  if (rlang::quo_is_missing(quo)) {
    abort_accord(
      "argument",
      c("{.arg {arg}} must select columns.", x = "It is not given."),
      argument = arg,
      columns = character()
    )
  }
  check_name_lengths(data)
  check_names_columns(quo, data, arg)
  selected <- plain_column_name(quo, data, arg) %||% tryCatch(
    tidyselect::eval_select(quo, data),
    error = function(cnd) select_by_place(quo, data) %||% abort_selection(cnd, quo, data, arg)
  )
  if (is.data.frame(data)) check_whole_columns(data, selected)
  selected
}

# Does the same for data in which names of other columns are empty or duplicated, which tidyselect does not accept; NULL
# if the selection itself is invalid.
select_by_place <- function(quo, data) {
  names <- names(data)
  names[is.na(names)] <- ""
  mentioned <- all.vars(rlang::quo_get_expr(quo))
  if (all(names != "") && !anyDuplicated(names) || any(duplicated(names) & names %in% mentioned)) {
    return(NULL)
  }
  repaired <- as.list(seq_along(names))
  names(repaired) <- make.unique(ifelse(names == "", "\r", names), "\r")
  at <- tryCatch(tidyselect::eval_select(quo, repaired), error = function(cnd) NULL)
  if (!is.null(at)) stats::setNames(unname(at), names[at])
}

# Returns the position of a column that is selected by its plain name; NULL for any other selection. Most calls are of
# this kind, and tidyselect would take 90% of the time of as_ratings() on a few hundred rows.
plain_column_name <- function(quo, data, arg) {
  if (!is.data.frame(data)) {
    return(NULL)
  }
  expr <- rlang::quo_get_expr(quo)
  name <- if (is.symbol(expr)) as.character(expr) else if (rlang::is_string(expr)) expr
  at <- which(names(data) %in% name)
  # For a string tidyselect would select the first of several columns with this name.
  check_named_once(name[length(at) > 1], data, arg)
  if (length(at) == 1) stats::setNames(at, name)
}

# `d$i` evaluates to a vector of values, which tidyselect would take for column positions; so would numbers stored in a
# variable.
check_names_columns <- function(quo, data, arg) {
  expr <- rlang::quo_get_expr(quo)
  outside <- is.symbol(expr) && !as.character(expr) %in% names(data)
  if (!outside && !rlang::is_call(expr, c("$", "[["))) {
    return(invisible())
  }
  values <- tryCatch(rlang::eval_tidy(quo), error = function(cnd) NULL)
  if (outside && (is.character(values) || length(values) < 2)) {
    return(invisible())
  }
  if (is.atomic(values) && !is.null(values) && !rlang::is_string(values)) {
    code <- rlang::as_label(expr)
    named <- !outside && (rlang::is_call(expr, "$") || is.character(expr[[3]]))
    name <- if (named) as.character(expr[[3]]) else "column"
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must name a column of {.arg data}.",
        x = "{.code {code}} is a vector of {length(values)} value{?s}.",
        i = if (outside) {
          "Add it to {.arg data} as a column, and name that column."
        } else {
          "Write {.code {arg} = {name}}."
        }
      ),
      argument = arg,
      columns = character()
    )
  }
}

# `columns`: names that occur in a selection.
check_named_once <- function(columns, data, arg) {
  twice <- unique(names(data)[duplicated(names(data)) & names(data) %in% columns])
  if (length(twice)) {
    at <- which(names(data) == twice[1])
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must name columns whose names are unique.",
        x = "{length(at)} columns of {.arg data} are called {.var {twice[1]}}: columns {first_few(at)}.",
        i = "Rename one of them."
      ),
      argument = arg,
      columns = twice
    )
  }
}

# The longest name that R accepts. A longer one causes an error without a class when it is used in code, after which R
# overestimates its memory and runs the garbage collector at every allocation (R 4.2.2).
LONGEST_NAME <- 10000L

is_long_name <- function(names) nchar(names, "bytes") > LONGEST_NAME

check_name_lengths <- function(data) {
  long <- which(is_long_name(names(data)))
  if (length(long)) {
    abort_accord(
      "argument",
      c(
        "{.arg data} must have column names of at most {LONGEST_NAME} bytes.",
        x = "{length(long)} {?is/are} longer: {cli::qty(length(long))}column{?s} {first_few(long)}.",
        i = "Give {cli::qty(length(long))}{?it a shorter name/them shorter names}."
      ),
      argument = "data",
      columns = names(data)[long]
    )
  }
}

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

# Checks the frame itself: a list of columns, each with a name, and a number of rows. Column names of users may be
# empty.
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
  # Without row names the number of rows is 0, so that every column that is not empty is too long.
  if (.row_names_info(data, 2L) == 0) check_whole_columns(data, seq_along(data), arg)
}

# R uses the dimensions of a table even if they have a class.
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
  # Sets may be given as factors.
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
  # NA is stored as the smallest integer, so that it is below the first code.
  at <- place_outside_or_missing(x, 1L, length(levels))
  if (at > 0) paste0("has ", said(length(levels), "level"), ", but the code ", unclass(x)[at], " in row ", at)
}

# Methods for these classes, in R and here, assume the storage type.
class_fault <- function(x) {
  types <- c(
    if (inherits(x, "integer64")) "double",
    if (inherits(x, c("Date", "POSIXct", "difftime"))) c("double", "integer"),
    if (inherits(x, "POSIXlt")) "list",
    if (inherits(x, "haven_labelled")) c("double", "integer", "character", "logical")
  )
  if (length(types) && !typeof(x) %in% types) return(paste("has values of type", typeof(x)))
  # Whether R recycles the parts of a time depends on its version; a missing part is an error in all of them.
  parts <- if (inherits(x, "POSIXlt")) unclass(x)[c("sec", "min", "hour", "mday", "mon", "year")]
  if (any(vapply(parts, is.null, NA))) "lacks a part, such as the year"
}
