# Tables of figures of coreference chains.

COREF_WORDS <- c(
  muc = "MUC", b_cubed = "B-cubed", ceaf_m = "CEAF by mentions", ceaf_e = "CEAF by entities",
  blanc = "BLANC", lea = "LEA", conll = "CoNLL mean"
)

table_parts.accord_chain_agreement <- function(x, style) {
  x <- named_totals(x)
  about <- row_labels(x, c("annotator_1", "annotator_2", "document"))
  parts <- result_parts(x, style, notes = phrase_notes(about, x[["status"]], style))
  if (all(c("chain_1", "chain_2") %in% names(x))) {
    # A chain without a partner is named by itself.
    first <- as.character(x[["chain_1"]])
    parts$about <- ifelse(is.na(first), as.character(x[["chain_2"]]), first)
  }
  parts
}

table_parts.accord_chain_alpha <- function(x, style) {
  x <- named_totals(x)
  if (!is.null(x[["distance"]])) x[["distance"]] <- metric_words(x[["distance"]])
  headings <- replace(RESULT_HEADINGS, "estimate", "Krippendorff's alpha")
  limits <- c("conf.low", "conf.high") %in% names(x)
  known <- all(limits) && !all(is.na(x[["conf.low"]]))
  hidden <- list(
    std.error = NULL, conf.low = if (known) interval_column(x, style), conf.high = NULL, interval = NULL,
    conf.level = NULL
  )
  notes <- phrase_notes(row_labels(x, c("document", "distance")), x[["status"]], style)
  result_parts(x, style, headings, replace = hidden, notes = notes)
}

table_parts.accord_coref <- function(x, style) {
  x <- named_totals(x)
  x[["measure"]] <- in_words(x[["measure"]], COREF_WORDS)
  about <- row_labels(x, c("key", "response", "document", "measure"))
  parts <- result_parts(x, style, notes = phrase_notes(about, x[["status"]], style))
  c(parts, list(about = x[["measure"]], because = CONLL_GAPS))
}

table_parts.accord_coref_means <- function(x, style) {
  x[["measure"]] <- in_words(x[["measure"]], COREF_WORDS)
  c(result_parts(x, style), list(about = x[["measure"]], because = CONLL_GAPS))
}

CONLL_GAPS <- list(Recall = "it is a mean of F1")

# "all documents" for the rows of totals, which have no document; then nobody needs the scope.
named_totals <- function(x) {
  if (!is.null(x[["document"]]) && !is.null(x[["scope"]])) {
    x[["document"]] <- ifelse(x[["scope"]] == "total", "all", id_text(x[["document"]]))
    x[["scope"]] <- NULL
  }
  x
}
