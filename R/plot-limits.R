# Differences against means, with the bias and the limits; concordance correlations as a forest.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_limits <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, LIMITS_COLUMNS)
  points <- check_one_fit(object, "differences", "autoplot")
  shown <- first_panels(factor_in_order(limits_names(object)), noun = "panel")
  object <- vctrs::vec_slice(object, shown$rows)
  all <- attr(object, "pairs")
  name <- limits_names(object)
  # Rows may have been filtered or sorted.
  key <- unclass(object)[intersect(names(object)[seq_len(match("rater_2", names(object)))], names(all))]
  points <- points[points$row %in% vctrs::vec_match(tibble::as_tibble(key), all), ]
  points$panel <- factor(name[match(points$row, vctrs::vec_match(tibble::as_tibble(key), all))], unique(name))
  lines <- data.frame(
    panel = factor(rep(name, 3), unique(name)), at = c(object$bias, object$lower, object$upper),
    low = c(object$bias.conf.low, object$lower.conf.low, object$upper.conf.low),
    high = c(object$bias.conf.high, object$lower.conf.high, object$upper.conf.high),
    kind = rep(c("bias", "limit", "limit"), each = nrow(object))
  )
  lines <- lines[!is.na(lines$at), ]
  check_plot_values(points$difference, object$status, if (is_with_mean(object)) "group" else "pair", "a difference")
  across <- panels_across(length(unique(points$panel)))
  start_plot(points, c(paste0(
    "Dashed: limits of agreement", if (is_same(object$share)) paste0(" (", percent_of(object$share[1]), ")"),
    ". Bands: intervals of the bias and the limits."
  ), shown$caption, missing_caption(object$sd, object$status, if (is_with_mean(object)) "group" else "pair"))) +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = -Inf, xmax = Inf, ymin = .data$low, ymax = .data$high),
      data = lines[!is.na(lines$low), ], fill = PALETTE[1], alpha = 0.13
    ) +
    ggplot2::geom_hline(ggplot2::aes(yintercept = .data$at, linetype = .data$kind), lines, colour = PALETTE[1]) +
    ggplot2::geom_point(
      ggplot2::aes(.data$mean, .data$difference),
      size = if (nrow(points) > 300) 0.5 else 1.2, alpha = if (nrow(points) > 1000) 0.4 else 0.8
    ) +
    ggplot2::scale_linetype_manual(values = c(bias = "solid", limit = "dashed"), guide = "none") +
    ggplot2::scale_x_continuous(
      guide = no_overlap(), labels = axis_units, breaks = panel_breaks(across, PAGE / across - 10)
    ) +
    ggplot2::scale_y_continuous(guide = no_overlap(), labels = axis_units) +
    by_panel(points$panel, across) +
    ggplot2::labs(
      x = if (is_with_mean(object)) "Mean of all raters" else "Mean of the two",
      y = difference_label(object)
    )
}

# Headings name the raters; a single panel has none.
difference_label <- function(x) {
  if (is_with_mean(x)) {
    "Rating minus mean"
  } else if (nrow(x) == 1) {
    pair_labels(x$rater_1, x$rater_2, " minus ", width = 40)
  } else {
    "First minus second"
  }
}

# As long as the headings of so many panels can be.
limits_names <- function(x) {
  group <- plot_groups(x, "rater_1")
  across <- panels_across(min(MAX_PANELS, nrow(x)))
  room <- (PAGE / across - PANEL_GAP) %/% HEADING_LETTER
  paste0(
    pair_labels(x$rater_1, x$rater_2, width = 2 * room), if (!is.null(group)) paste0(", ", cut_labels(group, room))
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_concordance <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, CONCORDANCE_COLUMNS)
  # On top, where it stays if pairs are too many to be drawn.
  object <- vctrs::vec_slice(object, order(!is.na(object$rater_1)))
  pairs <- which(!is.na(object$rater_1))
  label <- rep("all raters", nrow(object))
  two <- length(pairs) <= 8
  label[pairs] <- pair_labels(object$rater_1[pairs], object$rater_2[pairs], " and ", if (two) 22 else 29, two)
  data <- forest_data(object, label)
  data[c("first", "second", "between")] <- list(as.character(object$rater_1), as.character(object$rater_2), " and ")
  data$panel <- plot_groups(object, "rater_1")
  forest_plot(data, paste0("Concordance correlation", ci_words(object)))
}
