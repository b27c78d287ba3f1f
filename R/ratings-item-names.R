# Names of columns that are items, in tables with a row per rater, as forms and surveys write them.

# A list: `at`, the columns of the items; `template` of read_sheet(); and whether there are `several` questions. NULL
# where names tell none.
item_names <- function(names) {
  double_bracket_items(names) %||% bracket_items(names) %||% affix_items(names) %||% numbered_items(names)
}

# "Q1[SQ001][1]", as LimeSurvey names the two scales of an array.
double_bracket_items <- function(names) {
  form <- "^(.*[^ ])\\[([^][]+)\\]\\[([^][]+)\\]$"
  at <- grep(form, names)
  lead <- sub(form, "\\1", names[at])
  item <- sub(form, "\\2", names[at])
  scale <- sub(form, "\\3", names[at])
  crossed <- length(unique(lead)) == 1 && length(at) == length(unique(item)) * length(unique(scale))
  if (length(unique(item)) < 3 || length(unique(scale)) < 2 || !crossed || grepl("[{}]", lead[1])) {
    return(NULL)
  }
  list(at = at, template = paste0(lead[1], "[{item}][{question}]"), several = TRUE)
}

# "How funny is this? [Joke 1]", perhaps with a code of the item before.
bracket_items <- function(names) {
  form <- "^(.*[^ ] ?)\\[([^][]+)\\]$"
  at <- which(grepl(form, names))
  item <- sub(form, "\\2", names[at])
  lead <- sub(form, "\\1", names[at])
  if (length(at) < 3) return(NULL)
  if (length(unique(lead)) == 1 && !anyDuplicated(item)) {
    return(list(at = at, template = paste0(gsub("[{}]", "", lead[1]), "[{item}]"), several = FALSE))
  }
  same <- tapply(item, lead, function(x) paste(sort(x), collapse = "\r"))
  if (length(unique(lead)) < length(at) && length(unique(same)) == 1) {
    return(list(at = at, template = "{question} [{item}]", several = TRUE))
  }
  if (!anyDuplicated(item)) list(at = at, template = "{*} [{item}]", several = FALSE)
}

# "Song 1", "Song 2" and so on.
numbered_items <- function(names) {
  form <- "^(.*[^0-9])([0-9]+)$"
  lead <- ifelse(grepl(form, names), sub(form, "\\1", names), NA)
  most <- names(which.max(table(lead)))
  at <- which(lead %in% most)
  if (length(at) < 3 || length(at) < length(names) / 2) return(NULL)
  list(at = at, template = paste0(gsub("[{}]", "", most), "{item}"), several = FALSE)
}

# "Clip 1: Decision?", "Clip 2: Decision?", perhaps with other questions of the same items.
affix_items <- function(names) {
  form <- "^([[:alpha:]][^0-9]*[0-9]+)([.:)/_ -]+)([^0-9.:)/_ -].*)$"
  at <- grep(form, names)
  item <- sub(form, "\\1", names[at])
  stem <- sub("[0-9]+$", "", item)
  mark <- sub(form, "\\2", names[at])
  question <- sub(form, "\\3", names[at])
  alike <- length(unique(stem)) == 1 && length(unique(mark)) == 1
  if (length(unique(item)) < 3 || !alike || any(grepl("[{}]", names[at]))) {
    return(NULL)
  }
  same <- tapply(item, question, function(x) paste(sort(x), collapse = "\r"))
  if (length(unique(same)) > 1) {
    return(NULL)
  }
  text <- if (length(same) > 1) "{question}" else question[1]
  list(at = at, template = paste0("{item}", mark[1], text), several = length(same) > 1)
}

# Stops where no column of items is given, and each row holds the answers of one person to items whose names are those
# of columns. `columns`: what the user gave as `item` and `rater`.
check_rows_no_raters <- function(data, columns) {
  if (!rlang::quo_is_missing(columns$item) || nrow(data) > 1000 || anyDuplicated(names(data))) {
    return(invisible())
  }
  found <- item_names(names(data))
  said <- if (!rlang::quo_is_missing(columns$rater)) select_columns(columns$rater, data, "rater")
  who <- grep(paste0(RATER_NAME, "|^(e-?mail( ?address)?|name|who|participant|respondent|user ?name)$"), names(data),
    ignore.case = TRUE
  )
  who <- setdiff(c(said, who), found$at)
  who <- who[vapply(who, function(j) !is_no_vector(data[[j]]) && !anyDuplicated(data[[j]]), NA)][1]
  if (is.null(found) || is.na(who) || length(found$at) < 3) {
    return(invisible())
  }
  call <- sprintf(
    "read_sheet(%s, rater = %s, names = \"%s\")", typed_data(), column_code(names(data)[who]), found$template
  )
  abort_accord(
    "argument",
    c(
      "It must be said what was rated.",
      x = "{.arg item} is not given, and the names of {length(found$at)} columns tell items: \\
           {.var {first_few(names(data)[found$at])}}.",
      i = "If each row holds the answers of one rater, use {.code {call}}."
    ),
    argument = "item", advice = call
  )
}
