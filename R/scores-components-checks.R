# What variance_components() and generalizability() take: data, and a model by formula or by columns.

check_component_ci <- function(ci) check_own_ci(ci, list(ci_profile(), ci_jackknife(), ci_bootstrap()))

check_object_used <- function(object, ci) {
  if (!rlang::quo_is_null(object) && ci$method != "jackknife") {
    abort_accord(
      "argument",
      c(
        "{.arg object} is for {.code ci = ci_jackknife()}.",
        x = "{.arg ci} is {.code {ci_call(ci)}}, and {.arg object} would change nothing."
      ),
      argument = "object"
    )
  }
}

# As of read_score_formula(); `terms` is NULL where the facets have to span them, and `facets` names these.
score_model <- function(data, formula, score, facets) {
  check_score_data(data)
  by_columns <- !rlang::quo_is_null(score) || !rlang::quo_is_null(facets)
  if (is.null(formula) == !by_columns) {
    abort_accord(
      "argument",
      c(
        "Give a {.arg formula}, or {.arg score} and {.arg facets}.",
        x = if (by_columns) "Both are given." else "Neither is given."
      ),
      argument = "formula"
    )
  }
  if (!by_columns) {
    return(read_score_formula(formula, data))
  }
  at <- select_columns(facets, data, "facets")
  score <- names(data)[select_one(score, data, "score")]
  if (length(at) == 0 || length(at) > 5) {
    abort_argument(length(at), "facets", "one to five columns")
  }
  check_score_apart(score, names(data)[at])
  list(score = score, fixed = ~1, terms = NULL, facets = names(data)[at])
}

check_score_data <- function(data) {
  if (is.matrix(data)) {
    abort_accord(
      "argument",
      c(
        "{.arg data} must be a data frame with a row per score.",
        x = "It is a matrix with {ncol(data)} column{?s}.",
        i = "With a rater in each column,
             {.code tibble::as_tibble(as_ratings(x, layout = \"raters_in_columns\"))} makes rows of it."
      ),
      argument = "data"
    )
  }
  check_data_frame(data, "score")
  check_not_empty(data)
}
