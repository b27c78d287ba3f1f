# Whom a template takes for raters, and who may be none: a final label, whose name has no rater, or questions.

# Where nothing stands between two fields, one needs its values. `columns`: those of the first table, by name.
check_fields_apart <- function(template, arg, columns = list()) {
  open <- !is.na(template$field) & lengths(template$values) == 0
  at <- which(open & c(open[-1], FALSE))[1]
  if (is.na(at)) {
    return(invisible())
  }
  text <- template$text
  fields <- template$field[at + 0:1]
  by_rater <- "rater" %in% fields
  which <- if (by_rater) "rater" else fields[2]
  grid <- if (by_rater && length(columns)) name_grid(names(columns), columns, margin = -Inf)
  raters <- if (is.null(grid)) c("1", "2") else likely_raters(unique(grid$rater), columns, names(columns))
  bare <- if (is.null(grid)) which == "rater" else "" %in% grid$rater
  columns_bare <- utils::head(intersect(grid$question, names(columns)), 3)
  final <- bare && !is.null(grid) && !"" %in% raters
  numbered <- with_values(text, which, setdiff(raters, ""))
  with_bare <- with_values(text, which, c("", setdiff(raters, "")))
  abort_accord(
    "template",
    c(
      "Where nothing stands between two fields of a template, one must have its values.",
      x = "{.str {text}} does not say where the {fields[1]} ends.",
      i = "Name the values, as in {.code {arg} = {.str {numbered}}}.",
      i = if (final) {
        "{.var {columns_bare}} {cli::qty(length(columns_bare))}{?has/have} the label of the others where these agree, \\
         like {?a final label/final labels}, and {?is/are} then left out."
      },
      i = if (bare && !final) {
        "If a column without them, such as {.var {c(columns_bare, 'tone')[1]}}, is that of a rater, and no final \\
         label, use {.code {arg} = {.str {with_bare}}}."
      }
    ),
    template = text, argument = arg
  )
}

# A rater whose name is empty, with columns that follow those of the others and have the label of these where they
# agree, is a final label.
check_bare_rater <- function(plain, columns, spec) {
  rater <- plain$parts$rater
  bare <- which(rater %in% "" & !plain$named)
  if (length(bare) == 0) {
    return(invisible())
  }
  of <- plain$parts$question %||% rep("", length(rater))
  final <- vapply(bare, function(k) {
    others <- plain$at[of == of[k] & rater != ""]
    length(others) > 1 && plain$at[k] > max(others) && follows_others(columns[[plain$at[k]]], columns[others])
  }, NA)
  if (!all(final)) {
    return(invisible())
  }
  raters <- unique(rater[rater != ""])
  advice <- with_values(spec$names$text, "rater", raters)
  names <- names(columns)[plain$at]
  abort_accord(
    "rating_columns",
    c(
      "A final label must not be a rater.",
      x = "{length(bare)} column{?s} without the name of a rater {?has/have} the label of the others where these \
           agree: {.var {first_few(names[bare])}}.",
      i = "Leave {cli::qty(length(bare))}{?it/them} out: {.code names = {.str {advice}}}.",
      i = "If {cli::qty(length(bare))}{?it is a rater's/they are a rater's}, name all columns of ratings one by one \
           in {.arg rating} as well."
    ),
    columns = names[bare], advice = sprintf("names = \"%s\"", advice)
  )
}

# Names that a template takes for those of raters, of which a part tells questions.
check_raters_of_one_question <- function(plain, columns, spec) {
  template <- spec$names
  parts <- plain$parts
  open <- identical(names(parts), "rater") && !"question" %in% spec$known && template$text != "{rater}"
  if (!open || restricted(template, "rater")) {
    return(invisible())
  }
  own <- rlang::set_names(columns[plain$at], parts$rater)
  # Two standard errors of a difference of two kappas of this many items, roughly: weak agreement on one question is
  # by chance as uneven.
  margin <- max(0.1, 2 / sqrt(length(own[[1]])))
  grid <- name_grid(names(own), own, margin)
  uneven <- !is.null(grid) && isTRUE(grid$within - grid$across > margin)
  found <- if (uneven) several_questions(seq_along(own), own, names(own), margin)
  code <- if (!is.null(found)) template_codes(own)$code
  if (length(code) == 0) {
    return(invisible())
  }
  inner <- gsub("^names = \"|\"$", "", code)
  code <- sprintf("names = \"%s\"", vapply(inner, sub, "", pattern = "{rater}", x = template$text, fixed = TRUE))
  raters <- with_values(template$text, "rater", names(own))
  abort_accord(
    "several_questions",
    c(
      "The columns must hold the ratings of one question, or {.arg names} must tell the questions.",
      x = "By {.str {template$text}} there are {length(own)} raters, such as {.val {utils::head(names(own), 2)}}.",
      x = "Their names and values are those of {length(found$questions)} question{?s}, \
           {.val {first_few(found$questions)}}, with {length(found$raters)} rater{?s} each: \
           {.val {first_few(found$raters)}}.",
      i = "Say so: {.or {.code {code}}}.",
      i = "If each column is a rater, name the raters: {.code names = {.str {raters}}}."
    ),
    questions = found$questions, raters = found$raters, advice = code[1]
  )
}

# `template`: the text of that by which the columns are raters, if there is one; `noun`: what they are taken for.
abort_no_raters <- function(names, rater, reason, template = NULL, noun = "raters") {
  has_template <- !is.null(template)
  odd <- which(reason != "")
  lines <- vapply(utils::head(odd, 5), function(j) {
    as_written(cli::format_inline("{.var {cut_end(names[j], 60)}} ", as_written(reason[j]), "."))
  }, "")
  kept <- rater[reason == ""]
  code <- if (has_template) {
    sprintf("names = \"%s\"", with_values(template, "rater", unique(kept)))
  } else {
    paste("rating =", if (length(kept) > 1) columns_code(names[reason == ""]) else "c(...)")
  }
  all <- sprintf("names = \"%s\"", with_values(template %||% "", "rater", unique(rater)))
  if (!has_template) all <- paste("rating =", columns_code(names))
  abort_accord(
    "rating_columns",
    c(
      "Columns without ratings must not be used as ratings.",
      rlang::set_names(lines, rep("x", length(lines))),
      i = if (has_template) "Name the raters: {.code {code}}.",
      i = if (!has_template) "Choose the columns: {.code {code}}.",
      i = "If all are {noun}, name them one by one: {.code {all}}."
    ),
    columns = names[odd]
  )
}
