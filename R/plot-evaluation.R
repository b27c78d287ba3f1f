# Scores against gold, with their intervals.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_evaluation <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("class", "measure", "estimate", "conf.low", "conf.high"))
  measure <- as.character(object$measure)
  # Classes of calibration() are values of confidence, which have an accuracy each.
  if (any(measure[!is.na(object$class)] == "accuracy")) {
    return(confidence_plot(object))
  }
  group <- plot_groups(object, "class")
  words <- in_words(measure, SCORE_WORDS)
  of_class <- !is.na(object$class)
  rows <- ifelse(of_class, cut_labels(object$class), words)
  all_classes <- "All classes"
  part <- factor_in_order(ifelse(of_class, "By class", all_classes))
  series <- ifelse(of_class, words, all_classes)
  data <- forest_data(object, wrap_words(rows, 20))
  data$series <- factor_in_order(series)
  # A class may be called as a score is. Parts of all are panels, those of groups stand in one.
  if (is.null(group)) data$panel <- part else data[c("part", "panel")] <- list(part, group)
  if (!any(of_class)) data$series <- NULL
  level <- unique(object[["conf.level"]])
  title <- paste0("Score", if (length(level) == 1) paste0(", ", format(100 * level), "% CI"))
  forest_plot(
    data, title,
    zero = any(measure %in% "correlation"), silent = if (is.null(group)) all_classes,
    # Both parts are drawn, the first rows of each.
    panels = if (!is.null(group)) "group", stacked = is.null(group)
  )
}
