#' A table for the paper
#'
#' Writes the result of [krippendorff_alpha()] as a table in LaTeX, markdown or HTML, with
#' the interval in one column, a fixed number of digits and a note for every dash.
#'
#' @details
#' The columns are those of a results table, in this order: the groups; the coefficient, with
#' the level of measurement in parentheses where it is not nominal or differs between rows;
#' the estimate; its interval, headed by its level; and the number of items, raters and
#' ratings used. With one coefficient throughout its name heads the estimates and takes no
#' column. There is no column for intervals if no row has one, and none for raters if all are
#' anonymous. Columns that you added to `x` stand where you put them: before the coefficient
#' or at the end. Columns that you removed are left out.
#'
#' All text is escaped for the format, but not `caption` and `col.names`, where you may use its
#' markup. LaTeX needs `\usepackage{booktabs}`; in R Markdown it is added for you.
#'
#' @section Missing and degenerate data:
#' A dash stands for each value that is not there, and a note under the table says why, row by
#' row: the `status` of an estimate that is not defined, "no interval", "anonymous raters".
#'
#' @section Errors:
#' Something that is not a result of accord (`accord_error_not_agreement`), a result
#' without rows (`accord_error_no_rows`), columns that are lists (`accord_error_list_column`),
#' and arguments that are not as described here (`accord_error_argument`). All have the class
#' `accord_error` too.
#'
#' @param x The result of [krippendorff_alpha()]: also filtered, sorted, with columns added or
#'   removed, or several results bound by rows. Where their intervals differ in level, each
#'   interval is followed by its level.
#' @param format `"latex"`, `"markdown"` or `"html"`. The default is what the knitr document
#'   that is being made turns into, and markdown elsewhere.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param leading_zero Write 0.128 and not .128? The default follows the usage of the APA for
#'   numbers that cannot pass 1.
#' @param caption Caption of the table.
#' @param label Label to refer to a table that has a caption: `"alpha"` becomes
#'   `\label{tab:alpha}` in LaTeX, and the id `tab:alpha` of the table in HTML.
#' @param ... Passed on to [knitr::kable()], by name: `col.names` and `align` for all columns,
#'   `table.attr` for HTML, `position`, `longtable` or `table.envir` for LaTeX.
#'
#' @return A string of class `accord_table`. It prints as it is, goes into a file with
#'   [writeLines()], and in a knitr document becomes a table.
#' @seealso [krippendorff_alpha()] for the result, [tidy.accord_agreement] for the numbers.
#' @export
#' @examplesIf rlang::is_installed("knitr")
#' ratings <- data.frame(
#'   task = rep(c("style", "topic"), each = 12),
#'   item = rep(1:6, each = 2), rater = c("ann", "bob"),
#'   label = c(
#'     "a", "a", "b", "b", "a", "b", "b", "b", "a", "a", "b", "b",
#'     "a", "b", "b", "a", "a", "b", "b", "b", "a", "a", "b", "a"
#'   )
#' )
#' alpha <- krippendorff_alpha(ratings, item, rater, label, by = task)
#' paper_table(alpha)
#' paper_table(alpha, "latex", digits = 2, caption = "Agreement.", label = "agreement")
#'
#' file <- tempfile(fileext = ".tex")
#' writeLines(paper_table(alpha, "latex"), file)
paper_table <- function(x, format = NULL, digits = 3, leading_zero = FALSE, caption = NULL,
                        label = NULL, ...) {
  check_agreement(x)
  format <- check_choice(format, TABLE_FORMATS, "format", optional = TRUE) %||% document_format()
  check_digits(digits)
  check_flag(leading_zero, "leading_zero")
  check_text(caption, "caption")
  check_text(label, "label")
  check_label(caption, label)
  need_package("knitr", "to write a table")
  style <- list(format = format, digits = digits, leading_zero = leading_zero)
  columns <- table_columns(x, style)
  text <- write_kable(columns, format, caption, label, ...)
  text <- add_note(text, table_notes(x, style), format, length(columns$cells))
  new_table(text, format)
}

TABLE_FORMATS <- c("latex", "markdown", "html")

new_table <- function(text, format) {
  structure(text, format = format, class = c("accord_table", "knitr_kable"))
}

#' @export
format.accord_table <- function(x, ...) as.character(x)

#' @export
as.character.accord_table <- function(x, ...) as.character(unclass(x))

#' @export
print.accord_table <- function(x, ...) {
  writeLines(as.character(x))
  invisible(x)
}

#' @exportS3Method knitr::knit_print
knit_print.accord_table <- function(x, ...) { # nolint: object_name_linter.
  text <- as.character(x)
  latex <- identical(attr(x, "format"), "latex")
  # Without a fence pandoc takes the note under a table for markdown.
  if (latex && !is.null(knitr::opts_knit$get("rmarkdown.pandoc.to"))) text <- knitr::raw_latex(text)
  needs <- if (latex && rlang::is_installed("rmarkdown")) list(rmarkdown::latex_dependency("booktabs"))
  knitr::asis_output(paste0("\n\n", text, "\n\n"), meta = needs)
}

# What the document that knitr is making turns into.
document_format <- function() {
  if (!isTRUE(getOption("knitr.in.progress"))) {
    return("markdown")
  }
  if (knitr::is_latex_output()) "latex" else if (knitr::is_html_output()) "html" else "markdown"
}

# Columns -----------------------------------------------------------------------------------

# A list: `cells` (character vectors), `names` (headings) and `align`, one of each per column.
table_columns <- function(x, style) {
  fixed <- intersect(AGREEMENT_COLUMNS, names(x))
  own <- setdiff(names(x), fixed)
  first <- match(names(x)[names(x) %in% fixed][1], names(x))
  keys <- own[match(own, names(x)) < first]
  of_user <- function(names) {
    lapply(stats::setNames(names, names), function(name) {
      column(escape(name, style), user_cells(x[[name]], style), is.numeric(x[[name]]))
    })
  }
  columns <- c(
    of_user(keys),
    list(coefficient_column(x, style), estimate_column(x, style), interval_column(x, style)),
    lapply(c("n_items", "n_raters", "n_ratings"), function(name) count_column(x, name, style)),
    of_user(setdiff(own, keys))
  )
  columns <- Filter(Negate(is.null), unname(columns))
  list(
    cells = lapply(columns, `[[`, "cells"),
    names = vapply(columns, `[[`, "", "heading"),
    align = vapply(columns, `[[`, "", "align")
  )
}

column <- function(heading, cells, number) {
  list(heading = heading, cells = cells, align = if (number) "r" else "l")
}

# The keys are the user's words; other numbers than whole ones get the digits of the table.
user_cells <- function(values, style) {
  text <- if (!is.numeric(values)) {
    escape(as.character(values), style)
  } else if (any(values != round(values), na.rm = TRUE)) {
    format_numbers(values, utils::modifyList(style, list(leading_zero = TRUE)))
  } else {
    with_minus(formatC(as.double(values), format = "f", digits = 0), style)
  }
  ifelse(is.na(values), "NA", text)
}

coefficient_column <- function(x, style) {
  labels <- coefficient_labels(x)
  if (length(unique(labels)) > 1) column("Coefficient", escape(labels, style), FALSE)
}

estimate_column <- function(x, style) {
  labels <- unique(coefficient_labels(x))
  heading <- if (length(labels) == 1) escape(labels, style) else "Estimate"
  column(heading, format_numbers(x$estimate, style), TRUE)
}

interval_column <- function(x, style) {
  low <- x[["conf.low"]]
  high <- x[["conf.high"]]
  if (all(is.na(low)) || all(is.na(high))) {
    return(NULL)
  }
  percent <- paste0(format(100 * (x[["conf.level"]] %||% NA), trim = TRUE), "%")
  level <- unique(percent[!is.na(low) & !is.na(high)])
  heading <- if (length(level) == 1 && level != "NA%") paste(level, "CI") else "CI"
  cells <- paste0("[", format_numbers(low, style), ", ", format_numbers(high, style), "]")
  if (length(level) > 1) cells <- paste0(cells, " (", escape(percent, style), ")")
  cells[is.na(low) | is.na(high)] <- dash(style)
  column(escape(heading, style), cells, TRUE)
}

count_column <- function(x, name, style) {
  n <- x[[name]]
  if (all(is.na(n))) {
    return(NULL)
  }
  heading <- c(n_items = "Items", n_raters = "Raters", n_ratings = "Ratings")[[name]]
  column(heading, ifelse(is.na(n), dash(style), big(n)), TRUE)
}

# "Krippendorff's alpha (ordinal)"; the level is left out where it is nominal in all rows.
coefficient_labels <- function(x) {
  registry <- coefficient_registry()
  id <- as.character(x$coefficient)
  label <- registry$label[match(id, registry$id)]
  label[is.na(label)] <- id[is.na(label)]
  metric <- as.character(x[["metric"]] %||% rep(NA, length(id)))
  tell <- !is.na(metric) & (metric != "nominal" | length(unique(metric)) > 1)
  metric[metric %in% "custom"] <- "custom distance"
  ifelse(tell, paste0(label, " (", metric, ")"), label)
}

# Notes -------------------------------------------------------------------------------------

# One phrase per dash: what row, and why.
table_notes <- function(x, style) {
  no_value <- is.na(x$estimate)
  no_interval <- !no_value & !is.null(interval_column(x, style)) & is.na(x[["conf.low"]] %||% NA)
  no_raters <- is.na(x[["n_raters"]] %||% NA) & !is.null(count_column(x, "n_raters", style))
  reason <- as.character(x[["status"]] %||% rep(NA, nrow(x)))
  reason[is.na(reason) | reason == "ok"] <- "no value"
  reason <- ifelse(no_value, reason, ifelse(no_interval, "no interval", ""))
  reason <- ifelse(
    no_raters & !no_value,
    paste0(reason, ifelse(reason == "", "", ", "), "anonymous raters"), reason
  )
  tell <- which(reason != "")
  name <- row_names(x)[tell]
  unique(escape(paste0(name, ifelse(name == "", "", ": "), reason[tell]), style))
}

# What tells the rows apart: the group, and the coefficient where there are several.
row_names <- function(x) {
  first <- match(TRUE, names(x) %in% AGREEMENT_COLUMNS)
  parts <- lapply(unclass(x)[seq_len(first - 1)], as.character)
  labels <- coefficient_labels(x)
  if (length(unique(labels)) > 1) parts <- c(parts, list(labels))
  if (length(parts)) do.call(paste, c(unname(parts), sep = ", ")) else rep("", nrow(x))
}

# Puts the note under the table, inside the table's own environment or element.
add_note <- function(text, notes, format, n_columns) {
  if (length(notes) == 0) {
    return(text)
  }
  notes <- paste0(paste(notes, collapse = "; "), ".")
  switch(format,
    latex = insert_behind(
      text, "\\\\end\\{(tabular|longtable|tabularx|tabu)[*]?\\}",
      paste0("\n\n\\smallskip\n{\\footnotesize\\textit{Note.} ", notes, "\\par}")
    ),
    html = insert_behind(
      text, "</tbody>",
      paste0(
        "\n<tfoot>\n  <tr><td colspan=\"", n_columns, "\"><em>Note.</em> ", notes, "</td></tr>\n</tfoot>"
      )
    ),
    markdown = paste0(text, "\n\n*Note.* ", notes)
  )
}

# At the end where the pattern is not found.
insert_behind <- function(text, pattern, insertion) {
  found <- regexpr(pattern, text)
  end <- if (found > 0) found + attr(found, "match.length") - 1 else nchar(text)
  paste0(substr(text, 1, end), insertion, substr(text, end + 1, nchar(text)))
}

# knitr -------------------------------------------------------------------------------------

write_kable <- function(columns, format, caption, label, ...) {
  cells <- as.data.frame(columns$cells, col.names = seq_along(columns$cells), stringsAsFactors = FALSE)
  arguments <- list(
    x = cells,
    format = if (format == "markdown") "pipe" else format,
    col.names = columns$names,
    align = columns$align,
    row.names = FALSE,
    escape = FALSE
  )
  own <- c("x", "format", "escape", "row.names", "digits")
  arguments$caption <- caption
  arguments$label <- label %||% if (is.null(caption)) NA
  if (format == "latex") arguments <- c(arguments, list(booktabs = TRUE, linesep = ""))
  if (format == "html") {
    # The class by which the themes of R Markdown and Bootstrap know a table.
    id <- if (!is.null(label)) paste0(" id=\"tab:", escape_html(label), "\"")
    arguments$table.attr <- paste0("class=\"table\"", id)
  }
  more <- list(...)
  check_kable_arguments(more, own)
  arguments[names(more)] <- more
  paste(as.character(do.call(knitr::kable, arguments)), collapse = "\n")
}

# Checks ------------------------------------------------------------------------------------

check_agreement <- function(x) {
  lacking <- if (is.data.frame(x)) setdiff(c("coefficient", "estimate"), names(x))
  if (!is.data.frame(x) || length(lacking)) {
    abort_accord(
      "not_agreement",
      c(
        "{.arg x} must be the result of {.fn krippendorff_alpha}.",
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
  numbers <- c("estimate", "conf.low", "conf.high", "n_items", "n_raters", "n_ratings")
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

check_digits <- function(digits) {
  check_number(digits, "digits", above = -1, below = 16)
  if (digits != round(digits)) {
    abort_accord(
      "argument",
      c("{.arg digits} must be a whole number.", x = "It is {digits}."),
      argument = "digits",
      value = digits
    )
  }
}

check_text <- function(x, arg) {
  if (!is.null(x) && !rlang::is_string(x)) {
    abort_accord(
      "argument",
      c("{.arg {arg}} must be one string.", x = "It is {.obj_type_friendly {x}}."),
      argument = arg,
      value = x
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
