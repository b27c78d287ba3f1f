# The newer forms of Mechanical Turk: column `Answer.taskAnswers` holds json, an array of an object per form,
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
    bound, given[bad], TASK_ANSWERS, "The cell is not valid json; its answers taken as blank."
  )
  fields <- unique(unlist(lapply(parsed, names)))
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

# The fields of all forms of an assignment; NULL for what is not json.
task_answer <- function(cell) {
  forms <- parse_marked(cell)
  if (!is.list(forms)) {
    return(NULL)
  }
  if (!is.null(names(forms))) forms <- list(forms)
  forms <- Filter(function(form) is.list(form) && !is.null(names(form)), forms)
  unlist(forms, recursive = FALSE) %||% list()
}

# Choices are an object of flags: one column with the choice, or, where boxes were ticked that go together,
# one for each.
spread_field <- function(field, values, rows, n) {
  is_choice <- function(x) is.list(x) && length(x) && !is.null(names(x)) && all(vapply(x, rlang::is_bool, NA))
  name <- paste0("Answer.", field)
  fill <- function(text) replace(rep(NA_character_, n), rows, text)
  there <- Filter(Negate(is.null), values)
  if (!length(there) || !all(vapply(there, is_choice, NA))) {
    values[vapply(values, is.null, NA)] <- list(NA)
    text <- json_texts(values)
    return(rlang::set_names(list(fill(replace(text, vapply(values, identical, NA, NA), NA))), name))
  }
  chosen <- lapply(values, function(x) names(x)[unlist(x) %in% TRUE])
  if (all(lengths(chosen) <= 1)) {
    return(rlang::set_names(list(fill(vapply(chosen, function(x) c(x, NA_character_)[1], ""))), name))
  }
  options <- unique(unlist(lapply(there, names)))
  boxes <- lapply(options, function(option) {
    fill(vapply(values, function(x) if (is.null(x[[option]])) NA_character_ else tolower(x[[option]]), ""))
  })
  rlang::set_names(boxes, paste0(name, ".", options))
}

# Assignments that the requester rejected.
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
