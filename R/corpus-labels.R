# Final labels and the agreement of a corpus.

# Returns a list of columns with a value per item: `label` and what else is known of it, or, if several questions have
# labels, `label_tone` and so on for each; empty without labels.
corpus_labels <- function(labels, corpus) {
  if (is.null(labels)) {
    return(list())
  }
  majority <- identical(labels, "majority")
  if (!majority) {
    check_labels(labels)
    # A consensus loses what is known of it where the rows of a question are taken.
    facts <- if (inherits(labels, "accord_consensus")) consensus_facts(labels)
    if (length(facts$labels)) labels <- sets_of_items(labels, setdiff(names(facts$keys), "category"), facts$without)
  }
  questions <- corpus$settled
  several <- length(questions) > 1 && (majority || "question" %in% names(labels))
  if (!several) {
    return(if (majority) majority_labels(corpus, questions[1]) else given_labels(labels, corpus, questions[1]))
  }
  if (!majority) check_labelled_questions(labels, questions)
  found <- lapply(questions, function(question) {
    if (majority) return(majority_labels(corpus, question))
    own <- vctrs::vec_slice(columns_without(labels, "question"), labels[["question"]] %in% question)
    given_labels(labels_of_question(own, corpus, question), corpus, question)
  })
  named <- Map(function(columns, question) {
    rlang::set_names(columns, paste(names(columns), question, sep = "_"))
  }, found, questions)
  unlist(unname(named), recursive = FALSE)
}

# The names of the columns of final labels; none if there are no labels.
final_label_columns <- function(corpus) {
  intersect(c("label", paste0("label_", corpus$settled)), names(corpus$labels))
}

# Whether each item lacks a final label, if there are any labels: of several questions, that of one.
without_label <- function(corpus) {
  Reduce(`|`, lapply(corpus$labels[final_label_columns(corpus)], no_answer), FALSE)
}

# Stops where no question of the labels is one of the corpus, and warns where only some are.
check_labelled_questions <- function(labels, questions) {
  own <- id_text(unique(labels[["question"]]))
  if (length(own) && !any(own %in% questions)) {
    abort_accord(
      "argument",
      c(
        "{.arg labels} must be of questions in the corpus.",
        x = "They are of {.val {first_few(own)}}, and the corpus has {.val {questions}}."
      ),
      argument = "labels"
    )
  }
  lacking <- setdiff(questions, own)
  other <- setdiff(own, questions)
  if (length(own) && length(lacking)) {
    warn_accord(
      "lacking_question",
      c(
        "{.arg labels} must have final labels of every question of the corpus.",
        x = "{length(lacking)} question{?s} {?has/have} none: {.val {first_few(lacking)}}.",
        x = if (length(other)) "Of {length(other)} other{?s} there are labels: {.val {first_few(other)}}.",
        i = "The items have no label of {cli::qty(length(lacking))}{?this question/these questions}. Where none is \\
             meant, name the others in {.arg answers}."
      ),
      questions = lacking
    )
  }
}

majority_labels <- function(corpus, question) {
  answers <- corpus$answers[[question]]
  rated <- if (is.list(answers)) names_of_sets(answers) else dates_as_text(answers)
  ratings <- build_ratings(corpus$item, corpus$rater, rated)
  found <- call_core(figures_by_item(core_sample(ratings)))
  label <- vctrs::vec_slice(ratings$categories, found$majority)
  if (is.list(answers)) label <- settled_sets(label, answers)
  if (is_date(answers)) label <- vctrs::vec_slice(answers, match(label, rated, incomparables = NA))
  list(label = label)
}

# The labels of one of several questions, whose consensus has the labels of all as text, and a row for each label of a
# set.
labels_of_question <- function(labels, corpus, question) {
  answers <- corpus$answers[[question]]
  if (!"category" %in% names(labels) || !is.list(answers)) {
    labels$category <- NULL
    return(if (is.numeric(answers)) with_numbers(labels) else labels)
  }
  empty <- vapply(answers, function(set) length(set) == 0, NA)
  items <- id_text(vctrs::vec_slice(corpus$item$values, unique(corpus$item$code[empty])))
  labels$item <- id_text(labels$item)
  sets_of_items(labels, character(), vctrs::new_data_frame(list(item = items)))
}

# `labels`: a data frame with a row per item; sets are in a list.
given_labels <- function(labels, corpus, question) {
  answers <- corpus$answers[[question]]
  at <- match_ids(list(plain_column(labels[["item"]], "labels")), list(corpus$item$values))
  name <- function(x) id_text(unique(vctrs::vec_slice(labels[["item"]], x)))
  unknown <- name(is.na(at))
  twice <- name(duplicated(at) & !is.na(at))
  if (length(unknown)) {
    abort_accord(
      "unknown_item",
      c(
        "{.arg labels} must be labels of items in the data.",
        x = "{length(unknown)} item{?s} {?does/do} not exist: {.val {first_few(unknown)}}."
      ),
      items = unknown
    )
  }
  if (length(twice)) {
    abort_accord(
      "duplicate_item",
      c(
        "{.arg labels} must have one row per item.",
        x = "{length(twice)} item{?s} {?has/have} several: {.val {first_few(twice)}}."
      ),
      items = twice
    )
  }
  columns <- unclass(labels)[c("label", setdiff(names(labels), c("item", "label")))]
  warn_new_labels(columns$label, answers)
  if (is.list(answers)) columns$label <- settled_sets(columns$label, answers)
  columns <- lapply(columns, answer_column, "labels")
  columns <- lapply(columns, vctrs::vec_slice, match(seq_len(vctrs::vec_size(corpus$item$values)), at))
  lapply(columns, function(x) if (is.list(x)) no_sets(x) else x)
}

# A final label that no rater gave may be right, but it may also be that of another question or be misspelled. Numbers
# and sets may be means or unions that no rater gave.
warn_new_labels <- function(label, answers) {
  if (is.list(answers) || is.numeric(answers) || is_date(answers) || is.list(label)) {
    return(invisible())
  }
  known <- unique(id_text(answers[!no_answer(answers)]))
  new <- setdiff(id_text(label[!no_answer(label)]), known)
  hints <- unique(unlist(lapply(first_few(new), nearest, choices = known)))
  if (length(new) && length(known)) {
    warn_accord(
      "new_label",
      c(
        "Final labels in {.arg labels} are expected among the answers.",
        x = "{length(new)} of them no rater gave: {.val {first_few(new)}}.",
        i = if (length(hints)) "Did you mean {.or {.val {hints}}}?",
        i = "The answers are {.val {first_few(known)}}; the labels are written as they were given."
      ),
      labels = new
    )
  }
}

# Ratings cannot be dates or times, but answers in a corpus can, and their agreement is computed from text.
is_date <- function(x) inherits(x, c("Date", "POSIXct", "difftime"))

dates_as_text <- function(x) if (is_date(x)) ifelse(no_answer(x), NA, id_text(x)) else x

check_labels <- function(labels) {
  if (!is.data.frame(labels)) {
    abort_accord(
      "argument",
      c(
        "{.arg labels} must be {.val majority}, a data frame, or {.code NULL}.",
        x = if (rlang::is_string(labels)) "It is {.val {labels}}." else "It is {.obj_type_friendly {labels}}."
      ),
      argument = "labels"
    )
  }
  check_result_columns(labels, c("item", "label"), "The data frame of `labels`")
}

# Returns the agreement to write, either computed or as given. `scales`: those of the questions that have labels.
corpus_agreement <- function(agreement, corpus, scales) {
  if (is.null(agreement)) {
    return(NULL)
  }
  if (is.data.frame(agreement)) {
    check_agreement(agreement)
    return(tibble::as_tibble(unclass(agreement)))
  }
  if (!identical(agreement, "all")) check_coefficients(agreement, coefficient_choices(), "agreement")
  found <- Map(function(question, scale) {
    answers <- tibble::tibble(
      item = corpus$item$code, rater = corpus$rater$code, answer = dates_as_text(corpus$answers[[question]])
    )
    found <- withCallingHandlers(
      rlang::inject(agreement(
        answers, "item", "rater", "answer", coefficients = agreement, !!!scale, ci = ci_none()
      )),
      accord_warning_no_answer = function(cnd) {
        warn_words_for_none(cnd$labels)
        rlang::cnd_muffle(cnd)
      }
    )
    tibble::as_tibble(unclass(found))
  }, corpus$settled, scales)
  if (length(found) == 1) found[[1]] else vctrs::vec_rbind(!!!found, .names_to = "question")
}

# The warning of as_ratings() names an argument that as_corpus() does not have.
warn_words_for_none <- function(labels) {
  warn_accord(
    "no_answer",
    c(
      "An answer that was not given must be {.val {NA}}; any text is an answer.",
      x = "Among the answers {?is/are} {.val {labels}}.",
      i = "If they were not given, replace them by {.val {NA}} in {.arg data}."
    ),
    labels = labels
  )
}
