# Results of spans in the console.

#' Print results of spans
#'
#' Shows the estimates with few digits; values that are the same in all rows are in the first line, and the reasons
#' for missing values below the table. The result is a tibble with all its columns. Without its main columns it prints
#' like a tibble.
#'
#' @param x The result of [span_agreement()], [span_alpha()] or [span_gamma()].
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line.
#' @return `print()`: `x`, invisibly. `format()`: the lines.
#' @seealso [paper_table()]
#' @name print.accord_span_alpha
#' @examples
#' marked <- data.frame(
#'   document = c("d1", "d1", "d1", "d2", "d2"), annotator = c("ann", "ann", "bob", "ann", "bob"),
#'   start = c(0, 9, 0, 3, NA), end = c(4, 14, 4, 8, NA),
#'   label = c("PER", "LOC", "PER", "PER", NA), length = 20
#' )
#' print(span_alpha(marked), digits = 2)
NULL

# What differs between the kinds: the `title` of the print, the column of the `estimate`, and what it is `about`.
SPAN_KINDS <- list(
  accord_span_agreement = list(
    title = "F1 of spans", estimate = "f1", about = c("annotator_1", "annotator_2", "match")
  ),
  accord_span_alpha = list(title = "Alpha for unitizing", estimate = "estimate", about = c("coefficient", "label")),
  accord_span_gamma = list(title = "Gamma", estimate = "estimate", about = c("coefficient", "label"))
)

span_kind <- function(x) SPAN_KINDS[[intersect(class(x), names(SPAN_KINDS))[1]]]

#' @rdname print.accord_span_alpha
#' @export
format.accord_span_result <- function(x, ..., digits = 3, n = 20, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_digits(digits)
  check_rows(n)
  style <- list(format = "text", digits = digits, leading_zero = FALSE)
  shown <- x[seq_len(min(nrow(x), n)), ]
  parts <- table_parts(shown, style)
  parts$columns$names <- sub(" annotator$", "", parts$columns$names)
  figure <- match(TRUE, parts$columns$names %in% c("F1", "Estimate"))
  parts$columns$must[seq_len(figure)] <- TRUE
  # The words of a coefficient, or of what a match is, are not names.
  words <- parts$columns$names %in% c("Coefficient", "Match")
  parts$columns$cut <- seq_along(words) < figure & parts$columns$align == "l" & !words
  printed_lines(
    x, paste0(span_kind(x)$title, span_counts(x), headline_interval(x)), text_table(parts$columns, width),
    reason_paragraph(parts$notes), more_rows(nrow(x) - nrow(shown))
  )
}

is_whole.accord_span_result <- function(x) {
  kind <- span_kind(x)
  numbers <- c(kind$estimate, "conf.low", "conf.high", "conf.level", "n_documents")
  counts <- names(x)[startsWith(names(x), "n_")]
  nrow(x) > 0 && all(c(kind$about, numbers, "interval", "status") %in% names(x)) &&
    all(vapply(unclass(x)[c(numbers, counts)], is_number_column, NA))
}

# " of 3 annotators in 12 documents", as far as it is so for all rows.
span_counts <- function(x) {
  same <- function(name) if (!is.null(x[[name]]) && !anyNA(x[[name]]) && is_same(x[[name]])) x[[name]][1]
  annotators <- same("n_annotators")
  documents <- if (is.null(x[["document"]])) same("n_documents")
  paste0(
    if (length(annotators)) paste(" of", count(annotators, "annotator")),
    if (length(documents)) paste(" in", count(documents, "document"))
  )
}
