# The result of limits_of_agreement().

#' Print and tidy limits of agreement and concordance correlations
#'
#' `print()` shows a row per pair of raters with few digits, `tidy()` gives a row per bias and limit or per correlation,
#' `augment()` one per difference, `glance()` a summary.
#'
#' @param x A result of [limits_of_agreement()] or [concordance()], also filtered or sorted.
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15. The default shows three significant digits of
#'   limits, and three decimals of correlations.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line. Where the limits do not fit, they are shown without their
#'   intervals.
#' @param style `"table"` for the printed lines; `"apa"`, `"vancouver"` or `"acl"` for a sentence per row in that
#'   style, to use in a text.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `augment()`: a tibble with a row per
#'   difference: the keys, raters and `item`, `.mean` of the two ratings (or of all), `.difference`, and whether it lies
#'   `.outside` the limits. `tidy()`: a tibble with a row per
#'   bias and limit, or per correlation: the keys and raters, `term`, `estimate`, `std.error` (of correlations),
#'   `conf.low`, `conf.high`. `glance()`: one row with `n_pairs` (the number of rows, that of all raters
#'   among them), `n_undefined`, `conf.level` and `n_items` (the largest).
#' @seealso [limits_of_agreement()], [concordance()], [paper_table()]
#' @examples
#' x <- limits_of_agreement(cbind(a = c(1, 2, 4, 3), b = c(2, 2, 5, 4)), layout = "raters_in_columns")
#' print(x, digits = 2)
#' format(x, style = "apa")
#' tidy(x)
#' augment(x)
#' @name print.accord_limits
NULL

# TRUE for limits with the mean, where rater_1 is "each rater". A group without two raters has NA there.
is_with_mean <- function(x) any(x$rater_1 %in% "each rater")

result_kind.accord_limits <- function(x) {
  list(
    words = "limits of agreement", columns = c(LIMITS_COLUMNS, if (has_trend(x)) TREND_COLUMNS),
    needed = c("rater_1", "rater_2", "lower", "upper"), grouped = TRUE
  )
}

text_columns.accord_limits <- function(x) c("rater_1", "rater_2")

sealed_names.accord_limits <- function(x) "differences"

#' @rdname print.accord_limits
#' @export
format.accord_limits <- function(x, ..., digits = NULL, n = 20, width = getOption("width"), style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_printing(..., digits = digits, style = style)
  if (style != "table") {
    return(apa_limits(x, in_house(score_style(x, digits, apa_format()), style)))
  }
  of <- if (is_same(x$share)) percent_of(x$share[1])
  level <- if (is_same(x$conf.level) && !has_trend(x)) paste0(", ", percent_of(x$conf.level[1]), " intervals")
  style <- score_style(x, digits)
  # If the table is too wide, the intervals of the limits are left out first, then also that of the bias.
  for (left_out in c("none", "of the limits", "of bias and limits")) {
    cells <- limits_cells(x, style, left_out)
    if (!any(c("Lower limit", "Upper limit") %in% own_table(x, cells, style, width, n)$dropped)) break
  }
  if (left_out == "of bias and limits") level <- NULL
  score_lines(
    x, cells, paste0(trimws(paste(of, "limits of agreement")), level), style, width, n,
    if (has_trend(x)) {
      c(paste0("# ", TREND_NOTE), spread_note(x))
    } else if (left_out != "none") {
      paste("# Too wide to show: intervals", left_out)
    }
  )
}

# Columns of the estimates. `left_out` says which intervals are left out: "none", "of the limits" or "of bias and
# limits".
limits_cells <- function(x, style, left_out = "none") {
  cells <- function(name, show) {
    low <- if (show) x[[paste0(name, ".conf.low")]] else NA
    high <- if (show) x[[paste0(name, ".conf.high")]] else NA
    if (has_trend(x)) trend_cells(trend_lines(x)[[name]], style) else with_ends(x[[name]], low, high, style)
  }
  bias <- if (!is_with_mean(x)) {
    kept(x, "bias", column("Bias", cells("bias", left_out != "of bias and limits"), TRUE, must = TRUE))
  }
  all <- left_out == "none"
  c(score_keys(x, style), list(
    bias,
    c(column("Lower limit", cells("lower", all), TRUE, must = is.null(bias)), wanted = TRUE),
    c(column("Upper limit", cells("upper", all), TRUE), wanted = TRUE),
    if (!has_trend(x)) kept(x, "sd", column("SD", format_numbers(x$sd, style), TRUE)),
    kept(x, "n_items", counts_column("Items", x$n_items, style)),
    if (!is.null(x[["n_clusters"]])) counts_column("Clusters", x$n_clusters, style)
  ), if (left_out == "none" && !has_trend(x)) slope_cells(x, style))
}

# The slope of the differences on the means has no unit; its p value is that of no slope.
slope_cells <- function(x, style) {
  if (all(is.na(x[["slope"]]))) {
    return(NULL)
  }
  number <- list(format = style$format, digits = 3, leading_zero = TRUE)
  p <- x[["slope.p.value"]]
  of_p <- utils::modifyList(style, list(leading_zero = style$zero_of_p %||% style$leading_zero))
  list(
    column("Slope", ifelse(is.na(x$slope), dash(style), format_numbers(x$slope, number)), TRUE),
    if (!all(is.na(p))) column("p of slope", ifelse(is.na(p), dash(style), format_p(p, of_p)), TRUE)
  )
}

#' @rdname print.accord_limits
#' @export
tidy.accord_limits <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  keys <- unclass(x)[setdiff(names(x), c(LIMITS_COLUMNS[-(1:2)], TREND_COLUMNS, "n_clusters"))]
  terms <- c("bias", "lower", "upper")
  value <- function(end) c(do.call(rbind, unclass(x)[paste0(terms, end)]))
  lines <- if (has_trend(x)) {
    of <- function(figure) c(do.call(rbind, lapply(trend_lines(x)[terms], `[[`, figure)))
    list(at = rep(x$at, each = 3), intercept = of("intercept"), slope = of("slope"))
  }
  tibble::new_tibble(c(
    lapply(keys, rep, each = 3),
    list(
      term = rep(terms, nrow(x)), estimate = value(""),
      conf.low = value(".conf.low"), conf.high = value(".conf.high")
    ),
    lines, list(status = rep(x$status, each = 3))
  ), nrow = 3L * nrow(x))
}

#' @rdname print.accord_limits
#' @export
augment.accord_limits <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  points <- check_one_fit(x, "differences", "augment")
  # Users may have filtered or sorted the rows, so points are matched to them by their keys.
  keys <- tibble::as_tibble(unclass(x)[seq_len(match("rater_2", names(x)))])
  all <- attr(x, "pairs")
  place <- match(points$row, vctrs::vec_match(keys[intersect(names(keys), names(all))], all))
  points <- points[!is.na(place), ]
  place <- place[!is.na(place)]
  keys <- as.list(vctrs::vec_slice(keys, place))
  if (!is.null(points$rater)) keys$rater_1 <- points$rater
  limits <- limits_at(x, place, points$mean)
  outside <- points$difference < limits$lower | points$difference > limits$upper
  tibble::new_tibble(
    c(keys, list(item = points$item, .mean = points$mean, .difference = points$difference, .outside = outside)),
    nrow = nrow(points)
  )
}

#' @rdname print.accord_limits
#' @export
glance.accord_limits <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("n_items", "conf.level", "status"), "Limits of agreement")
  glance_scores(x)
}

# Unless the user chose the digits, the number of digits depends on the size of the limits.
table_parts.accord_limits <- function(x, style) {
  if (!isTRUE(style$digits_given)) style$digits <- score_style(x, NULL)$digits
  style$zero_of_p <- style$leading_zero
  style$leading_zero <- TRUE
  has_ends <- !all(is.na(unlist(unclass(x)[c("bias.conf.low", "lower.conf.low", "upper.conf.low")])))
  level <- if (has_trend(x)) {
    TREND_NOTE
  } else if (is_same(x$conf.level) && has_ends) {
    paste0(percent_of(x$conf.level[1]), " intervals in brackets")
  }
  list(
    columns = bind_columns(limits_cells(x, style)),
    notes = c(escape(as.character(level), style), score_reasons(x, style)), told = is_told(x)
  )
}

# A sentence such as: mini less wright: bias = 2.1, 95% CI [-17.8, 22.0], 95% limits of agreement from -73.9, 95% CI
# [-110.6, -37.2], to 78.1, 95% CI [41.4, 114.8], 17 items.
apa_limits <- function(x, style) {
  number <- function(values) format_numbers(values, style)
  interval <- function(low, high) {
    apa_interval(tibble::tibble(conf.low = low, conf.high = high, conf.level = x$conf.level), style)
  }
  percent_sign <- if (style$format == "latex") "\\%" else "%"
  share <- ifelse(is.na(x$share), "", paste0(format(100 * x$share, trim = TRUE), percent_sign, " "))
  comma <- function(text) ifelse(text == "", "", ",")
  low <- interval(x$lower.conf.low, x$lower.conf.high)
  bias <- paste0("bias = ", number(x$bias), interval(x$bias.conf.low, x$bias.conf.high), ", ")
  items <- apa_counts(tibble::tibble(n_items = x$n_items))
  value <- if (has_trend(x)) {
    lines <- lapply(trend_lines(x), trend_cells, style)
    paste0(
      "bias = ", lines$bias, ", ", share, "limits of agreement from ", lines$lower, " to ", lines$upper,
      " (", TREND_NOTE, ")", items
    )
  } else {
    paste0(
      if (is_with_mean(x)) "" else bias, share, "limits of agreement from ", number(x$lower), low, comma(low),
      " to ", number(x$upper), interval(x$upper.conf.low, x$upper.conf.high), items
    )
  }
  undefined <- paste0("limits of agreement are not defined (", apa_text(plain_reasons(x), style), ")")
  paste0(apa_raters(x, " minus ", style), ifelse(is.na(x$lower), undefined, value))
}

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
  across <- panels_across(length(unique(points$panel)))
  numbered <- nrow(object) <= 9
  start_plot(
    points, c(shown$caption, missing_caption(object$sd, object$status, if (is_with_mean(object)) "group" else "pair")),
    paste0(
      "Points are items. Line: bias; dashed: limits of agreement",
      if (is_same(object$share)) paste0(" (", percent_of(object$share[1]), ")"),
      if (!has_trend(object)) "; bands: their intervals",
      if (!is.null(trend)) "; dotted: regression on the means, where its slope has p < .05", "."
    ),
    alt_list("Differences against means", paste0(
      name, ": bias ", plot_numbers(object$bias), ", limits ", plot_numbers(object$lower), " to ",
      plot_numbers(object$upper)
    ), object$bias)
  ) +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = -Inf, xmax = Inf, ymin = .data$low, ymax = .data$high),
      data = lines[!is.na(lines$low), ], fill = PALETTE[1], alpha = 0.13
    ) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey45", linewidth = 0.35) +
    ggplot2::geom_hline(ggplot2::aes(yintercept = .data$at, linetype = .data$kind), lines, colour = PALETTE[1]) +
    (if (!is.null(sloping)) {
      ggplot2::geom_abline(
        ggplot2::aes(slope = .data$slope, intercept = .data$intercept, linetype = .data$kind), sloping,
        colour = PALETTE[1]
      )
    }) +
    # Lines without ends have no effect on the axis, which must contain them.
    (if (!is.null(sloping)) ggplot2::geom_blank(ggplot2::aes(.data$mean, .data$y), line_ends(sloping, points))) +
    (if (!is.null(trend)) {
      ggplot2::geom_abline(
        ggplot2::aes(slope = .data$slope, intercept = .data$intercept), trend,
        linetype = "dotted", colour = "grey15"
      )
    }) +
    ggplot2::geom_point(
      ggplot2::aes(.data$mean, .data$difference),
      size = if (nrow(points) > 300) 0.5 else 1.2, alpha = if (nrow(points) > 1000) 0.4 else 0.8
    ) +
    # The numbers of the lines stand above them, in a strip at the right that has no points.
    (if (numbered) {
      ggplot2::geom_text(
        ggplot2::aes(x = Inf, y = .data$at, label = plot_numbers(.data$at)), lines,
        hjust = 1.05, vjust = -0.35, size = 7 / ggplot2::.pt, colour = "grey15"
      )
    }) +
    ggplot2::scale_linetype_manual(values = c(bias = "solid", limit = "dashed"), guide = "none") +
    ggplot2::scale_x_continuous(
      guide = no_overlap(), labels = axis_units, breaks = panel_breaks(across, page_width() / across - 10),
      expand = ggplot2::expansion(c(0.05, if (numbered) min(0.5, 12 * across / page_width()) else 0.05))
    ) +
    ggplot2::scale_y_continuous(guide = no_overlap(), labels = axis_units) +
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

# The ends of such lines over the points of their panel.
line_ends <- function(lines, points) {
  ends <- lapply(split(points$mean, points$panel), range)
  ends <- ends[as.character(lines$panel)]
  mean <- unlist(ends, use.names = FALSE)
  line <- rep(seq_len(nrow(lines)), each = 2)
  data.frame(panel = lines$panel[line], mean = mean, y = lines$intercept[line] + lines$slope[line] * mean)
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
    "First minus second"
  }
}

# Headings of the panels, cut to the width that a panel has when so many are drawn.
limits_names <- function(x) {
  group <- plot_groups(x, "rater_1")
  across <- panels_across(min(MAX_PANELS, nrow(x)))
  room <- (page_width() / across - PANEL_GAP) %/% HEADING_LETTER
  paste0(
    pair_labels(x$rater_1, x$rater_2, width = 2 * room), if (!is.null(group)) paste0(", ", cut_labels(group, room))
  )
}
