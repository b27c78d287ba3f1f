# What generalizability() refuses: facets that are none, and arguments of components that are fitted already.

# Names of facets may stand without quotes, as that of the object does.
fixed_names <- function(quo, sources) {
  code <- rlang::quo_get_expr(quo)
  bare <- if (rlang::is_call(code, "c")) as.list(code)[-1] else list(code)
  names <- vapply(bare, function(one) if (is.name(one)) as.character(one) else NA_character_, "")
  if (length(names) && all(names %in% setdiff(sources$facets, "replicate"))) {
    return(names)
  }
  tryCatch(
    rlang::eval_tidy(quo),
    error = function(cnd) {
      if (!anyNA(names)) check_facet_names(names, sources, "fixed")
      rlang::cnd_signal(cnd)
    }
  )
}

check_fixed_facets <- function(fixed, sources) {
  if (is.null(fixed)) {
    return(invisible())
  }
  if (!is.character(fixed)) abort_argument(fixed, "fixed", "names of facets")
  check_facet_names(fixed, sources, "fixed")
  if (all(setdiff(sources$facets, "replicate") %in% fixed) && !"replicate" %in% sources$facets) {
    abort_accord(
      "no_random_facet",
      c("One facet must be random.", x = "All are fixed: {.field {sources$facets}}."),
      facets = fixed
    )
  }
}

check_facet_names <- function(names, sources, arg) {
  known <- if (arg == "fixed") setdiff(sources$facets, "replicate") else sources$facets
  unknown <- setdiff(names, known)
  if (length(unknown)) {
    abort_accord(
      "unknown_facet",
      c(
        "{.arg {arg}} must name facets of the model.",
        x = "{length(unknown)} of them {?is/are} not in it: {.field {unknown}}.",
        i = "{cli::qty(length(known))}{?The facet is/Facets are} {.field {known}}."
      ),
      facets = unknown
    )
  }
}

# Components are fitted already.
check_fitted <- function(method, formula, score, facets) {
  given <- c(
    formula = !is.null(formula), score = !rlang::quo_is_null(score), facets = !rlang::quo_is_null(facets),
    method = method
  )
  if (any(given)) {
    given <- names(given)[given]
    abort_accord(
      "argument",
      c(
        "Components are fitted already.",
        x = "{length(given)} argument{?s} would change nothing: {.arg {given}}.",
        i = "Give the data in place of the components."
      ),
      argument = given
    )
  }
}
