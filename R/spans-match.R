# Which spans of one annotator the other one has too.

# A list: `documents` that both saw, and `sums`, a row for each with n_1, n_2, found_1, found_2 of each label.
# Labels apart, or all of them in four columns: there may be thousands, in as many documents.
pair_counts <- function(spans, first, second, match, by_label = TRUE) {
  seen <- spans$seen
  documents <- intersect(seen$document[seen$annotator == first], seen$document[seen$annotator == second])
  documents <- sort(documents)
  side <- function(annotator) {
    span <- spans$span
    span[span$annotator == annotator & span$document %in% documents, ]
  }
  a <- side(first)
  b <- side(second)
  n_labels <- if (by_label) length(spans$labels) else 1
  tally <- function(span, which, column) {
    at <- base::match(span$document, documents)
    if (by_label) at <- at + (span$label - 1) * 4 * length(documents)
    at <- at + (column - 1) * length(documents)
    tabulate(at[which], 4 * n_labels * length(documents))
  }
  all <- function(span) rep(TRUE, nrow(span))
  sums <- tally(a, all(a), 1) + tally(b, all(b), 2) +
    tally(a, spans_found(a, b, match), 3) + tally(b, spans_found(b, a, match), 4)
  list(documents = documents, sums = matrix(as.double(sums), length(documents), 4 * n_labels))
}

spans_found <- function(span, other, match) {
  keys <- switch(match,
    exact = c("document", "label", "start", "end"),
    boundaries = c("document", "start", "end")
  )
  if (!is.null(keys)) {
    return(vctrs::vec_in(span[keys], other[keys]))
  }
  block <- c("document", if (match == "type") "label")
  overlaps_any(span, other, block)
}

# Does each span share a position with one of the other's in the same block? It does if more spans begin
# before its end than end up to its start.
overlaps_any <- function(span, other, block) {
  ids <- group_ids(as.list(rbind(span[block], other[block])))$code
  at <- line_up(c(ids, ids), c(span$start, other$start, span$end, other$end))
  mine <- seq_len(nrow(span))
  theirs <- nrow(span) + seq_len(nrow(other))
  n <- length(ids)
  begun <- findInterval(at[n + mine], sort(at[theirs]), left.open = TRUE)
  ended <- findInterval(at[mine], sort(at[n + theirs]))
  begun > ended
}
