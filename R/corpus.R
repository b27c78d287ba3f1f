#' Write the finished corpus
#'
#' Writes the result of an annotation project to one JSON file, or to csv files: for each item its columns, the answer
#' of every rater to every question, the final label and the mean confidence; for the corpus, the raters, their
#' agreement, and the number of items that lack an answer.
#'
#' @details
#' The JSON file has two parts. `items` is an array with an object per item: the item's id and `columns` under their
#' own names; `answers`, an object per question with the answer of each rater (`null` if the rater gave none); `label`
#' and the other columns of `labels`; `mean_confidence`. `metadata` contains the argument `metadata`, the counts,
#' `raters` and `agreement`. Ratios have 15 significant digits. Items are in the order of the data, raters in the
#' order of their names.
#'
#' A csv file has a row per item and rater, with the columns and the label of the item. Three more files in the same
#' folder, `-raters`, `-agreement` and `-metadata`, contain the rest. An empty cell is `NA`, and `""` empty text. All
#' files are in UTF-8.
#'
#' @section Whole files:
#' A file is written beside its place, as `accord-*.part`, and renamed when it is on the disk: after an error, a full
#' disk or a kill, the old file is as it was. A link stays a link, and a file keeps its mode. The four csv files are
#' renamed when all are on the disk, `file` itself last: only a kill between two renames, which takes microseconds,
#' leaves new files beside old ones, each of them whole. What a kill leaves of a `.part` may be deleted.
#'
#' @section Data:
#' A row per item and rater, and a column per question, as in the results of [read_annotators()] and [read_mturk()].
#' If each answer to several questions has a separate row, or each rater a column, reshape the data first, with
#' `tidyr::pivot_wider()` or `tidyr::pivot_longer()`.
#'
#' Answers that are dates or times are treated as labels.
#'
#' An answer may be a set of labels: a list column, as in [as_ratings()], in which `NA` is no answer and `character()`
#' or `NULL` the empty set. In JSON a set is an array of texts, in csv a cell such as `a;b`, which [as_ratings()]
#' reads with `separator = ";"`; the labels are sorted. `labels` may be sets too, or their names, as in the result of
#' [consensus()].
#'
#' @section Missing answers:
#' An item lacks an answer if a rater who has a row for it did not answer a `required` question, or if fewer than
#' `n_raters` raters answered all of them. `incomplete` says whether such items are kept or dropped, and the counts
#' are written and returned. Questions that are not required, such as follow-up questions, may be unanswered. The
#' label of an item is `null` if `labels` has none or the majority is a tie; such items are counted too. The mean
#' confidence of an item is over the raters who stated one, that of a rater over all items with a stated confidence,
#' including dropped items. Agreement is that of the items that are written.
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
#' written, with `reason`: `"folder"`, `"device"`, `"permission"`, `"read_only"`, `"room"` or `"other"`;
#' `missing_column`; `missing_id`,
#' `duplicate_rating` (a rater with two rows for an item), `infinite_rating`, `missing_label` (a set that contains
#' `NA` and labels) and `list_column` for the data; `separator` for labels of sets that contain it; `varying_column`
#' for a column in `columns` that differs within an item; `not_numeric` for `confidence`; `unknown_item` and
#' `duplicate_item` for `labels`; `unknown_rater` for `models` and `pseudonyms`; `missing_pseudonym` for people
#' without one; `key`; `duplicate_name` for raters with one pseudonym; `reserved_name` for columns with the name of
#' another part of an item; `no_rows` if no item is left; `missing_package`; `argument`; and those of [agreement()].
#' All begin with `accord_error_`.
#'
#' @param data A data frame with a row per item and rater.
#' @param item,rater <[`tidy-select`][tidyselect::language]> The columns of item and rater.
#' @param answers <[`tidy-select`][tidyselect::language]> The columns of answers, one per question. Final labels and
#'   agreement are those of the first. Columns can be renamed, as in `c(label = Answer.best)`.
#' @param file Path of the file to write, ending in `.json` or `.csv`.
#' @param ... Must be empty.
#' @param labels The final labels of the first question: `"majority"`, by [item_summary()]; a data frame with columns
#'   `item` and `label`, such as a consensus, whose other columns (such as a probability) are written too; or `NULL`
#'   for none.
#' @param columns <[`tidy-select`][tidyselect::language]> Columns that belong to the item, such as its
#'   text; none by default.
#' @param confidence <[`tidy-select`][tidyselect::language]> A numeric column with the confidence
#'   of the rater.
#' @param required <[`tidy-select`][tidyselect::language]> Columns without which an item lacks an
#'   answer. The default is the first of `answers`, and `confidence`.
#' @param n_raters Number of raters who must have answered an item. The default is all who have a row for it.
#' @param incomplete `"keep"` or `"drop"` items that lack an answer.
#' @param models Which raters are models and not people.
#' @param pseudonyms `NULL` to write the raters as they are, `"hash"`, or a vector of pseudonyms, named by the raters:
#'   one for every person.
#' @param key For `"hash"`: text, or a raw vector, of at least 16 bytes.
#' @param agreement Names of coefficients of [agreement()], computed for the first question of the items that are
#'   written, without intervals; or a result of accord, written as it is; or `NULL` for none.
#' @param level Level of measurement for alpha, as in [krippendorff_alpha()]: it must be given for answers that are
#'   numbers with more than two values.
#' @param metadata A named list of other information on the corpus, such as a title, a licence, a version.
#' @param overwrite Whether existing files may be replaced.
#' @param escape_formulas Whether text in csv that begins with `=`, `+`, `-` or `@` is prefixed with an apostrophe,
#'   since a spreadsheet would run it as a formula, also if these are full-width or behind blanks or characters that are
#'   not seen. Plain numbers are not changed.
#' @param separator The text between the labels of a set in csv; no label may contain it.
#' @return Invisibly, a tibble with one row: `file`, `n_items` (written), `n_raters`, `n_incomplete`
#'   (items that lack an answer), `n_left_out`, `n_without_label`.
#' @references
#' Krawczyk, H., Bellare, M. and Canetti, R. (1997) HMAC: Keyed-hashing for message authentication. RFC
#' 2104. \doi{10.17487/RFC2104}
#' @seealso [consensus()] for labels other than the majority, [item_summary()], [rater_summary()]; [write_spans()]
#'   for spans.
#' @export
#' @examplesIf rlang::is_installed("jsonlite")
#' answers <- data.frame(
#'   text = rep(c("t1", "t2"), each = 3), words = rep(c("not bad", "a bit wet"), each = 3),
#'   who = c("ann", "bob", "gpt"), understated = c(TRUE, TRUE, FALSE, TRUE, NA, TRUE),
#'   sure = c(3, 2, 3, 1, NA, 3)
#' )
#' file <- tempfile(fileext = ".json")
#' write_corpus(answers, text, who, understated, file,
#'   columns = words, confidence = sure, models = "gpt",
#'   pseudonyms = c(ann = "annotator-1", bob = "annotator-2")
#' )
#' cat(readLines(file), sep = "\n")
write_corpus <- function(data, item, rater, answers, file, ..., labels = "majority", columns = NULL,
                         confidence = NULL, required = NULL, n_raters = NULL, incomplete = "keep",
                         models = NULL, pseudonyms = NULL, key = NULL,
                         agreement = c("percent_agreement", "fleiss_kappa", "krippendorff_alpha"), level = NULL,
                         metadata = list(), overwrite = FALSE, escape_formulas = TRUE, separator = ";") {
  check_no_dots(...)
  check_corpus_source(data)
  check_flag(escape_formulas, "escape_formulas")
  if (!rlang::is_string(separator) || separator == "") abort_argument(separator, "separator", "a text")
  check_choice(incomplete, c("keep", "drop"), "incomplete")
  if (!is.null(n_raters)) check_number(n_raters, "n_raters", above = 0)
  check_metadata(metadata)
  if (missing(file)) file <- NULL
  files <- corpus_files(file, overwrite)
  corpus <- corpus_data(data, rlang::enquos(
    item = item, rater = rater, answers = answers, columns = columns, confidence = confidence,
    required = required
  ))
  corpus$labels <- corpus_labels(labels, corpus)
  corpus$names <- rater_names(corpus$rater$values, models, pseudonyms, key)
  check_member_names(corpus)
  lacking <- items_lacking(corpus, n_raters)
  kept <- if (incomplete == "drop") which(!lacking) else seq_along(lacking)
  check_items_left(kept, lacking)
  corpus <- keep_items(corpus, kept)
  corpus$raters <- corpus_raters(corpus, models)
  corpus$agreement <- corpus_agreement(agreement, corpus, level)
  counts <- list(
    n_items = length(kept), n_raters = nrow(corpus$raters), n_incomplete = sum(lacking),
    n_left_out = length(lacking) - length(kept), n_without_label = sum(no_answer(corpus$labels$label))
  )
  corpus$metadata <- c(metadata, counts)
  text <- if (length(files) == 1) list(corpus_json(corpus)) else corpus_csv(corpus, escape_formulas, separator)
  # The file that was asked for comes last: where it is new, the others are as well.
  write_files(rev(text), rev(files), overwrite)
  invisible(tibble::as_tibble(c(list(file = file), counts)))
}

# The mean confidence of items and raters has its place under this name.
MEAN_CONFIDENCE <- "mean_confidence"
