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
    notes = paste(
      "# Items with too few ratings come first, then the least certain; the rater is the one whose answer tells most",
      "(information in bits)"
    )
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
      paste0(
        if (!is.null(x[["probability"]])) "Probability: that of the label",
        if (!is.null(x[["probability"]]) && !is.null(attr(x, "voted"))) paste(", by", attr(x, "voted")),
        if (!is.null(x[["probability"]])) "; uncertainty: 1 minus it" else "Uncertainty: 1 minus that of the label",
        "; information: what the rater's answer tells about it, in bits"
      ),
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
  check_plot_columns(object, c("item", "rater", "uncertainty", "information"))
  check_plot_values(object$uncertainty, NULL, "rating", "an uncertainty", n = nrow(object))
  # The order follows the uncertainty of an item, and among its raters the information of their answers.
  figures <- c(Uncertainty = "uncertainty", "Information (bits)" = "information")
  figures <- figures[vapply(figures, function(name) any(is.finite(object[[name]])), NA)]
  equal <- vapply(figures, function(name) length(unique(object[[name]])) == 1, NA)
  if (all(equal) && nrow(object) > 1) abort_equal_places(object)
  n <- min(nrow(object), max(2, max_lines() - 4))
  shown <- utils::head(object, n)
  asked <- ifelse(is.na(shown$rater), "nobody", id_text(shown$rater))
  label <- cut_labels(paste0(cut_labels(shown$item, 12), ", ", cut_labels(asked, 12)), 24)
  data <- data.frame(
    y = rep(rev(seq_len(n)), length(figures)), label = rep(label, length(figures)),
    value = unlist(lapply(figures, function(name) as.double(shown[[name]])), use.names = FALSE),
    panel = factor(rep(names(figures), each = n), names(figures))
  )
  across <- length(figures)
  data$text <- plot_numbers(data$value)
  width <- panel_width(label, across)
  room <- 1.25 * longest_line(data$text) + 2
  inside <- values_inside(
    list(rows = data[data$text != "", ], width = room, inside = TRUE), width - room, panel_breaks(across, width)
  )
  start_plot(
    data, if (nrow(object) > n) paste0("The first ", n, " of ", count(nrow(object), "rating"), "."),
    paste(
      "Ratings to ask for, the first one at the top: items with too few ratings, then the most uncertain ones; of an",
      "item, the rater whose answer tells most.", if ("uncertainty" %in% figures) {
        "Uncertainty: 1 minus the probability of the most probable label."
      }
    ),
    alt_list("Ratings to ask for", paste0(label, ": ", plot_numbers(shown$uncertainty)), shown$uncertainty)
  ) +
    ggplot2::geom_segment(
      ggplot2::aes(x = 0, xend = .data$value, y = .data$y, yend = .data$y), colour = PALETTE[1], linewidth = 0.5,
      na.rm = TRUE
    ) +
    ggplot2::geom_point(ggplot2::aes(.data$value, .data$y), colour = PALETTE[1], size = 1.7, na.rm = TRUE) +
    inside$layer +
    ggplot2::scale_x_continuous(
      labels = axis_numbers, breaks = inside$breaks, expand = inside$expand, guide = no_overlap(), limits = c(0, NA)
    ) +
    by_panel(data$panel, across, "free_x", width) +
    row_axis(n, data$y[seq_len(n)], label) +
    ggplot2::labs(x = if (across == 1) names(figures), y = NULL)
}

# Ratings of which none is before another for a reason make no picture.
abort_equal_places <- function(x) {
  abort_accord(
    "nothing_to_plot",
    c(
      "A plot of ratings to ask for shows what decides their order.",
      x = "All {nrow(x)} ratings have the same uncertainty{if (any(is.finite(x$information))) ' and information'}.",
      i = "{.fn paper_table} or {.fn print} lists them."
    ),
    argument = "object"
  )
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
    notes = sprintf("# %s", c(
      "Same label: share of the items whose label is that of all ratings", run_words(x), start_words(x)
    ))
  )
}

table_parts.accord_fewer <- function(x, style) {
  headings <- c(RESULT_HEADINGS, order = "Order", accuracy = "Accuracy", loss = "Less than all")
  headings[["share"]] <- "Share of ratings"
  headings[["agreement"]] <- "Same label"
  note <- if (style$format != "text" && !is.null(x[["agreement"]])) {
    by <- attr(x, "first")$by
    paste0(
      "Same label: share of the items whose label", if (!is.null(by)) paste0(" (method ", by, ")"),
      " is that of all ratings; one whose best labels tie counts in part, and values between steps are interpolated"
    )
  }
  # The first ratings of the items may be a larger share than was asked for.
  first <- attr(x, "first")
  if (style$format != "text" && length(first) && !is.null(x[["share"]])) x[["share"]] <- pmax(x[["share"]], first$share)
  orders <- if (style$format != "text" && !is.null(x[["order"]])) {
    "Least certain: the item whose label is the least certain is rated next; in turn: one with the fewest ratings"
  }
  result_parts(
    x, style, headings, c("share", "agreement", "accuracy", "loss"),
    notes = c(note, orders, if (style$format != "text") c(run_words(x), start_words(x))), about = "order"
  )
}

# How many items and runs the simulation had.
run_words <- function(x) {
  runs <- attr(x, "first")
  if (length(runs$times)) {
    paste0(
      "Simulation with ", count(runs$n_items, "item"),
      if (runs$times == 1) ", run once" else paste0("; means of ", big(runs$times), " runs")
    )
  }
}

# Shares that the first ratings of the items exceed have the values and the number of these.
start_words <- function(x) {
  first <- attr(x, "first")
  if (length(first) && any(x[["share"]] <= first$share)) {
    paste0("Each item begins with ", count(first$least, "rating"), ": no row has fewer than ", big(first$n))
  }
}

sealed_names.accord_fewer <- function(x) "first"

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
  check_plot_columns(object, c("order", "n_ratings", "agreement"))
  gold <- !is.null(object[["accuracy"]]) && !all(is.na(object[["accuracy"]]))
  # Shares that the first ratings of the items exceed are all that of these.
  object <- vctrs::vec_slice(object, !duplicated(paste(object$order, object$n_ratings)))
  first <- attr(object, "first")
  all <- if (length(first$share)) round(first$n / first$share)
  object <- vctrs::vec_slice(object, order(object$n_ratings))
  data <- data.frame(
    value = if (gold) object$accuracy else object$agreement, low = NA_real_, high = NA_real_, reason = "no value",
    label = factor_in_order(paste0(big(object$n_ratings), if (length(all)) paste(" of", big(all)), " ratings")),
    series = factor(object$order, intersect(names(ORDER_WORDS), object$order))
  )
  levels(data$series) <- ORDER_WORDS[levels(data$series)]
  forest_plot(
    data, if (gold) "Share of items with the right label" else "Share of items with the same label", zero = FALSE,
    columns = 1, caption = c(
      sprintf("%s.", run_words(object)),
      "An item whose best labels tie counts in part; values between steps are interpolated.",
      if (isTRUE(first$times == 1)) "Small differences may be chance."
    ),
    read = c(
      paste0("Labels from some of the ratings against ", if (gold) "known labels." else "those from all ratings."),
      "Next: the item with the least certain label, or each in turn."
    )
  )
}

# The orders of fewer_ratings(), by the item that is rated next.
ORDER_WORDS <- c("least certain" = "Least certain next", "in turn" = "Each in turn")
