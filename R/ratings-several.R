# Ratings of several questions: a list of ratings, one for each question, with categories, a level, weights and a
# distance of its own.

# `made`: a named list of ratings.
new_questions <- function(made) structure(made, class = "accord_questions")

is_questions <- function(x) inherits(x, "accord_questions")

# Whether a verb answers by question: the data are a sheet, several questions of one, or the ratings of one, which may
# have weights or a distance of their own.
has_questions <- function(data) {
  inherits(data, c("accord_questions", "accord_sheet")) ||
    inherits(data, "accord_ratings") && !is.null(data[["question"]])
}

# Returns the questions if they are as as_ratings() made them; otherwise stops.
whole_questions <- function(x) {
  names <- rlang::names2(unclass(x))
  fault <- if (!is.list(x) || length(x) == 0) {
    "There are none."
  } else if (any(names == "") || anyDuplicated(names)) {
    "They have no names, or the same one twice."
  } else if (!all(vapply(unclass(x), inherits, NA, "accord_ratings"))) {
    "{.val {first_few(names[!vapply(unclass(x), inherits, NA, 'accord_ratings')])}} are no ratings."
  }
  if (!is.null(fault)) {
    abort_accord(
      "damaged",
      c("Questions are a named list of ratings.", x = fault, i = "Make them with {.fn as_ratings}."),
      argument = "data"
    )
  }
  x
}

#' @rdname as_ratings.accord_sheet
#' @export
as_ratings.accord_questions <- function(data, ..., question = NULL) {
  check_no_dots(...)
  data <- whole_questions(data)
  if (is.null(question)) {
    return(data)
  }
  check_choices(question, names(data), "question")
  if (length(question) == 1) data[[question]] else data[question]
}

#' @export
`[.accord_questions` <- function(x, i) new_questions(unclass(x)[i])

#' @export
format.accord_questions <- function(x, ...) {
  x <- whole_questions(x)
  each <- unclass(x)
  ids <- function(field) length(unique(unlist(lapply(each, function(one) id_text(one[[field]])))))
  shown <- utils::head(names(each), 30)
  n <- sum(vapply(each, function(one) length(one$code), 0))
  more <- length(each) - length(shown)
  c(
    paste0(
      "<accord_questions> ", count(length(each), "question"), ", ", count(ids("items"), "item"), ", ",
      count(ids("raters"), "rater"), ", ", count(n, "rating")
    ),
    vapply(shown, function(name) paste0("  ", cut_end(name, 40), ": ", question_words(each[[name]])), ""),
    if (more > 0) paste0("  and ", big(more), " more")
  )
}

#' @export
print.accord_questions <- function(x, ...) {
  cat(unlist(lapply(format(x, ...), wrapped_line)), sep = "\n")
  invisible(x)
}

# Says in words what decides the numbers of a question, such as "ordinal, 1 33%, 2 67%; weights linear".
question_words <- function(ratings) {
  own <- vapply(scale_names(ratings), function(name) paste(name, scale_words(ratings, name)), "")
  aside <- if (nrow(ratings$set_aside) || !is.null(ratings$n_missing)) paste("set aside:", set_aside_words(ratings))
  level <- if (is.na(ratings$level)) "numbers without a level" else ratings$level
  paste(c(paste0(level, ", ", category_shares(ratings)), own, aside), collapse = "; ")
}

# Returns what was said of a question beside its level, which has a place of its own.
scale_names <- function(ratings) setdiff(names(ratings$scale), "level")

# The name of the weights or the distance of a question.
scale_words <- function(ratings, name) {
  own <- ratings$scale[[name]]
  if (is.character(own)) metric_words(own) else "as given"
}

#' @importFrom tibble as_tibble
#' @export
as_tibble.accord_questions <- function(x, ...) {
  each <- lapply(unclass(whole_questions(x)), as_tibble)
  stack_questions(lapply(each, as.list), lengths(lapply(each, `[[`, "rating")))
}

#' @export
summary.accord_questions <- function(object, ...) abort_one_question(object, "summary")

#' @exportS3Method ggplot2::autoplot
autoplot.accord_questions <- function(object, ...) abort_one_question(object, "autoplot")

#' @export
plot.accord_questions <- function(x, ...) abort_one_question(x, "plot")

#' @export
tidy.accord_questions <- function(x, ...) abort_one_question(x, "tidy")

#' @export
glance.accord_questions <- function(x, ...) abort_one_question(x, "glance")

# The questions at the levels that the user gave, of all or by question.
with_levels <- function(questions, level) {
  if (!is.null(level)) check_by_question(list(level = level), names(questions))
  for (name in names(questions)) {
    own <- value_for(level, name, "level")
    if (is.null(own)) next
    check_level_name(own)
    check_level(own, questions[[name]]$categories, questions[[name]]$has_order)
    questions[[name]]$level <- own
    if (!is.null(questions[[name]]$scale)) questions[[name]]$scale$level <- own
  }
  questions
}

# Stops where only one question can be used, with the call for it.
abort_one_question <- function(questions, verb) {
  first <- encodeString(names(questions)[1], quote = "\"")
  code <- sprintf("%s(as_ratings(x, question = %s))", verb, first)
  abort_accord(
    "questions",
    c(
      "{.fn {verb}} takes the ratings of one question.",
      x = "There are {length(questions)} question{?s}: {.val {first_few(names(questions))}}.",
      i = "For one of them: {.code {code}}."
    ),
    questions = names(questions)
  )
}
