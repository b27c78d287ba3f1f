# The result of chain_agreement().

text_columns.accord_chain_agreement <- function(x) {
  c("annotator_1", "annotator_2", "document", "scope", "chain_1", "chain_2")
}

printed.accord_chain_agreement <- function(x) {
  if (is.null(x[["annotator_1"]]) || is.null(x[["annotator_2"]])) {
    return(NULL)
  }
  pairs <- vctrs::vec_unique_count(vctrs::new_data_frame(unclass(x)[c("annotator_1", "annotator_2")], nrow(x)))
  list(
    who = paste0(if ("chain_1" %in% names(x)) "Matched chains of " else "Agreement of chains, ", count(pairs, "pair")),
    rest = " of annotators", figures = "delta",
    notes = "# Delta: the share of mentions on which the two differ, 0 for the same chains"
  )
}

SIDES <- c(left = "#9ECAE1", both = "#08306B", right = "#D55E00")

# Returns the headings of the mentions in the chain of the first annotator, of both, and of the second, with the names
# of the two if all rows are about them. `short`: for a legend.
side_words <- function(x, short = FALSE) {
  one <- function(who) if (length(unique(who)) == 1) cut_labels(id_text(who[1]), if (short) 10 else 18)
  first <- one(x[["annotator_1"]])
  second <- one(x[["annotator_2"]])
  if (is.null(first) || is.null(second)) return(unlist(RESULT_HEADINGS[c("left", "both", "right")]))
  if (short) return(c(left = paste("Only", first), both = "Both", right = paste("Only", second)))
  c(left = paste0("Only in ", first, "'s chain"), both = "In both", right = paste0("Only in ", second, "'s chain"))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_chain_agreement <- function(object, ..., n = 30, width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_whole(n, "n")
  documents <- "scope" %in% names(object)
  used <- c("annotator_1", "annotator_2", "left", "both", "right", "delta", "document")
  check_plot_columns(object, c(used, if (!documents) c("chain_1", "chain_2")))
  check_plot_values(object$both, NULL, "row", "numbers of mentions", n = nrow(object))
  first <- cut_labels(object$annotator_1, 18)
  second <- cut_labels(object$annotator_2, 18)
  panel <- factor_in_order(paste(first, second, sep = ", "))
  # Panels are below each other, and each needs room for at least one row.
  shown <- first_panels(panel, max(1, max_lines() %/% 4), "pair")
  object <- object[shown$rows, ]
  panel <- droplevels(panel[shown$rows])
  # The bar of the total is left out, since it would make those of single documents too short to read.
  total <- documents & object[["scope"]] %in% "total"
  # By default as many bars are drawn as fit with their text.
  if (missing(n)) n <- max(2, 20 %/% nlevels(panel) - 1)
  bars <- which(!total)
  if (length(bars) == 0) bars <- seq_len(nrow(object))
  rows <- unlist(lapply(split(bars, panel[bars]), function(rows) {
    if (length(rows) <= n) rows else utils::head(rows[order(-(object$left + object$right)[rows])], n)
  }), use.names = FALSE)
  data <- chain_bars(object, panel, rows)
  # The width that the text behind the bars needs in the panel.
  words <- 1.3 * longest_line(data$text) + 2
  width <- max(panel_width(data$label), words + 12)
  sides <- side_words(object, short = TRUE)
  stacked <- data.frame(
    data[rep(seq_along(rows), 3), ],
    side = factor(rep(sides, each = length(rows)), rev(sides)),
    mentions = c(data$left, data$both, data$right)
  )
  start_plot(stacked, c(
    shown$caption,
    if (length(rows) < length(bars)) {
      paste0("The ", n, " with most differences, of ", big(max(table(panel[bars]))), ".")
    },
    if (any(total)) total_caption(object, total)
  ), c(
    "Bars count mentions. Number at the right: delta, the share of mentions that only one of the two has."
  ), alt_list("Bars of mentions", paste0(
    data$label, ": ", big(data$left), " of the first only, ", big(data$both), " of both, ", big(data$right),
    " of the second only, ", data$text
  ), data$both)) +
    ggplot2::geom_col(ggplot2::aes(.data$mentions, .data$y, fill = .data$side), orientation = "y", width = 0.7) +
    ggplot2::geom_text(
      ggplot2::aes(.data$end, .data$y, label = paste0(" ", .data$text)),
      data = data, hjust = -0.1, size = TILE_TEXT, check_overlap = TRUE
    ) +
    ggplot2::scale_fill_manual(
      values = rlang::set_names(SIDES, sides), name = NULL, guide = ggplot2::guide_legend(reverse = TRUE)
    ) +
    ggplot2::scale_x_continuous(
      breaks = whole_breaks, expand = ggplot2::expansion(mult = c(0, words / (width - words)))
    ) +
    by_panel(data$panel, 1, "free_y", width) +
    row_axis(nrow(data) + 2 * nlevels(panel), data$y, data$label) +
    ggplot2::labs(x = "Mentions", y = NULL)
}

# Returns a data frame with a bar for each of some rows, from the top.
chain_bars <- function(x, panel, rows) {
  label <- if ("scope" %in% names(x)) {
    ifelse(x$scope == "total", "All", as.character(x$document))
  } else {
    chain_names(x)
  }
  x <- x[rows, ]
  data.frame(
    y = rev(seq_along(rows)), label = cut_labels(label[rows], 24), panel = panel[rows],
    text = ifelse(is.na(x$delta), "not defined", plot_numbers(x$delta)),
    left = x$left, both = x$both, right = x$right, end = x$left + x$both + x$right
  )
}

# Names such as "r1 / c2", with the document first if there are several.
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

table_parts.accord_chain_agreement <- function(x, style) {
  x <- named_totals(x)
  about <- row_labels(x, c("annotator_1", "annotator_2", "document"))
  notes <- c(
    if (style$format != "text") {
      paste0(
        side_words(x)[["both"]], ": mentions in both of two matched chains; difference: those in only one of the two; ",
        "delta: the difference, divided by all of these mentions"
      )
    },
    phrase_notes(about, x[["status"]], style)
  )
  sides <- side_words(x)
  parts <- result_parts(x, style, replace(RESULT_HEADINGS, names(sides), sides),
    # Headings that name the annotators replace their columns.
    replace = if (!all(sides %in% RESULT_HEADINGS)) list(annotator_1 = NULL, annotator_2 = NULL) else list(),
    notes = notes
  )
  if (all(c("chain_1", "chain_2") %in% names(x))) {
    # A chain that is not matched is named alone.
    first <- as.character(x[["chain_1"]])
    parts$about <- ifelse(is.na(first), as.character(x[["chain_2"]]), first)
  }
  parts
}

# Rows of totals get "all" as their document, which makes the column `scope` redundant.
named_totals <- function(x) {
  if (!is.null(x[["document"]]) && !is.null(x[["scope"]])) {
    x[["document"]] <- ifelse(x[["scope"]] == "total", "all", id_text(x[["document"]]))
    x[["scope"]] <- NULL
  }
  x
}
