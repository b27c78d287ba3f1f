# The notes under a table: why a value is not there, and where words come from.

# Sentences without their full stop.
table_notes <- function(x, style, wide = FALSE) {
  c(
    paste(dash_notes(x, style), collapse = "; "),
    if (wide) wide_note(x, style) else escape(scale_note(x), style)
  )
}

# One phrase per reason and group: which rows, and why.
dash_notes <- function(x, style) {
  reason <- dash_reasons(x, style)
  tell <- which(reason != "")
  group <- group_names(x)
  labels <- coefficient_labels(x)
  several <- length(unique(labels)) > 1
  # Rows of one group without a value for the same reason share a phrase.
  phrase <- paste(group, reason, sep = "\r")[tell]
  notes <- vapply(unique(phrase), function(one) {
    rows <- tell[phrase == one]
    whole <- length(rows) > 1 && length(rows) == sum(group == group[rows[1]])
    name <- c(group[rows[1]], if (several && !whole) unique(labels[rows]))
    name <- paste(name[name != ""], collapse = ", ")
    paste0(name, if (name != "") ": ", reason[rows[1]])
  }, "", USE.NAMES = FALSE)
  escape(notes, style)
}

# Why a row has a dash, "" where it has none.
dash_reasons <- function(x, style) {
  no_value <- is.na(x$estimate)
  no_interval <- !no_value & !is.null(interval_column(x, style)) & is.na(x[["conf.low"]] %||% NA)
  no_raters <- is.na(x[["n_raters"]] %||% NA) & !is.null(count_column(x, "n_raters", style))
  reason <- as.character(x[["status"]] %||% rep(NA, nrow(x)))
  reason[is.na(reason) | reason == "ok"] <- "no value"
  reason <- ifelse(no_value, reason, ifelse(no_interval, "no interval", ""))
  ifelse(
    no_raters & !no_value,
    paste0(reason, ifelse(reason == "", "", ", "), "anonymous raters"), reason
  )
}

# "Interpretation after Landis and Koch (1977)", and what its probability means. A scale of the
# user's own has no source.
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

# The group of each row in words, "" without groups.
group_names <- function(x) {
  keys <- unclass(x)[key_names(x)]
  parts <- lapply(Filter(Negate(is.list), keys), as.character)
  if (length(parts)) do.call(paste, c(unname(parts), sep = ", ")) else rep("", nrow(x))
}

# Puts the note under the table, inside the table's own environment or element.
add_note <- function(text, notes, format, n_columns) {
  notes <- notes[notes != ""]
  if (length(notes) == 0) {
    return(text)
  }
  notes <- paste0(notes, ".", collapse = " ")
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
