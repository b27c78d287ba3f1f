# Bars that show how often values occur, on an axis of shares or of other numbers.

# Centres of the bars: the values themselves if they are few and far enough apart for a bar each, otherwise those of
# 20 bins.
in_bins <- function(value) {
  value <- round(value, 6)
  different <- sort(unique(value))
  if (length(different) <= 20 && all(diff(different) >= diff(range(different)) / 60)) {
    return(value)
  }
  width <- diff(range(value)) / 20
  min(value) + (pmin((value - min(value)) %/% width, 19) + 0.5) * width
}

# Describes in words what is seen in bars of counts.
bars_alt <- function(data, title) {
  panel <- if (nlevels(factor(data$panel)) > 1) paste0(data$panel, ", ") else ""
  value <- plot_numbers(data$value, value_digits(data$value))
  alt_list(paste0("Bars of items by ", title), paste0(panel, value, ": ", big(data$n)), data$value)
}

# A width at which bars neither touch nor overlap.
bar_width <- function(value, most) {
  different <- sort(unique(value))
  if (length(different) > 1) 0.88 * min(diff(different), most) else if (different <= 1) 0.05 else 0.05 * different
}

# An axis of shares, or of numbers above 1. A single bar gets fixed limits, which show its position.
share_axis <- function(value, across) {
  shares <- all(value <= 1)
  ends <- if (shares) c(-0.025, 1.025) else c(0, 1.5 * max(value))
  ggplot2::scale_x_continuous(
    labels = axis_numbers, guide = no_overlap(), breaks = if (shares) share_breaks(across) else ggplot2::waiver(),
    limits = if (length(unique(value)) == 1) ends
  )
}

# Breaks within 0 and 1, since a bar at 1 extends beyond the possible range.
share_breaks <- function(across = 1) {
  function(range) {
    breaks <- round(pretty(range, if (across > 2) 3 else 5), 10)
    breaks[breaks >= 0 & breaks <= 1]
  }
}
