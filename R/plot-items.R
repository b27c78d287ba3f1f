# Items: how many agree how far.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_items <- function(object, ..., figure = "agreement") {
  check_no_dots(...)
  check_choice(figure, c("agreement", "entropy", "majority_share"), "figure")
  check_plot_columns(object, c("item", figure, "status"))
  shown <- first_groups(object, "item")
  object <- shown$rows
  panel <- shown$panel
  value <- object[[figure]]
  # Of items with one rating neither is known.
  value[object$status != "ok"] <- NA
  check_plot_values(value, object$status, "item")
  counts <- stats::aggregate(
    list(n = rep(1L, sum(!is.na(value)))),
    list(value = in_bins(value[!is.na(value)]), panel = panel[!is.na(value)]), sum
  )
  width <- bar_width(counts$value, 0.1)
  words <- c(
    agreement = "Share of the pairs of ratings that agree", entropy = "Entropy of the ratings",
    majority_share = "Share of the majority"
  )
  start_plot(counts, c(shown$caption, missing_caption(value, object$status, "item"))) +
    ggplot2::geom_col(ggplot2::aes(.data$value, .data$n), width = width, fill = PALETTE[1]) +
    share_axis(counts$value, panels_across(length(unique(counts$panel)))) +
    ggplot2::scale_y_continuous(
      labels = axis_counts, breaks = count_breaks(counts$panel), guide = no_overlap(),
      expand = ggplot2::expansion(mult = c(0, 0.05))
    ) +
    by_panel(counts$panel) +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank()) +
    ggplot2::labs(x = words[[figure]], y = "Items")
}

# Where items have few different values, far enough apart for a bar each, these stand for themselves, else 20 bins.
in_bins <- function(value) {
  value <- round(value, 6)
  different <- sort(unique(value))
  if (length(different) <= 20 && all(diff(different) >= diff(range(different)) / 60)) {
    return(value)
  }
  width <- diff(range(value)) / 20
  min(value) + (pmin((value - min(value)) %/% width, 19) + 0.5) * width
}

# Bars do not touch, nor overlap.
bar_width <- function(value, most) {
  different <- sort(unique(value))
  if (length(different) > 1) 0.88 * min(diff(different), most) else if (different <= 1) 0.05 else 0.05 * different
}

# An axis of shares, or of numbers that pass 1; a single bar says where it stands.
share_axis <- function(value, across) {
  shares <- all(value <= 1)
  ends <- if (shares) c(-0.025, 1.025) else c(0, 1.5 * max(value))
  ggplot2::scale_x_continuous(
    labels = axis_numbers, guide = no_overlap(), breaks = if (shares) share_breaks(across) else ggplot2::waiver(),
    limits = if (length(unique(value)) == 1) ends
  )
}

# A bar at 1 is wider than what is possible.
share_breaks <- function(across = 1) {
  function(range) {
    breaks <- round(pretty(range, if (across > 2) 3 else 5), 10)
    breaks[breaks >= 0 & breaks <= 1]
  }
}

# What item_summary() and consensus() make of a table in a database.
#' @exportS3Method ggplot2::autoplot
autoplot.accord_lazy <- function(object, ...) abort_lazy("A plot", whole = inherits(object, "accord_lazy_labels"))

#' @export
plot.accord_lazy <- function(x, ...) autoplot.accord_lazy(x)
