# The columns of a table as text in LaTeX, markdown or HTML, by knitr::kable().

write_kable <- function(columns, style, caption, label, ...) {
  format <- style$format
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
    # A float of a document that R makes stands beside its chunk, if there is room.
    position <- if (isTRUE(getOption("knitr.in.progress"))) "!htbp" else ""
    arguments <- c(arguments, list(booktabs = TRUE, linesep = linesep, position = position))
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
  layout <- latex_layout(columns, "col.names" %in% names(more), style$text_width)
  arguments$col.names <- more[["col.names"]] %||% layout$names
  if (any(c("col.names", "align") %in% names(more))) {
    layout$parts <- list(seq_along(columns$cells))
    layout$lines <- nrow(cells)
  } else {
    cells[] <- layout$cells
  }
  arguments$longtable <- more[["longtable"]] %||% (layout$lines > LONG_ROWS)
  texts <- vapply(seq_along(layout$parts), function(k) {
    part <- layout$parts[[k]]
    if (k > 1) arguments[c("caption", "label")] <- list(NULL, NA)
    arguments$x <- cells[part]
    arguments$col.names <- arguments$col.names[part]
    arguments$align <- arguments$align[part]
    kable(arguments)
  }, "")
  if (arguments$longtable) texts <- vapply(texts, repeat_head, "", USE.NAMES = FALSE)
  text <- join_parts(vapply(texts, heading_rows, ""), layout$type, layout$lines * length(layout$parts) > LONG_ROWS)
  if (arguments$longtable) text else no_indent(text)
}
