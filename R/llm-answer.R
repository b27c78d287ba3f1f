# Answers against their schema: what fits is taken, and becomes columns.

# ---- Does an answer fit? ----

# The answer with exactly the fields, or a text that says why it does not fit.
fit_answer <- function(answer, fields) {
  if (!is.list(answer) || length(answer) > 0 && is.null(names(answer))) {
    return("the answer is not an object")
  }
  extra <- setdiff(names(answer), names(fields))
  if (length(extra)) {
    return(paste("the answer has an unknown field:", extra[1]))
  }
  twice <- names(answer)[duplicated(names(answer))]
  if (length(twice)) {
    return(paste("the answer has a field twice:", twice[1]))
  }
  fitted <- lapply(names(fields), function(name) fit_value(answer[[name]], fields[[name]]))
  good <- vapply(fitted, is.list, NA)
  if (!all(good)) {
    wrong <- which(!good)[1]
    return(paste(names(fields)[wrong], fitted[[wrong]]))
  }
  rlang::set_names(lapply(fitted, `[[`, "value"), names(fields))
}

# A list with the value, or what is wrong with it.
fit_value <- function(value, field) {
  if (is.null(value)) {
    return(if (field$required) "is not given" else list(value = NULL))
  }
  if (field$kind == "set") {
    if (!is.list(value) || !is.null(names(value)) || !all(vapply(value, rlang::is_string, NA))) {
      return("is not a list of labels")
    }
    labels <- unlist(value)
    wrong <- setdiff(labels, field$values)
    if (length(wrong)) return(paste("has a value that is none of the options:", encodeString(wrong[1], quote = "\"")))
    return(list(value = as.list(unique(labels))))
  }
  if (!is.atomic(value) || length(value) != 1 || is.na(value)) {
    return("is not one value")
  }
  number <- is.numeric(value)
  switch(field$kind,
    logical = if (!is.logical(value)) return("is neither true nor false"),
    integer = if (!number || !is.finite(value) || value != round(value)) return("is not a whole number"),
    number = if (!number || !is.finite(value)) return("is not a number"),
    text = if (!is.character(value)) return("is not text"),
    enum = if (!value %in% field$values) return(paste("is none of the options:", encodeString(value, quote = "\"")))
  )
  if (number && !is.null(field$min) && (value < field$min || value > field$max)) {
    return(paste("is out of range:", format(value)))
  }
  list(value = value)
}

# ---- Values of a field as a column. ----

field_column <- function(values, field) {
  if (field$kind == "set") {
    # NULL would be the empty set, a rating.
    return(lapply(values, function(x) if (is.null(x)) NA_character_ else as.character(unlist(x))))
  }
  missing <- vapply(values, is.null, NA)
  na <- switch(field$kind, logical = NA, integer = NA_integer_, number = NA_real_, NA_character_)
  values[missing] <- list(na)
  column <- switch(field$kind,
    logical = vapply(values, as.logical, NA),
    integer = whole_column(vapply(values, as.double, 0)),
    number = vapply(values, as.double, 0),
    vapply(values, as.character, "")
  )
  if (field$kind == "enum") factor(column, levels = field$values) else column
}

whole_column <- function(x) if (all(is.na(x) | abs(x) < 2^31)) as.integer(x) else x
