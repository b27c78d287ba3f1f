# The result of relation_agreement().

span_kind.accord_relation_agreement <- function(x) {
  list(title = "Agreement on relations", estimate = "estimate", about = c("annotator_1", "annotator_2", "coefficient"))
}

text_columns.accord_relation_agreement <- function(x) c("annotator_1", "annotator_2", "coefficient", "document")

table_parts.accord_relation_agreement <- function(x, style) {
  about <- pair_names(x)
  x <- named_means(x, style)
  x[["coefficient"]] <- in_words(x[["coefficient"]], SPAN_WORDS)
  about <- with_varying_keys(x, about, c("annotator_1", "annotator_2"), c(ROW_KEYS, "coefficient"))
  hidden <- Filter(function(name) all(is.na(x[[name]])), intersect(c("n_pairs", "n_1", "n_2", "linked"), names(x)))
  parts <- span_parts(
    x, style, about, c("found", "n_documents", hidden, paired_away(style)), c(ROW_KEYS, "coefficient"),
    c(SPAN_SHARES, "linked"),
    headings = c(n_1 = "Relations, first", n_2 = "Relations, second", pair_heading(style))
  )
  shown <- style$format != "text" && "linked" %in% setdiff(names(x), hidden)
  meaning <- c(Linked = "linked: the share of ends of relations that are linked to an end of the other annotator")
  if (shown) with_meanings(parts, meaning) else parts
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_relation_agreement <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  pair_forest(object, "Agreement on relations")
}
