# Tables in Typst (0.11 and later). Text is in strings, where only quotes and backslashes have a special meaning.

write_typst <- function(columns, caption, label, notes, more) {
  check_kable_arguments(more, c("x", "format", "escape", "row.names", "digits"))
  check_only_column_arguments(more, "Typst")
  check_column_arguments(more, length(columns$cells), "typst")
  names <- if (is.null(more$col.names)) columns$names else typst_markup(more$col.names)
  align <- rep_len(split_align(more$align %||% columns$align), length(names))
  align <- c(l = "left", c = "center", r = "right")[align]
  rows <- do.call(paste, c(lapply(columns$cells, typst_string), sep = ", "))
  table <- c(
    "table(",
    paste0("  columns: ", length(names), ", stroke: none, align: (", paste0(align, ",", collapse = " "), "),"),
    "  table.hline(),",
    paste0("  table.header(", paste(typst_string(names), collapse = ", "), "),"),
    "  table.hline(stroke: 0.5pt),",
    paste0("  ", rows, ","),
    "  table.hline(),",
    ")"
  )
  notes <- notes[notes != ""]
  note <- if (length(notes)) {
    text <- typst_string(paste0(" ", paste0(notes, ".", collapse = " ")))
    paste0("align(left, text(size: 0.85em, emph(\"Note.\") + ", text, "))")
  }
  size <- min(1, TYPST_WIDTH / typst_width(columns$cells, names))
  before <- if (size < 1) {
    c(paste0("set text(size: ", round(max(size, 0.6), 2), "em)"), "set table(inset: (x: 2pt, y: 5pt))")
  }
  if (length(c(before, note))) table <- c("{", paste0("  ", c(before, table, note)), "}")
  figure <- if (length(caption)) {
    c(
      "figure(",
      paste0("  ", utils::head(table, -1)), paste0("  ", table[length(table)], ","),
      # The caption is above the table, as in the other formats.
      paste0("  kind: table, caption: figure.caption(position: top, ", typst_string(caption), ")"), ")"
    )
  } else {
    c("align(center,", paste0("  ", table), ")")
  }
  text <- paste0("#", paste(figure, collapse = "\n"), if (!is.null(label)) paste0(" <tab:", label, ">"))
  # By default a figure does not break over pages.
  if (length(rows) > LONG_ROWS && length(caption)) {
    text <- paste0("#[\n#show figure: set block(breakable: true)\n", text, "\n]")
  }
  text
}

TYPST_WIDTH <- 412 # the text width of an A4 page, in tenths of the type size

# The width at full type size, where headings may break between words.
typst_width <- function(cells, names) {
  words <- vapply(strsplit(names, " ", fixed = TRUE), function(one) max(0, text_width(one)), 0)
  seen <- lapply(cells, function(one) gsub("\\u{a0}", " ", gsub("\" [+] (hide[(]\")?|\"[)]", "", one), fixed = TRUE))
  sum(pmax(vapply(seen, function(one) max(0, text_width(one)), 0), words) + 12)
}

typst_string <- function(text) paste0("\"", text, "\"")

# Inserts the user's markup into a string.
typst_markup <- function(text) paste0("\" + [", text, "] + \"")

check_only_column_arguments <- function(more, format) {
  other <- setdiff(names(more), c("col.names", "align"))
  if (length(other)) {
    abort_accord(
      "argument",
      c(
        "In {format} a table takes {.arg col.names} and {.arg align}.",
        x = "{length(other)} other argument{?s}: {.arg {other}}."
      ),
      argument = other
    )
  }
}
