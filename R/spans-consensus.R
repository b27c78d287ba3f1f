#' Consensus of the spans of several annotators
#'
#' Keeps the spans that most annotators marked, by position or by span: a final corpus, or a reference with which to
#' compare annotators.
#'
#' @details
#' With `units = "positions"` a position has a label if the share of annotators of the document with that label there
#' is above `threshold`, and adjacent positions with a label are one span. So spans may have ends that nobody marked,
#' adjacent spans become one, and with a threshold below 1/2 spans may overlap. With `units = "spans"` a span is kept
#' unchanged if the share of annotators who marked it, with the same ends and label, is above `threshold`.
#'
#' @section Missing and degenerate data:
#' Annotators who saw a document and marked nothing count. Documents without a span have a row with `NA`, so that they
#' count as seen in [as_spans()].
#'
#' @section Errors:
#' Those of [as_spans()], and `accord_error_argument`.
#'
#' @param data Anything that [as_spans()] accepts.
#' @param ... Passed on to [as_spans()].
#' @param units `"positions"` or `"spans"`: the unit of the vote, see below.
#' @param threshold The share that must be exceeded, at least 0 and below 1.
#' @param name The name of the annotator in the result.
#' @return A tibble with a row per span: `document`, `annotator` (`name`), `start`, `end`, `label`, `length` (`NA` if
#'   it is not known), `share` (of annotators, the mean over its positions) and `n_annotators`.
#' @seealso [write_spans()] for the corpus, [consensus()] for labels of items, [span_agreement()]
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1", annotator = c("ann", "ann", "bob", "bob", "cat"), start = c(0, 9, 0, 10, 1),
#'   end = c(4, 14, 4, 14, 5), label = c("PER", "LOC", "PER", "LOC", "PER"), length = 20
#' )
#' span_consensus(marked)
#' span_consensus(marked, units = "spans")
span_consensus <- function(data, ..., units = "positions", threshold = 0.5, name = "consensus") {
  check_choice(units, c("positions", "spans"), "units")
  check_number(threshold, "threshold", from = 0, below = 1)
  check_text(name, "name")
  check_no_groups(data, "The consensus of spans is one of all documents.")
  spans <- check_no_points(as_spans(data, ...), "span_consensus")
  m <- tabulate(spans$seen$document, length(spans$documents))
  rows <- if (units == "spans") equal_spans(spans, m, threshold) else covered_spans(spans, m, threshold)
  empty <- setdiff(which(m > 0), rows$document)
  none <- rep(NA_real_, length(empty))
  document <- c(rows$document, empty)
  start <- c(rows$start, none)
  label <- c(rows$label, as.integer(none))
  sorted <- order(document, start, label)
  columns <- list(
    document = vctrs::vec_slice(spans$documents, document), annotator = rep(name, length(document)),
    start = start, end = c(rows$end, none), label = spans$labels[label], length = known_lengths(spans)[document],
    share = c(rows$share, none), n_annotators = m[document]
  )
  tibble::new_tibble(lapply(columns, vctrs::vec_slice, sorted), nrow = length(sorted))
}

equal_spans <- function(spans, m, threshold) {
  key <- spans$span[c("document", "label", "start", "end")]
  id <- vctrs::vec_duplicate_id(key)
  first <- which(id == seq_along(id))
  share <- tabulate(id, length(id))[first] / m[key$document[first]]
  kept <- share > threshold
  c(as.list(key[first[kept], ]), list(share = share[kept]))
}

covered_spans <- function(spans, m, threshold) {
  n <- length(spans$documents)
  marked <- marked_stretches(spans)
  all <- steps_along((marked$label - 1) * n + marked$document, marked$start, marked$end)
  document <- (all$block - 1) %% n + 1
  # The tolerance ensures that one of three annotators does not exceed 1/3 by rounding.
  found <- joined_steps(all, all$width > 0 & all$count > threshold * m[document] + 1e-9)
  list(
    document = (found$block - 1) %% n + 1, label = as.integer((found$block - 1) %/% n + 1),
    start = found$start, end = found$end, share = found$mean / m[(found$block - 1) %% n + 1]
  )
}

# The positions marked by each annotator with each label. A position counts once, even if spans of the annotator
# overlap.
marked_stretches <- function(spans) {
  n <- length(spans$documents)
  k <- length(spans$labels)
  each <- with(spans$span, steps_along(((annotator - 1) * k + label - 1) * n + document, start, end))
  merged <- joined_steps(each, each$count > 0)
  of <- merged$block - 1
  data.frame(
    document = of %% n + 1, annotator = of %/% (n * k) + 1, label = of %/% n %% k + 1, start = merged$start,
    end = merged$end
  )
}

# Joins adjacent kept steps of a block into stretches, with their mean count.
joined_steps <- function(steps, kept) {
  at <- which(kept & steps$width > 0)
  start <- steps$where[at]
  end <- start + steps$width[at]
  block <- steps$block[at]
  n <- length(at)
  fresh <- c(TRUE, block[-1] != block[-n] | start[-1] != end[-n])[seq_len(n)]
  run <- cumsum(fresh)
  first <- which(fresh)
  sum <- as.vector(rowsum(steps$width[at] * steps$count[at], run))
  ends <- end[c(first[-1] - 1, n)[seq_along(first)]]
  list(block = block[first], start = start[first], end = ends, mean = sum / (ends - start[first]))
}
