# The formula of a regression, and its two designs: with labels where there are some, and with predictions.

check_regression_labels <- function(columns) {
  if (!is.numeric(columns$label)) {
    abort_accord(
      "not_numeric",
      c(
        "A regression takes labels that are numbers or logical.",
        x = "They are {.obj_type_friendly {columns$label}}.",
        i = "Compare both columns with a category first, as in {.code label == \"yes\"}."
      ),
      columns = columns$names
    )
  }
}

# `names`: the columns of label and prediction.
check_formula <- function(formula, data, names) {
  if (!rlang::is_formula(formula, lhs = TRUE)) {
    abort_accord(
      "formula",
      c(
        "{.arg formula} must have two sides, as in {.code outcome ~ label}.",
        x = "It is {.obj_type_friendly {formula}}."
      )
    )
  }
  used <- all.vars(formula)
  gone <- setdiff(used, c(base::names(data), "."))
  if (length(gone) || "." %in% used || !names[1] %in% used || names[2] %in% used) {
    abort_accord(
      "formula",
      c(
        "{.arg formula} must name columns of {.arg data}, the labels among them and the predictions not.",
        x = if (length(gone)) "{length(gone)} {?is/are} not there: {.var {gone}}.",
        x = if ("." %in% used) "It has a dot, which would take in the predictions.",
        x = if (!names[1] %in% used) "The labels, {.var {names[1]}}, are not in it.",
        x = if (names[2] %in% used) "The predictions, {.var {names[2]}}, are in it."
      ),
      columns = gone
    )
  }
  lacking <- which(!stats::complete.cases(data[setdiff(used, names[1])]))
  if (length(setdiff(used, names[1])) && length(lacking)) {
    abort_accord(
      "missing_value",
      c(
        "Every row needs all variables but the label.",
        x = "{length(lacking)} row{?s} {?lacks/lack} some: {first_few(lacking)}."
      ),
      rows = lacking
    )
  }
}

# A list of `true` and `guess`, each a list of `x` and `y`.
designs_of <- function(formula, data, name, label, guess, family) {
  labelled <- !is.na(label)
  label[!labelled] <- guess[!labelled]
  data <- as.data.frame(data)
  frame <- function(of, values) {
    data[[name]] <- values
    stats::model.frame(of, data, na.action = stats::na.pass)
  }
  # A basis that depends on the data, as of poly(), is the same in both.
  first <- frame(formula, guess)
  both <- list(true = frame(stats::terms(first), label), guess = first)
  designs <- lapply(both, function(one) {
    list(x = stats::model.matrix(stats::terms(one), one), y = outcome_of(one))
  })
  check_design(designs, family, if (name %in% all.vars(formula[[2]])) labelled else TRUE)
  designs
}

outcome_of <- function(frame) {
  y <- stats::model.response(frame)
  if (!(is.numeric(y) || is.logical(y)) || length(dim(y)) > 0) {
    abort_accord(
      "outcome",
      c("The outcome must be a number or logical.", x = "It is {.obj_type_friendly {y}}.")
    )
  }
  as.double(y)
}

# `known`: rows whose outcome is not a prediction.
check_design <- function(designs, family, known) {
  x <- designs$guess$x
  if (!all(is.finite(x)) || !all(is.finite(designs$true$x)) || !all(is.finite(designs$true$y))) {
    abort_accord(
      "missing_value", "All variables of the formula must be finite in every row.",
      rows = integer()
    )
  }
  rank <- qr(x)$rank
  if (rank < ncol(x)) {
    abort_accord(
      "collinear",
      c(
        "The variables of the formula must be linearly independent.",
        x = "There are {ncol(x)} coefficients, and {rank} that can be told apart.",
        i = "Leave out a variable that is determined by the others, or does not vary."
      ),
      rank = rank
    )
  }
  outcome <- designs$true$y[known]
  bad <- if (family == "logit") unique(outcome[!outcome %in% 0:1])
  if (length(bad)) {
    abort_accord(
      "outcome",
      c(
        "The outcome of a logistic regression is 0 or 1, or logical.",
        x = "It is {.val {first_few(bad)}} too."
      ),
      values = bad
    )
  }
}
