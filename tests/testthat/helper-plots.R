geoms <- function(plot) vapply(plot$layers, function(layer) class(layer$geom)[1], "")

# Returns the data of the first layer with this geom.
drawn <- function(plot, geom) built(plot)$data[[match(geom, geoms(plot))]]

# A plot is built once for consecutive questions about it.
built <- function(plot) {
  if (!identical(LAST_PLOT$plot, plot)) {
    LAST_PLOT$built <- suppressWarnings(ggplot2::ggplot_build(plot))
    LAST_PLOT$plot <- plot
  }
  LAST_PLOT$built
}
LAST_PLOT <- new.env(parent = emptyenv())

# The numbers of panels across, down and in total.
panels_of <- function(plot) {
  layout <- built(plot)$layout$layout
  c(across = max(layout$COL), down = max(layout$ROW), n = nrow(layout))
}

# Names of the rows from the top down, where the y axis counts them.
row_names <- function(plot, panel = 1) {
  scale <- built(plot)$layout$panel_params[[panel]]$y
  scale$get_labels()[order(-scale$get_breaks())]
}

subtitles <- function(plot) gsub("\n", " ", plot$labels$subtitle %||% "")
captions <- function(plot) gsub("\n", " ", plot$labels$caption %||% "")

# The values at the right edge of the first panel.
right_values <- function(plot) {
  axis <- built(plot)$layout$panel_params[[1]]$y.sec
  labels <- axis$get_labels(axis$get_breaks())
  # Those that end with a gap are expressions, whose first text is seen.
  vapply(labels, function(label) if (is.call(label)) label[[2]] else as.character(label), "", USE.NAMES = FALSE)
}
