# The plot of limits_of_agreement().

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_limits <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, LIMITS_COLUMNS)
  points <- check_one_fit(object, "differences", "autoplot")
  shown <- first_panels(factor_in_order(limits_names(object)), noun = "panel")
  object <- vctrs::vec_slice(object, shown$rows)
  all <- attr(object, "pairs")
  name <- limits_names(object)
  # Users may have filtered or sorted the rows, so points are matched to them by their keys.
  key <- unclass(object)[intersect(names(object)[seq_len(match("rater_2", names(object)))], names(all))]
  points <- points[points$row %in% vctrs::vec_match(tibble::as_tibble(key), all), ]
  points$panel <- factor(name[match(points$row, vctrs::vec_match(tibble::as_tibble(key), all))], unique(name))
  lines <- data.frame(
    panel = factor(rep(name, 3), unique(name)), at = c(object$bias, object$lower, object$upper),
    low = c(object$bias.conf.low, object$lower.conf.low, object$upper.conf.low),
    high = c(object$bias.conf.high, object$lower.conf.high, object$upper.conf.high),
    kind = rep(c("bias", "limit", "limit"), each = nrow(object))
  )
  lines <- lines[!is.na(lines$at) & !has_trend(object), ]
  sloping <- sloping_lines(object, name)
  trend <- if (!has_trend(object)) slope_lines(object, points, name)
  check_plot_values(points$difference, object$status, if (is_with_mean(object)) "group" else "pair", "a difference")
  # Items at one place are one point, the larger the more there are.
  points <- stats::aggregate(
    list(items = rep(1L, nrow(points))),
    list(panel = points$panel, mean = round(points$mean, 9), difference = round(points$difference, 9)), sum
  )
  several <- any(points$items > 1)
  sized <- several && !is_same(points$items)
  whole <- all(points$difference == round(points$difference))
  small <- if (nrow(points) > 300) 0.5 else 1.1
  # Differences are in units of the ratings, in which numbers can exceed 1.
  number <- function(x) plot_numbers(x, leading_zero = TRUE)
  across <- panels_across(length(unique(points$panel)))
  numbered <- nrow(object) <= 9 && nrow(lines) > 0
  # Numbers stand above the right ends of lines, those of lower limits below. Few points reach as far.
  reach <- diff(range(points$mean))
  from <- min(points$mean) - 0.02 * reach
  to <- max(points$mean) + 0.02 * reach
  wide <- page_width() / across - PANEL_GAP - if (across == 1) 8 else 4
  column <- if (numbered) 0.7 * max(number_width(number(lines$at))) else 0
  strip <- strip_at_right(
    column, wide - column, panel_breaks(across, page_width() / across - 10),
    max(0.05, 2.2 * across / page_width()) # points at the edge are seen whole
  )
  # In narrow panels bands would cover the points, lines and numbers.
  banded <- page_width() / across > 30 && any(!is.na(lines$low))
  lines$number <- numbers_apart(lines, c(points$difference, 0, if (banded) c(lines$low, lines$high)), across)
  start_plot(
    points,
    c(shown$caption, missing_caption(object$upper, object$status, if (is_with_mean(object)) "group" else "pair")),
    paste0(
      if (several && !sized) paste("Each point is", big(points$items[1]), "items") else "Points are items",
      ". Line: bias; dashed: limits of agreement",
      if (is_same(object$share)) paste0(" (", percent_of(object$share[1]), ")"),
      if (banded) "; bands: their intervals", "; grey: no difference",
      if (!is.null(trend)) "; dotted: regression on the means, where its slope has p < .05", "."
    ),
    alt_list("Differences against means", paste0(
      name, ": bias ", number(object$bias), ", limits ", number(object$lower), " to ", number(object$upper)
    ), object$bias)
  ) +
    (if (banded) {
      ggplot2::geom_rect(
        ggplot2::aes(xmin = -Inf, xmax = Inf, ymin = .data$low, ymax = .data$high),
        data = lines[!is.na(lines$low), ], fill = PALETTE[1], alpha = 0.13
      )
    }) +
    # Lines are drawn over the points, which are lighter if they are large.
    ggplot2::geom_point(
      ggplot2::aes(.data$mean, .data$difference, size = .data$items), colour = "grey25", shape = 16,
      alpha = if (several || nrow(points) > 1000) 0.5 else 0.8
    ) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey45", linewidth = 0.35) +
    ggplot2::geom_segment(
      ggplot2::aes(x = -Inf, xend = Inf, y = .data$at, yend = .data$at, linetype = .data$kind), lines,
      colour = PALETTE[1]
    ) +
    (if (!is.null(sloping)) {
      ggplot2::geom_segment(
        ggplot2::aes(from, .data$intercept + .data$slope * from, xend = to, yend = .data$intercept + .data$slope * to,
          linetype = .data$kind
        ), sloping, colour = PALETTE[1]
      )
    }) +
    (if (!is.null(trend)) {
      ggplot2::geom_segment(
        ggplot2::aes(from, .data$intercept + .data$slope * from, xend = to, yend = .data$intercept + .data$slope * to),
        trend, linetype = "dotted", colour = "grey15"
      )
    }) +
    ggplot2::scale_size_area(
      name = "Items", max_size = small * min(4, sqrt(max(1, points$items))), breaks = sizes_shown(points$items),
      labels = axis_counts, guide = if (sized) "legend" else "none"
    ) +
    (if (numbered) {
      ggplot2::geom_text(
        ggplot2::aes(x = Inf, y = .data$number, label = drawn_minus(number(.data$at))),
        data = lines, hjust = 1.05, size = TILE_TEXT, colour = "grey15"
      )
    }) +
    ggplot2::scale_linetype_manual(values = c(bias = "solid", limit = "dashed"), guide = "none") +
    ggplot2::scale_x_continuous(
      guide = no_overlap(), labels = axis_units, breaks = strip$breaks, expand = strip$expand
    ) +
    ggplot2::scale_y_continuous(
      guide = no_overlap(), labels = axis_units, breaks = if (whole) whole_within else ggplot2::waiver()
    ) +
    (if (numbered) ggplot2::theme(panel.grid.major.y = ggplot2::element_blank())) +
    by_panel(points$panel, across) +
    ggplot2::labs(
      x = if (is_with_mean(object)) "Mean of all raters" else "Mean of the two",
      y = difference_label(object)
    )
}

# The lines of bias and limits that depend on the size of the measurement, for the plot.
sloping_lines <- function(object, name) {
  if (!has_trend(object)) {
    return(NULL)
  }
  lines <- trend_lines(object)
  rows <- data.frame(
    panel = factor(rep(name, 3), unique(name)), intercept = unlist(lapply(lines, `[[`, "intercept")),
    slope = unlist(lapply(lines, `[[`, "slope")), kind = rep(c("bias", "limit", "limit"), each = nrow(object))
  )
  rows[!is.na(rows$intercept), ]
}

# The smallest and the largest number of items at a place, and one that is halfway between by its size.
sizes_shown <- function(items) {
  all <- sort(unique(items))
  middle <- mean(sqrt(range(all)))
  unique(c(all[1], all[which.min(abs(sqrt(all) - middle))], all[length(all)]))
}

whole_within <- function(limits) unique(round(pretty_within(limits, 5)))

# The heights of the numbers of lines, above them or, for lower limits, below, such that those of a panel do not
# overlap. `shown`: other heights in the panels.
numbers_apart <- function(lines, shown, across) {
  down <- ceiling(nlevels(lines$panel) / across)
  gap <- LINE / (panel_height() / down - 8) * 1.1 * diff(range(c(shown, lines$at), na.rm = TRUE))
  if (nrow(lines) == 0) return(numeric())
  lowest <- lines$at == stats::ave(lines$at, lines$panel, FUN = function(at) min(at, Inf))
  # The number of a bias is on its side of 0, where a line is drawn as well.
  below <- ifelse(lines$kind == "bias", lines$at < 0, lowest)
  stats::ave(lines$at + ifelse(below, -0.65, 0.65) * gap, lines$panel, FUN = function(at) {
    sorted <- order(at)
    found <- Reduce(function(below, own) max(own, below + gap), at[sorted], accumulate = TRUE)
    found[order(sorted)] - mean(found - at[sorted])
  })
}

# The regressions of the differences on the means whose slope has p < .05, for the plot.
slope_lines <- function(object, points, name) {
  steep <- which(object[["slope.p.value"]] < 0.05)
  if (length(steep) == 0) {
    return(NULL)
  }
  mean_of <- function(column) {
    vapply(name[steep], function(one) mean(points[[column]][points$panel == one]), 0, USE.NAMES = FALSE)
  }
  slope <- object$slope[steep]
  data.frame(
    panel = factor(name[steep], levels(points$panel)), slope = slope,
    intercept = mean_of("difference") - slope * mean_of("mean")
  )
}

# Label of the vertical axis. With several panels the headings name the raters; a single panel has no heading, so the
# label names them.
difference_label <- function(x) {
  if (is_with_mean(x)) {
    "Rating minus mean"
  } else if (nrow(x) == 1) {
    pair_labels(x$rater_1, x$rater_2, " minus ", width = 40)
  } else {
    "Difference"
  }
}

# Headings of the panels, cut to the width that a panel has when so many are drawn.
limits_names <- function(x) {
  group <- plot_groups(x, "rater_1")
  across <- panels_across(min(MAX_PANELS, nrow(x)))
  room <- (page_width() / across - PANEL_GAP) %/% heading_letter(c(x$rater_1, x$rater_2))
  # Names that fit in a line are not broken.
  whole <- function(id) {
    name <- id_text(id)
    ifelse(nchar(name, "width") <= room, gsub(" ", "\u00a0", name, fixed = TRUE), name)
  }
  # Headings of narrow panels have a line more.
  paste0(
    pair_labels(whole(x$rater_1), whole(x$rater_2), " minus ", if (across > 2) 3 * room else 2 * room),
    if (!is.null(group)) paste0(", ", cut_labels(group, room))
  )
}
