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
#' @section Events in time:
#' A position is a time of the size `unit` of [as_spans()], so that stretches between two changes count by their
#' duration: this is kappa by time without a grid of time units, whose value would depend on their size and start.
#' * `from = "marked"` and `to = "marked"` leave out the time before the first event of anybody in a document and after
#'   the last one, and numbers the time outside of these.
#' * With `tolerance`, a moment of one annotator counts as agreement if the other has the same labels at most so much
#'   earlier or later (Bakeman and others 2009). It is defined for a moment of one annotator and any of the other's, so
#'   that each stretch is two items, one for each of the two.
#' * Points, which have no duration, are an error unless `point_weight` says for how much time one counts: each time at
#'   which anybody has a point is one more item, with the labels of the states that hold then.
#' * `every` gives time units as BORIS does: samples from the first event of each document, or `from`, to the last one,
#'   or `to`. A state holds at both of its ends, and a point counts in the samples at most half a unit away;
#'   two points with one label in a sample are not the same as one. The start is
#'   part of the print of each result. BORIS begins all subjects of a recording at the first event of any: give that
#'   time.
#'
#' @param data The result of [as_spans()].
#' @param ... Passed on to [as_ratings()] of a data frame, such as `level`.
#' @param units `"sets"` or `"bio"`: what the rating of a position is, see below.
#' @param from,to The time that is rated, in the unit of `start` in the data of [as_spans()], `"marked"` for the first
#'   and the last event of each document, or `NULL` for the whole document; with `every` `NULL` is `"marked"`. A
#'   document of known length ends there, also if `to` is later, and `from` must lie within it.
#' @param tolerance The tolerance, in the same unit; for two annotators.
#' @param point_weight The time for which a point counts, in the same unit; `NULL` refuses points.
#' @param every The length of time units, in the same unit; `NULL` for none.
#' @return `accord_ratings`, see [as_ratings()].
#' @section Errors:
#' `accord_error_overlapping_spans` for `"bio"`, `accord_error_argument`, and those of [as_ratings()].
#' @section Missing and degenerate data:
#' In a document that an annotator did not see, ratings are missing. A document of unknown length ends with its last
#' span.
#' @references Bakeman, R., Quera, V. and Gnisci, A. (2009) Observer agreement for timed-event sequential data: A
#' comparison of time-based and event-based algorithms. *Behavior Research Methods* 41, 137-147.
#' \doi{10.3758/BRM.41.1.137}
#' @seealso [span_alpha()], [span_agreement()], [event_kappa()]
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1", annotator = c("ann", "ann", "bob"), start = c(0, 9, 0), end = c(4, 14, 5),
#'   label = c("PER", "LOC", "PER"), length = 20
#' )
#' ratings <- as_ratings(as_spans(marked), units = "bio")
#' agreement(ratings, coefficients = c("percent", "cohen", "alpha"), ci = ci_none())
#'
#' events <- data.frame(
#'   document = "talk", annotator = rep(c("ann", "bob"), each = 2), start = c(0, 3.2, 0.1, 3.9),
#'   end = c(3.2, 8, 3.9, 8), label = c("sit", "walk"), length = 10
#' )
#' spans <- as_spans(events, unit = 0.1)
#' cohen_kappa(as_ratings(spans), ci = ci_none())
#' cohen_kappa(as_ratings(spans, tolerance = 1), ci = ci_none())
#' cohen_kappa(as_ratings(spans, every = 1), ci = ci_none())
as_ratings.accord_spans <- function(data, ..., units = "sets", from = NULL, to = NULL, tolerance = 0,
                                    point_weight = NULL, every = NULL) {
  check_choice(units, c("sets", "bio"), "units")
  check_bounds(from, to)
  check_number(tolerance, "tolerance", from = 0)
  if (!is.null(point_weight)) check_number(point_weight, "point_weight", from = 0)
  if (!is.null(every)) check_number(every, "every", above = 0)
  check_time_arguments(units, tolerance, point_weight, every)
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
  if (!is.null(every)) {
    from <- from %||% "marked"
    to <- to %||% "marked"
  }
  size <- data$unit %||% 1
  place <- function(x) if (is.numeric(x)) x / size else x
  bounds <- rated_extent(data, place(from), place(to))
  rows <- if (!is.null(every)) {
    unit_rows(data, every / size, bounds)
  } else {
    stretch_rows(data, units, bounds, positions_within(tolerance, data, "tolerance"), point_weight)
  }
  # Labels that hold at the same time are one rating of time.
  ratings <- without_warnings(as_ratings(
    rows, item = "item", rater = "annotator", rating = "label", case_weights = "weight", cluster = "document",
    ...
  ), "undivided")
  ratings$of_spans <- TRUE
  ratings$timing <- timing_words(from, to, tolerance, point_weight, every)
  ratings
}

check_bounds <- function(from, to) {
  for (arg in c("from", "to")) {
    value <- get(arg)
    good <- is.null(value) || identical(value, "marked") ||
      is_numbers(value) && length(value) == 1 && is.finite(value) && value >= 0
    if (!good) abort_argument(value, arg, "a number from 0 on, \"marked\" or NULL")
  }
  if (is.numeric(from) && is.numeric(to) && to <= from) abort_argument(to, "to", "after `from`")
}

check_time_arguments <- function(units, tolerance, point_weight, every) {
  rule <- if (!is.null(every) && (tolerance > 0 || !is.null(point_weight) || units == "bio")) {
    "Time units ({.arg every}) have no {.arg tolerance}, no {.arg point_weight} and no {.code units = \"bio\"}."
  } else if (tolerance > 0 && !is.null(point_weight)) {
    "Use either {.arg tolerance} or {.arg point_weight}."
  } else if (units == "bio" && (tolerance > 0 || !is.null(point_weight))) {
    "{.code units = \"bio\"} has neither {.arg tolerance} nor {.arg point_weight}."
  }
  if (!is.null(rule)) {
    argument <- if (tolerance > 0) "tolerance" else "every"
    abort_accord("argument", c(rule, i = "Leave one of them out."), argument = argument)
  }
}

# Says what decides the coefficients, for their print.
timing_words <- function(from, to, tolerance, point_weight, every) {
  edge <- function(x, event, whole) if (is.null(x)) whole else if (is.character(x)) event else format(x)
  words <- c(
    if (!is.null(every)) paste("units of", format(every)),
    if (!is.null(from) || !is.null(to)) {
      paste("from", edge(from, "the first event", "the start"), "to", edge(to, "the last event", "the end"))
    },
    if (tolerance > 0) paste("tolerance", format(tolerance)),
    if (!is.null(point_weight)) paste("a point weighs", format(point_weight))
  )
  if (length(words)) paste(words, collapse = ", ")
}

# Rows of stretches between changes, and of points if these have a weight.
stretch_rows <- function(data, units, bounds, tolerance, point_weight) {
  data <- clipped_spans(data, bounds)
  if (is.null(point_weight)) {
    check_no_points(data, "as_ratings")
    rows <- position_rows(data, units, bounds, tolerance)
    return(if (tolerance > 0) tolerant_rows(data, rows, tolerance) else rows)
  }
  states <- data
  states$span <- data$span[data$span$start < data$span$end, ]
  rows <- position_rows(states, units, bounds)
  rows$start <- NULL
  if (is.list(rows$label)) {
    none <- name_of_none(data$labels)
    rows$label <- vapply(rows$label, function(x) if (length(x)) paste(sort(unique(x)), collapse = " + ") else none, "")
  }
  positions_within(point_weight, data, "point_weight")
  weight <- whole_numbers(round(point_weight / (data$unit %||% 1)))
  if (weight == 0) rows else vctrs::vec_rbind(rows, point_rows(data, states$span, weight))
}

# Returns a row per annotator and stretch of positions with the same marks; `weight` is the length of the stretch.
position_rows <- function(spans, units, bounds = rated_extent(spans), tolerance = 0) {
  # For sets, the ends of a span inside another span with the same label have no effect, so such spans are merged;
  # nested spans would otherwise add many stretches.
  span <- if (units == "sets") marked_stretches(spans) else spans$span
  begin <- if (units == "bio") span$start + 1
  inner <- begin[begin < span$end]
  every <- seq_along(spans$documents)
  document <- c(span$document, span$document, span$document[begin < span$end], every, every)
  place <- c(span$start, span$end, inner, bounds$from, bounds$to)
  if (tolerance > 0) {
    moved <- c(place - tolerance, place + tolerance)
    twice <- rep(document, 2)
    inside <- moved > bounds$from[twice] & moved < bounds$to[twice]
    document <- c(document, twice[inside])
    place <- c(place, moved[inside])
  }
  sorted <- order(document, place, method = "radix")
  document <- document[sorted]
  width <- c(diff(place[sorted]), 0)
  # Equal places are next to each other, with the width 0 between them.
  kept <- c(diff(document) == 0, FALSE) & width > 0
  cut <- data.frame(document = document[kept], start = place[sorted][kept], width = width[kept])
  # Combines each annotator who saw a document with each stretch of it.
  seen <- spans$seen
  n_cuts <- tabulate(cut$document, length(every))
  first <- cumsum(c(0, n_cuts))
  n <- n_cuts[seen$document]
  stretch <- rep(first[seen$document], n) + sequence(n)
  row_of <- cumsum(c(0, n))
  pair <- function(x) (x$document - 1) * length(spans$annotators) + x$annotator
  part <- match(pair(span), pair(seen))
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
    # factor() would compare the rows as text.
    known <- unique(row)
    of_row <- structure(match(row, known), levels = as.character(seq_along(known)), class = "factor")
    labels[known] <- unname(split(label, of_row))
  } else {
    labels <- rep(if (units == "bio") "O" else name_of_none(spans$labels), length(stretch))
    labels[row] <- label
  }
  name <- paste0(id_text(spans$documents), ":")
  item <- format_places(cut$start, cut$start + cut$width, before = name[cut$document])
  tibble::tibble(
    item = item[stretch],
    annotator = vctrs::vec_slice(spans$annotators, rep(seen$annotator, n)), label = labels,
    weight = whole_numbers(cut$width[stretch]),
    document = vctrs::vec_slice(spans$documents, cut$document[stretch]), start = cut$start[stretch]
  )
}

# Converts to integers, unless numbers are too large.
whole_numbers <- function(x) if (all(x <= .Machine$integer.max)) as.integer(x) else x

name_of_none <- function(labels) {
  none <- "O"
  while (none %in% labels) none <- paste0("(", none, ")")
  none
}

# Positions are integers, and many spans have the same ones.
format_place <- function(x) {
  id <- group_ids(x)
  sprintf("%.0f", id$values)[id$code]
}
