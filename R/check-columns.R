# Columns by tidy selection, for every function that takes data.

# `rows`: what it has a row for, as in "item and rater".
check_data_frame <- function(data, rows = NULL) {
  check_given(data, "data")
  if (!is.data.frame(data)) {
    of_rows <- if (length(rows)) paste("with a row per", rows)
    abort_argument(data, "data", paste(c("a data frame", of_rows), collapse = " "))
  }
}

# R's own limit. A longer name is an error without a class when it is written as code, and memory that R then
# counts wrongly, so that it looks for garbage at every allocation (R 4.2.2).
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

# `each`: what needs an id, `column`: where it is found. `at`: the rows that count.
check_ids_given <- function(ids, each, column, at = seq_along(ids)) {
  lacking <- at[is.na(ids[at])]
  if (length(lacking)) {
    abort_accord(
      "missing_id",
      c(
        "Every {each} needs its {column}.",
        x = "{length(lacking)} row{?s} {?has/have} none: {first_few(lacking)}.",
        i = "Remove {cli::qty(length(lacking))}{?this row/these rows}, or fill in the {column} column."
      ),
      rows = lacking, argument = column
    )
  }
}

# The position of one column, named by the column. `NULL` where an optional one is not given.
# Where no column was given, that of the name of the argument; readers call documents items.
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
      i = if (!given && layouts) {
        "For a table with a column per rater, use {.code layout = \"raters_in_columns\"}; for counts with a column per
         category, {.code layout = \"counts\"}. Frequencies of whole rows are {.arg case_weights} in the first of them."
      }
    ),
    argument = arg,
    columns = columns
  )
}

# The columns of an id: one, or several whose combinations are the ids (joined_ids()).
select_ids <- function(quo, data, arg, optional = FALSE) {
  several <- !rlang::quo_is_missing(quo) && rlang::is_call(rlang::quo_get_expr(quo)) &&
    length(selected <- select_columns(quo, data, arg)) > 1
  if (several) selected else select_one(quo, data, arg, optional)
}

# The positions of any number of columns, named by the columns (or by the new names given).
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

# The same where names of other columns are empty or occur twice, which tidyselect does not take: NULL where the
# selection itself is at fault.
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

# The position of the one column that has the name that is written; NULL for any other selection. Most calls are of
# this kind, and tidyselect would take nine tenths of the time of as_ratings() of a few hundred rows.
plain_column_name <- function(quo, data, arg) {
  if (!is.data.frame(data)) {
    return(NULL)
  }
  expr <- rlang::quo_get_expr(quo)
  name <- if (is.symbol(expr)) as.character(expr) else if (rlang::is_string(expr)) expr
  at <- which(names(data) %in% name)
  # tidyselect takes the first of a text.
  check_named_once(name[length(at) > 1], data, arg)
  if (length(at) == 1) stats::setNames(at, name)
}

# `d$i` is a vector of values, which would select the columns at these places, and so are numbers that are no column.
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

# `columns`: names that a selection mentions.
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

abort_selection <- function(cnd, quo, data, arg) {
  check_named_once(all.vars(rlang::quo_get_expr(quo)), data, arg)
  column <- missing_columns(quo, data)
  if (length(column) == 0) {
    expr <- rlang::quo_get_expr(quo)
    reason <- sub("[.]*$", ".", first_cause(cnd))
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must be a tidy selection of columns.",
        x = "{.code {rlang::as_label(expr)}} is not: {reason}",
        i = if (any(all.vars(expr) %in% names(data))) "Add what you calculate to {.arg data}, and name its column."
      ),
      argument = arg,
      columns = character()
    )
  }
  abort_missing("{.arg {arg}} must select existing columns.", column, names(data), argument = arg)
}

# `rule`, and what was `found`: cli messages, read in the caller's frame, which may name the `column`.
abort_missing <- function(rule, column, available, ...,
                          found = "{length(column)} column{?s} {?does/do} not exist: {.var {column}}.",
                          .envir = parent.frame()) {
  near <- nearest_columns(column, available)
  envir <- rlang::new_environment(list(column = column, hint = column_hint(near, available)), .envir)
  abort_accord(
    "missing_column", c(rule, x = found, i = "{hint}"), ...,
    column = column, nearest = near, available = available, .envir = envir
  )
}

# What went wrong in the first place, without the signs of its lines and the conditions that were raised of it.
first_cause <- function(cnd) {
  while (!is.null(cnd$parent)) cnd <- cnd$parent
  lines <- strsplit(cli::ansi_strip(conditionMessage(cnd)), "\n")[[1]]
  paste(c(lines[1], sub("^[^ ] ", "", lines[-1])), collapse = " ")
}

# tidyselect stops at the first column that is not there, so the parts of `c()` are tried apart.
missing_columns <- function(quo, data) {
  expr <- rlang::quo_get_expr(quo)
  if (rlang::is_call(expr, "c")) {
    parts <- lapply(as.list(expr)[-1], rlang::new_quosure, env = rlang::quo_get_env(quo))
    return(unique(unlist(lapply(parts, missing_columns, data))))
  }
  cnd <- tryCatch(
    {
      tidyselect::eval_select(quo, data)
      NULL
    },
    error = identity
  )
  if (rlang::is_symbol(expr) && !is.null(cnd)) {
    # The name may be that of an object elsewhere, say a function of base R.
    return(setdiff(rlang::as_string(expr), names(data)))
  }
  while (!is.null(cnd) && !inherits(cnd, "vctrs_error_subscript_oob")) {
    cnd <- cnd$parent
  }
  as.character(cnd$i)
}

# For each column the nearest that is there, `NA` where none is near.
nearest_columns <- function(column, available) {
  near <- vapply(column, function(x) c(nearest(x, available), NA)[1], "", USE.NAMES = FALSE)
  ifelse(grepl("^[0-9]+$", column), NA, near)
}

column_hint <- function(near, available) {
  near <- unique(near[!is.na(near)])
  if (length(near)) {
    cli::format_inline("Did you mean {.var {near}}?")
  } else if (length(available)) {
    cli::format_inline("{length(available)} column{?s} {?is/are} available: {.var {first_few(available)}}.")
  } else {
    "No columns are available."
  }
}

# A name as it is typed in a call: `first rater` in backticks.
column_code <- function(name) deparse1(as.name(name), backtick = TRUE)

# Several names, as they are typed in a selection.
columns_code <- function(names) paste0("c(", toString(vapply(names, column_code, "")), ")")

columns_of_id <- function(names) vector_code(vapply(names, column_code, ""))

# One value, or a vector of several, as they are typed.
vector_code <- function(typed) if (length(typed) == 1) as.character(typed) else paste0("c(", toString(typed), ")")

# Names of columns that say who rated.
RATER_NAME <- paste0(
  "(^|[._ -])(annotators?|raters?|coders?|judges?|workers?|users?|reviewers?|labell?ers?|experts?|observers?|readers?|",
  "assessors?|graders?|evaluators?)([._ -]?(id|name|no|nr|code|number))?$|workerid$|userid$|annotatorid$|raterid$"
)
