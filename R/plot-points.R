# Points: overlapping points drawn as one, named points, and axes of counts.

# A point for each rater. If many raters share a position, one point is drawn for all of them, whose size is their
# number.
rater_points <- function(data) {
  colours <- list(
    ggplot2::scale_colour_manual(values = c("FALSE" = PALETTE[1], "TRUE" = PALETTE[2]), guide = "none"),
    ggplot2::scale_shape_manual(values = c("FALSE" = 16, "TRUE" = 17), guide = "none")
  )
  place <- data.frame(data[c("n", "outside", "panel")], value = round(data$value, 3))
  if (nrow(data) <= 40 || 2 * nrow(unique(place)) > nrow(data)) {
    point <- ggplot2::geom_point(
      ggplot2::aes(.data$n, .data$value, colour = .data$outside, shape = .data$outside),
      size = if (nrow(data) > 300) 0.7 else 1.6, alpha = if (nrow(data) > 300) 0.45 else 0.9
    )
    return(c(list(point), colours))
  }
  places <- stats::aggregate(list(raters = rep(1L, nrow(place))), place, sum)
  c(list(
    ggplot2::geom_point(
      ggplot2::aes(.data$n, .data$value, colour = .data$outside, shape = .data$outside, size = .data$raters),
      data = places, alpha = 0.8
    ),
    ggplot2::scale_size(name = "Raters", range = c(0.7, 5), breaks = size_breaks, labels = axis_counts)
  ), colours)
}

# Breaks of the legend of sizes: 1, and two or three more integers.
size_breaks <- function(limits) unique(c(1, Filter(function(n) n >= 1 && n <= limits[2], round(pretty(limits, 3)))))

# Names for at most eight raters of each panel: those below the band who have most ratings, or all raters if they are
# few. Names that do not fit are left out; their number is in attribute `left_out`. `base`: a value included in the
# axis.
named_points <- function(data, band = NULL, base = NULL) {
  data <- data[!is.na(data$value), ]
  across <- panels_across(length(unique(data$panel)))
  size <- c((page_width() - 10) / across - PANEL_GAP, panel_height() / ceiling(length(unique(data$panel)) / across) - 8)
  data$label <- cut_labels(data$rater, min(14, (size[1] / 2) %/% NAME_LETTER))
  data$x <- size[1] * volume_place(data$n, c(data$n, band$n))
  height <- function(value) size[2] * (0.05 + 0.9 * share_of_range(value, c(data$value, band$low, band$high, base)))
  data$y <- height(data$value)
  mean <- stats::ave(data$value, data$panel)
  named <- lapply(split(seq_len(nrow(data)), data$panel, drop = TRUE), function(rows) {
    shown <- if (length(rows) <= 8) rows else low_raters(data, rows, mean)
    # The rater furthest from the others is named first.
    shown <- shown[order(-abs(data$value[shown] - stats::median(data$value[rows])))]
    lines <- height(c(base, band$mean[band$panel == data$panel[rows[1]]][1]))
    side <- if (size[2] < NAMED_HEIGHT) {
      rep(NA_integer_, length(shown))
    } else {
      name_sides(data$x[shown], data$y[shown], data$label[shown], data[rows, c("x", "y")], size, lines)
    }
    cbind(data[shown, ], side = side)
  })
  named <- do.call(rbind, unname(named))
  left_out <- sum(is.na(named$side))
  named <- named[!is.na(named$side), ]
  attr(named, "left_out") <- left_out
  named$hjust <- name_hjust(named$side, named$label)
  named$vjust <- name_vjust(named$side)
  named
}

# The names of points. They may extend into the margin of the panel, so clipping is off.
name_layer <- function(named) {
  list(
    ggplot2::geom_text(
      ggplot2::aes(.data$n, .data$value, label = .data$label, hjust = .data$hjust, vjust = .data$vjust),
      data = named, size = TILE_TEXT, check_overlap = TRUE
    ),
    ggplot2::coord_cartesian(clip = "off")
  )
}

unnamed_caption <- function(named) {
  n <- attr(named, "left_out")
  if (n && nrow(named) == 0) {
    "Raters are not named for lack of space."
  } else if (n) {
    paste0(count(n, "name"), " left out for lack of space.")
  }
}

# The raters below the band, at most eight. A point that stands for several raters gets no name, as this would suggest
# a single rater.
low_raters <- function(data, rows, mean) {
  place <- paste(data$n[rows], round(data$value[rows], 3))
  single <- !place %in% place[duplicated(place)]
  low <- rows[single & data$outside[rows] & data$value[rows] < mean[rows]]
  utils::head(low[order(-data$n[low])], 8)
}

# An axis for numbers of ratings, on a logarithmic scale if they differ widely.
volume_scale <- function(n) {
  expand <- ggplot2::expansion(mult = 0.08)
  if (is_wide(n)) {
    ggplot2::scale_x_log10(labels = axis_counts, expand = expand, guide = no_overlap())
  } else {
    ggplot2::scale_x_continuous(labels = axis_counts, expand = expand, breaks = whole_breaks, guide = no_overlap())
  }
}

is_wide <- function(n) any(n > 0) && max(n) / min(n[n > 0]) > 20

# The position on that axis, from 0 at its left end to 1.
volume_place <- function(n, all) {
  if (is_wide(n)) {
    n <- log(pmax(n, 1))
    all <- log(pmax(all, 1))
  }
  0.08 + 0.84 * share_of_range(n, all)
}

share_of_range <- function(x, all) {
  range <- range(all, na.rm = TRUE)
  if (range[1] == range[2]) rep(0.5, length(x)) else (x - range[1]) / (range[2] - range[1])
}

whole_breaks <- function(limits, n = 5) {
  breaks <- pretty(limits, n)
  unique(round(breaks[breaks >= 0 & breaks <= limits[2]]))
}

# Points at the numbers `n`, with a colour and a shape for each value of the factor `each`.
points_by_size <- function(data, value, title, columns, labels = axis_counts) {
  k <- nlevels(data$each)
  guide <- if (k > 1) ggplot2::guide_legend(ncol = columns) else "none"
  list(
    ggplot2::geom_point(
      ggplot2::aes(.data$n, .data[[value]], colour = .data$each, shape = .data$each), size = 1.8
    ),
    ggplot2::scale_colour_manual(values = rep_len(PALETTE, k), name = title, guide = guide),
    ggplot2::scale_shape_manual(values = rep_len(SHAPES, k), name = title, guide = guide),
    ggplot2::scale_x_continuous(breaks = plan_breaks(data$n), labels = labels, guide = no_overlap())
  )
}

# The planned numbers as breaks, if there are at most eight.
plan_breaks <- function(n) if (length(unique(n)) <= 8) sort(unique(n)) else whole_breaks

# Describes in words what is seen in a cloud of raters: how many, around which mean, and who lies outside.
raters_alt <- function(data, title) {
  outside <- data[data$outside, ]
  paste0(
    "Points of ", count(nrow(data), "rater"), ": ", title, " from ",
    paste(plot_numbers(range(data$value)), collapse = " to "), " against their numbers of ratings, from ",
    paste(big(range(data$n)), collapse = " to "), ". ", if (nrow(outside)) {
      alt_list("Outside of the band", paste(outside$rater, plot_numbers(outside$value)), outside$value)
    }
  )
}

# The placement of names: at the side of their point where they cover the fewest other points. Lengths are in
# millimetres of the page; in a larger figure there is more space.

# The width of letters in names (WIDE_LETTER for digits and capitals), the height of a name, and its distance from the
# centre of its point.
NAME_LETTER <- 1.29
WIDE_LETTER <- 1.61
NAME_HEIGHT <- 2.6
NAME_GAP <- 1.4
# In panels lower than this, a name would be as close to other points as to its own.
NAMED_HEIGHT <- 10

# Sides of a point in order of preference, as the direction to the right and upwards.
NAME_SIDES <- data.frame(right = c(1, -1, 0, 0, 1, -1, 1, -1), up = c(0, 0, 1, -1, 1, 1, -1, -1))

# The side of each name, as a row of NAME_SIDES. `x`, `y`: the points with names, in millimetres of a panel of `size`;
# `points`: a list of `x` and `y` for all points; `lines`: heights of horizontal lines. NA for a name that would on
# each side cover a point or another name, be closer to another point than to its own, or extend beyond the panel.
name_sides <- function(x, y, label, points, size, lines = numeric()) {
  side <- integer(length(x))
  taken <- list()
  for (i in seq_along(x)) {
    boxes <- name_boxes(x[i], y[i], label[i])
    each <- function(cost) vapply(seq_len(nrow(boxes)), function(k) as.double(cost(boxes[k, ])), 0)
    outside <- boxes$left < -0.5 | boxes$right > size[1] + 0.5 | boxes$bottom < 0 | boxes$top > size[2]
    own <- list(x = x[i], y = y[i])
    ambiguous <- each(function(box) any(distance_to(box, points) < distance_to(box, own) - 1e-6)) > 0
    covers <- outside | ambiguous |
      each(function(box) points_in(box, points) + sum(vapply(taken, boxes_meet, NA, box))) > 0
    cost <- seq_len(nrow(boxes)) + each(function(box) 30 * sum(lines > box$bottom & lines < box$top, na.rm = TRUE))
    side[i] <- if (all(covers)) NA else which.min(ifelse(covers, Inf, cost))
    if (!all(covers)) taken <- c(taken, list(boxes[side[i], ]))
  }
  side
}

name_width <- function(label) {
  wide <- nchar(gsub("[^A-Z0-9mw]", "", label))
  NAME_LETTER * nchar(label, "width") + (WIDE_LETTER - NAME_LETTER) * wide
}

# The bounding boxes of a name on each side of its point, one row for each side.
name_boxes <- function(x, y, label) {
  width <- name_width(label)
  left <- x + NAME_SIDES$right * NAME_GAP + (NAME_SIDES$right - 1) / 2 * width
  bottom <- y + NAME_SIDES$up * NAME_GAP + (NAME_SIDES$up - 1) / 2 * NAME_HEIGHT
  data.frame(left = left, right = left + width, bottom = bottom, top = bottom + NAME_HEIGHT)
}

# The number of points that a box covers. Points have a diameter of 1.5 mm; the name's own point is outside the box.
points_in <- function(box, points) {
  sum(points$x > box$left - 0.7 & points$x < box$right + 0.7 & points$y > box$bottom - 0.6 & points$y < box$top + 0.6)
}

distance_to <- function(box, points) {
  beside <- pmax(box$left - points$x, points$x - box$right, 0)
  above <- pmax(box$bottom - points$y, points$y - box$top, 0)
  sqrt(beside^2 + above^2)
}

boxes_meet <- function(a, b) a$left < b$right && b$left < a$right && a$bottom < b$top && b$bottom < a$top

# The side of a name as the argument `hjust` of geom_text(), in shares of the width of the name. Padding with blanks
# would be at the wrong end in Arabic and Hebrew.
name_hjust <- function(side, label) {
  right <- NAME_SIDES$right[side]
  (1 - right) / 2 - right * NAME_GAP / pmax(name_width(label), NAME_LETTER)
}

name_vjust <- function(side) {
  up <- NAME_SIDES$up[side]
  (1 - up) / 2 - up * NAME_GAP / NAME_HEIGHT
}
