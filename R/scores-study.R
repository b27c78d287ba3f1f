# Decision studies: the object of measurement, the components related to it, and their weights.

# The columns that form the object, usually one; `class:person` is a person in a class.
object_columns <- function(quo, design) {
  expr <- if (!rlang::quo_is_missing(quo)) rlang::quo_get_expr(quo)
  columns <- unique(unlist(design$terms))
  name <- if (is.name(expr) || rlang::is_call(expr, ":")) {
    all.vars(expr)
  } else if (rlang::is_string(expr)) {
    if (expr %in% columns) expr else strsplit(expr, ":", fixed = TRUE)[[1]]
  }
  nested <- lapply(design$terms, with_containers, containers(design$codes))
  known <- vapply(c(design$terms, nested), setequal, NA, name)
  if (length(name) && any(known)) {
    return(name)
  }
  labels <- unique(c(design$labels[lengths(design$terms) == 1], vapply(nested, term_label, "")))
  label <- if (length(name)) term_label(name)
  abort_accord(
    "object",
    c(
      "{.arg object} must be a term of the model.",
      x = if (is.null(label)) {
        "It is not given, or no name."
      } else if (label %in% columns) {
        "{.field {label}} is in the model only together with other columns."
      } else {
        "{.field {label}} is not in the model."
      },
      i = "{cli::qty(length(labels))}{?The term is/Terms are} {.field {labels}}.",
      i = if (!is.null(label) && !label %in% columns) "If {.field {label}} is a column, it is missing in the facets."
    ),
    object = label
  )
}

# The components in the order of the fit (the error first): the facets of each, whether it involves the object, and
# the average number of levels per object. A facet that is nested in another according to its levels is treated as if
# its term included the other.
variance_sources <- function(design, object) {
  of <- containers(design$codes)
  around <- setdiff(unlist(of[object]), object)
  # Facets in which the object is nested are not added to any term; they stay in the terms that name them in the
  # model.
  design$terms <- lapply(design$terms, with_containers, of, object, around)
  all <- setdiff(unique(unlist(design$terms)), object)
  full <- any(vapply(design$terms, function(term) setequal(term, c(object, all)), NA))
  facets <- if (full) c(all, c(residual_facets(design), "replicate")[1]) else all
  terms <- c(list(c(object, facets)), design$terms)
  list(
    object = object, facets = facets, around = around,
    of = lapply(terms, setdiff, object),
    with_object = vapply(terms, function(term) any(object %in% term), NA),
    met = vapply(rlang::set_names(facets), levels_met, 0, design, object)
  )
}

# Returns a data frame with a row per decision study and a column per facet.
decision_studies <- function(n, sources) {
  if (!is.null(n) && (!is.list(n) && !is.numeric(n) || is.null(names(n)) || any(names(n) == ""))) {
    abort_argument(n, "n", "numbers by facet, as in list(rater = 1:4)")
  }
  n <- as.list(n)
  twice <- unique(names(n)[duplicated(names(n))])
  if (length(twice)) {
    example <- paste0("list(", twice[1], " = c(", paste(unlist(n[names(n) == twice[1]]), collapse = ", "), "))")
    abort_accord(
      "argument",
      c(
        "{.arg n} must name each facet once.",
        x = "It names {.field {twice}} several times.",
        i = "Give all its numbers together, as in {.code {example}}."
      ),
      argument = "n"
    )
  }
  check_facet_names(names(n), sources, "n")
  for (name in names(n)) check_whole(n[[name]], paste0("n$", name), several = TRUE)
  sizes <- lapply(rlang::set_names(sources$facets), function(facet) n[[facet]] %||% sources$met[[facet]])
  # The last facet varies fastest.
  rev(expand.grid(rev(sizes), KEEP.OUT.ATTRS = FALSE))
}

# The weights of each component, a column per study: in the universe score variance, the relative and the absolute
# error variance.
study_weights <- function(studies, sources, fixed) {
  divisor <- vapply(sources$of, function(facets) {
    Reduce(`*`, studies[facets], rep(1, nrow(studies)))
  }, numeric(nrow(studies)))
  share <- 1 / matrix(divisor, nrow(studies))
  random <- vapply(sources$of, function(facets) !all(facets %in% fixed), NA)
  # The component without facets is that of the object.
  pick <- function(which) t(share) * which
  list(
    universe = pick(sources$with_object & !random),
    relative = pick(sources$with_object & random),
    absolute = pick(random)
  )
}
