# Tables in LaTeX that fit the text width of the document, which is that of an article at 10 pt unless it is known: by
# headings in several lines, by smaller type, and if that is not enough by splitting the table. Long tables continue
# on the next page.

TEXT_WIDTH <- 345 # the text width of article.cls, in pt
R_MARKDOWN_WIDTH <- 453 # A4 with margins of 1 in; letter paper is 16 pt wider
BEAMER_WIDTH <- 280 # 307 pt at 11 pt, in units of 10 pt type
LONG_ROWS <- 36 # more rows, or lines of rows, with a caption and a note do not fit on a page at 12 pt

# Smaller type is relatively wider: 9 pt is .925 of 10 pt, 8 pt is .85, 7 pt is .8.
TYPES <- list(
  list(code = "", size = 1, gap = 6), list(code = "\\small", size = 0.925, gap = 6),
  list(code = "\\footnotesize\\setlength{\\tabcolsep}{3pt}", size = 0.85, gap = 3),
  list(code = "\\scriptsize\\setlength{\\tabcolsep}{2pt}", size = 0.8, gap = 2)
)
NOTE_TYPE <- 3 # the place of the type of notes, which is not larger than that of the table

# The page that a table is made for: the `width` of its lines, the `types` that a table may have, and the widths of its
# `letters`. Papers of the ACL are set in Times at 11 pt, which has the same shapes in all sizes.
latex_page <- function(width = TEXT_WIDTH, house = NULL) {
  if (!identical(house, "acl")) {
    return(list(width = width, types = TYPES, letters = LETTER_WIDTHS))
  }
  types <- Map(function(type, size) replace(type, "size", size / 11), TYPES, c(11, 10, 9, 8))
  list(width = width, types = types, letters = TIMES_WIDTHS)
}

# The same page for tables whose type is not smaller than that of notes.
in_note_type <- function(page) replace(page, "types", list(page$types[seq_len(NOTE_TYPE)]))

# The first layout that fits: `names` (headings), `type`, and `parts`, the columns of each part, with `cells` that may
# have several lines; `lines`: the number of lines of each row in a part; `columns`: those that are set; `width`: that
# of the widest part. `may_head`: whether names of groups may become rows of their own.
latex_layout <- function(columns, own_names = FALSE, page = latex_page(), may_head = FALSE) {
  layout <- one_part_layout(columns, own_names, in_note_type(page), may_head) %||%
    one_part_layout(columns, own_names, page, may_head) %||% best_split(columns, page)
  with_full_heads(layout, page)
}

# The layout in one part, in which names of groups have rows of their own rather than texts further lines; NULL if there
# is none.
one_part_layout <- function(columns, own_names, page, may_head) {
  headed <- if (may_head) with_heads(columns)
  # Headings of single rows would only make the table longer.
  if (!is.null(headed) && 2 * sum(headed$head) > sum(!headed$head & !headed$below)) headed <- NULL
  of_headed <- function(layout) if (!is.null(headed)) layout(headed, FALSE, page)
  # Tables whose groups are `apart` have such rows in any case.
  if (isTRUE(columns$apart)) {
    found <- of_headed(plain_layout)
    if (!is.null(found)) return(found)
  }
  plain_layout(columns, own_names, page) %||% of_headed(plain_layout) %||%
    wrapped_texts_layout(columns, own_names, page) %||% of_headed(wrapped_texts_layout)
}

# The `parts` of a table in a column. If it does not fit in one part, it does without the columns that it can spare,
# `left_out`, rather than have smaller type than its notes; a single row becomes a row for each column.
in_one_part <- function(parts, style) {
  page <- latex_page(style$text_width, style$house)
  turned <- if (length(parts$columns$cells[[1]]) == 1) turned_row(parts, style)
  without_spare(parts, in_note_type(page)) %||% turned %||% without_spare(parts, page) %||% parts
}

# NULL if the table does not fit even without all columns that it can spare.
without_spare <- function(parts, page) {
  fits <- function(columns) !is.null(one_part_layout(groups_once(columns), FALSE, page, TRUE))
  columns <- parts$columns
  is_per_column <- lengths(columns) == length(columns$cells)
  while (!fits(columns)) {
    if (!any(columns$spare > 0)) {
      return(NULL)
    }
    # Columns of the same rank are left out together, as the two degrees of freedom of an F value.
    kept <- columns$spare < max(columns$spare)
    columns[is_per_column] <- lapply(columns[is_per_column], `[`, kept)
  }
  left_out <- setdiff(parts$columns$names, columns$names)
  # A heading that is left out needs no explanation.
  meanings <- parts$notes %in% meanings_note(parts$meanings)
  parts$notes[meanings] <- meanings_note(parts$meanings[!names(parts$meanings) %in% left_out]) %||% ""
  parts$left_out <- c(parts$left_out, left_out)
  parts$columns <- columns
  parts
}

# A table of a single row as one with a row for each column, under the heading and the value of the first.
turned_row <- function(parts, style) {
  columns <- italic_symbols(parts$columns, style)
  values <- unlist(columns$cells)
  turned <- bind_columns(list(
    c(column(columns$names[1], columns$names[-1], FALSE), key = TRUE), column(values[1], values[-1], TRUE)
  ))
  turned$symbol <- c(FALSE, FALSE)
  replace(parts, "columns", list(turned))
}

# The layout in one part in which each text has one line; NULL if there is none.
plain_layout <- function(columns, own_names, page) {
  if (is.null(columns)) {
    return(NULL)
  }
  cells <- vapply(columns$cells, function(x) max(0, text_width(x, page$letters)), 0)
  # Headings have no more lines than they need.
  stacked <- lapply(if (!own_names) c(30, 20, 10, 0), function(more) {
    stack_headings(columns$names, columns$align, cells + more, page$letters)
  })
  ways <- unique(c(list(columns$names), stacked))
  for (type in page$types) {
    for (names in ways) {
      width <- type$size * pmax(cells, heading_width(names, page$letters)) + 2 * type$gap
      if (sum(width) - 2 * type$gap <= page$width) {
        return(list(
          names = names, type = type$code, parts = list(seq_along(cells)), cells = columns$cells,
          lines = rep(1, length(columns$cells[[1]])), columns = columns, size = type$size,
          width = sum(width) - 2 * type$gap
        ))
      }
    }
  }
  NULL
}

# The same with texts that continue in further lines, if these are few; otherwise the table is in parts, which need not
# use the smallest type.
wrapped_texts_layout <- function(columns, own_names, page) {
  cells <- vapply(columns$cells, function(x) max(0, text_width(x, page$letters)), 0)
  stacked <- if (own_names) columns$names else stack_headings(columns$names, columns$align, cells, page$letters)
  widths <- least_widths(columns, stacked, page$letters)
  heading <- widths$heading
  word <- widths$word
  texts <- columns$align == "l"
  # Names of rows are wrapped only if it does not help to wrap other texts.
  for (type in page$types[-(1:2)]) {
    for (wrapped in unique(list(texts & !columns$key, texts))) {
      width <- type$size * pmax(cells, heading) + 2 * type$gap
      limits <- shrunk(width, type$size * word + 2 * type$gap, wrapped, page$width + 2 * type$gap)
      few <- max(ceiling((width / limits)[texts]), 1) <= MOST_LINES
      if (sum(limits) - 2 * type$gap <= page$width + ROUNDING && few) {
        return(wrapped_layout(columns, stacked, type, limits, list(seq_along(cells)), page$letters))
      }
    }
  }
  NULL
}

# The widths of headings and of the longest words at 10 pt. A heading with a long word is broken rather than making the
# column wide.
least_widths <- function(columns, stacked, letters) {
  words <- pmax(vapply(columns$cells, longest_word, 0, letters), vapply(columns$names, longest_word, 0, letters))
  # 1 pt more than estimated, for pairs of letters.
  list(heading = pmin(heading_width(stacked, letters), HEADING_WIDTH), word = pmin(words + 1, HEADING_WIDTH))
}

# The columns without those of names of groups, each of which has a row of its own above its rows, such as
# "Agreement, gpt-4o"; NULL if there are no groups with names, or no other column that identifies a row.
with_heads <- function(columns) {
  once <- columns$once
  # A number says what it is by the heading of its column.
  if (is.null(once) || any(columns$align[once] != "l") || !any(columns$key[-once])) {
    return(NULL)
  }
  names <- columns$cells[once]
  opens <- Reduce(`|`, lapply(names, `!=`, ""))
  # An empty cell repeats the name above it.
  full <- lapply(names, function(cells) cells[cummax(seq_along(cells) * (cells != ""))])
  at <- rep(seq_along(opens), 1 + opens)
  head <- duplicated(at, fromLast = TRUE)
  names_above <- columns$names[once]
  has_two <- identical(columns$height, 2)
  columns$height <- NULL
  is_per_column <- lengths(columns) == length(columns$cells)
  columns[is_per_column] <- lapply(columns[is_per_column], `[`, -once)
  columns$cells <- lapply(columns$cells, function(cells) ifelse(head, "", cells[at]))
  columns$head <- head
  columns$head_text <- do.call(paste, c(lapply(full, `[`, opens), sep = ", "))
  columns$again <- !head
  columns$head_names <- names_above
  # The second lines of rows that have two.
  columns$below <- has_two & at %% 2 == 0
  columns$once <- NULL
  columns
}

# Writes the headings of groups over all columns.
with_full_heads <- function(layout, page) {
  columns <- layout$columns
  if (is.null(columns$head)) {
    return(layout)
  }
  text <- wrap_text(paste0("\\textit{", columns$head_text, "}"), page$width, layout$size, page$letters)
  layout$cells[[1]][columns$head] <- paste0("\\multicolumn{", length(columns$cells), "}{@{}l@{}}{", text, "}")
  layout
}

longest_word <- function(texts, letters = LETTER_WIDTHS) {
  max(0, text_width(unlist(strsplit(texts, " ", fixed = TRUE)), letters))
}

# The layout of `parts` in which no column is wider than its limit.
wrapped_layout <- function(columns, stacked, type, limits, parts, letters) {
  room <- limits - 2 * type$gap
  long <- type$size * heading_width(stacked, letters) > room + ROUNDING
  stacked[long] <- mapply(
    wrap_text, columns$names[long], room[long], type$size, list(letters), "b", "\\-"
  )
  cells <- vapply(columns$cells, function(x) max(0, text_width(x, letters)), 0)
  narrow <- type$size * cells > room + ROUNDING
  lines <- cell_lines(columns$cells[narrow], room[narrow] / type$size, length(columns$cells[[1]]), letters)
  columns$cells[narrow] <- Map(wrap_text, columns$cells[narrow], room[narrow], type$size, list(letters))
  list(
    names = stacked, type = type$code, parts = parts, cells = columns$cells, lines = lines, columns = columns,
    size = type$size, width = max(vapply(parts, function(part) sum(limits[part]), 0)) - 2 * type$gap
  )
}

# The number of lines of each of `n` rows, with cells wrapped in the `room` of each column; the factor allows for space
# lost at line ends.
cell_lines <- function(columns, room, n, letters) {
  lines <- Map(function(cells, room) ceiling(1.15 * text_width(cells, letters) / room), columns, room)
  do.call(pmax, c(list(rep(1, n)), unname(lines)))
}

# The text width of the document that knitr is making, converted to type of 10 pt.
line_width <- function() {
  to <- if (rlang::is_installed("knitr")) knitr::opts_knit$get("rmarkdown.pandoc.to")
  if (identical(to, "beamer")) {
    return(BEAMER_WIDTH)
  }
  if (!identical(to, "latex") || !has_r_markdown_margins()) {
    return(TEXT_WIDTH)
  }
  size <- suppressWarnings(as.double(sub("pt$", "", rmarkdown::metadata$fontsize %||% "10pt")))
  R_MARKDOWN_WIDTH * min(1, 10 / size, na.rm = TRUE)
}

# Whether R Markdown sets its margins of 1 in, which it does unless the head of the document or a template sets
# others.
has_r_markdown_margins <- function() {
  own <- c("geometry", "documentclass", "classoption", "header-includes")
  arguments <- paste(knitr::opts_knit$get("rmarkdown.pandoc.args"), collapse = " ")
  rlang::is_installed("rmarkdown") && is.null(knitr::opts_knit$get("quarto.version")) &&
    !any(startsWith(names(rmarkdown::metadata) %||% "", "geometry"), own %in% names(rmarkdown::metadata)) &&
    !grepl("--template|--include-in-header|geometry|documentclass|classoption", arguments)
}

# The positions of columns that identify the row, or the first column if there are none.
key_places <- function(key) if (any(key)) which(key) else 1L

# The widths of columns of which `texts` are narrowed, each in proportion to what it has above the `least`, so that the
# sum of all is at most `room`, if possible.
shrunk <- function(width, least, texts, room) {
  above <- ifelse(texts, pmax(0, width - least), 0)
  if (sum(above) == 0) {
    return(width)
  }
  width - above * min(1, max(0, sum(width) - room) / sum(above))
}

MOST_NOTE <- 100 # in pt; longer words in the note may be broken, so that they fit a column
MOST_LINES <- 3 # of a cell in a table that is in one part
ROUNDING <- 1e-6 # in pt, by which a width that is a sum of others can differ from them
HEADING_WIDTH <- 80
