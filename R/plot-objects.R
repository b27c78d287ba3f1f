# What results are made of has no plot of its own: which results have one.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_spans <- function(object, ...) {
  abort_no_plot("Spans have", c("span_agreement", "span_alpha", "span_gamma"))
}

#' @rdname autoplot.accord
#' @export
plot.accord_spans <- function(x, ...) autoplot.accord_spans(x)

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_chains <- function(object, ...) {
  abort_no_plot("Coreference chains have", c("chain_agreement", "coref_scores", "chain_alpha"))
}

#' @rdname autoplot.accord
#' @export
plot.accord_chains <- function(x, ...) autoplot.accord_chains(x)

abort_no_plot <- function(what, verbs) {
  abort_accord(
    "no_plot",
    c(
      "{what} no plot of their own.",
      i = "The results of {.fn {verbs}} have one."
    ),
    verbs = verbs
  )
}
