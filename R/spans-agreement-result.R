# The result of span_agreement().

span_kind.accord_span_agreement <- function(x) {
  list(title = "F1 of spans", estimate = "f1", about = c("annotator_1", "annotator_2", "match"))
}

text_columns.accord_span_agreement <- function(x) c("annotator_1", "annotator_2", "match", "document", "label")

# When spans match.
MATCH_WORDS <- c(
  exact = "Spans match if start, end and label are equal", boundaries = "Spans match if start and end are equal",
  type = "Spans match if they overlap and have the same label", overlap = "Spans match if they overlap"
)

table_parts.accord_span_agreement <- function(x, style) {
  # Users may have removed columns.
  mean <- is.na(x[["annotator_1"]] %||% rep(FALSE, nrow(x)))
  about <- ifelse(mean, "Mean of pairs", paste(id_text(x[["annotator_1"]]), id_text(x[["annotator_2"]]), sep = " and "))
  x <- named_means(x, style)
  rule <- as.character(x[["match"]])
  x[["match"]] <- in_words(x[["match"]], SPAN_WORDS)
  about <- with_varying_keys(x, about, c("annotator_1", "annotator_2"), c(ROW_KEYS, "label"))
  parts <- span_parts(
    x, style, about, c("found_1", "found_2", "n_documents", paired_away(style)), headings = pair_heading(style)
  )
  headings <- span_headings()
  # A note says when spans match, if it is the same in all rows.
  of_match <- MATCH_WORDS[rule[1]]
  if (style$format != "text" && length(unique(rule)) == 1 && !is.na(of_match)) {
    parts$columns$note[parts$columns$names %in% headings["match"]] <- of_match
  }
  meanings <- if (any(mean & !is_told(x)) && any(c("n_1", "n_2") %in% names(x))) {
    parts$columns_told <- headings[c("n_1", "n_2", "precision", "recall")]
    none <- c("counts of spans", intersect(c("precision", "recall"), names(x)))
    stats::setNames(paste(in_a_list(none), "are not given for the mean over pairs"), headings["n_2"])
  }
  shares <- intersect(c("precision", "recall"), names(x))
  if (style$format != "text" && length(shares)) {
    words <- paste0(paste(shares, collapse = " and "), ": with the spans of the first annotator as the truth")
    meanings <- c(meanings, stats::setNames(words, headings[shares[1]]))
  }
  if (length(meanings)) parts <- with_meanings(parts, meanings)
  parts
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_span_agreement <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("annotator_1", "annotator_2", "match", "f1", "conf.low", "conf.high", "status"))
  first <- id_text(object$annotator_1)
  second <- id_text(object$annotator_2)
  mean <- is.na(first) | is.na(second)
  pair <- rep("Mean of pairs", nrow(object))
  pair[!mean] <- pair_labels(first[!mean], second[!mean], ", ", 30)
  part <- object[["label"]] %||% object[["document"]]
  label <- if (is.null(part)) pair else cut_labels(part)
  if (!is.null(part)) pair <- factor_in_order(pair)
  data <- forest_data(object, label, object$f1)
  if (is.null(part)) data[c("first", "second", "between")] <- list(first, replace(second, mean, NA), ", ")
  if (is_curve(object)) {
    data$series <- if (is.null(part)) factor_in_order(pair) else factor_in_order(label)
    data$panel <- span_panels(object, "annotator_1", if (!is.null(part) && nlevels(pair) > 1) pair)
    data$mean <- mean
    return(tolerance_curve(data, object$tolerance, object))
  }
  words <- in_words(object$match, SPAN_WORDS)
  near <- !is.na(object[["tolerance"]] %||% rep(NA, nrow(object)))
  words[near] <- paste("Within", vapply(object[["tolerance"]][near], format, ""))
  if (!is_same(words)) data$series <- factor_in_order(words)
  data$panel <- span_panels(object, "annotator_1", if (!is.null(part) && nlevels(pair) > 1) pair)
  forest_plot(
    data, paste0("F1 of spans", ci_words(object)), zero = FALSE, bare = bare_documents(data, object[["n_documents"]])
  )
}

# F1 by tolerance is a curve if it was computed for three tolerances or more, and for nothing else.
is_curve <- function(x) {
  width <- x[["tolerance"]]
  is.numeric(width) && all(is.finite(width)) && length(unique(width)) > 2
}

tolerance_curve <- function(data, tolerance, object) {
  data$at <- tolerance
  check_plot_values(data$value, object$status, "row")
  shown <- first_panels(data$panel)
  data <- vctrs::vec_slice(data, shown$rows)
  # More curves than shapes could not be told apart: the mean over pairs is one of those that are drawn.
  most <- length(SHAPES)
  ranked <- c(unique(as.character(data$series[data$mean])), levels(data$series))
  kept <- utils::head(unique(ranked), most)
  all <- nlevels(data$series)
  data <- data[data$series %in% kept, ]
  data$series <- factor(data$series, intersect(levels(data$series), kept))
  data$panel <- droplevels(data$panel)
  k <- nlevels(data$series)
  local_legend(levels(data$series), 1)
  known <- data[!is.na(data$value), ]
  # Intervals of several curves stand beside each other.
  known$place <- known$at + (as.integer(known$series) - (k + 1) / 2) * 0.015 * diff(range(data$at))
  title <- paste0("F1 of spans", ci_words(object))
  start_plot(
    known, c(
      shown$caption, if (all > most) paste("Curves of", most, "of", big(all), "are drawn."),
      missing_caption(data$value, object$status[shown$rows], "row")
    ),
    if (!all(is.na(known$low))) "Vertical lines are the intervals of the points.",
    alt_list(paste(title, "by tolerance"), paste0(
      ifelse(known$panel == "", "", paste0(known$panel, ", ")), if (k > 1) paste0(known$series, ", "), "within ",
      axis_units(known$at), ": ", interval_texts(known, TRUE)
    ), known$value)
  ) +
    ggplot2::geom_line(ggplot2::aes(.data$place, .data$value, colour = .data$series), linewidth = 0.4) +
    ggplot2::geom_linerange(
      ggplot2::aes(.data$place, ymin = .data$low, ymax = .data$high, colour = .data$series), linewidth = 0.5,
      na.rm = TRUE
    ) +
    ggplot2::geom_point(
      ggplot2::aes(.data$place, .data$value, colour = .data$series, shape = .data$series), size = 1.6
    ) +
    series_scales(data$series, k > 1) +
    ggplot2::scale_x_continuous(labels = axis_units, guide = no_overlap()) +
    ggplot2::scale_y_continuous(labels = axis_numbers, limits = c(0, 1), guide = no_overlap()) +
    by_panel(data$panel, panels_across(nlevels(data$panel))) +
    ggplot2::labs(x = "Tolerance", y = axis_title(title, panel_height()))
}
