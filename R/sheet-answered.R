# Arguments that say how values are written, and whether the ratings answer to them.

# These arguments may be named by questions, besides those that decide the numbers.
WRITTEN_BY_QUESTION <- c("na", "recode", "separator", "options")

# Stops for arguments that are named by what is no question, and for options without what divides them.
check_answered <- function(spec, questions) {
  check_by_question(spec, unname(questions), WRITTEN_BY_QUESTION)
  separators <- if (is_by_question(spec$separator, "separator")) as.list(spec$separator) else list(spec$separator)
  for (one in Filter(Negate(is.null), separators)) check_text(one, "separator")
  if (!is.null(spec$options) && is.null(spec$separator)) {
    abort_accord(
      "argument",
      c(
        "{.arg options} are the labels of sets that a {.arg separator} divides.",
        x = "{.arg separator} is not given.",
        i = "Give both, as in {.code separator = \", \"}, or neither."
      ),
      argument = "options"
    )
  }
}

# The labels of `recode` of one question that it does not have. One for all questions is judged by all of them.
unused_labels <- function(recode, x, spec) {
  if (is.character(recode) && is_by_question(spec$recode, "recode")) setdiff(names(recode), x)
}

# The separator that the user gave for a question, or NULL.
separator_of <- function(question, spec) {
  separator <- value_for(spec$separator, question, "separator")
  if (is.list(separator)) unlist(separator)[1] else separator
}

# Stops for a separator that a question does not contain, if another one divides its sets. `cells`: a list of
# coded cells by question.
check_separators <- function(cells, spec) {
  cells <- Filter(function(x) is.character(x$text), cells)
  texts <- lapply(cells, `[[`, "text")
  given <- Filter(Negate(is.null), lapply(rlang::set_names(names(texts)), separator_of, spec))
  has <- vapply(names(given), function(q) any(grepl(given[[q]], texts[[q]], fixed = TRUE)), NA)
  others <- lapply(cells[names(given)[!has]], function(x) likely_separator(x$text, x$n))
  others <- others[lengths(others) > 0]
  if (length(others) == 0) {
    return(invisible())
  }
  marks <- c(given[has], lapply(others, `[[`, "mark"))
  first <- names(others)[1]
  code <- separators_code(unlist(marks[intersect(names(texts), names(marks))]), length(texts))
  question <- if (length(texts) > 1) first
  abort_separator(given[[first]], others[[1]], sum(cells[[first]]$n[!is.na(texts[[first]])]), question, code)
}

# Stops for a question of which two texts are one set in two orders, unless it has a separator or its categories.
check_question_orders <- function(texts, spec) {
  texts <- lapply(Filter(is.character, texts), function(x) x[!grepl("^\\s*\\[.*\\]\\s*$", x)])
  said <- function(q) c(separator_of(q, spec), value_for(spec$categories, q, "categories"))
  open <- Filter(function(q) is.null(said(q)), names(texts))
  found <- Filter(Negate(is.null), lapply(rlang::set_names(open, open), function(q) two_orders(texts[[q]])))
  if (length(found) == 0) {
    return(invisible())
  }
  marks <- lapply(rlang::set_names(names(texts)), separator_of, spec)
  marks[names(found)] <- lapply(found, `[[`, "mark")
  first <- names(found)[1]
  values <- unique(texts[[first]][!is.na(texts[[first]])])
  keep <- if (length(values) <= 15) {
    all <- vector_code(encodeString(sort(values, method = "radix"), quote = "\""))
    paste("categories =", if (length(texts) == 1) all else sprintf("list(%s = %s)", name_code(first), all))
  }
  question <- if (length(texts) > 1) first
  abort_orders(found[[1]], question, separators_code(unlist(marks), length(texts)), keep)
}

# The argument for these separators, named by questions.
separators_code <- function(marks, n_questions) {
  quoted <- encodeString(marks, quote = "\"")
  if (n_questions == 1) {
    return(paste("separator =", quoted))
  }
  sprintf("separator = c(%s)", toString(paste(vapply(names(marks), name_code, ""), "=", quoted)))
}

# The argument for the labels of a sheet that are sets, or NULL.
separators_advice <- function(sheet) {
  questions <- attr(sheet, "sheet")$questions
  labels <- questions$question[questions$kind == "labels"]
  marks <- unlist(lapply(rlang::set_names(labels), function(question) {
    x <- unlist(sheet$rating[sheet$question == question])
    (likely_separator(x) %||% two_orders(x))$mark
  }))
  if (length(marks)) separators_code(marks, nrow(questions))
}

# Warns of questions whose labels seem to be sets. `found`: what question_ratings() returns, by question.
warn_undivided_questions <- function(found, spec) {
  marks <- lapply(rlang::set_names(names(found)), separator_of, spec)
  for (q in names(found)) {
    one <- found[[q]]
    if (one$kind != "labels" || !is.null(marks[[q]]) || !is.null(value_for(spec$categories, q, "categories"))) next
    mark <- likely_separator(one$rating, one$n)$mark
    if (is.null(mark)) next
    code <- separators_code(unlist(replace(marks, q, mark)), length(found))
    question <- if (length(found) > 1) q
    warn_undivided(one$rating, one$n, question, code)
  }
}

# Warns of values that a template gives to a field, and that no name has: a rater whose name is misspelled would be left
# out.
warn_unused_values <- function(spec, tables) {
  by_name <- Filter(function(place) is.character(place$source) && !is.null(place$template), spec$places)
  checked <- c(
    lapply(spec[intersect(c("names", "boxes"), names(spec))], function(template) {
      list(template = template, of = unlist(spec$sheets), noun = "column")
    }),
    lapply(by_name, function(place) {
      list(template = place$template, of = vapply(tables, `[[`, "", place$source), noun = place$source)
    })
  )
  for (one in checked) for (k in which(lengths(one$template$values) > 0)) {
    field <- one$template$field[k]
    fits <- template_fits(one$template, unique(one$of))
    unused <- setdiff(one$template$values[[k]], unlist(lapply(fits, `[[`, field)))
    if (length(unused) == 0) next
    of <- setdiff(unique(one$of), "")
    others <- of[Reduce(`&`, lapply(template_fits(one$template, of), function(fit) is.na(fit[[1]])), TRUE)]
    warn_accord(
      "template_value",
      c(
        "The values of a field in a template must occur in names.",
        x = "{length(unused)} value{?s} of {.val {field}} {?is/are} in no name of a {one$noun}: {.val {unused}}.",
        i = if (length(others)) "{length(others)} name{?s} {?does/do} not fit: {.val {first_few(others)}}."
      ),
      template = one$template$text, values = unused
    )
  }
}

# How many cells of the columns that were named one by one hold something.
n_cells <- function(plain, data) {
  vapply(unclass(data)[plain$at[plain$named]], function(x) sum(!is.na(x)), 0L)
}

# `cells`: these numbers of all tables, named by columns.
warn_blank_columns <- function(cells) {
  blank <- setdiff(names(cells), names(cells)[cells > 0])
  if (length(blank) && any(cells > 0)) {
    warn_accord(
      "blank_column",
      c(
        "A column of ratings must hold a rating.",
        x = "{length(blank)} of those that are named {?is/are} blank and left out: {.var {first_few(blank)}}."
      ),
      columns = blank
    )
  }
}
