# A result at the end of a chunk becomes a table in the format of the document.

# The maximum number of rows of a table in a document; a note tells how many there are.
KNIT_ROWS <- 30

# Columns that a table cannot show are left out; a result that cannot be a table is printed as in the console.
knit_result <- function(x, options) {
  rows <- nrow(x)
  shown <- if (is.data.frame(x)) x[seq_len(min(rows, KNIT_ROWS)), ] else x
  more <- if (is.data.frame(x) && rows > KNIT_ROWS) {
    paste0("The first ", KNIT_ROWS, " of ", big(rows), " rows.")
  }
  knit_rows(x, shown, more, options)
}

# `shown`: the rows of `x` in the table.
knit_rows <- function(x, shown, more, options) {
  as_table <- function(x) tryCatch(paper_table(x, note = more), accord_error = function(e) NULL)
  table <- as_table(shown) %||% if (is.data.frame(shown)) as_table(flat_columns(shown))
  if (is.null(table)) knitr::normal_print(x, options) else knitr::knit_print(table)
}

flat_columns <- function(x) {
  x[!vapply(x, function(column) is.list(column) || length(dim(column)) > 1, NA)]
}

#' @exportS3Method knitr::knit_print
knit_print.accord_result <- function(x, options, ...) knit_result(x, options)

# A markdown table in the form that pandoc converts best. If a line is longer than 72 characters, pandoc sets the
# widths of columns in proportion to the dashes below the headings; otherwise some programs make all widths equal. So
# cells are not padded, the numbers of dashes give each column space for its longest word, and a table wider than
# `room` is split.
pandoc_table <- function(text, key, room) {
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  rule <- grep("^[|]:?-+:?[|]", lines)[1]
  table <- grep("^[|]", lines)
  cells <- strsplit(sub("^[|]", "", lines[table]), "|", fixed = TRUE)
  # The user's headings may contain a bar, in which case the table is left as it is.
  if (is.na(rule) || !is_same(lengths(cells))) {
    return(text)
  }
  space <- if (l10n_info()[["UTF-8"]]) "\u00a0" else "&nbsp;"
  cells <- matrix(trimws(unlist(cells), whitespace = "[ \t]"), nrow = length(table), byrow = TRUE)
  cells[] <- gsub("(\\[[^], ]*), ([^], ]*\\])", paste0("\\1,", space, "\\2"), cells)
  rule <- match(rule, table)
  align <- ifelse(endsWith(cells[rule, ], ":"), "r", "l")
  widths <- column_widths(cells[-rule, , drop = FALSE])
  keys <- key_places(key)
  widths$word <- width_limits(widths$word, keys, align == "l", room)
  parts <- column_parts(widths$word, keys, room)
  tables <- vapply(parts, function(part) pipe_table(cells[, part, drop = FALSE], rule, widths[part, ], room), "")
  paste(c(lines[seq_len(table[1] - 1)], paste(tables, collapse = "\n\n"), lines[-seq_len(max(table))]),
    collapse = "\n"
  )
}

PAGE_WIDTH <- 390 # the width of lines in a Word document at 12 pt, in tenths of the type size

pipe_table <- function(cells, rule, widths, room) {
  dashes <- rep(2, ncol(cells))
  # The length of the lines decides whether pandoc uses the dashes, even if the user's page is wider.
  if (ncol(cells) * max(widths$whole) > min(room, PAGE_WIDTH)) {
    spare <- max(0, min(room - sum(widths$word), sum(widths$whole - widths$word)))
    share <- (widths$whole - widths$word) / max(1, sum(widths$whole - widths$word))
    # The line becomes long enough for pandoc to use these widths.
    dashes <- round((widths$word + spare * share) / 3)
  }
  cells[rule, ] <- mapply(function(mark, k) sub("-+", strrep("-", k), mark), cells[rule, ], dashes)
  paste0("|", apply(cells, 1, paste, collapse = "|"), "|", collapse = "\n")
}

# The widths of the longest word and the longest cell of each column, including the space between columns.
column_widths <- function(cells) {
  seen <- gsub("&[#a-z0-9]+;|\\\\.|\u2007", "0", cells)
  longest <- function(words) max(0, text_width(words)) + 9.6
  data.frame(
    word = apply(seen, 2, function(column) longest(unlist(strsplit(column, " ", fixed = TRUE)))),
    whole = apply(seen, 2, longest)
  )
}

# The label of a table in knitr is that of its chunk; the second and later tables of a chunk have a number added.
# Without a chunk there is no label.
chunk_label <- function() {
  chunk <- knitr::opts_current$get("label")
  if (is.null(chunk)) {
    return(NULL)
  }
  document <- knit_frame()
  same <- identical(chunk, LABELLED$chunk) && identical(document, rlang::wref_key(LABELLED$document))
  LABELLED$tables <- if (same) LABELLED$tables + 1 else 1
  LABELLED$chunk <- chunk
  LABELLED$document <- rlang::new_weakref(document)
  if (LABELLED$tables == 1) chunk else paste0(chunk, "-", LABELLED$tables)
}

# The chunk and the knitr run that had the last table. A weak reference allows the run to be garbage collected.
LABELLED <- new.env(parent = emptyenv())
LABELLED$document <- rlang::new_weakref(globalenv())

# The frame that identifies the run of knitr, since two documents of a session may have chunks with the same name.
knit_frame <- function() {
  for (n in seq_len(sys.nframe())) {
    if (identical(sys.function(n), knitr::knit)) {
      return(sys.frame(n))
    }
  }
  globalenv()
}
