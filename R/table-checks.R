# These checks stop for what paper_table() cannot make a table of.

check_table.accord_result <- function(x) {
  kind <- result_kind(x)
  if (!is.null(kind)) check_kind(x, "a table of", kind$needed %||% kind$columns)
  check_still_numbers(x, AGREEMENT_COLUMNS)
  check_table_cells(x)
}

check_table.accord_agreement <- function(x) check_agreement(x)

check_table.default <- function(x) check_agreement(x)

check_agreement <- function(x) {
  check_whole_result(x)
  lacking <- if (is.data.frame(x)) setdiff(c("coefficient", "estimate"), names(x))
  kind <- not_coefficients(x)
  is_plain <- is.null(kind) && !inherits(x, "accord_result") && !"term" %in% names(x)
  if (!is.data.frame(x) || length(lacking)) {
    abort_accord(
      "not_agreement",
      c(
        if (is.null(kind)) {
          "{.arg x} must be a result of accord, such as that of {.fn agreement}."
        } else {
          "{.fn paper_table} is for results of accord that are tables."
        },
        x = if (!is.null(kind)) {
          "{.arg x} is {kind}."
        } else if (is.data.frame(x) && is_plain) {
          "It is a data frame without the class of a result, with the column{?s} {.field {names(x)}}."
        } else if (is.data.frame(x)) {
          "It lacks {length(lacking)} column{?s}: {.field {lacking}}."
        } else {
          "It is {.obj_type_friendly {x}}."
        },
        i = if (!is.null(kind)) "Give the result as it was returned, or its columns to {.fn knitr::kable}.",
        i = if (is.data.frame(x) && is_plain) {
          "A result is a table as long as it has its class: give it as it was returned."
        },
        i = if (is.data.frame(x) && is_plain) {
          "Rows of data, such as the spans of {.fn span_consensus}, have none: give them to {.fn knitr::kable}."
        },
        i = if ("term" %in% names(x)) "Give the result itself, not what {.fn tidy} made of it."
      )
    )
  }
  check_still_numbers(x, c(AGREEMENT_COLUMNS, TEST_COLUMNS))
  check_table_cells(x)
}

# Checks that there are rows, and that each cell has a single value.
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
        "Each cell of a table must be a single value.",
        x = "{length(bad)} column{?s} {?is/are} a list, a matrix or a data frame: {.field {bad}}.",
        i = "Remove {.field {bad}} before you call {.fn paper_table}."
      ),
      columns = bad
    )
  }
  # An id may be a large integer.
  check_no_false_integers(x, setdiff(names(x), c(ROW_KEYS, names_before(x, ROW_KEYS))))
}

# Stops for results, matrices and summaries of ratings without coefficients.
check_has_coefficients <- function(x) {
  if (!is.data.frame(x) || inherits(x, "accord_result") && !inherits(x, "accord_agreement")) {
    abort_accord(
      "not_wide",
      c(
        "A wide table has a column for each coefficient.",
        x = "{.arg x} does not contain coefficients.",
        i = "Leave out {.arg wide}."
      )
    )
  }
}

check_label <- function(caption, label) {
  if (!is.null(label) && !inherits(label, "AsIs") && grepl("[^[:alnum:].:_/+-]", label)) {
    abort_accord(
      "argument",
      c(
        "A {.arg label} is made of letters, digits and {.val {c('.', ':', '_', '-', '/', '+')}}.",
        x = "It is {.val {label}}.",
        i = "Wrap it in {.fn I} to use it unchanged."
      ),
      argument = "label",
      value = label
    )
  }
  if (!is.null(label) && is.null(caption)) {
    abort_accord(
      "argument",
      c("A {.arg label} needs a {.arg caption}: a table without one has no number to refer to."),
      argument = "label",
      value = label
    )
  }
}
