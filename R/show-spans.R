# Tables of figures of spans.

SPAN_WORDS <- c(
  exact = "Exact", boundaries = "Boundaries", type = "Label, overlapping", overlap = "Overlapping",
  u_alpha = "Unitizing alpha", u_alpha_binary = "Unitizing alpha, places alone",
  cu_alpha = "Unitizing alpha, labels alone", ku_alpha = "Unitizing alpha of a label",
  alpha_2004 = "Unitizing alpha (2004)", gamma = "Gamma", gamma_cat = "Gamma, labels alone",
  gamma_k = "Gamma of a label"
)

span_headings <- function() {
  c(
    RESULT_HEADINGS[!names(RESULT_HEADINGS) %in% c("std.error", "n")],
    match = "Match", coefficient = "Coefficient", n_1 = "Spans of first", n_2 = "Spans of second",
    coverage = "Coverage", n_documents = "Documents", n_spans = "Spans"
  )
}

check_table.accord_span_agreement <- function(x) check_table_cells(x)
check_table.accord_span_alpha <- function(x) check_table_cells(x)
check_table.accord_span_gamma <- function(x) check_table_cells(x)

table_parts.accord_span_agreement <- function(x, style, wide) {
  check_not_wide(wide)
  # Columns may have been taken away.
  mean <- is.na(x[["annotator_1"]] %||% rep(FALSE, nrow(x)))
  about <- ifelse(mean, "all pairs", paste(x[["annotator_1"]], x[["annotator_2"]], sep = " and "))
  for (name in intersect(c("annotator_1", "annotator_2"), names(x))) {
    x[[name]] <- ifelse(mean, "mean", as.character(x[[name]]))
  }
  if (!is.null(x[["match"]])) x[["match"]] <- in_words(x[["match"]], SPAN_WORDS)
  span_parts(x, style, about, c("found_1", "found_2", "n_documents"))
}

table_parts.accord_span_alpha <- function(x, style, wide) {
  check_not_wide(wide)
  coefficient_parts(x, style, c("n_documents", "n_annotators"))
}

table_parts.accord_span_gamma <- function(x, style, wide) {
  check_not_wide(wide)
  coefficient_parts(
    x, style, c("simulation.error", "lowest", "highest", "n_alignments", "n_samples", "n_documents", "n_annotators")
  )
}

coefficient_parts <- function(x, style, hidden) {
  if (!is.null(x[["coefficient"]])) x[["coefficient"]] <- in_words(x[["coefficient"]], SPAN_WORDS)
  of_label <- !is.na(x[["label"]] %||% rep(NA, nrow(x)))
  coefficient <- x[["coefficient"]] %||% rep("", nrow(x))
  about <- ifelse(of_label, paste(coefficient, x[["label"]]), coefficient)
  if (!is.null(x[["label"]])) x[["label"]] <- ifelse(of_label, as.character(x[["label"]]), "all")
  span_parts(x, style, about, hidden)
}

# `hidden`: columns for reading, not for a table.
span_parts <- function(x, style, about, hidden) {
  interval <- if (all(c("conf.low", "conf.high") %in% names(x))) interval_column(x, style)
  hidden <- c(hidden, "std.error", "conf.level")
  replace <- c(
    rlang::set_names(rep(list(NULL), length(hidden)), hidden),
    list(conf.low = interval, conf.high = NULL)
  )
  result_parts(
    x, style, span_headings(), c(RESULT_SHARES, "coverage"), replace, phrase_notes(about, x[["status"]], style)
  )
}
