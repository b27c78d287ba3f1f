# Writes a corpus as csv: a row per item and rater, and three smaller files.

corpus_csv <- function(corpus, escape_formulas, separator) {
  csv_lines <- function(columns) table_lines(columns, escape_formulas, separator)
  rows <- corpus$item$code
  of_item <- columns_of_items(corpus)
  per_row <- function(columns) lapply(columns, vctrs::vec_slice, rows)
  rater <- stats::setNames(list(corpus$names[corpus$rater$code]), corpus$id_names[2])
  # Readers name ratings `label`, which is also the column of final labels.
  others <- c(names(of_item$before), names(rater), names(of_item$after))
  taken <- names(corpus$answers) %in% others
  names(corpus$answers)[taken] <- paste0("answer_", names(corpus$answers)[taken])
  about <- vapply(corpus$metadata, function(x) paste(format_csv(x), collapse = "; "), "")
  list(
    csv_lines(c(per_row(of_item$before), rater, corpus$answers, per_row(of_item$after))),
    csv_lines(corpus$raters),
    csv_lines(corpus$agreement %||% list(coefficient = character())),
    csv_lines(list(name = names(about), value = unname(about)))
  )
}

table_lines <- function(columns, escape_formulas, separator) {
  check_free_names(names(columns)[duplicated(names(columns))], names(columns), "column", RENAME_COLUMN)
  cells <- lapply(unname(unclass(columns)), function(x) {
    text <- if (is.list(x)) joined_sets(x, separator) else format_csv(x)
    if (!is.numeric(x) && !is.logical(x)) text <- quote_csv(if (escape_formulas) tame(text) else text)
    ifelse(no_answer(x), "", text)
  })
  header <- paste(quote_csv(if (escape_formulas) tame(names(columns)) else names(columns)), collapse = ",")
  c(header, if (length(cells[[1]])) do.call(paste, c(cells, sep = ",")))
}

# Numbers have at most 15 significant digits and no exponent, as in 100000.
format_csv <- function(x) enc2utf8(id_text(if (is.list(x)) unlist(x) else x))

# A spreadsheet would evaluate such a cell as a formula; plain negative numbers are not formulas. Spreadsheets and
# cleaning tools may drop blanks, controls and zero-width characters and normalise full-width signs, so that the first
# visible character decides. A control character at the beginning is escaped too.
tame <- function(text) {
  text <- enc2utf8(text)
  formula <- grepl(FORMULA, text, perl = TRUE) & !grepl("^-[0-9]+([.][0-9]+)?$", text)
  ifelse(formula, paste0("'", text), text)
}

# Blanks, controls and format characters of Unicode (zero-width, direction, byte order mark), fillers and selectors
# without width; then = + - @, also full-width and small, and the minus sign. The characters are written as \u escapes,
# by which R recognises the expression as UTF-8.
FORMULA <- paste0(
  "^(?:[\\t\\r\\n]|[\\s\\p{Z}\\p{C}\u034f\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0f]*",
  "[=+@\\-\uff1d\uff0b\uff20\uff0d\ufe62\ufe63\ufe66\ufe6b\u2212])"
)

quote_csv <- function(text) paste0("\"", gsub("\"", "\"\"", text, fixed = TRUE), "\"")

# Answers that are sets of labels are a list of sorted texts, in which a missing answer is a single `NA`.

answer_column <- function(x, what) {
  if (inherits(x, "POSIXlt") || !is_list_of_labels(x)) {
    return(plain_column(x, what))
  }
  encoded <- encode_sets(x, NULL, NULL)
  no_sets(unname(encoded$sets)[match(encoded$label, names(encoded$sets))])
}

# Returns the name of each set in the form used by consensus().
names_of_sets <- function(sets) encode_sets(sets, NULL, NULL)$label

no_sets <- function(sets) {
  sets[vapply(sets, is.null, NA)] <- list(NA_character_)
  sets
}

no_answer <- function(x) {
  if (is.list(x)) vapply(x, identical, NA, NA_character_) else vctrs::vec_detect_missing(x)
}

# Returns final labels for answers that are sets; they may be given as sets, as names of sets, or as text with a single
# label.
settled_sets <- function(label, answers) {
  if (is.list(label)) {
    return(answer_column(label, "labels"))
  }
  text <- id_text(label)
  sets <- as.list(text)
  at <- match(text, names_of_sets(answers), incomparables = NA)
  sets[!is.na(at)] <- answers[at[!is.na(at)]]
  sets
}

# Returns sets as cells of csv.
joined_sets <- function(sets, separator) {
  labels <- unique(unlist(sets, use.names = FALSE))
  inside <- labels[grepl(separator, labels, fixed = TRUE)]
  if (length(inside)) {
    abort_accord(
      "separator",
      c(
        "No label of a set may contain the {.arg separator} of a csv file.",
        x = "{length(inside)} label{?s} {?contains/contain} {.val {separator}}: {.val {first_few(inside)}}.",
        i = "Choose another {.arg separator}, or write JSON."
      ),
      labels = inside
    )
  }
  vapply(sets, paste, "", collapse = separator)
}

# Returns sets as arrays of JSON, null for a missing answer.
json_sets <- function(sets) {
  id <- vctrs::vec_group_id(sets)
  arrays <- vapply(sets[!duplicated(id)], function(set) as.character(jsonlite::toJSON(set)), "")
  ifelse(no_answer(sets), "null", arrays[id])
}
