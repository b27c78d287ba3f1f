#' Judge
#' @export
judge_report <- function(data, item, rater, rating, judges, ..., people = NULL, run = NULL, order = NULL, version = NULL,
                         length = NULL, source = NULL, confidence = NULL, cluster = NULL, epsilon = NULL, width = 0.1,
                         questions = NULL, level = "nominal", categories = NULL, ci = ci_score()) {
  check_no_dots(...)
  check_choice(level, c("nominal", "interval"), "level")
  questions <- if (is.null(questions)) names(QUESTIONS) else {
    check_choices(questions, names(QUESTIONS), "questions")
    intersect(names(QUESTIONS), questions)
  }
  if (!is.null(epsilon)) check_number(epsilon, "epsilon", from = 0, to = 1)
  check_number(width, "width", above = 0, below = 1)
  ci <- check_own_ci(ci, list(ci_score()))
  quos <- rlang::enquos(
    item = item, rater = rater, rating = rating, run = run, order = order, version = version, length = length,
    source = source, confidence = confidence, cluster = cluster
  )
  judges <- named_raters(rlang::enquo(judges), "judges", "judges")
  people <- named_raters(rlang::enquo(people), "people", "people")
  study <- judged_study(judge_rows_of(data, quos, judges, people, level, categories))
  study$ci <- ci
  study$epsilon <- epsilon
  study$width <- width
  rows <- lapply(questions, function(question) question_rows(study, question))
  new_judge_report(do.call(rbind, rows), study)
}

# The questions, and the columns and arguments that each needs.
QUESTIONS <- list(
  agreement = "people", majority = "people", replace = c("people", "epsilon"), runs = "run", position = "order",
  length = c("people", "length"), source = c("people", "source"), drift = "version", panel = "people",
  confidence = c("people", "confidence"), share = "people", labels = "people"
)

# The rows of one question, for each judge or for all of them together.
question_rows <- function(study, question) {
  lacking <- lacking_for(study, question)
  ask <- switch(question,
    agreement = agreement_with_people, majority = accuracy_of_judge, replace = replacing_people, runs = flips_over_runs,
    position = effect_of_position, length = effect_of_length, source = preference_of_own, drift = drift_of_versions,
    panel = function(study, name) errors_of_panel(study), confidence = confidence_of_judge, share = corrected_shares,
    labels = labels_of_people
  )
  names <- if (question == "panel" || !is.null(lacking)) "all judges" else study$units$name
  rows <- lapply(names, function(name) {
    found <- if (is.null(lacking)) ask(study, name) else not_possible(lacking)
    if (!is.null(found)) cbind(judge = name, question = question, found)
  })
  do.call(rbind, rows)
}

# Why a question cannot be asked; NULL if it can.
lacking_for <- function(study, question) {
  needs <- QUESTIONS[[question]]
  if ("people" %in% needs && nrow(study$votes) == 0) {
    return("no ratings by people")
  }
  if ("epsilon" %in% needs && is.null(study$epsilon)) {
    return("no `epsilon`")
  }
  column <- setdiff(needs, c("people", "epsilon", study$has))
  if (length(column)) paste0("no column `", column, "`")
}
