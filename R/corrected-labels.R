# Columns of labels, predictions and probabilities, and the terms whose means are estimated.

# Returns a list: `label`, `prediction`, `weight`, which is 1 / probability of labelled items or NULL, and `drawn`,
# whether an item was drawn for labelling. The selection `drawn` is NULL if all were. `of`: the noun for the items.
label_columns <- function(data, label, prediction, probability, drawn, of = "item") {
  at <- c(select_one(label, data, "label"), select_one(prediction, data, "prediction"))
  label <- plain_labels(data[[at[1]]], "label")
  prediction <- complete_predictions(data[[at[2]]], label, of)
  check_infinite_column(label, "label")
  if (all(is.na(label))) {
    abort_accord(
      "no_labels",
      c(
        "Some items must be labelled by people.",
        x = "All {length(label)} label{?s} {?is/are} {.val {NA}}.",
        i = "A model's labels alone cannot show how often the model errs."
      )
    )
  }
  check_same_kind(label, prediction, data[at])
  logical <- is.logical(data[[at[1]]])
  place <- select_one(probability, data, "probability", optional = TRUE)
  weight <- if (!is.null(place)) weights_of_probability(data[[place]], !is.na(label))
  drawn <- if (is.null(drawn)) {
    rep(TRUE, length(label))
  } else {
    drawn_items(select_one(drawn, data, "drawn", optional = TRUE), data, label, names(at)[1])
  }
  warn_lost_labels(label, prediction, drawn, of)
  list(
    label = label, prediction = prediction, weight = weight, logical = logical,
    share = logical || !is.numeric(label), names = names(at), drawn = drawn
  )
}

# Returns the predictions as plain labels, of which none is missing.
complete_predictions <- function(prediction, label, of) {
  prediction <- plain_labels(prediction, "prediction")
  check_infinite_column(prediction, "prediction")
  lacking <- which(is.na(prediction))
  if (length(lacking)) {
    abort_accord(
      "missing_prediction",
      c(
        "Every {of} needs a prediction.",
        x = "{length(lacking)} {cli::qty(length(lacking))}{?item has/items have} none: {?row/rows}
             {first_few(lacking)}.",
        i = "Ask the model again, or leave the items out and report on the others.",
        i = if (length(label) && !anyNA(label)) {
          "Every {of} has a label: are {.arg label} and {.arg prediction} interchanged?"
        }
      ),
      rows = lacking
    )
  }
  prediction
}

# Returns numbers and logicals as numbers, text and factors unchanged.
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
        x = "{length(bad)} {?does/do} not: {cli::qty(length(bad))}row{?s} {first_few(bad)}.",
        i = percent_advice(x)
      ),
      rows = bad
    )
  }
  ifelse(labelled, 1 / x, 0)
}

# Returns the `names` of the terms, and a function that returns labels and predictions of some rows as numbers for one
# of them; all terms at once would need memory for items times categories.
label_terms <- function(columns) {
  y <- columns$label
  f <- columns$prediction
  if (is.numeric(y)) {
    name <- if (columns$logical) "TRUE" else "mean"
    return(list(names = name, at = function(term, rows) list(label = y[rows], prediction = f[rows])))
  }
  levels <- if (is.factor(y)) levels(y) else sort(unique(y[!is.na(y)]), method = "radix")
  more <- setdiff(if (is.factor(f)) levels(f) else sort(unique(f), method = "radix"), levels)
  levels <- c(levels, more)
  code <- function(x) match(as.character(x), levels, incomparables = NA)
  y <- code(y)
  f <- code(f)
  list(names = levels, at = function(term, rows) {
    list(label = as.double(y[rows] == term), prediction = as.double(f[rows] == term))
  })
}
