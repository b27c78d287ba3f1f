# The result of chain_alpha().

text_columns.accord_chain_alpha <- function(x) c("document", "scope", "distance")

printed.accord_chain_alpha <- function(x) {
  if (!is.null(x[["estimate"]])) {
    list(who = "Krippendorff's alpha of chains", rest = headline_interval(x), figures = "estimate")
  }
}

table_parts.accord_chain_alpha <- function(x, style) {
  of_both <- all(c("document", "total") %in% x[["scope"]])
  x <- named_totals(x)
  if (!is.null(x[["distance"]])) x[["distance"]] <- metric_words(x[["distance"]])
  # The note of a Word table has the whole name, for which its column would be wide.
  headings <- replace(RESULT_HEADINGS, "estimate", if (style$format == "docx") "alpha" else "Krippendorff's alpha")
  limits <- c("conf.low", "conf.high") %in% names(x)
  known <- all(limits) && !all(is.na(x[["conf.low"]]))
  hidden <- list(
    std.error = NULL, conf.low = if (known) interval_column(x, style), conf.high = NULL, interval = NULL,
    conf.level = NULL
  )
  headline <- if (style$format != "text") {
    greek(escape(c(
      paste0("Krippendorff's alpha of chains", headline_interval(x)),
      if (all(c("n_mentions", "n_values") %in% names(x))) {
        "Mentions: those that two annotators or more marked; annotations: how often these were marked"
      },
      if (of_both) "All: not a mean but one alpha, whose chance pairs are of any documents, so that it may be higher"
    ), style), style)
  }
  notes <- c(headline, phrase_notes(row_labels(x, c("document", "distance")), x[["status"]], style))
  parts <- result_parts(x, style, headings, replace = hidden, notes = notes)
  parts$method_told <- !is.null(headline_interval(x))
  own <- parts$columns$names == escape(headings[["estimate"]], style)
  parts$columns$names[own] <- greek(parts$columns$names[own], style)
  if (style$format == "text" || !any(c("observed", "expected") %in% names(x))) return(parts)
  with_meanings(parts, c(Observed = "observed and expected: disagreement"))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_chain_alpha <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("scope", "document", "estimate", "status"))
  label <- cut_labels(ifelse(object$scope == "total", "All documents", as.character(object$document)))
  distance <- paste0(" (", metric_words(unique(object[["distance"]])), ")")
  data <- data.frame(
    label = factor_in_order(label), value = object$estimate,
    low = as.double(object[["conf.low"]] %||% NA), high = as.double(object[["conf.high"]] %||% NA),
    reason = plain_reasons(object)
  )
  total <- object$scope == "total"
  forest_plot(
    data, paste0("Krippendorff's alpha", if (length(distance) == 1) distance, ci_words(object)),
    read = if (any(total) && !all(total)) "That of all documents is one alpha of all mentions, not a mean.",
    bare = "a single document"
  )
}
