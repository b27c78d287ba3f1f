# Tables as tiles: the darker, the more, with the numbers in the tiles as long as they fit.

# `data`: `row`, `column` (factors, in the order from the top and from the left), `value`, `text`, and `panel`
# if there are several.
tile_plot <- function(data, name, caption = character(), limits = NULL, axes = c("", "")) {
  panels <- max(length(unique(data$panel)), 1)
  across <- min(panels, if (nlevels(data$column) > 8) 1 else if (nlevels(data$column) > 4) 2 else 3)
  # Millimetres, where letters of the axis take 1.3 and those in the tiles 1.1.
  panel <- (76 - 1.3 * max(nchar(levels(data$row)))) / across
  fits <- nlevels(data$column) <= 12 && panel / nlevels(data$column) >= 1.1 * max(nchar(data$text)) + 0.5
  data$row <- factor(data$row, rev(levels(data$row)))
  limits <- limits %||% range(c(0, data$value), na.rm = TRUE)
  data$dark <- !is.na(data$value) & (data$value - limits[1]) / max(diff(limits), 1e-12) > 0.5
  n <- max(nlevels(data$row), nlevels(data$column) * across)
  size <- if (n <= 15) 7.5 else if (n <= 30) 6 else if (n <= 60) 4.5 else 3.5
  start_plot(data, caption) +
    ggplot2::geom_tile(
      ggplot2::aes(.data$column, .data$row, fill = .data$value),
      colour = if (n <= 40) "white" else NA, linewidth = 0.3
    ) +
    (if (fits) {
      ggplot2::geom_text(
        ggplot2::aes(.data$column, .data$row, label = .data$text, colour = .data$dark),
        size = if (nlevels(data$column) * across <= 8) 2.5 else 1.9
      )
    }) +
    ggplot2::scale_colour_manual(values = c("FALSE" = "black", "TRUE" = "white"), guide = "none") +
    ggplot2::scale_fill_gradient(
      low = LOW_COLOUR, high = HIGH_COLOUR, na.value = NO_VALUE, limits = limits,
      labels = axis_numbers, name = name,
      guide = ggplot2::guide_colourbar(
        title.position = "top", barheight = ggplot2::unit(2.5, "mm"), barwidth = ggplot2::unit(30, "mm")
      )
    ) +
    ggplot2::scale_x_discrete(guide = no_overlap(), expand = c(0, 0), drop = FALSE) +
    ggplot2::scale_y_discrete(guide = no_overlap(), expand = c(0, 0), drop = FALSE) +
    by_panel(data$panel, across, room = max(panel %/% 2, 6)) +
    ggplot2::theme(
      panel.grid.major = ggplot2::element_blank(),
      axis.text.x = ggplot2::element_text(
        size = size, angle = if (short_labels(data, across)) 0 else 90,
        hjust = if (short_labels(data, across)) 0.5 else 1, vjust = 0.5
      ),
      axis.text.y = ggplot2::element_text(size = size)
    ) +
    ggplot2::labs(x = axes[1], y = axes[2])
}

# Do the labels of the columns stand beside each other at 8 cm?
short_labels <- function(data, across) {
  labels <- levels(data$column)
  length(labels) * across * (max(nchar(labels)) + 1.5) <= 42
}

# A table as the data of tiles: rows and columns by their names.
table_tiles <- function(table, value, text, panel = NULL) {
  data <- data.frame(
    row = factor(rownames(table)[row(table)], rownames(table)),
    column = factor(colnames(table)[col(table)], colnames(table)),
    value = as.vector(value), text = as.vector(text)
  )
  if (!is.null(panel)) data$panel <- panel
  data
}
