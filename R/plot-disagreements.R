# Which items divide the raters most, and which categories are mixed up.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_disagreements <- function(object, ..., n = 20) {
  check_no_dots(...)
  check_whole(n, "n")
  if ("category_1" %in% names(object)) {
    return(category_tiles(object))
  }
  check_disagreement(object)
  check_plot_columns(object, c("item", "disagreement"))
  check_plot_values(object$disagreement, NULL, "item", "a disagreement", n = nrow(object))
  groups <- max(nlevels(plot_groups(object, "item")), 1)
  # Bars are as high as their words, unless it is said how many there are.
  most <- if (missing(n) && groups > 1) 4 else MAX_PANELS
  if (missing(n)) n <- min(n, MAX_LINES %/% min(groups, most) - 2)
  shown <- first_groups(object, "item", most)
  object <- shown$rows
  panel <- shown$panel
  rows <- unlist(lapply(split(seq_len(nrow(object)), panel), utils::head, n))
  data <- data.frame(
    y = rev(seq_along(rows)), label = cut_labels(object$item[rows]), value = object$disagreement[rows],
    panel = panel[rows]
  )
  places <- nrow(data) + 2 * nlevels(panel)
  # A single panel has no heading.
  bars <- if (nlevels(panel) > 1) places else nrow(data)
  answers <- item_answers(vctrs::vec_slice(object, rows), data$label, places, bars)
  data$text <- answers$text
  all <- max(table(panel))
  start_plot(
    data,
    c(shown$caption, if (all > n) paste0(
      "The first ", n, " of ", if (nlevels(panel) > 1) "up to ", big(all), " items with disagreement."
    ))
  ) +
    ggplot2::geom_col(
      ggplot2::aes(.data$value, .data$y),
      orientation = "y", width = 0.75, fill = "#9ECAE1"
    ) +
    ggplot2::geom_text(
      ggplot2::aes(x = 0, y = .data$y, label = gsub("(^|\n)", "\\1 ", .data$text)),
      hjust = 0, size = answers$size, lineheight = 0.9, check_overlap = TRUE
    ) +
    ggplot2::scale_x_continuous(labels = axis_numbers, expand = ggplot2::expansion(mult = c(0, 0.05))) +
    by_panel(data$panel, 1, "free_y") +
    row_axis(places, data$y, data$label) +
    ggplot2::labs(x = "Disagreement of the item", y = NULL)
}

check_disagreement <- function(x) {
  if (nrow(x) == 0) {
    abort_accord(
      "no_rows",
      c(
        "A plot of disagreements needs an item on which raters differ.", x = "{.arg object} has 0 rows.",
        i = "Either the raters agree on every item, or all rows were taken out."
      )
    )
  }
}

category_tiles <- function(x) {
  check_disagreement(x)
  check_plot_columns(x, c("category_1", "category_2", "share"))
  names <- cut_labels(unique(c(as.character(x$category_1), as.character(x$category_2))), 16)
  shown <- first_groups(x, "category_1", panels_of_tiles(names, nlevels(plot_groups(x, "category_1"))))
  x <- shown$rows
  labels <- function(category) as.character(category)
  known <- if (is.factor(x$category_1)) levels(x$category_1) else sort(
    unique(c(labels(x$category_1), labels(x$category_2)))
  )
  used <- known[known %in% c(labels(x$category_1), labels(x$category_2))]
  short <- cut_labels(used, 16)
  place <- function(category) factor(match(labels(category), used), seq_along(used), short)
  tiles <- function(first, second) {
    data.frame(
      row = place(first), column = place(second), value = x$share, text = plot_numbers(x$share), panel = shown$panel
    )
  }
  tile_plot(
    rbind(tiles(x$category_1, x$category_2), tiles(x$category_2, x$category_1)), "Share of the disagreement",
    shown$caption
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_ratings_summary <- function(object, ...) {
  check_no_dots(...)
  check_whole_result(object)
  tables <- Filter(length, object$coincidences)
  pairs <- unlist(lapply(tables, sum))
  check_plot_values(if (any(pairs > 0)) pairs, rep("no item with two ratings", length(object$coincidences)), "group",
    "coincidences"
  )
  labels <- cut_labels(unique(unlist(lapply(tables, colnames))), 16)
  shown <- first_panels(factor_in_order(names(tables)), panels_of_tiles(labels, length(tables)))
  tables <- tables[shown$rows]
  data <- lapply(names(tables), function(group) {
    table <- tables[[group]]
    dimnames(table) <- rep(list(cut_labels(colnames(table), 16)), 2)
    # Shares within the ratings of a category, so that rare ones are seen too.
    share <- table / rowSums(table)
    text <- formatC(table, format = if (all(table == round(table))) "d" else "f", digits = 1, big.mark = ",")
    table_tiles(table, ifelse(is.nan(share), NA, share), text, panel = group)
  })
  data <- do.call(rbind, data)
  data$panel <- factor_in_order(data$panel)
  tile_plot(
    data, "Share in the row", c("Coincidences: pairs of ratings of an item, in numbers.", shown$caption),
    limits = 0:1
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_ratings <- function(object, ...) {
  autoplot.accord_ratings_summary(summary(object), ...)
}

#' @rdname autoplot.accord
#' @export
plot.accord_ratings <- function(x, ...) plot.accord_result(x, ...)
