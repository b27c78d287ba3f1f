# Results: tibbles of a kind, whose columns may be taken away as from any tibble; names that the user's data bring
# into one.

# `class`: that of the kind, which stands before the class of all results.
new_result <- function(columns, nrow = NULL, class, ...) {
  tibble::new_tibble(columns, nrow = nrow, class = c(class, "accord_result"), ...)
}

# What messages call a kind (`words`), and the `columns` that it cannot do without. NULL for kinds that print, and
# become a table, with any columns.
result_kind <- function(x) UseMethod("result_kind")

result_kind.default <- function(x) NULL

# Is there what its print needs? Else it prints as the tibble that it is.
is_whole <- function(x) UseMethod("is_whole")

is_whole.default <- function(x) {
  kind <- result_kind(x)
  nrow(x) > 0 && !is.null(kind) && all(kind$columns %in% names(x))
}

# `of`: what is made of the result, as in "A table of".
check_kind <- function(x, of = NULL) {
  kind <- result_kind(x)
  what <- paste(c(of, kind$words), collapse = " ")
  check_result_columns(x, kind$columns, paste0(toupper(substr(what, 1, 1)), substring(what, 2)))
}

check_result_columns <- function(x, columns, what) {
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
        "Call {.fn dplyr::collect} on the ratings, and {.fn consensus} on what it gives."
      } else {
        "Get them with {.fn dplyr::collect} first."
      }
    )
  )
}
