# Tables as tiles: darker tiles are higher values, and the numbers are shown in the tiles if they fit.

# `data`: `row` and `column` (factors, ordered from the top and from the left), `value`, `text`, and `panel` if there
# are several.
tile_plot <- function(data, name, caption, limits = NULL, axes = c("", "")) {
  panels <- max(length(unique(data$panel)), 1)
  across <- tile_columns(data, panels)
  panel <- panel_width(levels(data$row), across)
  # The title of the axis and the gaps reduce the width of the headings.
  heading <- panel - if (across > 1) PANEL_GAP else 2
  tile <- tile_size(data, panels, across)
  fits <- nlevels(data$column) <= 12 && numbers_fit(tile, data$text)
  data$row <- factor(data$row, rev(levels(data$row)))
  limits <- limits %||% range(c(0, data$value), na.rm = TRUE)
  light <- max(limits[1], min(0, limits[2]))
  data$dark <- !is.na(data$value) & (data$value - light) / max(limits[2] - light, 1e-12) > 0.5
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
        size = if (nlevels(data$column) * across <= 8) 2.5 else 1.9,
        # In small tiles some numbers are left out rather than drawn over each other, as with the names of rows.
        check_overlap = TRUE
      )
    }) +
    ggplot2::scale_colour_manual(values = c("FALSE" = "black", "TRUE" = "white"), guide = "none") +
    tile_colours(limits, name) +
    ggplot2::scale_x_discrete(guide = no_overlap(), expand = c(0, 0), drop = FALSE) +
    ggplot2::scale_y_discrete(guide = no_overlap(), expand = c(0, 0), drop = FALSE) +
    by_panel(data$panel, across, width = heading, lines = if (panels > 3) 2) +
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

# Colours from light to dark; with negative values, from 0 in both directions, with equal saturation at equal
# distance.
tile_colours <- function(limits, name) {
  guide <- ggplot2::guide_colourbar(
    title.position = "top", barheight = ggplot2::unit(2.5, "mm"), barwidth = ggplot2::unit(30, "mm")
  )
  colours <- c(LOW_COLOUR, HIGH_COLOUR)
  at <- 0:1
  if (limits[1] < 0 && limits[2] > 0) {
    far <- max(abs(limits))
    below <- grDevices::colorRamp(c(LOW_COLOUR, MINUS_COLOUR))(-limits[1] / far)
    colours <- c(grDevices::rgb(below, maxColorValue = 255), colours)
    at <- c(0, -limits[1] / diff(limits), 1)
  }
  ggplot2::scale_fill_gradientn(
    colours = colours, values = at, na.value = NO_VALUE, limits = limits, labels = axis_numbers, name = name,
    breaks = few_breaks(30), guide = guide
  )
}

# The size of a tile in millimetres, in a figure of 8 x 7 cm, after subtracting axes, names and legend.
tile_size <- function(data, panels, across) {
  names <- if (short_labels(data, across)) 4 else ROW_LETTER * longest_line(levels(data$column))
  high <- (52 - names) / ceiling(panels / across) - (if (panels > 1) 9 else 0)
  list(wide = panel_width(levels(data$row), across) / nlevels(data$column), high = high / nlevels(data$row))
}

# Whether the numbers fit into tiles; a letter is 1.1 mm wide.
numbers_fit <- function(tile, text) tile$wide >= 1.1 * max(nchar(text)) + 0.5 && tile$high >= 2.1

# How many panels, up to `most`, can show their numbers; four if not even one can.
panels_with_numbers <- function(data, most) {
  for (n in most:1) {
    if (numbers_fit(tile_size(data, n, tile_columns(data, n)), data$text)) return(n)
  }
  min(most, 4)
}

# The smallest height of tiles in millimetres at which rows can be distinguished and named.
LOWEST_TILE <- 1.5

# How many of `n` panels of tiles can show rows and columns with these names. If the tiles of a single panel are
# already lower than LOWEST_TILE, tiles of several panels have at least half of its height.
panels_of_tiles <- function(labels, n) {
  data <- list(row = factor_in_order(labels), column = factor_in_order(labels))
  high <- function(most) {
    across <- tile_columns(data, most)
    # Vertical names of columns take more height, and so does the caption that tells the number of groups.
    below <- (if (short_labels(data, across)) 0 else 8) + (if (most < n) 4 else 0)
    tile_size(data, most, across)$high - below / ceiling(most / across) / length(labels)
  }
  for (most in seq(max(1, min(n, MAX_PANELS)), 1)) {
    if (high(most) >= min(LOWEST_TILE, high(1) / 2)) return(most)
  }
  1
}

# The number of panels side by side for which the smaller side of a tile is longest.
tile_columns <- function(data, panels) {
  sides <- vapply(seq_len(min(panels, 3)), function(across) min(unlist(tile_size(data, panels, across))), 0)
  which.max(sides)
}

# Whether the labels of the columns fit side by side in a figure 8 cm wide.
short_labels <- function(data, across) {
  labels <- levels(data$column)
  length(labels) * across * (max(nchar(labels)) + 1.5) <= 42
}

# A table as the data of tile_plot(), with its dimnames as rows and columns.
table_tiles <- function(table, value, text, panel) {
  data.frame(
    row = factor(rownames(table)[row(table)], rownames(table)),
    column = factor(colnames(table)[col(table)], colnames(table)),
    value = as.vector(value), text = as.vector(text), panel = panel
  )
}

category_tiles <- function(x) {
  check_disagreement(x)
  check_plot_columns(x, c("category_1", "category_2", "share"))
  names <- cut_labels(unique(c(as.character(x$category_1), as.character(x$category_2))), 16)
  shown <- first_groups(x, "category_1", panels_of_tiles(names, nlevels(plot_groups(x, "category_1"))))
  x <- shown$rows
  labels <- function(category) as.character(category)
  known <- if (is.factor(x$category_1)) levels(x$category_1) else sort(
    unique(c(labels(x$category_1), labels(x$category_2)))
  )
  used <- known[known %in% c(labels(x$category_1), labels(x$category_2))]
  short <- cut_labels(used, 16)
  place <- function(category) factor(match(labels(category), used), seq_along(used), short)
  tiles <- function(first, second) {
    data.frame(
      row = place(first), column = place(second), value = x$share, text = plot_numbers(x$share), panel = shown$panel
    )
  }
  tile_plot(
    rbind(tiles(x$category_1, x$category_2), tiles(x$category_2, x$category_1)), "Share of the disagreement",
    shown$caption
  )
}

check_disagreement <- function(x) {
  if (nrow(x) == 0) {
    abort_accord(
      "no_rows",
      c(
        "A plot of disagreements needs an item on which raters differ.", x = "{.arg object} has 0 rows.",
        i = "Either the raters agree on every item, or all rows were taken out."
      )
    )
  }
}
