# A corpus as csv: a row per item and rater, and three small files beside it.

corpus_csv <- function(corpus) {
  rows <- corpus$item$code
  of_item <- c(
    stats::setNames(list(corpus$item$values), corpus$id_names[1]), corpus$columns
  )
  after <- c(corpus$labels, if (!is.null(corpus$confidence)) {
    stats::setNames(list(corpus$item_confidence), MEAN_CONFIDENCE)
  })
  per_row <- function(columns) lapply(columns, vctrs::vec_slice, rows)
  rater <- stats::setNames(list(corpus$names[corpus$rater$code]), corpus$id_names[2])
  about <- vapply(corpus$metadata, function(x) paste(format_csv(x), collapse = "; "), "")
  list(
    csv_lines(c(per_row(of_item), rater, corpus$answers, per_row(after))),
    csv_lines(corpus$raters),
    csv_lines(corpus$agreement %||% list(coefficient = character())),
    csv_lines(list(name = names(about), value = unname(about)))
  )
}

csv_lines <- function(columns) {
  check_free_names(names(columns)[duplicated(names(columns))], names(columns), "column")
  cells <- lapply(unname(unclass(columns)), function(x) {
    text <- format_csv(x)
    if (!is.numeric(x) && !is.logical(x)) text <- quote_csv(text)
    ifelse(is.na(x), "", text)
  })
  header <- paste(quote_csv(names(columns)), collapse = ",")
  c(header, if (length(cells[[1]])) do.call(paste, c(cells, sep = ",")))
}

# Numbers with 15 significant digits, no more than needed.
format_csv <- function(x) enc2utf8(as.character(if (is.list(x)) unlist(x) else x))

quote_csv <- function(text) paste0("\"", gsub("\"", "\"\"", text, fixed = TRUE), "\"")
