# What a layer of a plot draws: the data of the first layer with this geom.
drawn <- function(plot, geom) {
  of <- vapply(plot$layers, function(layer) class(layer$geom)[1], "")
  suppressWarnings(ggplot2::layer_data(plot, match(geom, of)))
}

# Names of the rows from the top down, where the y axis counts them.
row_names <- function(plot, panel = 1) {
  scale <- ggplot2::ggplot_build(plot)$layout$panel_params[[panel]]$y
  scale$get_labels()[order(-scale$get_breaks())]
}

captions <- function(plot) gsub("\n", " ", plot$labels$caption %||% "")
