# The labels of judge_report(): those that look alike, and choices that are no answer shown.

# The people's labels have the warnings of as_ratings(): labels that look alike, and people without a common label.
warn_labels_of_people <- function(rows) {
  rows <- slice_rows(rows[c("item", "rater", "value")], which(!rows$judge & !is.na(rows$value)))
  if (nrow(rows)) rows <- slice_rows(rows, code_columns(list(rows$item, rows$rater))$starts)
  if (nrow(rows)) {
    labels <- order_text(rows$value)
    warn_look_alikes(labels)
    warn_other_scales(without_warnings(
      as_ratings(rows, "item", "rater", "value", categories = labels, level = "nominal"), "final_rater"
    ))
  }
}

# Stops at choices that are neither of the two answers of their row. A judge may have replied anything but the name of
# an answer in another spelling, or that of another answer; people may use one other label, for ties, unless the
# categories are named.
check_shown <- function(rows, categories) {
  if (all(is.na(rows$first))) {
    return(invisible())
  }
  at <- which(!is.na(rows$first) & !is.na(rows$second) & !is.na(rows$value))
  at <- at[rows$value[at] != rows$first[at] & rows$value[at] != rows$second[at]]
  answers <- unique(c(rows$first, rows$second))
  elsewhere <- rows$value[at] %in% answers
  odd <- elsewhere
  if (is.null(categories)) {
    others <- unique(rows$value[at][!elsewhere])
    spelled <- others[fold_case(trimws(others)) %in% fold_case(answers)]
    of_people <- setdiff(unique(rows$value[at][!elsewhere & !rows$judge[at]]), spelled)
    likely <- of_people[lengths(lapply(of_people, nearest, choices = answers)) > 0]
    untied <- of_people[!fold_case(trimws(of_people)) %in% c("tie", "ties", "tied")]
    no_tie <- if (length(of_people) > 1) untied else likely
    odd <- elsewhere | rows$value[at] %in% spelled | !rows$judge[at] & rows$value[at] %in% no_tie
  }
  odd <- at[odd]
  if (length(odd)) {
    found <- unique(rows$value[odd])
    hints <- near_spellings(setdiff(found, answers), answers)
    by <- order_text(rows$rater[odd])
    shown <- odd[1]
    abort_accord(
      "choice",
      c(
        "Each choice must be the name of one of the two answers of its row, or one of {.arg categories}.",
        x = "{length(odd)} choice{?s} {?is/are} not, by {first_few(by)}: {.val {first_few(found)}}, as where
             {.val {rows$first[shown]}} and {.val {rows$second[shown]}} were shown.",
        i = if (length(hints)) "Did you mean {.val {hints}}?",
        i = if (any(found %in% answers)) {
          "A choice of an answer that was not shown is a fault of the data: correct it, or the columns in {.arg order}."
        },
        i = if (!all(found %in% answers)) "If there are ties or other replies, name all {.arg categories}."
      ),
      values = found, raters = by, n = length(odd)
    )
  }
}
