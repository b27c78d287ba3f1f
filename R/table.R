#' A table for the paper
#'
#' Writes a result of accord as a table in LaTeX, markdown, HTML, Typst or Word, with the interval in one column,
#' numbers aligned at the decimal point and a note that explains missing values.
#'
#' @details
#' The columns are those of a results table, in this order: the groups; the coefficient; the estimate; its
#' interval, with the level in the heading; the test statistic (z, t or F, if known), its degrees of freedom and p
#' value, if there are any; the labels of [interpret()]; and the number of items, raters and ratings used, and of
#' categories if expected agreement depends on it (Brennan and Prediger's coefficient, AC1, AC2). If all rows have
#' the same coefficient, its name is the heading of the estimates and there is no column for it. There is no column
#' for intervals if no row has one, and none for raters if all are anonymous.
#'
#' Counts, degrees of freedom and settings that are the same in every row are no columns but part of the note, unless
#' the table has a single row: "100 items, 6 raters, 600 ratings", which with several groups begins with "Each row has".
#' The same holds for weights and the level of alpha: they stand behind the names of coefficients only if they differ.
#' Greek letters are signs where the encoding or the format has them, and statistical symbols such as *p* are in
#' italics.
#'
#' A group is named in the first of its rows, where all rows of a group stand together; the result itself, and a csv
#' file of it, has it in every row. In Word and LaTeX the rows of a small group stay on one page, and a table longer
#' than a page names the groups again wherever it may be cut. Names of your columns begin with a capital as headings,
#' unless they have one elsewhere. Confusion tables and coincidences have totals of rows and columns; those of
#' `pairwise_agreement(confusion = TRUE)` are left out of the table of pairs. A probability of a model that would round
#' to 1 or 0 is `> .999` or `< .001`.
#'
#' Columns that you added to `x` keep their position: before the
#' coefficient or at the end. Columns that you removed are left out, also from the note.
#'
#' Tables of other results have the columns of the result, in the same order and with headings in words; the limits of
#' an interval share a column, and the `status` is in the note. These are [rater_summary()], its `summary()`,
#' [item_summary()], [rater_influence()], [item_influence()], [disagreements()], [compare_agreement()], [consensus()]
#' (without its posterior), [evaluate_consensus()], [calibration()], [next_items()], [fewer_ratings()],
#' [audit_labels()], [plan_agreement()], [sample_size()],
#' [chain_agreement()],
#' [coref_scores()] and its `mean()`, [chain_alpha()], [span_agreement()], [span_alpha()], [span_gamma()],
#' [variance_components()], [generalizability()], [rater_severity()], [fair_marks()], [limits_of_agreement()],
#' [concordance()], [alt_test()], [judge_report()], [corrected_estimate()], [corrected_regression()], the coincidences
#' in the `summary()` of ratings, and a confusion table of [pairwise_agreement()], as in
#' `paper_table(pairs$confusion[[1]])`.
#' Columns that you added keep their position, or are at the end.
#'
#' In a knitr document each of these results, at the end of a chunk, is shown as such a table with default settings
#' and at most 30 rows; `print()` gives the text of the console. `print(paper_table(x))` writes a table into the
#' document in chunks with `results = "asis"`, for example in a loop. In LaTeX a table without a caption is placed at
#' its chunk.
#'
#' With `format = "docx"` the value is a table of package flextable, which must be installed:
#' `flextable::save_as_docx(table, path = "table.docx", align = "left")` writes it to a file, and functions of flextable
#' change it. `flextable::as_flextable(x)` makes the same table. It has the rules, the number and the title of APA
#' style, its heading is repeated on further pages, and up to 30 rows are kept together. The type is Times New
#' Roman, at most 11 pt and at least 8 pt, so that the table fits the lines; texts, and estimates with an interval, take
#' two lines before the type becomes smaller. Pairs of annotators are in one column. Documents that knitr makes for Word
#' contain such tables; without flextable they contain plain ones, whose columns pandoc sets.
#'
#' With `wide = TRUE` each coefficient has a column and each group a row, with the interval in brackets below the
#' estimate: with several groups and coefficients this is shorter and easier to compare. Tests, verbal labels and
#' columns added at the end are not shown. If coefficients used different items, the smallest and largest number is
#' shown; if a group has no row for a coefficient, its cell is empty.
#'
#' All text is escaped for the format, including `caption` and `note`; in LaTeX, Greek letters, arrows and signs such as
#' \eqn{\geq}{>=} become formulas. pdflatex needs `\usepackage[T1]{fontenc}` for the quotation marks of other languages;
#' other alphabets and emoji need lualatex and a font that has them. To use markup of the format there, wrap it in
#' [I()]: `caption = I("Agreement about \\emph{tone}")`. `col.names` is passed on unchanged. LaTeX needs
#' `\usepackage{booktabs}`, and for more than 36 rows, which continue over pages with the head repeated,
#' `\usepackage{longtable}`; in R Markdown both are added automatically. A document in two columns has no such tables:
#' with `longtable = FALSE`, and in the style of the ACL by default, more than 36 rows are several floats, cut between
#' groups. A table that would be wider than `text_width` gets headings in several lines, then
#' smaller type; then each group has its name in a row above its others; and if this is not enough, the table is
#' split into parts below each other, which repeat the columns that identify a row; an
#' estimate and its interval are in one part, and later parts say that they continue the table. Remove columns of `x`,
#' or increase `text_width`, to keep it in one part. Long names there continue in further lines, which count as rows.
#' Parts that have more than 36 rows together are floats of their own if there
#' is a caption. In the style of the ACL a table is neither divided nor set in smaller type than its note as long as it
#' fits without columns that others can stand for, such as t and degrees of freedom beside p values; a comment in the
#' code names those that are left out. There a table of a single row that is too wide has a row for each column, and
#' limits of agreement have a row each. The note of a table is below it in its width, or in that of the line if it is
#' long, and says what the names in italics are where groups have rows of their own.
#'
#' The judges of a [judge_report()] stand beside each other if they are two to five, with intervals below the figures,
#' or in LaTeX behind them if there is room; with columns of your own, or where this does not fit a column of the ACL,
#' they are below each other. There are no rows of macro precision and recall if macro F1 is there: only this has an
#' interval. In a column of the ACL the two sides of a comparison and the raters of a pair are in one column.
#'
#' The note says how the intervals of all rows were computed, and what the figures of a table are that its headings do
#' not name.
#'
#' @section Missing and degenerate data:
#' Each missing value is shown as a dash, and a note under the table gives the reason for each row: the `status` of an
#' estimate that is not defined, why there is no interval, "anonymous raters", or the column without a value. A column
#' other than that of estimates without a value in any of several rows is left out, and the note gives the reason. Rows
#' without a test or a verbal label have an empty cell. Groups of raters without a value, and classes that were never
#' used, are left out and named in the note; so is the mean of kappas of events of a single pair, without a name. Of
#' coreference scores, the other direction of a pair, with recall and precision swapped, is left out. The note
#' also says how many ratings were set aside because they are outside the `categories` or repeated by a rater.
#'
#' @section Errors:
#' An object that is not a result of accord, or estimates of coefficients without `coefficient` or
#' `estimate` (`accord_error_not_agreement`), a comparison, a plan, severities, limits of agreement, concordance
#' correlations, components, a generalizability study, an alternative annotator test or corrected estimates without
#' their estimate or a column that identifies their rows (`accord_error_missing_column`; tables of all other results
#' can have any of their columns), a result without rows (`accord_error_no_rows`), columns that are lists
#' (`accord_error_list_column`), several rows for one cell of a wide table, or a wide table of results without
#' coefficients (`accord_error_not_wide`), a package that is not installed (`accord_error_missing_package`), and
#' arguments that are not as described here (`accord_error_argument`). All have the class `accord_error` too.
#'
#' @param x A result of accord, such as that of [krippendorff_alpha()] or [rater_summary()]: also filtered, sorted,
#'   with columns added or removed, or several results with the same columns combined by rows. If their intervals differ
#'   in level, each interval is followed by its level.
#' @param format `"latex"`, `"markdown"`, `"html"`, `"typst"` or, for Word, `"docx"`. The default is the format of the
#'   current knitr document, and markdown elsewhere.
#' @param digits Number of digits after the decimal point, 0 to 15. By default, numbers in the units of the data have
#'   more digits if needed for three significant digits, or two in a `style`.
#' @param leading_zero Whether to write 0.128 instead of .128. The default follows APA style for numbers that cannot
#'   exceed 1.
#' @param caption Caption of the table.
#' @param note Sentences for the note under the table, before those that accord adds.
#' @param label Label to refer to a table that has a caption: `"alpha"` becomes `\label{tab:alpha}` in LaTeX,
#'   `<tab:alpha>` in Typst, and the id `tab:alpha` of the table in HTML. Letters, digits and `. : _ - / +`, unless it
#'   is wrapped in [I()]. In a knitr document the default is the label of the chunk, with `-2`, `-3`, ... for its
#'   second and further tables.
#' @param ... Passed on to [knitr::kable()], by name: `col.names` and `align` for all columns, `table.attr` for HTML,
#'   `position`, `longtable` or `table.envir` for LaTeX. Typst and Word accept `col.names` and `align`. For
#'   `as_flextable()`, arguments of `paper_table()`.
#' @param text_width Maximum width of a table in LaTeX, in pt at 10 pt type: the value of `\the\linewidth` in the
#'   document, multiplied by 10 and divided by the size of the type, or by 9.5 for 9 pt and 8.7 for 8 pt, whose letters
#'   are relatively wider. For the style of the ACL, whose papers are in Times at 11 pt, it is 199 in a column and 413
#'   over both. The default is 453 in an R Markdown document with its default margins, and otherwise 345, that of
#'   LaTeX's article. In Word it is the width of the lines in pt, by default 415, those of A4 paper in a document of
#'   flextable and officer, whose pages have a gutter.
#'   `options(accord.text_width = )` sets it for all tables of a document. Tables in other formats are not adapted.
#' @param style A style that sets the defaults of `digits` (to 2) and `leading_zero`: `"apa"`, with numbers such as .41
#'   and intervals \[.30, .53\]; `"vancouver"` of medical journals, 0.41 and 0.30 to 0.53; `"acl"`, 0.41 and \[0.30,
#'   0.53\], in LaTeX with the caption below the table and the width of a column.
#' @param wide Whether to use one column per coefficient and one row per group.
#' @inheritParams print.accord_agreement
#'
#' @return A string of class `accord_table`. It prints as text, can be written to a file with [writeLines()], and in a
#'   knitr document becomes a table. For `"docx"`, an object of class `flextable`.
#' @seealso [interpret()] for verbal labels, [tidy.accord_agreement] for the numbers.
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
                        label = NULL, ..., wide = FALSE, categories = NULL, note = NULL,
                        text_width = getOption("accord.text_width"), style = NULL) {
  check_given(x, "x")
  check_whole_result(x)
  check_choice(format, TABLE_FORMATS, "format", optional = TRUE, advice = format_advice(format))
  format <- format %||% document_format()
  check_choice(style, names(HOUSE_STYLES), "style", optional = TRUE)
  of_house <- if (!is.null(style)) HOUSE_STYLES[[style]]
  digits_given <- !missing(digits)
  if (!digits_given) digits <- of_house$digits %||% digits
  if (missing(leading_zero)) leading_zero <- of_house$leading_zero %||% leading_zero
  check_digits(digits)
  check_flag(leading_zero, "leading_zero")
  check_text(caption, "caption", optional = TRUE)
  check_text(label, "label", optional = TRUE)
  check_text(note, "note", optional = TRUE)
  check_label(caption, label)
  check_flag(wide, "wide")
  check_flag(categories, "categories", optional = TRUE)
  if (!is.null(text_width)) check_number(text_width, "text_width", above = 0)
  if (format == "docx") need_package("flextable", "to make a table for Word")
  if (!format %in% c("typst", "docx")) need_package("knitr", "to write a table")
  width <- text_width %||% if (format == "latex") of_house$text_width %||% line_width()
  style <- list(
    format = format, digits = digits, digits_given = digits_given, leading_zero = leading_zero,
    categories = categories, wide = wide, text_width = width, house = style, methods = TRUE,
    typeset = TRUE
  )
  made <- made_table(x, style, note)
  caption <- own_text(caption, style)
  switch(format,
    typst = new_table(write_typst(made$columns, caption, label, made$notes, list(...)), format),
    docx = write_flextable(made$columns, style, caption, label, made$notes, list(...)),
    {
      written <- write_kable(made$columns, style, caption, label, made$notes, list(...))
      new_table(if (format == "latex") with_comment(written, made$comment) else written, format)
    }
  )
}

# Writes for the author what the reader of the paper need not know.
with_comment <- function(latex, comment) {
  if (is.null(comment)) latex else paste0("% ", gsub("\\s+", " ", comment), "\n", latex)
}

# The `columns` and the `notes` of a table, before it is written. `note`: that of the user. `style$methods`: whether the
# notes say how intervals were computed, which a report says once for all its tables. `style$typeset`: whether words of
# accord get the apostrophes and dashes of print.
made_table <- function(x, style, note) {
  left_out <- if (inherits(x, "accord_pairs") && is.list(x[["confusion"]])) {
    x[["confusion"]] <- NULL
    "The confusion tables are left out"
  }
  check_table(x)
  if (style$wide) check_has_coefficients(x)
  x <- with_removed(x)
  parts <- same_in_note(with_own_columns(table_parts(x, style), x, style))
  if (is.null(parts$lacking)) parts$lacking <- lacking_interval(if (is.null(parts$rows)) x else x[parts$rows, ])
  if (in_column(style)) parts <- in_one_part(parts, style)
  aside <- if (is.data.frame(x) && !isTRUE(parts$aside_told)) set_aside_note(x)
  notes <- c(
    parts$notes, gap_notes(parts, style),
    if (isTRUE(style$methods)) c(interval_note(x, parts, style), few_units_note(x, parts)), aside, left_out
  )
  notes <- typeset(as_sentence(notes), style)
  notes <- italic_in_notes(notes, parts$columns, style)
  parts$columns <- without_empty(parts$columns, style)
  parts$columns$names[!parts$columns$key] <- typeset(parts$columns$names[!parts$columns$key], style)
  words <- parts$columns$names %in% c(RESULT_HEADINGS[FIXED_WORDS], MEANS_HEADINGS[["measure"]])
  parts$columns$cells[words] <- lapply(parts$columns$cells[words], typeset, style)
  if (style$format == "latex") notes <- vapply(notes, break_words, "", room = MOST_NOTE, USE.NAMES = FALSE)
  # Rows of a table that may continue on a further page name their groups again.
  is_long <- length(parts$columns$cells[[1]]) > switch(style$format, latex = LONG_ROWS, docx = WORD_ROWS, Inf)
  list(
    columns = groups_once(italic_symbols(parts$columns, style), if (is_long) MOST_KEPT else Inf),
    notes = c(sub("[.]$", "", own_text(note, style)), notes),
    comment = if (length(parts$left_out)) paste("Left out of the table:", in_a_list(parts$left_out))
  )
}

# Whether the table is for a column of a page in two columns, for which headings are shorter and some columns are left
# out.
in_column <- function(style) style$format == "latex" && identical(style$house, "acl")

# The user's text, escaped unless it is marked as markup of the format.
own_text <- function(text, style) {
  if (!is.null(text) && !inherits(text, "AsIs")) {
    return(escape(text, style))
  }
  text <- as.character(unclass(text))
  if (style$format == "typst" && length(text)) typst_markup(text) else text
}

# Methods of each kind of result for tables: a check, then a list of `columns` from bind_columns(), `notes`, and
# information for gap_notes() on the dashes that these explain.
check_table <- function(x) UseMethod("check_table")
table_parts <- function(x, style) UseMethod("table_parts")

TABLE_FORMATS <- c("latex", "markdown", "html", "typst", "docx")

# Names that users may give to formats of documents, and the format of paper_table() for each.
DOCUMENT_FORMATS <- list(
  Word = c("word", "doc", "word_document", "flextable", "odt", "rtf", "powerpoint", "pptx"),
  PDF = c("pdf", "pdf_document", "beamer"),
  latex = c("tex", "pdflatex", "xelatex", "lualatex", "latex_document", "kableextra", "booktabs"),
  markdown = c("md", "rmd", "qmd", "rmarkdown", "quarto", "gfm", "pipe", "md_document", "text", "txt"),
  html = c("htm", "html5", "html4", "html_document", "slidy", "revealjs", "ioslides"),
  typst = c("typ", "typst_pdf")
)

format_advice <- function(format) {
  if (!rlang::is_string(format)) return(NULL)
  named <- vapply(DOCUMENT_FORMATS, function(names) tolower(format) %in% names, NA)
  document <- names(DOCUMENT_FORMATS)[named]
  if (length(document) == 0) return(NULL)
  switch(document,
    Word = "Use {.val docx}, which is a table of package flextable; in a knitr document leave out {.arg format}.",
    PDF = "Use {.val latex} or {.val typst}, whichever makes the PDF; in a knitr document leave out {.arg format}.",
    paste0("Did you mean {.val ", document, "}?")
  )
}

new_table <- function(text, format) structure(text, format = format, class = c("accord_table", "knitr_kable"))
