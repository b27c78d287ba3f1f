# Tables for Word, by flextable, with the three rules of APA style. The type is Times New Roman, since the widths of
# columns depend on it: the default of flextable is a font of the computer that makes the document, which the one that
# opens it may lack.

# `columns`: from bind_columns(), with cells and headings as plain text.
write_flextable <- function(columns, style, caption, label, notes, more) {
  check_kable_arguments(more, c("x", "format", "escape", "row.names", "digits"))
  check_only_column_arguments(more, "Word")
  check_column_arguments(more, length(columns$cells), "docx")
  symbols <- columns$symbol & is.null(more$col.names)
  columns$names <- more$col.names %||% columns$names
  columns$align <- rep_len(split_align(more$align %||% columns$align), length(columns$cells))
  names(columns$cells) <- paste0("column_", seq_along(columns$cells))
  rows <- length(columns$cells[[1]])
  table <- flextable::flextable(as.data.frame(columns$cells, stringsAsFactors = FALSE))
  table <- flextable::set_header_labels(table, values = stats::setNames(as.list(columns$names), names(columns$cells)))
  table <- flextable::border_remove(table)
  available <- style$text_width %||% WORD_WIDTH
  layout <- word_layout(columns, available)
  if (sum(layout$width) > available + ROUNDING) {
    inform_accord("wide_table", c(
      "The table is {round(sum(layout$width))} pt wide, and the lines of the page {round(available)} pt.",
      i = "Leave out columns or coefficients, use {.code wide = FALSE}, or turn the page and give its
        {.arg text_width}."
    ))
  }
  # Rows are kept together, or in a table longer than a page an estimate with its interval in the next row, and the rows
  # of a small group.
  kept <- seq_len(rows)
  if (rows > WORD_ROWS) kept <- if (identical(columns$height, 2)) kept[kept %% 2 == 1] else before_same_group(columns)
  for (j in seq_along(columns$cells)) {
    align <- c(l = "left", c = "center", r = "right")[[columns$align[j]]]
    table <- flextable::style(table, j = j, pr_p = word_cell(align, TRUE, 3), part = "header")
    table <- flextable::style(table, j = j, pr_p = word_cell(align, FALSE, 1), part = "body")
    table <- flextable::style(table, i = kept, j = j, pr_p = word_cell(align, TRUE, 1), part = "body")
  }
  if (identical(columns$height, 2)) {
    # An estimate and the interval below it stand together.
    upper <- which(seq_len(rows) %% 2 == 1)
    table <- flextable::padding(table, i = upper, padding.top = 3, padding.bottom = 0)
    table <- flextable::padding(table, i = upper + 1, padding.top = 0)
  }
  for (j in which(symbols)) table <- with_word_symbol(table, j, columns$names[j])
  table <- with_word_notes(table, notes)
  table <- flextable::font(table, fontname = WORD_FONT, part = "all")
  table <- flextable::fontsize(table, size = layout$size, part = "all")
  table <- flextable::width(table, width = layout$width / 72)
  table <- flextable::set_table_properties(table, layout = "fixed", align = "left", opts_word = list(split = FALSE))
  table <- with_word_caption(with_word_rules(table), caption, label)
  structure(table, class = c("accord_word_table", class(table)))
}

# In chunks with `results = "asis"`, printing writes the table into the document.
#' @export
print.accord_word_table <- function(x, ...) {
  if (is_asis_chunk()) flextable::flextable_to_rmd(x) else NextMethod()
  invisible(x)
}

# A heading that begins with a statistical symbol, which is in italics.
with_word_symbol <- function(table, j, heading) {
  symbol <- sub(" .*", "", heading)
  value <- flextable::as_paragraph(flextable::as_i(symbol), substring(heading, nchar(symbol) + 1))
  flextable::compose(table, i = 1, j = j, value = value, part = "header")
}

# The width of lines on A4 paper with margins of 1 in and the gutter of half an inch that flextable and officer add to
# the pages of a new document.
WORD_WIDTH <- 415

word_cell <- function(align, keep, space) {
  officer::fp_par(
    text.align = align, padding.left = WORD_GAP, padding.right = WORD_GAP, padding.top = space, padding.bottom = space,
    keep_with_next = keep
  )
}

WORD_GAP <- 4
# Programs round the widths of columns and letters, so that a column just as wide as its longest word would break it.
WORD_SLACK <- 2
WORD_MARGINS <- 2 * WORD_GAP + WORD_SLACK

with_word_rules <- function(table) {
  thick <- officer::fp_border(width = 1.5)
  table <- flextable::hline_top(table, border = thick, part = "header")
  table <- flextable::hline_bottom(table, border = officer::fp_border(width = 0.75), part = "header")
  flextable::hline_bottom(table, border = thick, part = "body")
}

with_word_notes <- function(table, notes) {
  notes <- notes[notes != ""]
  if (length(notes) == 0) {
    return(table)
  }
  text <- paste0(" ", paste0(notes, ".", collapse = " "))
  paragraph <- flextable::as_paragraph(flextable::as_i("Note."), flextable::as_chunk(text))
  table <- flextable::add_footer_lines(table, values = paragraph)
  flextable::style(table, pr_p = word_cell("left", FALSE, 3), part = "footer")
}

# APA style has the number of the table in bold, and its title in italics on the next line. Word counts the tables, and
# references to the `label` follow.
with_word_caption <- function(table, caption, label) {
  if (length(caption) == 0) {
    return(table)
  }
  type <- function(...) officer::fp_text(font.family = WORD_FONT, font.size = WORD_SIZES[1], ...)
  number <- officer::run_autonum(
    seq_id = "tab", pre_label = "Table ", post_label = "", prop = type(bold = TRUE),
    bkm = if (!is.null(label)) paste0("tab:", label)
  )
  title <- flextable::as_paragraph(flextable::as_chunk(paste0("\n", caption), props = type(italic = TRUE)))
  flextable::set_caption(
    table, title,
    autonum = number, align_with_table = FALSE,
    fp_p = officer::fp_par(text.align = "left", padding = 3, keep_with_next = TRUE)
  )
}

WORD_ROWS <- 30 # more rows, with a title and a note, do not fit on a page
WORD_FONT <- "Times New Roman"
WORD_SIZES <- c(11, 10, 9, 8)

# The largest type with which the table is no wider than `available` pt, and the widths of its columns. No
# column is narrower than its longest word; if the smallest type is too large, long texts continue in further lines.
word_layout <- function(columns, available) {
  # In Times New Roman a minus is as wide as a plus, and not as in LaTeX.
  columns$cells <- lapply(columns$cells, gsub, pattern = "\u2212", replacement = "+", fixed = TRUE)
  cells <- vapply(columns$cells, function(one) max(0, text_width(one, TIMES_WIDTHS)), 0)
  heading <- vapply(columns$names, longest_word, 0, TIMES_WIDTHS)
  for (one in WORD_SIZES) {
    width <- pmax(cells, heading) * one / 10 + WORD_MARGINS
    if (sum(width) <= available) {
      # Headings that fit on one line get it if there is space.
      whole <- pmax(width, text_width(columns$names, TIMES_WIDTHS) * one / 10 + WORD_MARGINS)
      return(list(size = one, width = if (sum(whole) <= available) whole else width))
    }
  }
  least <- pmin(vapply(columns$cells, longest_word, 0, TIMES_WIDTHS), MOST_WORD)
  least <- pmax(least, heading) * one / 10 + WORD_MARGINS
  list(size = one, width = shrunk(width, least, columns$align == "l", available))
}

MOST_WORD <- 150 # in pt at 10 pt; longer words, such as addresses, may be broken

#' @rdname paper_table
#' @exportS3Method flextable::as_flextable
as_flextable.accord_result <- function(x, ...) paper_table(x, format = "docx", ...)
