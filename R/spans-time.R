# Ratings of time: stretches between changes with a tolerance, points, and time units.

# The first position of each document that is rated, and the one after the last: `from` and `to` are positions, NULL for
# the whole document, or "marked" for the first or last mark of anybody.
rated_extent <- function(spans, from = NULL, to = NULL) {
  n <- length(spans$documents)
  at <- factor(spans$span$document, seq_len(n))
  edge <- function(x, which) unname(vapply(split(x, at), function(x) if (length(x)) which(x) else 0, 0))
  bound <- function(x, whole, column, which) {
    if (is.null(x)) whole else if (is.character(x)) edge(spans$span[[column]], which) else rep(x, n)
  }
  given <- is.numeric(to)
  fixed <- is.numeric(from)
  from <- bound(from, rep(0, n), "start", min)
  to <- pmax(from, bound(to, spans$length, "end", max))
  known <- known_lengths(spans)
  # Without a known length a document ends with its last mark, unless `to` is a time.
  end <- if (given) known else spans$length
  early <- which(fixed & from >= end & end > 0)
  if (length(early)) {
    ends <- paste0(id_text(vctrs::vec_slice(spans$documents, early)), " (", end[early] * (spans$unit %||% 1), ")")
    abort_accord(
      "argument",
      c(
        "{.arg from} must lie within every document.",
        x = "{length(early)} document{?s} {?ends/end} before: {first_few(ends)}.",
        i = "Give a smaller {.arg from}, or leave such documents out before {.fn as_spans}."
      ),
      argument = "from"
    )
  }
  # Time after a known end was not annotated.
  list(from = from, to = pmin(to, known, na.rm = TRUE))
}

# Spans cut off at these bounds; those outside are left out.
clipped_spans <- function(spans, bounds) {
  span <- spans$span
  point <- span$start == span$end
  low <- bounds$from[span$document]
  high <- bounds$to[span$document]
  span$start <- pmax(span$start, low)
  span$end <- pmin(span$end, high)
  inside <- ifelse(point, spans$span$start >= low & spans$span$start <= high, span$start < span$end)
  spans$span <- vctrs::vec_slice(span, inside)
  spans
}

# Rows of the points: each time at which anybody has one is a sample with a fixed weight, in which an annotator has the
# labels of the states that hold then, and of the own points.
point_rows <- function(spans, states, weight) {
  span <- spans$span
  point <- span[span$start == span$end, ]
  samples <- unique(point[c("document", "start")])
  held <- held_labels(spans, samples, states, point, 0)
  row <- held$rows
  tibble::tibble(
    item = paste0(id_text(vctrs::vec_slice(spans$documents, samples$document[row$sample])), ":@",
                  format_place(samples$start[row$sample])),
    annotator = vctrs::vec_slice(spans$annotators, row$annotator), label = held$label, weight = weight,
    document = vctrs::vec_slice(spans$documents, samples$document[row$sample])
  )
}

# The labels at `samples` (document and start, sorted by both) of each annotator who saw the document: states that hold
# there, with their ends if `closed`, and points that are at most `reach` away.
held_labels <- function(spans, samples, states, points, reach, closed = FALSE) {
  samples <- samples[order(samples$document, samples$start), ]
  n_samples <- tabulate(samples$document, length(spans$documents))
  before <- cumsum(c(0, n_samples))
  seen <- spans$seen
  n <- n_samples[seen$document]
  rows <- data.frame(
    sample = rep(before[seen$document], n) + sequence(n), annotator = rep(seen$annotator, n)
  )
  row_of <- cumsum(c(0, n))
  both <- rbind(states[c("document", "annotator", "label", "start", "end")],
                points[c("document", "annotator", "label", "start", "end")])
  is_point <- rep(c(FALSE, TRUE), c(nrow(states), nrow(points)))
  low <- both$start - reach * is_point
  high <- both$end + reach * is_point
  shift <- reach + 1
  line <- line_up(c(samples$document, both$document, both$document), c(samples$start, low, high) + shift)
  k <- nrow(samples)
  first <- findInterval(line[k + seq_along(low)], line[seq_len(k)], left.open = TRUE) + 1
  last <- findInterval(line[k + length(low) + seq_along(low)], line[seq_len(k)])
  # A state does not hold at its end unless ends count.
  open <- findInterval(line[k + length(low) + seq_along(low)], line[seq_len(k)], left.open = TRUE)
  if (!closed) last <- ifelse(is_point, last, open)
  covers <- pmax(last - first + 1, 0)
  of <- rep(seq_along(low), covers)
  part <- match(paste(both$document, both$annotator), paste(seen$document, seen$annotator))
  at <- row_of[part[of]] + rep(first, covers) + sequence(covers) - 1 - before[both$document[of]]
  list(rows = rows, label = label_sets(at, spans$labels[both$label[of]], nrow(rows), spans$labels), samples = samples)
}

# The labels of each of `n` rows, sorted, as one text; `at`: the row of each label. A label that occurs twice counts
# twice, as in BORIS, where two events in a unit are not the same as one.
label_sets <- function(at, label, n, labels) {
  text <- rep(name_of_none(labels), n)
  pairs <- data.frame(at, label)
  pairs <- pairs[order(pairs$at, pairs$label, method = "radix"), ]
  alone <- !pairs$at %in% pairs$at[duplicated(pairs$at)]
  text[pairs$at[alone]] <- pairs$label[alone]
  several <- pairs[!alone, ]
  sets <- vapply(split(several$label, several$at), paste, "", collapse = " + ")
  text[as.integer(names(sets))] <- sets
  text
}

# Rows of time units: every `every` positions within the bounds, both of which count. A state holds at both of its ends,
# and a point counts in the units at most half a unit away.
unit_rows <- function(spans, every, bounds) {
  span <- spans$span
  some <- which(tabulate(span$document, length(spans$documents)) > 0 | bounds$to > bounds$from)
  n <- floor((bounds$to[some] - bounds$from[some]) / every + 1e-9) + 1
  samples <- data.frame(document = rep(some, n), start = rep(bounds$from[some], n) + (sequence(n) - 1) * every)
  point <- span$start == span$end
  held <- held_labels(spans, samples, span[!point, ], span[point, ], every / 2, closed = TRUE)
  at <- held$samples[held$rows$sample, ]
  document <- vctrs::vec_slice(spans$documents, at$document)
  tibble::tibble(
    item = paste0(id_text(document), ":", format(at$start, trim = TRUE, scientific = FALSE, drop0trailing = TRUE)),
    annotator = vctrs::vec_slice(spans$annotators, held$rows$annotator), label = held$label,
    weight = rep(1L, nrow(at)), document = document
  )
}

# With a tolerance, a stretch of one annotator counts as agreement if the other has the same labels at most `tolerance`
# away. This is done for both annotators, so that each stretch is two items.
tolerant_rows <- function(spans, rows, tolerance) {
  text <- if (is.list(rows$label)) {
    vapply(rows$label, function(x) paste(sort(unique(x)), collapse = " + "), "")
  } else {
    rows$label
  }
  empty <- text == ""
  text[empty] <- name_of_none(spans$labels)
  who <- match(rows$annotator, spans$annotators)
  document <- match(rows$document, spans$documents)
  n <- tabulate(spans$seen$document, length(spans$documents))
  if (length(spans$annotators) > 2) {
    abort_accord(
      "argument",
      c(
        "{.arg tolerance} is for two annotators.",
        x = "There are {length(spans$annotators)}.",
        i = "Keep the rows of two annotators, {.val {utils::head(spans$annotators, 2)}} for example, and give these to
          {.fn as_spans}."
      ),
      argument = "tolerance"
    )
  }
  kept <- n[document] == 2
  one <- which(who == 1 & kept)
  two <- which(who == 2 & kept)
  two <- two[match(paste(rows$item[one]), paste(rows$item[two]))]
  near <- function(mine, theirs) {
    block <- group_ids(list(document[c(mine, theirs)], text[c(mine, theirs)]))$code
    start <- rows$start[theirs] - tolerance
    end <- rows$start[theirs] + rows$weight[theirs] + tolerance
    k <- length(mine)
    line <- line_up(c(block, block[-seq_len(k)]), c(rows$start[mine], start, end) + tolerance)
    at <- line[seq_len(k)]
    begun <- findInterval(at, sort(line[k + seq_along(theirs)]))
    ended <- findInterval(at, sort(line[k + length(theirs) + seq_along(theirs)]))
    begun > ended
  }
  side <- function(mine, theirs) {
    met <- near(mine, theirs)
    both <- c(mine, theirs)
    tibble::tibble(
      item = rep(paste0(rows$item[mine], " of ", id_text(rows$annotator[mine])), 2),
      annotator = rows$annotator[both], label = c(text[mine], ifelse(met, text[mine], text[theirs])),
      weight = rows$weight[both], document = rows$document[both]
    )
  }
  rbind(side(one, two), side(two, one))
}
