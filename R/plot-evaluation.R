# Scores against gold, with their intervals.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_evaluation <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("class", "metric", "estimate", "conf.low", "conf.high"))
  group <- plot_groups(object, "class")
  metric <- as.character(object$metric)
  words <- in_words(metric, SCORE_WORDS)
  of_class <- !is.na(object$class)
  rows <- ifelse(of_class, cut_labels(object$class), words)
  series <- ifelse(of_class, words, "All classes")
  data <- data.frame(
    value = object$estimate, low = object$conf.low, high = object$conf.high, reason = plain_reasons(object),
    label = factor_in_order(rows), series = factor(series, unique(series)),
    # A class may be called as a score is.
    panel = factor_in_order(
      paste0(ifelse(of_class, "By class", "All classes"), if (!is.null(group)) paste0(", ", group))
    )
  )
  if (!any(of_class)) {
    data$label <- factor_in_order(wrap_words(rows, 20))
    data$series <- NULL
    data$panel <- group
  }
  level <- unique(object[["conf.level"]])
  title <- paste0("Score", if (length(level) == 1) paste0(", ", format(100 * level), "% CI"))
  forest_plot(data, title, zero = any(metric %in% "correlation"), silent = "All classes")
}

#' @rdname autoplot.accord
#' @export
plot.accord_evaluation <- function(x, ...) draw(x, ...)
