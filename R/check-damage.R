# Objects of accord that a user may have changed: their fields are documented, and the core reads memory at the places
# that these give. Every function that takes such an object asks here first, in one pass over each field, and computes
# with what is whole; what it makes of it is not looked at again.

# `field`: the one at fault, `found`: what is wrong with it, in words. `maker`: the function that makes such an object.
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

# A function that stops unless its second argument, what is wrong with the field, is NULL.
field_checker <- function(object, maker) {
  function(field, found) if (!is.null(found)) abort_damaged(object, field, found, maker)
}

# By name, since `$` takes `raters` for a `rater` that is not there.
check_object_fields <- function(x, fields, check) {
  if (!is.list(x)) check(fields[1], "is missing, since the object is no list")
  gone <- setdiff(fields, names(x))
  if (length(gone)) check(gone[1], "is missing")
  twice <- names(x)[anyDuplicated(names(x))]
  if (length(twice)) check(twice, "occurs twice")
}

# Says what is wrong with the starts of parts of `n` things, which are integers that begin with 0, never fall, and end
# with `n`.
starts_fault <- function(x, n, of) {
  if (!is_plain_integer(x)) return(type_fault(x, "integers"))
  if (length(x) == 0) return("is empty")
  if (!x[1] %in% 0L) return(paste("begins with", x[1], "and not with 0"))
  at <- place_falling(x)
  if (at > 0) return(paste("falls at place", big(at)))
  if (x[length(x)] != n) paste0("ends with ", big(x[length(x)]), ", but ", there_are(n, of))
}

# Says what is wrong with `length` codes, of which each of `each` has one. They name one of `n` things, counted from
# `from`.
codes_fault <- function(x, n, from, length, each) {
  if (!is_plain_integer(x)) return(type_fault(x, "integers"))
  size_fault(x, length, each) %||% {
    at <- place_outside(x, from, n - 1L + from)
    known <- if (n > 0) paste0(", but codes go from ", from, " to ", n - 1L + from)
    if (at > 0) paste0("has ", x[at], " at place ", big(at), known)
  }
}

# Without a class, whose methods could make something else of it.
is_plain <- function(x, ...) typeof(x) %in% c(...) && !is.object(x)

is_plain_integer <- function(x) is_plain(x, "integer")

size_fault <- function(x, n, each) {
  size <- if (is.data.frame(x)) frame_size(x) else tryCatch(vctrs::vec_size(x), error = function(cnd) -1)
  if (size < 0) return(type_fault(x, "a vector"))
  if (size != n) paste0("has ", said(size, "element"), ", but ", there_are(n, each))
}

# -1 where columns differ in length.
frame_size <- function(x) {
  n <- .row_names_info(x, 2L)
  if (all(vapply(unclass(x), NROW, 0L) == n)) n else -1
}

flag_fault <- function(x) if (!rlang::is_bool(x) || is.object(x)) type_fault(x, "TRUE or FALSE")

# Ids are a vector without a missing or a repeated value.
ids_fault <- function(x) {
  if (!is.atomic(x) || is.null(x)) return(type_fault(x, "a vector of ids"))
  if (!is.null(column_fault(x))) return(column_fault(x))
  at <- c(which(is.na(x)), anyDuplicated(x))[1]
  if (at > 0) paste0("has ", if (is.na(x[at])) "no id" else "an id for the second time", " at place ", big(at))
}

# Rows of columns that must differ and lie in order, by the first column, then by the next ones.
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

# A data frame with `n` rows, one for each of `each`, and these columns.
frame_fault <- function(x, columns, n = NULL, each = NULL) {
  if (!is.data.frame(x)) return(type_fault(x, "a data frame"))
  gone <- setdiff(columns, names(x))
  if (length(gone)) return(paste("has no column", gone[1]))
  if (frame_size(x) < 0) return("has columns of different lengths")
  if (!is.null(n)) size_fault(x, n, each)
}

type_fault <- function(x, wanted) {
  of_class <- if (is.object(x)) paste0(" and class ", class(x)[1])
  paste0("must be ", wanted, ", but is of type ", typeof(x), of_class)
}

there_are <- function(n, noun) paste("there", if (n == 1) "is" else "are", said(n, noun))

said <- function(n, noun) paste0(big(n), " ", noun, if (n != 1) "s")
