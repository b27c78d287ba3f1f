#' Which span of one annotator is the same as which of another
#'
#' Links the spans or events of two annotators in a document, each to at most one of the other's, for every pair of
#' annotators. A link says that both marked the same thing, and the labels of linked spans can then be compared, see
#' [as_ratings.accord_links()]; [event_kappa()] does so in one call.
#'
#' @details With \eqn{o} positions in common and the lengths \eqn{l_1, l_2}{l1, l2}, two spans may be linked if
#' * `similarity = "overlap"`: \eqn{o / \max(l_1, l_2)}{o / max(l1, l2)} is at least `at_least` (Holle and Rein 2015);
#' * `"iou"`: \eqn{o / (l_1 + l_2 - o)}{o / (l1 + l2 - o)} is at least `at_least` (intersection over union);
#' * `"onset"`: their starts are at most `within` apart;
#' * `"ends"`: their starts, and their ends, are at most `within` apart;
#' * `"sequence"`: the alignment of the two sequences of labels, in the order of their starts, links them (Quera,
#'   Bakeman and Gnisci 2007). Times then do not matter, and need not be known: numbers of the order, with ends one
#'   later, do.
#'
#' Of the possible links, `method = "greedy"` takes the most similar first, and of equally similar ones that with the
#' nearer starts; `"optimal"` those with the largest sum of similarities, or for `"onset"` and `"ends"` the largest
#' number. Greedy is the method of EasyDIAg and ELAN. Labels do not matter, unless `same_label` is `TRUE`.
#'
#' Sequences are aligned by the algorithm of Needleman and Wunsch (1970), in which equal labels score 1, different ones
#' \eqn{-1}{-1} and a span without a partner \eqn{-1}{-1}. Of alignments with the same score the one with most equal
#' pairs is taken; of several of these, which differ in the pairs but not in their numbers, any. Time grows with the
#' product of the lengths, and memory with their sum.
#'
#' @section Missing and degenerate data:
#' Only documents that both annotators saw are used. A span that overlaps by less than `at_least` is not linked. Points,
#' spans of length 0, do not overlap, which is an error: link them by `"onset"`.
#'
#' @section Errors:
#' Those of [as_spans()], `accord_error_one_annotator` if no two annotators saw the same document,
#' `accord_error_points` for points that are not linked by time, and `accord_error_argument`, also for a distance
#' `within` that is smaller than one position.
#'
#' @param data Anything that [as_spans()] accepts.
#' @param ... Passed on to [as_spans()].
#' @param similarity `"overlap"`, `"iou"`, `"onset"`, `"ends"` or `"sequence"`, see below.
#' @param at_least The smallest overlap of a link, above 0 and up to 1; used by `"overlap"` and `"iou"`.
#' @param within The largest distance of a link, in the unit of `start`; needed by `"onset"` and `"ends"`.
#' @param method `"optimal"` or `"greedy"`; not used by `"sequence"`.
#' @param same_label Whether only spans with the same label are linked.
#' @return A tibble of class `accord_links` with a row per link, and per span without one: `document`, `annotator_1`,
#'   `annotator_2`; `object_1` and `object_2`, the rows of these spans in `tibble::as_tibble(as_spans(data))`;
#'   `similarity`, for `"onset"` and `"ends"` 1 minus the distance divided by `within` plus one position, for
#'   `"sequence"` 1 if the labels are equal and else 0; `label_1`, `start_1`, `end_1`, `label_2`, `start_2` and `end_2`,
#'   in the unit of `start` in the data. The values of an annotator who has no span there are `NA`.
#' @references Holle, H. and Rein, R. (2015) EasyDIAg: A tool for easy determination of interrater agreement. *Behavior
#' Research Methods* 47, 837-847. \doi{10.3758/s13428-014-0506-7}
#'
#' Needleman, S. B. and Wunsch, C. D. (1970) A general method applicable to the search for similarities in the amino
#' acid sequence of two proteins. *Journal of Molecular Biology* 48, 443-453. \doi{10.1016/0022-2836(70)90057-4}
#'
#' Quera, V., Bakeman, R. and Gnisci, A. (2007) Observer agreement for event sequences: Methods and software for
#' sequence alignment and reliability estimates. *Behavior Research Methods* 39, 39-49. \doi{10.3758/BF03192842}
#' @seealso [event_kappa()], [span_agreement()]
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1", annotator = c("ann", "ann", "ann", "bob", "bob"), start = c(0, 10, 25, 1, 11),
#'   end = c(9, 18, 30, 9, 17), label = c("A", "B", "A", "A", "C")
#' )
#' link_objects(marked, at_least = 0.6)
link_objects <- function(data, ..., similarity = "overlap", at_least = 0.6, within = NULL, method = "optimal",
                         same_label = FALSE) {
  rule <- link_rule(similarity, at_least, within, method, same_label)
  check_no_groups(data, "Links are made within documents.")
  spans <- as_spans(data, ...)
  check_points_by_time(spans, rule)
  pairs <- annotator_pairs(spans)
  own <- by_annotator(spans)
  links <- Map(function(first, second) linked_rows(spans, first, second, rule, own), pairs$first, pairs$second)
  links <- vctrs::vec_rbind(!!!links)
  at <- tibble_rows(spans)
  # Times in the unit of the data, as `within`; positions stay integers.
  time <- function(place) if (is.null(spans$unit)) place else signif(place * spans$unit, 12)
  side <- function(which) {
    list(
      label = spans$labels[spans$span$label[which]], start = time(spans$span$start[which]),
      end = time(spans$span$end[which])
    )
  }
  one <- side(links$first)
  two <- side(links$second)
  tibble::new_tibble(list(
    document = vctrs::vec_slice(spans$documents, links$document),
    annotator_1 = vctrs::vec_slice(spans$annotators, links$annotator_1),
    annotator_2 = vctrs::vec_slice(spans$annotators, links$annotator_2),
    object_1 = at[links$first], object_2 = at[links$second], similarity = links$similarity,
    label_1 = one$label, start_1 = one$start, end_1 = one$end, label_2 = two$label, start_2 = two$start,
    end_2 = two$end
  ), nrow = nrow(links), class = "accord_links")
}

LINK_SIMILARITIES <- c("overlap", "iou", "onset", "ends", "sequence")

# Checks the arguments that say which spans may be linked, and returns them.
link_rule <- function(similarity, at_least, within, method, same_label = FALSE) {
  check_choice(similarity, LINK_SIMILARITIES, "similarity")
  check_choice(method, c("greedy", "optimal"), "method")
  check_flag(same_label, "same_label")
  check_number(at_least, "at_least", above = 0, to = 1)
  near <- similarity %in% c("onset", "ends")
  if (near && is.null(within)) {
    abort_accord(
      "argument",
      c(
        "Links by distance need {.arg within}, the largest distance, in the unit of {.var start}.",
        x = "{.arg within} is missing.",
        i = "Give it, as in {.code within = 0.5}."
      ),
      argument = "within"
    )
  }
  if (!is.null(within)) check_number(within, "within", from = 0)
  if (!near && !is.null(within)) {
    abort_accord(
      "argument",
      c(
        "{.arg within} is for links by distance.",
        x = "{.arg similarity} is {.val {similarity}}, which has no distance.",
        i = "Use {.code similarity = \"onset\"} or {.code \"ends\"}, or leave out {.arg within}."
      ),
      argument = "within"
    )
  }
  list(similarity = similarity, at_least = at_least, within = within, method = method, same_label = same_label)
}

# Stops at points that would be linked by overlap, which they have only with points at exactly the same time.
check_points_by_time <- function(spans, rule) {
  n <- sum(spans$span$start == spans$span$end)
  if (n && rule$similarity %in% c("overlap", "iou")) {
    abort_accord(
      "points",
      c(
        "Points have no length, and are linked by their time.",
        x = "{n} span{?s} {?is a point/are points}, and {.arg similarity} is {.val {rule$similarity}}.",
        i = "Use {.code similarity = \"onset\"} with the largest distance in {.arg within}, or leave out the points."
      ),
      n = n
    )
  }
}

# The links of two annotators: `document`, `annotator_1`, `annotator_2`, the rows `first` and `second` of the table of
# spans, NA for none, and `similarity`; sorted by document and place. `own` is by_annotator(spans).
linked_rows <- function(spans, one, other, rule, own) {
  common <- intersect(own[[one]]$seen, own[[other]]$seen)
  rows <- function(annotator) {
    at <- own[[annotator]]$rows
    at[spans$span$document[at] %in% common]
  }
  a <- rows(one)
  b <- rows(other)
  span <- spans$span
  made <- links_between(
    vctrs::vec_slice(span, a), vctrs::vec_slice(span, b), rule, positions_within(rule$within %||% 0, spans)
  )
  first <- c(a[made$first], a[!seq_along(a) %in% made$first], rep(NA, length(b) - length(made$second)))
  second <- c(
    b[made$second], rep(NA, length(a) - length(made$first)), b[!seq_along(b) %in% made$second]
  )
  either <- ifelse(is.na(first), second, first)
  found <- data.frame(
    document = spans$span$document[either], annotator_1 = rep(one, length(either)),
    annotator_2 = rep(other, length(either)), first = as.integer(first), second = as.integer(second),
    similarity = c(made$similarity, rep(NA_real_, length(either) - length(made$first)))
  )
  found[order(found$document, spans$span$start[either], first, second, method = "radix"), ]
}

# Links between the spans `a` and `b`, rows of the table of spans: positions in both, and the similarity. `within` is a
# number of positions.
links_between <- function(a, b, rule, within) {
  aligned <- rule$similarity == "sequence"
  both <- c("document", if (rule$same_label && !aligned) "label")
  block <- group_ids(as.list(rbind(a[both], b[both])))$code
  side <- function(span, block) {
    sorted <- order(block, span$start, span$end, span$label, method = "radix")
    list(
      sorted = sorted, block = as.integer(block[sorted]), start = span$start[sorted], end = span$end[sorted],
      label = as.integer(span$label[sorted])
    )
  }
  one <- side(a, block[seq_len(nrow(a))])
  other <- side(b, block[nrow(a) + seq_len(nrow(b))])
  if (aligned) {
    made <- call_core(align_labels(one[-1], other[-1], rule$same_label))
    equal <- one$label[made$first] == other$label[made$second]
    return(list(
      first = one$sorted[made$first], second = other$sorted[made$second], similarity = as.double(equal)
    ))
  }
  code <- match(rule$similarity, LINK_SIMILARITIES) - 1
  near <- code > 1
  method <- if (rule$method == "greedy") 0L else if (near) 2L else 1L
  made <- call_core(link_spans(one[-1], other[-1], c(code, rule$at_least, within), method))
  list(first = one$sorted[made$first], second = other$sorted[made$second], similarity = made$similarity)
}

# A distance in the unit of the data as a whole number of positions, with room for rounding errors.
positions_within <- function(within, spans, arg = "within") {
  size <- spans$unit %||% 1
  positions <- floor(within / size + 1e-6)
  lost <- within[within > 0 & positions == 0]
  if (length(lost)) {
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must be 0 or at least one position.",
        x = "It is {.val {lost[1]}}, and a position is {.val {size}}.",
        i = "Give a smaller {.arg unit} in {.fn as_spans}, or a larger {.arg {arg}}."
      ),
      argument = arg
    )
  }
  positions
}

# The row of each span in as_tibble(), which also has rows for documents in which nothing was marked.
tibble_rows <- function(spans) {
  empty <- vctrs::vec_slice(spans$seen, !vctrs::vec_in(spans$seen, spans$span[c("document", "annotator")]))
  pair <- function(x) (x$document - 1) * length(spans$annotators) + x$annotator
  seq_len(nrow(spans$span)) + findInterval(pair(spans$span), sort(pair(empty)))
}

#' Ratings of linked spans
#'
#' Converts links to ratings: an item is a link, and the ratings are the labels that the two annotators gave to what
#' both marked. All coefficients, tables and plots of labels then apply. Documents are clusters, which intervals
#' resample.
#'
#' @details Spans that one of the two did not mark are left out; with `unlinked = TRUE` they are items too, for which
#' the other has the rating `(none)`. No item can have `(none)` twice, so that the usual chance agreement, which
#' expects such items, would be wrong: coefficients that correct for chance refuse these ratings, and [event_kappa()]
#' has the one that is right. [percent_agreement()] and [disagreements()] accept them.
#'
#' @section Missing and degenerate data:
#' Without any link there are no ratings, which is an error. With three annotators or more, a link is an item for each
#' pair, so that a span may belong to several items.
#'
#' @section Errors:
#' `accord_error_no_links`, `accord_error_argument` and those of [as_ratings()].
#'
#' @param data The result of [link_objects()].
#' @param ... Passed on to [as_ratings()] of a data frame, such as `level`.
#' @param unlinked Whether spans without a link are items too.
#' @return `accord_ratings`, see [as_ratings()].
#' @seealso [link_objects()], [event_kappa()]
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1", annotator = rep(c("ann", "bob"), each = 4),
#'   start = c(0, 10, 20, 30, 1, 10, 20, 31),
#'   end = c(9, 18, 28, 39, 9, 17, 29, 39), label = c("A", "B", "A", "B", "A", "B", "B", "B")
#' )
#' cohen_kappa(as_ratings(link_objects(marked)), ci = ci_none())
as_ratings.accord_links <- function(data, ..., unlinked = FALSE) {
  check_flag(unlinked, "unlinked")
  linked <- !is.na(data$object_1) & !is.na(data$object_2)
  kept <- if (unlinked) rep(TRUE, nrow(data)) else linked
  if (!any(kept)) {
    abort_accord(
      "no_links",
      c(
        "Ratings of links need at least one.",
        x = "{.arg data} has {nrow(data)} row{?s}, and no link.",
        i = "Choose a smaller {.arg at_least}, or a larger {.arg within}, in {.fn link_objects}."
      )
    )
  }
  data <- vctrs::vec_slice(tibble::as_tibble(unclass(data)), kept)
  none <- "(none)"
  text <- function(x) ifelse(is.na(x), none, x)
  object <- function(x) ifelse(is.na(x), "-", format_place(x))
  item <- paste0(id_text(data$document), ":", object(data$object_1), "=", object(data$object_2))
  rows <- tibble::tibble(
    item = rep(item, 2), rater = vctrs::vec_c(data$annotator_1, data$annotator_2),
    label = c(text(data$label_1), text(data$label_2)), document = vctrs::vec_rep(data$document, 2)
  )
  # Labels that time units join are one rating.
  ratings <- without_warnings(
    as_ratings(rows, item = "item", rater = "rater", rating = "label", cluster = "document", ...), "undivided"
  )
  if (unlinked) ratings$impossible <- none
  ratings
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_links <- function(object, ...) {
  check_no_dots(...)
  abort_no_plot("Links of spans have", c("span_agreement", "event_kappa", "disagreements"))
}

#' @rdname autoplot.accord
#' @export
plot.accord_links <- function(x, ...) ggplot2::autoplot(x, ...)
