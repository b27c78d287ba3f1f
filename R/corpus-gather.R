#' Gather the finished corpus
#'
#' Gathers the result of an annotation project: for each item its columns, the answer of every rater to every question
#' and the final label; for the whole, the raters and their agreement. [write_corpus()] writes it to files.
#'
#' @section Data:
#' A row per item and rater, and a column per question, as in the results of [read_annotators()] and [read_mturk()].
#' What [read_sheet()] returns needs no columns, `as_corpus(x)`: each question is an answer, and has its final label and
#' its agreement. If each answer to several questions has a separate row in other data, or each rater a
#' column, read them with [read_sheet()], which takes data
#' frames too, or reshape them with `tidyr::pivot_wider()` or `tidyr::pivot_longer()`.
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
#' are written by [write_corpus()]. Questions that are not required, such as follow-up questions, may be unanswered. The
#' label of an item is `null` if `labels` has none or the majority is a tie; such items are counted too. The mean
#' confidence of an item is over the raters who stated one, that of a rater over all items with a stated confidence,
#' including dropped items. Agreement is that of the items that are written.
#'
#' @section Errors:
#' `missing_column`; `missing_id`, `duplicate_rating` (a rater with two rows for an item), `infinite_rating`,
#' `missing_label` (a set that contains `NA` and labels) and `list_column` for the data; `varying_column` for a column
#' in `columns` that differs within an item; `not_numeric` for `confidence`; `unknown_item` and `duplicate_item` for
#' `labels`; `unknown_rater` for `models`; `reserved_name` for columns with the name of another part of an item;
#' `no_rows` if no item is left; `argument`; and those of [agreement()]. All begin with `accord_error_`.
#'
#' @param data A data frame with a row per item and rater, or what [read_sheet()] returned.
#' @param item,rater <[`tidy-select`][tidyselect::language]> The columns of item and rater.
#' @param answers <[`tidy-select`][tidyselect::language]> The columns of answers, one per question. Final labels and
#'   agreement are those of the first, as others may be reasons or follow-up questions; of a sheet, those of each.
#'   Columns can be renamed, as in `c(label = Answer.best)`.
#' @param ... More arguments of [agreement()], such as `level`, which must be given for answers that are numbers with
#'   more than two values, or `weights`.
#' @param labels The final labels: `"majority"`, by [item_summary()]; a data frame with columns
#'   `item` and `label`, such as a consensus, whose other columns (such as a probability) are written too; or `NULL`
#'   for none. Of several questions of a sheet, the labels are in the columns `label_tone` and `label_frame`, named by
#'   the questions, and a data frame needs the column `question`, as a consensus of the sheet has it; without it,
#'   its labels are those of the first question. A label that no rater gave is written with a warning.
#' @param columns <[`tidy-select`][tidyselect::language]> Columns that belong to the item, such as its
#'   text; none by default.
#' @param confidence <[`tidy-select`][tidyselect::language]> A numeric column with the confidence
#'   of the rater.
#' @param required <[`tidy-select`][tidyselect::language]> Columns without which an item lacks an
#'   answer. The default is the first of `answers`, and `confidence`.
#' @param n_raters Number of raters who must have answered an item. The default is all who have a row for it.
#' @param incomplete `"keep"` or `"drop"` items that lack an answer.
#' @param models Which raters are models and not people.
#' @param agreement Names of coefficients of [agreement()], computed for the items that are written, without
#'   intervals, with a column `question` if there are several; or a result of accord, written as it is; or `NULL`
#'   for none.
#' @return An object of class `accord_corpus` for [write_corpus()]; its print counts items, raters and missing answers.
#' @seealso [write_corpus()]; [consensus()] for labels other than the majority, [item_summary()], [rater_summary()].
#' @export
#' @examples
#' answers <- data.frame(
#'   text = rep(c("t1", "t2"), each = 3), words = rep(c("not bad", "a bit wet"), each = 3),
#'   who = c("ann", "bob", "gpt"), understated = c(TRUE, TRUE, FALSE, TRUE, NA, TRUE)
#' )
#' as_corpus(answers, text, who, understated, columns = words, models = "gpt")
#' as_corpus(answers, text, who, understated, incomplete = "drop")
as_corpus <- function(data, item, rater, answers, ..., columns = NULL, confidence = NULL, required = NULL,
                      n_raters = NULL, incomplete = "keep", labels = "majority", models = NULL,
                      agreement = c("percent_agreement", "fleiss_kappa", "krippendorff_alpha")) {
  check_corpus_source(data)
  check_choice(incomplete, c("keep", "drop"), "incomplete")
  if (!is.null(n_raters)) check_number(n_raters, "n_raters", above = 0)
  check_agreement_dots(...)
  quos <- rlang::enquos(
    item = item, rater = rater, answers = answers, columns = columns, confidence = confidence,
    required = required
  )
  scales <- list(rlang::list2(...))
  if (!missing(data) && is_read_sheet(data, quos[c("item", "rater")])) {
    sheet <- corpus_of_sheet(data, quos, scales[[1]])
    data <- sheet$data
    quos <- sheet$quos
    if (!is.data.frame(agreement)) check_no_distance(sheet$scales, agreement)
    scales <- lapply(sheet$scales, function(scale) scale[names(scale) != "distance"])
  }
  corpus <- corpus_data(data, quos)
  # In other data further columns may be follow-up questions, such as reasons.
  corpus$settled <- names(scales) %||% names(corpus$answers)[1]
  match_raters(models, list(raters = corpus$rater$values), "models")
  corpus$models <- models
  corpus$labels <- corpus_labels(labels, corpus)
  check_member_names(corpus)
  lacking <- items_lacking(corpus, n_raters)
  kept <- if (incomplete == "drop") which(!lacking) else seq_along(lacking)
  check_items_left(kept, lacking)
  corpus <- keep_items(corpus, kept)
  corpus$agreement <- corpus_agreement(agreement, corpus, scales)
  corpus$counts <- list(n_incomplete = sum(lacking), n_left_out = length(lacking) - length(kept))
  structure(corpus, class = "accord_corpus")
}

# Fields that every corpus has; further ones depend on the arguments.
CORPUS_FIELDS <- c("item", "rater", "id_names", "columns", "answers", "settled", "labels", "n_answers", "counts")

#' @export
print.accord_corpus <- function(x, ...) {
  check_corpus(x)
  n <- vctrs::vec_size(x$item$values)
  lines <- c(
    paste0(
      "<accord_corpus> ", count(n, "item"), ", ", count(length(x$rater$values), "rater"), ", ",
      count(length(x$answers), "question"), ": ", paste(names(x$answers), collapse = ", ")
    ),
    if (length(x$models)) paste0("Models: ", paste(id_text(x$models), collapse = ", ")),
    if (x$counts$n_incomplete) {
      paste0(
        count(x$counts$n_incomplete, "item"), if (x$counts$n_incomplete == 1) " lacks" else " lack", " an answer",
        if (x$counts$n_left_out) paste0(", ", big(x$counts$n_left_out), " left out")
      )
    },
    if (any(without_label(x))) {
      of <- if (length(final_label_columns(x)) > 1) " of some question"
      paste0(big(sum(without_label(x))), " without a label", of)
    },
    if (!length(x$labels)) "No labels"
  )
  cat(paste0(lines, "\n"), sep = "")
  invisible(x)
}

# Arguments of agreement() that users may give; as_corpus() sets the others itself.
check_agreement_dots <- function(...) {
  given <- dots_names(...)
  given[given == ""] <- "(unnamed)"
  unknown <- setdiff(given, c("level", "weights", "range", "categories"))
  if (length(unknown)) abort_unknown(unknown, names(formals(as_corpus)))
}

check_corpus <- function(x) {
  check_given(x, "data")
  if (!inherits(x, "accord_corpus")) {
    abort_accord(
      "argument",
      c(
        "{.arg data} must be the result of {.fn as_corpus}.",
        x = "It is {.obj_type_friendly {x}}.",
        i = "Gather it first: {.code as_corpus(data, item, rater, answers) |> write_corpus(\"corpus.json\")}."
      ),
      argument = "data"
    )
  }
  check_object_fields(x, CORPUS_FIELDS, field_checker("the corpus", "as_corpus"))
}
