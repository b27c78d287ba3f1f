# Results: tibbles of a certain kind, from which users may remove columns; and names of the user's columns within a
# result.

# `class`: the class of the kind of result, which precedes the common class.
new_result <- function(columns, nrow = NULL, class, ...) {
  check_strict_result(columns)
  found <- list(...)
  tibble::new_tibble(columns, nrow = nrow, class = c(class, "accord_result"), !!!found, seal = seal(found))
}

# The classes that new_tibble() adds to others.
TIBBLE <- c("tbl_df", "tbl", "data.frame")

# A result with the keys of each row's group as its first columns.
grouped_result <- function(groups, group, columns, class) {
  new_result(c(as.list(vctrs::vec_slice(groups, group)), columns), nrow = length(group), class = class)
}

# A tibble of the rows, whose columns are renamed as in package broom.
tidy_as <- function(x, columns, names) {
  place <- match(columns, names(x))
  columns <- unclass(x)[names(x)]
  names(columns)[place] <- names
  tibble::new_tibble(columns, nrow = nrow(x))
}

# The attribute `name`, which describes the fit from which the rows come. NULL if the rows are not of one fit: rbind()
# of several results keeps the attributes of the first.
of_fit <- function(x, name) {
  check_sealed(x)
  made <- attr(x, "estimates")
  now <- unclass(x)[[utils::tail(result_kind(x)$needed, 1)]]
  if (is.null(made) || length(now) <= length(made) && all(now %in% c(made, NA))) attr(x, name)
}

# The same for a `verb` that describes the fit; stops if there is none.
check_one_fit <- function(x, name, verb) {
  known <- of_fit(x, name)
  if (is.null(known)) {
    abort_accord(
      "several_fits",
      c(
        "{.fn {verb}} describes one fit.",
        x = "The rows of {.arg x} are not those of one fit: results were combined, or estimates changed.",
        i = "Call it on the result of each fit."
      )
    )
  }
  known
}

# A list that describes a kind of result: its name in messages (`words`); the `columns` required by its print and by
# tidy(); those that its table also requires (`needed`): the estimate, and what identifies a row; and optional columns
# (`others`). If a kind is `grouped`, its table shows all columns before these as keys. NULL for kinds whose print and
# table accept any columns.
result_kind <- function(x) UseMethod("result_kind")

result_kind.default <- function(x) NULL

# For results without coefficients, a description for error messages of functions that need coefficients; otherwise
# NULL.
not_coefficients <- function(x) UseMethod("not_coefficients")

not_coefficients.default <- function(x) NULL

# Returns what the print of a result says besides its table, as a list of `who`, the rows in words; `rest`, the end of
# the headline; the columns `told` there, or that repeat another one; the `figures`, which are shown however narrow the
# console is; and grey `notes`. NULL for results that have another print or lack what identifies their rows.
printed <- function(x) UseMethod("printed")

printed.default <- function(x) NULL

# Whether a result has the columns required by its print; otherwise it is printed as a tibble.
is_whole <- function(x) {
  check_whole_result(x)
  UseMethod("is_whole")
}

is_whole.default <- function(x) {
  columns <- result_kind(x)$columns
  if (is.data.frame(x) && is.null(columns)) {
    single <- vapply(x, function(column) !is.list(column) && length(dim(column)) < 2, NA)
    return(all(single) && length(lost_columns(x, AGREEMENT_COLUMNS)) == 0 && !is.null(printed(x)))
  }
  nrow(x) > 0 && !is.null(columns) && all(columns %in% names(x)) && length(lost_columns(x, columns)) == 0
}

# `of`: a phrase such as "A table of", for the message; `needed`: the columns that are required.
check_kind <- function(x, of = NULL, needed = result_kind(x)$columns) {
  kind <- result_kind(x)
  what <- paste(c(of, kind$words), collapse = " ")
  check_result_columns(x, needed, paste0(toupper(substr(what, 1, 1)), substring(what, 2)))
  check_still_numbers(x, kind$columns)
}

# For a table: replaces columns that the user removed by NA, and records their names, so that kept() leaves out what
# depends on them.
with_removed <- function(x) {
  kind <- result_kind(x)
  if (is.data.frame(x) && !is.null(kind$needed)) {
    gone <- setdiff(kind$columns, names(x))
    x[gone] <- NA
    attr(x, "removed") <- gone
  }
  x
}

is_removed <- function(x, names) any(names %in% attr(x, "removed"))

# Returns `made` unless one of the columns `names` was removed.
kept <- function(x, names, made) if (!is_removed(x, names)) made

# Columns of text in every kind of result. Other columns of text, or with values of the user's data, are those of
# text_columns(); all others are numeric.
TEXT_COLUMNS <- c("coefficient", "metric", "interval", "status", "alternative")

text_columns <- function(x) UseMethod("text_columns")

text_columns.default <- function(x) NULL

# Those of the `columns` that should be numeric, but were changed. A column with only NA may be logical.
lost_columns <- function(x, columns, words = c(TEXT_COLUMNS, text_columns(x))) {
  numbers <- setdiff(intersect(columns, names(x)), words)
  numbers[!vapply(unclass(x)[numbers], is_number_column, NA)]
}

is_number_column <- function(column) is.numeric(column) && !is.object(column) || all(is.na(column))

check_still_numbers <- function(x, columns, words = c(TEXT_COLUMNS, text_columns(x))) {
  bad <- lost_columns(x, columns, words)
  if (length(bad)) {
    abort_accord(
      "not_agreement",
      c(
        "The columns of numbers in {.arg x} must still be numbers.",
        x = "{length(bad)} {?is/are} not: {.field {bad}}.",
        i = "Plots and {.fn paper_table} format the numbers themselves."
      ),
      columns = bad
    )
  }
}

# Users may add any columns, but the columns of the result itself contain single values.
check_whole_result <- function(x) {
  if (!is.data.frame(x)) return(check_whole_list(x))
  check_whole_frame(x, "x", empty = FALSE)
  check_sealed(x)
  check_whole_columns(x, seq_along(x), "x")
  ours <- intersect(result_kind(x)$columns, names(x))
  for (name in ours) if (length(dim(unclass(x)[[name]])) > 0) check_plain_result(name, dim(unclass(x)[[name]]))
}

# Results that are lists of tables have their own check.
check_whole_list <- function(x) UseMethod("check_whole_list")

check_whole_list.default <- function(x) NULL

check_plain_result <- function(name, dim) {
  abort_accord(
    "damaged",
    c(
      "The columns of a result must hold single values.",
      x = "{.field {name}} is a table of {dim[1]} row{?s} and {prod(dim[-1])} column{?s}.",
      i = "Call the function that made the result again."
    ),
    columns = name, argument = "x"
  )
}

check_result_columns <- function(x, columns, what) {
  check_whole_result(x)
  gone <- setdiff(columns, names(x))
  if (length(gone)) {
    abort_accord(
      "missing_column",
      c(
        "{what} must have the columns {.field {columns}}.",
        x = "{length(gone)} column{?s} {?is/are} missing: {.field {gone}}."
      ),
      column = gone
    )
  }
}

# Checks that names of the user's columns are not used by the result. `advice` may refer to those that are `taken`.
check_free_names <- function(names, reserved, noun = "grouping column", advice = "Rename it in the data.") {
  taken <- intersect(names, reserved)
  if (length(taken)) {
    abort_accord(
      "reserved_name",
      c(
        "A {noun} may not have the name of another column of the result.",
        x = "{length(taken)} of them {?does/do}: {.field {taken}}.",
        i = advice
      ),
      columns = taken
    )
  }
}

# Stops for a result that is still a database query. `whole`: collecting its rows is not enough, since the function
# needs other parts of the result.
abort_lazy <- function(what, whole = FALSE) {
  abort_accord(
    "not_collected",
    c(
      if (whole) "{what} needs more than the labels." else "{what} needs the rows of the result in R.",
      x = "It is still a query of a database.",
      i = if (whole) {
        "Call {.fn dplyr::collect} on the table of ratings, and {.fn consensus} on what it gives."
      } else {
        "Get them with {.fn dplyr::collect} first."
      }
    )
  )
}

# Fingerprints of the attributes, by name; those that are NULL are left out. `found`: the attributes.
seal <- function(found) {
  found <- Filter(Negate(is.null), found)
  if (length(found)) vapply(found, fingerprint, "")
}

# Adds an attribute with its fingerprint to a result, unless `value` is NULL.
with_note <- function(result, name, value) {
  if (is.null(value)) return(result)
  attr(result, name) <- value
  attr(result, "seal") <- replace(attr(result, "seal"), name, fingerprint(value))
  result
}

# The names of attributes that always have a fingerprint in results of this kind.
sealed_names <- function(x) UseMethod("sealed_names")

sealed_names.default <- function(x) NULL

# If no attributes are left, other code dropped them, and methods that need them report this themselves.
check_sealed <- function(x) {
  sealed <- attr(x, "seal", exact = TRUE)
  if (!is.character(sealed)) sealed <- character()
  there <- names(attributes(x))
  known <- union(names(sealed), sealed_names(x))
  if (!any(known %in% there)) return()
  # A missing attribute is reported by the methods that need it.
  names <- intersect(known, there)
  whole <- vapply(names, function(name) fingerprint(attr(x, name, exact = TRUE)) %in% sealed[name], NA)
  if (all(whole)) return()
  abort_accord(
    "damaged",
    c(
      "The attributes of a result must be those that its function gave to it.",
      x = "{sum(!whole)} {?is/are} not: {.field {names[!whole]}}.",
      i = "Call the function that made the result again.",
      i = "{.code tibble::as_tibble(as.list(x))} gives the columns alone."
    ),
    attributes = names[!whole], argument = "x"
  )
}

# In strict mode, stops if rows have no value, or an uncertain one.
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

# Labels of rows: the values of the columns before the first number, such as group and coefficient, item or rater.
labels_of_rows <- function(columns, rows) {
  plain <- vapply(columns, function(x) is.atomic(x) && is.null(dim(x)) && length(x) == length(columns$status), NA)
  ids <- cumsum(!plain | vapply(columns, is.double, NA) | names(columns) == "status") == 0
  ids <- utils::head(which(ids), 3)
  if (length(ids) == 0) {
    return(paste("row", rows))
  }
  do.call(paste, c(unname(lapply(columns[ids], function(x) as.character(x)[rows])), sep = ", "))
}
