# The result of span_alpha().

span_kind.accord_span_alpha <- function(x) {
  list(title = "Alpha for unitizing", estimate = "estimate", about = c("coefficient", "label"))
}

table_parts.accord_span_alpha <- function(x, style) {
  meanings <- c(
    "Agreement on" = paste(
      "positions only: as if all spans had one label; labels only: where spans of two annotators overlap, and likewise",
      "for a single label"
    )
  )
  coefficient_parts(x, style, c("n_documents", "n_annotators"), meanings = meanings)
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_span_alpha <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  span_forest(object, "Alpha for unitizing")
}
