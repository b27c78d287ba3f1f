# Estimates with their intervals, by group and coefficient.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_agreement <- function(object, ..., benchmark = NULL, sort = FALSE) {
  check_no_dots(...)
  check_choice(benchmark, names(SCALES), "benchmark", optional = TRUE)
  check_flag(sort, "sort")
  check_plot_columns(object, c("coefficient", "estimate"))
  check_table_numbers(object)
  data <- agreement_points(object, sort)
  # A mean over pairs of raters may have a limit far below.
  cut <- any(data$low < -1 & data$value >= -1, na.rm = TRUE)
  if (cut) data$low <- pmax(data$low, -1)
  labels <- coefficient_labels(object)
  title <- if (is_same(labels)) labels[1] else "Estimate"
  interval <- interval_column(object, list(format = "markdown", digits = 2, leading_zero = FALSE))
  forest_plot(
    data, if (is.null(interval)) title else paste0(title, ", ", interval$heading),
    caption = c(
      if (!is.null(benchmark)) paste0("Bands after ", SCALES[[benchmark]]$source, "."),
      if (cut) "Intervals that go below -1 are cut there."
    ),
    bands = if (!is.null(benchmark)) benchmark_bands(SCALES[[benchmark]], data)
  )
}

#' @rdname autoplot.accord
#' @export
plot.accord_agreement <- function(x, ...) draw(x, ...)

# Groups are rows, and up to three coefficients stand in each; of more, each group is a panel of coefficients.
agreement_points <- function(x, sort) {
  label <- coefficient_labels(x)
  group <- group_names(x)
  groups <- length(unique(group))
  coefficients <- length(unique(label))
  n <- nrow(x)
  data <- data.frame(
    value = as.double(x[["estimate"]]),
    low = as.double(x[["conf.low"]] %||% rep(NA, n)), high = as.double(x[["conf.high"]] %||% rep(NA, n)),
    reason = plain_reasons(x)
  )
  rows <- if (groups == 1) label else group
  if (groups == 1 && coefficients == 1) rows <- rep("", n)
  if (groups > 1 && coefficients > 3) {
    # Panels are the fewer of the two.
    by_group <- groups <= coefficients
    rows <- if (by_group) label else group
    data$panel <- factor_in_order(if (by_group) group else label)
  } else if (groups > 1 && coefficients > 1) {
    data$series <- factor_in_order(label)
  }
  # The names of coefficients are words, those of groups anything.
  rows <- if (identical(rows, label)) wrap_words(rows, 20) else cut_labels(rows)
  data$label <- if (sort) sorted_rows(rows, data$value) else factor_in_order(rows)
  data
}

# The highest first; rows without a value last.
sorted_rows <- function(rows, value) {
  mean <- tapply(value, factor(rows, unique(rows)), function(v) mean(v, na.rm = TRUE))
  factor(rows, names(mean)[order(-mean, na.last = TRUE)])
}

benchmark_bands <- function(scale, data) {
  lower <- scale$lower
  upper <- c(1, lower[-length(lower)])
  # Below 0 only as far as the data go.
  least <- min(c(0, data$value, data$low), na.rm = TRUE)
  seen <- upper > least + 1e-9
  bands <- data.frame(low = pmax(lower, least), high = upper, label = scale$label)[seen, ]
  bands$fill <- grDevices::grey(seq(0.82, 0.98, length.out = length(lower)))[seen]
  list(
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$low, xmax = .data$high, ymin = -Inf, ymax = Inf),
      data = bands, fill = bands$fill
    ),
    ggplot2::geom_text(
      ggplot2::aes(x = (.data$low + .data$high) / 2, label = paste0(" ", .data$label)),
      data = bands, y = Inf, hjust = 0, angle = 40, size = 2.1, colour = "grey25"
    ),
    # The words of the bands stand above the panel.
    ggplot2::coord_cartesian(clip = "off"),
    ggplot2::theme(plot.margin = ggplot2::margin(32, 26, 4, 4))
  )
}
