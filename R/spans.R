#' Check and prepare spans of text
#'
#' `as_spans()` checks spans that annotators marked in documents, such as named entities, and converts them to the
#' object from which [span_agreement()] and [span_alpha()] are computed, and which [as_ratings()] converts to ratings
#' of positions.
#'
#' @section Positions:
#' A span covers the positions from `start` up to, but not including, `end`, counted from 0, as in Python and in the
#' results of the readers: `start = 0, end = 4` are the first four characters. If `end` is part of the span, use
#' `closed = TRUE`, and if you count from 1, `from = 1`. Positions may be characters, tokens or pages, and are whole
#' numbers, because the alphas count them. For sounds and videos, where `start`, `end` and the length are times,
#' `unit` is the time that counts as one position: with `unit = 0.1` seconds are rounded to tenths, and 2.34 becomes
#' position 23. All results are then in this unit.
#'
#' The length of a document (the continuum) matters for [span_alpha()], since unmarked text is agreement. If it is not
#' given, the document ends with the last span, and [span_alpha()] says so.
#'
#' @section Documents in which nothing was marked:
#' These documents count. A row without `start` and `end` (`NA`) says that the annotator saw the document; the readers
#' add such rows. If the data have no such rows and every annotator saw every document, use `seen = "all"`. brat and
#' doccano do not distinguish a document in which nothing was marked from one that its annotator has not seen: specify
#' which it is with the argument `empty` of [read_brat()] and [read_doccano()].
#'
#' Data without any span whose rows have labels, such as an export of a classification, are labels of whole texts: a
#' message says so, since [as_ratings()] accepts these.
#'
#' @section Points:
#' Events without a duration are spans of length 0. [link_objects()], [event_kappa()] and [span_agreement()] accept
#' them, the last if `match` is not an overlap; [span_alpha()], [span_gamma()] and [span_consensus()], which need
#' lengths, do not. A span that is not declared as a point and has no length is an error, since it may be one whose
#' last position is its `end`.
#'
#' @section Overlapping spans:
#' Spans of an annotator may overlap and may be stacked, that is, have the same position and different labels.
#' [span_agreement()] allows this; for [span_alpha()], which is not defined for overlapping spans, it is an error. If
#' spans of one label do not overlap, each can be measured by itself: `span_alpha(data, labels = "PER")`.
#'
#' @section Discontinuous spans:
#' An annotation of [read_brat()] in several fragments (`"0 16;26 31"`) becomes one span from its first to its last
#' position. Annotations with different fragments and the same ends then count as the same, and gaps as marked; a
#' warning gives their number. To compare the fragments, make a data frame with a row for each.
#'
#' @section Missing and bad data:
#' A span without a label (`NA`) has the label `"(none)"`. A document or annotator that is `NA` is an error, and so
#' are spans that do not end after their start, or lie outside the document or in a document not named in `lengths`,
#' the same span twice by one annotator (unless `duplicates = "first"`), and two lengths of one document.
#'
#' Data with spans of several layers or features (of [read_webanno()]) or controls (of [read_label_studio()]) in one
#' document are an error, which names them: choose one when reading. Removing the column `layer`, `feature` or
#' `control` compares all spans as if they were of one.
#'
#' @section Errors:
#' `accord_error_bad_span`, `accord_error_outside_text`, `accord_error_unknown_document`,
#' `accord_error_duplicate_span`, `accord_error_differing_lengths`, `accord_error_several_layers`,
#' `accord_error_several_versions`, `accord_error_missing_id`, `accord_error_missing_column`, `accord_error_no_rows`,
#' `accord_error_not_spans` and
#' `accord_error_argument`.
#'
#' @param data A data frame with a row per span and annotator, as returned by [read_label_studio()], [read_prodigy()],
#'   [read_doccano()], [read_webanno()] and [read_bio()], the result of [read_brat()], or `accord_spans`.
#' @param ... For methods; must be empty otherwise.
#' @param document,annotator,start,end,label,length <[`tidy-select`][tidyselect::language]> Columns of a
#'   data frame, one each. The defaults are columns of these names, for `document` also `item`. `label` and
#'   `length` may be missing.
#' @param lengths Lengths of the documents: numbers named by document, in place of the column `length`. No other
#'   document may occur. With `seen = "all"`, documents that occur only here are documents in which nobody marked
#'   anything.
#' @param closed Whether `end` is the last position of the span, rather than the first after it.
#' @param from The number of the first position, 0 or 1.
#' @param unit The size of one position, in the unit of `start`, `end` and the lengths. With the default of 1 these
#'   must be whole numbers; otherwise they are divided by `unit` and rounded.
#' @param seen Which annotators saw a document: those with a `"row"` for it, or `"all"`.
#' @param duplicates What to do with the same span twice by one annotator: stop (`"error"`) or keep the
#'   `"first"`.
#' @param points Whether events without a duration, whose `end` is their `start`, are points: spans of length 0. The
#'   readers of events mark them in column `kind`, and need no argument.
#' @param labels The labels of the spans to keep; `NULL` for all. Who saw a document counts as without it, whereas
#'   documents without these labels get lost if rows are filtered.
#'
#' @return An object of class `accord_spans`, a list: `documents`, `length` of each and whether it is `known`,
#'   `annotators`, `labels`, all sorted; `span`, a tibble of numbers with `document`, `annotator`, `label` (positions
#'   in these), `start` and `end`; `seen`, a tibble of `document` and `annotator`; and `unit`. `tibble::as_tibble()`
#'   returns the rows, with `NA` as a length that is not known.
#' @seealso [span_agreement()], [span_alpha()], [span_gamma()], [span_consensus()]; `vignette("spans")`,
#'   `vignette("events")`.
#' @export
#' @examples
#' marked <- data.frame(
#'   document = c("d1", "d1", "d1", "d2", "d2"), annotator = c("ann", "ann", "bob", "ann", "bob"),
#'   start = c(0, 9, 0, 3, NA), end = c(4, 14, 4, 8, NA), label = c("PER", "LOC", "PER", "PER", NA),
#'   length = c(20, 20, 20, 15, 15)
#' )
#' spans <- as_spans(marked)
#' spans
#' span_agreement(spans)
#' span_alpha(spans)
as_spans <- function(data, ...) {
  UseMethod("as_spans")
}

#' @rdname as_spans
#' @export
as_spans.data.frame <- function(data, document, annotator, start, end, label, length, ..., lengths = NULL,
                                closed = FALSE, from = 0, unit = 1, seen = "row", duplicates = "error",
                                labels = NULL, points = FALSE) {
  check_no_dots(...)
  check_not_empty(data)
  check_flag(points, "points")
  quos <- list(
    document = rlang::enquo(document), annotator = rlang::enquo(annotator), start = rlang::enquo(start),
    end = rlang::enquo(end), label = rlang::enquo(label), length = rlang::enquo(length)
  )
  at <- Map(function(quo, what) {
    optional <- what %in% c("label", "length")
    if (optional && rlang::quo_is_missing(quo) && !what %in% names(data)) {
      return(NULL)
    }
    select_one(default_column(quo, what, data), data, what, optional = optional)
  }, quos, names(quos))
  chosen <- function(what) if (!is.null(at[[what]])) data[[at[[what]]]]
  columns <- lapply(rlang::set_names(names(quos)), chosen)
  marked <- !is.na(columns$start) | !is.na(columns$end)
  if (!isTRUE(closed)) check_no_last_tokens(data, columns, marked)
  if (!any(marked)) tell_whole_texts(columns$label, data)
  others <- data[setdiff(names(data), names(data)[unlist(at)])]
  check_one_layer(others, columns$document, marked, "Spans")
  check_one_version(others, columns$document, columns$annotator)
  spans <- build_spans(
    columns, lengths, closed = closed, from = from, unit = unit, seen = seen, duplicates = duplicates,
    points = points | declared_points(data)
  )
  spans_with(spans, labels)
}

# The readers of events mark points in column `kind`.
declared_points <- function(data) {
  kind <- data[["kind"]]
  if (is.atomic(kind) && !is.null(kind)) kind %in% "point" else rep(FALSE, nrow(data))
}

#' @rdname as_spans
#' @export
as_spans.accord_brat <- function(data, ..., seen = "row", duplicates = "error", labels = NULL) {
  check_no_dots(...)
  warn_fragments(data$spans$span)
  files <- data$files
  none <- rep(NA, nrow(files))
  all_of_files <- function(name, other = none) c(data$spans[[name]], other)
  key <- function(x) paste(match(x$document, files$document), x$annotator)
  columns <- list(
    document = all_of_files("document", files$document), annotator = all_of_files("annotator", files$annotator),
    start = all_of_files("start"), end = all_of_files("end"), label = all_of_files("type"),
    length = c(files$n_characters[match(key(data$spans), key(files))], files$n_characters)
  )
  spans_with(build_spans(columns, NULL, closed = FALSE, from = 0, seen = seen, duplicates = duplicates), labels)
}

#' @rdname as_spans
#' @export
as_spans.accord_spans <- function(data, ..., labels = NULL) {
  check_no_dots(...)
  spans_with(whole_spans(data), labels)
}

# Returns the spans with these labels. Documents, their lengths and who saw them stay as they are.
spans_with <- function(spans, labels) {
  if (is.null(labels)) {
    return(spans)
  }
  if (!is.atomic(labels) || anyNA(labels) || length(labels) == 0) abort_argument(labels, "labels", "labels of spans")
  labels <- id_text(labels)
  unknown <- setdiff(labels, spans$labels)
  if (length(unknown)) {
    abort_accord(
      "argument",
      c(
        "{.arg labels} must be labels of spans in the data.",
        x = "{length(unknown)} of them {?is/are} none: {.val {first_few(unknown)}}.",
        i = "{length(spans$labels)} label{?s} {?occurs/occur}: {.val {first_few(spans$labels)}}."
      ),
      argument = "labels", available = spans$labels
    )
  }
  kept <- which(spans$labels %in% labels)
  spans$span$label <- match(spans$span$label, kept)
  spans$span <- vctrs::vec_slice(spans$span, !is.na(spans$span$label))
  spans$labels <- spans$labels[kept]
  spans
}

# Stops for the mentions of read_conll(), whose end is their last token and not the position after it.
check_no_last_tokens <- function(data, columns, marked) {
  if (!all(c("mention", "chain", "sentence") %in% names(data)) || !any(marked)) {
    return(invisible())
  }
  if (all(paste(columns$start, columns$end, sep = "-")[marked] == data$mention[marked])) {
    abort_accord(
      "argument",
      c(
        "Spans must end where the first position after them is, unless {.arg closed} says otherwise.",
        x = "The mentions of {.fn read_conll} end with their last token.",
        i = "Use {.code closed = TRUE}."
      ),
      argument = "closed"
    )
  }
}

# Tells that labels without spans, which are answers about whole texts, are not used; the label of a relation is no
# such answer.
tell_whole_texts <- function(label, data) {
  text <- if (is.list(label)) vapply(label, function(x) if (length(x)) id_text(x)[1] else NA_character_, "") else label
  is_relation <- if (is.null(data[["from"]])) FALSE else !is.na(data[["from"]])
  n <- sum(!is.na(text) & !is_blank(id_text(text)) & !is_relation)
  if (n > 0) {
    inform_accord(
      "no_spans",
      c(
        "!" = "The data have no spans, but labels of whole texts ({n} row{?s} with a label, none with a start).",
        i = "These are ratings: {.fn as_ratings} takes them, as do {.fn krippendorff_alpha} and {.fn agreement}."
      ),
      n = n
    )
  }
}

warn_fragments <- function(span) {
  joined <- grep(";", span, fixed = TRUE)
  if (length(joined)) {
    warn_accord(
      "fragments",
      c(
        "A span is from its first position to its last, without gaps.",
        x = "{length(joined)} discontinuous annotation{?s} {?is/are} joined: {.val {first_few(span[joined])}}.",
        i = "See section {.emph Discontinuous spans} of {.code ?as_spans}."
      ),
      n = length(joined)
    )
  }
}

#' @export
as_spans.default <- function(data, ...) {
  abort_accord(
    "not_spans",
    c(
      "Spans come from a reader such as {.fn read_label_studio}, or a data frame with a row per span.",
      x = if (missing(data)) "{.arg data} is missing." else "{.arg data} is {.obj_type_friendly {data}}.",
      i = if (!missing(data) && inherits(data, "tbl_lazy")) "Call {.fn dplyr::collect} first."
    )
  )
}

#' @export
as_tibble.accord_spans <- function(x, ...) {
  x <- whole_spans(x)
  empty <- vctrs::vec_slice(x$seen, !vctrs::vec_in(x$seen, x$span[c("document", "annotator")]))
  blank <- rep(NA_real_, nrow(empty))
  document <- c(x$span$document, empty$document)
  annotator <- c(x$span$annotator, empty$annotator)
  size <- known_lengths(x)[document]
  sorted <- order(document, annotator, c(x$span$start, blank), method = "radix")
  tibble::tibble(
    document = vctrs::vec_slice(x$documents, document),
    annotator = vctrs::vec_slice(x$annotators, annotator),
    start = c(x$span$start, blank), end = c(x$span$end, blank),
    label = x$labels[c(x$span$label, as.integer(blank))], length = size
  )[sorted, ]
}

# The lengths that were given; others are NA, since they would otherwise be read as given.
known_lengths <- function(spans) ifelse(spans$known, spans$length, NA_real_)

#' @export
print.accord_spans <- function(x, ...) {
  x <- whole_spans(x)
  n <- tabulate(x$span$annotator, length(x$annotators))
  overlaps <- nrow(overlapping(x))
  cli::cat_line(cli::format_inline(
    "<spans> {nrow(x$span)} span{?s} in {length(x$documents)} document{?s} ",
    "by {length(x$annotators)} annotator{?s}"
  ))
  # brat also has files for documents that have not been annotated yet.
  if (length(x$documents) == 0) {
    return(invisible(x))
  }
  known <- if (all(x$known)) "" else ", not all of them known"
  lengths <- paste(unique(range(x$length)), collapse = " to ")
  cli::cat_line(sprintf("  length of documents: %s positions%s", lengths, known))
  fact <- function(name, text) cli::cat_line(strwrap(text, getOption("width") - 1, exdent = 13, initial = name))
  if (length(x$labels)) fact("  labels:    ", cli::format_inline("{.val {first_few(x$labels)}}"))
  shown <- utils::head(seq_along(n), 6)
  fact("  spans:     ", paste0(big(n[shown]), " by ", id_text(x$annotators)[shown], collapse = ", "))
  if (overlaps) cli::cat_line(
    cli::format_inline("  {overlaps} span{?s} overlap{?s/} another one of the same annotator")
  )
  invisible(x)
}

#' @export
tidy.accord_spans <- function(x, ...) abort_not_result("tidy", "spans", "span_agreement")

#' @export
glance.accord_spans <- function(x, ...) abort_not_result("glance", "spans", "span_agreement")
