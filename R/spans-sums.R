# What alpha for unitizing of 2019 is made of: for each document sums over spans, found by walking along their
# ends.

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
  size <- span$end - span$start
  n <- length(documents)
  by_label <- function(x) {
    sums <- matrix(0, n, length(spans$labels))
    cell <- rowsum(x, (span$label - 1) * n + span$document)
    sums[as.integer(rownames(cell))] <- cell
    sums
  }
  by_document <- function(x, document = span$document) {
    sums <- double(n)
    cell <- rowsum(x, document)
    sums[as.integer(rownames(cell))] <- cell
    sums
  }
  # How many annotators are in a span of any label, from one end of a span to the next.
  all <- steps_along(span$document, span$start, span$end)
  pairs <- function(count) count * (count - 1)
  valued <- by_document(all$width * pairs(all$count), all$block) / (m - 1)
  covered <- by_document(all$width, all$block)
  gap <- (
    by_document(all$width * pairs(m[all$block] - all$count), all$block) + (length - covered) * pairs(m)
  ) / (m - 1)
  each <- steps_along((span$label - 1) * n + span$document, span$start, span$end)
  same <- matrix(0, n, length(spans$labels))
  agreed <- rowsum(each$width * pairs(each$count), each$block)
  same[as.integer(rownames(agreed))] <- agreed
  same <- same / (m - 1)
  # Of each span the length that it shares with those of others, averaged over them.
  met <- (all$integral[all$at_end] - all$integral[all$at_start] - size) / (m - 1)[span$document]
  list(
    total = matrix(m * length), length = by_label(size), square = by_document(size^2), same = same,
    same_valued = valued, same_gap = gap, met = by_label(met), met_same = same, met_square = by_label(met^2)
  )
}

# Steps from each start or end to the next one in its block: `width`, `count` of spans that cover it, and
# `integral`, the sum of width times count up to it; `at_start` and `at_end`, the steps that begin where each
# span does and ends.
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
  place <- order(sorted)
  list(
    block = which, where = where, width = width, count = count,
    integral = c(0, cumsum(width * count))[seq_along(where)],
    at_start = place[seq_len(n)], at_end = place[n + seq_len(n)]
  )
}
