# Notes under a table: the rows that they refer to, and the reasons for missing values.

# Whether the status of a row gives the reason for a missing value.
is_told <- function(x) {
  status <- as.character(x[["status"]] %||% rep("ok", nrow(x)))
  !is.na(status) & status != "ok"
}

# The notes in tables of raters and items.
status_notes <- function(x, style) phrase_notes(row_labels(x, c("rater", "item")), x[["status"]], style)

# Notes such as "For a and b: no mentions", for the rows whose status is not ok. More than five rows are counted.
phrase_notes <- function(about, status, style) {
  status <- as.character(status %||% character())
  reasons <- setdiff(unique(status), c("ok", NA))
  notes <- vapply(reasons, function(reason) {
    rows <- unique(as.character(about %||% seq_along(status))[status %in% reason])
    if (length(rows) > 5) rows <- paste(big(length(rows)), "rows")
    about_rows(rows, reason, style)
  }, "", USE.NAMES = FALSE)
  escape(notes, style)
}

# What is said about some rows: in the console "a; b: why", and in a document a sentence, "For a and b: why".
about_rows <- function(rows, words, style) {
  if (identical(rows, "")) {
    return(words)
  }
  if (style$format == "text") {
    return(paste0(first_names(rows), ": ", words))
  }
  paste0("For ", names_in_sentence(rows), ": ", words)
}

# Rows in a sentence, such as "a and b", or "events of a and b, and of a and c" if all are of the same kind.
names_in_sentence <- function(rows) {
  if (length(rows) > 5) return(first_names(rows))
  kind <- unique(sub(" of .*", "", rows))
  if (length(rows) > 1 && length(kind) == 1 && all(startsWith(rows, paste(kind, "of "))) && !any(grepl(",", rows))) {
    of <- substring(rows, nchar(kind) + 2)
    last <- length(of)
    return(paste0(paste(c(paste(kind, of[1]), of[-c(1, last)]), collapse = ", "), ", and ", of[last]))
  }
  if (any(grepl(",| and ", rows))) first_names(rows) else in_a_list(rows)
}

ONE_DOCUMENT <- "since one document is too few"

# Why the rows of a table lack an interval, in the words of the warning, "" if they have one or it is not known.
lacking_interval <- function(x) {
  if (!is.data.frame(x) || is.null(x[["interval"]]) || is.null(x[["conf.low"]])) {
    return(rep("", NROW(x)))
  }
  method <- as.character(x[["interval"]])
  documents <- x[["n_documents"]]
  units <- ifelse(startsWith(method, "rater "), "raters", "items")
  units <- ifelse(startsWith(method, "two-way "), "items or raters", units)
  if (!is.null(documents) || !is.null(x[["n_mentions"]])) units <- rep("documents", nrow(x))
  units <- ifelse(grepl("over clusters", method, fixed = TRUE), "clusters", units)
  why <- paste0("since the ", units, " are too few or do not vary enough")
  # A row for each document stands beside one for all of them, which has an interval.
  single <- x[["scope"]] %in% "document" & !all(is.na(x[["conf.low"]]))
  why[(documents %||% ifelse(single, 1, NA)) %in% 1] <- ONE_DOCUMENT
  why[method %in% c("none", NA)] <- "since none was asked for"
  ifelse(is.na(x[["conf.low"]]), why, "")
}

# A note for each dash in a table that no other note explains. `parts`: from table_parts(), where `told` marks rows
# that have a note, `columns_told` are headings of columns with one, `interval_told` is TRUE if all intervals have
# one, `about` names the rows instead of the columns that identify them, `because` contains reasons named by the
# headings of columns, one for all rows or for each, and `lacking` says why a row has no interval.
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
  why_none <- if (style$format != "text") parts$lacking
  alone <- rowSums(gaps[, is_interval, drop = FALSE]) > 0 & rowSums(gaps) == 1
  lacking <- apply(gaps, 1, function(row) paste(words[row], collapse = ", no "))
  if (length(why_none) == nrow(gaps)) {
    tell <- alone & why_none != ""
    lacking[tell] <- paste0(lacking[tell], ", ", why_none[tell])
  }
  if (length(parts$because)) {
    why <- vapply(seq_along(lacking), function(row) {
      of_headings <- parts$because[intersect(columns$names[gaps[row, ]], names(parts$because))]
      paste(unique(vapply(of_headings, function(one) one[min(row, length(one))], "")), collapse = "; ")
    }, "")
    lacking[why != ""] <- sprintf("%s (%s)", lacking, why)[why != ""]
  }
  vapply(setdiff(unique(lacking), ""), function(one) {
    rows <- which(lacking == one)
    who <- if (length(rows) == nrow(gaps) && nrow(gaps) > 1) {
      if (style$format == "text") "All rows" else "all rows"
    } else {
      shared <- shared_key(columns, rows)
      # "all" is no name where rows have others.
      if (!is.null(parts$about) && (identical(shared, "all") || length(unique(about[rows])) == 1)) shared <- NULL
      shared %||% unique(about[rows])
    }
    about_rows(who, paste("no", one), style)
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

# How the intervals were computed, such as "95% CI: Bayesian", or if there are two methods, "95% CI: Bayesian; for all
# raters Bayesian over clusters". `parts$method_told`: TRUE if another note says it, or says why there are none.
interval_note <- function(x, parts, style) {
  told <- isTRUE(parts$method_told)
  if (told || !is.data.frame(x) || is.null(x[["interval"]]) || is.null(x[["conf.low"]])) {
    return(NULL)
  }
  heading <- grep("CI$", parts$columns$names, value = TRUE)
  if (!is.null(parts$rows)) x <- x[parts$rows, ]
  if (all(is.na(x[["conf.low"]]))) {
    return(no_intervals_note(x))
  }
  method <- as.character(x[["interval"]])
  method[is.na(x[["conf.low"]]) | method %in% "none"] <- NA
  methods <- unique(method[!is.na(method)])
  if (length(heading) == 0 || length(methods) == 0) {
    return(NULL)
  }
  named <- INTERVAL_WORDS[methods]
  words <- escape(ifelse(is.na(named), methods, named), style)
  if (length(methods) == 2) {
    columns <- parts$columns
    columns$key <- columns$key & columns$align == "l"
    rows <- key_labels(columns)
    if (length(rows) != nrow(x) || max(table(method)) > 6 || any(parts$columns$names %in% "Method")) {
      return(NULL)
    }
    # The method of most rows needs no names.
    few <- which.min(table(factor(method, methods)))
    words <- c(words[-few], paste("for", in_a_list(unique(rows[method %in% methods[few]])), words[few]))
  }
  if (length(methods) < 3) paste0(heading[1], ": ", paste(words, collapse = "; "))
}

# Methods of intervals in words that a reader knows.
INTERVAL_WORDS <- c(
  F = "by F distributions", MOVER = "by the method of variance estimates recovery", score = "by score tests",
  profile = "by profile likelihood"
)

# Intervals over two or three documents or clusters are nearly as wide as the scale, which may look like an error.
few_units_note <- function(x, parts) {
  if (!is.data.frame(x) || is.null(x[["conf.low"]]) || is.null(x[["interval"]])) {
    return(NULL)
  }
  if (!is.null(parts$rows)) x <- x[parts$rows, ]
  by_cluster <- grepl("over clusters", x[["interval"]], fixed = TRUE)
  documents <- x[["n_documents"]] %||% if (sum(x[["scope"]] %in% "total") == 1) sum(x[["scope"]] %in% "document")
  n <- ifelse(by_cluster, x[["n_clusters"]] %||% NA, documents %||% NA)
  few <- which(!is.na(x[["conf.low"]]) & n %in% 2:3)
  if (length(few) == 0) {
    # Coefficients and kappas of a judge are from -1 to 1; other figures have no such scale.
    scaled <- !is.null(x[["coefficient"]]) | x[["quantity"]] %||% "" %in% "kappa"
    wide <- which(scaled & x[["conf.low"]] <= -WHOLE_SCALE & x[["conf.high"]] >= WHOLE_SCALE)
    unit <- if (any(by_cluster[wide])) "clusters" else if (is.null(documents)) "items" else "documents"
    return(if (length(wide)) paste("Too few", unit, "where the interval is about as wide as the scale"))
  }
  unit <- if (any(by_cluster[few])) "clusters" else "documents"
  paste("Intervals over", paste(unique(big(range(n[few]))), collapse = " or "), unit, "say little")
}

WHOLE_SCALE <- 0.95

# Why a table has no interval at all.
no_intervals_note <- function(x) {
  if (is_removed(x, c("conf.low", "conf.high", "interval"))) {
    return(NULL)
  }
  why <- setdiff(unique(lacking_interval(x)[!is.na(x[["estimate"]] %||% x[["f1"]])]), "")
  if (length(why) != 1) {
    return(NULL)
  }
  if (all(x[["interval"]] %in% c("none", NA))) "No intervals were computed" else paste0("No intervals, ", why)
}

# The method of the intervals of all rows, or NULL.
shared_interval <- function(x) {
  method <- unique(as.character(x[["interval"]])[!is.na(x[["conf.low"]])])
  if (length(method) == 1 && !method %in% c("none", NA)) method
}

# Notes begin with a capital letter, unless the first word is a symbol or a name before a colon.
as_sentence <- function(notes) sub("^(?!df )([a-z])(?=[a-z]+[ ,])", "\\U\\1", notes, perl = TRUE)

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
        "\"><em>Note.</em> ", last_word_kept(notes, "&nbsp;"), "</td></tr>\n</tfoot>"
      )
    ),
    markdown = paste0(text, "\n\n*Note.* ", notes)
  )
}

# The type of a note is not larger than that of its table. `set$room`: the width of a note of several lines under a
# table that is centred; a note of one line is centred as well, and one of many lines fills the line.
latex_note <- function(notes, set) {
  is_smallest <- identical(set$type, set$page$types[[NOTE_TYPE + 1]]$code)
  type <- set$page$types[[NOTE_TYPE + is_smallest]]
  text <- paste("\\textit{Note.}", kept_together(notes, "~"))
  if (is.null(set$room)) {
    text <- paste0("\\raggedright", text)
  } else if (type$size * text_width(text, set$page$letters) > set$page$width) {
    is_long <- type$size * text_width(text, set$page$letters) > LONG_NOTE * set$room
    text <- wrap_text(text, set$room, type$size, set$page$letters)
    # Below a table that fills the line the note fills it, whatever its width is.
    if (is_long || set$room > 0.95 * set$page$width) text <- sub("[{][0-9.]+em[}]", "{\\\\linewidth}", text)
  }
  paste0("\n\n\\nopagebreak\\smallskip\n\\noindent{", sub("\\\\setlength.*", "", type$code), text, "\\par}")
}

LONG_NOTE <- 4 # lines

# A note in which no line divides the name of an interval, or parts it from the method. `blank`: one at which no line
# ends.
kept_together <- function(text, blank) {
  text <- gsub("% CI", paste0("%", blank, "CI"), last_word_kept(text, blank), fixed = TRUE)
  gsub("CI: ", paste0("CI:", blank), text, fixed = TRUE)
}

# A note whose last word does not stand alone on a line.
last_word_kept <- function(text, blank) sub(" (?=[^ ]*$)", blank, text, perl = TRUE)

# Inserts text after the last match of a pattern, or at the end if there is none.
insert_behind <- function(text, pattern, insertion) {
  # Stacked headings are tables as well, so the last match is the end of the table.
  found <- gregexpr(pattern, text, perl = TRUE)[[1]]
  last <- length(found)
  end <- if (found[last] > 0) found[last] + attr(found, "match.length")[last] - 1 else nchar(text)
  paste0(substr(text, 1, end), insertion, substr(text, end + 1, nchar(text)))
}
