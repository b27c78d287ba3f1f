# Severities with their intervals, lenient raters at the bottom; with batches, the way of each rater through them.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_severity <- function(object, ..., sort = TRUE) {
  check_no_dots(...)
  check_flag(sort, "sort")
  check_plot_columns(object, SEVERITY_COLUMNS)
  title <- paste0("Severity in logits", ci_words(object))
  if ("batch" %in% names(object) && length(unique(object$batch)) > 1) {
    return(drift_plot(object, title))
  }
  if (sort) object <- object[order(-object$severity), ]
  data <- forest_data(object, cut_labels(as.character(object$rater)), object$severity)
  data$panel <- own_groups(object, c(SEVERITY_COLUMNS, "batch"), "rater")
  forest_plot(data, title)
}

drift_plot <- function(x, title) {
  x$rater <- as.character(x$rater)
  groups <- own_groups(x, c(SEVERITY_COLUMNS, "batch"), "rater")
  if (!is.null(groups)) x$rater <- paste(x$rater, groups, sep = ", ")
  shown <- first_panels(factor_in_order(x$rater), noun = "rater")
  x <- vctrs::vec_slice(x, shown$rows)
  batches <- of_fit(x, "parts")$batches %||% sort(unique(x$batch))
  batches <- batches[batches %in% x$batch]
  data <- data.frame(
    n = match(x$batch, batches), value = x$severity, low = x$conf.low, high = x$conf.high,
    panel = factor_in_order(cut_labels(x$rater))
  )
  lost <- is.na(data$value)
  names <- cut_labels(as.character(batches), 14)
  across <- panels_across(nlevels(data$panel), 3)
  # Names stand upright where they would run into each other.
  upright <- length(names) * ROW_LETTER * (longest_line(names) + 1) > panel_width("-0.0", across) - 3
  # A row is a rater in a batch, so that a rater may lack some severities and have others.
  start_plot(data[!lost, ], c(shown$caption, missing_caption(data$value, x$status, "severity", "severities"))) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey45", linewidth = 0.35) +
    ggplot2::geom_linerange(
      ggplot2::aes(.data$n, ymin = .data$low, ymax = .data$high), colour = PALETTE[1], linewidth = 0.5
    ) +
    ggplot2::geom_line(ggplot2::aes(.data$n, .data$value), colour = PALETTE[1], linewidth = 0.4) +
    ggplot2::geom_point(ggplot2::aes(.data$n, .data$value), colour = PALETTE[1], size = 1.6) +
    ggplot2::scale_x_continuous(
      breaks = seq_along(batches), labels = names, guide = no_overlap(), expand = ggplot2::expansion(add = 0.3)
    ) +
    ggplot2::scale_y_continuous(labels = axis_numbers) +
    by_panel(data$panel, across) +
    (if (upright) {
      ggplot2::theme(axis.text.x = ggplot2::element_text(angle = 90, hjust = 1, vjust = 0.5, size = 6.5))
    }) +
    ggplot2::labs(x = "Batch", y = axis_title(title, 34))
}
