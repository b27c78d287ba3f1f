# Checks that a model of scores can be fitted.

# Labels of components must be unique, since they identify the rows of a result.
check_term_labels <- function(labels) {
  taken <- unique(labels[duplicated(labels) | labels == "residual"])
  if (length(taken)) {
    abort_accord(
      "reserved_name",
      c(
        "Each component of variance must have a name of its own, and the residual and the interactions have theirs.",
        x = "{length(taken)} column{?s} {?is/are} called as another component is: {.field {taken}}.",
        i = "Rename {cli::qty(length(taken))}{?this column/these columns} in the data."
      ),
      columns = taken
    )
  }
}

# Stops if the squares of differences between scores would overflow or underflow.
check_unit <- function(unit) {
  if (unit > 1e150 || unit < 1e-150) {
    abort_accord(
      "outside_range",
      c(
        "Scores must differ by amounts whose squares are numbers: between 1e-150 and 1e150.",
        x = "They differ by about {signif(unit, 2)}.",
        i = "Give them in another unit."
      ),
      unit = unit
    )
  }
}

check_levels <- function(n_levels, labels, n) {
  single <- labels[n_levels < 2]
  if (length(single)) {
    abort_accord(
      "one_level",
      c(
        "Each random term needs two levels or more.",
        x = "{length(single)} {?has/have} one: {.field {single}}.",
        i = "Leave {cli::qty(length(single))}{?it/them} out."
      ),
      terms = single
    )
  }
  many <- labels[n_levels >= n]
  if (length(many)) {
    abort_accord(
      "too_many_effects",
      c(
        "A random term needs fewer levels than there are scores.",
        x = "{length(many)} {?has/have} one for each of the {n} scores: {.field {many}}.",
        i = "Such a term is the error itself: leave {cli::qty(length(many))}{?it/them} out."
      ),
      terms = many
    )
  }
}

check_fixed <- function(decomposed, x, n) {
  if (decomposed$rank < ncol(x)) {
    extra <- colnames(x)[decomposed$pivot[seq(decomposed$rank + 1, ncol(x))]]
    abort_accord(
      "collinear",
      c(
        "Fixed effects must not follow from each other.",
        x = "{length(extra)} {?does/do}: {.var {first_few(extra)}}."
      ),
      terms = extra
    )
  }
  if (ncol(x) >= n - 1) {
    abort_accord(
      "too_many_effects",
      c("There must be more scores than fixed effects.", x = "There are {n} scores and {ncol(x)} effects."),
      terms = colnames(x)
    )
  }
}

abort_alike <- function(y) {
  abort_accord(
    "no_variance",
    c(
      "Scores must differ.",
      x = if (any(abs(y - y[1]) > 1e-12 * abs(y[1]))) {
        "All {length(y)} are explained by the fixed effects."
      } else {
        "All {length(y)} are {format(y[1])}."
      },
      i = "Without variance there are no components to estimate."
    )
  )
}

# Stops if the covariance patterns of components are linearly dependent, so that the components are not identified,
# whatever the scores. `products`: the inner products of the patterns, with the error last.
check_identified <- function(products, labels) {
  labels <- c(labels, "residual")
  size <- sqrt(diag(products))
  nothing <- size <= 1e-7 * max(size)
  flat <- labels[nothing]
  if (!any(nothing)) {
    parts <- eigen(products / outer(size, size), symmetric = TRUE)
    null <- parts$values < 1e-10
    if (!any(null)) {
      return(invisible())
    }
    flat <- labels[rowSums(abs(parts$vectors[, null, drop = FALSE])) > 1e-4]
  }
  abort_accord(
    "not_identified",
    c(
      "The design must identify all components.",
      x = if (any(nothing)) {
        "{length(flat)} {?is/are} explained by the fixed effects: {.field {flat}}."
      } else {
        "{length(flat)} cannot be separated: {.field {flat}}."
      },
      i = "Leave one of them out: its variance is then part of the others."
    ),
    terms = flat
  )
}

# ---- Nested facets, found by the combinations of levels, and levels per object ----

# For each column, the columns in which it is nested: each of its levels occurs with only one of theirs, which are
# fewer.
containers <- function(codes) {
  n <- vapply(codes, max, 0)
  lapply(rlang::set_names(names(codes)), function(inner) {
    Filter(function(outer) {
      n[[outer]] < n[[inner]] && max(term_ids(codes[c(outer, inner)])$code) == n[[inner]]
    }, setdiff(names(codes), inner))
  })
}

with_containers <- function(term, of, object = NULL, around = NULL) {
  unique(c(setdiff(unlist(of[setdiff(term, object)], use.names = FALSE), around), term))
}

tell_nested_object <- function(sources) {
  around <- sources$around
  if (length(around)) {
    of <- paste(c(around, sources$object), collapse = ":")
    inform_accord(
      "nested_object",
      c(
        "Each {.field {term_label(sources$object)}} is in one {.field {around}}, which counts as
          {cli::qty(length(around))}{?a facet/facets}: differences in it are error.",
        i = "If they are part of what is measured, give {.code object = {of}}."
      )
    )
  }
}

# Facets with a level for each score, such as raters nested in persons. They are in no term, since their variance is
# part of the residual, and their levels are the repeated scores.
residual_facets <- function(design) setdiff(names(design$codes), unlist(design$terms))

# The average number of levels of a facet per object, within the facets in which it is nested.
levels_met <- function(facet, design, object) {
  codes <- design$codes
  repeated <- residual_facets(design)
  if (facet %in% c("replicate", repeated)) {
    cells <- max(term_ids(codes[setdiff(names(codes), repeated)])$code)
    return(max(1, round(length(codes[[1]]) / cells)))
  }
  having <- Filter(function(term) facet %in% term, design$terms)
  outer <- setdiff(Reduce(intersect, having), c(facet, object, later_names(facet, codes)))
  within <- unique(c(object, outer))
  max(1, round(max(term_ids(codes[c(within, facet)])$code) / max(term_ids(codes[within])$code)))
}

# Later columns with the same levels, such as names of raters besides their numbers; only the first of them is used.
later_names <- function(facet, codes) {
  n <- max(codes[[facet]])
  Filter(function(other) {
    max(codes[[other]]) == n && max(term_ids(codes[c(facet, other)])$code) == n
  }, names(codes)[-seq_len(match(facet, names(codes)))])
}
