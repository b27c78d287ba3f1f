#' Ratings of every position of spans
#'
#' Converts the result of [as_spans()] to ratings, so that all coefficients, intervals and tables of the package can
#' be used for spans: an item is a position, and its rating is the label of the annotator there.
#'
#' Adjacent positions with the same labels by all annotators are one item, with their number as frequency weight, so
#' computing time grows with the number of spans. Its name is the document with the start and the end, such as
#' `"d1:4-9"`. Each document is a cluster: intervals resample documents. [item_summary()], [item_influence()] and
#' [disagreements()] have one row for such an item, with the number of its positions, `n_positions`: the influence is
#' that of a single position, the share of disagreement that of all.
#'
#' With `units = "sets"` the rating is the set of labels at the position, which may be empty; if no annotator has two
#' labels at one position, it is the label, or `"O"` for none (`"(O)"` if `"O"` is a label). With `"bio"` it is
#' `"B-<label>"` for the first position of a span, `"I-<label>"` for those that follow, or `"O"`, which distinguishes
#' adjacent spans from one long span; then spans may not overlap.
#'
#' Kappas and alpha of positions differ from those of spans: in a long text in which little is marked, annotators
#' agree nearly everywhere on `"O"`.
#'
#' @param data The result of [as_spans()].
#' @param ... Passed on to [as_ratings()] of a data frame, such as `level`.
#' @param units `"sets"` or `"bio"`: what the rating of a position is, see below.
#' @return `accord_ratings`, see [as_ratings()].
#' @section Errors:
#' `accord_error_overlapping_spans` for `"bio"`, `accord_error_argument`, and those of [as_ratings()].
#' @section Missing and degenerate data:
#' In a document that an annotator did not see, ratings are missing. A document of unknown length ends with its last
#' span.
#' @seealso [span_alpha()], [span_agreement()]
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1", annotator = c("ann", "ann", "bob"), start = c(0, 9, 0), end = c(4, 14, 5),
#'   label = c("PER", "LOC", "PER"), length = 20
#' )
#' ratings <- as_ratings(as_spans(marked), units = "bio")
#' agreement(ratings, coefficients = c("percent", "cohen", "alpha"), ci = ci_none())
as_ratings.accord_spans <- function(data, ..., units = "sets") {
  check_choice(units, c("sets", "bio"), "units")
  data <- whole_spans(data)
  if (sum(data$length) == 0) {
    n <- length(data$documents)
    abort_accord(
      "no_rows",
      c(
        "Ratings of spans are of positions.",
        x = if (n) "{cli::qty(n)}The length of {?the document/all documents} is 0." else "{.arg data} has no document.",
        i = if (n) "Without a span the length must be given: see {.arg length} of {.fn as_spans}."
      )
    )
  }
  if (units == "bio") check_no_overlap(data, NULL, "{.code units = \"bio\"}")
  rows <- position_rows(data, units)
  ratings <- as_ratings(
    rows, item = "item", rater = "annotator", rating = "label", case_weights = "weight", cluster = "document",
    ...
  )
  ratings$of_spans <- TRUE
  ratings
}

# Returns a row per annotator and stretch of positions with the same marks; `weight` is the length of the stretch.
position_rows <- function(spans, units) {
  # For sets, the ends of a span inside another span with the same label have no effect, so such spans are merged;
  # nested spans would otherwise add many stretches.
  span <- if (units == "sets") marked_stretches(spans) else spans$span
  begin <- if (units == "bio") span$start + 1
  inner <- begin[begin < span$end]
  every <- seq_along(spans$documents)
  at <- data.frame(
    document = c(span$document, span$document, span$document[begin < span$end], every, every),
    place = c(span$start, span$end, inner, rep(0, length(every)), spans$length)
  )
  at <- unique(at[order(at$document, at$place, method = "radix"), ])
  width <- c(diff(at$place), 0)
  kept <- c(diff(at$document) == 0, FALSE)
  cut <- data.frame(document = at$document[kept], start = at$place[kept], width = width[kept])
  # Combines each annotator who saw a document with each stretch of it.
  seen <- spans$seen
  n_cuts <- tabulate(cut$document, length(every))
  first <- cumsum(c(0, n_cuts))
  n <- n_cuts[seen$document]
  stretch <- rep(first[seen$document], n) + sequence(n)
  row_of <- cumsum(c(0, n))
  part <- match(paste(span$document, span$annotator), paste(seen$document, seen$annotator))
  # The stretches covered by each span.
  at_line <- line_up(c(cut$document, span$document, span$document), c(cut$start, span$start, span$end))
  key <- at_line[seq_len(nrow(cut))]
  low <- match(at_line[nrow(cut) + seq_len(nrow(span))], key)
  high <- findInterval(at_line[nrow(cut) + nrow(span) + seq_len(nrow(span))], key, left.open = TRUE)
  covers <- high - low + 1L
  of <- rep(seq_len(nrow(span)), covers)
  row <- row_of[part[of]] + (rep(low, covers) + sequence(covers) - 1L) - first[span$document[of]]
  label <- spans$labels[span$label[of]]
  if (units == "bio") label <- paste0(ifelse(sequence(covers) == 1, "B-", "I-"), label)
  if (anyDuplicated(row)) {
    labels <- rep(list(character()), length(stretch))
    sets <- split(label, factor(row, unique(row)))
    labels[unique(row)] <- unname(sets)
  } else {
    labels <- rep(if (units == "bio") "O" else name_of_none(spans$labels), length(stretch))
    labels[row] <- label
  }
  tibble::tibble(
    item = paste0(
      id_text(vctrs::vec_slice(spans$documents, cut$document[stretch])), ":",
      format_places(cut$start, cut$start + cut$width)[stretch]
    ),
    annotator = vctrs::vec_slice(spans$annotators, rep(seen$annotator, n)), label = labels,
    weight = whole_numbers(cut$width[stretch]),
    document = vctrs::vec_slice(spans$documents, cut$document[stretch])
  )
}

# Converts to integers, unless numbers are too large.
whole_numbers <- function(x) if (all(x <= .Machine$integer.max)) as.integer(x) else x

name_of_none <- function(labels) {
  none <- "O"
  while (none %in% labels) none <- paste0("(", none, ")")
  none
}

# Positions are integers.
format_place <- function(x) sprintf("%.0f", x)
