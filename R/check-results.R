# Checks of names: of the columns of a result, and of those that the user's data bring into one.

check_result_columns <- function(x, columns, what) {
  gone <- setdiff(columns, names(x))
  if (length(gone)) {
    abort_accord(
      "missing_column",
      c(
        "{what} must have the columns {.field {columns}}.",
        x = "{length(gone)} column{?s} {?is/are} not there: {.field {gone}}."
      ),
      column = gone
    )
  }
}

# Names that the user's data bring into the result.
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
