# Tables of models held against people.

check_table.accord_alt_test <- function(x) {
  check_kind(x, "a table of", result_kind(x)$needed)
  check_table_cells(x[setdiff(names(x), "people")])
}

table_parts.accord_alt_test <- function(x, style) {
  one <- function(name, values) if (is_same(values)) paste(name, format_numbers(values[1], style))
  score <- if (is_same(x$score)) paste("score", escape(x$score[1], style))
  reasons <- phrase_notes(row_labels(x, "model"), x$status, style)
  setting <- paste(c(one("epsilon", x$epsilon), one("false discovery rate", x$fdr), score), collapse = ", ")
  list(
    columns = bind_columns(alt_cells(x, style)),
    notes = c(paste0("Alternative annotator test", if (setting != "") paste0(": ", setting)), reasons),
    told = is_told(x)
  )
}

table_parts.accord_estimate <- function(x, style) {
  list(
    columns = bind_columns(estimate_cells(x, style_in_units(style, x$estimate))),
    notes = c(
      "Labels by people and a model's predictions",
      if (!all(is.na(x$n_equivalent))) "Equivalent: number of labels by people alone that would be as precise",
      if (all(c("group_1", "group_2") %in% names(x))) "Differences: second minus first",
      if (isTRUE(any(is_cut(x)))) "Intervals are truncated to the range of shares",
      phrase_notes(row_labels(x, "term"), x$status, style)
    ),
    told = is_told(x)
  )
}
