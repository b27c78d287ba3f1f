# Creates the object of spans from rows; all input passes through build_spans().

# `columns`: vectors of equal length for document, annotator, start and end, and for label and length or NULL.
# `points`: whether a span may have the length 0, for all rows or each of them.
build_spans <- function(columns, lengths, closed, from, seen, duplicates, unit = 1, points = FALSE) {
  check_flag(closed, "closed")
  if (!is_numbers(from) || length(from) != 1 || !from %in% 0:1) abort_argument(from, "from", "0 or 1")
  check_span_unit(unit, closed, from)
  check_choice(seen, c("row", "all"), "seen")
  check_choice(duplicates, c("error", "first"), "duplicates")
  lengths <- check_lengths(lengths, unit)
  ids <- lapply(c(document = "document", annotator = "annotator"), function(what) {
    x <- plain_column(columns[[what]], what)
    check_ids_given(x, "span", what)
    x
  })
  document <- document_ids(ids$document, if (seen == "all") names(lengths))
  annotator <- sorted_ids(ids$annotator)
  start <- span_numbers(columns$start, "start", unit) - from
  end <- span_numbers(columns$end, "end", unit) - from + closed
  rows <- which(!is.na(start) | !is.na(end))
  where <- function(at) locate_spans(at, ids, columns)
  is_point <- rep_len(points, length(end)) & columns$start == columns$end & !closed
  end_too_soon <- if (any(is_point, na.rm = TRUE)) end < start | end == start & !is_point else end <= start
  bad <- rows[is.na(start[rows]) | is.na(end[rows]) | start[rows] < 0 | end_too_soon[rows]]
  abort_spans(
    bad, where, "bad_span", "A span must start at a position from {from} on, and end after it starts.",
    # The unrounded values are compared.
    if (!closed && isTRUE(all(columns$start[bad] == columns$end[bad]))) {
      "Events without a duration need {.code points = TRUE}; {.fn link_objects} and {.fn span_agreement} take them."
    } else if (isTRUE(all(columns$start[rows] >= columns$end[rows]))) {
      "No span starts before its end: are {.arg start} and {.arg end} exchanged?"
    } else if (unit != 1) {
      "Rounding may leave spans shorter than {.arg unit} without a position: choose a smaller unit."
    } else if (!closed) {
      "If the ends are part of the spans, use {.code closed = TRUE}."
    },
    from = from
  )
  length <- document_lengths(columns$length, lengths, document, end, rows, unit)
  beyond <- rows[end[rows] > length$length[document$code[rows]]]
  abort_spans(
    beyond, where, "outside_text", "A span must end within its document.",
    "Are positions and lengths counted in the same unit?"
  )
  label <- span_labels(columns$label, rows)
  span <- tibble::tibble(
    document = document$code[rows], annotator = annotator$code[rows], label = label$code,
    start = start[rows], end = end[rows]
  )
  again <- which(vctrs::vec_duplicate_id(span) != seq_along(rows))
  if (duplicates == "error") {
    abort_spans(
      rows[again], where, "duplicate_span", "An annotator may mark a span with a label once.",
      "Remove them, or use {.code duplicates = \"first\"}."
    )
  }
  if (length(again)) span <- vctrs::vec_slice(span, -again)
  span <- vctrs::vec_slice(span, do.call(
    order, c(unname(as.list(span[c("document", "annotator", "start", "end", "label")])), method = "radix")
  ))
  structure(
    list(
      documents = document$values, length = length$length, known = length$known,
      annotators = annotator$values, labels = label$values, span = span, seen = seen_pairs(document, annotator, seen),
      unit = unit
    ),
    class = "accord_spans"
  )
}

locate_spans <- function(at, ids, columns) {
  sprintf(
    "row %d (%s, %s, %s to %s)", at, id_text(ids$document[at]), id_text(ids$annotator[at]),
    format(columns$start[at], trim = TRUE), format(columns$end[at], trim = TRUE)
  )
}

# The pairs of document and annotator who saw it.
seen_pairs <- function(document, annotator, seen) {
  pairs <- if (seen == "all") {
    expand.grid(annotator = seq_along(annotator$values), document = seq_along(document$values))
  } else {
    as.data.frame(group_ids(list(document = document$code, annotator = annotator$code))$values)
  }
  tibble::as_tibble(pairs[order(pairs$document, pairs$annotator, method = "radix"), c("document", "annotator")])
}

# The ids of documents in the rows, and of documents without rows, whose names are converted to the same type.
document_ids <- function(document, names) {
  more <- names[!id_text(names, like = document) %in% id_text(document)]
  if (length(more) == 0) {
    return(sorted_ids(document))
  }
  number <- if (is.numeric(document) && !is.object(document)) suppressWarnings(as.numeric(more))
  all <- if (is.factor(document)) {
    factor(c(as.character(document), more), c(levels(document), more))
  } else if (!is.null(number) && !anyNA(number)) {
    c(document, number)
  } else {
    c(id_text(document), more)
  }
  id <- sorted_ids(all)
  list(code = utils::head(id$code, length(document)), values = id$values)
}

check_span_unit <- function(unit, closed, from) {
  check_number(unit, "unit", above = 0)
  if (unit != 1 && (closed || from != 0)) {
    abort_accord(
      "argument",
      c(
        "With {.arg unit} positions are measured, not numbered.",
        i = "Leave out {.arg closed} and {.arg from}."
      ),
      argument = "unit"
    )
  }
}

# Converts numbers to positions: integer multiples of the unit.
span_numbers <- function(x, what, unit) {
  if (is.logical(x) && all(is.na(x))) x <- as.double(x)
  if (unit != 1 && is.numeric(x) && all(is.na(x) | is.finite(x))) x <- round(x / unit)
  if (is.numeric(x)) x <- nearly_whole(as.double(x))
  rows <- if (is.numeric(x)) which(!is.na(x) & (!is.finite(x) | x != round(x)))
  if (!is.numeric(x) || length(rows)) {
    bad <- x[rows]
    hint <- if (is.null(rows)) text_hint(x, what)
    places <- sprintf("row %d (%s)", rows, format(bad, trim = TRUE, digits = 15))
    abort_accord(
      "bad_span",
      c(
        if (unit != 1) {
          "{.arg {what}} must contain numbers, in the unit of {.arg unit}."
        } else {
          "{.arg {what}} must contain whole numbers, the positions in the document."
        },
        x = if (is.null(rows)) {
          "It is {.obj_type_friendly {x}}."
        } else {
          "{length(rows)} {?is/are} not: {first_few(places)}."
        },
        i = if (any(nzchar(hint))) "{hint}",
        i = if (length(rows) && all(is.finite(bad))) {
          "If they are times, give the size of one position, such as {.code unit = 0.1}."
        }
      ),
      argument = what,
      rows = rows
    )
  }
  as.double(x)
}

# How to convert text to the numbers that it writes: plain ones, those with decimal commas, or times with colons.
text_hint <- function(x, what) {
  text <- trimws(if (is.factor(x) || is.character(x)) id_text(x))
  text <- text[!is_blank(text)]
  all_are <- function(pattern) length(text) > 0 && all(grepl(pattern, text))
  code <- if (is.factor(x)) sprintf("as.character(%s)", what) else what
  cli::format_inline(if (all_are("^[-+]?[0-9]*[.]?[0-9]+(e[-+]?[0-9]+)?$")) {
    "Convert it with {.code as.numeric({code})}."
  } else if (all_are("^[-+]?[0-9]*[.,]?[0-9]+$")) {
    "Convert it with {.code as.numeric(sub(\",\", \".\", {code}, fixed = TRUE))}."
  } else if (all_are("^[0-9]+(:[0-9]+){1,2}([.,][0-9]+)?$")) {
    "Convert times such as {.val {text[1]}} to numbers of seconds."
  })
}

# Rounds numbers that are integers except for rounding error, such as 1.1 * 100.
nearly_whole <- function(x) {
  near <- is.finite(x) & abs(x - round(x)) <= pmin(1e-8 * pmax(1, abs(x)), 0.01)
  x[near] <- round(x[near])
  x
}

# `rule` and `hint` are cli strings that may contain `from`.
abort_spans <- function(rows, where, what, rule, hint, from = 0) {
  if (length(rows)) {
    found <- where(utils::head(rows, 5))
    abort_accord(
      what,
      c(rule, x = "{length(rows)} span{?s} {?does/do} not: {first_few(found)}.", i = hint),
      rows = rows
    )
  }
}

check_lengths <- function(lengths, unit) {
  named <- is.numeric(lengths) && !is.null(names(lengths)) && !anyDuplicated(names(lengths))
  if (named) lengths[] <- if (unit != 1) round(lengths / unit) else nearly_whole(as.double(lengths))
  good <- is.null(lengths) || named && all(is.finite(lengths) & lengths == round(lengths) & lengths >= 0)
  if (!good) abort_argument(lengths, "lengths", "whole numbers named by document, each once")
  lengths
}

# Code that gives one length to the documents with several, the greatest; other documents are to be named too.
lengths_code <- function(column, document, torn) {
  shown <- utils::head(torn, 2)
  greatest <- vapply(shown, function(i) max(column[document$code == i], na.rm = TRUE), 0)
  names <- encodeString(id_text(document$values[shown]), quote = "\"")
  each <- paste(names, "=", format(greatest, digits = 15, trim = TRUE))
  more <- if (length(document$values) > length(shown)) "..."
  paste0("lengths = c(", paste(c(each, more), collapse = ", "), ")")
}

# The length of each document, and whether it was given.
document_lengths <- function(column, lengths, document, end, rows, unit) {
  n <- length(document$values)
  found <- rep(NA_real_, n)
  # `lengths` overrides the column: the files of one recording may differ in length by some frames.
  if (!is.null(column) && is.null(lengths)) {
    values <- span_numbers(column, "length", unit)
    given <- which(!is.na(values))
    found[document$code[given]] <- values[given]
    torn <- unique(document$code[given][found[document$code[given]] != values[given]])
    if (length(torn)) {
      abort_accord(
        "differing_lengths",
        c(
          "A document has one length.",
          x = "{length(torn)} document{?s} {?has/have} several: {.val {first_few(document$values[torn])}}.",
          i = if (unit == 1) "Did the annotators have the same text?",
          i = "If it is a recording whose copies differ in length, give one length for every document:
            {.code {lengths_code(column, document, torn)}}."
        ),
        documents = document$values[torn]
      )
    }
  }
  if (!is.null(lengths)) {
    at <- match(id_text(document$values), id_text(names(lengths), like = document$values))
    unknown <- document$values[is.na(at)]
    if (length(unknown)) {
      abort_accord(
        "unknown_document",
        c(
          "{.arg lengths} must name every document.",
          x = "{length(unknown)} document{?s} {?is/are} not named: {.val {first_few(unknown)}}."
        ),
        documents = unknown
      )
    }
    found <- unname(as.double(lengths)[at])
  }
  known <- !is.na(found)
  if (!all(known)) {
    open <- rows[!known[document$code[rows]]]
    # After sorting, the last assignment to each document is its greatest end.
    open <- open[order(end[open], method = "radix")]
    found[!known] <- 0
    found[document$code[open]] <- end[open]
  }
  list(length = found, known = known)
}

span_labels <- function(label, rows) {
  if (is.null(label)) {
    return(list(code = rep(1L, length(rows)), values = "(none)"[length(rows) > 0]))
  }
  if (is.list(label)) {
    several <- rows[lengths(label[rows]) != 1]
    if (length(several)) {
      abort_accord(
        "argument",
        c(
          "A span must have one label; stacked spans are a row each.",
          x = "{length(several)} row{?s} {?has/have} several or none: {.val {first_few(several)}}."
        ),
        argument = "label"
      )
    }
    label <- unlist(label[rows])
  } else {
    label <- plain_column(label, "label")[rows]
  }
  text <- id_text(label)
  text[is.na(text)] <- "(none)"
  found <- sorted_ids(text)
  warn_look_alikes(found$values, spans = TRUE)
  found
}

# The spans that begin before an earlier span of the same annotator ends; within the same label if `within` includes
# it. Returns a tibble of rows of spans.
overlapping <- function(spans, within = c("document", "annotator")) {
  span <- spans$span
  n <- nrow(span)
  if (n == 0) {
    return(span)
  }
  sorted <- do.call(order, c(unname(as.list(span[c(within, "start")])), method = "radix"))
  fresh <- c(TRUE, Reduce(`|`, lapply(span[within], function(x) diff(x[sorted]) != 0)))
  at <- line_up(rep(cumsum(fresh), 2), c(span$start[sorted], span$end[sorted]))
  # The furthest end so far: positions of another group are all greater or all smaller.
  reach <- cummax(at[n + seq_len(n)])
  vctrs::vec_slice(span, sorted[which(c(FALSE, at[seq_len(n)][-1] < reach[-n] & !fresh[-1]))])
}

# Maps positions of all blocks to one line, block after block, so that they can be compared and sorted together. If
# the numbers would not be exact, as with times in microseconds, positions are replaced by their ranks.
line_up <- function(block, place) {
  step <- max(place, 0) + 1
  if ((max(block, 0) + 1) * step >= 2^53) {
    place <- dense_codes(place)
    step <- max(place) + 1
  }
  block * step + place
}
