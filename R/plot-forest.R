# Points with intervals in rows, which most results are: estimates, differences, means, scores.

# `data`: `label`, `value`, `low`, `high`, `reason` (why there is no value), and, if there are several,
# `series` (factors by colour and shape) and `panel`. `silent`: a series that the legend does not name.
forest_plot <- function(data, title, caption = character(), zero = TRUE, bands = NULL, silent = NULL) {
  data <- forest_rows(data)
  several <- nlevels(data$series) > 1
  lost <- data[is.na(data$value), ]
  rows <- data[!duplicated(data$row), ]
  start_plot(data, caption) +
    bands +
    (if (zero) ggplot2::geom_vline(xintercept = 0, colour = "grey45", linewidth = 0.35)) +
    # Without numbers an axis has no place for words.
    (if (!zero && all(is.na(c(data$value, data$low)))) ggplot2::expand_limits(x = 0:1)) +
    ggplot2::geom_linerange(
      ggplot2::aes(y = .data$y, xmin = .data$low, xmax = .data$high, colour = .data$series),
      linewidth = 0.5, na.rm = TRUE, orientation = "y"
    ) +
    ggplot2::geom_point(
      ggplot2::aes(x = .data$value, y = .data$y, colour = .data$series, shape = .data$series),
      size = if (nrow(data) > 40) 1.1 else 1.8, na.rm = TRUE
    ) +
    reasons_layer(lost) +
    ggplot2::scale_x_continuous(labels = axis_numbers) +
    ggplot2::scale_y_continuous(
      breaks = rows$row, labels = as.character(rows$label), guide = no_overlap(),
      expand = ggplot2::expansion(add = 0.6)
    ) +
    series_scales(data$series, several, silent) +
    by_panel(data$panel, 1, "free_y") +
    row_axis(nrow(rows)) +
    ggplot2::labs(x = wrap_words(title, 36), y = NULL)
}

# The place of each row from the bottom up, and of its series around it.
forest_rows <- function(data) {
  n <- nrow(data)
  data$panel <- data$panel %||% factor_in_order(rep("", n))
  data$series <- data$series %||% factor_in_order(rep("", n))
  data$reason <- strtrim(data$reason %||% rep("", n), 40)
  key <- paste(as.integer(data$panel), as.character(data$label), sep = "\r")
  sorted <- unique(key[order(data$panel, data$label)])
  data$row <- length(sorted) + 1 - match(key, sorted)
  # Within its row each series has a place; a single one stands in the middle.
  place <- stats::ave(as.integer(data$series), key, FUN = rank)
  k <- stats::ave(place, key, FUN = max)
  data$y <- data$row + (k + 1 - 2 * place) / (2 * k) * 0.7
  data
}

series_scales <- function(series, several, silent) {
  n <- nlevels(series)
  named <- setdiff(levels(series), silent)
  guide <- if (several) ggplot2::guide_legend(ncol = legend_columns(named)) else "none"
  # Names longer than the figure is wide stand below each other.
  list(
    ggplot2::scale_colour_manual(
      values = stats::setNames(rep_len(PALETTE, n), levels(series)),
      name = NULL,
      guide = guide,
      breaks = named
    ),
    ggplot2::scale_shape_manual(
      values = stats::setNames(rep_len(SHAPES, n), levels(series)), name = NULL, guide = guide, breaks = named
    )
  )
}

legend_columns <- function(labels) max(1, min(length(labels), 48 %/% (max(nchar(labels)) + 5)))
