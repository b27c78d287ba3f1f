# Attributes of a result hold what its verb found beyond the rows, for tidy(), glance(), augment(), plots and prints.
# They are not the user's to change, as columns are, so that no method could say of each what it must be: their
# fingerprints are kept in one attribute more, and compared before they are read.

# `found`: the attributes by name; those that are NULL are not there.
seal <- function(found) {
  found <- Filter(Negate(is.null), found)
  if (length(found)) vapply(found, fingerprint, "")
}

# A result that remembers something more; nothing if `value` is NULL.
with_note <- function(result, name, value) {
  if (is.null(value)) return(result)
  attr(result, name) <- value
  attr(result, "seal") <- replace(attr(result, "seal"), name, fingerprint(value))
  result
}

# Attributes that no result has without a seal.
SEALED <- c("consensus", "parts", "fit", "differences", "estimates", "sure")

# A result without any of its attributes comes from code that did not keep them: methods say what they miss.
check_sealed <- function(x) {
  sealed <- attr(x, "seal", exact = TRUE)
  if (!is.character(sealed)) sealed <- character()
  there <- names(attributes(x))
  if (!any(c(SEALED, names(sealed)) %in% there)) return()
  # One that is gone is missed by those who need it.
  names <- intersect(union(names(sealed), SEALED), there)
  whole <- vapply(names, function(name) fingerprint(attr(x, name, exact = TRUE)) %in% sealed[name], NA)
  if (all(whole)) return()
  abort_accord(
    "damaged",
    c(
      "The attributes of a result must be those that its function gave to it.",
      x = "{sum(!whole)} {?is/are} not: {.field {names[!whole]}}.",
      i = "Call the function that made the result again.",
      i = "{.code tibble::as_tibble(as.list(x))} gives the columns alone."
    ),
    attributes = names[!whole], argument = "x"
  )
}
