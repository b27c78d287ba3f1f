# The class of results of rater_influence() and item_influence().

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_influence <- function(object, ..., n = NULL, width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  if (!is.null(n)) check_whole(n, "n")
  n <- n %||% min(20, max(3, max_lines() - 2))
  who <- if ("rater" %in% names(object)) "rater" else "item"
  check_plot_columns(object, c(who, "influence", "status"))
  groups <- group_panels(object, who)
  labels <- cut_labels(object[[who]])
  layout <- row_panels(nlevels(groups), min(n, max(table(groups))), labels, each = TRUE)
  shown <- first_groups(object, who, layout$most)
  object <- shown$rows
  panel <- shown$panel
  # Selects the most influential rows of each panel, sorted from the lowest.
  rows <- unlist(lapply(split(seq_len(nrow(object)), panel), function(rows) {
    kept <- utils::head(rows[order(-abs(object$influence[rows]), na.last = TRUE)], n)
    kept[order(object$influence[kept], na.last = TRUE)]
  }))
  # Lines of the same length show nothing: then the bars of all have more to say.
  if (nlevels(panel) == 1 && nrow(object) > n && length(equal_words(object$influence[rows], ""))) {
    return(influence_bars(object, who))
  }
  data <- data.frame(
    label = cut_labels(object[[who]][rows]), value = object$influence[rows], panel = panel[rows],
    reason = plain_reasons(object)[rows]
  )
  data <- forest_rows(data.frame(data[c("value", "panel", "reason")], label = factor_in_order(data$label)))
  data$row <- data$y <- rev(seq_along(rows))
  lost <- data[is.na(data$value), ]
  all <- max(table(panel))
  across <- min(layout$across, nlevels(panel))
  width <- panel_width(data$label, across, each = TRUE)
  # Panels in one column have their numbers at their right edges.
  values <- if (across == 1 && any(!is.na(data$value))) {
    # ggplot2 warns of an axis without breaks, as that of a panel without values would be.
    text <- ifelse(is.na(data$value), " ", plot_numbers(data$value, value_digits(data$value)))
    data.frame(y = data$y, text = text)
  }
  lines <- nrow(data) / across + 2 * (ceiling(nlevels(panel) / across) - 1)
  start_plot(
    data,
    c(shown$caption, if (all > n) paste0(
      "The ", count(n, who), " of most influence, of ", if (nlevels(panel) > 1) "up to ", big(all),
      if (nlevels(panel) == 1) tied_words(object$influence, n, "influence"), "."
    ), reasons_caption(lost, width, lines)),
    c(
      paste0(
        "How much higher ", influenced(object), " is with the ", who, " than without",
        if (any(data$value < 0, na.rm = TRUE)) "; triangles lower it", "."
      ),
      equal_words(data$value, "influence")
    ),
    alt_list(paste("Influence of each", who), paste(data$label, plot_numbers(data$value, value_digits(data$value))),
      data$value
    )
  ) +
    ggplot2::geom_vline(xintercept = 0, colour = "grey45", linewidth = 0.35) +
    ggplot2::geom_segment(
      ggplot2::aes(x = 0, xend = .data$value, y = .data$y, yend = .data$y, colour = .data$value < 0),
      linewidth = 0.5, na.rm = TRUE
    ) +
    ggplot2::geom_point(
      ggplot2::aes(.data$value, .data$y, colour = .data$value < 0, shape = .data$value < 0),
      size = 1.7, na.rm = TRUE
    ) +
    reasons_layer(lost, width, lines) +
    ggplot2::scale_colour_manual(values = c("FALSE" = PALETTE[1], "TRUE" = PALETTE[2]), guide = "none") +
    ggplot2::scale_shape_manual(values = c("FALSE" = 16, "TRUE" = 17), guide = "none") +
    ggplot2::scale_x_continuous(
      labels = axis_numbers, breaks = panel_breaks(across, width),
      guide = if (all(is.na(data$value))) ggplot2::waiver() else no_overlap()
    ) +
    by_panel(data$panel, across, "free_y", width) +
    row_axis(lines, data$row, data$label, values) +
    # The words above the plot say at which level, and that the change is due to the rater or item.
    ggplot2::labs(x = axis_title(paste("Change in", sub(" \\(.*$", "", influenced(object))), page_width()), y = NULL)
}

influence_bars <- function(object, who) {
  value <- object$influence[!is.na(object$influence)]
  counts <- stats::aggregate(list(n = rep(1L, length(value))), list(value = in_bins(value)), sum)
  counts$panel <- factor("")
  start_plot(
    counts, missing_caption(object$influence, object$status, who),
    paste0(
      "How much higher ", influenced(object), " is with one ", who, " than without. Each bar counts ", who,
      "s of one influence."
    ),
    bars_alt(counts, "influence")
  ) +
    ggplot2::geom_col(
      ggplot2::aes(.data$value, .data$n),
      fill = PALETTE[1], width = bar_width(counts$value, diff(range(counts$value)) / 20)
    ) +
    ggplot2::geom_vline(xintercept = 0, colour = "grey45", linewidth = 0.35) +
    ggplot2::scale_x_continuous(labels = axis_numbers, guide = no_overlap()) +
    ggplot2::scale_y_continuous(
      labels = axis_counts, breaks = count_breaks(counts$panel), guide = no_overlap(),
      expand = ggplot2::expansion(mult = c(0, 0.05))
    ) +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank()) +
    ggplot2::labs(
      x = axis_title(paste("Change in", sub(" \\(.*$", "", influenced(object))), page_width()),
      y = if (who == "item") "Items" else "Raters"
    )
}

influenced <- function(x) sub("^Unit", "unit", attr(x, "coefficient") %||% "the estimate")

# Says that all values are equal, so that nobody looks for a difference in the plot; `what` they are.
equal_words <- function(value, what) {
  value <- round(value[!is.na(value)], 12)
  if (length(value) > 1 && is_same(value)) {
    paste0("All that are shown have the same ", what, ", ", plot_numbers(value[1], value_digits(value)), ".")
  }
}

# Says how many have the `value` of the last of the `n` that are shown; `what` it is.
tied_words <- function(value, n, what) {
  size <- round(abs(value[!is.na(value)]), 12)
  last <- sort(size, decreasing = TRUE)[n]
  if (sum(size >= last) > n) paste0("; ", big(sum(size == last)), " share the ", what, " of the last one shown")
}

printed.accord_influence <- function(x) {
  who <- intersect(c("rater", "item"), names(x))[1]
  if (is.na(who)) {
    return(NULL)
  }
  all <- is_same(x[["estimate"]] %||% NA)
  list(
    who = paste0("Influence of ", count(vctrs::vec_unique_count(x[[who]]), who)),
    rest = paste0(
      " on ", influenced(x),
      if (all) paste0(", ", format_numbers(x[["estimate"]][1], CONSOLE), " with all ", who, "s"),
      group_words(x, who)
    ),
    told = if (all) "estimate", figures = "influence",
    notes = paste0("# Influence: the change due to the ", who, "; below 0, agreement is higher without")
  )
}

CONSOLE <- list(format = "text", digits = 3, leading_zero = FALSE)

table_parts.accord_influence <- function(x, style) {
  headings <- replace(RESULT_HEADINGS, "n_ratings", attr(x, "counted") %||% COUNTS[["n_ratings"]])
  # Single items change an estimate by little, so influences get three significant digits.
  of <- style_in_units(style, x[["influence"]])
  if (!isTRUE(style$digits_given)) of$digits <- min(of$digits, MOST_DIGITS)
  figure <- if (is.numeric(x[["influence"]])) {
    column(
      escape(headings[["influence"]], style), format_numbers(x[["influence"]], of), TRUE,
      "influence" %in% style$figures
    )
  }
  who <- intersect(c("rater", "item"), names(x))[1]
  # Those who mark spans are annotators, as in the other tables of spans.
  if (who %in% "rater" && identical(attr(x, "counted"), "Spans")) {
    who <- "annotator"
    headings[["rater"]] <- "Annotator"
  }
  if (style$format != "text" && !is.na(who)) headings[["estimate_without"]] <- paste("Estimate without the", who)
  about <- if (style$format != "text" && !is.na(who)) {
    paste0(
      "Influence on ", influenced(x), ": the estimate minus that without the ", who,
      if (nrow(x) > 1 && isFALSE(is.unsorted(x[["influence"]]))) paste("; first the", who, "without whom it is highest")
    )
  }
  estimate <- if (is.numeric(x[["estimate"]]) && !is.na(who)) {
    shown <- column(escape(headings[["estimate"]], style), format_numbers(x[["estimate"]], of), TRUE)
    or_note(shown, paste0("Estimate with all ", who, "s: ", shown$cells[1]), setting = TRUE)
  }
  without <- if (is.numeric(x[["estimate_without"]])) {
    column(escape(headings[["estimate_without"]], style), format_numbers(x[["estimate_without"]], of), TRUE)
  }
  made <- list(influence = figure, estimate = estimate, estimate_without = without)
  result_parts(
    x, style, headings, notes = c(escape(about, style), status_notes(x, style)),
    replace = Filter(Negate(is.null), made)
  )
}

text_columns.accord_influence <- function(x) c("rater", "item")

not_coefficients.accord_influence <- function(x) {
  cli::format_inline("influences, of {.fn item_influence} or {.fn rater_influence}")
}
