#' A table for the paper
#'
#' Writes a result of accord as a table in LaTeX, markdown, HTML or Typst, with the interval in one
#' column, numbers aligned at the decimal point and a note for every dash.
#'
#' @details
#' The columns are those of a results table, in this order: the groups; the coefficient, with
#' the level of measurement or the weights in parentheses unless all rows are nominal and
#' unweighted; the estimate; its interval, headed by its level; the test statistic (z, t or
#' F, as far as that can be told), its degrees of freedom and p value, if there are any; the words
#' of [interpret()]; and the number of items, raters and ratings used, and of categories where chance
#' depends on it (Brennan and Prediger's coefficient, AC1, AC2). With one coefficient
#' throughout its name heads the estimates and takes no column. There is no column for
#' intervals if no row has one, and none for raters if all are anonymous. Columns that you
#' added to `x` stand where you put them: before the coefficient or at the end. Columns that you
#' removed are left out.
#'
#' Other results become tables with a column for each of theirs, in their order and with headings in words; the
#' limits of an interval share a column, and the `status` goes into the note. These are [rater_summary()], its
#' `summary()`, [item_summary()], [rater_influence()], [disagreements()], [compare_agreement()], [consensus()]
#' (less its posterior), [evaluate_consensus()], [calibration()], [plan_agreement()], [chain_agreement()],
#' [coref_scores()], [chain_alpha()], [span_agreement()], [span_alpha()], [span_gamma()], [variance_components()],
#' [generalizability()], [rater_severity()], [limits_of_agreement()], [concordance()], [alt_test()],
#' [corrected_estimate()], the coincidences in the `summary()` of ratings, and a confusion table of
#' [pairwise_agreement()], as in `paper_table(pairs$confusion[[1]])`.
#'
#' In a knitr document each of these results, at the end of a chunk, is such a table with default settings and
#' at most 30 rows; `print()` gives the text of the console. `print(paper_table(x))` writes a table into the document
#' in chunks with `results = "asis"`, as in a loop. Without a caption a table in LaTeX stays where
#' its chunk is.
#'
#' With `wide = TRUE` each coefficient has a column and each group a row, with the interval in
#' brackets below the estimate: shorter where there are several groups and coefficients, and
#' easier to compare. Tests, words and columns of yours at the end have no place in it. Where
#' coefficients used different items, the smallest and largest number is shown; where a
#' group has no row for a coefficient, its cell is empty.
#'
#' All text is escaped for the format, `caption` and `note` too. To write markup of the format there, mark it
#' with [I()]: `caption = I("Agreement about \\emph{tone}")`. `col.names` is passed on as it is. LaTeX needs
#' `\usepackage{booktabs}`, and for more than 40 rows, which run over pages with their head repeated,
#' `\usepackage{longtable}`; in R Markdown both are added for you (`longtable = FALSE` for documents in two
#' columns). A table that would be wider than the text of an article at 10 pt gets headings in several lines,
#' then smaller type, and is then set in parts below each other, which repeat the columns that tell which row it is;
#' take columns out of `x` to keep it in one.
#'
#' @section Missing and degenerate data:
#' A dash stands for each value that is not there, and a note under the table says why, row by
#' row: the `status` of an estimate that is not defined, "no interval", "anonymous raters", or which column
#' has no value there. Rows
#' without a test or a word have an empty cell there.
#'
#' @section Errors:
#' Something that is not a result of accord (`accord_error_not_agreement`), a result
#' without rows (`accord_error_no_rows`), columns that are lists (`accord_error_list_column`),
#' several rows for one cell of a wide table, or results without coefficients as one
#' (`accord_error_not_wide`), and arguments that are
#' not as described here (`accord_error_argument`). All have the class `accord_error` too.
#'
#' @param x A result of accord, such as that of [krippendorff_alpha()] or [rater_summary()]: also
#'   filtered, sorted, with columns added or removed, or several results bound by rows. Where their
#'   intervals differ in level, each interval is followed by its level.
#' @param format `"latex"`, `"markdown"`, `"html"` or `"typst"`. The default is what the knitr document
#'   that is being made turns into, and markdown elsewhere (as in Word).
#' @param digits Number of digits after the decimal point, 0 to 15. Unless you give it, numbers in the units of the
#'   data get more of them where three significant digits need them.
#' @param leading_zero Write 0.128 and not .128? The default follows the usage of the APA for
#'   numbers that cannot pass 1.
#' @param caption Caption of the table.
#' @param note Sentences to put into the note under the table, before those that accord puts there.
#' @param label Label to refer to a table that has a caption: `"alpha"` becomes
#'   `\label{tab:alpha}` in LaTeX, `<tab:alpha>` in Typst, and the id `tab:alpha` of the table in HTML. Letters,
#'   digits and `. : _ - / +`, unless it is marked with [I()]. In a knitr document the default is the label of the
#'   chunk, with `-2`, `-3`, ... for its second table and the following.
#' @param ... Passed on to [knitr::kable()], by name: `col.names` and `align` for all columns,
#'   `table.attr` for HTML, `position`, `longtable` or `table.envir` for LaTeX. Typst takes `col.names` and
#'   `align`.
#' @param wide One column per coefficient, and one row per group?
#' @inheritParams print.accord_agreement
#'
#' @return A string of class `accord_table`. It prints as it is, goes into a file with
#'   [writeLines()], and in a knitr document becomes a table.
#' @seealso [interpret()] for words beside the numbers, [tidy.accord_agreement] for the numbers.
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
#' paper_table(interpret(alpha, "krippendorff"))
#' paper_table(alpha, wide = TRUE)
#'
#' file <- tempfile(fileext = ".tex")
#' writeLines(paper_table(alpha, "latex"), file)
paper_table <- function(x, format = NULL, digits = 3, leading_zero = FALSE, caption = NULL,
                        label = NULL, ..., wide = FALSE, categories = NULL, note = NULL) {
  check_table(x)
  format <- check_choice(format, TABLE_FORMATS, "format", optional = TRUE) %||% document_format()
  check_digits(digits)
  check_flag(leading_zero, "leading_zero")
  check_text(caption, "caption")
  check_text(label, "label")
  check_text(note, "note")
  check_label(caption, label)
  check_flag(wide, "wide")
  check_flag(categories, "categories", optional = TRUE)
  if (format != "typst") need_package("knitr", "to write a table")
  style <- list(
    format = format, digits = digits, digits_given = !missing(digits), leading_zero = leading_zero,
    categories = is.data.frame(x) && shows_categories(x, categories), wide = wide
  )
  if (wide) check_has_coefficients(x)
  parts <- table_parts(x, style)
  notes <- c(sub("[.]$", "", own_text(note, style)), parts$notes, gap_notes(parts, style))
  if (format == "typst") {
    return(new_table(write_typst(parts$columns, own_text(caption, style), label, notes, ...), format))
  }
  text <- write_kable(parts$columns, format, own_text(caption, style), label, ...)
  text <- add_note(text, notes, format, length(parts$columns$cells))
  new_table(text, format, parts$columns$key)
}

# Text of the user's, escaped unless it is marked as markup of the format.
own_text <- function(text, style) {
  if (!is.null(text) && !inherits(text, "AsIs")) {
    return(escape(text, style))
  }
  text <- as.character(unclass(text))
  if (style$format == "typst" && length(text)) typst_markup(text) else text
}

# What a kind of result needs to be a table: a check, then a list of `columns`, as bind_columns()
# makes them, `notes`, and what gap_notes() has to know of the dashes they speak of.
check_table <- function(x) UseMethod("check_table")
table_parts <- function(x, style) UseMethod("table_parts")

check_table.accord_result <- function(x) {
  if (!is.null(result_kind(x))) check_kind(x, "a table of")
  check_table_cells(x)
}

check_table.accord_agreement <- function(x) check_agreement(x)
check_table.default <- function(x) check_agreement(x)

table_parts.default <- function(x, style) {
  list(
    columns = if (style$wide) wide_columns(x, style) else table_columns(x, style),
    notes = table_notes(x, style, style$wide),
    all_told = TRUE
  )
}

TABLE_FORMATS <- c("latex", "markdown", "html", "typst")

# `key`: which columns tell what a row is about.
new_table <- function(text, format, key = NULL) {
  structure(text, format = format, key = key, class = c("accord_table", "knitr_kable"))
}

#' @export
format.accord_table <- function(x, ...) as.character(x)

#' @export
as.character.accord_table <- function(x, ...) as.character(unclass(x))

#' @export
print.accord_table <- function(x, ...) {
  if (is_asis_chunk()) {
    knitr::knit_meta_add(table_packages(x))
    writeLines(c("", document_text(x), ""))
  } else {
    writeLines(as.character(x))
  }
  invisible(x)
}

# Is what is printed read by pandoc as a part of the document?
is_asis_chunk <- function() {
  isTRUE(getOption("knitr.in.progress")) && identical(knitr::opts_current$get("results"), "asis")
}

#' @exportS3Method knitr::knit_print
knit_print.accord_table <- function(x, ...) { # nolint: object_name_linter.
  knitr::asis_output(paste0("\n\n", document_text(x), "\n\n"), meta = table_packages(x))
}

# The table as the source of a document has it.
document_text <- function(x) {
  text <- as.character(x)
  format <- attr(x, "format")
  pandoc <- !is.null(knitr::opts_knit$get("rmarkdown.pandoc.to"))
  if (pandoc && identical(format, "markdown")) text <- pandoc_table(text, attr(x, "key"))
  # Without a fence pandoc takes the note under a table for markdown; one of three ticks would be joined with
  # the source that follows in a chunk with `collapse = TRUE`.
  if (format %in% c("latex", "typst") && pandoc) {
    text <- paste0("````{=", format, "}\n", text, "\n````")
  }
  # What is wider than the page scrolls, and the page does not.
  if (identical(format, "html")) text <- paste0("<div style=\"overflow-x: auto\">\n", text, "\n</div>")
  text
}

# The packages of LaTeX that R Markdown has to load for it.
table_packages <- function(x) {
  if (identical(attr(x, "format"), "latex") && rlang::is_installed("rmarkdown")) {
    long <- grepl("\\begin{longtable}", as.character(x), fixed = TRUE)
    lapply(c("booktabs", if (long) "longtable"), rmarkdown::latex_dependency)
  }
}

# What the document that knitr is making turns into.
document_format <- function() {
  if (!isTRUE(getOption("knitr.in.progress"))) {
    return("markdown")
  }
  if (knitr::is_latex_output()) {
    "latex"
  } else if (knitr::is_html_output()) {
    "html"
  } else if (identical(knitr::opts_knit$get("rmarkdown.pandoc.to"), "typst")) {
    "typst"
  } else {
    "markdown"
  }
}

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
  if (length(caption)) arguments$caption <- caption
  arguments$label <- if (!is.null(label)) as.character(label) else if (length(caption)) chunk_label() else NA
  if (format == "latex") {
    # A little space between groups that take two lines.
    linesep <- if (identical(columns$height, 2)) c("", "\\addlinespace") else ""
    arguments <- c(arguments, list(booktabs = TRUE, linesep = linesep))
  }
  if (format == "html") {
    # The class by which the themes of R Markdown and Bootstrap know a table.
    id <- if (!is.null(label)) paste0(" id=\"tab:", escape_html(label), "\"")
    # Digits of one width, so that numbers are aligned.
    arguments$table.attr <- paste0("class=\"table\" style=\"font-variant-numeric: tabular-nums\"", id)
  }
  more <- list(...)
  check_kable_arguments(more, own)
  check_column_arguments(more, length(cells), format)
  arguments[names(more)] <- more
  kable <- function(arguments) paste(as.character(do.call(knitr::kable, arguments)), collapse = "\n")
  if (format != "latex") {
    return(kable(arguments))
  }
  layout <- latex_layout(columns, "col.names" %in% names(more))
  arguments$col.names <- more[["col.names"]] %||% layout$names
  if (any(c("col.names", "align") %in% names(more))) {
    layout$parts <- list(seq_along(columns$cells))
  } else {
    cells[] <- layout$cells
  }
  arguments$longtable <- more[["longtable"]] %||% (nrow(cells) * length(layout$parts) > LONG_ROWS)
  texts <- vapply(seq_along(layout$parts), function(k) {
    part <- layout$parts[[k]]
    if (k > 1) arguments[c("caption", "label")] <- list(NULL, NA)
    arguments$x <- cells[part]
    arguments$col.names <- arguments$col.names[part]
    arguments$align <- arguments$align[part]
    kable(arguments)
  }, "")
  if (arguments$longtable) texts <- vapply(texts, repeat_head, "", USE.NAMES = FALSE)
  text <- join_parts(texts, layout$type)
  if (arguments$longtable) text else no_indent(text)
}
