# Plots of calibration: the share of correct labels or answers against their confidence.

# `data`: `at`, `right`, `low`, `high`, `n`, `panel`; `counted`: what `n` counts; `names`: labels of the positions 1, 2,
# ... if levels are text. `caption` is printed before the explanation of the numbers, `notes` after it.
reliability_plot <- function(data, caption, notes, axes, counted, names = NULL) {
  panels <- length(unique(data$panel))
  across <- panels_across(panels)
  probability <- is.null(names) && all(data$at >= 0 & data$at <= 1)
  # Beside the first and the last value there is room for their counts.
  beside <- if (is.null(names)) 0.15 * diff(range(data$at)) else 0.5
  ends <- if (probability) 0:1 else range(data$at) + c(-1, 1) * beside
  width <- panel_width("1.0", across) - 4
  data <- do.call(rbind, lapply(split(data, data$panel), function(rows) {
    rows$line <- count_lines(rows, max(diff(ends), 1e-9) / width)
    rows
  }))
  # Counts are printed below the shares, in lines of 2.5 mm; they are omitted in small panels and where points are too
  # close.
  counts <- panels <= 4 && max(data$line, 0) <= 3
  whole <- !probability && all(data$at == round(data$at))
  data$below <- -0.08 - 2.5 / (45 / ceiling(panels / across)) * (data$line - 1)
  start_plot(
    data, caption, c("Points above the line are right more often than they are sure."[probability],
      count_words(data$n, counts, counted), notes),
    alt_list("Calibration", paste(plot_numbers(data$at), "is right in", plot_numbers(data$right)), data$right)
  ) +
    (if (probability) {
      ggplot2::annotate("segment", 0, 0, xend = 1, yend = 1, colour = "grey45", linewidth = 0.35, linetype = "22")
    }) +
    ggplot2::geom_linerange(
      ggplot2::aes(.data$at, ymin = .data$low, ymax = .data$high),
      linewidth = 0.4, colour = PALETTE[1], na.rm = TRUE
    ) +
    ggplot2::geom_point(
      ggplot2::aes(.data$at, .data$right), colour = PALETTE[1], size = if (counts) 1.8 else 1.2, na.rm = TRUE
    ) +
    (if (counts) {
      ggplot2::geom_text(ggplot2::aes(.data$at, .data$below, label = big(.data$n)), size = TILE_TEXT, colour = "grey30")
    }) +
    (if (is.null(names)) {
      ggplot2::scale_x_continuous(
        labels = axis_numbers, breaks = if (whole) whole_values else panel_breaks(across, width)
      )
    } else {
      ggplot2::scale_x_continuous(breaks = seq_along(names), labels = names, guide = no_overlap())
    }) +
    ggplot2::scale_y_continuous(labels = axis_numbers, breaks = if (counts) share_breaks() else c(0, 0.5, 1)) +
    ggplot2::coord_cartesian(xlim = ends, ylim = c(if (counts) min(-0.08, data$below) else 0, 1)) +
    by_panel(data$panel, across, width = width) +
    ggplot2::labs(x = axes[1], y = axes[2])
}

# Breaks at whole numbers, for confidence on a scale such as 1 to 5.
whole_values <- function(limits) {
  breaks <- pretty(limits, 5)
  unique(breaks[breaks == round(breaks) & breaks >= limits[1] & breaks <= limits[2]])
}

# Returns a sentence on what the numbers in the plot count, or on the counts that are not shown.
count_words <- function(n, shown, counted) {
  if (shown || length(n) == 0) {
    return(paste0("Numbers below count ", counted, "."))
  }
  paste0("Each point: ", paste(unique(big(range(n))), collapse = " to "), " ", counted, ".")
}

# Assigns each count to the first line in which it does not overlap with another one. `unit`: the length of a millimetre
# on the axis.
count_lines <- function(data, unit) {
  half <- (0.65 * nchar(big(data$n)) + 0.4) * unit
  line <- integer(nrow(data))
  ends <- double()
  for (i in order(data$at)) {
    free <- which(ends <= data$at[i] - half[i])
    line[i] <- if (length(free)) free[1] else length(ends) + 1L
    ends[line[i]] <- data$at[i] + half[i]
  }
  line
}

# Plots the accuracy from calibration() at each level of confidence.
confidence_plot <- function(x) {
  check_plot_columns(x, "n")
  shown <- first_groups(x, "class")
  x <- shown$rows
  panel <- shown$panel
  bins <- !is.na(x$class)
  at <- confidence_places(x)[bins]
  class <- sub("^confidence ", "", as.character(x$class[bins]))
  # Levels of an ordered factor are equally spaced.
  named <- anyNA(class_middles(class))
  names <- if (named) unique(class[order(at)])
  data <- data.frame(
    at = if (named) match(class, names) else at, right = x$estimate[bins], low = x$conf.low[bins],
    high = x$conf.high[bins], n = x$n[bins], panel = panel[bins]
  )
  level <- unique(x$conf.level)
  reliability_plot(
    data, all_answers(x[!bins, ], panel[!bins]),
    c(if (!named && all(at >= 0 & at <= 1)) "Line: perfect calibration.", shown$caption),
    c("Confidence", paste0("Share that is right", if (length(level) == 1) paste0(", ", format(100 * level), "% CI"))),
    "answers",
    if (named) cut_labels(names, max(8, 44 %/% length(names)))
  )
}

# Returns the mean confidence of each row, or the middle of its bin if results were combined.
confidence_places <- function(x) {
  sure <- attr(x, "sure")
  at <- if (all(names(sure$of) %in% names(x)) && !is.null(sure)) {
    sure$mean[match(row_keys_of(x, sure), row_keys_of(sure$of, sure))]
  } else {
    rep(NA_real_, nrow(x))
  }
  middle <- class_middles(sub("^confidence ", "", as.character(x$class)))
  ifelse(is.na(at), ifelse(is.na(middle), match(x$class, unique(x$class)), middle), at)
}

row_keys_of <- function(x, sure) do.call(paste, c(lapply(unclass(x)[names(sure$of)], as.character), sep = "\r"))

# Returns the middle of a class: 0.5 for both "0.5" and "(0.4,0.6]".
class_middles <- function(class) {
  ends <- strsplit(gsub("^[[(]|[])]$", "", class), ",", fixed = TRUE)
  vapply(ends, function(end) mean(suppressWarnings(as.double(end))), 0)
}

# Returns sentences such as "All answers: accuracy .50, area under the curve .49." for up to three groups.
all_answers <- function(x, panel) {
  panel <- droplevels(panel)
  if (nlevels(panel) > 3) {
    return(character())
  }
  words <- in_words(as.character(x$measure), SCORE_WORDS)
  words <- gsub("^(A|Ex)", "\\L\\1", words, perl = TRUE)
  scores <- paste(words, ifelse(is.na(x$estimate), "-", plot_numbers(x$estimate)))
  vapply(levels(panel), function(name) {
    who <- if (name == "") "All answers" else cut_labels(name, 20)
    paste0(who, ": ", paste(scores[panel == name], collapse = ", "), ".")
  }, "", USE.NAMES = FALSE)
}
