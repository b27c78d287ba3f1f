geoms <- function(plot) vapply(plot$layers, function(layer) class(layer$geom)[1], "")

# What a layer of a plot draws: the data of the first layer with this geom.
drawn <- function(plot, geom) suppressWarnings(ggplot2::layer_data(plot, match(geom, geoms(plot))))

# Panels beside each other, and below.
panels_of <- function(plot) {
  layout <- ggplot2::ggplot_build(plot)$layout$layout
  c(across = max(layout$COL), down = max(layout$ROW), n = nrow(layout))
}

# Names of the rows from the top down, where the y axis counts them.
row_names <- function(plot, panel = 1) {
  scale <- ggplot2::ggplot_build(plot)$layout$panel_params[[panel]]$y
  scale$get_labels()[order(-scale$get_breaks())]
}

captions <- function(plot) gsub("\n", " ", plot$labels$caption %||% "")
