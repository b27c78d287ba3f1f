# Results: tibbles of a kind, whose columns may be taken away as from any tibble; names that the user's data bring
# into one.

# `class`: that of the kind, which stands before the class of all results.
new_result <- function(columns, nrow = NULL, class, ...) {
  check_strict_result(columns)
  found <- list(...)
  tibble::new_tibble(columns, nrow = nrow, class = c(class, "accord_result"), !!!found, seal = seal(found))
}

# With the keys of the group of each row in front.
grouped_result <- function(groups, group, columns, class) {
  new_result(c(as.list(vctrs::vec_slice(groups, group)), columns), nrow = length(group), class = class)
}

# The rows of a result as they are, with columns under the names that package broom has for them.
tidy_as <- function(x, columns, names) {
  place <- match(columns, names(x))
  columns <- unclass(x)[names(x)]
  names(columns)[place] <- names
  tibble::new_tibble(columns, nrow = nrow(x))
}

# What is known of the fit that the rows come from: the attribute `name`. NULL if they are not rows of one fit, as where
# those of several results were bound together: their attributes are those of the first.
of_fit <- function(x, name) {
  check_sealed(x)
  made <- attr(x, "estimates")
  now <- unclass(x)[[utils::tail(result_kind(x)$needed, 1)]]
  if (is.null(made) || length(now) <= length(made) && all(now %in% c(made, NA))) attr(x, name)
}

# For a `verb` that tells of the fit.
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

# What messages call a kind (`words`), the `columns` that its print and tidy() cannot do without, and those that its
# table has `needed` too: the estimate, and what identifies a row. `others` may be there. If a kind is `grouped`, its
# table shows all columns in front of these as keys. NULL for kinds that print, and become a table, with any columns.
result_kind <- function(x) UseMethod("result_kind")

result_kind.default <- function(x) NULL

# In words what `x` is, where it holds no coefficients, for messages of functions that want these; else NULL.
not_coefficients <- function(x) UseMethod("not_coefficients")

not_coefficients.default <- function(x) NULL

# Is there what its print needs? Else it prints as the tibble that it is.
is_whole <- function(x) {
  check_whole_result(x)
  UseMethod("is_whole")
}

is_whole.default <- function(x) {
  columns <- result_kind(x)$columns
  nrow(x) > 0 && !is.null(columns) && all(columns %in% names(x)) && length(lost_columns(x, columns)) == 0
}

# `of`: what is made of the result, as in "A table of"; `needed`: the columns without which it is not.
check_kind <- function(x, of = NULL, needed = result_kind(x)$columns) {
  kind <- result_kind(x)
  what <- paste(c(of, kind$words), collapse = " ")
  check_result_columns(x, needed, paste0(toupper(substr(what, 1, 1)), substring(what, 2)))
  check_still_numbers(x, kind$columns)
}

# For a table: the columns that the user took away are NA again, and remembered, so that kept() leaves out what is made
# of them.
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

# What is `made` of the columns of these names, unless one of them was taken away.
kept <- function(x, names, made) if (!is_removed(x, names)) made

# Columns that hold words in every kind of result; the others that do, or hold what the user's data have, are those of
# text_columns(). All others hold numbers.
TEXT_COLUMNS <- c("coefficient", "metric", "interval", "status")

text_columns <- function(x) UseMethod("text_columns")

text_columns.default <- function(x) NULL

# Those of the `columns` that were numbers, and were changed. A column of NA alone may be logical.
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

# Results may have any columns that a tibble has, but theirs hold single values.
check_whole_result <- function(x) {
  if (!is.data.frame(x)) return(check_whole_list(x))
  check_whole_frame(x, "x", empty = FALSE)
  check_sealed(x)
  check_whole_columns(x, seq_along(x), "x")
  ours <- intersect(result_kind(x)$columns, names(x))
  for (name in ours) if (length(dim(unclass(x)[[name]])) > 0) check_plain_result(name, dim(unclass(x)[[name]]))
}

# A result that is a list of tables says itself what it must hold.
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

# Names that the user's data bring into the result. `advice` may name those that are `taken`.
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

# A result that is a query of a database still. `whole`: what is needed lies not in its rows alone, so that to collect
# these is not enough.
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

# `found`: the attributes by name; those that are NULL are not there.
seal <- function(found) {
  found <- Filter(Negate(is.null), found)
  if (length(found)) vapply(found, fingerprint, "")
}

# A result that remembers something more; nothing if `value` is NULL.
with_note <- function(result, name, value) {
  if (is.null(value)) return(result)
  attr(result, name) <- value
  attr(result, "seal") <- replace(attr(result, "seal"), name, fingerprint(value))
  result
}

# The names of attributes that no result of a kind has without a seal.
sealed_names <- function(x) UseMethod("sealed_names")

sealed_names.default <- function(x) NULL

# A result without any of its attributes comes from code that did not keep them: methods say what they miss.
check_sealed <- function(x) {
  sealed <- attr(x, "seal", exact = TRUE)
  if (!is.character(sealed)) sealed <- character()
  there <- names(attributes(x))
  known <- union(names(sealed), sealed_names(x))
  if (!any(known %in% there)) return()
  # One that is gone is missed by those who need it.
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
