# The columns of a table as text in LaTeX, markdown or HTML, by knitr::kable().

write_kable <- function(columns, style, caption, label, notes, more) {
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
    # In a document made by knitr, a float is placed near its chunk if possible.
    position <- if (isTRUE(getOption("knitr.in.progress"))) "!htbp" else ""
    # APA style has tables and notes at the left margin.
    centred <- !identical(style$house, "apa")
    arguments <- c(arguments, list(booktabs = TRUE, position = position, centering = centred))
  }
  if (format == "html") {
    # The class that the themes of R Markdown and Bootstrap use for tables.
    id <- if (!is.null(label)) paste0(" id=\"tab:", escape_html(label), "\"")
    # Digits of equal width align the numbers.
    look <- "border-collapse:collapse; width:auto; border-top:2px solid;"
    arguments$table.attr <- paste0("class=\"table\" style=\"", look, " font-variant-numeric:tabular-nums;\"", id)
  }
  check_kable_arguments(more, own)
  check_column_arguments(more, length(cells), format)
  arguments[names(more)] <- more
  kable <- function(arguments) paste(as.character(do.call(knitr::kable, arguments)), collapse = "\n")
  if (format != "latex") {
    text <- kable(arguments)
    if (format == "html") text <- html_rules(text, identical(columns$height, 2))
    return(add_note(text, notes, format, length(cells)))
  }
  given <- any(c("col.names", "align") %in% names(more))
  page <- latex_page(style$text_width, style$house)
  layout <- latex_layout(columns, "col.names" %in% names(more), page, !given)
  arguments$col.names <- more[["col.names"]] %||% layout$names
  arguments$align <- rep_len(split_align(more[["align"]] %||% layout$columns$align), length(layout$columns$cells))
  if (given) {
    layout[c("parts", "cells", "lines")] <- list(list(seq_along(columns$cells)), columns$cells, rep(1, nrow(cells)))
  }
  # A document of the ACL has two columns, in which LaTeX makes no long tables. Rows of smaller type are lower.
  most <- if (in_column(style)) floor(LONG_ROWS / layout$size) else LONG_ROWS
  is_long <- sum(layout$lines) > most
  arguments$longtable <- more[["longtable"]] %||% (is_long && !in_column(style))
  pages <- if (arguments$longtable || !is_long) list(seq_along(layout$lines)) else pages_of(layout)
  pieces <- expand.grid(part = layout$parts, page = pages)
  texts <- vapply(seq_len(nrow(pieces)), function(k) {
    part <- pieces$part[[k]]
    page <- pieces$page[[k]]
    if (k > 1) arguments[c("caption", "label")] <- list(NULL, NA)
    arguments$linesep <- more[["linesep"]] %||% row_spaces(layout$columns, page, arguments$longtable)
    rows <- lapply(layout$cells[part], `[`, page)
    arguments$x <- as.data.frame(rows, col.names = seq_along(part), stringsAsFactors = FALSE)
    arguments$col.names <- arguments$col.names[part]
    arguments$align <- arguments$align[part]
    text <- over_columns(gsub("\\\\\\\\\n\\*", "\\\\\\\\*", kable(arguments)))
    if (any(c("align", "vline") %in% names(more))) text else flush_columns(text)
  }, "")
  if (arguments$longtable) texts <- vapply(texts, repeat_head, "", USE.NAMES = FALSE)
  apart <- length(pages) > 1 || sum(layout$lines) * length(layout$parts) > most
  text <- join_parts(vapply(texts, heading_rows, ""), layout$type, apart)
  # Notes begin below the table, also in floats whose tables are centred.
  centred <- isTRUE(arguments$centering) && grepl("\\begin{table", text, fixed = TRUE)
  notes <- c(heads_note(layout), notes)
  set <- list(room = if (centred) max(0.8 * page$width, min(page$width, layout$width)), page = page, type = layout$type)
  text <- add_note(if (arguments$longtable) text else no_indent(text), notes, format, length(cells), set)
  if (identical(style$house, "acl")) caption_below(text) else text
}

# Returns what kable() puts between the rows on a `page`: in a long table a star keeps the next row of a small group on
# it, and there is a little space between groups that take two lines, or have a heading.
row_spaces <- function(columns, page, long) {
  if (long && length(columns$cells[[1]]) > LONG_ROWS) {
    return(ifelse(page %in% before_same_group(columns), "*", ""))
  }
  if (identical(columns$height, 2)) {
    return(c("", "\\addlinespace"))
  }
  if (is.null(columns$head)) {
    return("")
  }
  behind_head <- c(FALSE, columns$head[-length(columns$head)])
  starts <- columns$head | any(columns$below) & !columns$below & !behind_head
  c(ifelse(starts[page[-1]], "\\addlinespace", ""), "")
}

# The rows of a table that is not long, as many as fit on a page, cut between blocks where there are any.
pages_of <- function(layout) {
  again <- layout$columns$again %||% rep(FALSE, length(layout$lines))
  if (identical(layout$columns$height, 2)) again <- again | seq_along(again) %% 2 == 0
  block <- cumsum(!again)
  lines <- rowsum(layout$lines, block)[, 1]
  # Pages are filled evenly.
  most <- sum(lines) / ceiling(sum(lines) / LONG_ROWS)
  page <- 1
  used <- 0
  pages <- integer(length(lines))
  for (k in seq_along(lines)) {
    if (used > 0 && (used + lines[k] > LONG_ROWS || used + lines[k] / 2 > most)) {
      page <- page + 1
      used <- 0
    }
    used <- used + lines[k]
    pages[k] <- page
  }
  unname(split(seq_along(block), pages[block]))
}

# What the names are that have rows of their own.
heads_note <- function(layout) {
  heads <- setdiff(layout$columns$head_names, SAID_BY_NAMES)
  if (length(heads)) paste("In italics:", in_a_list(tolower(heads)))
}

# A row with a heading has one cell over all columns.
over_columns <- function(text) gsub("(?m)^(\\\\multicolumn[{].*?) *(?:& *)+(?=\\\\\\\\)", "\\1", text, perl = TRUE)

# The ACL has captions below tables, and so the line that continues one in a further float.
caption_below <- function(text) {
  floats <- strsplit(text, "(?<=\\\\end[{]table[}]|\\\\end[{]table[*][}])\n\n(?=\\\\begin[{]table)", perl = TRUE)[[1]]
  paste(vapply(floats, below_table, "", USE.NAMES = FALSE), collapse = "\n\n")
}

below_table <- function(text) {
  caption <- regexpr("\n\\\\(caption|tablename)[^\n]*", text)
  if (caption < 0 || !grepl("\\begin{table", text, fixed = TRUE)) {
    return(text)
  }
  line <- regmatches(text, caption)
  regmatches(text, caption) <- ""
  insert_behind(text, "(?=\n\\\\end[{]table[*]?[}])", if (startsWith(line, "\n\\caption")) {
    line
  } else {
    paste0("\n\n\\medskip\n{\\normalsize", sub("\n", "", line, fixed = TRUE), "\\par}")
  })
}

# Removes the space beside the first and the last column, with which rules would be longer than the text.
flush_columns <- function(text) {
  begin <- "(\\\\begin[{](?:tabular|longtable)[*]?[}](?:\\[[a-z]\\])?)[{]([lcr]+)[}]"
  sub(begin, "\\1{@{}\\2@{}}", text, perl = TRUE)
}

# The rules and the space of a table in HTML, which does not depend on the styles of the page. `two`: whether each row
# of the table has two lines, which are rows of the HTML and stand together.
html_rules <- function(text, two) {
  text <- gsub("(<t[hd] style=\"text-align:[a-z]+;)\"", "\\1 padding:2px 8px;\"", text)
  if (two) {
    rows <- gregexpr("(?s)<tr>.*?</tr>", text, perl = TRUE)
    regmatches(text, rows) <- lapply(regmatches(text, rows), function(all) {
      # The first one is the head.
      upper <- seq_along(all) %% 2 == 0
      all[upper] <- gsub("padding:2px 8px;", "padding:6px 8px 0;", all[upper], fixed = TRUE)
      all[!upper][-1] <- gsub("padding:2px 8px;", "padding:0 8px 2px;", all[!upper][-1], fixed = TRUE)
      all
    })
  }
  text <- sub("<caption>", "<caption style=\"caption-side:top; text-align:left;\">", text, fixed = TRUE)
  text <- sub("<tbody>", "<tbody style=\"border-bottom:2px solid;\">", text, fixed = TRUE)
  sub("<thead>", "<thead style=\"border-bottom:1px solid;\">", text, fixed = TRUE)
}

# The arguments of kable() and its writers for the three formats, except for those that paper_table() sets.
KABLE_ARGUMENTS <- c(
  "col.names", "align", "format.args", "caption.short", "booktabs", "longtable", "tabular", "valign", "position",
  "centering", "vline", "toprule", "bottomrule", "midrule", "linesep", "table.envir", "table.attr", "padding"
)

# Checks for one element per column, or one alignment for all. LaTeX has more kinds of columns than letters.
check_column_arguments <- function(more, n, format) {
  names <- more$col.names
  if (!is.null(names) && (!is.character(names) || length(names) != n)) {
    abort_argument(names, "col.names", paste("a character vector with a heading for each of the", n, "columns"))
  }
  align <- more$align
  given <- if (format == "latex" && !is_letters(align)) align else split_align(align)
  known <- is.character(align) && all(given %in% c("l", "c", "r") | format == "latex" & grepl(LATEX_COLUMN, given))
  n_given <- length(given)
  if (!is.null(align) && !(known && n_given %in% c(1, n))) {
    abort_argument(
      align, "align", paste0("\"l\", \"c\" or \"r\", for all columns or for each of the ", n)
    )
  }
}

# A column specification such as "p{3cm}" or "S[table-format = 1.3]".
LATEX_COLUMN <- "^(>[{].*[}])?([lcrXS](\\[.*\\])?|[pmb][{][^{}]+[}]|[wW][{][lcr][}][{][^{}]+[}])$"

is_letters <- function(align) is.character(align) && length(align) == 1 && grepl("^[lcr]+$", align)

# Splits an alignment such as "lrr" into a letter for each column.
split_align <- function(align) {
  if (is.character(align) && length(align) == 1) strsplit(align, "")[[1]] else align
}

check_kable_arguments <- function(more, own) {
  given <- names(more) %||% rep("", length(more))
  bad <- c(if (any(given == "")) "(unnamed)", intersect(given, own))
  unknown <- setdiff(given, c("", own, KABLE_ARGUMENTS))
  if (length(unknown)) {
    known <- c(setdiff(names(formals(paper_table)), c("x", "...")), KABLE_ARGUMENTS)
    hints <- unique(unlist(lapply(unknown, nearest, choices = known)))
    abort_accord(
      "argument",
      c(
        "Arguments that {.fn paper_table} does not have are those of {.fn knitr::kable}.",
        x = "{length(unknown)} {?is an argument/are arguments} of neither: {.arg {unknown}}.",
        i = if (length(hints)) "Did you mean {.arg {hints}}?",
        i = if (length(hints) < length(unknown)) "{.fn knitr::kable} takes {.or {.arg {KABLE_ARGUMENTS}}}."
      ),
      argument = unknown
    )
  }
  if (length(bad)) {
    abort_accord(
      "argument",
      c(
        "Arguments for {.fn knitr::kable} must be named, and must not be among those that {.fn paper_table} sets.",
        x = "{length(bad)} argument{?s} cannot be passed on: {.arg {bad}}."
      ),
      argument = bad
    )
  }
}

# Joins the parts of a table, in the type size of `layout`. `texts`: the output of kable() for each part. The parts
# are in one float, or `apart` if they do not fit on a page together.
join_parts <- function(texts, type, apart) {
  bodies <- sub("(?s)^.*?(\\\\begin[{](tabular|longtable))", "\\1", texts[-1], perl = TRUE)
  bodies <- sub("(?s)\n?\\\\end[{]table[*]?[}].*$", "", bodies, perl = TRUE)
  text <- texts[1]
  if (length(bodies) && grepl("\\begin{longtable}", text, fixed = TRUE)) {
    text <- paste(c(text, paste0(CONTINUED, bodies)), collapse = "")
  } else if (apart && length(bodies) && grepl("\\begin{table", text, fixed = TRUE)) {
    floats <- vapply(c(text, floats_of(bodies, text)), set_type, "", type, USE.NAMES = FALSE)
    return(paste(floats, collapse = "\n\n"))
  } else if (length(bodies)) {
    text <- insert_behind(text, "\\\\end[{]tabular[}]", paste0(CONTINUED, bodies, collapse = ""))
  }
  set_type(text, type)
}

# Returns what stands between two parts of a table.
CONTINUED <- "\n\n\\medskip\n\\noindent{\\footnotesize(continued)\\par}\\nopagebreak\\smallskip\n"

# A float like the `first` one for each of the other parts.
floats_of <- function(bodies, first) {
  start <- regexpr("\\\\caption|\\\\centering|\\\\begin[{]tabular", first)
  end <- sub("(?s)^.*\\\\end[{]tabular[}]", "", first, perl = TRUE)
  name <- if (grepl("\\caption", first, fixed = TRUE)) "\\tablename~\\thetable{} (continued)\n\n\\smallskip\n"
  centre <- if (grepl("\n\\centering", first, fixed = TRUE)) "\\centering\n"
  paste0(substr(first, 1, start - 1), centre, name, bodies, end)
}

set_type <- function(text, type) {
  if (type == "") {
    return(text)
  }
  start <- regexpr("\\begin{tabular", text, fixed = TRUE)
  if (start > 0 && grepl("\\begin{table", text, fixed = TRUE)) {
    return(paste0(substr(text, 1, start - 1), type, "\n", substring(text, start)))
  }
  paste0("{", type, text, "\n\\par}")
}

# A table outside a float is part of a paragraph, whose indent would shift it into the margin.
no_indent <- function(text) {
  if (grepl("\\begin{table", text, fixed = TRUE)) {
    return(text)
  }
  gsub("(^|\n)(?=\\\\begin[{]tabular[}](?!\\[b\\][{]@))", "\\1\\\\noindent", text, perl = TRUE)
}

# Repeats the head on later pages of a long table, which kable() does not do.
repeat_head <- function(text) {
  rule <- regexpr("\\midrule", text, fixed = TRUE)
  top <- regexpr("\\toprule", text, fixed = TRUE)
  if (rule < 0 || top < 0) {
    return(text)
  }
  head <- substr(text, top, rule + nchar("\\midrule") - 1)
  paste0(
    substr(text, 1, rule + nchar("\\midrule") - 1), "\n\\endfirsthead\n", head,
    "\n\\endhead\n\\bottomrule\n\\endfoot\n\\endlastfoot", substring(text, rule + nchar("\\midrule"))
  )
}
