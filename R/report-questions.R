# The parts of a report on several questions: those of all, and those of each.

# A rater has the same number in all questions.
questions_under_pseudonyms <- function(questions, pseudonyms, key) {
  if (identical(pseudonyms, "numbers")) {
    known <- sort(unique(unlist(lapply(questions, function(one) id_text(one$raters)))))
    digits <- nchar(length(known))
    pseudonyms <- rlang::set_names(paste("rater", formatC(seq_along(known), width = digits, flag = "0")), known)
  }
  questions[] <- lapply(questions, function(one) {
    own <- if (is.null(names(pseudonyms))) pseudonyms else pseudonyms[names(pseudonyms) %in% id_text(one$raters)]
    under_pseudonyms(one, own, key)
  })
  questions
}

# The first lines and the table of all questions, then the parts of each, with the same estimates. `more`: headings of
# sections that follow.
question_parts <- function(questions, coefficients, ci, n, text, weights, cut, model, more = NULL) {
  check_by_question(list(weights = weights, model = model), names(questions), c("weights", "model"))
  measures <- each_question(questions, TRUE, function(ratings, name) {
    report_measures(ratings, coefficients, ci, value_for(weights, name, "weights"), NULL, model, name)
  })
  found <- bind_questions(lapply(measures, `[[`, "found"))
  overview <- report_part("The questions", c(
    html_rows(vapply(unclass(questions), question_words, "")), html_overview(found, "all" %in% coefficients, n)
  ))
  ids <- paste0("question-", seq_along(questions))
  parts <- lapply(seq_along(questions), function(at) {
    report_parts(questions[[at]], measures[[at]], n, text, cut, names(questions)[at], id = ids[at])
  })
  marks <- any(vapply(measures, function(one) one$about$kind == "scores", NA))
  further <- unlist(Map(function(one, ratings) {
    c(label_references(one$settled), further_references(ratings, one$about))
  }, measures, unclass(questions)))
  references <- report_part("References", html_references(references_of(found, marks, further)))
  last <- c("References", more)
  contents <- html_contents(c("The questions", names(questions), last), c("the-questions", ids, anchor(last)))
  opening <- list(with_bounds(first_of_questions(measures)), contents, FOLD_HINT, overview)
  c(opening, unlist(parts, recursive = FALSE), list(references))
}
