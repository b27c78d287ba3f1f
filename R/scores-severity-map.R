# The Wright map: items, raters, facets and steps on one scale; the curves of the categories; severities by batch.

severity_map <- function(object) {
  parts <- check_one_fit(object, "parts", "autoplot")
  items <- parts$items$estimate
  items <- items[is.finite(items)]
  origin <- parts$glance$item_mean
  rater <- as.character(object$rater)
  if (by_batch(object)) rater <- paste0(rater, " (", object$batch, ")")
  steps <- parts$steps
  step <- tapply(steps$estimate, factor(steps$category, unique(steps$category)), mean)
  first <- category_names(parts$model$low, parts$model)
  step_names <- paste(c(first, utils::head(names(step), -1)), names(step), sep = "|")
  # Steps are places of items at which two categories are equally likely for an average rater.
  average <- mean(object$severity, na.rm = TRUE)
  names <- rbind(
    data.frame(column = "Raters", label = rater, at = object$severity),
    if (!is.null(parts$facets)) {
      data.frame(column = parts$facets$facet, label = parts$facets$level, at = parts$facets$estimate)
    },
    data.frame(column = "Steps", label = step_names, at = c(step) + average)
  )
  lost <- !is.finite(names$at)
  names <- names[!lost, ]
  columns <- c("Items", unique(names$column))
  share <- c(Items = 0.8, Raters = 2, Steps = 0.6)[columns]
  share[is.na(share)] <- 1.2
  share <- unname(share) / sum(share)
  centre <- cumsum(share) - share / 2
  range <- range(c(items, names$at))
  bins <- item_bars(items, range, share[1])
  batches <- if (by_batch(object)) "In brackets: the batch."
  counted <- paste0("Items: ", big(length(items)), " in all, up to ", big(max(bins$n)), " in a bar.")
  rows <- do.call(rbind, lapply(seq_along(columns)[-1], function(k) {
    names_in_rows(names[names$column == columns[k], ], range, share[k], centre[k])
  }))
  more <- if (any(grepl(" [+][0-9]+$", rows$label))) "+: more names at this place." else ""
  # Names of nearly the same place are written at one height.
  shared <- if (nrow(rows) < nrow(names)) "Names are rounded to the nearest line."
  start_plot(
    rows, c(missing_caption(object$severity, object$status, "severity", "severities"), counted, batches, shared, more),
    "Above: better items, more severe raters, higher difficulty. A step is where two categories are equally likely.",
    alt_list(
      "Items, raters and steps on one scale", paste0(names$label, " ", plot_numbers(names$at)), names$at
    )
  ) +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$left, xmax = .data$right, ymin = .data$low, ymax = .data$high), bins,
      fill = "grey60", colour = NA
    ) +
    ggplot2::geom_text(ggplot2::aes(.data$x, .data$at, label = .data$label), size = 7 / ggplot2::.pt) +
    # Names of facets begin with a capital, as in tables.
    ggplot2::scale_x_continuous(
      breaks = centre, labels = cut_labels(with_capital(columns), 12), limits = c(0, 1), position = "top",
      expand = ggplot2::expansion()
    ) +
    ggplot2::scale_y_continuous(labels = axis_numbers) +
    ggplot2::labs(x = NULL, y = "Logits")
}

# The histogram of the items, from right to left, in the first part of the width.
item_bars <- function(items, range, share) {
  cuts <- seq(range[1], range[2], length.out = 31)
  n <- tabulate(findInterval(items, cuts, rightmost.closed = TRUE), 30)
  right <- 0.97 * share
  data.frame(n, left = right - 0.94 * share * n / max(n), right, low = utils::head(cuts, -1), high = cuts[-1])
}

# Names at nearly the same place share a row; those that do not fit are counted.
names_in_rows <- function(names, range, share, centre) {
  height <- max(diff(range), 1e-9) / max(floor(panel_height() / 3), 1)
  slot <- round((names$at - range[1]) / height)
  width <- letters_of(floor(48 * share))
  rows <- lapply(split(seq_along(slot), slot), function(own) {
    own <- own[order(names$at[own])]
    label <- cut_labels(names$label[own], width)
    fits <- cumsum(nchar(label, "width") + 2) <= width + 2
    if (!all(fits)) fits <- cumsum(nchar(label, "width") + 2) <= width - 1
    fits[1] <- TRUE
    data.frame(
      at = range[1] + slot[own[1]] * height, x = centre,
      label = paste0(paste(label[fits], collapse = ", "), if (!all(fits)) paste0(" +", sum(!fits)))
    )
  })
  do.call(rbind, rows)
}

# The probability of each category for an average rater and, with separate steps, the mean over their groups.
category_curves <- function(object) {
  parts <- check_one_fit(object, "parts", "autoplot")
  steps <- parts$steps
  category <- unique(steps$category)
  names <- c(category_names(parts$model$low, parts$model), category)
  tau <- split(steps$estimate, factor(ifelse(is.na(steps$group), "", steps$group)))
  reach <- max(abs(steps$estimate)) + 2
  place <- seq(-reach, reach, length.out = 121)
  share <- Reduce(`+`, lapply(tau, function(own) {
    weight <- exp(outer(place, seq(0, length(own))) - rep(c(0, cumsum(own)), each = length(place)))
    weight / rowSums(weight)
  })) / length(tau)
  data <- data.frame(
    place = rep(place, length(names)), share = c(share), name = rep(factor_in_order(names), each = length(place))
  )
  top <- data[vapply(split(seq_len(nrow(data)), data$name), function(own) own[which.max(data$share[own])], 0L), ]
  start_plot(
    data, NULL, "Lines are the probabilities of the categories from an average rater.",
    alt_list(
      "Probability of each category by the place of the item",
      paste0(top$name, " at most ", plot_numbers(top$share), " at ", plot_numbers(top$place)), top$share
    )
  ) +
    ggplot2::geom_line(
      ggplot2::aes(.data$place, .data$share, group = .data$name), colour = PALETTE[1], linewidth = 0.4
    ) +
    # Lines of other categories do not cross a name.
    ggplot2::geom_label(
      ggplot2::aes(.data$place, .data$share, label = .data$name), top,
      size = 7 / ggplot2::.pt, vjust = -0.1, fill = "white", label.size = 0, label.padding = ggplot2::unit(1, "pt")
    ) +
    ggplot2::scale_y_continuous(labels = axis_numbers, expand = ggplot2::expansion(c(0.02, 0.1))) +
    ggplot2::labs(x = "Item minus severity and difficulty, in logits", y = "Probability")
}

drift_plot <- function(x, title) {
  x$rater <- as.character(x$rater)
  groups <- own_groups(x, c(SEVERITY_COLUMNS, "batch", "slope"), "rater")
  if (!is.null(groups)) x$rater <- paste(x$rater, groups, sep = ", ")
  shown <- first_panels(factor_in_order(x$rater), noun = "rater")
  x <- vctrs::vec_slice(x, shown$rows)
  batches <- of_fit(x, "parts")$batches %||% sort(unique(x$batch))
  batches <- batches[batches %in% x$batch]
  data <- data.frame(
    n = match(x$batch, batches), value = x$severity, low = x$conf.low, high = x$conf.high,
    panel = factor_in_order(cut_labels(x$rater))
  )
  lost <- is.na(data$value)
  names <- cut_labels(as.character(batches), 14)
  # Fewer panels side by side have room for the names, unless they would be too low for their points.
  fits <- function(across) length(names) * ROW_LETTER * (longest_line(names) + 1) <= panel_width("-0.0", across) - 3
  across <- panels_across(nlevels(data$panel), 3)
  if (!fits(across) && across > 2 && fits(2) && panel_height() / ceiling(nlevels(data$panel) / 2) >= 16) across <- 2
  # Names are rotated if they would overlap.
  upright <- !fits(across)
  # Batches of text without a number have no order, so that no line leads from one to the next.
  ordered <- !is.character(batches) || is_numbered(batches)
  # Each row is a rater in a batch, so some severities of a rater may be missing.
  start_plot(
    data[!lost, ], c(shown$caption, missing_caption(data$value, x$status, "severity", "severities")),
    paste0(
      "Points are severities, ", if (ordered) "vertical ",
      "lines their intervals; above 0 is more severe than the mean.", if (is.character(batches) && !ordered) {
        " Batches are in alphabetical order."
      }
    ),
    alt_list("Severity by batch", paste0(data$panel, ", ", batches[data$n], " ", plot_numbers(data$value)), data$value)
  ) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey45", linewidth = 0.35) +
    ggplot2::geom_linerange(
      ggplot2::aes(.data$n, ymin = .data$low, ymax = .data$high), colour = PALETTE[1], linewidth = 0.5
    ) +
    (if (ordered) {
      ggplot2::geom_line(ggplot2::aes(.data$n, .data$value), colour = PALETTE[1], linewidth = 0.4)
    }) +
    ggplot2::geom_point(ggplot2::aes(.data$n, .data$value), colour = PALETTE[1], size = 1.6) +
    ggplot2::scale_x_continuous(
      breaks = seq_along(batches), labels = names, guide = no_overlap(),
      expand = ggplot2::expansion(add = if (upright) 0.3 else 0.5)
    ) +
    # Low panels have room for few numbers.
    ggplot2::scale_y_continuous(
      labels = axis_numbers, breaks = function(limits) pretty(limits, if (nlevels(data$panel) / across > 2) 3 else 5)
    ) +
    by_panel(data$panel, across) +
    (if (upright) {
      ggplot2::theme(axis.text.x = ggplot2::element_text(angle = 90, hjust = 1, vjust = 0.5, size = 7))
    }) +
    ggplot2::labs(x = "Batch", y = axis_title(title, 34))
}
