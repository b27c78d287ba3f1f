# The timeline of spans: where each annotator marked what, in text or in time.

# Colours of labels from the palette of all plots, ordered so that the first differ most in greyscale: their
# luminances are 94, 163, 0, 142, 112, 164 and 121 of 255.
TIMELINE_FILL <- PALETTE[c(1, 6, 4, 5, 2, 7, 3)]
DARK_FILL <- TIMELINE_FILL[c(1, 3, 5)]

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_spans <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  object <- whole_spans(object)
  if (nrow(object$span) == 0) {
    abort_accord(
      "no_rows",
      c("A timeline needs at least one span.", x = "Nobody marked anything in {length(object$documents)} document{?s}.")
    )
  }
  label <- timeline_labels(object)
  local_legend(levels(label$of_span), 1)
  rows <- timeline_rows(object)
  data <- timeline_spans(object, rows$shown, label$of_span)
  # A heading and an axis take the height of three rows.
  lines <- nrow(rows$shown) + 3 * (nlevels(rows$shown$panel) - 1)
  size <- object$unit %||% 1
  bars <- data[data$end > data$start, ]
  # A border would cover a bar that is narrower than two of them.
  wide <- bars$width > 0.6
  bar <- function(data, colour) {
    if (nrow(data) == 0) return(NULL)
    place <- ggplot2::aes(
      xmin = .data$start, xmax = .data$end, ymin = .data$low, ymax = .data$high, fill = .data$label
    )
    if (is.na(colour)) {
      place$colour <- rlang::expr(.data$label)
      ggplot2::geom_rect(place, data = data, linewidth = 0.15)
    } else {
      ggplot2::geom_rect(place, data = data, colour = colour, linewidth = 0.2)
    }
  }
  points <- data[data$end == data$start, ]
  several <- nlevels(label$of_span) > 1
  start_plot(
    rows$shown, c(rows$caption, label$caption), timeline_reading(rows, data), timeline_alt(object, rows$shown)
  ) +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = 0, xmax = .data$length, ymin = .data$y - 0.42, ymax = .data$y + 0.42), fill = "grey93"
    ) +
    bar(bars[wide, ], "white") +
    bar(bars[!wide, ], NA) +
    timeline_texts(bars) +
    (if (nrow(points)) {
      ggplot2::geom_point(
        ggplot2::aes(.data$start, (.data$low + .data$high) / 2, colour = .data$label, shape = .data$label),
        data = points, size = 1.6
      )
    }) +
    timeline_scales(label$of_span, several) +
    by_panel(rows$shown$panel, 1, "free") +
    row_axis(lines, rows$shown$y, rows$shown$name, room = 0.1) +
    (if (8 * (lines + 1) < panel_height()) {
      ggplot2::theme(aspect.ratio = 8 * lines / nlevels(rows$shown$panel) / max(20, panel_width(rows$shown$name)))
    }) +
    ggplot2::scale_x_continuous(labels = axis_units, guide = no_overlap(), expand = ggplot2::expansion(mult = 0.01)) +
    ggplot2::labs(x = if (size == 1) "Position" else "Time", y = NULL)
}

#' @rdname autoplot.accord
#' @export
plot.accord_spans <- function(x, ...) plot.accord_result(x, ...)

# The label of each span as a factor; the labels after the most frequent ones have no colour of their own.
timeline_labels <- function(spans) {
  labels <- spans$labels
  most <- length(TIMELINE_FILL)
  if (length(labels) <= most) {
    return(list(of_span = factor(labels[spans$span$label], labels, cut_labels(labels)), caption = character()))
  }
  often <- order(-tabulate(spans$span$label, length(labels)))[seq_len(most)]
  named <- sort(often)
  others <- paste0("(", length(labels) - most, " other labels)")
  at <- match(spans$span$label, named, most + 1)
  list(
    of_span = factor(at, seq_len(most + 1), c(cut_labels(labels[named]), others)),
    caption = paste0("The ", most, " most frequent of ", big(length(labels)), " labels have a colour.")
  )
}

# The rows that are drawn: a data frame with `document`, `annotator`, their `name`, `panel`, `length` and the place `y`.
# Documents have a panel each, as many as have room; those in which nobody marked anything have none.
timeline_rows <- function(spans) {
  marked <- sort(unique(spans$span$document))
  seen <- spans$seen[spans$seen$document %in% marked, ]
  # A row has a line, and a panel 9 mm for its heading and its axis.
  most <- max(2, (panel_height() - 2) %/% LINE)
  n <- pmin(tabulate(seen$document, length(spans$documents))[marked], most)
  fits <- cumsum(n * LINE * 1.1 + 9) <= panel_height() + 9
  fits[1] <- TRUE
  fits[-seq_len(MAX_PANELS)] <- FALSE
  drawn <- marked[fits]
  shown <- seen[seen$document %in% drawn & sequence(tabulate(seen$document)[unique(seen$document)]) <= most, ]
  shown <- shown[order(shown$document, shown$annotator), ]
  name <- id_text(spans$documents)
  people <- cut_labels(id_text(spans$annotators))
  # The first annotator is on top.
  shown <- data.frame(
    document = shown$document, annotator = shown$annotator, name = people[shown$annotator],
    panel = factor(name[shown$document], name[drawn]),
    length = spans$length[shown$document] * (spans$unit %||% 1), y = rev(seq_len(nrow(shown)))
  )
  empty <- length(spans$documents) - length(marked)
  list(shown = shown, caption = c(
    if (length(drawn) < length(marked)) {
      paste0("The first ", if (length(drawn) > 1) paste0(length(drawn), " "), "of ", big(length(marked)), " documents.")
    },
    if (max(tabulate(seen$document)) > most) {
      paste0("The first ", most, " of ", big(max(tabulate(seen$document))), " annotators.")
    },
    if (empty) paste0(count(empty, "document"), " without a span ", if (empty == 1) "is" else "are", " not drawn.")
  ))
}

# The spans of the rows that are drawn, in the unit of the data, with `low` and `high`, the place of their lane. Spans
# of an annotator that overlap are in lanes of their own. `width` and `tall` are millimetres.
timeline_spans <- function(spans, rows, label) {
  span <- spans$span
  row <- vctrs::vec_match(span[c("document", "annotator")], tibble::as_tibble(rows[c("document", "annotator")]))
  size <- spans$unit %||% 1
  of_row <- split(seq_len(nrow(span)), row)
  lane <- integer(nrow(span))
  lanes <- rep(1L, nrow(rows))
  for (at in names(of_row)) {
    these <- of_row[[at]]
    lane[these] <- lanes_of(span$start[these], span$end[these])
    lanes[as.integer(at)] <- max(lane[these])
  }
  kept <- which(!is.na(row))
  row <- row[kept]
  high <- rows$y[row] + 0.42 - 0.84 * (lane[kept] - 1) / lanes[row]
  data.frame(
    start = span$start[kept] * size, end = span$end[kept] * size, label = label[kept], panel = rows$panel[row],
    low = high - 0.84 / lanes[row], high = high, lanes = lanes[row],
    tall = min(8, (panel_height() - 9 * (nlevels(rows$panel) - 1)) / nrow(rows)) * 0.84 / lanes[row],
    width = (span$end - span$start)[kept] / pmax(spans$length[span$document[kept]], 1) * panel_width(rows$name)
  )
}

# The first lane that is free at the start of each span. Spans are sorted by their starts.
lanes_of <- function(start, end) {
  free <- numeric()
  lane <- integer(length(start))
  for (i in seq_along(start)) {
    at <- which(free <= start[i])[1]
    if (is.na(at)) at <- length(free) + 1
    # A point takes a place, so that two at one time are in two lanes.
    free[at] <- max(end[i], start[i] + 1e-9)
    lane[i] <- at
  }
  lane
}

# The label within each bar that has the room, since a grey copy does not show all colours.
timeline_texts <- function(bars) {
  fits <- bars[bars$tall >= 2.2 & bars$width > 1.25 * nchar(as.character(bars$label), "width") + 1, ]
  if (nrow(fits) == 0 || nlevels(fits$label) < 2) return(NULL)
  level <- as.integer(fits$label)
  fits$ink <- ifelse(level <= length(TIMELINE_FILL) & TIMELINE_FILL[level] %in% DARK_FILL, "white", "black")
  ggplot2::geom_text(
    ggplot2::aes((.data$start + .data$end) / 2, (.data$low + .data$high) / 2, label = .data$label),
    data = fits, colour = fits$ink, size = TILE_TEXT
  )
}

timeline_scales <- function(label, several) {
  n <- nlevels(label)
  known <- length(TIMELINE_FILL)
  colours <- stats::setNames(c(TIMELINE_FILL, "grey60")[seq_len(n)], levels(label))
  guide <- if (several) ggplot2::guide_legend(ncol = legend_columns(levels(label))) else "none"
  list(
    ggplot2::scale_fill_manual(values = colours, name = NULL, guide = guide, drop = FALSE),
    ggplot2::scale_colour_manual(values = colours, name = NULL, guide = guide, drop = FALSE),
    ggplot2::scale_shape_manual(
      values = stats::setNames(c(SHAPES, 4)[seq_len(n)], levels(label)), name = NULL, guide = guide, drop = FALSE
    )
  )
}

timeline_reading <- function(rows, data) {
  point <- data$start == data$end
  of_row <- paste(data$panel, data$low)
  paste0(
    if (!all(point)) "Bars are spans", if (any(point)) if (all(point)) "Symbols are points" else ", symbols points",
    ", in a row for each annotator", if (any(data$lanes > 1)) "; those that overlap are below each other", "."
  )
}

# Such as "Timeline of 2 documents. video 1, ann: 12 spans; ...".
timeline_alt <- function(spans, rows) {
  n <- vapply(seq_len(nrow(rows)), function(i) {
    sum(spans$span$document == rows$document[i] & spans$span$annotator == rows$annotator[i])
  }, 0)
  documents <- nlevels(rows$panel)
  alt_list(
    paste("Timeline of", count(documents, "document")),
    paste0(if (documents > 1) paste0(rows$panel, ", "), rows$name, ": ", vapply(n, count, "", "span")),
    rep(NA, nrow(rows))
  )
}
