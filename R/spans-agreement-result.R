# The result of span_agreement().

span_kind.accord_span_agreement <- function(x) {
  list(title = "F1 of spans", estimate = "f1", about = c("annotator_1", "annotator_2", "match"))
}

text_columns.accord_span_agreement <- function(x) c("annotator_1", "annotator_2", "match", "document", "label")

table_parts.accord_span_agreement <- function(x, style) {
  # Users may have removed columns.
  mean <- is.na(x[["annotator_1"]] %||% rep(FALSE, nrow(x)))
  about <- ifelse(mean, "Mean of pairs", paste(id_text(x[["annotator_1"]]), id_text(x[["annotator_2"]]), sep = " and "))
  for (name in intersect(c("annotator_1", "annotator_2"), names(x))) {
    x[[name]] <- ifelse(mean, "mean", id_text(x[[name]]))
  }
  x[["match"]] <- in_words(x[["match"]], SPAN_WORDS)
  about <- with_varying_keys(x, about, c("annotator_1", "annotator_2"), c(ROW_KEYS, "label"))
  parts <- span_parts(x, style, about, c("found_1", "found_2", "n_documents"))
  if (any(mean & !is_told(x)) && any(c("n_1", "n_2") %in% names(x))) {
    parts$notes <- c(parts$notes, "Counts of spans are not given for the mean over pairs")
    parts$columns_told <- span_headings()[c("n_1", "n_2")]
  }
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
  words <- in_words(object$match, SPAN_WORDS)
  near <- !is.na(object[["tolerance"]] %||% rep(NA, nrow(object)))
  words[near] <- paste("Within", vapply(object[["tolerance"]][near], format, ""))
  if (!is_same(words)) data$series <- factor_in_order(words)
  data$panel <- span_panels(object, "annotator_1", if (!is.null(part) && nlevels(pair) > 1) pair)
  forest_plot(data, paste0("F1 of spans", ci_words(object)), zero = FALSE)
}
