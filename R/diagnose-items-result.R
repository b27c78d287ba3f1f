# The class of results of item_summary().

text_columns.accord_items <- function(x) "item"

printed.accord_items <- function(x) {
  if (!is.null(x[["item"]])) {
    list(who = paste0("Summary of ", count(nrow(x), "item")), rest = group_words(x, "item"), figures = "agreement")
  }
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_items <- function(object, ..., figure = "agreement", width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_choice(figure, c("agreement", "entropy", "majority_share"), "figure")
  check_plot_columns(object, c("item", figure, "status"))
  shown <- first_groups(object, "item")
  object <- shown$rows
  panel <- shown$panel
  value <- object[[figure]]
  # Items with one rating have neither statistic.
  value[object$status != "ok"] <- NA
  check_plot_values(value, object$status, "item")
  counts <- stats::aggregate(
    list(n = (object[["n_positions"]] %||% rep(1L, length(value)))[!is.na(value)]),
    list(value = in_bins(value[!is.na(value)]), panel = panel[!is.na(value)]), sum
  )
  width <- bar_width(counts$value, 0.1)
  words <- c(
    agreement = "Share of the pairs of ratings that agree", entropy = "Entropy of the ratings",
    majority_share = "Share of the majority"
  )
  start_plot(
    counts, c(shown$caption, missing_caption(value, object$status, "item")),
    paste0("Each bar counts the ", if (is.null(object[["n_positions"]])) "items" else "positions", " of one ", c(
      agreement = "agreement: at 1 all of their ratings agree", entropy = "entropy: at 0 all of their ratings agree",
      majority_share = "majority: at 1 all of their ratings agree"
    )[[figure]], "."),
    bars_alt(counts, words[[figure]])
  ) +
    ggplot2::geom_col(ggplot2::aes(.data$value, .data$n), width = width, fill = PALETTE[1]) +
    share_axis(counts$value, panels_across(length(unique(counts$panel)))) +
    ggplot2::scale_y_continuous(
      labels = axis_counts, breaks = count_breaks(counts$panel), guide = no_overlap(),
      expand = ggplot2::expansion(mult = c(0, 0.05))
    ) +
    by_panel(counts$panel) +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank()) +
    ggplot2::labs(x = words[[figure]], y = if (is.null(object[["n_positions"]])) "Items" else "Positions")
}

# Converts columns to logical, as in the summary of ratings in memory, since SQLite stores logical values as 0 and 1;
# its driver returns logical values if a column has only NULL.
#' @exportS3Method dplyr::collect
collect.accord_lazy_items <- function(x, ...) {
  items <- NextMethod()
  for (name in intersect(c("tie", "unanimous"), names(items))) {
    if (is.numeric(items[[name]])) items[[name]] <- items[[name]] == 1
  }
  items <- with_doubles(items, c("majority_share", "entropy", "agreement"))
  if (all(c("item", ITEM_COLUMNS) %in% names(items)) && !inherits(items, "grouped_df")) {
    check_strict_result(as.list(items))
    class(items) <- c("accord_items", "accord_summary", "accord_result", class(items))
  }
  items
}
