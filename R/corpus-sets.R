# Answers that are sets of labels: a list of sorted texts, `NA` alone for no answer.

answer_column <- function(x, what) {
  if (inherits(x, "POSIXlt") || !is_list_of_labels(x)) {
    return(plain_column(x, what))
  }
  encoded <- encode_sets(x, NULL, NULL)
  no_sets(unname(encoded$sets)[match(encoded$label, names(encoded$sets))])
}

# The name of each set, as consensus() writes it.
names_of_sets <- function(sets) encode_sets(sets, NULL, NULL)$label

no_sets <- function(sets) {
  sets[vapply(sets, is.null, NA)] <- list(NA_character_)
  sets
}

no_answer <- function(x) {
  if (is.list(x)) vapply(x, identical, NA, NA_character_) else vctrs::vec_detect_missing(x)
}

# Settled labels of answers that are sets: sets, their names, or text that is a label alone.
settled_sets <- function(label, answers) {
  if (is.list(label)) {
    return(answer_column(label, "labels"))
  }
  text <- id_text(label)
  sets <- as.list(text)
  at <- match(text, names_of_sets(answers), incomparables = NA)
  sets[!is.na(at)] <- answers[at[!is.na(at)]]
  sets
}

# Sets as cells of csv.
joined_sets <- function(sets, separator) {
  labels <- unique(unlist(sets, use.names = FALSE))
  inside <- labels[grepl(separator, labels, fixed = TRUE)]
  if (length(inside)) {
    abort_accord(
      "separator",
      c(
        "No label of a set may contain the {.arg separator} of a csv file.",
        x = "{length(inside)} label{?s} {?contains/contain} {.val {separator}}: {.val {first_few(inside)}}.",
        i = "Choose another {.arg separator}, or write JSON."
      ),
      labels = inside
    )
  }
  vapply(sets, paste, "", collapse = separator)
}

# As arrays of JSON, null for no answer.
json_sets <- function(sets) {
  id <- vctrs::vec_group_id(sets)
  arrays <- vapply(sets[!duplicated(id)], function(set) as.character(jsonlite::toJSON(set)), "")
  ifelse(no_answer(sets), "null", arrays[id])
}
