# Labels by people, predictions by a model, and the probabilities with which people were asked.

check_items <- function(data) {
  check_in_memory(data)
  check_data_frame(data, "item")
  check_not_empty(data)
}

# A list: `label`, `prediction`, and `weight`, 1 / probability of labelled items or NULL.
label_columns <- function(data, label, prediction, probability) {
  at <- c(select_one(label, data, "label"), select_one(prediction, data, "prediction"))
  label <- plain_labels(data[[at[1]]], "label")
  prediction <- plain_labels(data[[at[2]]], "prediction")
  check_infinite_column(label, "label")
  check_infinite_column(prediction, "prediction")
  lacking <- which(is.na(prediction))
  if (length(lacking)) {
    abort_accord(
      "missing_prediction",
      c(
        "Every item needs a prediction.",
        x = "{length(lacking)} {?item has/items have} none: {?row/rows} {first_few(lacking)}.",
        i = "Ask the model again, or leave the items out and report on the others."
      ),
      rows = lacking
    )
  }
  if (all(is.na(label))) {
    abort_accord(
      "no_labels",
      c(
        "Some items must be labelled by people.",
        x = "All {length(label)} label{?s} {?is/are} {.val {NA}}.",
        i = "A model's labels alone cannot say how often it errs."
      )
    )
  }
  check_same_kind(label, prediction, data[at])
  logical <- is.logical(data[[at[1]]])
  place <- select_one(probability, data, "probability", optional = TRUE)
  weight <- if (!is.null(place)) weights_of_probability(data[[place]], !is.na(label))
  list(
    label = label, prediction = prediction, weight = weight, logical = logical,
    share = logical || !is.numeric(label), names = names(at)
  )
}

# `columns`: the two of the data.
check_same_kind <- function(label, prediction, columns) {
  if (is.numeric(label) != is.numeric(prediction)) {
    names <- names(columns)
    text <- names[if (is.numeric(label)) 2 else 1]
    abort_accord(
      "not_numeric",
      c(
        "Labels and predictions must both be numbers (or logical), or both text.",
        x = "The labels are {.obj_type_friendly {columns[[1]]}}, the predictions
             {.obj_type_friendly {columns[[2]]}}.",
        i = "The share of one category: compare the text with it, as in {.code {text} == \"yes\"}; the other column is
             then logical, or a probability."
      ),
      columns = names
    )
  }
}

# That of shares, unless another one is asked for.
estimate_interval <- function(interval, columns) {
  y <- columns$label
  if (identical(interval, "score") && !columns$share && !all(y %in% c(0, 1, NA))) {
    abort_accord(
      "argument",
      c(
        "{.code interval = \"score\"} is for shares: logical labels, text, factors, or numbers that are 0 or 1.",
        x = "The labels are other numbers.",
        i = "Use {.val t}."
      ),
      argument = "interval"
    )
  }
  interval %||% if (columns$share) "score" else "t"
}

# Numbers and logicals as numbers, text and factors as they are.
plain_labels <- function(x, arg) {
  x <- plain_column(x, arg)
  if (is.logical(x)) x <- as.double(x)
  if (is.numeric(x) && !is.object(x)) {
    x <- as.double(x)
    x[is.nan(x)] <- NA
    return(x)
  }
  if (is.factor(x) || is.character(x)) {
    return(x)
  }
  abort_accord(
    "column_type",
    c("{.arg {arg}} must hold numbers, text, a factor or logicals.", x = "It is {.obj_type_friendly {x}}."),
    argument = arg
  )
}

# Categories that no prediction has are as a rule written in another way.
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

# An empty cell is text, and would count as an item that people labelled.
warn_unanswered <- function(label) {
  empty <- grep(NO_ANSWER, as.character(label), perl = TRUE)
  if (length(empty)) {
    found <- encodeString(unique(as.character(label[empty])), quote = "\"")
    warn_accord(
      "no_answer",
      c(
        "A label that people did not give must be {.val {NA}}; any text is a category.",
        x = "Of the labels {length(empty)} of {sum(!is.na(label))} are {found}.",
        i = "If they were not given, make them {.val {NA}} first, as with {.fn dplyr::na_if}."
      ),
      labels = unique(as.character(label[empty])),
      n = length(empty)
    )
  }
}

# Spelling that differs makes a category that is never predicted, and one that is never a label.
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

check_infinite_column <- function(x, arg) {
  bad <- if (is.numeric(x)) which(is.infinite(x))
  if (length(bad)) {
    abort_accord(
      "infinite_rating",
      c(
        "{.arg {arg}} must hold finite numbers.",
        x = "{length(bad)} {?is/are} infinite: {cli::qty(length(bad))}row{?s} {first_few(bad)}."
      ),
      rows = bad
    )
  }
}

weights_of_probability <- function(x, labelled) {
  if (!is.numeric(x)) {
    abort_accord(
      "probability",
      c("{.arg probability} must be a column of numbers.", x = "It is {.obj_type_friendly {x}}."),
      rows = integer()
    )
  }
  bad <- which(ifelse(is.na(x), labelled, x <= 0 | x > 1))
  if (length(bad)) {
    abort_accord(
      "probability",
      c(
        "The probability to be labelled lies above 0 and is at most 1.",
        x = "{length(bad)} {?does/do} not: {cli::qty(length(bad))}row{?s} {first_few(bad)}."
      ),
      rows = bad
    )
  }
  ifelse(labelled, 1 / x, 0)
}

# One entry for each figure: labels and predictions as numbers, named by the term.
label_terms <- function(columns) {
  y <- columns$label
  f <- columns$prediction
  if (is.numeric(y)) {
    name <- if (columns$logical) "TRUE" else "mean"
    return(rlang::set_names(list(list(label = y, prediction = f)), name))
  }
  levels <- if (is.factor(y)) levels(y) else sort(unique(y[!is.na(y)]), method = "radix")
  more <- setdiff(if (is.factor(f)) levels(f) else sort(unique(f), method = "radix"), levels)
  levels <- c(levels, more)
  rlang::set_names(lapply(levels, function(one) {
    list(label = as.double(as.character(y) == one), prediction = as.double(as.character(f) == one))
  }), levels)
}

check_differences <- function(differences, groups) {
  if (differences && length(groups$status) < 2) {
    abort_accord(
      "argument",
      c(
        "{.arg differences} are between groups.",
        x = if (is.null(groups$code)) "There are no groups." else "There is one group.",
        i = "Name the column that makes them with {.arg by}."
      ),
      argument = "differences"
    )
  }
}

warn_estimates <- function(result) {
  undefined <- which(result$status != "ok")
  if (length(undefined)) {
    warn_accord(
      "undefined",
      c(
        "{length(undefined)} of {nrow(result)} estimate{?s} could not be made.",
        x = "{cli::qty(length(undefined))}The reason: {unique(result$status[undefined])}.",
        i = "They are {.val {NA}}; {.field status} says why."
      ),
      rows = undefined
    )
  }
  without <- which(result$status == "ok" & is.na(result$conf.low))
  if (length(without)) {
    warn_accord(
      "no_interval",
      c(
        "Labels and predictions must vary for an interval.",
        x = "{length(without)} of {nrow(result)} estimate{?s} {cli::qty(length(without))}{?has/have} none."
      ),
      rows = without
    )
  }
}
