# The plot of corrected_estimate() and corrected_regression().

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_estimate <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("term", "estimate", "conf.low", "conf.high", "lambda", "status"))
  groups <- plot_groups(object, "term")
  differences <- all(c("group_1", "group_2") %in% names(object))
  if (differences) groups <- factor_in_order(paste(object$group_2, object$group_1, sep = " - "))
  terms <- factor_in_order(term_words(object$term))
  data <- forest_data(object, cut_labels(terms))
  one_term <- nlevels(terms) == 1
  if (!is.null(groups) && one_term) data$label <- factor_in_order(cut_labels(groups))
  if (!is.null(groups) && !one_term) data$panel <- groups
  # Coefficients of a regression are compared with 0, as differences are.
  coefficients <- is_regression(object)
  what <- if (identical(levels(terms), "mean")) "Mean" else paste("Share", if (one_term) paste("of", terms[1]))
  if (differences) what <- paste0("Difference", if (!one_term && nlevels(groups) == 1) paste0(" (", groups[1], ")"))
  if (coefficients) what <- "Coefficient"
  alone <- !is.na(data$value) & is.na(data$low)
  beside <- all(ALONE_COLUMNS %in% names(object))
  if (beside) data <- beside_each_other(data, object)
  forest_plot(
    data, paste0(trimws(what), ci_words(object)),
    if (any(alone)) "Points without a line: labels and predictions do not vary, so that there is no interval.",
    zero = differences || coefficients, read = if (beside) "The intervals of the model alone ignore its errors."
  )
}

# Adds the estimates from predictions alone and from labels alone as rows of their own. The model's limits ignore its
# errors, so that they often do not reach the corrected estimate.
beside_each_other <- function(data, x) {
  row <- function(from, series) {
    part <- data
    part[c("value", "low", "high")] <- lapply(paste0(from, c("_alone", "_low", "_high")), function(name) x[[name]])
    part$reason <- ""
    cbind(part, series = series)[!is.na(part$value), ]
  }
  series <- c("Model alone", "People alone", "Corrected")
  rows <- rbind(row("model", series[1]), row("people", series[2]), cbind(data, series = series[3]))
  rows$series <- factor(rows$series, intersect(series, rows$series))
  rows
}
