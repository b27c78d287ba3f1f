# Notes under a table: the rows that they refer to, and the reasons for missing values.

# Whether the status of a row gives the reason for a missing value.
is_told <- function(x) {
  status <- as.character(x[["status"]] %||% rep("ok", nrow(x)))
  !is.na(status) & status != "ok"
}

# The notes in tables of raters and items.
status_notes <- function(x, style) phrase_notes(row_labels(x, c("rater", "item")), x[["status"]], style)

# Notes such as "a; b: no mentions", for the rows whose status is not ok. More than five rows are counted.
phrase_notes <- function(about, status, style) {
  status <- as.character(status %||% character())
  reasons <- setdiff(unique(status), c("ok", NA))
  notes <- vapply(reasons, function(reason) {
    rows <- unique(as.character(about %||% seq_along(status))[status %in% reason])
    if (identical(rows, "")) return(reason)
    paste0(if (length(rows) > 5) paste(big(length(rows)), "rows") else first_names(rows), ": ", reason)
  }, "", USE.NAMES = FALSE)
  escape(notes, style)
}

# A note for each dash in a table that no other note explains. `parts`: from table_parts(), where `told` marks rows
# that have a note, `columns_told` are headings of columns with one, `interval_told` is TRUE if all intervals have
# one, `about` names the rows instead of the columns that identify them, and `because` contains reasons named by the
# headings of columns.
gap_notes <- function(parts, style) {
  columns <- parts$columns
  if (isTRUE(parts$all_told) || length(columns$cells[[1]]) == 0) {
    return(character())
  }
  gaps <- vapply(columns$cells, function(cells) cells == dash(style), logical(length(columns$cells[[1]])))
  gaps <- matrix(gaps, ncol = length(columns$cells))
  gaps[, columns$key & columns$align == "l"] <- FALSE
  gaps[parts$told %||% FALSE, ] <- FALSE
  gaps[, columns$names %in% parts$columns_told] <- FALSE
  is_interval <- grepl("CI$", columns$names)
  if (isTRUE(parts$interval_told)) gaps[, is_interval] <- FALSE
  words <- ifelse(is_interval, "interval", sub("^([A-Z])(?=[a-z])(?![a-z]+'s )", "\\L\\1", columns$names, perl = TRUE))
  about <- if (is.null(parts$about)) key_labels(columns) else escape(as.character(parts$about), style)
  lacking <- apply(gaps, 1, function(row) paste(words[row], collapse = ", no "))
  vapply(setdiff(unique(lacking), ""), function(one) {
    rows <- which(lacking == one)
    why <- unique(unlist(parts$because[columns$names[gaps[rows[1], ]]]))
    who <- if (length(rows) == nrow(gaps) && nrow(gaps) > 1) {
      "All rows"
    } else {
      shared <- shared_key(columns, rows)
      # "all" is no name where rows have others.
      if (!is.null(parts$about) && (identical(shared, "all") || length(unique(about[rows])) == 1)) shared <- NULL
      first_names(shared %||% unique(about[rows]))
    }
    paste0(who, if (who != "") ": ", "no ", one, if (length(why)) paste0(" (", paste(why, collapse = "; "), ")"))
  }, "", USE.NAMES = FALSE)
}

# Labels of the rows: the cells of the key columns that vary.
key_labels <- function(columns) {
  keys <- columns$cells[key_places(columns$key)]
  vary <- vapply(keys, function(cells) length(unique(cells)) > 1, NA)
  if (any(vary)) keys <- keys[vary]
  sub("(, )+$", "", do.call(paste, c(unname(keys), sep = ", ")))
}

# The values of a key column that these rows have and no others, if they are fewer than the rows, or NULL.
shared_key <- function(columns, rows) {
  for (cells in columns$cells[key_places(columns$key)]) {
    shared <- unique(cells[rows])
    if (length(shared) < length(rows) && all(shared != "") && setequal(which(cells %in% shared), rows)) return(shared)
  }
  NULL
}

# How the intervals of all rows were computed, such as "95% CI: Bayesian", unless another note names the method.
interval_note <- function(x, parts, style) {
  if (!is.data.frame(x) || is.null(x[["interval"]]) || is.null(x[["conf.low"]])) {
    return(NULL)
  }
  heading <- grep("CI$", parts$columns$names, value = TRUE)
  method <- shared_interval(if (is.null(parts$rows)) x else x[parts$rows, ])
  told <- paste0("(: |% )\\Q", method, "\\E")
  if (length(heading) == 0 || is.null(method) || any(grepl(told, parts$notes, perl = TRUE))) {
    return(NULL)
  }
  paste0(heading[1], ": ", escape(method, style))
}

# The method of the intervals of all rows, or NULL.
shared_interval <- function(x) {
  method <- unique(as.character(x[["interval"]])[!is.na(x[["conf.low"]])])
  if (length(method) == 1 && !method %in% c("none", NA)) method
}

# The meanings of headings, as one note.
meanings_note <- function(meanings) {
  words <- paste(meanings, collapse = "; ")
  if (words != "") paste0(toupper(substr(words, 1, 1)), substring(words, 2))
}

# The `parts` of a table whose headings have these meanings, in the last note.
with_meanings <- function(parts, meanings) {
  parts$meanings <- meanings
  parts$notes <- c(parts$notes, meanings_note(meanings))
  parts
}

first_names <- function(names, n = 5) {
  more <- if (length(names) > n) paste0(" and ", big(length(names) - n), " more")
  paste0(paste(utils::head(names, n), collapse = "; "), more)
}

# The note "Interpretation after Landis and Koch (1977)", and the meaning of its probability. A scale of the user has
# no source.
scale_note <- function(x) {
  if (!has_added(x, "interpretation")) {
    return(character())
  }
  used <- unique(as.character(x[["interpretation_scale"]])[!is.na(x[["interpretation"]])])
  sources <- vapply(SCALES[intersect(used, names(SCALES))], `[[`, "", "source")
  as.character(c(
    if (length(sources) && length(sources) == length(used)) {
      paste0("Interpretation after ", paste(sources, collapse = " and "))
    },
    if (has_added(x, "probability")) "Probability is that of the label or a better one"
  ))
}

# Paragraphs that explain the dashes, and give the source of the interpretation.
score_paragraphs <- function(x, reasons = setdiff(unique(x$status), c("ok", NA))) {
  c(reason_paragraph(reasons), paragraph(sprintf("%s.", scale_note(x))))
}

# A long note does not make the columns wider than they need to be.
NOTE_STYLE <- "padding:2px 8px; font-size:90%; text-align:left; max-width:24em;"

# Adds the notes under the table, inside its environment or element. `set`: how they are set in LaTeX, see latex_note().
add_note <- function(text, notes, format, n_columns, set = NULL) {
  notes <- notes[notes != ""]
  if (length(notes) == 0) {
    return(text)
  }
  notes <- paste0(notes, ".", collapse = " ")
  switch(format,
    latex = insert_behind(text, "\\\\end\\{(tabular|longtable|tabularx|tabu)[*]?\\}", latex_note(notes, set)),
    html = insert_behind(
      text, "</tbody>",
      paste0(
        "\n<tfoot>\n  <tr><td colspan=\"", n_columns, "\" style=\"", NOTE_STYLE,
        "\"><em>Note.</em> ", notes, "</td></tr>\n</tfoot>"
      )
    ),
    markdown = paste0(text, "\n\n*Note.* ", notes)
  )
}

# The type of a note is not larger than that of its table. `set$room`: the width of a note of several lines under a
# table that is centred; a note of one line is centred as well.
latex_note <- function(notes, set) {
  is_smallest <- identical(set$type, set$page$types[[NOTE_TYPE + 1]]$code)
  type <- set$page$types[[NOTE_TYPE + is_smallest]]
  text <- paste("\\textit{Note.}", notes)
  if (is.null(set$room)) {
    text <- paste0("\\raggedright", text)
  } else if (type$size * text_width(text, set$page$letters) > set$page$width) {
    text <- wrap_text(text, set$room, type$size, set$page$letters)
    # Below a table that fills the line the note fills it, whatever its width is.
    if (set$room > 0.95 * set$page$width) text <- sub("[{][0-9.]+em[}]", "{\\\\linewidth}", text)
  }
  paste0("\n\n\\nopagebreak\\smallskip\n\\noindent{", sub("\\\\setlength.*", "", type$code), text, "\\par}")
}

# Inserts text after the last match of a pattern, or at the end if there is none.
insert_behind <- function(text, pattern, insertion) {
  # Stacked headings are tables as well, so the last match is the end of the table.
  found <- gregexpr(pattern, text, perl = TRUE)[[1]]
  last <- length(found)
  end <- if (found[last] > 0) found[last] + attr(found, "match.length")[last] - 1 else nchar(text)
  paste0(substr(text, 1, end), insertion, substr(text, end + 1, nchar(text)))
}
