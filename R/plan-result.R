#' Print a plan
#'
#' Shows a row per design, with few digits; values that are the same in all rows are in the first line.
#'
#' @param x A plan made by [plan_agreement()].
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector.
#' @seealso [plan_agreement()], [paper_table()]
#' @name print.accord_plan
#' @examples
#' plan <- plan_agreement(n_items = c(50, 100), ratings_per_item = 3, times = 20)
#' print(plan, digits = 2)
#' tibble::as_tibble(plan)
NULL

#' @rdname print.accord_plan
#' @export
format.accord_plan <- function(x, ..., digits = 3, n = 20, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_digits(digits)
  style <- list(format = "text", digits = digits, leading_zero = FALSE)
  labels <- coefficient_labels(x)
  same <- length(unique(labels)) == 1
  number <- function(name, heading, must = FALSE) {
    if (!all(is.na(x[[name]]))) column(heading, format_numbers(x[[name]], style), TRUE, must)
  }
  per_item <- utils::modifyList(style, list(digits = 1))
  table <- own_table(x, list(
    column("Items", big(x$n_items), TRUE, must = TRUE),
    column("Ratings each", user_cells(x$ratings_per_item, per_item), TRUE, must = TRUE),
    column("Ratings", big(round(x$n_ratings)), TRUE),
    if (!same) column("Coefficient", labels, FALSE, must = TRUE),
    plan_settings(x, style)$interval,
    plan_settings(x, style)$times,
    number("value", "Value"),
    number("width", "Width", must = TRUE),
    if (has_width_90(x)) number("width_90", "90%"),
    if (any(x$no_interval > 0, na.rm = TRUE)) column("No interval", share_cells(x$no_interval, style), TRUE),
    number("aggregated", "Aggregated")
  ), style, width, n)
  printed_lines(
    x, plan_headline(x, if (same) labels[1]), table,
    notes = c(
      if (!all(is.na(x$width))) {
        paste0("# Width: mean width of the intervals", if (has_width_90(x)) "; 90%: nine of ten are not wider")
      },
      if (!all(is.na(x$aggregated))) "# Aggregated: the coefficient of labels made of all ratings of an item"
    )
  )
}

# A headline such as "Plan for Krippendorff's alpha, 3 raters: 200 simulated studies per row, 95% jackknife
# intervals".
plan_headline <- function(x, label) {
  raters <- if (is_same(x$n_raters)) paste0(", ", count(x$n_raters[1], "rater"))
  settings <- c(
    if (is_same(x$times)) studies_per_row(x$times[1]),
    if (is_same(x$conf.level) && is_same(x$interval)) {
      paste0(level_words(x$conf.level[1]), " ", intervals_by(x$interval[1]))
    }
  )
  paste0(c(paste0("Plan for ", label %||% "agreement", raters), paste(settings, collapse = ", ")[length(settings) > 0]),
    collapse = ": "
  )
}

# Whether there is a width that nine in ten studies do not exceed, as there are ten or more.
has_width_90 <- function(x) !is_removed(x, c("width_90", "times")) && !any(x$times < 10, na.rm = TRUE)

# Columns for settings that differ between plans combined by rbind().
plan_settings <- function(x, style) {
  differ <- function(values) length(unique(values)) > 1
  by <- paste0(level_words(x[["conf.level"]]), " ", x[["interval"]])
  by <- ifelse(is.na(x[["conf.level"]] %||% NA), dash(style), escape(trimws(by), style))
  list(
    interval = if (differ(by)) column("Interval", by, FALSE, must = TRUE),
    times = if (differ(x[["times"]])) {
      column("Studies", ifelse(is.na(x[["times"]]), dash(style), big(x[["times"]])), TRUE, must = TRUE)
    }
  )
}

share_cells <- function(x, style) ifelse(is.na(x), dash(style), percent(x))

result_kind.accord_plan <- function(x) {
  columns <- c(
    "n_items", "ratings_per_item", "n_raters", "n_ratings", "coefficient", "metric", "value", "width", "width_90",
    "no_interval", "aggregated", "interval", "conf.level", "times"
  )
  needed <- c("n_items", "ratings_per_item", "coefficient")
  list(words = "a plan", columns = columns, needed = needed, others = c("estimate", "std.error"))
}

not_coefficients.accord_plan <- function(x) cli::format_inline("a plan, of {.fn plan_agreement}")

table_parts.accord_plan <- function(x, style) {
  labels <- coefficient_labels(x)
  same <- is_same(labels)
  number <- function(name, heading) {
    if (!all(is.na(x[[name]]))) column(heading, format_numbers(x[[name]], style), TRUE)
  }
  per_item <- user_cells(x$ratings_per_item, utils::modifyList(style, list(digits = 1)))
  raters <- ifelse(is.na(x$n_raters), dash(style), big(x$n_raters))
  failed <- any(x$no_interval > 0, na.rm = TRUE)
  settings <- plan_settings(x, style)
  columns <- c(
    as_keys(list(
      column("Items", big(x$n_items), TRUE), column("Ratings per item", per_item, TRUE),
      if (!all(is.na(x$n_raters))) column("Raters", raters, TRUE)
    )),
    list(kept(x, "n_ratings", column("Ratings", big(round(x$n_ratings)), TRUE))),
    as_keys(list(if (!same) column("Coefficient", escape(labels, style), FALSE))),
    unname(settings),
    list(
      true_value(x, if (same) labels[1], style),
      number("width", "Mean width"), if (has_width_90(x)) number("width_90", escape("90% width", style)),
      if (failed) column("No interval", escape(share_cells(x$no_interval, style), style), TRUE),
      spare(number("aggregated", "Aggregated"), 1)
    )
  )
  has_widths <- !is_removed(x, "width") || !is_removed(x, "width_90")
  notes <- c(
    if (has_widths && !is.na(x$conf.level[1]) && is.null(settings$interval)) {
      by <- kept(x, "interval", intervals_by(x$interval[1])) %||% "intervals"
      paste0("Width of ", format(100 * x$conf.level[1]), "% ", by)
    },
    if (is_same(x[["times"]])) paste("from", studies_per_row(x$times[1]))
  )
  notes <- c(
    sub("^f", "F", paste(notes, collapse = ", ")),
    if (has_width_90(x)) "90% width: nine in ten studies have no wider interval"
  )
  with_meanings(list(columns = bind_columns(columns), notes = escape(notes, style)), c(
    Aggregated = if (!all(is.na(x[["aggregated"]]))) {
      paste(
        "aggregated: agreement of the labels that two panels of so many raters give to the items, by majority, ties at",
        "random"
      )
    }
  ))
}

# The value of the coefficient in the population, which many designs share. `label`: that of all rows, or NULL.
true_value <- function(x, label, style) {
  if (all(is.na(x[["value"]]))) {
    return(NULL)
  }
  heading <- if (is.null(label)) "True value" else greek(escape(label, style), style)
  one <- column(heading, format_numbers(x$value, style), TRUE)
  if (is.null(label)) one else or_note(one, paste0("True ", heading, ": ", one$cells[1]), setting = TRUE)
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_plan <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(
    object, c("n_items", "ratings_per_item", "coefficient", "width", "width_90", "conf.level")
  )
  none <- object[["interval"]] %in% "none"
  check_plot_values(
    object$width, if (any(none)) "planned without intervals" else "no interval", "design", "a width", n = nrow(object)
  )
  each <- sort(unique(object$ratings_per_item))
  of_each <- factor(
    format(round(object$ratings_per_item, 1), trim = TRUE), format(round(each, 1), trim = TRUE)
  )
  data <- data.frame(
    n = object$n_items, width = object$width, high = object$width_90, each = of_each,
    panel = factor_in_order(coefficient_labels(object))
  )
  lost <- is.na(data$width)
  lines <- any(duplicated(data[c("each", "panel")]))
  start_plot(
    data[!lost, ], missing_caption(data$width, "no interval", "design"),
    c(
      if (nlevels(data$panel) == 1) paste0(
        levels(data$panel), if (is_same(object[["value"]])) paste0(", true value ", plot_numbers(object$value[1])), "."
      ),
      "Points are mean widths over simulated studies.",
      if (!all(is.na(data$high))) {
        if (lines) "Dashed lines: nine of ten are no wider." else "Lines: nine of ten are no wider."
      }
    ),
    alt_list("Widths of intervals", paste0(
      if (nlevels(data$panel) > 1) paste0(data$panel, ", "), big(data$n), " items, ", data$each, " ratings each: ",
      plot_numbers(data$width)
    )[!lost], data$width)
  ) +
    (if (lines) {
      list(
        ggplot2::geom_line(
          ggplot2::aes(.data$n, .data$high, colour = .data$each),
          linewidth = 0.25,
          linetype = "42",
          na.rm = TRUE
        ),
        ggplot2::geom_line(ggplot2::aes(.data$n, .data$width, colour = .data$each), linewidth = 0.55)
      )
    } else {
      ggplot2::geom_linerange(
        ggplot2::aes(.data$n, ymin = .data$width, ymax = .data$high, colour = .data$each), linewidth = 0.3
      )
    }) +
    points_by_size(data, "width", "Ratings per item", 6) +
    ggplot2::scale_y_continuous(
      labels = axis_numbers, limits = c(0, NA), expand = ggplot2::expansion(mult = c(0, 0.05))
    ) +
    by_panel(data$panel, 1) +
    ggplot2::labs(
      x = "Items", y = if (is_same(object$conf.level)) {
        paste0("Width of the ", level_words(object$conf.level[1]), " interval")
      } else {
        "Width of the interval"
      }
    )
}
