# Checks of the formula of a regression: it must contain the columns of labels, and only supported models.

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
        x = if (length(gone)) "{length(gone)} {?does/do} not exist: {.var {gone}}.",
        x = if ("." %in% used) "It has a dot, which would take in the predictions.",
        x = if (!names[1] %in% used) "The labels, {.var {names[1]}}, are not in it.",
        x = if (names[2] %in% used) "The predictions, {.var {names[2]}}, are in it."
      ),
      columns = gone
    )
  }
  check_formula_terms(formula)
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

check_formula_terms <- function(formula) {
  right <- attr(stats::terms(formula[-2]), "term.labels")
  left <- paste(deparse(formula[[2]], 500L), collapse = " ")
  offset <- "offset" %in% all.names(formula)
  random <- grep("^[01] [|] ", right, value = TRUE)
  if (offset || length(random) || left %in% right) {
    abort_accord(
      "formula",
      c(
        "{.arg formula} must have coefficients to fit, of variables other than the outcome.",
        x = if (offset) "It has an {.fn offset}, which is not fitted.",
        x = if (length(random)) "It has a random term, {.code ({random[1]})}, which is not fitted.",
        x = if (left %in% right) "{.code {left}} is on both sides.",
        i = if (offset) "Subtract it from the outcome of a linear regression, in a column of its own."
      )
    )
  }
}
