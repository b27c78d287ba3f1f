# Tables as tiles: darker tiles are higher values, and the numbers are shown in the tiles if they fit.

# `data`: `row` and `column` (factors, ordered from the top and from the left), `value`, `text`, and `panel` if there
# are several. `triangle`: rows and columns are the same, in the same order, and only tiles below the diagonal are
# given; the diagonal shows the names. `noun`: what rows are, for the caption if names do not fit. `told`: what replaces
# the legend if numbers are shown.
tile_plot <- function(data, name, caption, limits = NULL, axes = c("", ""), read = NULL, triangle = FALSE,
                      noun = "Rows", told = paste0(name, ".")) {
  panels <- max(length(unique(data$panel)), 1)
  across <- tile_columns(data, panels, triangle)
  # The title of the axis and the gaps reduce the width of the headings.
  heading <- (if (triangle) page_width() / across else panel_width(levels(data$row), across)) -
    if (across > 1) PANEL_GAP else 2
  # Numbers make a legend superfluous.
  fits <- numbers_fit(tile_size(data, panels, across, triangle, FALSE), data$text)
  # The legend of a single triangle stands above its diagonal, if the page has the room.
  above <- triangle && panels == 1 && !fits && page_width() >= 60 && panel_height() >= 40
  tile <- tile_size(data, panels, across, triangle, !fits && !above)
  named <- names_fit(tile)
  data$row <- factor(data$row, rev(levels(data$row)))
  limits <- limits %||% range(c(0, data$value), na.rm = TRUE)
  # A few rows of a triangle are only as high as they need, so that names stand close to their columns.
  empty <- if (triangle && panels == 1 && fits) max(0, (tile$high - TRIANGLE_TILE) * nlevels(data$row)) else 0
  colours <- tile_colours(limits, name, fits)
  data$dark <- !is.na(data$value) & are_dark(colours$palette(share_of_range(data$value, limits)))
  struck <- data[!fits & !is.na(data$value) & data$value < 0, ]
  upright <- short_labels(data, across)
  start_plot(
    data, c(caption, if (!named) paste(noun, "are not named for lack of space.")),
    c(if (fits) told, read, if (nrow(struck)) "Tiles with a stroke are below 0."), tile_alt(data, name)
  ) +
    # By default a tile is as wide as the least distance of two, which is more than 1 where a column has no tile.
    ggplot2::geom_tile(
      ggplot2::aes(.data$column, .data$row, fill = .data$value),
      width = 1, height = 1, colour = if (named) "white" else NA, linewidth = 0.3
    ) +
    # In a grey copy the colours of both signs are alike.
    (if (nrow(struck)) {
      ggplot2::geom_segment(
        ggplot2::aes(
          as.integer(.data$column) - 0.4, as.integer(.data$row) - 0.4,
          xend = as.integer(.data$column) + 0.4, yend = as.integer(.data$row) + 0.4
        ),
        data = struck, linewidth = if (named) 0.4 else 0.2, colour = "grey20"
      )
    }) +
    (if (anyNA(data$value)) {
      ggplot2::geom_point(
        ggplot2::aes(.data$column, .data$row), data = data[is.na(data$value), ], shape = 4, colour = "grey30",
        size = min(2, 0.4 * tile$wide, 0.4 * tile$high), stroke = 0.3
      )
    }) +
    (if (fits) {
      ggplot2::geom_text(
        ggplot2::aes(.data$column, .data$row, label = drawn_minus(.data$text), colour = .data$dark),
        # A text of no width would count as one that covers all others.
        data = data[data$text != "", ], size = TILE_TEXT,
        # In small tiles some numbers are left out rather than drawn over each other, as with the names of rows.
        check_overlap = TRUE
      )
    }) +
    (if (triangle && named) diagonal_names(data)) +
    ggplot2::scale_colour_manual(values = c("FALSE" = "black", "TRUE" = "white"), guide = "none") +
    colours +
    (if (above) legend_inside()) +
    empty_below(empty) +
    ggplot2::scale_x_discrete(
      guide = no_overlap(), drop = FALSE,
      expand = if (triangle && named) {
        ggplot2::expansion(add = c(0, max(0.5, diagonal_room(data) / tile$wide - 0.45)))
      } else {
        c(0, 0)
      }
    ) +
    ggplot2::scale_y_discrete(
      guide = no_overlap(), expand = ggplot2::expansion(add = c(0, if (triangle && named) 0.5 else 0)), drop = FALSE
    ) +
    by_panel(data$panel, across, width = heading, lines = if (panels > 3) 2) +
    ggplot2::theme(
      panel.grid.major = ggplot2::element_blank(),
      axis.text.x = if (!triangle && named) {
        ggplot2::element_text(size = 7, angle = if (upright) 0 else 90, hjust = if (upright) 0.5 else 1, vjust = 0.5)
      } else {
        ggplot2::element_blank()
      },
      axis.text.y = if (!triangle && named) ggplot2::element_text(size = 7) else ggplot2::element_blank()
    ) +
    ggplot2::labs(x = if (axes[1] != "") axes[1], y = if (axes[2] != "") axes[2])
}

# A legend in the upper right corner of the panel, which ggplot2 places by other names from 3.5.0 on.
legend_inside <- function() {
  if (utils::packageVersion("ggplot2") < "3.5.0") {
    return(ggplot2::theme(
      legend.position = c(1, 1), legend.justification = c(1, 1), legend.direction = "horizontal"
    ))
  }
  ggplot2::theme(
    legend.position = "inside", legend.position.inside = c(1, 1), legend.justification.inside = c(1, 1),
    legend.direction = "horizontal"
  )
}

# The height of tiles of few rows, in millimetres.
TRIANGLE_TILE <- 10

# The size of numbers in tiles, in millimetres: 7 points.
TILE_TEXT <- 2.47

# The names of a triangle: each stands in the diagonal, to the right of its row and above its column.
diagonal_names <- function(data) {
  names <- levels(data$column)
  panels <- unique(data$panel)
  at <- data.frame(
    column = factor(rep(names, length(panels)), names), row = factor(rep(names, length(panels)), levels(data$row)),
    panel = rep(panels, each = length(names))
  )
  ggplot2::geom_text(
    ggplot2::aes(as.integer(.data$column) - 0.45, .data$row, label = .data$column),
    data = at, hjust = 0, size = TILE_TEXT, colour = "grey20"
  )
}

# The width of the last name of the diagonal in millimetres, which ends to the right of all tiles.
diagonal_room <- function(data) {
  n <- nlevels(data$column)
  ROW_LETTER * longest_line(utils::tail(levels(data$column), max(1, n %/% 4))) + 1
}

# Such as "Heat map of Fleiss' kappa, 3 by 3. bob, ann: .42; ...".
tile_alt <- function(data, name) {
  panel <- if (nlevels(factor(data$panel)) > 1) paste0(data$panel, ", ") else ""
  what <- paste0("Heat map of ", name, ", ", nlevels(data$row), " by ", nlevels(data$column))
  entries <- paste0(panel, data$row, " and ", data$column, " ", ifelse(is.na(data$value), "no value", data$text))
  alt_list(what, entries, data$value)
}

# Colours from light to dark; with negative values, from 0 in both directions, with equal saturation at equal
# distance.
tile_colours <- function(limits, name, without_legend = FALSE) {
  guide <- if (without_legend) "none" else ggplot2::guide_colourbar(
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

# Whether white text has more contrast than black text on these colours, by the relative luminance of WCAG 2: the better
# of both has at least 4.58 to 1 on any colour.
are_dark <- function(colours) {
  share <- grDevices::col2rgb(colours) / 255
  linear <- ifelse(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055)^2.4)
  luminance <- colSums(c(0.2126, 0.7152, 0.0722) * linear)
  1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05
}

# The size of a tile in millimetres, after subtracting axes, names and legend.
tile_size <- function(data, panels, across, triangle = FALSE, legend = FALSE) {
  down <- ceiling(panels / across)
  names <- if (triangle) 0 else if (short_labels(data, across)) 4 else ROW_LETTER * longest_line(levels(data$column))
  room <- panel_height() - names - if (legend) 11 else 0
  high <- room / down - (if (panels > 1) 8 else 0)
  wide <- if (triangle) {
    page_width() / across - (if (across > 1) PANEL_GAP else 0) - diagonal_room(data)
  } else {
    panel_width(levels(data$row), across) - if (across > 1) PANEL_GAP else 0
  }
  list(
    wide = wide / (nlevels(data$column) - if (triangle) 1 else 0), high = high / nlevels(data$row)
  )
}

# Whether the numbers fit into tiles.
numbers_fit <- function(tile, text) tile$wide >= 1.25 * max(nchar(text)) + 0.3 && tile$high >= 2.6

# Whether rows and columns have the room for their names.
names_fit <- function(tile) tile$wide >= LOWEST_TILE && tile$high >= LOWEST_TILE

# How many panels, up to `most`, can show their numbers; otherwise as many as can show the names of their rows.
panels_with_numbers <- function(data, most) {
  size <- function(n, legend = FALSE) tile_size(data, n, tile_columns(data, n), legend = legend)
  for (n in most:1) {
    if (numbers_fit(size(n), data$text)) return(n)
  }
  for (n in min(most, 4):1) {
    if (names_fit(size(n, TRUE))) return(n)
  }
  1
}

# The smallest side of tiles in millimetres at which rows and columns can be named.
LOWEST_TILE <- 2.45

# How many of `n` panels of tiles can show rows and columns with these names.
panels_of_tiles <- function(labels, n, triangle = FALSE) {
  data <- list(row = factor_in_order(labels), column = factor_in_order(labels))
  for (most in seq(max(1, min(n, MAX_PANELS)), 1)) {
    tile <- tile_size(data, most, tile_columns(data, most, triangle), triangle, TRUE)
    # The caption that gives the number of groups takes height.
    if (most < n) tile$high <- tile$high - 3 / ceiling(most / 2) / length(labels)
    if (names_fit(tile)) return(most)
  }
  1
}

# The number of panels side by side for which the smaller side of a tile is longest.
tile_columns <- function(data, panels, triangle = FALSE) {
  sides <- vapply(seq_len(min(panels, panels_of_page(3))), function(across) {
    min(unlist(tile_size(data, panels, across, triangle)))
  }, 0)
  # As in panels_across().
  if (panels == 3 && length(sides) == 2) 1 else which.max(sides)
}

# Whether the labels of the columns fit side by side.
short_labels <- function(data, across) {
  labels <- levels(data$column)
  length(labels) * across * (max(nchar(labels)) + 1.5) <= 42 * page_scale()
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
  shown <- first_groups(x, "category_1", panels_of_tiles(names, nlevels(plot_groups(x, "category_1")), TRUE))
  x <- shown$rows
  labels <- function(category) as.character(category)
  known <- attr(x, "order") %||% sort(unique(c(labels(x$category_1), labels(x$category_2))))
  used <- known[known %in% c(labels(x$category_1), labels(x$category_2))]
  short <- cut_labels(used, 16)
  place <- function(category) factor(match(labels(category), used), seq_along(used), short)
  tiles <- triangle_tiles(
    place(x$category_1), place(x$category_2), x$share, plot_numbers(x$share), shown$panel
  )
  tile_plot(
    with_empty_tiles(tiles), "Share of the disagreement", shown$caption,
    read = "Each tile is a pair of categories, in its row and its column: the share of all disagreement between them.",
    triangle = TRUE, noun = "Categories", told = NULL
  )
}

# Adds the pairs of categories that have no part in the disagreement of a panel, if the others have all of it.
with_empty_tiles <- function(data) {
  names <- levels(data$row)
  each <- lapply(split(data, data$panel, drop = TRUE), function(own) {
    if (anyNA(own$value) || abs(sum(own$value) - 1) > 1e-6) {
      return(own)
    }
    all <- expand.grid(row = seq_along(names), column = seq_along(names))
    all <- all[all$row > all$column, ]
    known <- paste(as.integer(own$row), as.integer(own$column))
    lost <- all[!paste(all$row, all$column) %in% known, ]
    if (nrow(lost) == 0) {
      return(own)
    }
    rbind(own, data.frame(
      row = factor(names[lost$row], names), column = factor(names[lost$column], names), value = 0, text = "0",
      panel = own$panel[1]
    ))
  })
  do.call(rbind, unname(each))
}

# Pairs as the data of tile_plot() below the diagonal, whichever of the two is first.
triangle_tiles <- function(first, second, value, text, panel) {
  swap <- as.integer(first) < as.integer(second)
  row <- first
  column <- second
  row[swap] <- second[swap]
  column[swap] <- first[swap]
  data.frame(row = row, column = column, value = value, text = text, panel = panel)
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
