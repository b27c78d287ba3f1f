# The results of next_items() and fewer_ratings().

NEXT_COLUMNS <- c("item", "rater", "label", "probability", "n", "uncertainty", "information")

result_kind.accord_next <- function(x) {
  list(words = "a list of ratings to ask for", columns = NEXT_COLUMNS)
}

text_columns.accord_next <- function(x) c("item", "rater", "label")

not_coefficients.accord_next <- function(x) cli::format_inline("a list of ratings to ask for, of {.fn next_items}")

printed.accord_next <- function(x) {
  raters <- length(unique(x$rater[!is.na(x$rater)]))
  list(
    who = paste("Next:", count(nrow(x), "rating")), rest = paste0(
      " of ", count(length(unique(x$item)), "item"), " by ", count(raters, "rater")
    ),
    figures = c("item", "rater", "uncertainty"), told = "probability",
    notes = "# The least certain first; the rater is the one whose answer tells most (information in bits)"
  )
}

table_parts.accord_next <- function(x, style) {
  headings <- c(RESULT_HEADINGS, uncertainty = "Uncertainty", information = "Information")
  headings[["n"]] <- "Ratings so far"
  parts <- result_parts(x, style, headings, c("probability", "uncertainty"))
  if (any(x[["status"]] %in% "no known rater is left")) {
    parts$notes <- "A dash for the rater: all who may be asked have rated the item, or have no ratings left"
  }
  if (style$format != "text" && !is_same(c(x[["uncertainty"]], NA))) {
    parts$notes <- c(
      "In the order in which to ask",
      "Uncertainty: 1 minus the probability of the label; information: what the rater's answer tells about it, in bits",
      parts$notes
    )
  }
  parts
}

#' Tidy and plot ratings to ask for
#'
#' @param x A result of [next_items()] or [fewer_ratings()].
#' @param ... Must be empty.
#' @return A plain tibble with the columns of `x`.
#' @seealso [next_items()], [fewer_ratings()]
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:4, each = 2), rater = c("ann", "bob"),
#'   label = c("a", "a", "b", "a", "b", "b", "a", "b")
#' )
#' tidy(next_items(ratings, item, rater, label, budget = 2))
tidy.accord_next <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  tibble::new_tibble(unclass(x)[names(x)], nrow = nrow(x))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_next <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("item", "uncertainty"))
  data <- data.frame(place = seq_len(nrow(object)), value = object$uncertainty)
  start_plot(
    data, character(), "Each point is a rating to ask for, the first one on the left.",
    alt_list("Uncertainty of the labels", paste0(object$item, ": ", plot_numbers(data$value)), data$value)
  ) +
    ggplot2::geom_point(ggplot2::aes(.data$place, .data$value), colour = PALETTE[1], size = 1.2, na.rm = TRUE) +
    ggplot2::scale_x_continuous(breaks = whole_breaks) +
    ggplot2::scale_y_continuous(labels = axis_numbers, limits = c(0, NA)) +
    ggplot2::labs(x = "Place in the list", y = "1 - probability of the label")
}

FEWER_COLUMNS <- c("order", "share", "n_ratings", "agreement", "accuracy", "loss")

result_kind.accord_fewer <- function(x) {
  list(words = "a simulation of fewer ratings", columns = FEWER_COLUMNS)
}

text_columns.accord_fewer <- function(x) "order"

not_coefficients.accord_fewer <- function(x) cli::format_inline("a simulation, of {.fn fewer_ratings}")

printed.accord_fewer <- function(x) {
  list(
    who = "What fewer ratings would have given", figures = c("agreement", "accuracy"),
    notes = "# Agreement: with the labels from all ratings"
  )
}

table_parts.accord_fewer <- function(x, style) {
  headings <- c(
    RESULT_HEADINGS, order = "Order", share = "Share of ratings", accuracy = "Accuracy",
    loss = "Less than all"
  )
  headings[["agreement"]] <- "Same label"
  note <- if (style$format != "text" && !is.null(x[["agreement"]])) {
    "Same label: share of the items whose label is that of all ratings"
  }
  result_parts(x, style, headings, c("share", "agreement", "accuracy", "loss"), notes = note, about = "order")
}

#' @rdname tidy.accord_next
#' @export
tidy.accord_fewer <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  tibble::new_tibble(unclass(x)[names(x)], nrow = nrow(x))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_fewer <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("order", "share", "agreement"))
  gold <- !is.null(object[["accuracy"]]) && !all(is.na(object[["accuracy"]]))
  data <- data.frame(
    share = object$share, value = if (gold) object$accuracy else object$agreement,
    series = factor_in_order(as.character(object$order))
  )
  start_plot(
    data, character(), paste0(
      "Labels from a share of the ratings, compared with ", if (gold) "gold labels" else "those of all ratings",
      ", by the order in which ratings are asked for."
    ),
    alt_list("Fewer ratings", paste0(data$series, ", ", plot_numbers(data$share), ": ", plot_numbers(data$value)),
      data$value)
  ) +
    ggplot2::geom_line(ggplot2::aes(.data$share, .data$value, colour = .data$series), linewidth = 0.55, na.rm = TRUE) +
    ggplot2::geom_point(
      ggplot2::aes(.data$share, .data$value, colour = .data$series, shape = .data$series), size = 1.8, na.rm = TRUE
    ) +
    series_scales(data$series, nlevels(data$series) > 1, character()) +
    ggplot2::scale_x_continuous(labels = axis_numbers) +
    ggplot2::scale_y_continuous(labels = axis_numbers) +
    ggplot2::labs(x = "Share of the ratings", y = if (gold) "Accuracy" else "Same label as with all ratings")
}
