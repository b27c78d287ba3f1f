#' Write the finished corpus
#'
#' Writes a corpus, that is the result of an annotation project gathered by [as_corpus()], to one JSON file, or to csv
#' files: for each item its columns, the answer of every rater to every question, the final label and the mean
#' confidence; for the corpus, the raters, their agreement, and the number of items that lack an answer.
#'
#' @details
#' The JSON file has two parts. `items` is an array with an object per item: the item's id and `columns` under their
#' own names; `answers`, an object per question with the answer of each rater (`null` if the rater gave none); `label`
#' and the other columns of `labels`, which end in the name of the question if several have labels (`label_tone`);
#' `mean_confidence`. `metadata` contains the argument `metadata`, the counts,
#' `raters` and `agreement`. Ratios have 15 significant digits. Items are in the order of the data, raters in the
#' order of their names.
#'
#' A csv file has a row per item and rater, with the columns and the label of the item. Answers whose column has the
#' name of another one, such as `label`, are in `answer_label`. Three more files in the same
#' folder, `-raters`, `-agreement` and `-metadata`, contain the rest. An empty cell is `NA`, and `""` empty text. All
#' files are in UTF-8.
#'
#' @section Whole files:
#' A file is written beside its place, as `accord-*.part`, and renamed when it is on the disk: after an error, a full
#' disk or a kill, the old file is as it was. A link stays a link, and a file keeps its mode. The four csv files are
#' renamed when all are on the disk, `file` itself last: only a kill between two renames, which takes microseconds,
#' leaves new files beside old ones, each of them whole. What a kill leaves of a `.part` may be deleted.
#'
#' @section Pseudonyms:
#' `pseudonyms = "hash"` writes the first 16 hexadecimal digits of HMAC-SHA256 (RFC 2104) of each rater's id instead
#' of the id. With the same `key` a rater has the same pseudonym in every file; without the key the id cannot be
#' recovered, not even by trying all ids. Keep the key secret and out of your scripts, in an environment variable for
#' example. Models keep their names. Alternatively, give a pseudonym for every person. The raters are renamed in
#' `answers`, in the metadata, and in the columns `rater`, `rater_1` and `rater_2` of `agreement`; `columns` and
#' answers are written as they are, so do not select any that identify raters.
#'
#' @section Errors:
#' `accord_error_file_exists` if a file already exists; `extension`; `missing_folder`; `write` for a file that cannot be
#' written, with `reason`: `"folder"`, `"device"`, `"permission"`, `"read_only"`, `"room"` or `"other"`; `separator` for
#' labels of sets that contain it; `unknown_rater` for `pseudonyms`; `missing_pseudonym` for people without one; `key`;
#' `duplicate_name` for raters with one pseudonym; `reserved_name`; `missing_package`; `argument`; `damaged` for a
#' corpus that lost a part. All begin with `accord_error_`.
#'
#' @param data The result of [as_corpus()].
#' @param file Path of the file to write, ending in `.json` or `.csv`.
#' @param ... Must be empty.
#' @param pseudonyms `NULL` to write the raters as they are, `"hash"`, or a vector of pseudonyms, named by the raters:
#'   one for every person.
#' @param key For `"hash"`: text, or a raw vector, of at least 16 bytes.
#' @param metadata A named list of other information on the corpus, such as a title, a licence, a version.
#' @param overwrite Whether existing files may be replaced.
#' @param escape_formulas Whether text in csv that begins with `=`, `+`, `-` or `@` is prefixed with an apostrophe,
#'   since a spreadsheet would run it as a formula, also if these are full-width or behind blanks or characters that are
#'   not seen. Plain numbers are not changed.
#' @param separator The text between the labels of a set in csv; no label may contain it. The empty set is a
#'   quoted empty cell, a missing answer an empty one; many programs read both alike, and JSON has `[]` and `null`.
#' @return Invisibly, a tibble with one row: `file`, `n_items` (written), `n_raters`, `n_incomplete`
#'   (items that lack an answer), `n_left_out`, `n_without_label` (of several questions: without that of one).
#' @references
#' Krawczyk, H., Bellare, M. and Canetti, R. (1997) HMAC: Keyed-hashing for message authentication. RFC
#' 2104. \doi{10.17487/RFC2104}
#' @seealso [as_corpus()]; [write_spans()] for spans.
#' @export
#' @examplesIf rlang::is_installed("jsonlite")
#' answers <- data.frame(
#'   text = rep(c("t1", "t2"), each = 3), words = rep(c("not bad", "a bit wet"), each = 3),
#'   who = c("ann", "bob", "gpt"), understated = c(TRUE, TRUE, FALSE, TRUE, NA, TRUE),
#'   sure = c(3, 2, 3, 1, NA, 3)
#' )
#' file <- tempfile(fileext = ".json")
#' corpus <- as_corpus(
#'   answers, text, who, understated, columns = words, confidence = sure, models = "gpt"
#' )
#' corpus
#' write_corpus(corpus, file, pseudonyms = c(ann = "annotator-1", bob = "annotator-2"))
#' cat(readLines(file), sep = "\n")
write_corpus <- function(data, file, ..., pseudonyms = NULL, key = NULL, metadata = list(), overwrite = FALSE,
                         escape_formulas = TRUE, separator = ";") {
  check_corpus(data)
  check_no_dots(...)
  check_flag(escape_formulas, "escape_formulas")
  if (!rlang::is_string(separator) || separator == "") abort_argument(separator, "separator", "a text")
  check_metadata(metadata)
  if (missing(file)) file <- NULL
  files <- corpus_files(file, overwrite)
  corpus <- corpus_under_names(data, rater_names(data$rater$values, data$models, pseudonyms, key))
  corpus$raters <- corpus_raters(corpus, corpus$models)
  counts <- c(
    list(n_items = vctrs::vec_size(corpus$item$values), n_raters = nrow(corpus$raters)), corpus$counts,
    list(n_without_label = sum(without_label(corpus)))
  )
  corpus$metadata <- c(metadata, counts)
  text <- if (length(files) == 1) list(corpus_json(corpus)) else corpus_csv(corpus, escape_formulas, separator)
  # The file that the user named is written last, so that if it is new, the others are new as well.
  write_files(rev(text), rev(files), overwrite)
  invisible(tibble::as_tibble(c(list(file = file), counts)))
}

# The name of the column of mean confidence, of items and of raters.
MEAN_CONFIDENCE <- "mean_confidence"
