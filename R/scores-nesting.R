# Which facets are nested in others, by the names of their levels, and how many levels an object met.

# In which other columns each column is nested: every one of its levels appears with one of theirs, which are fewer.
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

# Facets with a level for each score, as raters nested in persons: they are in no term, since their variance is the
# residual, and their levels are the repeated scores.
residual_facets <- function(design) setdiff(names(design$codes), unlist(design$terms))

# Levels of a facet that an object met, within those of the facets in which it is nested.
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

# Further columns with the same levels, such as names beside numbers of raters: the first counts for all of them.
later_names <- function(facet, codes) {
  n <- max(codes[[facet]])
  Filter(function(other) {
    max(codes[[other]]) == n && max(term_ids(codes[c(facet, other)])$code) == n
  }, names(codes)[-seq_len(match(facet, names(codes)))])
}
