# Tables of labels of a consensus, and of how well these agree with gold labels.

SCORE_WORDS <- c(
  accuracy = "Accuracy", macro_f1 = "Macro F1", labelled = "Labelled", precision = "Precision",
  recall = "Recall", f1 = "F1", mae = "Mean absolute error", rmse = "Root mean square error",
  correlation = "Correlation", auc = "Area under the curve", brier = "Brier score",
  ece = "Expected calibration error"
)

check_table.accord_consensus <- function(x) {
  check_still_numbers(x, c(AGREEMENT_COLUMNS, "probability", "n"))
  check_table_cells(without_matrices(x))
}

# Posteriors are read as soft labels, not in a table.
without_matrices <- function(x) x[!vapply(x, function(column) length(dim(column)) > 1, NA)]

table_parts.accord_consensus <- function(x, style) {
  headings <- replace(RESULT_HEADINGS, "probability", support_words(x))
  result_parts(without_matrices(x), style, headings, notes = status_notes(x, style))
}

# What the column `probability` holds: votes are shares, and no estimates.
support_words <- function(x) {
  method <- consensus_facts(x)$method
  # Labels that a database counted do not say so, nor do those that were bound together; votes are whole numbers.
  votes <- x[["probability"]] * x[["n"]]
  if (is.null(method) && all(abs(votes - round(votes)) < 1e-6, na.rm = TRUE)) method <- "majority"
  switch(method %||% "", majority = "Share of votes", wawa = , zbs = "Share of weighted votes", "Probability")
}

table_parts.accord_evaluation <- function(x, style) {
  measure <- as.character(x[["measure"]])
  counted <- if (is_of_answers(x)) "Answers" else "Items"
  in_units <- measure %in% c("mae", "rmse")
  if (any(in_units)) style <- style_in_units(style, x[["estimate"]][in_units])
  shares <- if (!any(in_units)) "estimate"
  interval <- interval_column(
    x, if (length(shares)) style else utils::modifyList(style, list(leading_zero = TRUE))
  )
  x[["measure"]] <- in_words(measure, SCORE_WORDS)
  if (all(is.na(x[["class"]]))) x[["class"]] <- NULL
  for (name in intersect("class", names(x))) x[[name]] <- ifelse(
    is.na(x[[name]]), "all", as.character(x[[name]])
  )
  parts <- result_parts(
    x, style, c(RESULT_HEADINGS[names(RESULT_HEADINGS) != "n"], n = counted), shares,
    replace = list(conf.low = interval, conf.high = NULL, conf.level = NULL)
  )
  parts$about <- score_labels(x)
  parts$notes <- phrase_notes(parts$about, x[["status"]], style)
  parts
}

# Calibration counts answers, of which an item may have several. Results that were bound together do not say of what
# they are, but only calibration has an accuracy for each class.
is_of_answers <- function(x) {
  !is.null(attr(x, "sure")) || any(x[["measure"]] %in% "auc" | x[["measure"]] %in% "accuracy" & !is.na(x[["class"]]))
}

# "g1, Recall of a", with the columns of groups that vary.
score_labels <- function(x) {
  of_class <- !(x[["class"]] %||% "all") %in% c("all", NA)
  measure <- x[["measure"]] %||% rep("score", nrow(x))
  score <- ifelse(of_class, paste(measure, "of", x[["class"]]), measure)
  groups <- x[setdiff(row_keys(names(x)), c("class", "measure"))]
  groups <- groups[vapply(groups, function(column) length(unique(column)) > 1, NA)]
  if (ncol(groups)) do.call(paste, c(unname(as.list(groups)), list(score), sep = ", ")) else score
}
