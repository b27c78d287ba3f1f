# Raters: how well each agrees against how much it rated.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_raters <- function(object, ..., figure = "kappa") {
  check_no_dots(...)
  check_choice(figure, AGREE_FIGURES, "figure")
  check_plot_columns(
    object, c("rater", "n_compared", figure, if (figure == "kappa") c("conf.low", "conf.high"))
  )
  shown <- first_groups(object, "rater")
  object <- shown$rows
  data <- data.frame(
    rater = as.character(object$rater), n = object$n_compared, value = object[[figure]],
    panel = shown$panel
  )
  # Who was compared with nobody has no place.
  data$value[is.na(data$n)] <- NA
  status <- if (!is.null(object[["status"]])) as.character(object[["status"]])
  # As in the note of the table.
  if (figure == "kappa" && !is.null(status)) status[is.na(data$value) & status %in% "ok"] <- SUMMARY_GAPS$Kappa
  check_plot_values(
    data$value, status, "rater",
    hint = if (figure == "kappa") "Kappa needs two categories; {.code figure = \"agree_pairs\"} does not.",
    n = nrow(data)
  )
  data$spread <- if (figure == "kappa") {
    level <- object[["conf.level"]] %||% 0.95
    half <- (object$conf.high - object$conf.low) / 2 / stats::qt((1 + level) / 2, pmax(data$n - 1, 1))
    half * sqrt(data$n)
  } else {
    NA
  }
  lost <- is.na(data$value)
  band <- do.call(rbind, lapply(split(data[!lost, ], data$panel[!lost], drop = TRUE), sampling_band, figure))
  data <- with_band(data, band)
  named <- named_points(data, band, base = if (figure == "kappa") 0)
  start_plot(data[!lost, ], c(
    "Band: what 95% of raters as good as the mean would show by sampling alone.",
    unnamed_caption(named), shown$caption, missing_caption(data$value, status, "rater")
  )) +
    (if (!is.null(band)) {
      list(
        ggplot2::geom_ribbon(
          ggplot2::aes(.data$n, ymin = .data$low, ymax = .data$high),
          data = band, fill = "grey85"
        ),
        ggplot2::geom_line(
          ggplot2::aes(.data$n, .data$mean), data = band, colour = "grey45", linewidth = 0.35
        )
      )
    }) +
    (
      if (figure == "kappa") ggplot2::geom_hline(
        yintercept = 0, linetype = "22", colour = "grey30", linewidth = 0.4
      )
    ) +
    rater_points(data[!lost, ]) +
    name_layer(named) +
    volume_scale(data$n[!lost]) +
    ggplot2::scale_y_continuous(labels = axis_numbers, guide = no_overlap()) +
    by_panel(data$panel) +
    ggplot2::labs(x = "Ratings that can be compared", y = wrap_words(FIGURE_WORDS[[figure]], 32))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_rater_means <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("measure", "estimate", "conf.low", "conf.high"))
  # Means of other columns may be in units beside which shares are not seen.
  apart <- startsWith(as.character(object$measure), "mean_") & abs(object$estimate) > 1 & !is.na(object$estimate)
  apart <- object$measure %in% object$measure[apart] & !all(object$measure %in% object$measure[apart])
  lost <- unique(object$measure[apart])
  object <- vctrs::vec_slice(object, !apart)
  data <- data.frame(
    value = object$estimate, low = object$conf.low, high = object$conf.high, reason = "no value",
    label = factor_in_order(wrap_letters(cut_labels(figure_words(object$measure), 44), 22))
  )
  data$panel <- plot_groups(object, "measure")
  forest_plot(data, paste0("Mean over raters", ci_words(object)), if (length(lost)) {
    paste0("Not drawn, since beyond 1: ", paste(cut_labels(figure_words(lost), 40), collapse = ", "), ".")
  })
}

# Around the mean over all ratings, so wide as n ratings let a rater vary. Of a kappa the spread of one rating
# is that of its limits, of a share it is binomial.
sampling_band <- function(data, figure) {
  range <- range(pmax(data$n, 1))
  # Wide enough to be seen where all rated the same.
  if (range[2] < 1.2 * range[1]) range <- range * c(0.9, 1.1)
  n <- exp(seq(log(range[1]), log(range[2]), length.out = 100))
  mean <- stats::weighted.mean(data$value, data$n)
  known <- !is.na(data$spread) & data$spread > 0
  spread <- if (figure != "kappa") {
    sqrt(mean * (1 - mean))
  } else if (any(known)) {
    sqrt(stats::weighted.mean(data$spread[known]^2, data$n[known]))
  } else {
    return(NULL)
  }
  half <- stats::qnorm(0.975) * spread / sqrt(n)
  least <- if (figure == "kappa") -1 else 0
  data.frame(
    n = n, mean = mean, low = pmax(mean - half, least), high = pmin(mean + half, 1),
    panel = data$panel[1]
  )
}

# Whether each point lies outside the band of its panel.
with_band <- function(data, band) {
  data$outside <- FALSE
  for (panel in unique(as.character(band$panel))) {
    own <- which(data$panel == panel & !is.na(data$value))
    of <- band[band$panel == panel, ]
    limit <- function(y) stats::approx(of$n, y, data$n[own], rule = 2)$y
    data$outside[own] <- data$value[own] < limit(of$low) | data$value[own] > limit(of$high)
  }
  data
}

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
