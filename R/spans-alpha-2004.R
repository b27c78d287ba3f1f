# Alpha for unitizing in the versions of 1995 and 2004, for each label.

alpha_2004 <- function(spans, ci) {
  if (!is.null(refusal(ci, "documents_alone"))) {
    abort_accord(
      "argument",
      c(
        "{.fn ci_bayes} is for coefficients made of sums over documents.",
        x = "The expected disagreement of the coefficient of 2004 is not such a sum.",
        i = "Use {.code ci_jackknife()}, {.code ci_bootstrap()}, or {.code family = \"2019\"}."
      ),
      argument = "ci"
    )
  }
  check_balanced(spans)
  documents <- sort(unique(spans$seen$document))
  spans$span$document <- match(spans$span$document, documents)
  length <- spans$length[documents]
  n <- length(documents)
  m <- length(unique(spans$seen$annotator))
  annotators <- sort(unique(spans$seen$annotator))
  observed <- observed_2004(spans$span, n, length(spans$labels), annotators)
  parts <- lapply(seq_along(spans$labels), function(k) {
    placements_2004(spans$span[spans$span$label == k, ], length, annotators)
  })
  # `sums` and `room` are functions that return a row, or a number, for the sample or for each draw.
  figures <- function(sums, room) {
    total <- as.vector(sums(cbind(length)))
    o <- 2 * sums(observed) / (m * (m - 1) * total^2)
    e <- unlist(lapply(parts, function(part) expected_2004(sums(part$sums), room(part), total, m)))
    e <- matrix(as.double(e), length(total))
    list(observed = cbind(rowSums(o), o), expected = cbind(rowSums(e), e))
  }
  own <- figures(function(x) matrix(colSums(x), 1), function(part) sum(part$room))
  draws <- document_draws(ci, n)
  drawn <- if (!is.null(draws)) {
    figures(function(x) document_sums(draws, x), function(part) drawn_room(draws, part))
  }
  labels <- c(NA_character_, spans$labels)
  value <- function(found, j) ratio_values(found$observed[, j], found$expected[, j], "no variation")
  rows <- lapply(seq_along(labels), function(j) {
    mine <- value(own, j)
    limits <- document_interval(ci, mine$estimate, if (!is.null(drawn)) value(drawn, j)$estimate, length, -1)
    # Divides both disagreements by the number of labels, as DKPro does; the ratio is the same.
    share <- if (j == 1) max(1, length(spans$labels)) else 1
    tibble::tibble(
      coefficient = "alpha_2004", label = labels[j], estimate = mine$estimate, std.error = limits$std.error,
      conf.low = limits$conf.low, conf.high = limits$conf.high, observed = mine$observed / share,
      expected = mine$expected / share, coverage = NA_real_, status = mine$status
    )
  })
  do.call(rbind, rows)
}

check_balanced <- function(spans) {
  n <- tabulate(spans$seen$document, length(spans$documents))
  m <- length(unique(spans$seen$annotator))
  torn <- which(n > 0 & n < m)
  if (length(torn)) {
    abort_accord(
      "unbalanced",
      c(
        "The coefficient of 2004 needs every annotator in every document.",
        x = "{length(torn)} document{?s} lack{?s/} some: {.val {first_few(spans$documents[torn])}}.",
        i = "Leave them out, or use {.code family = \"2019\"}."
      ),
      documents = spans$documents[torn]
    )
  }
}

# Sums of squared distances, documents by labels.
observed_2004 <- function(span, n_documents, n_labels, annotators) {
  sums <- matrix(0, n_documents, n_labels)
  pairs <- if (length(annotators) > 1) utils::combn(annotators, 2) else matrix(0L, 2, 0)
  cell <- (span$label - 1) * n_documents + span$document
  start <- span$start
  end <- span$end
  at <- line_up(c(cell, cell), c(start, end))
  from <- at[seq_along(cell)]
  to <- at[length(cell) + seq_along(cell)]
  add <- function(sums, cell, x) {
    found <- rowsum(x, cell)
    at <- as.integer(rownames(found))
    sums[at] <- sums[at] + found
    sums
  }
  for (p in seq_len(ncol(pairs))) {
    side <- lapply(pairs[, p], function(annotator) {
      rows <- which(span$annotator == annotator)
      rows[order(from[rows])]
    })
    a <- side[[1]]
    b <- side[[2]]
    # Finds the spans of b that overlap this span of a: they end after its start and start before its end.
    low <- findInterval(from[a], to[b]) + 1L
    high <- findInterval(to[a], from[b], left.open = TRUE)
    n <- pmax(high - low + 1L, 0L)
    one <- rep(a, n)
    other <- b[rep(low, n) + sequence(n) - 1L]
    sums <- add(sums, cell[one], (start[one] - start[other])^2 + (end[one] - end[other])^2)
    alone <- c(a[n == 0], setdiff(b, other))
    sums <- add(sums, cell[alone], (end[alone] - start[alone])^2)
  }
  sums
}

# The spans of a label and the gaps between them. `sums`: for each document, the sums used by expected_2004(); `room`:
# for each document of the spans, the positions of its spans in all gaps; and what drawn_room() needs.
placements_2004 <- function(span, extent, annotators) {
  n <- length(extent)
  part <- (match(span$annotator, annotators) - 1) * n + span$document
  sorted <- order(part, span$start)
  part <- part[sorted]
  span <- span[sorted, ]
  first <- !duplicated(part)
  last <- !duplicated(part, fromLast = TRUE)
  before <- span$start - ifelse(first, 0, c(0, utils::head(span$end, -1)))
  after <- extent[span$document][last] - span$end[last]
  empty <- setdiff(seq_len(n * length(annotators)), part)
  empty <- (empty - 1) %% n + 1
  size <- span$end - span$start
  gap <- c(before, after, extent[empty])
  gap_document <- c(span$document, span$document[last], empty)
  by_document <- function(x, document) group_sums(x, document, n)
  one <- function(x) rep(1, length(x))
  fits <- gaps_that_fit(size, gap, one(size), one(gap))
  within <- gaps_that_fit(size, gap, span$document, gap_document)
  room <- function(fits) by_document(room_in_gaps(size, gap, fits, one(gap)), span$document)[, 1]
  # For each document of the gaps: the positions of all spans that fit.
  rank <- order(size)
  fitting <- findInterval(gap, size[rank])
  in_gap <- c(0, cumsum(size[rank]^2))[fitting + 1] * (gap + 1) - c(0, cumsum(size[rank]^3))[fitting + 1]
  list(
    size = size, document = span$document, gap = gap, gap_document = gap_document, fits = fits,
    sums = by_document(cbind(one(size), 2 * size^3 - 3 * size^2 + size, size * (size - 1)), span$document),
    room = room(fits), room_of_gaps = by_document(in_gap, gap_document)[, 1], room_within = room(within)
  )
}

# For each span, the gaps of its block into which it fits: in the order `rank`, those after `from` up to `until`.
gaps_that_fit <- function(size, gap, block, gap_block) {
  at <- line_up(c(block, gap_block), c(size, gap))
  gaps <- at[length(size) + seq_along(gap)]
  rank <- order(gaps)
  list(
    rank = rank, from = findInterval(at[seq_along(size)], gaps[rank], left.open = TRUE),
    until = findInterval(block, gap_block[rank])
  )
}

# For each span: its squared size times the number of its positions in these gaps.
room_in_gaps <- function(size, gap, fits, weight) {
  total <- function(x) {
    sums <- c(0, cumsum(x[fits$rank]))
    sums[fits$until + 1] - sums[fits$from + 1]
  }
  size^2 * (total(weight * gap) - (size - 1) * total(weight))
}

# The number of positions of spans in gaps under each draw of documents, a sum over pairs of documents. If a document
# is left out, its row and its column are subtracted.
drawn_room <- function(draws, part) {
  left_out <- if (draws$left_out) sum(part$room) - part$room - part$room_of_gaps + part$room_within
  drawn <- if (!is.null(draws$drawn)) apply(draws$drawn, 2, function(weight) {
    sum(weight[part$document] * room_in_gaps(part$size, part$gap, part$fits, weight[part$gap_document]))
  })
  c(left_out, drawn)
}

# `sums`: the number of spans, and the sums of 2 b^3 - 3 b^2 + b and of b (b - 1) over their sizes b.
expected_2004 <- function(sums, room, total, m) {
  placed <- (sums[, 1] - 1) * sums[, 2] / 3 + room
  2 / total * placed / (m * total * (m * total - 1) - sums[, 3])
}
