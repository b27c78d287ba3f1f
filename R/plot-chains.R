# Coreference: what one marked, what both, what the other; scores by document.

SIDES <- c("First only" = "#9ECAE1", Both = "#08306B", "Second only" = "#D55E00")

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_chain_agreement <- function(object, ..., n = 30) {
  check_no_dots(...)
  check_whole(n, "n")
  documents <- "scope" %in% names(object)
  used <- c("annotator_1", "annotator_2", "left", "both", "right", "delta", "document")
  check_plot_columns(object, c(used, if (!documents) c("chain_1", "chain_2")))
  check_plot_values(object$both, NULL, "row", "numbers of mentions", n = nrow(object))
  first <- cut_labels(object$annotator_1, 18)
  second <- cut_labels(object$annotator_2, 18)
  panel <- factor_in_order(paste(first, second, sep = ", "))
  # Panels below each other, with a row at least.
  shown <- first_panels(panel, max(1, MAX_LINES %/% 4), "pair")
  object <- object[shown$rows, ]
  panel <- droplevels(panel[shown$rows])
  # A bar of all would make those of single ones too short to read.
  total <- documents & object[["scope"]] %in% "total"
  # As many bars as there is room for their words, unless it is said how many.
  if (missing(n)) n <- max(2, 20 %/% nlevels(panel) - 1)
  bars <- which(!total)
  if (length(bars) == 0) bars <- seq_len(nrow(object))
  rows <- unlist(lapply(split(bars, panel[bars]), function(rows) {
    if (length(rows) <= n) rows else utils::head(rows[order(-(object$left + object$right)[rows])], n)
  }), use.names = FALSE)
  data <- chain_bars(object, panel, rows)
  # What the words behind the bars take of the panel.
  words <- 1.3 * longest_line(data$text) + 2
  width <- max(panel_width(data$label), words + 12)
  stacked <- data.frame(
    data[rep(seq_along(rows), 3), ],
    side = factor(rep(names(SIDES), each = length(rows)), rev(names(SIDES))),
    mentions = c(data$left, data$both, data$right)
  )
  start_plot(stacked, c(
    shown$caption,
    if (length(rows) < length(bars)) {
      paste0("The ", n, " with most differences, of ", big(max(table(panel[bars]))), ".")
    },
    if (any(total)) total_caption(object, total)
  )) +
    ggplot2::geom_col(ggplot2::aes(.data$mentions, .data$y, fill = .data$side), orientation = "y", width = 0.7) +
    ggplot2::geom_text(
      ggplot2::aes(.data$end, .data$y, label = .data$text),
      data = data, hjust = -0.1, size = if (nrow(data) > 15) 1.9 else 2.2, check_overlap = TRUE
    ) +
    ggplot2::scale_fill_manual(values = SIDES, name = NULL, guide = ggplot2::guide_legend(reverse = TRUE)) +
    ggplot2::scale_x_continuous(
      breaks = whole_breaks, expand = ggplot2::expansion(mult = c(0, words / (width - words)))
    ) +
    by_panel(data$panel, 1, "free_y", width) +
    row_axis(nrow(data) + 2 * nlevels(panel), data$y, data$label) +
    ggplot2::labs(x = "Mentions", y = NULL, subtitle = if (nlevels(panel) == 1) {
      wrap_words(paste0("First:\u00a0", first[1], ", second:\u00a0", second[1]), 50)
    }) +
    ggplot2::theme(plot.subtitle = ggplot2::element_text(size = 8), plot.title.position = "plot")
}

# A bar for each of some rows, from the top.
chain_bars <- function(x, panel, rows) {
  label <- if ("scope" %in% names(x)) {
    ifelse(x$scope == "total", "All", as.character(x$document))
  } else {
    chain_names(x)
  }
  x <- x[rows, ]
  data.frame(
    y = rev(seq_along(rows)), label = cut_labels(label[rows], 24), panel = panel[rows],
    text = paste("delta", ifelse(is.na(x$delta), "not defined", plot_numbers(x$delta))),
    left = x$left, both = x$both, right = x$right, end = x$left + x$both + x$right
  )
}

# "r1 / c2", a document before it if there are several.
chain_names <- function(x) {
  chain <- paste(
    ifelse(is.na(x$chain_1), "none", x$chain_1), ifelse(is.na(x$chain_2), "none", x$chain_2), sep = " / "
  )
  if (length(unique(x$document)) > 1) paste0(x$document, ": ", chain) else chain
}

total_caption <- function(x, total) {
  if (sum(total) == 1) return(paste0("All documents: delta ", plot_numbers(x$delta[total]), "."))
  ends <- range(x$delta[total], na.rm = TRUE)
  if (all(is.finite(ends))) {
    paste0("All documents: delta from ", paste(plot_numbers(ends), collapse = " to "), " over pairs of annotators.")
  }
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_coref <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("key", "response", "scope", "measure", "recall", "precision", "f1"))
  if (any(object$scope == "total")) object <- object[object$scope == "total", ]
  pair <- factor_in_order(paste(cut_labels(object$key, 12), cut_labels(object$response, 12), sep = ", "))
  score_dots(object, pair, c("All documents together.", "Names of panels: key, response."[nlevels(pair) > 1]))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_coref_means <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("measure", "recall", "precision", "f1"))
  score_dots(object, NULL, "Means over ordered pairs of annotators.")
}

score_dots <- function(x, panel, caption) {
  n <- nrow(x)
  scores <- c("F1", "Recall", "Precision")
  data <- data.frame(
    label = factor_in_order(rep(in_words(x$measure, COREF_WORDS), 3)), series = factor(
      rep(scores, each = n), scores
    ),
    value = c(x$f1, x$recall, x$precision), low = NA_real_, high = NA_real_, reason = ""
  )
  if (!is.null(panel)) data$panel <- rep(panel, 3)
  # The CoNLL mean has an F1 alone.
  data <- data[!is.na(data$value) | data$series == "F1" | !rep(x$measure == "conll", 3), ]
  forest_plot(data, "Score", caption, zero = FALSE) + ggplot2::coord_cartesian(xlim = 0:1)
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_chain_alpha <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("scope", "document", "estimate", "status"))
  label <- cut_labels(ifelse(object$scope == "total", "All documents", as.character(object$document)))
  distance <- paste0(" (", metric_words(unique(object[["distance"]])), ")")
  data <- data.frame(
    label = factor_in_order(label), value = object$estimate,
    low = as.double(object[["conf.low"]] %||% NA), high = as.double(object[["conf.high"]] %||% NA),
    reason = plain_reasons(object)
  )
  forest_plot(data, paste0("Krippendorff's alpha", if (length(distance) == 1) distance, ci_words(object)))
}
