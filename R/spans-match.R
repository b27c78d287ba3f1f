# Matches between the spans of two annotators.

# Returns a list: `documents` that both annotators saw, and `sums`, a row for each with n_1, n_2, found_1, found_2 of
# each label, or of all labels together, since there may be thousands of labels and documents. `one` and `other`:
# elements of by_annotator().
pair_counts <- function(one, other, labels, match, by_label = TRUE, within = NULL, edges = "onset") {
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
  found <- if (match == "tolerance") {
    found_within(a, b, within, edges)
  } else {
    list(spans_found(a, b, match), spans_found(b, a, match))
  }
  sums <- tally(a, all(a), 1) + tally(b, all(b), 2) + tally(a, found[[1]], 3) + tally(b, found[[2]], 4)
  list(documents = documents, sums = matrix(as.double(sums), length(documents), 4 * n_labels))
}

# For each annotator the documents `seen`, and the spans with their `rows`.
by_annotator <- function(spans) {
  each <- factor(spans$seen$annotator, seq_along(spans$annotators))
  of_span <- factor(spans$span$annotator, seq_along(spans$annotators))
  rows <- split(seq_along(of_span), of_span)
  seen <- split(spans$seen$document, each)
  Map(function(seen, rows) list(seen = seen, rows = rows, span = spans$span[rows, ]), seen, rows)
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

# Whether each span has a partner of the same label at most `within` positions away, in the largest set of pairs.
found_within <- function(a, b, within, edges) {
  rule <- list(
    similarity = if (edges == "both") "ends" else "onset", method = "optimal", same_label = TRUE, at_least = 1
  )
  made <- links_between(a, b, rule, within)
  list(seq_len(nrow(a)) %in% made$first, seq_len(nrow(b)) %in% made$second)
}

# Whether each span shares a position with one of the other's in the same block: this is so if more spans begin before
# its end than end up to its start.
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

# ---- Sums over spans for alpha for unitizing (2019), computed in one pass over their ends ----

# Returns a list with a row or element for each document that at least two annotators saw: `total`, m L; `length`, of
# the spans of each label; `square`, their squared lengths; `same`, `same_valued`, `same_gap`, the length on which
# pairs agree: by label, on any label, on a gap; `met`, `met_same`, `met_square`, the same for the parts of spans that
# overlap spans of others.
unitizing_sums <- function(spans) {
  documents <- sort(unique(spans$seen$document))
  m <- tabulate(spans$seen$document, length(spans$documents))[documents]
  length <- spans$length[documents]
  span <- spans$span
  span$document <- match(span$document, documents)
  # Spans are sorted by document.
  first <- c(0L, cumsum(tabulate(span$document, length(documents))))
  sums <- call_core(sum_units(
    list(start = span$start, end = span$end, label = span$label - 1L),
    list(first = first, annotators = m, length = length), length(spans$labels)
  ))
  c(list(total = matrix(m * length), met_same = sums$same), sums)
}

# Steps between consecutive starts or ends of a block: their `width`, and the `count` of spans that cover each.
steps_along <- function(block, start, end) {
  n <- length(start)
  where <- c(start, end)
  which <- c(block, block)
  sorted <- order(which, where, method = "radix")
  change <- rep(c(1, -1), each = n)[sorted]
  where <- where[sorted]
  which <- which[sorted]
  count <- cumsum(change)
  # A step between blocks is covered by no span, so its width is set to 0.
  width <- c(diff(where), if (n) 0)
  width[count == 0] <- 0
  list(block = which, where = where, width = width, count = count)
}
