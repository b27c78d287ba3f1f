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
  if (!is.null(columns$over)) layout$width <- with_spanner_width(layout, columns$over)
  if (sum(layout$width) > available + ROUNDING) {
    inform_accord("wide_table", c(
      "The table is {round(sum(layout$width))} pt wide, and the lines of the page {round(available)} pt.",
      i = "Leave out columns or coefficients, use {.code wide = FALSE}, or turn the page and give its
        {.arg text_width}."
    ))
  }
  layout <- with_wider_gaps(layout, columns, notes, available)
  # Rows are kept together, or in a table longer than a page an estimate with its interval in the next row, and the rows
  # of a small group.
  kept <- seq_len(rows)
  if (rows > WORD_ROWS) kept <- if (identical(columns$height, 2)) kept[kept %% 2 == 1] else before_same_group(columns)
  # Cells of several lines need space between rows.
  space <- if (isTRUE(layout$broken)) 3 else 1
  for (j in seq_along(columns$cells)) {
    align <- c(l = "left", c = "center", r = "right")[[columns$align[j]]]
    cell <- function(align, keep, space) word_cell(align, keep, space, layout$gap, layout$lead[j])
    table <- flextable::style(table, j = j, pr_p = cell(align, TRUE, 3), part = "header")
    table <- flextable::style(table, j = j, pr_p = cell(align, FALSE, space), part = "body")
    table <- flextable::style(table, i = kept, j = j, pr_p = cell(align, TRUE, space), part = "body")
  }
  if (identical(columns$height, 2)) {
    # An estimate and the interval below it stand together.
    upper <- which(seq_len(rows) %% 2 == 1)
    table <- flextable::padding(table, i = upper, padding.top = 3, padding.bottom = 0)
    table <- flextable::padding(table, i = upper + 1, padding.top = 0)
  }
  starts <- starts_of_groups(columns)
  if (length(starts)) {
    # A row is higher by the space that is above its text.
    table <- flextable::padding(table, i = starts, padding.top = space + GROUP_SPACE)
    table <- flextable::height(table, i = starts, height = 0.25 + GROUP_SPACE / 72)
  }
  table <- flextable::valign(table, valign = "bottom", part = "header")
  if (isTRUE(layout$broken)) table <- flextable::valign(table, valign = "top", part = "body")
  for (j in which(symbols)) table <- with_word_symbol(table, j, columns$names[j])
  if (!is.null(columns$over)) table <- with_word_spanner(table, columns$over)
  table <- with_word_notes(table, notes)
  table <- flextable::font(table, fontname = WORD_FONT, part = "all")
  table <- flextable::fontsize(table, size = layout$size, part = "all")
  table <- flextable::width(table, width = layout$width / 72)
  table <- flextable::set_table_properties(table, layout = "fixed", align = "left", opts_word = list(split = FALSE))
  table <- with_word_caption(with_word_rules(table), caption, label)
  structure(table, class = c("accord_word_table", class(table)))
}

# The first rows of groups of several rows but the first group, which have a little space above them.
starts_of_groups <- function(columns) {
  again <- columns$again
  if (is.null(again) || identical(columns$height, 2)) return(integer())
  which(!again & seq_along(again) > 1)
}

GROUP_SPACE <- 4 # pt

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

# The layout with space before texts that follow numbers, and with wider spaces between the columns of a narrow table
# whose note would otherwise take many lines. `lead`: what columns of texts have at their left beside the gap.
with_wider_gaps <- function(layout, columns, notes, available) {
  n <- length(layout$width)
  texts <- columns$align != "r"
  after_number <- texts & c(FALSE, columns$align[-n] == "r")
  lead <- rep(0, n)
  if (any(after_number)) {
    lead[after_number] <- max(0, min(WORD_GAPS[1], (available - sum(layout$width)) / sum(after_number)))
  }
  width <- sum(layout$width, lead)
  room <- min(available, MOST_WIDER * width, sum(text_width(notes, TIMES_WIDTHS)) * layout$size / 10 / NOTE_LINES)
  behind <- seq_len(n) > 1
  lead[behind] <- lead[behind] + max(0, room - width) / sum(behind)
  layout$width <- layout$width + lead
  layout$lead <- ifelse(texts, lead, 0)
  layout
}

NOTE_LINES <- 2.6 # a note of so many full lines has three
MOST_WIDER <- 1.5

# The widths of columns below a heading that must fit on a line.
with_spanner_width <- function(layout, over) {
  needs <- text_width(over$heading, TIMES_WIDTHS) * layout$size / 10 + 2 * layout$gap + WORD_SLACK
  at <- over$places
  layout$width[at] <- layout$width[at] + max(0, needs - sum(layout$width[at])) / length(at)
  layout$width
}

# A heading above those of several columns, with a rule.
with_word_spanner <- function(table, over) {
  n <- length(table$col_keys)
  place <- rep(1, n)
  place[over$places] <- 2
  place[seq_len(n) > max(over$places)] <- 3
  runs <- rle(place)
  table <- flextable::add_header_row(
    table, values = c("", over$heading, "")[runs$values], colwidths = runs$lengths, top = TRUE
  )
  table <- flextable::style(table, i = 1, pr_p = word_cell("center", TRUE, 1), part = "header")
  flextable::hline(table, i = 1, j = over$places, border = officer::fp_border(width = 0.5), part = "header")
}

# The width of lines on A4 paper with margins of 1 in and the gutter of half an inch that flextable and officer add to
# the pages of a new document.
WORD_WIDTH <- 415

word_cell <- function(align, keep, space, gap = WORD_GAPS[1], lead = 0) {
  officer::fp_par(
    text.align = align, padding.left = gap + lead, padding.right = gap, padding.top = space, padding.bottom = space,
    keep_with_next = keep
  )
}

WORD_GAPS <- c(4, 3)
# Programs round the widths of columns and letters, so that a column just as wide as its longest word would break it.
WORD_SLACK <- 2

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
  text <- kept_together(paste0(notes, ".", collapse = " "), "\u00a0")
  text <- paste0(ITALICS$docx[1], "Note.", ITALICS$docx[2], " ", text)
  # Every second run is in italics.
  runs <- strsplit(text, paste(ITALICS$docx, collapse = "|"))[[1]]
  made <- Map(function(run, k) {
    if (k %% 2 == 0) flextable::as_i(run) else flextable::as_chunk(run)
  }, runs, seq_along(runs))
  paragraph <- flextable::as_paragraph(list_values = unname(made[runs != ""]))
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

# The largest type with which the table is no wider than `available` pt, the widths of its columns and the `gap` beside
# them. Columns stand nearer to each other, and texts and estimates with an interval take two lines, before the type
# becomes smaller; if the smallest is too large, long texts continue in as many lines as they need.
word_layout <- function(columns, available) {
  # In Times New Roman a minus is as wide as a plus, and not as in LaTeX.
  columns$cells <- lapply(columns$cells, gsub, pattern = "\u2212", replacement = "+", fixed = TRUE)
  cells <- vapply(columns$cells, function(one) max(0, text_width(one, TIMES_WIDTHS)), 0)
  heading <- lapply(1:3, function(lines) vapply(columns$names, width_in_lines, 0, lines))
  word <- vapply(columns$names, longest_word, 0, TIMES_WIDTHS)
  # Headings take as few lines as they can.
  with_headings <- function(cells, set) {
    for (one in c(heading, list(word))) {
      width <- pmax(cells, one) * set$size / 10 + 2 * set$gap + WORD_SLACK
      if (sum(width) <= available) return(width)
    }
  }
  for (size in WORD_SIZES) {
    for (gap in WORD_GAPS) {
      set <- list(size = size, gap = gap)
      width <- with_headings(cells, set)
      if (!is.null(width)) {
        return(c(set, list(width = width)))
      }
    }
    least <- with_headings(two_line_widths(columns, cells), set)
    if (!is.null(least)) {
      most <- pmax(cells * size / 10 + 2 * gap + WORD_SLACK, least)
      return(c(set, list(width = shrunk(most, least, rep(TRUE, length(least)), available), broken = TRUE)))
    }
  }
  least <- pmax(pmin(vapply(columns$cells, longest_word, 0, TIMES_WIDTHS), MOST_WORD), word)
  margins <- 2 * gap + WORD_SLACK
  width <- pmax(cells, word) * size / 10 + margins
  c(set, list(width = shrunk(width, least * size / 10 + margins, columns$align == "l", available)))
}

# The widths, in pt at 10 pt, of columns of which texts, and estimates with an interval, take two lines.
two_line_widths <- function(columns, cells) {
  texts <- columns$align == "l" | vapply(columns$cells, function(one) any(grepl(" [", one, fixed = TRUE)), NA)
  cells[texts] <- vapply(columns$cells[texts], function(one) {
    max(0, vapply(unique(one), width_in_lines, 0, 2))
  }, 0)
  cells
}

# The least width, in pt at 10 pt, with which a text takes at most so many lines.
width_in_lines <- function(text, lines) {
  words <- text_width(strsplit(text, " ", fixed = TRUE)[[1]], TIMES_WIDTHS)
  n <- length(words)
  if (n < 2) {
    return(sum(words))
  }
  # The widths of lines from one word to another, which may be the same.
  upto <- cumsum(words + text_width(" ", TIMES_WIDTHS))
  width <- outer(c(0, upto[-n]), upto - text_width(" ", TIMES_WIDTHS), function(before, end) end - before)
  width[lower.tri(width)] <- Inf
  lines_of <- function(room) {
    used <- 0
    at <- 1
    while (at <= n) {
      fits <- which(width[at, ] <= room + ROUNDING)
      if (length(fits) == 0) {
        return(Inf)
      }
      at <- max(fits) + 1
      used <- used + 1
    }
    used
  }
  rooms <- sort(width[is.finite(width)])
  rooms[vapply(rooms, lines_of, 0) <= lines][1]
}

MOST_WORD <- 150 # in pt at 10 pt; longer words, such as addresses, may be broken

#' @rdname paper_table
#' @exportS3Method flextable::as_flextable
as_flextable.accord_result <- function(x, ...) paper_table(x, format = "docx", ...)
