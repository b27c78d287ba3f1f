# Checks of accord objects that a user may have changed. Their fields are documented, and the core reads memory at the
# positions that the fields give, so that an inconsistent object could crash R. Every function that takes such an object
# calls these checks first, which pass once over each field; what accord derives from a valid object is not checked
# again.

# `field`: the invalid field; `found`: what is wrong with it, in words; `maker`: the function that makes such an object.
abort_damaged <- function(object, field, found, maker) {
  abort_accord(
    "damaged",
    c(
      "The fields of {object} must belong together, as {.fn {maker}} makes them.",
      x = "{.code {field}} {found}.",
      i = "The object was changed: make {object} anew with {.fn {maker}}."
    ),
    object = object, field = field
  )
}

# Returns a function that stops unless its second argument, the description of a fault, is NULL.
field_checker <- function(object, maker) {
  function(field, found) if (!is.null(found)) abort_damaged(object, field, found, maker)
}

# Fields are looked up by name, since `$` would match `rater` partially to `raters`.
check_object_fields <- function(x, fields, check) {
  if (!is.list(x)) check(fields[1], "is missing, since the object is no list")
  gone <- setdiff(fields, names(x))
  if (length(gone)) check(gone[1], "is missing")
  twice <- names(x)[anyDuplicated(names(x))]
  if (length(twice)) check(twice, "occurs twice")
}

# Returns the fault of the starts of parts of `n` elements, NULL if there is none. Valid starts are integers that begin
# with 0, never decrease, and end with `n`.
starts_fault <- function(x, n, of) {
  if (!is_plain_integer(x)) return(type_fault(x, "integers"))
  if (length(x) == 0) return("is empty")
  if (!x[1] %in% 0L) return(paste("begins with", x[1], "and not with 0"))
  at <- place_falling(x)
  if (at > 0) return(paste0("decreases at element ", big(at), ", where it must not"))
  if (x[length(x)] != n) paste0("ends with ", big(x[length(x)]), ", but ", there_are(n, of))
}

# Returns the fault of `length` codes, one for each of `each`, NULL if there is none. Valid codes are integers for one
# of `n` elements, counted from `from`.
codes_fault <- function(x, n, from, length, each) {
  if (!is_plain_integer(x)) return(type_fault(x, "integers"))
  size_fault(x, length, each) %||% {
    at <- place_outside(x, from, n - 1L + from)
    known <- if (n > 0) paste0(", but codes go from ", from, " to ", n - 1L + from)
    if (at > 0) paste0("has ", x[at], " at place ", big(at), known)
  }
}

# Vectors with a class are not accepted, since methods of the class could change what the core reads.
is_plain <- function(x, ...) typeof(x) %in% c(...) && !is.object(x)

is_plain_integer <- function(x) is_plain(x, "integer") && !is.matrix(x)

size_fault <- function(x, n, each) {
  size <- if (is.data.frame(x)) frame_size(x) else tryCatch(vctrs::vec_size(x), error = function(cnd) -1)
  if (size < 0) return(type_fault(x, "a vector"))
  if (size != n) paste0("has ", said(size, "element"), ", but ", there_are(n, each))
}

# Returns the number of rows, -1 if columns differ in length.
frame_size <- function(x) {
  n <- .row_names_info(x, 2L)
  if (all(vapply(unclass(x), NROW, 0L) == n)) n else -1
}

flag_fault <- function(x) if (is.object(x) || !rlang::is_bool(x)) type_fault(x, "TRUE or FALSE")

# Valid ids are a vector without missing or repeated values.
ids_fault <- function(x) {
  if (!is.atomic(x) || is.null(x)) return(type_fault(x, "a vector of ids"))
  if (!is.null(column_fault(x))) return(column_fault(x))
  at <- c(which(is.na(x)), anyDuplicated(x))[1]
  if (at > 0) paste0("has ", if (is.na(x[at])) "no id" else "an id for the second time", " at place ", big(at))
}

# Valid columns have distinct rows that are sorted by the first column, then by the next ones.
order_fault <- function(columns) {
  rises <- falls <- FALSE
  for (x in columns) {
    step <- diff(as.double(x))
    falls <- falls | !rises & step < 0
    rises <- rises | !falls & step > 0
  }
  at <- which(!rises)[1]
  if (!is.na(at)) paste("is not in order at place", big(at + 1))
}

# A valid data frame has these columns and `n` rows, one for each of `each`.
frame_fault <- function(x, columns, n = NULL, each = NULL) {
  if (!is.data.frame(x)) return(type_fault(x, "a data frame"))
  gone <- setdiff(columns, names(x))
  if (length(gone)) return(paste("has no column", gone[1]))
  if (frame_size(x) < 0) return("has columns of different lengths")
  if (!is.null(n)) size_fault(x, n, each)
}

type_fault <- function(x, wanted) {
  of_class <- if (is.object(x) || is.matrix(x)) paste0(" and class ", class(x)[1])
  paste0("must be ", wanted, ", but is of type ", typeof(x), of_class)
}

there_are <- function(n, noun) paste("there", if (n == 1) "is" else "are", said(n, noun))

said <- function(n, noun) paste0(big(n), " ", noun, if (n != 1) "s")
