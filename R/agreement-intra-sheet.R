# Intra-rater agreement of what read_sheet() returns: the columns are known, and each question has its type and scale.

# `quos`: the columns of the call; `scale`: its level, categories, weights and range; `settings`: its other arguments.
intra_of_sheet <- function(data, quos, scale, settings) {
  made <- attr(data, "sheet", exact = TRUE)
  questions <- rows_of_questions(data)
  scale <- Filter(Negate(is.null), scale)
  check_by_question(scale, made$questions$question)
  if (rlang::quo_is_null(quos$occasion)) {
    groups <- intersect(made$by, names(data))
    check_one_occasion(groups)
    if (length(groups)) quos$occasion <- rlang::quo(tidyselect::all_of(!!groups))
  }
  if (rlang::quo_is_null(quos$by)) {
    used <- names(select_one(quos$occasion, data, "occasion", optional = TRUE))
    groups <- setdiff(intersect(made$by, names(data)), used)
    quos$by <- rlang::quo(tidyselect::all_of(!!groups))
  }
  results <- each_question(questions, length(questions) > 1, function(rows, question) {
    if (question == "") question <- names(questions)
    own <- scale_of_question(scale, made, question)
    own <- without_distance(own, question)
    rlang::inject(intra_rater_agreement(
      rows, "item", "rater", "rating",
      occasion = !!quos$occasion, cluster = !!quos$cluster, by = !!quos$by, !!!own, !!!settings
    ))
  })
  if (length(results) > 1) bind_questions(results) else results[[1]]
}

# If there are several columns of groups, only the user knows which of them is the occasion.
check_one_occasion <- function(groups) {
  if (length(groups) > 1) {
    code <- paste("occasion =", column_code(groups[1]))
    abort_accord(
      "argument",
      c(
        "{.arg occasion} must say on which occasion a rater rated.",
        x = "The sheet has {length(groups)} columns of groups: {.var {groups}}.",
        i = "Name one, as in {.code {code}}; the others remain groups."
      ),
      argument = "occasion", columns = groups
    )
  }
}

# agreement() has weights in place of a distance.
without_distance <- function(own, question) {
  if (is.null(own$distance) || !is.null(own$weights)) {
    return(own[names(own) != "distance"])
  }
  value <- if (rlang::is_string(own$distance)) encodeString(own$distance, quote = "\"") else "..."
  code <- sprintf("weights = c(\"%s\" = %s)", question, value)
  abort_accord(
    "argument",
    c(
      "Intra-rater agreement takes weights, and no distance.",
      x = "A distance was said of {.val {question}} in {.fn read_sheet}.",
      i = "Give weights instead: {.code {code}}."
    ),
    argument = "distance", question = question, advice = code
  )
}
