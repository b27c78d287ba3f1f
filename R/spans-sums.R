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
