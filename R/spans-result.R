# Functions shared by all results of spans: print, table, tidy() and plot.

text_columns.accord_span_result <- function(x) c("label", "document")

#' Print results of spans
#'
#' Shows the estimates with few digits; values that are the same in all rows are in the first line, and the reasons
#' for missing values below the table. The result is a tibble with all its columns. Without its main columns it prints
#' like a tibble.
#'
#' @param x The result of [span_agreement()], [span_alpha()], [span_gamma()], [event_kappa()] or [relation_agreement()].
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line.
#' @return `print()`: `x`, invisibly. `format()`: the lines.
#' @seealso [paper_table()]
#' @name print.accord_span_alpha
#' @examples
#' marked <- data.frame(
#'   document = c("d1", "d1", "d1", "d2", "d2"), annotator = c("ann", "ann", "bob", "ann", "bob"),
#'   start = c(0, 9, 0, 3, NA), end = c(4, 14, 4, 8, NA),
#'   label = c("PER", "LOC", "PER", "PER", NA), length = 20
#' )
#' print(span_alpha(marked), digits = 2)
NULL

# Properties of each kind of result: the `title` of its print, the column of the `estimate`, and the columns that it
# is `about`.
span_kind <- function(x) UseMethod("span_kind")

#' @rdname print.accord_span_alpha
#' @export
format.accord_span_result <- function(x, ..., digits = 3, n = 20, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_digits(digits)
  check_rows(n)
  style <- list(format = "text", digits = digits, leading_zero = FALSE)
  shown <- x[seq_len(min(nrow(x), n)), ]
  parts <- table_parts(shown, style)
  parts$columns$names <- sub(" annotator$", "", parts$columns$names)
  figure <- match(TRUE, parts$columns$names %in% c("F1", "Estimate"))
  parts$columns$must[seq_len(figure)] <- TRUE
  # Coefficients and kinds of match are fixed words, which are not shortened like names.
  words <- parts$columns$names %in% c("Coefficient", "Match")
  parts$columns$cut <- seq_along(words) < figure & parts$columns$align == "l" & !words
  printed_lines(
    x, paste0(span_kind(x)$title, span_counts(x), headline_interval(x)), text_table(parts$columns, width),
    reason_paragraph(parts$notes), more_rows(nrow(x) - nrow(shown))
  )
}

is_whole.accord_span_result <- function(x) {
  kind <- span_kind(x)
  numbers <- c(kind$estimate, "conf.low", "conf.high", "conf.level", "n_documents")
  counts <- names(x)[startsWith(names(x), "n_")]
  nrow(x) > 0 && all(c(kind$about, numbers, "interval", "status") %in% names(x)) &&
    all(vapply(unclass(x)[c(numbers, counts)], is_number_column, NA))
}

# Words such as " of 3 annotators in 12 documents", as far as these numbers are equal in all rows.
span_counts <- function(x) {
  same <- function(name) if (!is.null(x[[name]]) && !anyNA(x[[name]]) && is_same(x[[name]])) x[[name]][1]
  annotators <- same("n_annotators")
  documents <- if (is.null(x[["document"]])) same("n_documents")
  paste0(
    if (length(annotators)) paste(" of", count(annotators, "annotator")),
    if (length(documents)) paste(" in", count(documents, "document"))
  )
}

SPAN_WORDS <- c(
  exact = "Exact", tolerance = "Within tolerance", boundaries = "Boundaries", type = "Label, overlapping",
  overlap = "Overlapping",
  u_alpha = "Unitizing alpha", u_alpha_binary = "Unitizing alpha, positions only",
  cu_alpha = "Unitizing alpha, labels only", ku_alpha = "Unitizing alpha of a label",
  alpha_2004 = "Unitizing alpha (2004)", gamma = "Gamma", gamma_cat = "Gamma, labels only",
  gamma_k = "Gamma of a label", event_kappa = "All events", event_kappa_linked = "Linked events",
  alignment_kappa = "Aligned sequences", alignment_kappa_linked = "Aligned pairs",
  f1_labelled = "F1, labelled", f1_unlabelled = "F1, unlabelled", kappa_labelled = "Kappa, labelled",
  kappa_unlabelled = "Kappa, related or not"
)

span_headings <- function() {
  c(
    RESULT_HEADINGS[!names(RESULT_HEADINGS) %in% c("std.error", "n")],
    match = "Match", interpretation = "Interpretation", coefficient = "Coefficient",
    n_1 = "Spans, first", n_2 = "Spans, second",
    tolerance = "Tolerance", maximum = "Maximum", positive = "Positive", linked = "Linked", n_links = "Links",
    n_pairs = "Pairs of ends",
    coverage = "Coverage", n_documents = "Documents", n_spans = "Spans"
  )
}

# What the coefficients of a family are about, in the rows of a document, whose note names the family.
AGREED_ON <- c(
  u_alpha = "Positions and labels", u_alpha_binary = "Positions only", cu_alpha = "Labels only", ku_alpha = "Label",
  gamma = "Positions and labels", gamma_cat = "Labels only", gamma_k = "Label"
)

coefficient_parts <- function(x, style, hidden, shares = SPAN_SHARES, of = "disagreement", meanings = character()) {
  code <- as.character(x[["coefficient"]])
  headings <- character()
  if (style$format != "text" && !is.null(x[["label"]]) && length(code) && all(code %in% names(AGREED_ON))) {
    # One column says what each row is about.
    of_one <- !is.na(x[["label"]])
    x[["coefficient"]] <- AGREED_ON[code]
    x[["coefficient"]][of_one] <- paste(x[["coefficient"]], x[["label"]])[of_one]
    hidden <- c(hidden, "label")
    headings <- c(coefficient = "Agreement on")
  }
  x[["coefficient"]] <- in_words(x[["coefficient"]], SPAN_WORDS)
  of_label <- !is.na(x[["label"]] %||% rep(NA, nrow(x)))
  about <- x[["coefficient"]] %||% rep("", nrow(x))
  if (!is.null(x[["label"]])) {
    label <- ifelse(of_label, as.character(x[["label"]]), "all")
    about <- if (is.null(x[["coefficient"]])) label else ifelse(of_label, paste("Label", label), about)
    x[["label"]] <- label
  }
  about <- with_varying_keys(x, about, c("coefficient", "label"), c(ROW_KEYS, "label"))
  parts <- span_parts(x, style, about, hidden, c(ROW_KEYS, "label"), shares, headings)
  if (style$format == "text") return(parts)
  with_meanings(parts, c(
    if (length(headings)) meanings,
    Observed = if (all(c("observed", "expected") %in% names(x)) && of == "disorder") {
      n <- x[["n_samples"]]
      samples <- if (length(n) && !anyNA(n) && is_same(n) && n[1] > 0) {
        paste(", that of", big(n[1]), "random samples of each document")
      }
      paste0("gamma: 1 minus observed divided by expected disorder", samples)
    } else if (any(c("observed", "expected") %in% names(x))) {
      paste("observed and expected:", of)
    },
    Coverage = if (any(!is.na(x[["coverage"]]))) {
      "coverage: of single labels only, the share of the length that overlaps spans of others"
    }
  ))
}

# Names of the rows in notes: `about`, which replaces the columns `told`, preceded by the other columns that
# distinguish rows.
with_varying_keys <- function(x, about, told, keys) {
  columns <- Filter(function(column) length(unique(column)) > 1, unclass(x)[setdiff(row_keys(names(x), keys), told)])
  do.call(paste, c(lapply(unname(columns), as.character), list(about), sep = ", "))
}

# `hidden`: columns that are not shown in a table.
span_parts <- function(x, style, about, hidden, keys = ROW_KEYS, shares = SPAN_SHARES, headings = character()) {
  interval <- if (all(c("conf.low", "conf.high") %in% names(x))) interval_column(x, style)
  hidden <- c(hidden, "std.error", "interval", "conf.level", "interpretation_scale")
  # The interpretation is placed after the interval.
  words <- intersect("interpretation", names(x))
  others <- setdiff(names(x), words)
  x <- x[append(others, words, match("conf.high", others, length(others)))]
  replace <- c(
    rlang::set_names(rep(list(NULL), length(hidden)), hidden),
    list(conf.low = interval, conf.high = NULL)
  )
  status <- as.character(x[["status"]] %||% character())
  bounded <- !is.na(x[["conf.low"]] %||% rep(NA, nrow(x)))
  if (any(bounded)) {
    bare <- !bounded & status == "ok"
    nothing <- rep_len((x[["observed"]] %||% NA) %in% 0, nrow(x))
    why <- paste0(", ", ifelse(nothing, "since nothing differs", lacking_interval(x)))
    status[bare] <- paste0("no interval", ifelse(nothing | style$format != "text", why, ""))[bare]
  }
  all_headings <- span_headings()
  all_headings[names(headings)] <- headings
  lone <- if (!any(bounded)) lone_document_note(x)
  notes <- c(headline_note(x, style), phrase_notes(about, status, style), lone)
  parts <- result_parts(x, style, all_headings, shares, replace, notes, keys)
  # Only a label has a coverage, which a note says.
  at <- which(parts$columns$names == "Coverage")
  if (length(at) && style$format == "text") parts$columns$cells[[at]][is.na(x[["coverage"]])] <- ""
  told <- if (any(bounded)) is_whole(x) && !is.null(headline_interval(x)) else !is.null(lone)
  c(parts, list(about = about, interval_told = any(bounded), columns_told = "Coverage", method_told = told))
}

# The headline of the print as a note.
headline_note <- function(x, style) {
  if (style$format != "text" && is_whole(x)) {
    escape(paste0(span_kind(x)$title, span_counts(x), sub("^, no intervals$", "", headline_interval(x))), style)
  }
}

# Why there is no interval at all, if one was wanted and each estimate is of one document.
lone_document_note <- function(x) {
  n <- x[["n_documents"]]
  known <- !is.na(x[["estimate"]] %||% x[["f1"]])
  wanted <- !(x[["interval"]] %||% "none") %in% c("none", NA)
  if (any(known & wanted) && isTRUE(all(n[known] < 2))) {
    paste0("No intervals, ", ONE_DOCUMENT)
  }
}

#' Tidy results of spans
#'
#' Methods for the generics of package generics, with the column names of package broom.
#'
#' @section Errors:
#' `accord_error_missing_column` if columns of the result were removed.
#'
#' @param x The result of [span_agreement()], [span_alpha()], [span_gamma()], [event_kappa()] or [relation_agreement()].
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

# All columns before the estimate identify the row.
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

span_forest <- function(x, title) {
  check_plot_columns(x, c("coefficient", "label", "estimate", "conf.low", "conf.high", "status"))
  label <- ifelse(
    is.na(x$label), wrap_words(in_words(x$coefficient, SPAN_WORDS), 20),
    paste("Label", cut_labels(as.character(x$label)))
  )
  document <- x[["document"]]
  data <- forest_data(x, label)
  first <- if (is.null(document)) "coefficient" else "document"
  data$panel <- span_panels(x, first, if (!is.null(document)) factor_in_order(cut_labels(document)))
  forest_plot(data, paste0(title, ci_words(x)), bare = bare_documents(data, x[["n_documents"]]))
}

# Why some estimates have no interval, which is over documents, as far as it holds for some of these.
bare_documents <- function(data, n_documents) {
  few <- n_documents[!is.na(data$value) & is.na(data$low)] < 2
  if (length(few) == 0 || anyNA(few)) return("fewer than two documents count, or leaving one out changes nothing")
  c(if (any(few)) "fewer than two documents count", if (!all(few)) "leaving one document out changes nothing")
}

# Panels: the groups of `by`, which are before column `first`, combined with `other`, which also distinguishes rows.
span_panels <- function(x, first, other) {
  group <- plot_groups(x, first)
  if (is.null(group) || is.null(other)) {
    return(group %||% other %||% one_panel(x))
  }
  factor_in_order(paste(group, other, sep = ", "))
}
