# Checks of spans that a user may have changed; ?as_spans describes each field.

SPANS_FIELDS <- c("documents", "length", "known", "annotators", "labels", "span", "seen")

# Returns the spans if they are valid; otherwise stops.
whole_spans <- function(x) {
  check <- field_checker("the spans", "as_spans")
  check_object_fields(x, SPANS_FIELDS, check)
  check("documents", ids_fault(x$documents))
  check("annotators", ids_fault(x$annotators))
  check("labels", if (!is_plain(x$labels, "character")) type_fault(x$labels, "text") else ids_fault(x$labels))
  n <- length(x$documents)
  check("length", positions_fault(x$length) %||% size_fault(x$length, n, "document"))
  check("known", if (!is_plain(x$known, "logical") || anyNA(x$known)) "must be TRUE or FALSE")
  check("known", size_fault(x$known, n, "document"))
  check("span", frame_fault(x$span, c("document", "annotator", "label", "start", "end")))
  check("seen", frame_fault(x$seen, c("document", "annotator")))
  codes <- list(document = n, annotator = length(x$annotators), label = length(x$labels))
  for (table in c("span", "seen")) {
    rows <- x[[table]]
    for (column in intersect(c("document", "annotator", if (table == "span") "label"), names(rows))) {
      check(paste0(table, "$", column), codes_fault(rows[[column]], codes[[column]], 1L, nrow(rows), "row"))
    }
  }
  check("seen", order_fault(list(x$seen$document, x$seen$annotator)))
  check_whole_positions(x, check)
  x
}

unit_fault <- function(unit) {
  if (!is_plain(unit, "double")) return(type_fault(unit, "a number"))
  if (length(unit) != 1 || !isTRUE(is.finite(unit) && unit > 0)) "must be one number above 0"
}

# Stops at points, for verbs that need the length of each span.
check_no_points <- function(spans, verb) {
  n <- sum(spans$span$start == spans$span$end)
  if (n) {
    abort_accord(
      "points",
      c(
        "{.fn {verb}} needs spans with a length.",
        x = "{n} span{?s} {?is a point, without any/are points, without any}.",
        i = "Leave out the points, or use {.fn event_kappa} or {.code span_agreement(match = \"tolerance\")}.",
        i = if (verb == "as_ratings") "{.arg point_weight} gives each point a weight, a time."
      ),
      n = n
    )
  }
  spans
}

check_whole_positions <- function(x, check) {
  span <- x$span
  for (column in c("start", "end")) check(paste0("span$", column), positions_fault(span[[column]]))
  bad <- which(span$end < span$start)[1]
  check("span$end", if (!is.na(bad)) paste("is before the start at place", big(bad)))
  check("unit", if (!is.null(x$unit)) unit_fault(x$unit))
  bad <- which(span$end > x$length[span$document])[1]
  check("span$end", if (!is.na(bad)) paste("is beyond the length of the document at place", big(bad)))
  check("span", order_fault(unname(as.list(span[c("document", "annotator", "start", "end", "label")]))))
  # Each pair of document and annotator becomes one number; both tables are sorted by it.
  pair <- function(rows) unique((rows$document - 1) * length(x$annotators) + rows$annotator)
  check("seen", if (!all(pair(span) %in% pair(x$seen))) "lacks an annotator of a document who has spans there")
}

# Checks that positions are integers from 0 on.
positions_fault <- function(x) {
  if (!is_plain(x, "double") || is.matrix(x)) return(type_fault(x, "numbers"))
  bad <- which(!is.finite(x) | x < 0 | x != round(x))[1]
  if (!is.na(bad)) paste0("must be whole numbers from 0 on, but is ", x[bad], " at place ", big(bad))
}
