# How a verb answers by question: at the door it is called again for each question, and the answers are bound by rows.
# A verb that begins with verb_ratings() gets this by nothing of its own.

# Arguments that may be named by questions.
BY_QUESTION <- c("level", "weights", "distance", "range", "categories", "gold", "method")

# Computes the verb for each question, and returns the result from it: what the verb does after its door is done in
# these calls. The verb is the next function among the callers that has columns of ratings among its arguments.
answer_by_question <- function(data, .columns, level, categories, duplicates, ...) {
  at <- verb_frame_number()
  frame <- sys.frame(at)
  verb <- sys.function(at)
  questions <- questions_of(data, .columns, level = level, categories = categories, duplicates = duplicates, ...)
  several <- is_questions(questions)
  if (!several) questions <- rlang::set_names(list(questions), questions$question %||% "")
  door <- c("data", names(.columns), "categories", "duplicates", "...")
  settings <- given_settings(frame, setdiff(names(formals(verb)), door))
  check_by_question(settings, if (inherits(data, "accord_sheet")) unique(data$question) else names(questions))
  if (several) check_gold_by_question(settings$gold)
  name <- user_verb_name()
  # Not every rater needs to have answered each question.
  raters <- if (!is.null(settings$raters)) unique(unlist(lapply(questions, function(one) as.character(one$raters))))
  results <- each_question(questions, several, function(ratings, question) {
    own <- settings_of_question(settings, question, names(formals(verb)), ratings)
    if (is.character(ratings$raters)) ratings$raters <- c(ratings$raters, setdiff(raters, ratings$raters))
    ratings$said <- ratings$scale
    ratings$of_question <- ratings$question
    ratings[c("scale", "question")] <- NULL
    found <- rlang::inject(verb(ratings, !!!own))
    if (several && !is_bindable(found)) abort_one_question(questions, name)
    found
  })
  result <- if (several) bind_questions(results) else results[[1]]
  rlang::eval_bare(rlang::expr(return(!!result)), frame)
}

# The number of the frame of that verb: verbs may call others, and have functions within them.
verb_frame_number <- function() {
  ours <- topenv()
  takes_data <- function(frame) {
    f <- sys.function(frame)
    identical(topenv(environment(f)), ours) && all(c("data", "item", "rating") %in% names(formals(f)))
  }
  Find(takes_data, calling_frames()) %||% 0L
}

# The name of the function that the user called, for advice.
user_verb_name <- function() {
  call <- sys.call(user_frame_number())
  name <- if (is.symbol(call[[1]])) as.character(call[[1]]) else if (rlang::is_call(call[[1]], "::")) call[[1]][[3]]
  as.character(name %||% "agreement")
}

# The questions in these data: a list of class accord_questions, or the ratings of a single one.
questions_of <- function(data, .columns, level, categories, duplicates, ...) {
  if (!inherits(data, "accord_sheet")) {
    one <- if (is_questions(data)) whole_questions(data)[[1]] else data
    ratings_of(one, .columns, level = NULL, categories = categories, duplicates = duplicates, ...)
    return(data)
  }
  given <- Filter(Negate(is.null), list(level = level, categories = categories))
  if (!identical(duplicates, "error")) given$duplicates <- duplicates
  columns <- .columns[!vapply(.columns, rlang::quo_is_missing, NA)]
  without_warnings(rlang::inject(as_ratings(data, !!!columns, !!!given, ...)), "faulty_group")
}

# The settings that the user gave to the verb whose `frame` this is.
given_settings <- function(frame, names) {
  given <- names[!vapply(names, function(name) rlang::eval_bare(call("missing", as.name(name)), frame), NA)]
  lapply(rlang::set_names(given), function(name) {
    tryCatch(get(name, envir = frame), error = function(cnd) {
      abort_accord(
        "argument",
        c(
          "{.arg {name}} cannot be used with questions.",
          x = "It could not be computed: {cli::ansi_strip(conditionMessage(cnd))}",
          i = "Give a data frame with the ratings of one question, and its columns."
        ),
        argument = name
      )
    })
  })
}

# The settings for one question. Weights and a distance that came with the ratings are used unless the call has others.
settings_of_question <- function(settings, question, arguments, ratings) {
  by_name <- intersect(names(settings), BY_QUESTION)
  own <- settings
  for (name in by_name) own[name] <- list(value_for(settings[[name]], question, name))
  own <- own[!(names(own) %in% by_name & vapply(own, is.null, NA))]
  weights <- ratings$scale$weights
  by_level <- !is.null(own$level) && !"coefficients" %in% arguments
  if (!is.null(weights) && "weights" %in% arguments && is.null(own$weights) && !by_level) own$weights <- weights
  own
}

# Whether a setting has a value for each of some questions, and not one for all: names are those of questions. A matrix
# of weights has names of categories, weights may have names of coefficients, and a range those of its ends.
is_by_question <- function(value, arg) {
  if (is.null(names(value)) || !is.null(dim(value)) || is.object(value)) return(FALSE)
  if (arg == "weights" && is_by_coefficient(value)) return(FALSE)
  in_lists <- arg %in% c("categories", "range", "gold", "na", "recode", "options")
  is.list(value) || !in_lists && is.character(value)
}

value_for <- function(value, question, arg) {
  if (!is_by_question(value, arg)) return(value)
  if (question %in% names(value)) value[[question]]
}

# Stops if values are named by what is no question.
check_by_question <- function(settings, questions, arguments = BY_QUESTION) {
  for (arg in intersect(names(settings), arguments)) {
    value <- settings[[arg]]
    if (!is_by_question(value, arg)) next
    unknown <- setdiff(names(value), questions)
    twice <- unique(names(value)[duplicated(names(value))])
    if (length(unknown) || length(twice)) {
      hints <- unique(unlist(lapply(unknown[unknown != ""], nearest, choices = questions)))
      abort_accord(
        "argument",
        c(
          "A named {.arg {arg}} has the names of questions.",
          x = if (length(unknown)) "{length(unknown)} {?is/are} none: {.val {unknown}}.",
          x = if (length(twice)) "{length(twice)} occur{?s/} twice: {.val {twice}}.",
          i = if (length(hints)) "Did you mean {.or {.val {hints}}}?",
          i = "The questions are {.val {questions}}."
        ),
        argument = arg, names = unknown, questions = questions
      )
    }
  }
}

# Known labels of items are those of one question.
check_gold_by_question <- function(gold) {
  if (is.null(gold) || is_by_question(gold, "gold")) {
    return(invisible())
  }
  code <- "gold = list(tone = c(t1 = \"a\"))"
  abort_accord(
    "argument",
    c(
      "Of several questions, {.arg gold} must be a list named by questions.",
      x = "It is {.obj_type_friendly {gold}}.",
      i = "As in {.code {code}}; or choose one question with {.fn as_ratings}."
    ),
    argument = "gold"
  )
}

# Calls f(ratings, name) for each question, or each of some other parts that `noun` names. An error names the first
# question with a fault, if there are `several`; warnings are given at the end, one for all questions of which it holds.
each_question <- function(questions, several, f, noun = "Question") {
  if (!several) return(Map(f, unclass(questions), names(questions) %||% ""))
  told <- results <- list()
  failed <- NULL
  for (k in seq_along(questions)) {
    name <- names(questions)[k]
    result <- withCallingHandlers(
      tryCatch(list(f(questions[[k]], name)), accord_error = identity),
      accord_warning = function(cnd) {
        told[[length(told) + 1]] <<- list(cnd = cnd, question = name)
        rlang::cnd_muffle(cnd)
      },
      message = function(cnd) if (!is.null(failed)) rlang::cnd_muffle(cnd)
    )
    if (!inherits(result, "condition")) {
      results <- c(results, rlang::set_names(result, name))
    } else if (is.null(failed)) {
      # What is wrong with a call is so for all questions.
      if (inherits(result, "accord_error_argument") || !is.null(result$question)) rlang::cnd_signal(result)
      failed <- result
      failed$question <- name
      failed$body <- about_question(failed$body, name, noun)
      if (noun != "Question") rlang::cnd_signal(failed)
      if (inherits(failed, "accord_error_level_needed")) rlang::cnd_signal(with_levels_to_say(failed, questions))
    }
    # The other questions are computed for the advice only, which names three without a fault.
    if (!is.null(failed) && length(results) > 2) break
  }
  if (!is.null(failed)) rlang::cnd_signal(with_others_to_choose(failed, names(results)))
  warn_of_questions(told, noun)
  results
}

# The condition with the levels, or the methods of consensus(), that the questions may have.
with_levels_to_say <- function(cnd, questions) {
  of_ratings <- vapply(questions, inherits, NA, "accord_ratings")
  arg <- if ("majority" %in% cnd$choices) "method" else "level"
  open <- Filter(function(one) if (arg == "level") is.na(one$level) else is.numeric(one$categories),
    unclass(questions)[of_ratings])
  choice <- vapply(open, function(one) likely_level(one$categories), "")
  if (arg == "method") choice <- c(nominal = "majority", ordinal = "median", interval = "mean")[choice]
  each <- paste0(vapply(names(open), name_code, ""), " = \"", choice, "\"")
  # A part of the questions would end in the same error.
  same <- length(each) > 8 && length(unique(choice)) == 1
  code <- if (same) sprintf("\"%s\"", choice[1]) else sprintf("c(%s)", paste(each, collapse = ", "))
  of <- if (same) "all questions" else "each question"
  cnd$body <- c(cnd$body, i = sprintf("Say the %s of %s, such as `%s = %s`.", arg, of, arg, code))
  cnd
}

# The condition with the call that chooses questions without a fault.
with_others_to_choose <- function(cnd, others) {
  if (length(others)) {
    code <- vector_code(encodeString(utils::head(others, 3), quote = "\""))
    cnd$body <- c(cnd$body, i = sprintf("To choose questions: `as_ratings(x, question = %s)`.", code))
  }
  cnd
}

# The level that numbers most likely have, for code to be copied. Two numbers, or a few from 1 on and one far beyond
# them, as in 1 = yes, 2 = no, 9 = unknown, are codes of labels.
likely_level <- function(numbers) {
  numbers <- sort(as.double(numbers))
  n <- length(numbers)
  if (n > 10 || any(numbers != round(numbers))) {
    return("interval")
  }
  after <- diff(numbers)
  codes <- n < 3 || after[n - 1] > 2 && all(after[-(n - 1)] == 1)
  if (codes) "nominal" else "ordinal"
}

name_code <- function(name) if (make.names(name) == name) name else encodeString(name, quote = "`")

# The first line of what was found begins with the name.
about_question <- function(body, name, noun) {
  words <- paste(noun, encodeString(name, quote = "\""))
  found <- which(names(body) %in% "x")
  if (length(found) == 0) return(c(x = paste0(words, "."), body))
  body[found[1]] <- paste0(words, ": ", body[found[1]])
  body
}

# One warning for the questions that have the same, with what was found in each.
warn_of_questions <- function(told, noun) {
  key <- vapply(told, function(one) paste(c(class(one$cnd)[1], one$cnd$lines[1]), collapse = "\r"), "")
  for (one in unique(key)) {
    own <- told[key == one]
    cnd <- own[[1]]$cnd
    questions <- vapply(own, `[[`, "", "question")
    bodies <- lapply(own, function(each) about_question(each$cnd$lines[-1], each$question, noun))
    found <- unlist(lapply(bodies, function(body) body[names(body) %in% "x"]))
    more <- length(found) - 10
    advice <- unlist(lapply(bodies, function(body) body[!names(body) %in% "x"]))
    body <- c(
      utils::head(found, 10), if (more > 0) c(x = paste("And", big(more), "more.")), advice[!duplicated(advice)]
    )
    rlang::warn(
      cnd$lines[[1]], class = setdiff(class(cnd), c("rlang_warning", "warning", "condition")), body = body,
      use_cli_format = TRUE, call = cnd$call, questions = questions
    )
  }
}
