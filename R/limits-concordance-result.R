# The result of concordance().

result_kind.accord_concordance <- function(x) {
  list(
    words = "concordance correlations", columns = CONCORDANCE_COLUMNS, needed = c("rater_1", "rater_2", "estimate"),
    grouped = TRUE
  )
}

text_columns.accord_concordance <- function(x) c("rater_1", "rater_2")

#' @rdname print.accord_limits
#' @export
format.accord_concordance <- function(x, ..., digits = NULL, n = 20, width = getOption("width"), style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_printing(..., digits = digits, style = style)
  if (style != "table") {
    return(apa_concordance(x, in_house(score_style(x, digits %||% 2, apa_format()), style)))
  }
  style <- score_style(x, digits)
  score_lines(x, concordance_cells(x, style), "Concordance correlation", style, width, n)
}

# A sentence such as: ann and bob: concordance correlation = .81, 95% CI [.70, .88], 30 items.
apa_concordance <- function(x, style) {
  value <- apa_value(x, style)
  paste0(
    apa_raters(x, " and ", style), "concordance correlation", value, apa_interval(x, style),
    apa_counts(tibble::tibble(n_items = x$n_items))
  )
}

concordance_cells <- function(x, style) {
  c(score_keys(x, style), list(
    column("Concordance", format_numbers(x$estimate, style), TRUE, must = TRUE),
    interval_column(x, style)
  ), interpretation_columns(x, style), list(
    if (!all(is.na(x$precision))) spare(column("Precision", format_numbers(x$precision, style), TRUE), 2),
    if (!all(is.na(x$accuracy))) spare(column("Accuracy", format_numbers(x$accuracy, style), TRUE), 2),
    kept(x, "n_items", spare(counts_column("Items", x$n_items, style), 1))
  ))
}

#' @rdname print.accord_limits
#' @export
tidy.accord_concordance <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  keys <- unclass(x)[setdiff(names(x), CONCORDANCE_COLUMNS[-(1:2)])]
  values <- unclass(x)[c("estimate", "std.error", "conf.low", "conf.high", "status")]
  tibble::new_tibble(c(keys, list(term = rep("concordance", nrow(x))), values), nrow = nrow(x))
}

#' @rdname print.accord_limits
#' @export
glance.accord_concordance <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("n_items", "conf.level", "status"), "A concordance correlation")
  glance_scores(x)
}

table_parts.accord_concordance <- function(x, style) {
  of_all <- is.na(x$rater_1) & !is_told(x)
  meanings <- if (!all(is.na(x$precision) & is.na(x$accuracy))) {
    c(Precision = paste0(
      "concordance: precision times accuracy; precision: the correlation; accuracy: how near the scores of two raters ",
      "are in mean and spread", if (any(of_all)) "; only pairs have these"
    ))
  }
  list(
    columns = bind_columns(concordance_cells(x, style)),
    notes = c(escape(scale_note(x), style), score_reasons(x, style), meanings_note(meanings)),
    told = is_told(x), columns_told = if (any(of_all)) c("Precision", "Accuracy"), meanings = meanings
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_concordance <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, CONCORDANCE_COLUMNS)
  # The row of all raters comes first, so that it is kept if there are more pairs than the plot can show.
  object <- vctrs::vec_slice(object, order(!is.na(object$rater_1)))
  pairs <- which(!is.na(object$rater_1))
  label <- rep("all raters", nrow(object))
  two <- length(pairs) <= 8
  # Names of many raters are short if they do without what is common to all.
  names <- as.character(c(object$rater_1[pairs], object$rater_2[pairs]))
  common <- if (two) "" else common_words(unique(names))
  own <- function(rater) substring(as.character(rater), nchar(common) + 1)
  label[pairs] <- pair_labels(own(object$rater_1[pairs]), own(object$rater_2[pairs]), " and ", if (two) 22 else 29, two)
  data <- forest_data(object, label)
  data[c("first", "second", "between")] <- list(own(object$rater_1), own(object$rater_2), " and ")
  data$panel <- plot_groups(object, "rater_1")
  forest_plot(
    data, paste0("Concordance correlation", ci_words(object)),
    if (common != "") paste0("All names begin with \"", trimws(common), "\".")
  )
}

# The words with which all names begin, with the blank or sign after them.
common_words <- function(names) {
  letters <- strsplit(names, "")
  n <- min(lengths(letters))
  same <- vapply(seq_len(n), function(i) is_same(vapply(letters, `[`, "", i)), NA)
  start <- substr(names[1], 1, match(FALSE, c(same, FALSE)) - 1)
  if (length(names) > 1) regmatches(start, regexpr("^.*[[:space:]_.-]|^", start)) else ""
}
