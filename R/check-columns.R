# Checks of data frames and of columns given by tidy selection, for every function that takes data.

# `rows`: what each row of the data stands for, as in "item and rater".
check_data_frame <- function(data, rows = NULL) {
  check_given(data, "data")
  if (!is.data.frame(data)) {
    of_rows <- if (length(rows)) paste("with a row per", rows)
    abort_argument(data, "data", paste(c("a data frame", of_rows), collapse = " "))
  }
}

# `each`: what needs an id; `column`: the column of the ids; `at`: the rows that are checked.
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

# `rule` and `found` are cli messages, which may contain `column` and variables of the calling function.
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

# Returns the message of the original error, without bullets and without the errors that wrap it.
first_cause <- function(cnd) {
  while (!is.null(cnd$parent)) cnd <- cnd$parent
  lines <- strsplit(cli::ansi_strip(conditionMessage(cnd)), "\n")[[1]]
  paste(c(lines[1], sub("^[^ ] ", "", lines[-1])), collapse = " ")
}

# Parts of `c()` are evaluated one by one, since tidyselect stops at the first missing column.
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
    # The name may be that of another object, such as a function of base R.
    return(setdiff(rlang::as_string(expr), names(data)))
  }
  while (!is.null(cnd) && !inherits(cnd, "vctrs_error_subscript_oob")) {
    cnd <- cnd$parent
  }
  as.character(cnd$i)
}

# Returns the most similar existing name for each column, `NA` if none is similar.
nearest_columns <- function(column, available) {
  near <- vapply(column, function(x) c(nearest(x, available), NA)[1], "", USE.NAMES = FALSE)
  ifelse(grepl("^[0-9]+$", column), NA, near)
}

column_hint <- function(near, available) {
  near <- unique(near[!is.na(near)])
  mark <- if (length(available) == 1) regmatches(available, regexpr("[|;\t^~]", available))
  if (length(mark)) {
    code <- sprintf("read.csv(file, sep = \"%s\")", encodeString(mark))
    cli::format_inline("The only column is {.val {available}}: read the file with {.code {code}}.")
  } else if (length(near)) {
    cli::format_inline("Did you mean {.var {near}}?")
  } else if (length(available)) {
    cli::format_inline("{length(available)} column{?s} {?is/are} available: {.var {first_few(available)}}.")
  } else {
    "No columns are available."
  }
}

# Returns a name as it is typed in a call; names that are not syntactic get backticks.
column_code <- function(name) deparse1(as.name(name), backtick = TRUE)

# Returns several names as they are typed in a selection.
columns_code <- function(names) paste0("c(", toString(vapply(names, column_code, "")), ")")

columns_of_id <- function(names) vector_code(vapply(names, column_code, ""))

# Returns one value, or a vector of several, as they are typed.
vector_code <- function(typed) if (length(typed) == 1) as.character(typed) else paste0("c(", toString(typed), ")")
