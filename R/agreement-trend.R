# Estimates over time: groups that are days are points on an axis of time, not rows of a list.

# Whether the groups are three or more days or moments, also as text such as "2024-03-01".
is_trend <- function(x) {
  keys <- agreement_keys(x)
  if (length(keys) != 1 || length(unique(keys[[1]])) < 3 || length(unique(coefficient_labels(x))) > 3) return(FALSE)
  !is.null(times_of(keys[[1]])) && !vctrs::vec_duplicate_any(data.frame(keys[[1]], coefficient_labels(x)))
}

times_of <- function(key) {
  if (inherits(key, c("Date", "POSIXct"))) return(if (all(is.finite(key))) key)
  key <- as.character(key)
  if (!all(grepl("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", key))) return(NULL)
  day <- as.Date(key, optional = TRUE)
  if (!anyNA(day)) day
}

trend_plot <- function(x) {
  labels <- coefficient_labels(x)
  data <- data.frame(
    at = times_of(agreement_keys(x)[[1]]), value = as.double(x[["estimate"]]),
    low = as.double(x[["conf.low"]] %||% NA), high = as.double(x[["conf.high"]] %||% NA),
    panel = factor_in_order(labels)
  )
  data <- data[order(data$at), ]
  k <- nlevels(data$panel)
  known <- data[!is.na(data$value), ]
  check_plot_values(data$value, x$status, "row")
  interval <- interval_column(x, list(format = "markdown", digits = 2, leading_zero = FALSE))
  title <- if (k == 1) labels[1] else "Estimate"
  if (!is.null(interval)) title <- paste0(title, ", ", interval$heading)
  zero <- min(known$value, known$low, na.rm = TRUE) < 0
  start_plot(
    known, missing_caption(data$value, x$status, "row"),
    "Points are estimates, vertical lines their intervals.",
    alt_list(
      paste0(title, " over time"),
      paste0(format(known$at), if (k > 1) paste0(", ", known$panel), " ", interval_texts(known, TRUE)), known$value
    )
  ) +
    (if (zero) ggplot2::geom_hline(yintercept = 0, colour = "grey45", linewidth = 0.35)) +
    ggplot2::geom_line(ggplot2::aes(.data$at, .data$value), colour = PALETTE[1], linewidth = 0.3) +
    ggplot2::geom_linerange(
      ggplot2::aes(.data$at, ymin = .data$low, ymax = .data$high), colour = PALETTE[1], linewidth = 0.5, na.rm = TRUE
    ) +
    ggplot2::geom_point(
      ggplot2::aes(.data$at, .data$value), colour = PALETTE[1], size = if (nrow(known) > 60) 1.1 else 1.8
    ) +
    # The series of a day would cover each other in one panel.
    by_panel(known$panel, 1) +
    (if (inherits(data$at, "Date")) {
      ggplot2::scale_x_date(guide = no_overlap())
    } else {
      ggplot2::scale_x_datetime(guide = no_overlap())
    }) +
    ggplot2::scale_y_continuous(labels = axis_numbers, guide = no_overlap()) +
    # Labels of days have no year.
    ggplot2::labs(
      x = if (is_same(format(known$at, "%Y"))) format(known$at[1], "%Y"), y = axis_title(title, panel_height())
    )
}
