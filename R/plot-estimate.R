# Estimates corrected for the errors of a model: shares, means, differences and coefficients with their intervals.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_estimate <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("term", "estimate", "conf.low", "conf.high", "lambda", "status"))
  groups <- plot_groups(object, "term")
  differences <- all(c("group_1", "group_2") %in% names(object))
  if (differences) groups <- factor_in_order(paste(object$group_2, object$group_1, sep = " - "))
  terms <- factor_in_order(as.character(object$term))
  data <- forest_data(object, cut_labels(terms))
  one_term <- nlevels(terms) == 1
  if (!is.null(groups) && one_term) data$label <- factor_in_order(cut_labels(groups))
  if (!is.null(groups) && !one_term) data$panel <- groups
  # Those of a regression have no lambda, and are compared with 0 as differences are.
  coefficients <- !differences && all(is.na(object$lambda[!is.na(object$estimate)]))
  what <- if (identical(levels(terms), "mean")) "Mean" else paste("Share", if (one_term) paste("of", terms[1]))
  if (differences) what <- paste0("Difference", if (!one_term && nlevels(groups) == 1) paste0(" (", groups[1], ")"))
  if (coefficients) what <- "Coefficient"
  alone <- !is.na(data$value) & is.na(data$low)
  forest_plot(
    data, paste0(trimws(what), ci_words(object)),
    if (any(alone)) "Points without a line: labels and predictions do not vary, so that there is no interval.",
    zero = differences || coefficients
  )
}
