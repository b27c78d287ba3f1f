# What paper_table() takes, and what it refuses.

check_agreement <- function(x) {
  lacking <- if (is.data.frame(x)) setdiff(c("coefficient", "estimate"), names(x))
  if (!is.data.frame(x) || length(lacking)) {
    abort_accord(
      "not_agreement",
      c(
        "{.arg x} must be a result of accord, such as that of {.fn agreement}.",
        x = if (is.data.frame(x)) {
          "It lacks {length(lacking)} column{?s}: {.field {lacking}}."
        } else {
          "It is {.obj_type_friendly {x}}."
        },
        i = if ("term" %in% names(x)) "Give the result itself, not what {.fn tidy} made of it."
      )
    )
  }
  check_table_numbers(x)
  check_table_cells(x)
}

# Rows to show, and a single value in each cell.
check_table_cells <- function(x) {
  if (nrow(x) == 0) {
    abort_accord(
      "no_rows",
      c("A table needs at least one row.", x = "{.arg x} has 0 rows.", i = "Was all of it filtered out?")
    )
  }
  bad <- names(x)[vapply(x, function(column) is.list(column) || length(dim(column)) > 1, NA)]
  if (length(bad)) {
    abort_accord(
      "list_column",
      c(
        "A cell of the table holds a single value.",
        x = "{length(bad)} column{?s} {?is/are} a list, a matrix or a data frame: {.field {bad}}.",
        i = "Remove {.field {bad}} before you call {.fn paper_table}."
      ),
      columns = bad
    )
  }
}

check_table_numbers <- function(x) {
  numbers <- c("estimate", "conf.low", "conf.high", "n_items", "n_raters", "n_ratings", "n_categories")
  columns <- unclass(x)[intersect(numbers, names(x))]
  # A column of NA alone may be logical.
  bad <- names(columns)[!vapply(columns, function(one) is.numeric(one) || all(is.na(one)), NA)]
  if (length(bad)) {
    abort_accord(
      "not_agreement",
      c(
        "The columns of numbers in {.arg x} must be numbers still.",
        x = "{length(bad)} {?is/are} not: {.field {bad}}.",
        i = "Choose {.arg digits} in {.fn paper_table}; it does all formatting."
      ),
      columns = bad
    )
  }
}

check_label <- function(caption, label) {
  if (!is.null(label) && is.null(caption)) {
    abort_accord(
      "argument",
      c("A {.arg label} needs a {.arg caption}: a table without one has no number to refer to."),
      argument = "label",
      value = label
    )
  }
}

check_kable_arguments <- function(more, own) {
  given <- names(more) %||% rep("", length(more))
  bad <- c(if (any(given == "")) "(unnamed)", intersect(given, own))
  if (length(bad)) {
    abort_accord(
      "argument",
      c(
        "Arguments for {.fn knitr::kable} are named, and other than those that {.fn paper_table} sets.",
        x = "{length(bad)} argument{?s} cannot be passed on: {.arg {bad}}."
      ),
      argument = bad
    )
  }
}
