# Changes the spelling of labels while all of them are still text.

# `labels`: columns of text. `recode`: as in read_annotators().
recode_labels <- function(labels, recode) {
  if (is.null(recode)) {
    return(labels)
  }
  if (is.list(recode)) {
    check_recode_columns(names(recode), names(labels))
    maps <- recode
  } else {
    maps <- rlang::rep_named(names(labels), list(recode))
  }
  lapply(maps, check_recode)
  unused <- if (is.list(recode)) {
    unlist(Map(function(map, column) setdiff(names(map), labels[[column]]), maps, names(maps)))
  } else {
    setdiff(names(recode), unlist(labels))
  }
  warn_unused_labels(unused, unique(unlist(labels[names(maps)])))
  labels[names(maps)] <- Map(respell, labels[names(maps)], maps)
  labels
}

respell <- function(labels, map) {
  at <- match(labels, names(map))
  ifelse(is.na(at), labels, as.character(map)[at])
}

check_recode <- function(map) {
  spelt <- names(map)
  named <- rlang::is_atomic(map) && length(map) && !is.null(spelt) && !any(is.na(spelt) | spelt == "")
  if (named && !anyDuplicated(spelt)) {
    return(invisible())
  }
  twice <- if (named) unique(spelt[duplicated(spelt)])
  abort_accord(
    "argument",
    c(
      "{.arg recode} must name each label once: {.code c(\"Yes\" = \"yes\", \"y\" = \"yes\")}.",
      x = if (named) {
        "{length(twice)} label{?s} {?occurs/occur} more than once: {.val {twice}}."
      } else {
        "It holds {.obj_type_friendly {map}}."
      },
      i = "Use a list of such vectors, named by column, for columns that differ."
    ),
    argument = "recode",
    value = map
  )
}

check_recode_columns <- function(columns, available) {
  unknown <- if (is.null(columns)) "(unnamed)" else setdiff(columns, available)
  if (length(unknown)) {
    abort_missing(
      "A list {.arg recode} must be named by columns of {.arg annotation}.", unknown, available,
      found = "{length(column)} name{?s} {?is/are} no such column: {.var {column}}.", argument = "recode"
    )
  }
}

warn_unused_labels <- function(unused, found) {
  if (length(unused)) {
    found <- sort(found, method = "radix")
    warn_accord(
      "recode",
      c(
        "{.arg recode} must name labels that occur.",
        x = "{length(unused)} label{?s} {?does/do} not: {.val {first_few(unused)}}.",
        i = "{length(found)} label{?s} {?occurs/occur}, as written: {.val {first_few(found)}}."
      ),
      labels = unname(unused),
      available = found
    )
  }
}
