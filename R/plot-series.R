# Series: several estimates in a row or at a place, in different colours and shapes.

series_scales <- function(series, several, silent) {
  n <- nlevels(series)
  named <- setdiff(levels(series), silent)
  guide <- if (several) ggplot2::guide_legend(ncol = legend_columns(named)) else "none"
  # Entries of the legend that are too wide for the figure are placed below each other.
  list(
    ggplot2::scale_colour_manual(
      values = stats::setNames(rep_len(PALETTE, n), levels(series)),
      name = NULL,
      guide = guide,
      breaks = named
    ),
    ggplot2::scale_shape_manual(
      values = stats::setNames(rep_len(SHAPES, n), levels(series)), name = NULL, guide = guide, breaks = named
    )
  )
}

legend_columns <- function(labels) max(1, min(length(labels), (48 * page_scale()) %/% (max(nchar(labels)) + 5)))
