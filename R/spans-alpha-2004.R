# Alpha for unitizing as of 1995 and 2004, label by label.

alpha_2004 <- function(spans, ci) {
  if (ci$method == "bayes") {
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
  figures <- function(weight) {
    total <- sum(weight * length)
    o <- 2 * colSums(weight * observed) / (m * (m - 1) * total^2)
    e <- vapply(parts, expected_2004, 0, weight = weight, total = total, m = m)
    rbind(observed = c(sum(o), o), expected = c(sum(e), e))
  }
  own <- figures(rep(1, n))
  draws <- document_draws(ci, n)
  labels <- c(NA_character_, spans$labels)
  value <- function(found, j) ratio_values(found[["observed", j]], found[["expected", j]], "no variation")
  rows <- lapply(seq_along(labels), function(j) {
    mine <- value(own, j)
    drawn <- if (!is.null(draws)) each_draw(draws, function(weight) value(figures(weight), j)$estimate)
    limits <- document_interval(ci, mine$estimate, drawn, n, -1)
    # The mean over labels, as DKPro has it; the ratio is the same.
    share <- if (j == 1) length(spans$labels) else 1
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

# Sums of distances, documents by labels.
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
    # Spans of b that end after the beginning of this one of a and begin before its end.
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

# The spans of a label and the gaps between them, each with its document, sorted by length.
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
  gap <- c(before, after, extent[empty])
  document <- c(span$document, span$document[last], empty)
  rank <- order(-gap)
  size <- span$end - span$start
  list(
    size = size, document = span$document, gap = gap[rank], gap_document = document[rank],
    # How many gaps a span of this size fits into.
    fits = findInterval(-size, -gap[rank])
  )
}

expected_2004 <- function(parts, weight, total, m) {
  b <- parts$size
  w <- weight[parts$document]
  of_gap <- weight[parts$gap_document]
  number <- c(0, cumsum(of_gap))[parts$fits + 1]
  room <- c(0, cumsum(of_gap * parts$gap))[parts$fits + 1]
  placed <- (sum(w) - 1) * (2 * b^3 - 3 * b^2 + b) / 3 + b^2 * (room - (b - 1) * number)
  2 / total * sum(w * placed) / (m * total * (m * total - 1) - sum(w * b * (b - 1)))
}
