# What paper_table() takes, and what it refuses.

check_agreement <- function(x) {
  check_whole_result(x)
  lacking <- if (is.data.frame(x)) setdiff(c("coefficient", "estimate"), names(x))
  kind <- not_coefficients(x)
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
        } else if (is.data.frame(x)) {
          "It lacks {length(lacking)} column{?s}: {.field {lacking}}."
        } else {
          "It is {.obj_type_friendly {x}}."
        },
        i = if (!is.null(kind)) "Give the result as it was returned, or its columns to {.fn knitr::kable}.",
        i = if (is.data.frame(x) && is.null(kind) && !"term" %in% names(x)) {
          "A result is a table as long as it has its class: give it as it was returned."
        },
        i = if ("term" %in% names(x)) "Give the result itself, not what {.fn tidy} made of it."
      )
    )
  }
  check_still_numbers(x, c(AGREEMENT_COLUMNS, TEST_COLUMNS))
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
        "Each cell of a table must be a single value.",
        x = "{length(bad)} column{?s} {?is/are} a list, a matrix or a data frame: {.field {bad}}.",
        i = "Remove {.field {bad}} before you call {.fn paper_table}."
      ),
      columns = bad
    )
  }
}

# Other results, matrices and summaries of ratings have none.
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

# What kable() and its writers of the three formats take, beyond what paper_table() sets.
KABLE_ARGUMENTS <- c(
  "col.names", "align", "format.args", "caption.short", "booktabs", "longtable", "tabular", "valign", "position",
  "centering", "vline", "toprule", "bottomrule", "midrule", "linesep", "table.envir", "table.attr", "padding"
)

# One element per column, or one alignment for all. LaTeX knows more of these than letters.
check_column_arguments <- function(more, n, format) {
  names <- more$col.names
  if (!is.null(names) && (!is.character(names) || length(names) != n)) {
    abort_argument(names, "col.names", paste("a character vector with a heading for each of the", n, "columns"))
  }
  align <- more$align
  given <- if (format == "latex" && !is_letters(align)) align else split_align(align)
  known <- is.character(align) && all(given %in% c("l", "c", "r") | format == "latex" & grepl(LATEX_COLUMN, given))
  n_given <- length(given)
  if (!is.null(align) && !(known && n_given %in% c(1, n))) {
    abort_argument(
      align, "align", paste0("\"l\", \"c\" or \"r\", for all columns or for each of the ", n)
    )
  }
}

# Such as "p{3cm}" or "S[table-format = 1.3]".
LATEX_COLUMN <- "^(>[{].*[}])?([lcrXS](\\[.*\\])?|[pmb][{][^{}]+[}]|[wW][{][lcr][}][{][^{}]+[}])$"

is_letters <- function(align) is.character(align) && length(align) == 1 && grepl("^[lcr]+$", align)

# "lrr" is a letter for each column.
split_align <- function(align) {
  if (is.character(align) && length(align) == 1) strsplit(align, "")[[1]] else align
}

check_kable_arguments <- function(more, own) {
  given <- names(more) %||% rep("", length(more))
  bad <- c(if (any(given == "")) "(unnamed)", intersect(given, own))
  unknown <- setdiff(given, c("", own, KABLE_ARGUMENTS))
  if (length(unknown)) {
    known <- c(setdiff(names(formals(paper_table)), c("x", "...")), KABLE_ARGUMENTS)
    hints <- unique(unlist(lapply(unknown, nearest, choices = known)))
    abort_accord(
      "argument",
      c(
        "Arguments that {.fn paper_table} does not have are those of {.fn knitr::kable}.",
        x = "{length(unknown)} {?is an argument/are arguments} of neither: {.arg {unknown}}.",
        i = if (length(hints)) "Did you mean {.arg {hints}}?",
        i = if (length(hints) < length(unknown)) "{.fn knitr::kable} takes {.or {.arg {KABLE_ARGUMENTS}}}."
      ),
      argument = unknown
    )
  }
  if (length(bad)) {
    abort_accord(
      "argument",
      c(
        "Arguments for {.fn knitr::kable} must be named, and must not be among those that {.fn paper_table} sets.",
        x = "{length(bad)} argument{?s} cannot be passed on: {.arg {bad}}."
      ),
      argument = bad
    )
  }
}
