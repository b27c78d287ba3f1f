# Raters that are named in a column, or by files or sheets, and of whom one is a final label, as in a sheet "Consensus".

# `kept`: the raters of whose rows the user said that they hold ratings.
check_final_raters <- function(bound, spec, kept) {
  places <- Filter(function(place) "rater" %in% place_fields(list(place)), spec$places)
  if (length(places) != 1 || length(bound$raters) < 3) {
    return(invisible())
  }
  place <- places[[1]]
  names <- bound$raters
  said <- !is.null(place$template) && restricted(place$template, "rater")
  if (said || !any(are_final_names(names)) || length(bound$data$rater) > MANY_RATINGS) {
    return(invisible())
  }
  found <- setdiff(final_raters_of(bound, names), kept)
  if (length(found) == 0) {
    return(invisible())
  }
  advice <- final_rater_code(place, names, found)
  abort_accord(
    "rating_columns",
    c(
      "A final label must not be a rater.",
      x = "{length(found)} of {length(names)} raters {cli::qty(length(found))}{?is/are} named like one, or after \\
           several others, and {?has/have} the label of the others where these agree, or no rating there: \
           {.val {found}}.",
      i = "Leave {cli::qty(length(found))}{?it/them} out: {.code {advice$drop}}.",
      i = "If {cli::qty(length(found))}{?it/each} rated independently, say so: {.code {advice$keep}}."
    ),
    raters = found, advice = advice$drop
  )
}

final_raters_of <- function(bound, names) {
  own <- bound_answers(bound)
  final_raters(own$item, own$rater, own$value, names, match(own$question, names(bound$questions)))
}

# The `text` of each rating and its `place` among the rows. The texts are in the order of the questions, and so are the
# pieces of each.
bound_values <- function(bound) {
  text <- unlist(lapply(names(bound$questions), function(q) {
    one <- bound$questions[[q]]
    text <- answer_texts(one$rating)
    if (is.null(one$code)) text else text[one$code]
  }))
  list(text = text, place = unlist(lapply(names(bound$questions), function(q) which(bound$data$question == q))))
}

# Ratings as texts, also sets.
answer_texts <- function(rating) {
  text <- vapply(rating, function(x) paste(sort(as.character(x)), collapse = "\r"), "")
  replace(text, are_missing(rating), NA)
}

# Code that leaves out these raters, and code that keeps them.
final_rater_code <- function(place, names, found) {
  if (rlang::is_quosure(place$source) && is.null(place$template)) {
    column <- rlang::quo_get_expr(place$source)
    typed <- if (is.symbol(column)) column_code(as.character(column)) else rlang::expr_deparse(column)[1]
    if (is.symbol(column)) {
      quoted <- encodeString(found, quote = "\"")
      rows <- if (length(found) == 1) paste(typed, "==", quoted) else paste(typed, "%in%", vector_code(quoted))
      return(list(drop = paste("drop =", rows), keep = paste("keep =", rows)))
    }
    quoted <- vector_code(encodeString(found, quote = "\""))
    return(list(drop = paste("drop =", quoted), keep = paste("keep =", quoted)))
  }
  text <- place$template$text %||% "{rater}"
  source <- if (rlang::is_quosure(place$source)) {
    column_code(as.character(rlang::quo_get_expr(place$source)))
  } else {
    sprintf("\"{%s}\"", place$source)
  }
  code <- function(values) sprintf("%s = c(%s = \"%s\")", place$arg, source, with_values(text, "rater", values))
  list(drop = code(setdiff(names, found)), keep = code(names))
}
