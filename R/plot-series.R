# Series: several estimates in a row or at a place, in different colours and shapes.

# Scores that have the same sign in every plot, with the places of their colours and shapes. Of decisions, what passes
# is green and what fails is orange, as is the custom.
SCORE_SIGNS <- c(Precision = 2, Recall = 3, F1 = 4, "Soft precision" = 2, "Soft recall" = 3, "Soft F1" = 4)
DECISION_SIGNS <- c(fail = 2, "mark again" = 1, pass = 3)

# The places of the colours and shapes of series: some are fixed, the others take those that are left.
series_signs <- function(levels) {
  fixed <- if (any(levels %in% names(SCORE_SIGNS))) SCORE_SIGNS else DECISION_SIGNS
  signs <- unname(fixed[levels])
  free <- is.na(signs)
  left <- if (all(free)) seq_along(PALETTE) else setdiff(seq_along(PALETTE), fixed)
  signs[free] <- rep_len(left, sum(free))
  signs
}

series_scales <- function(series, several) {
  signs <- series_signs(levels(series))
  # A series without a name has no entry of the legend.
  named <- levels(series)[levels(series) != ""]
  guide <- if (several) ggplot2::guide_legend(ncol = legend_columns(named), byrow = TRUE) else "none"
  # Entries of the legend that are too wide for the figure are placed below each other.
  list(
    ggplot2::scale_colour_manual(
      values = stats::setNames(PALETTE[signs], levels(series)), breaks = named, name = NULL, guide = guide
    ),
    ggplot2::scale_shape_manual(
      values = stats::setNames(SHAPES[signs], levels(series)), breaks = named, name = NULL, guide = guide
    )
  )
}

# As many as fit, with a column as wide as its longest entry.
legend_columns <- function(labels) {
  room <- 50 * page_scale()
  if (sum(nchar(labels) + 5) <= room - 3) length(labels) else max(1, room %/% (max(nchar(labels)) + 5))
}
