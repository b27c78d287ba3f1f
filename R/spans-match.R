# Which spans of one annotator the other one has too.

# A list: `documents` that both saw, and `sums`, a row for each with n_1, n_2, found_1, found_2 of each label.
# Labels apart, or all of them in four columns: there may be thousands, in as many documents.
# `one` and `other`: what an annotator saw and marked, as by_annotator() has it.
pair_counts <- function(one, other, labels, match, by_label = TRUE) {
  documents <- sort(intersect(one$seen, other$seen))
  side <- function(x) x$span[x$span$document %in% documents, ]
  a <- side(one)
  b <- side(other)
  n_labels <- if (by_label) length(labels) else 1
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

# For each annotator the documents `seen`, and the spans.
by_annotator <- function(spans) {
  each <- factor(spans$seen$annotator, seq_along(spans$annotators))
  of_span <- factor(spans$span$annotator, seq_along(spans$annotators))
  rows <- split(seq_along(of_span), of_span)
  Map(function(seen, rows) list(seen = seen, span = spans$span[rows, ]), split(spans$seen$document, each), rows)
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

# Sums over spans, found by walking along their ends: what alpha for unitizing of 2019 is made of.

# A list, a row or element per document that two annotators saw or more: `total`, m L; `length`, of the spans
# of each label; `square`, their squared lengths; `same`, `same_valued`, `same_gap`, the length on which pairs
# agree, by label, on any, on none; `met`, `met_same`, `met_square` the same of the parts of spans that meet
# spans of others.
unitizing_sums <- function(spans) {
  documents <- sort(unique(spans$seen$document))
  m <- tabulate(spans$seen$document, length(spans$documents))[documents]
  length <- spans$length[documents]
  span <- spans$span
  span$document <- match(span$document, documents)
  # Spans lie document by document.
  first <- c(0L, cumsum(tabulate(span$document, length(documents))))
  sums <- call_core(sum_units(
    list(start = span$start, end = span$end, label = span$label - 1L),
    list(first = first, annotators = m, length = length), length(spans$labels)
  ))
  c(list(total = matrix(m * length), met_same = sums$same), sums)
}

# Steps from each start or end to the next one in its block: `width` and `count` of spans that cover it.
steps_along <- function(block, start, end) {
  n <- length(start)
  where <- c(start, end)
  which <- c(block, block)
  sorted <- order(which, where, method = "radix")
  change <- rep(c(1, -1), each = n)[sorted]
  where <- where[sorted]
  which <- which[sorted]
  count <- cumsum(change)
  # Between blocks nothing is covered, so that what lies there does not matter.
  width <- c(diff(where), if (n) 0)
  width[count == 0] <- 0
  list(block = which, where = where, width = width, count = count)
}
