# The note under a table: why a value is not there.

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
