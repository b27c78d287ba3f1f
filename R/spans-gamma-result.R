# The result of span_gamma().

span_kind.accord_span_gamma <- function(x) {
  list(title = "Gamma", estimate = "estimate", about = c("coefficient", "label"))
}

table_parts.accord_span_gamma <- function(x, style) {
  coefficient_parts(
    x, style,
    c("simulation.error", "bound.low", "bound.high", "n_alignments", "n_samples", "n_documents", "n_annotators"),
    # Disorder may exceed 1.
    setdiff(SPAN_SHARES, c("observed", "expected")), "disorder", c(
      "Agreement on" = "labels only: those of aligned spans; a label: the pairs of these in which it is"
    )
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_span_gamma <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  span_forest(object, "Gamma")
}
