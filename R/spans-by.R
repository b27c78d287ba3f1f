# Coefficients of spans for each group of rows.

# `spans_of(data)` returns the spans of a group, `figure(spans)` their rows, with intervals by `ci`; `by`, a quosure,
# selects the grouping columns. Returns a result of class `class`, a kind of span result.
figures_by <- function(data, by, class, ci, spans_of, figure) {
  check_given(data, "data")
  class <- c(class, "accord_span_result")
  grouped <- is.data.frame(data) && length(group_columns(data, rlang::quo(NULL))) > 0
  if (rlang::quo_is_null(by) && !grouped) {
    return(new_result(with_interval_name(figure(spans_of(data)), ci), class = class))
  }
  if (!is.data.frame(data)) {
    abort_accord(
      "argument",
      c(
        "{.arg by} names columns of a data frame with a row per span.",
        x = "{.arg data} is {.obj_type_friendly {data}}.",
        i = "Give the data frame in place of the spans."
      ),
      argument = "by"
    )
  }
  check_not_empty(data)
  keys <- group_keys(data, group_columns(data, by))
  id <- row_groups(keys)
  groups <- id$keys
  spans <- lapply(seq_len(nrow(groups)), function(g) {
    rows <- which(id$code == g)
    tryCatch(
      spans_of(vctrs::vec_slice(data, rows)),
      accord_error = function(cnd) rethrow_in_group(cnd, vctrs::vec_slice(groups, g), rows)
    )
  })
  warn_seen_in_part(spans)
  each <- with_lone_groups(lapply(spans, function(x) {
    tryCatch(figure(x), accord_error_one_annotator = identity)
  }))
  rows <- with_interval_name(do.call(rbind, each), ci)
  check_free_names(names(keys), names(rows))
  key <- vctrs::vec_slice(groups, rep(seq_along(each), vapply(each, nrow, 0L)))
  new_result(vctrs::vec_cbind(key, rows), class = class)
}

# Warns if spans of a document are in several groups, as when grouped by label: that an annotator saw a document is
# known only from rows, so one without spans in a group would count as not having seen the document, and a missed span
# would be ignored.
warn_seen_in_part <- function(spans) {
  seen <- lapply(seq_along(spans), function(g) {
    x <- spans[[g]]
    data.frame(group = g, document = x$documents[x$seen$document], annotator = x$annotators[x$seen$annotator])
  })
  seen <- do.call(rbind, lapply(seen, function(x) replace(x, "document", id_text(x$document))))
  places <- unique(seen[c("group", "document")])
  n_groups <- table(places$document)
  people <- table(unique(seen[c("document", "annotator")])$document)
  here <- table(seen$document)
  partly <- names(n_groups)[n_groups > 1 & c(here[names(n_groups)]) < n_groups * c(people[names(n_groups)])]
  if (length(partly)) {
    warn_accord(
      "seen_in_part",
      c(
        "Within a group of {.arg by}, an annotator saw a document only if the group has a row for both.",
        x = "{length(partly)} document{?s} {?is/are} in several groups, and some annotators have no row in one of these:
             {.val {first_few(partly)}}.",
        i = "For labels use {.code what = \"labels\"}; otherwise add a row without a span for each group and
             annotator."
      ),
      documents = partly
    )
  }
}

# Adds the group to an error. Row numbers in its message are counted within the group; its field `rows` is converted
# to rows of the data.
rethrow_in_group <- function(cnd, key, rows) {
  if (!is.null(cnd$rows)) cnd$rows <- rows[cnd$rows]
  words <- paste(names(key), vapply(key, function(x) format(x[1]), ""), collapse = ", ")
  cnd$body <- c(cnd$body, i = sprintf("Rows are counted in the group of `by`: %s.", words))
  rlang::cnd_signal(cnd)
}

# A group without two annotators of a common document gets a row with this status; if this concerns all groups, it is
# an error.
with_lone_groups <- function(each) {
  lone <- vapply(each, inherits, NA, "accord_error_one_annotator")
  if (all(lone)) rlang::cnd_signal(each[[1]])
  some <- each[[which(!lone)[1]]]
  row <- vctrs::vec_init(some, 1)
  kept <- intersect(c("coefficient", "match"), names(row))
  row[kept] <- some[1, kept]
  row$status <- "one annotator only"
  each[lone] <- list(row)
  each
}
