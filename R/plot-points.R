# Points: many at one place, those that have a name, and axes of counts.

# A point for each rater; where many stand at one place, a point for all of them, the larger the more.
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

# One, and two or three more whole numbers.
size_breaks <- function(limits) unique(c(1, Filter(function(n) n >= 1 && n <= limits[2], round(pretty(limits, 3)))))

# The names of at most eight raters of a panel: those below the band who rated most, or all if they are few. Those
# without room for their name have none; attribute `left_out` is their number. `base`: a value that the axis shows.
named_points <- function(data, band = NULL, base = NULL) {
  data <- data[!is.na(data$value), ]
  across <- panels_across(length(unique(data$panel)))
  size <- c((PAGE - 10) / across - PANEL_GAP, PANEL_HEIGHT / ceiling(length(unique(data$panel)) / across) - 8)
  data$label <- cut_labels(data$rater, min(14, (size[1] / 2) %/% NAME_LETTER))
  data$x <- size[1] * volume_place(data$n, c(data$n, band$n))
  height <- function(value) size[2] * (0.05 + 0.9 * share_of_range(value, c(data$value, band$low, band$high, base)))
  data$y <- height(data$value)
  mean <- stats::ave(data$value, data$panel)
  named <- lapply(split(seq_len(nrow(data)), data$panel, drop = TRUE), function(rows) {
    shown <- if (length(rows) <= 8) rows else low_raters(data, rows, mean)
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

# A name may reach into the margin beside its panel, and is not cut there.
name_layer <- function(named) {
  list(
    ggplot2::geom_text(
      ggplot2::aes(.data$n, .data$value, label = .data$label, hjust = .data$hjust, vjust = .data$vjust),
      data = named, size = 2.3, check_overlap = TRUE
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

# A name beside a point for many would say that they are one.
low_raters <- function(data, rows, mean) {
  place <- paste(data$n[rows], round(data$value[rows], 3))
  single <- !place %in% place[duplicated(place)]
  low <- rows[single & data$outside[rows] & data$value[rows] < mean[rows]]
  utils::head(low[order(-data$n[low])], 8)
}

# By powers of ten where the busiest rated twenty times as much as the others.
volume_scale <- function(n) {
  expand <- ggplot2::expansion(mult = 0.08)
  if (is_wide(n)) {
    ggplot2::scale_x_log10(labels = axis_counts, expand = expand, guide = no_overlap())
  } else {
    ggplot2::scale_x_continuous(labels = axis_counts, expand = expand, breaks = whole_breaks, guide = no_overlap())
  }
}

is_wide <- function(n) any(n > 0) && max(n) / min(n[n > 0]) > 20

# Where on that scale, from 0 at its left end to 1.
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
