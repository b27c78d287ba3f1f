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
  bare <- if (any(is.na(data$low) & !is.na(data$value)) && any(!is.na(data$low))) bare
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
    data, c(caption, no_line_caption(bare, size$hidden), layout$caption, reasons_caption(lost, width, places)),
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
    (if (length(bare)) open_points(data[is.na(data$low), ], size$size)) +
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

# Points are smaller if there are many, or if they would hide their lines; `hidden`: whether some still do.
point_size <- function(data, width, drawn) {
  shown <- range(drawn, na.rm = TRUE)
  line <- (data$high - data$low) / max(diff(shown), 1e-12) * width
  hidden <- function(size) any(!is.na(line) & line < 0.95 * size)
  size <- if (nrow(data) > 40 || hidden(1.8) || max(table(data$panel, data$row)) > 2) 1.1 else 1.8
  list(size = size, hidden = hidden(size))
}

# Opens points without an interval, which are told from those that hide it.
open_points <- function(data, size) {
  ggplot2::geom_point(
    ggplot2::aes(x = .data$value, y = .data$y), data = data, size = 0.45 * size, colour = "white", na.rm = TRUE
  )
}

# Why some points have no line that is seen.
no_line_caption <- function(bare, hidden) {
  c(
    if (length(bare)) paste0("Open points have no interval: ", paste(bare, collapse = "; "), "."),
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

# Returns a list: the panels that are drawn, the number side by side, and whether each panel has its own rows.
forest_layout <- function(data, panels, stacked, columns = NULL) {
  if (is.null(data$panel)) data$panel <- rep("", nrow(data))
  if (!is.factor(data$panel)) data$panel <- factor_in_order(data$panel)
  data$panel <- droplevels(data$panel)
  if (!stacked && nlevels(data$panel) == 1 && is.null(data$part) && !identical(columns, 1)) {
    found <- forest_columns(data, columns)
    if (!is.null(found)) {
      return(found)
    }
  }
  in_panel <- tapply(as.character(rows_of_forest(data)), data$panel, function(keys) length(unique(keys)))
  # If most rows are in most panels, their names are shown only once, at the left.
  each <- stacked || length(unique(rows_of_forest(data))) > 1.5 * max(in_panel)
  lines <- if (each) max(in_panel) else length(unique(rows_of_forest(data)))
  levels(data$label) <- lines_in_room(levels(data$label), if (stacked) nrow(data) else lines, data)
  rows <- lines
  lines <- rows * mean(lengths(strsplit(levels(data$label), "\n", fixed = TRUE)))
  found <- row_panels(nlevels(data$panel), lines, data$label, each, levels(data$panel))
  # Names have less space if panels are below each other.
  down <- ceiling(min(nlevels(data$panel), found$most) / found$across)
  names <- lines_in_room(levels(data$label), rows * down + 2 * (down - 1), data)
  if (!stacked && !identical(names, levels(data$label))) {
    levels(data$label) <- names
    lines <- rows
    found <- row_panels(nlevels(data$panel), lines, data$label, each, levels(data$panel))
  }
  # Names that are already cut are cut further if the headings of the panels would not fit otherwise.
  short <- levels(data$label)
  is_cut <- grepl("...", short, fixed = TRUE)
  short[is_cut] <- cut_rows(data, 14, short)[is_cut]
  if (found$narrow && !anyDuplicated(short)) {
    levels(data$label) <- short
    found <- row_panels(nlevels(data$panel), lines, data$label, each, levels(data$panel))
  }
  if (stacked) found$across <- 1
  # Some panels for which there is no room can be series of the same rows.
  some <- nlevels(data$panel) <= 6 && nlevels(data$panel) > found$most
  if (some && !is.null(panels) && !each && is.null(data$series)) {
    data$series <- factor(cut_labels(data$panel, 40), cut_labels(levels(data$panel), 40))
    data$panel <- NULL
    local_legend(levels(data$series), 2)
    return(forest_layout(data, panels, stacked, 1))
  }
  shown <- list()
  if (!is.null(panels)) shown <- first_panels(data$panel, found$most, panels)
  if (length(shown$caption)) data <- droplevels(data[shown$rows, ])
  across <- min(found$across, nlevels(data$panel))
  first <- first_rows(data, each, ceiling(nlevels(data$panel) / across))
  # With fewer rows there is more space for panels and for their names, so the layout is computed again.
  if (length(first$caption) && nlevels(data$panel) > 1) {
    layout <- forest_layout(first$data, panels, stacked)
    layout$caption <- c(shown$caption, first$caption, layout$caption)
    return(layout)
  }
  data <- first$data
  list(
    data = data, across = across, each = each && nlevels(data$panel) > 1, caption = c(shown$caption, first$caption),
    width = panel_width(data$label, across, each) - if (across > 1) PANEL_GAP else 0, in_columns = FALSE
  )
}

# Arranges the rows of a single panel in columns side by side, so that each has space for its name; NULL if one column
# suffices.
forest_columns <- function(data, columns) {
  rows <- nlevels(droplevels(data$label))
  across <- columns %||% (1 + (rows > max_lines()))
  if (across == 1) {
    return(NULL)
  }
  levels(data$label) <- lines_in_room(levels(data$label), rows, data)
  most <- across * rows_with_room(data)
  data <- droplevels(data[as.integer(droplevels(data$label)) <= most, ])
  # Names that are already cut are cut anew from the full name.
  short <- cut_rows(data, 14, (data$name %||% as.character(data$label))[match(levels(data$label), data$label)])
  while (across > 1 && panel_width(short, across, TRUE) - PANEL_GAP < 8) across <- across - 1
  if (panel_width(data$label, across, TRUE) - PANEL_GAP < 13) levels(data$label) <- short
  data$panel <- factor((as.integer(data$label) - 1) %/% ceiling(nlevels(data$label) / across))
  list(
    data = data, across = across, each = TRUE, in_columns = TRUE,
    caption = if (rows > most) first_words(most, rows),
    width = panel_width(data$label, across, TRUE) - PANEL_GAP
  )
}

# Names in several lines are put into one line if they would overlap the next row.
lines_in_room <- function(labels, rows, data = NULL) {
  # Pairs get fewer letters, since both names are shown by their beginnings and the axis has a title.
  whole <- gsub("(?<=[_/.:-])\n", "", labels, perl = TRUE)
  one <- cut_rows(data, if (is.null(data$first)) letters_of(32) else 30, whole)
  several <- max(lengths(strsplit(labels, "\n", fixed = TRUE)))
  if (several > 1 && several * rows * LINE > panel_height() && !anyDuplicated(one)) one else labels
}

# Names of rows in `width` letters. In a pair each name is cut by itself, to more letters if the short names would be
# equal.
cut_rows <- function(data, width, names) {
  if (is.null(data$first)) {
    return(cut_labels(names, width))
  }
  rows <- data[match(levels(data$label), data$label), ]
  pair <- !is.na(rows$second)
  rows <- rows[pair, ]
  for (width in width:48) {
    cut <- pair_labels(rows$first, rows$second, rows$between[1], width)
    if (!any(grepl("#[0-9]+( |$)", cut))) break
  }
  found <- replace(names, pair, cut)
  # Names that got a number because they were equal keep it.
  if (anyDuplicated(found)) cut_labels(names, width) else found
}

# The first rows, as many as remain legible; fewer if series or panels share the height, but all coefficients that
# agreement() gives if there are series only.
first_rows <- function(data, each, down) {
  most <- max(if (down > 1) 5 else 7, rows_with_room(data, down))
  panel <- if (each) data$panel else one_panel(data)
  key <- rows_of_forest(data)
  kept <- lapply(split(seq_len(nrow(data)), panel, drop = TRUE), function(rows) {
    sorted <- rows[if (is.null(data$part)) order(data$label[rows]) else order(data$part[rows], data$label[rows])]
    all <- unique(key[sorted])
    list(rows = rows[key[rows] %in% utils::head(all, most)], all = length(all))
  })
  all <- max(vapply(kept, `[[`, 0L, "all"))
  if (all <= most) {
    return(list(data = data, caption = character()))
  }
  rows <- sort(unlist(lapply(kept, `[[`, "rows"), use.names = FALSE))
  list(data = droplevels(data[rows, ]), caption = first_words(most, all))
}

first_words <- function(most, all) {
  paste0("The first ", most, " of ", big(all), " rows, as they are sorted.")
}

# The number of rows of a panel, of which `down` are below each other: each has a line for its name, and 1.7 mm for each
# of its series, so that their signs do not touch. Headings take a line and a half.
rows_with_room <- function(data, down = 1) {
  row <- paste(as.character(data$panel %||% ""), rows_of_forest(data), sep = "\r")
  series <- max(1, tapply(as.character(data$series %||% one_panel(data)), row, function(x) length(unique(x))))
  room <- max_lines() - if (down > 1) 2 * down else 0
  as.integer(room %/% (down * max(1, if (series > 1) 1.7 * series / LINE)))
}

rows_of_forest <- function(data) paste(as.character(data$part %||% ""), as.character(data$label), sep = "\r")

# The position of each row, counted from the bottom, and of each series around it. `each`: panels have their own rows,
# between which a row stays empty: the space above and below the rows of a panel must not reach the series of another.
forest_rows <- function(data, each = TRUE) {
  for (name in c("panel", "series", "part")) data[[name]] <- data[[name]] %||% one_panel(data)
  data$reason <- data$reason %||% rep("", nrow(data))
  cell <- paste(as.integer(data$panel), rows_of_forest(data), sep = "\r")
  key <- if (each) cell else rows_of_forest(data)
  sorted <- unique(key[if (each) order(data$panel, data$part, data$label) else order(data$part, data$label)])
  data$row <- length(sorted) + 1 - match(key, sorted) + 0.5 * (nlevels(data$part) - as.integer(data$part))
  if (each) data$row <- data$row + nlevels(data$panel) - as.integer(data$panel)
  # Series are spread around the position of their row; a single series is in the middle.
  place <- stats::ave(as.integer(data$series), cell, FUN = rank)
  k <- stats::ave(place, cell, FUN = max)
  data$y <- data$row + (k + 1 - 2 * place) / (2 * k) * SPREAD
  data
}

# The same rows with a thin gap between groups, if there is room. `each`: panels have their own rows.
apart_groups <- function(data, each) {
  if (is.null(data$group) || each) return(data)
  rows <- data[!duplicated(data$row), ]
  rows <- rows[order(-rows$row), ]
  group <- as.character(rows$group)
  gaps <- cumsum(c(FALSE, group[-1] != group[-length(group)]))
  gap <- min(0.5, (max_lines() - nrow(rows)) / max(gaps))
  if (max(gaps) == 0 || max(gaps) == nrow(rows) - 1 || gap < 0.15) return(data)
  down <- gap * gaps[match(data$row, rows$row)]
  data[c("row", "y")] <- list(data$row - down, data$y - down)
  data
}

# Rows sorted by their mean value in decreasing order; rows without a value come last.
sorted_rows <- function(rows, value) {
  mean <- tapply(value, factor(rows, unique(rows)), function(v) mean(v, na.rm = TRUE))
  factor(rows, names(mean)[order(-mean, na.last = TRUE)])
}

# The level of the intervals, for the title of an axis.
ci_words <- function(x) {
  level <- unique(x[["conf.level"]][!is.na(x[["conf.low"]])])
  if (length(level) == 1 && !is.na(level)) paste0(", ", format(100 * level), "% CI")
}

no_interval_asked <- function(x) !is.null(x[["conf.level"]]) && nrow(x) > 0 && all(is.na(x[["conf.level"]]))
