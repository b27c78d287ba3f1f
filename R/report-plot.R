# Plots of a report.

# With many rows only the coefficient of the first lines is plotted: with all of them few groups would fit, or the plot
# would be longer than the table that has them.
plotted_estimates <- function(x) {
  if (nrow(x) <= PLOTTED_ROWS || length(unique(coefficient_labels(x))) <= 3) x else main_estimates(x)
}

PLOTTED_ROWS <- 16

# The plot whose first sentence says which intervals its lines are, such as "95% intervals for other items".
lines_told <- function(plot, of = NULL) {
  first <- "^Points[^,]*, lines\\s+their\\s+intervals[^.]*"
  if (!is.null(of)) plot$labels$subtitle <- sub(first, paste("Points are estimates, lines", of), plot$labels$subtitle)
  plot
}

estimates_in_words <- function(x) {
  group <- group_names(x)
  about <- paste0(ifelse(group == "", "", paste0(group, ", ")), coefficient_labels(x))
  limits <- ifelse(
    is.na(x$conf.low), "", paste0(", interval ", below_one(x$conf.low), " to ", below_one(x$conf.high))
  )
  each <- paste0(about, ": ", ifelse(is.na(x$estimate), "no value", paste0(below_one(x$estimate), limits)))
  paste0("Estimates with intervals. ", paste(utils::head(each, 8), collapse = "; "),
    if (length(each) > 8) paste("; and", big(length(each) - 8), "more"))
}

# A plot as a picture within the page, taller with many rows or with panels below each other, and narrow enough that its
# labels can be read on a phone. `x`: a result, or a function of a width and a height that returns the plot; `alt`: what
# is seen, in words.
html_plot <- function(x, rows = 10, ..., alt, page = PLOT_WIDTH) {
  plot_of <- if (is.function(x)) x else function(...) ggplot2::autoplot(x, ...)
  # The room for numbers is that of numbers with a minus.
  local_minus()
  # The plot is built once, for both its layout and its image.
  drawn <- function(height) ggplot2::ggplot_build(plot_of(..., width = page, height = height))
  height <- min(max(4.4, 3 + 0.4 * rows), 60)
  built <- drawn(height)
  below <- max(built$layout$layout$ROW)
  # Panels in one column share an axis.
  panels <- 3 + below * if (max(built$layout$layout$COL) == 1) 1.6 else 3
  if (below > 1 && panels > height) {
    height <- min(panels, 60)
    built <- drawn(height)
  }
  draw <- function() grid::grid.draw(minus_in_picture(even_rows(ggplot2::ggplot_gtable(built), built)))
  picture <- picture_markup(picture_device(), draw, page / 2.54, height / 2.54)
  paste0("<div class=\"plot\" role=\"img\" aria-label=\"", escape_html(alt), "\">", picture, "</div>")
}

# How many panels of groups are below each other: two groups are beside each other, and three are not.
panel_rows <- function(groups) if (groups == 3) 3 else ceiling(groups / 2)

# In centimetres, as are all heights. On screens and on paper plots are wider than that, so that their smallest text, of
# 7 points, is as large as that of tables.
PLOT_WIDTH <- 7.6

# Panels below each other, each with rows of its own, are as high as their rows are many.
even_rows <- function(table, built) {
  layout <- built$layout$layout
  rows <- vapply(built$layout$panel_params, function(panel) diff(panel$y.range), 0)
  if (nrow(layout) < 2 || max(layout$COL) > 1 || is_same(layout$SCALE_Y)) {
    return(table)
  }
  at <- table$layout[grepl("^panel", table$layout$name), ]
  table$heights[sort(at$t)] <- grid::unit(rows[order(layout$ROW)], "null")
  table
}

# The parts of a picture with a minus before numbers below 0. In plots for all devices these have a hyphen, since some
# devices have no minus.
minus_in_picture <- function(grob) {
  if (!l10n_info()[["UTF-8"]]) {
    return(grob)
  }
  if (is.character(grob$label) || is.expression(grob$label)) grob$label <- minus_in_label(grob$label)
  for (part in c("grobs", "children")) {
    if (length(grob[[part]])) grob[[part]][] <- lapply(grob[[part]], minus_in_picture)
  }
  grob
}

# `label`: texts, or expressions that contain texts.
minus_in_label <- function(label) {
  if (is.character(label)) {
    return(minus_for_hyphen(label))
  }
  if (is.expression(label) || is.call(label)) label[] <- lapply(label, minus_in_label)
  label
}

# If there is nothing to plot, the reason is shown instead.
plot_or_reason <- function(x, ..., alt) {
  tryCatch(html_plot(x, ..., alt = alt), accord_error_no_values = function(cnd) {
    html_text(paste("No plot:", warning_words(cnd)))
  })
}
