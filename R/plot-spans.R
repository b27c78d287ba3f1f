# Figures of spans with their intervals, in rows.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_span_agreement <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("annotator_1", "annotator_2", "match", "f1", "conf.low", "conf.high", "status"))
  first <- id_text(object$annotator_1)
  second <- id_text(object$annotator_2)
  mean <- is.na(first) | is.na(second)
  pair <- rep("Mean of pairs", nrow(object))
  pair[!mean] <- pair_labels(first[!mean], second[!mean], ", ", 30)
  part <- object[["label"]] %||% object[["document"]]
  label <- if (is.null(part)) pair else cut_labels(part)
  if (!is.null(part)) pair <- factor_in_order(pair)
  data <- forest_data(object, label, object$f1)
  if (is.null(part)) data[c("first", "second", "between")] <- list(first, replace(second, mean, NA), ", ")
  if (!is_same(object$match)) data$series <- factor_in_order(in_words(object$match, SPAN_WORDS))
  data$panel <- span_panels(object, "annotator_1", if (!is.null(part) && nlevels(pair) > 1) pair)
  forest_plot(data, paste0("F1 of spans", ci_words(object)), zero = FALSE)
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_span_alpha <- function(object, ...) {
  check_no_dots(...)
  span_forest(object, "Alpha for unitizing")
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_span_gamma <- function(object, ...) {
  check_no_dots(...)
  span_forest(object, "Gamma")
}

span_forest <- function(x, title) {
  check_plot_columns(x, c("coefficient", "label", "estimate", "conf.low", "conf.high", "status"))
  label <- ifelse(is.na(x$label), in_words(x$coefficient, SPAN_WORDS), cut_labels(as.character(x$label)))
  document <- x[["document"]]
  data <- forest_data(x, label)
  first <- if (is.null(document)) "coefficient" else "document"
  data$panel <- span_panels(x, first, if (!is.null(document)) factor_in_order(cut_labels(document)))
  forest_plot(data, paste0(title, ci_words(x)))
}

# The groups of `by`, which stand before column `first`, and what else parts the rows.
span_panels <- function(x, first, other) {
  group <- plot_groups(x, first)
  if (is.null(group) || is.null(other)) {
    return(group %||% other %||% one_panel(x))
  }
  factor_in_order(paste(group, other, sep = ", "))
}
