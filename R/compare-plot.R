# The plot of compare_agreement().

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_comparison <- function(object, ..., sort = FALSE, width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_flag(sort, "sort")
  keys <- if ("coefficient_1" %in% names(object)) c("coefficient_1", "coefficient_2") else c("group_1", "group_2")
  check_plot_columns(object, c(keys, "estimate", "conf.low", "conf.high", "status"))
  all <- nrow(object)
  object <- largest_differences(object)
  sides <- if (keys[1] == "coefficient_1") {
    label <- function(id) registry_entries(id)$label
    list(label(object$coefficient_1), label(object$coefficient_2))
  } else {
    list(object$group_1, object$group_2)
  }
  minus <- " minus "
  rows <- paste0(cut_labels(sides[[2]], 24), minus, cut_labels(sides[[1]], 24))
  rows <- ifelse(nchar(rows) > 22, sub(minus, "\nminus ", rows, fixed = TRUE), rows)
  data <- forest_data(object, rows, object$estimate)
  data[c("first", "second", "between")] <- list(sides[[2]], sides[[1]], minus)
  coefficients <- if (!is.null(object[["coefficient"]])) coefficient_labels(object)
  data$panel <- own_groups(object, result_kind(object)$columns, keys[1])
  if (is.null(data$panel) && length(unique(coefficients)) > 3) {
    data$panel <- factor_in_order(coefficients)
  } else if (length(unique(coefficients)) > 1) {
    data$series <- factor_in_order(coefficients)
  }
  if (sort) data$label <- sorted_rows(rows, data$value)
  what <- if (length(unique(coefficients)) == 1) paste(" in", coefficients[1])
  forest_plot(
    data, paste0("Difference", what, ci_words(object)),
    if (nrow(object) < all) paste0("The ", nrow(object), " largest of ", big(all), " differences.")
  )
}

# Returns the pairs of groups with the largest differences, in their order, as many as have a line in two columns.
largest_differences <- function(x) {
  vctrs::vec_slice(x, sort(utils::head(order(-abs(x$estimate), na.last = TRUE), max(4, 2 * (max_lines() - 5)))))
}
