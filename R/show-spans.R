# Tables of figures of spans.

SPAN_WORDS <- c(
  exact = "Exact", boundaries = "Boundaries", type = "Label, overlapping", overlap = "Overlapping",
  u_alpha = "Unitizing alpha", u_alpha_binary = "Unitizing alpha, positions only",
  cu_alpha = "Unitizing alpha, labels only", ku_alpha = "Unitizing alpha of a label",
  alpha_2004 = "Unitizing alpha (2004)", gamma = "Gamma", gamma_cat = "Gamma, labels only",
  gamma_k = "Gamma of a label"
)

span_headings <- function() {
  c(
    RESULT_HEADINGS[!names(RESULT_HEADINGS) %in% c("std.error", "n")],
    match = "Match", interpretation = "Interpretation", coefficient = "Coefficient",
    n_1 = "Spans of first", n_2 = "Spans of second",
    coverage = "Coverage", n_documents = "Documents", n_spans = "Spans"
  )
}

table_parts.accord_span_agreement <- function(x, style) {
  # Columns may have been taken away.
  mean <- is.na(x[["annotator_1"]] %||% rep(FALSE, nrow(x)))
  about <- ifelse(mean, "Mean of pairs", paste(id_text(x[["annotator_1"]]), id_text(x[["annotator_2"]]), sep = " and "))
  for (name in intersect(c("annotator_1", "annotator_2"), names(x))) {
    x[[name]] <- ifelse(mean, "mean", id_text(x[[name]]))
  }
  x[["match"]] <- in_words(x[["match"]], SPAN_WORDS)
  about <- with_varying_keys(x, about, c("annotator_1", "annotator_2"), c(ROW_KEYS, "label"))
  parts <- span_parts(x, style, about, c("found_1", "found_2", "n_documents"))
  if (any(mean & !is_told(x)) && any(c("n_1", "n_2") %in% names(x))) {
    parts$notes <- c(parts$notes, "Counts of spans are not given for the mean over pairs")
    parts$columns_told <- span_headings()[c("n_1", "n_2")]
  }
  parts
}

table_parts.accord_span_alpha <- function(x, style) {
  coefficient_parts(x, style, c("n_documents", "n_annotators"))
}

table_parts.accord_span_gamma <- function(x, style) {
  coefficient_parts(
    x, style,
    c("simulation.error", "bound.low", "bound.high", "n_alignments", "n_samples", "n_documents", "n_annotators"),
    # Disorder may pass 1.
    setdiff(SPAN_SHARES, c("observed", "expected"))
  )
}

coefficient_parts <- function(x, style, hidden, shares = SPAN_SHARES) {
  x[["coefficient"]] <- in_words(x[["coefficient"]], SPAN_WORDS)
  of_label <- !is.na(x[["label"]] %||% rep(NA, nrow(x)))
  about <- x[["coefficient"]] %||% rep("", nrow(x))
  if (!is.null(x[["label"]])) {
    label <- ifelse(of_label, as.character(x[["label"]]), "all")
    about <- if (is.null(x[["coefficient"]])) label else ifelse(of_label, paste(about, label), about)
    x[["label"]] <- label
  }
  about <- with_varying_keys(x, about, c("coefficient", "label"), c(ROW_KEYS, "label"))
  span_parts(x, style, about, hidden, c(ROW_KEYS, "label"), shares)
}

# What notes call the rows: `about`, from the columns `told`, after the other columns that tell rows apart.
with_varying_keys <- function(x, about, told, keys) {
  columns <- Filter(function(column) length(unique(column)) > 1, unclass(x)[setdiff(row_keys(names(x), keys), told)])
  do.call(paste, c(lapply(unname(columns), as.character), list(about), sep = ", "))
}

# `hidden`: columns for reading, not for a table.
span_parts <- function(x, style, about, hidden, keys = ROW_KEYS, shares = SPAN_SHARES) {
  interval <- if (all(c("conf.low", "conf.high") %in% names(x))) interval_column(x, style)
  hidden <- c(hidden, "std.error", "interval", "conf.level", "interpretation_scale")
  # Words of interpret() beside what they are about.
  words <- intersect("interpretation", names(x))
  others <- setdiff(names(x), words)
  x <- x[append(others, words, match("conf.high", others, length(others)))]
  replace <- c(
    rlang::set_names(rep(list(NULL), length(hidden)), hidden),
    list(conf.low = interval, conf.high = NULL)
  )
  status <- as.character(x[["status"]] %||% character())
  bounded <- !is.na(x[["conf.low"]] %||% rep(NA, nrow(x)))
  if (any(bounded)) status[!bounded & status == "ok"] <- "no interval"
  parts <- result_parts(
    x, style, span_headings(), shares, replace, phrase_notes(about, status, style), keys
  )
  c(parts, list(about = about, interval_told = any(bounded), because = list(Coverage = "only a label has one")))
}

#' Tidy results of spans
#'
#' Methods for the generics of package generics, with the column names of package broom.
#'
#' @section Errors:
#' `accord_error_missing_column` if columns of the result were removed.
#'
#' @param x The result of [span_agreement()], [span_alpha()] or [span_gamma()].
#' @param ... Must be empty.
#' @return `tidy()`: a tibble with a row per estimate: the columns of `by`, the columns that identify the estimate
#'   (`annotator_1`, `annotator_2`, `match`, `document`, `label`, if they exist), `term` (the coefficient; `"f1"` for
#'   [span_agreement()], whose precision and recall are columns of the result), `estimate`, `std.error`, `conf.low`
#'   and `conf.high`. `glance()`: a tibble with one row: `n_estimates`, `n_undefined` (those without a value),
#'   `interval`, `conf.level`, `min_documents` and `max_documents`.
#' @seealso [span_agreement()], [span_alpha()], [span_gamma()], [paper_table()]
#' @name tidy.accord_span_alpha
#' @examples
#' marked <- data.frame(
#'   document = c("d1", "d1", "d1", "d2", "d2"), annotator = c("ann", "ann", "bob", "ann", "bob"),
#'   start = c(0, 9, 0, 3, NA), end = c(4, 14, 4, 8, NA),
#'   label = c("PER", "LOC", "PER", "PER", NA), length = 20
#' )
#' tidy(span_agreement(marked))
#' glance(span_alpha(marked))
NULL

# All that stands before the estimate is about the row.
#' @rdname tidy.accord_span_alpha
#' @export
tidy.accord_span_result <- function(x, ...) {
  check_no_dots(...)
  kind <- span_kind(x)
  estimate <- kind$estimate
  check_result_columns(x, c(kind$about, estimate, SPAN_LIMITS), "Results of spans")
  columns <- as.list(x)
  keys <- columns[setdiff(names_before(x, estimate), c("coefficient", SPAN_LIMITS))]
  term <- columns[["coefficient"]] %||% rep(estimate, nrow(x))
  tibble::new_tibble(
    c(keys, list(term = term, estimate = columns[[estimate]]), columns[SPAN_LIMITS], columns["status"]),
    nrow = nrow(x)
  )
}

SPAN_LIMITS <- c("std.error", "conf.low", "conf.high")

#' @rdname tidy.accord_span_alpha
#' @export
glance.accord_span_result <- function(x, ...) {
  check_no_dots(...)
  estimate <- span_kind(x)$estimate
  check_result_columns(x, c(estimate, "interval", "conf.level", "n_documents"), "Results of spans")
  some <- any(!is.na(x$n_documents))
  tibble::tibble(
    n_estimates = nrow(x), n_undefined = sum(is.na(x[[estimate]])), interval = common_value(x$interval),
    conf.level = common_value(x$conf.level),
    min_documents = if (some) min(x$n_documents, na.rm = TRUE) else NA_integer_,
    max_documents = if (some) max(x$n_documents, na.rm = TRUE) else NA_integer_
  )
}
