# Newer forms of Mechanical Turk: column `Answer.taskAnswers` contains json, an array with an object for each form,
# whose fields become columns `Answer.<field>`.

TASK_ANSWERS <- "Answer.taskAnswers"

spread_task_answers <- function(bound) {
  cell <- bound$data[[TASK_ANSWERS]]
  given <- which(!is.na(cell))
  if (length(given) == 0) {
    return(bound)
  }
  need_package("jsonlite", "to read column Answer.taskAnswers")
  parsed <- lapply(cell[given], task_answer)
  bad <- vapply(parsed, is.null, NA)
  bound <- add_problems(
    bound, given[bad], TASK_ANSWERS, "The cell is not valid json of a form; its answers taken as blank."
  )
  twice <- vapply(parsed, function(x) c(names(x)[duplicated(names(x))], NA_character_)[1], "")
  again <- which(!is.na(twice))
  bound <- add_problems(
    bound, given[again], TASK_ANSWERS, sprintf("Field \"%s\" is there more than once; the first is read.", twice[again])
  )
  fields <- unique(unlist(lapply(parsed, names))) %||% character()
  columns <- lapply(rlang::set_names(fields), function(field) {
    values <- lapply(parsed, function(x) x[[field, exact = TRUE]])
    spread_field(field, values, given, length(cell))
  })
  new <- unlist(unname(columns), recursive = FALSE)
  taken <- intersect(names(new), setdiff(names(bound$data), TASK_ANSWERS))
  if (length(taken)) check_reserved(taken[1], unique(bound$file[given]))
  kept <- if (any(bad)) names(bound$data) else setdiff(names(bound$data), TASK_ANSWERS)
  bound$data <- tibble::new_tibble(c(as.list(bound$data)[kept], new), nrow = nrow(bound$data))
  bound
}

# The fields of all forms of an assignment; NULL if the cell is not json.
task_answer <- function(cell) {
  forms <- parse_marked(cell)
  if (!is.list(forms)) {
    return(NULL)
  }
  if (!is.null(names(forms))) forms <- list(forms)
  forms <- Filter(function(form) is.list(form) && !is.null(names(form)), forms)
  unlist(forms, recursive = FALSE) %||% list()
}

# The columns for a field: true/false flags are choices or checkboxes, an object with `label` or `labels` comes from
# crowd elements for classification, and all else stays as it is.
spread_field <- function(field, values, rows, n) {
  name <- paste0("Answer.", field)
  fill <- function(text) replace(rep(if (is.list(text)) list(NA_character_) else NA_character_, n), rows, text)
  there <- Filter(Negate(is.null), values)
  all_are <- function(what) length(there) > 0 && all(vapply(there, what, NA))
  one <- function(text) rlang::set_names(list(fill(text)), name)
  if (all_are(is_flags)) {
    columns <- flag_columns(values, are_boxes(there))
    return(rlang::set_names(lapply(columns, fill), paste0(name, names(columns))))
  }
  if (all_are(function(x) is_object(x) && identical(names(x), "label") && !is.list(x$label))) {
    return(one(field_text(values, "label")))
  }
  if (all_are(function(x) is_object(x) && identical(names(x), "labels") && is.list(x$labels))) {
    sets <- json_text_lists(lapply(values, function(x) if (is.null(x)) list(NA) else x$labels))
    return(one(set_column(sets)))
  }
  values[vapply(values, is.null, NA)] <- list(NA)
  text <- json_texts(values)
  one(replace(text, vapply(values, identical, NA, NA), NA))
}

is_flags <- function(x) is_object(x) && length(x) > 0 && all(vapply(x, rlang::is_bool, NA))

# Whether flags are checkboxes: of exclusive options exactly one is ticked, whereas a checkbox may be the only one,
# and none or several may be ticked.
are_boxes <- function(flags) {
  any(lengths(flags) == 1 | vapply(flags, function(x) sum(unlist(x)), 0L) != 1)
}

# Returns a column with the choice, or one for each checkbox; names are suffixes to the name of the field.
flag_columns <- function(values, boxes) {
  if (!boxes) {
    choice <- vapply(values, function(x) c(names(x)[unlist(x) %in% TRUE], NA_character_)[1], "")
    return(rlang::set_names(list(choice), ""))
  }
  options <- unique(unlist(lapply(values, names)))
  columns <- lapply(options, function(option) field_text(values, option))
  rlang::set_names(columns, paste0(".", options))
}

# Handles assignments that the requester rejected.
settle_rejected <- function(bound, rejected) {
  status <- bound$data[["AssignmentStatus"]]
  is_rejected <- status %in% "Rejected"
  if (is.null(rejected)) {
    if (any(is_rejected)) {
      n <- sum(is_rejected)
      inform_accord(
        "rejected", c(i = "{n} rejected assignment{?s} {?is/are} among them: see {.arg rejected}."), n = n
      )
    }
    return(bound)
  }
  if (rejected == "flag") {
    check_reserved("rejected", unique(bound$file[if ("rejected" %in% names(bound$data)) TRUE else 0]))
    bound$data$rejected <- is_rejected
  }
  if (rejected == "drop") keep_rows(bound, !is_rejected) else bound
}
