# Arguments of read_sheet() in a call for a data frame, which read_sheet() takes as well.

SHEET_ARGUMENTS <- c("names", "boxes", "question", "options", "recode", "decimal", "fill", "header", "drop", "keep")

# Stops with the call of read_sheet() that has these arguments. `given`: the arguments that as_ratings() does not have;
# `columns`: those of columns; `separator` and `na`, which both functions have, are values.
check_no_sheet_arguments <- function(given, columns, separator, na) {
  asked <- intersect(names(given), SHEET_ARGUMENTS)
  if (length(asked) == 0) {
    return(invisible())
  }
  columns <- columns[!vapply(columns, function(quo) rlang::quo_is_missing(quo) || rlang::quo_is_null(quo), NA)]
  typed <- lapply(c(columns, given[asked]), rlang::quo_get_expr)
  typed <- c(typed, Filter(Negate(is.null), list(separator = separator, na = na)))
  shown <- vapply(typed, function(expr) paste(deparse(expr, width.cutoff = 500L), collapse = " "), "")
  code <- sprintf("read_sheet(%s, %s)", typed_data(), toString(paste(names(typed), "=", shown)))
  abort_accord(
    "argument",
    c(
      "Questions, and templates for the names of columns, are read by {.fn read_sheet}, also from a data frame.",
      x = "{.arg {asked}} {?is/are} {?an argument/arguments} of that function.",
      i = "Use {.code {code}}, and give the result here in place of {.arg data}, without its columns."
    ),
    argument = asked, advice = code
  )
}
