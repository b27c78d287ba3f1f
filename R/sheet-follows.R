# Raters under any name who never differ from the others where these agree, although each of the others does now and
# then: like a final label. Three raters who are equally good are the odd one out equally often, so that one of them
# never is would be chance; one who is much better than the others looks the same, so that this is a warning.

# `said`: the raters whose columns, rows or names the user named.
warn_following_rater <- function(bound, spec, said) {
  if (isTRUE(spec$restricted) || length(bound$data$rater) > MANY_RATINGS) {
    return(invisible())
  }
  place <- Filter(function(place) "rater" %in% place_fields(list(place)), spec$places)
  if (length(place) > 1 || length(place) && !is.null(place[[1]]$template) && restricted(place[[1]]$template, "rater")) {
    return(invisible())
  }
  found <- following_rater(bound_answers(bound))
  if (is.null(found) || found$rater %in% said) {
    return(invisible())
  }
  names <- bound$raters
  code <- if (length(place)) {
    final_rater_code(place[[1]], names, found$rater)
  } else {
    template <- spec$names$text %||% "{rater}"
    values <- function(raters) sprintf("names = \"%s\"", with_values(template, "rater", raters))
    list(drop = values(setdiff(names, found$rater)), keep = values(names))
  }
  warn_accord(
    "final_rater",
    c(
      "A final label must not be a rater.",
      x = as_written(following_words(found)),
      i = "If {.val {found$rater}} is a final label, leave it out: {.code {code$drop}}.",
      i = "If it is a rater, better than the others, say so: {.code {code$keep}}."
    ),
    raters = found$rater, advice = code$drop
  )
}

following_words <- function(found) {
  sprintf(
    "\"%s\" has the label of the others in all %s answers in which these agree, and each of them differs at times.",
    found$rater, big(found$n_agreed)
  )
}

# The answers of a sheet as codes: `item` within questions, `rater`, `value`, and the `names` of the raters.
coded_answers <- function(question, item, rater, text) {
  known <- !is.na(text)
  names <- unique(rater)
  key <- joined_text(list(question[known], item[known]))
  list(
    item = match(key, unique(key)), rater = match(rater[known], names),
    value = match(text[known], unique(text[known])), names = names, question = question[known]
  )
}

bound_answers <- function(bound) {
  value <- bound_values(bound)
  at <- function(name) bound$data[[name]][value$place]
  coded_answers(at("question"), at("item"), at("rater"), value$text)
}

# The rater who follows the others, with `n_agreed`, in how many answers these agree; NULL if there is none. Of the
# answers in which one rater is the odd one out, each of them is it with the same probability if all are equally good.
following_rater <- function(answers) {
  m <- length(answers$names)
  if (m < 3 || m > 10) {
    return(NULL)
  }
  value <- matrix(NA_integer_, max(answers$item), m)
  value[cbind(answers$item, answers$rater)] <- answers$value
  given <- rowSums(!is.na(value))
  columns <- lapply(seq_len(m), function(j) value[, j])
  agreed <- vapply(seq_len(m), function(j) {
    low <- do.call(pmin, c(columns[-j], na.rm = TRUE))
    given > 2 & !is.na(columns[[j]]) & low == do.call(pmax, c(columns[-j], na.rm = TRUE))
  }, logical(nrow(value)))
  agreed <- matrix(agreed, ncol = m)
  odd <- vapply(seq_len(m), function(j) {
    agreed[, j] & columns[[j]] != do.call(pmin, c(columns[-j], na.rm = TRUE))
  }, logical(nrow(value)))
  odd <- matrix(odd, ncol = m)
  n_odd <- colSums(odd)
  found <- which(n_odd == 0)
  # One who differs hardly less than the next best rater may be as good; where the others never agree, there is nothing
  # to follow.
  if (length(found) != 1 || min(n_odd[-found]) < 5 || sum(agreed[, found]) < 5) {
    return(NULL)
  }
  apart <- rowSums(odd) > 0 & !is.na(value[, found])
  if (prod(1 - 1 / given[apart]) > 0.0025) {
    return(NULL)
  }
  list(rater = answers$names[found], n_agreed = sum(agreed[, found]))
}
