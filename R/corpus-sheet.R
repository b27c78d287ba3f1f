# The corpus of what read_sheet() returns: a row per item and rater, and a column per question.

# `quos`: the columns of the call; `said`: what it says of the scale. A list: `data`; `quos`, with those that the user
# left out; and `scales`, that of each question that is an answer, named as the answers are.
corpus_of_sheet <- function(data, quos, said) {
  made <- attr(data, "sheet", exact = TRUE)
  questions <- rows_of_questions(data)
  groups <- intersect(made$by, names(data))
  taken <- c("item", "rater", groups)
  check_free_names(names(questions), taken, "question", "Give it another name in {.fn read_sheet}.")
  for (q in names(questions)) check_answered_once(questions[[q]], q, groups)
  ids <- vctrs::vec_unique(vctrs::vec_rbind(!!!lapply(unname(questions), `[`, c("item", "rater", groups))))
  answers <- lapply(questions, function(own) {
    at <- vctrs::vec_match(ids[c("item", "rater")], own[c("item", "rater")])
    if (is.list(own$rating)) replace(own$rating[at], is.na(at), list(NA_character_)) else own$rating[at]
  })
  wide <- tibble::as_tibble(c(unclass(ids)[c("item", "rater", groups)], answers))
  quos$item <- rlang::quo("item")
  quos$rater <- rlang::quo("rater")
  if (rlang::quo_is_missing(quos$answers) || identical(rlang::as_label(quos$answers), "rating")) {
    confidence <- if (!rlang::quo_is_null(quos$confidence)) names(select_one(quos$confidence, wide, "confidence"))
    quos$answers <- rlang::quo(tidyselect::all_of(!!setdiff(names(questions), confidence)))
  }
  chosen <- select_columns(quos$answers, wide, "answers")
  check_by_question(said, made$questions$question)
  scales <- lapply(names(wide)[chosen], function(question) scale_of_question(said, made, question))
  list(data = wide, quos = quos, scales = rlang::set_names(scales, names(chosen)))
}

# A rater who answered a question about an item in each round has several answers, of which a corpus takes one.
check_answered_once <- function(own, question, groups) {
  twice <- which(vctrs::vec_duplicate_detect(own[c("item", "rater")]))
  if (length(twice) == 0) {
    return(invisible())
  }
  again <- own[twice[1], ]
  rows <- own[own$item == again$item & own$rater == again$rater, ]
  apart <- Filter(function(name) !anyDuplicated(rows[[name]]), groups)[1]
  code <- if (!is.na(apart)) {
    last <- encodeString(as.character(rows[[apart]][nrow(rows)]), quote = "\"")
    data <- typed_data()
    sprintf("as_corpus(%s[%s$%s == %s, ])", data, data, column_code(apart), last)
  }
  n <- vctrs::vec_unique_count(own[twice, c("item", "rater")])
  abort_accord(
    "duplicate_rating",
    c(
      "A corpus has one answer of a rater to a question about an item.",
      x = "Of {.val {question}}, {n} item{?s} of a rater {?has/have} several, such as {.val {again$item}} by \\
           {.val {again$rater}}.",
      i = if (length(code)) "Choose a value of {.var {apart}}, as in {.code {code}}.",
      i = if (!length(code)) "Leave out the rows that do not count, by {.arg drop} of {.fn read_sheet}."
    ),
    question = question, items = again$item, advice = code
  )
}

# agreement() has weights in place of a distance. `scales`: those of questions, by name.
check_no_distance <- function(scales, agreement) {
  by_distance <- vapply(scales, function(scale) !is.null(scale$distance) && is.null(scale$weights), NA)
  if (!any(by_distance) || is.null(agreement)) {
    return(invisible())
  }
  code <- sprintf("agreement = krippendorff_alpha(%s)", typed_data())
  abort_accord(
    "argument",
    c(
      "Agreement by a distance must be given as a result.",
      x = "A distance was said of {.val {names(scales)[by_distance]}} in {.fn read_sheet}.",
      i = "Use {.code {code}}, or {.code agreement = NULL} for none."
    ),
    argument = "distance", advice = code
  )
}
