# Forest plots: points with intervals in rows, for estimates, differences, means and scores.

# `data` has the columns `label`, `value`, `low`, `high` and `reason` (why there is no value), and optionally `name`
# (the uncut label), or `first`, `second` and `between` for pairs (`second` is NA in a row that is not a pair),
# `series` (a factor shown by colour and shape), `part` (groups of rows with a gap between them) and `panel`.
# `panels`: the noun for a panel, used if some are left out for lack of space; NULL draws all. `stacked`: panels are
# placed below each other. `columns`: the number of columns for the rows of a single panel, NULL for two if there are
# many rows. `leading_zero`: whether numbers can exceed 1, so that those below 1 have a zero before the point.
# `bare`: the reasons why some estimates have no interval. `reach`: values that the axis includes.
# The column `unasked` of `data` says whether no intervals were asked for.
forest_plot <- function(data, title, caption = character(), zero = TRUE, bands = NULL, panels = "group",
                        stacked = FALSE, columns = NULL, read = NULL, leading_zero = FALSE, bare = NULL,
                        reach = NULL) {
  # A column with only NA may be logical, which a continuous axis does not accept.
  data[c("value", "low", "high")] <- lapply(data[c("value", "low", "high")], as.double)
  data <- apart_rows(data)
  # The row of several series needs no legend.
  of_row <- only_row(data)
  rows_read <- if (length(of_row) && !grepl(of_row, title, fixed = TRUE)) paste0("All rows are of ", of_row, ".")
  if (length(of_row)) data <- series_rows(data)
  # A caption is likely if there are many rows.
  many <- length(unique(data$label)) > 0.5 * max_lines()
  longer <- (sum(nchar(read)) + 40 * (length(read) > 0)) %/% (50 * page_scale())
  bare <- if (any(is.na(data$low) & !is.na(data$value)) && !isTRUE(data$unasked[1])) bare
  some <- any(!is.na(data$low))
  told <- sum(nchar(c(caption, bare)))
  sentences <- many + longer + ceiling(told / (SENTENCE * page_scale()))
  if (!stacked && is.null(columns) && are_crowded(data, sentences)) {
    data$panel <- data$series
    data$series <- panels <- NULL
  }
  local_legend(levels(data$series), sentences)
  layout <- forest_layout(data, panels, stacked, columns)
  data <- apart_groups(forest_rows(layout$data, layout$each), layout$each)
  several <- nlevels(data$series) > 1
  lost <- data[is.na(data$value), ]
  rows <- data[!duplicated(data$row), ]
  down <- ceiling(length(unique(data$panel)) / layout$across)
  lines <- (if (layout$each) nrow(rows) / layout$across else nrow(rows) * down) + 2 * (down - 1)
  # The reason for a missing value takes the height of a line; a row with several series has a line for each.
  most <- max(table(data$panel, data$row))
  places <- lines * most
  values <- forest_values(data, layout, lines, down, stacked, leading_zero)
  width <- layout$width - (values$width %||% 0)
  # Without numbers the axis needs an extent, so that the reasons can be placed.
  drawn <- c(data$value, data$low, data$high, reach, if (zero) 0)
  if (all(is.na(c(data$value, data$low)))) drawn <- c(drawn, 0:1)
  units <- if (leading_zero) axis_units else axis_numbers
  ticks <- enclosing_breaks(drawn, width, units)
  inside <- values_inside(values, width, ticks)
  outside <- if (!isTRUE(values$inside)) values
  high <- max(9, 1.4 * series_room(most)) * (lines + 0.5)
  # The rest of the page stays empty below few rows of one panel, or of panels side by side, which are only as high as
  # these need. Headings take up to three lines.
  heading <- if (nlevels(data$panel) > 1) 12 else 0
  empty <- if (down == 1 && !layout$in_columns) max(0, panel_height() - heading - high) else 0
  size <- point_size(data, width, c(drawn, ticks))
  start_plot(
    data, c(caption, no_line_caption(bare, some, size$hidden), layout$caption, reasons_caption(lost, width, places)),
    c(forest_reading(data, values), rows_read, read), forest_alt(data, title)
  ) +
    (if (is.function(bands)) bands(data) else bands) +
    (if (zero) ggplot2::geom_vline(xintercept = 0, colour = "grey45", linewidth = 0.35)) +
    ggplot2::expand_limits(x = range(drawn, ticks, na.rm = TRUE)) +
    ggplot2::geom_linerange(
      ggplot2::aes(y = .data$y, xmin = .data$low, xmax = .data$high, colour = .data$series),
      linewidth = 0.5, na.rm = TRUE, orientation = "y",
      # A key of the legend has a line only if there are intervals.
      show.legend = if (all(is.na(data$low))) FALSE else NA
    ) +
    ggplot2::geom_point(
      ggplot2::aes(x = .data$value, y = .data$y, colour = .data$series, shape = .data$series),
      size = size$size, na.rm = TRUE
    ) +
    (if (length(bare) && some) open_points(data[is.na(data$low), ], size$size)) +
    reasons_layer(lost, width, places, if (zero && all(c(data$value, data$low) >= 0, na.rm = TRUE)) 0 else -Inf) +
    ggplot2::scale_x_continuous(
      labels = units, guide = no_overlap(), breaks = inside$breaks, expand = inside$expand
    ) +
    inside$layer +
    series_scales(data$series, several) +
    by_panel(
      data$panel, layout$across, if (layout$each) "free_y" else "fixed", layout$width,
      heights = if (stacked) filled_heights(data, identical(values$beside, FALSE), down)
    ) +
    empty_below(empty) +
    (if (layout$in_columns) ggplot2::theme(strip.text = ggplot2::element_blank())) +
    row_axis(lines, rows$row, named_once(rows), outside$rows, 0.6 - SPREAD * (most - 1) / (2 * most)) +
    ggplot2::labs(x = axis_title(title, title_room(rows$label, outside$width %||% 0)), y = NULL)
}

# Leaves so many millimetres empty below a plot.
empty_below <- function(empty) {
  if (empty > 0) ggplot2::theme(plot.margin = ggplot2::margin(1.4, 3.2, 1.4 + empty, 1.4, unit = "mm"))
}

# The room for the title of the axis: it may be wider than its panel, as far as the names at the left and the values at
# the right are.
title_room <- function(labels, values) {
  panel <- panel_width(labels)
  max(0.4 * page_width(), panel - values + 2 * min(page_width() - panel, values))
}

# The heights of panels below each other in lines, by their rows and the series in these. With `values` each series of a
# row has a line.
panel_heights <- function(data, values = FALSE) {
  vapply(split(data, data$panel), function(rows) {
    of_row <- tapply(as.character(rows$series), rows$row, function(series) length(unique(series)))
    0.5 + if (values) length(of_row) * series_room(max(of_row)) / LINE else sum(pmax(1, SERIES_SHARE * of_row))
  }, 0)
}

# Whether panels below each other have room for a line and a value of each row.
have_room_below <- function(data) {
  down <- nlevels(data$panel)
  down > 1 && nlevels(droplevels(data$label)) * down + 2 * down <= max_lines()
}

# Those heights, of which panels whose rows have several series get what the others leave of the page.
filled_heights <- function(data, values, down) {
  heights <- panel_heights(data, values)
  several <- tapply(as.character(data$series), data$panel, function(series) length(unique(series))) > 1
  spare <- max(0, max_lines() - 1.5 * down - sum(heights))
  if (any(several)) heights[several] <- heights[several] + spare * heights[several] / sum(heights[several])
  heights
}

# Whether three or more series of a single panel would cover each other, and panels side by side, with the same rows,
# have room for them.
are_crowded <- function(data, sentences) {
  k <- nlevels(droplevels(factor(data$series)))
  if (k < 3 || k > panels_of_page(3) || nlevels(factor(data$panel)) > 1 || !is.null(data$part)) return(FALSE)
  local_legend(levels(data$series), sentences)
  names <- cut_labels(gsub("\n", " ", levels(droplevels(factor(data$label)))), letters_of(22))
  length(names) * series_room(k) > max_lines() * LINE && panel_width(names, k) - PANEL_GAP >= 10
}

# A row of n series is so many times as high as one of a single series, times n.
SERIES_SHARE <- 0.64

# The height of a row whose `n` series have their values beside each other, in millimetres. They take SPREAD of it.
series_room <- function(n) if (n > 1) n * LINE / SPREAD else LINE

SPREAD <- 0.8

# Points are smaller if there are many, or if they would hide their lines; `hidden`: whether some still do. The sizes
# were chosen by eye on the contact sheet (tools/contact-sheet.R) at 8 cm: points of 1.8 leave 1 mm between rows of a
# line, and the shapes of three series of a row, 1.9 mm apart, can be told at 1.1.
point_size <- function(data, width, drawn) {
  shown <- range(drawn, na.rm = TRUE)
  line <- (data$high - data$low) / max(diff(shown), 1e-12) * width
  # A line is seen if 0.05 mm of it are at each side of its point.
  hidden <- function(size) any(!is.na(line) & line < point_width(size) + 0.1)
  pointed <- all(is.na(line))
  size <- if (nrow(data) > 40 || hidden(1.8) || max(table(data$panel, data$row)) > 2) 1.1 else 1.8
  # Three series without lines, of which few have the same value, are told at more.
  if (pointed && size < 1.8 && nrow(data) <= 40) size <- 1.6
  list(size = size, hidden = hidden(size))
}

# The diameter of a point in millimetres: R draws circles of 3/4 of the size, and ggplot2 adds a stroke.
point_width <- function(size) 0.75 * size + 0.25

# Opens points without an interval, which are told from those that hide it.
open_points <- function(data, size) {
  ggplot2::geom_point(
    ggplot2::aes(x = .data$value, y = .data$y), data = data, size = 0.45 * size, colour = "white", na.rm = TRUE
  )
}

# Why some points, or all of them, have no line that is seen.
no_line_caption <- function(bare, some, hidden) {
  c(
    if (length(bare)) {
      paste0(if (some) "Open points have no interval: " else "No intervals: ", paste(bare, collapse = "; "), ".")
    },
    if (hidden) "Full points without a line have intervals narrower than the point."
  )
}

# The data of a forest plot for a result with intervals, one row for each of its rows.
forest_data <- function(x, label, value = x$estimate) {
  data.frame(
    label = factor_in_order(label), value = value, low = x$conf.low, high = x$conf.high, reason = plain_reasons(x),
    unasked = no_interval_asked(x)
  )
}

# The level of the intervals, for the title of an axis.
ci_words <- function(x) {
  level <- unique(x[["conf.level"]][!is.na(x[["conf.low"]])])
  if (length(level) == 1 && !is.na(level)) paste0(", ", format(100 * level), "% CI")
}

no_interval_asked <- function(x) !is.null(x[["conf.level"]]) && nrow(x) > 0 && all(is.na(x[["conf.level"]]))
