# Checks of labels and predictions as text: common categories, spelling, empty cells.

# Categories that are never predicted often differ only in spelling.
check_common_labels <- function(label, prediction) {
  known <- unique(as.character(label[!is.na(label)]))
  found <- unique(as.character(prediction))
  if (!is.numeric(label)) warn_unanswered(label)
  if (!is.numeric(label) && !any(known %in% found)) {
    abort_accord(
      "categories",
      c(
        "Labels and predictions must be of the same categories.",
        x = "They have none in common: labels are {.val {first_few(known)}}, predictions {.val {first_few(found)}}.",
        i = "Write both in the same way, as with {.fn tolower}."
      ),
      labels = known, predictions = found
    )
  }
  if (!is.numeric(label)) warn_other_spelling(setdiff(known, found), setdiff(found, known))
}

# An empty cell is text, and would count as a labelled item.
warn_unanswered <- function(label) {
  empty <- grep(NO_ANSWER, as.character(label), perl = TRUE)
  if (length(empty)) {
    found <- encodeString(unique(as.character(label[empty])), quote = "\"")
    warn_accord(
      "no_answer",
      c(
        "A label that people did not give must be {.val {NA}}; any text is a category.",
        x = "{length(empty)} of {sum(!is.na(label))} labels {cli::qty(length(empty))}{?is/are} {found}.",
        i = "If they were not given, make them {.val {NA}} first, as with {.fn dplyr::na_if}."
      ),
      labels = unique(as.character(label[empty])),
      n = length(empty)
    )
  }
}

# Different spellings produce a category that is never predicted and one that is never a label.
warn_other_spelling <- function(never_predicted, never_labels) {
  alike <- Filter(
    function(same) any(same %in% never_predicted) && any(same %in% never_labels),
    look_alikes(c(never_predicted, never_labels))
  )
  if (length(alike)) {
    labels <- intersect(never_predicted, unlist(alike))
    predictions <- intersect(never_labels, unlist(alike))
    warn_accord(
      "look_alike",
      c(
        "Labels and predictions have categories that differ in spelling alone.",
        x = "{cli::qty(length(labels))}Never predicted: {.val {first_few(labels)}}.",
        x = "{cli::qty(length(predictions))}Never a label: {.val {first_few(predictions)}}.",
        i = "If they are the same, write both in the same way, as with {.fn tolower}."
      ),
      labels = labels, predictions = predictions
    )
  }
}
