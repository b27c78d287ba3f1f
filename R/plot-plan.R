# Plans: how wide the interval will be, against the number of items.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_plan <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(
    object, c("n_items", "ratings_per_item", "coefficient", "width", "width_90", "conf.level")
  )
  none <- object[["interval"]] %in% "none"
  check_plot_values(
    object$width, if (any(none)) "planned without intervals" else "no interval", "design", "a width", n = nrow(object)
  )
  each <- sort(unique(object$ratings_per_item))
  of_each <- factor(
    format(round(object$ratings_per_item, 1), trim = TRUE), format(round(each, 1), trim = TRUE)
  )
  data <- data.frame(
    n = object$n_items, width = object$width, high = object$width_90, each = of_each,
    panel = factor_in_order(coefficient_labels(object))
  )
  lost <- is.na(data$width)
  lines <- any(duplicated(data[c("each", "panel")]))
  start_plot(data[!lost, ], c(
    if (!all(is.na(data$high))) "Thin lines: nine of ten intervals are no wider.",
    missing_caption(data$width, "no interval", "design")
  )) +
    (if (lines) {
      list(
        ggplot2::geom_line(
          ggplot2::aes(.data$n, .data$high, colour = .data$each),
          linewidth = 0.25,
          linetype = "42",
          na.rm = TRUE
        ),
        ggplot2::geom_line(ggplot2::aes(.data$n, .data$width, colour = .data$each), linewidth = 0.55)
      )
    } else {
      ggplot2::geom_linerange(
        ggplot2::aes(.data$n, ymin = .data$width, ymax = .data$high, colour = .data$each), linewidth = 0.3
      )
    }) +
    points_by_size(data, "width", "Ratings per item", 6) +
    ggplot2::scale_y_continuous(
      labels = axis_numbers, limits = c(0, NA), expand = ggplot2::expansion(mult = c(0, 0.05))
    ) +
    by_panel(data$panel, 1) +
    ggplot2::labs(
      x = "Items", y = if (is_same(object$conf.level)) {
        paste0("Width of the ", level_words(object$conf.level[1]), " interval")
      } else {
        "Width of the interval"
      },
      subtitle = if (nlevels(data$panel) == 1) levels(data$panel)
    ) +
    ggplot2::theme(plot.subtitle = ggplot2::element_text(size = 8.5, face = "bold"))
}

# Points at the numbers `n`, with a colour and a shape for each of the sizes `each`.
points_by_size <- function(data, value, title, columns) {
  k <- nlevels(data$each)
  guide <- if (k > 1) ggplot2::guide_legend(ncol = columns) else "none"
  list(
    ggplot2::geom_point(
      ggplot2::aes(.data$n, .data[[value]], colour = .data$each, shape = .data$each), size = 1.8
    ),
    ggplot2::scale_colour_manual(values = rep_len(PALETTE, k), name = title, guide = guide),
    ggplot2::scale_shape_manual(values = rep_len(SHAPES, k), name = title, guide = guide),
    ggplot2::scale_x_continuous(breaks = plan_breaks(data$n), labels = axis_counts, guide = no_overlap())
  )
}

# The planned numbers themselves, as long as they are few.
plan_breaks <- function(n) if (length(unique(n)) <= 8) sort(unique(n)) else whole_breaks
