# A corpus as csv: a row per item and rater, and three small files beside it.

corpus_csv <- function(corpus, escape_formulas, separator) {
  csv_lines <- function(columns) table_lines(columns, escape_formulas, separator)
  rows <- corpus$item$code
  of_item <- columns_of_items(corpus)
  per_row <- function(columns) lapply(columns, vctrs::vec_slice, rows)
  rater <- stats::setNames(list(corpus$names[corpus$rater$code]), corpus$id_names[2])
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

# Numbers with 15 significant digits, no more than needed, and 100000 rather than 1e+05.
format_csv <- function(x) enc2utf8(id_text(if (is.list(x)) unlist(x) else x))

# A spreadsheet would run such a cell as a formula; a plain negative number is none. Spreadsheets, and who cleans a
# file, drop blanks, controls and characters without a width, and take full-width signs for their usual form: the first
# character that is seen decides. A control at the begin is escaped as well.
tame <- function(text) {
  text <- enc2utf8(text)
  formula <- grepl(FORMULA, text, perl = TRUE) & !grepl("^-[0-9]+([.][0-9]+)?$", text)
  ifelse(formula, paste0("'", text), text)
}

# Blanks, controls and formats of Unicode (zero-width, direction, byte order mark), fillers and selectors without a
# width; then = + - @, full-width, small, and the minus sign.
# Letters and not their numbers, by which R knows that the expression is one of UTF-8.
FORMULA <- paste0(
  "^(?:[\\t\\r\\n]|[\\s\\p{Z}\\p{C}\u034f\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0f]*",
  "[=+@\\-\uff1d\uff0b\uff20\uff0d\ufe62\ufe63\ufe66\ufe6b\u2212])"
)

quote_csv <- function(text) paste0("\"", gsub("\"", "\"\"", text, fixed = TRUE), "\"")

# Answers that are sets of labels: a list of sorted texts, `NA` alone for no answer.

answer_column <- function(x, what) {
  if (inherits(x, "POSIXlt") || !is_list_of_labels(x)) {
    return(plain_column(x, what))
  }
  encoded <- encode_sets(x, NULL, NULL)
  no_sets(unname(encoded$sets)[match(encoded$label, names(encoded$sets))])
}

# The name of each set, as consensus() writes it.
names_of_sets <- function(sets) encode_sets(sets, NULL, NULL)$label

no_sets <- function(sets) {
  sets[vapply(sets, is.null, NA)] <- list(NA_character_)
  sets
}

no_answer <- function(x) {
  if (is.list(x)) vapply(x, identical, NA, NA_character_) else vctrs::vec_detect_missing(x)
}

# Settled labels of answers that are sets: sets, their names, or text that is a label alone.
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

# Sets as cells of csv.
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

# As arrays of JSON, null for no answer.
json_sets <- function(sets) {
  id <- vctrs::vec_group_id(sets)
  arrays <- vapply(sets[!duplicated(id)], function(set) as.character(jsonlite::toJSON(set)), "")
  ifelse(no_answer(sets), "null", arrays[id])
}
