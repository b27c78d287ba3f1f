# Checks of arguments. Checks of the data live with the door, in ratings-*.R.

check_choice <- function(x, choices, arg, optional = FALSE) {
  if (optional && is.null(x)) {
    return(NULL)
  }
  if (is.character(x) && length(x) == 1 && x %in% choices) {
    return(x)
  }
  hint <- if (is.character(x) && length(x) == 1) nearest(x, choices)
  abort_accord(
    "argument",
    c(
      "{.arg {arg}} must be one of {.or {.val {choices}}}.",
      x = if (rlang::is_string(x)) "It is {.val {x}}." else "It is {.obj_type_friendly {x}}.",
      i = if (length(hint)) "Did you mean {.val {hint}}?"
    ),
    argument = arg,
    value = x
  )
}

check_flag <- function(x, arg) {
  if (rlang::is_bool(x)) {
    return(x)
  }
  abort_accord(
    "argument",
    c("{.arg {arg}} must be {.val {TRUE}} or {.val {FALSE}}.", x = "It is {.obj_type_friendly {x}}."),
    argument = arg,
    value = x
  )
}

check_number <- function(x, arg, above = -Inf, below = Inf) {
  if (is.numeric(x) && length(x) == 1 && is.finite(x) && x > above && x < below) {
    return(as.double(x))
  }
  bounds <- c(if (above > -Inf) paste("above", above), if (below < Inf) paste("below", below))
  rule <- if (length(bounds)) paste0(" ", paste(bounds, collapse = " and ")) else ""
  found <- if (is.numeric(x) && length(x) == 1) format(x) else NULL
  abort_accord(
    "argument",
    c(
      "{.arg {arg}} must be one number{rule}.",
      x = if (is.null(found)) "It is {.obj_type_friendly {x}}." else "It is {found}."
    ),
    argument = arg,
    value = x
  )
}

# The choice that is nearest in spelling, if one is near.
nearest <- function(x, choices) {
  if (length(choices) == 0) {
    return(character())
  }
  distance <- utils::adist(x, choices, ignore.case = TRUE)[1, ]
  inside <- utils::adist(x, choices, ignore.case = TRUE, partial = TRUE)[1, ]
  best <- which.min(distance + inside)
  near <- min(distance[best], inside[best] + 1) <= max(2, nchar(x) / 3)
  if (near) choices[best] else character()
}
