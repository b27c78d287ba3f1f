#' Write spans
#'
#' Writes spans, such as those of [span_consensus()], to a csv or JSONL file, including the documents in which nothing
#' was marked; or beside their texts as tokens with BIO tags (CoNLL) or tasks of Label Studio.
#'
#' @details
#' A csv file has a row per span with `document`, `annotator`, `start`, `end` (from 0, the end being the first
#' position after the span), `label` and `length` (empty if it is not known), and a row without `start` and `end` for
#' an annotator who marked nothing in a document. A JSONL file has a line per document and annotator, with `spans`, an
#' array of objects. All files are in UTF-8. Other columns of `data` are not written.
#'
#' A `.conll` or `.bio` file has a line per token with the tag of each annotator (`B-PER`, `I-PER`, `O`), sorted, in
#' columns with tabs between, for [read_bio()] and programs that learn from such files. A document begins with
#' `-DOCSTART-`, a sentence, after an empty line, where the text has a new line. Tokens are words, numbers and other
#' single characters, and are also cut where a span begins or ends. Spans of an annotator must not overlap, and each
#' annotator must have seen all documents. Such a file has no ids of documents, no blanks at the end of a text, and no
#' documents without a token; the other formats have them.
#'
#' A `.json` file is imported by Label Studio: a task per document, with the spans of each annotator as pre-annotations
#' (`predictions`, with the annotator as `model_version`) of a control `label` for an object `text`, as in its template
#' for named entities. The id of the document is in the field `document` of the data. `read_label_studio(file,
#' predictions = TRUE)` reads it.
#'
#' @section Reading the files again:
#' [as_spans()] accepts the data frame of a csv file that is read with ids and labels as text, so that `"001"` does not
#' become 1:
#' ```
#' text <- c(document = "character", annotator = "character", label = "character")
#' as_spans(read.csv(file, na.strings = "", colClasses = text, encoding = "UTF-8"))
#' ```
#' The apostrophes of `escape_formulas` stay in labels. For a JSONL file these lines make the data frame:
#' ```
#' unpack <- function(x) {
#'   length <- if (is.null(x$length)) NA else x$length
#'   spans <- if (length(x$spans)) x$spans else list(list(start = NA, end = NA, label = NA))
#'   data.frame(document = x$document, annotator = x$annotator, do.call(rbind, lapply(spans, data.frame)), length)
#' }
#' # simplifyVector = TRUE would make the label "NA" a missing one
#' lines <- lapply(readLines(file, encoding = "UTF-8"), jsonlite::fromJSON, simplifyVector = FALSE)
#' as_spans(do.call(rbind, lapply(lines, unpack)))
#' ```
#'
#' @section Errors:
#' Those of [as_spans()]; `accord_error_file_exists`, `accord_error_extension`, `accord_error_missing_folder`,
#' `accord_error_write` as in [write_corpus()], which also says how files are replaced; `accord_error_missing_package`
#' and `accord_error_argument`.
#'
#' @param data Anything that [as_spans()] accepts.
#' @param file Path of the file to write, ending in `.csv`, `.jsonl`, `.conll`, `.bio` or `.json`.
#' @param ... Passed on to [as_spans()].
#' @param texts For `.conll`, `.bio` and `.json`: the texts, named by document, if positions are characters. If they
#'   are tokens, as from [read_bio()], a list of the tokens of each document (not for `.json`).
#' @inheritParams write_corpus
#' @return Invisibly, a tibble with one row: `file`, `n_documents`, `n_annotators` and `n_spans`.
#' @seealso [span_consensus()], [write_corpus()] for labels of items
#' @export
#' @examples
#' marked <- data.frame(
#'   document = c("d1", "d1", "d1", "d2", "d2"), annotator = c("ann", "bob", "cat", "ann", "bob"),
#'   start = c(0, 0, 1, NA, NA), end = c(4, 4, 4, NA, NA),
#'   label = c("PER", "PER", "PER", NA, NA), length = 20
#' )
#' file <- tempfile(fileext = ".csv")
#' write_spans(span_consensus(marked), file)
#' cat(readLines(file), sep = "\n")
#'
#' file <- tempfile(fileext = ".conll")
#' texts <- c(d1 = "Ruth saw the field .", d2 = "It was late")
#' write_spans(span_consensus(marked), file, texts = texts)
#' cat(readLines(file), sep = "\n")
write_spans <- function(data, file, ..., texts = NULL, overwrite = FALSE, escape_formulas = TRUE) {
  check_flag(escape_formulas, "escape_formulas")
  if (missing(file)) file <- NULL
  extension <- output_extension(file, c("csv", "jsonl", "conll", "bio", "json"))
  if (extension %in% c("jsonl", "json")) need_package("jsonlite", "to write JSON")
  check_output_files(file, overwrite)
  spans <- check_no_points(as_spans(data, ...), "write_spans")
  tokens <- is.list(texts)
  if (extension == "json" && tokens) abort_argument(texts, "texts", "texts, whose positions are characters")
  if (extension %in% c("csv", "jsonl")) {
    if (!is.null(texts)) abort_argument(texts, "texts", "NULL for csv and JSONL, which do not contain the texts")
  } else {
    texts <- texts_of_documents(spans, texts, extension)
  }
  lines <- switch(extension,
    csv = table_lines(tibble::as_tibble(spans), escape_formulas, ";"),
    jsonl = jsonl_of_spans(tibble::as_tibble(spans)),
    json = tasks_of_spans(spans, texts),
    bio_of_spans(spans, texts, tokens)
  )
  write_files(list(lines), file, overwrite)
  invisible(tibble::tibble(
    file = file, n_documents = length(spans$documents), n_annotators = length(spans$annotators),
    n_spans = nrow(spans$span)
  ))
}

jsonl_of_spans <- function(rows) {
  part <- vctrs::vec_duplicate_id(rows[c("document", "annotator")])
  first <- unique(part)
  one <- sprintf(
    "{\"start\": %s, \"end\": %s, \"label\": %s}", json_values(rows$start), json_values(rows$end),
    json_values(rows$label)
  )
  one[is.na(rows$start)] <- ""
  all <- vapply(split(one, factor(part, first)), paste, "", collapse = ", ")
  sprintf(
    "{\"document\": %s, \"annotator\": %s, \"length\": %s, \"spans\": [%s]}", json_values(rows$document[first]),
    json_values(rows$annotator[first]), json_values(rows$length[first]), all
  )
}
