# A template in which the names of questions and raters were taken for each other. Agreement never decides it: the user
# could not trust a figure of which the size chose the reading.

# Whether a template has both fields, and no values that the user gave.
can_be_turned <- function(plain, spec) {
  parts <- plain$parts
  !is.null(spec$names$text) && !is.null(parts$question) && !is.null(parts$rater) &&
    !any(lengths(spec$names$values) > 0) && length(unique(parts$rater)) > 1 && length(unique(parts$question)) > 1
}

turned_text <- function(text) {
  gsub("\r", "{rater", sub("{rater", "{question", sub("{question", "\r", text, fixed = TRUE), fixed = TRUE))
}

# Stops where the columns of some question have no value in common, and turned round those of all have. It is called
# where columns of a question differ in kind. A column of another kind that is named like a final label, such as whether
# raters agreed, says nothing of it.
check_template_turned <- function(plain, columns, spec) {
  if (!can_be_turned(plain, spec)) {
    return(invisible())
  }
  likely <- !are_final_names(plain$parts$rater)
  parts <- lapply(plain$parts, `[`, likely)
  apart <- function(of) {
    any(vapply(split(plain$at[likely], of), function(at) {
      values <- lapply(numbers_to_judge(columns[at]), column_values)
      any(lengths(values) > 0 & n_shared(values) == 0)
    }, NA))
  }
  if (apart(parts$question) && !apart(parts$rater)) {
    text <- spec$names$text
    abort_turned(plain, spec, "The columns of one question must have values in common.", cli::format_inline(
      "By {.str {text}} those of {.val {unique(parts$question)[1]}} have none; the other way round all have some."
    ))
  }
}

# Stops where words in the names, or the names in a column of raters, say that the parts are the other way round.
# `columns`: all of the table.
check_turned_names <- function(plain, columns, spec) {
  if (!can_be_turned(plain, spec)) {
    return(invisible())
  }
  question <- unique(plain$parts$question)
  rater <- unique(plain$parts$rater)
  rule <- "The fields {question} and {rater} of a template must not be taken for each other."
  named <- all(are_rater_words(question)) && !any(are_rater_words(rater)) ||
    all(are_question_words(rater)) && !any(are_question_words(question))
  if (named) {
    abort_turned(plain, spec, rule, cli::format_inline(
      "By {.str {spec$names$text}} the raters are {.val {first_few(rater)}}, and the questions \\
       {.val {first_few(question)}}."
    ))
  }
  others <- setdiff(grep(SHEET_RATER, names(columns), ignore.case = TRUE), plain$at)
  for (j in others) {
    values <- column_values(columns[[j]])
    if (!all(question %in% values) || any(rater %in% values)) next
    column <- names(columns)[j]
    abort_turned(plain, spec, rule, cli::format_inline(
      "The questions {.val {first_few(question)}} are in column {.var {column}}, which seems to hold raters."
    ))
  }
}

# Stops where the questions of a template begin with raters, as "Rater 1 Item" and "Rater 2 Item" do where a name is
# "Rater 1 Item 2"; or where those are the raters, and the questions are numbers.
check_no_raters_in_questions <- function(plain, columns, spec) {
  parts <- lapply(plain$parts[c("question", "rater")], unique)
  form <- paste0("^", RATER_WORD, "[._ -]?[0-9]+(?=[._/: -]+[[:alpha:]])")
  found <- lapply(parts, function(x) regmatches(x, regexpr(form, x, ignore.case = TRUE, perl = TRUE)))
  joined <- lengths(found) == lengths(parts) & vapply(found, function(x) length(unique(x)) > 1, NA)
  numbers <- vapply(parts, function(x) length(x) > 1 && all(grepl("^[0-9]+$", x)), NA)
  if (all(plain$named) || !any(joined & rev(numbers))) {
    return(invisible())
  }
  found <- unique(unlist(found[joined]))
  own <- columns[plain$at]
  code <- template_codes(own)$code[1] %||% "names = \"{rater} {question}\""
  abort_accord(
    "template",
    c(
      "A field of a template must not hold the rater and a part of the question.",
      x = "By {.str {spec$names$text}} the questions are {.val {first_few(parts$question)}}, and the raters \
           {.val {first_few(parts$rater)}}.",
      i = "If {.val {found}} are the raters, use {.code {code}}.",
      i = "If the template is right, name the columns one by one in {.arg rating} as well."
    ),
    template = spec$names$text, argument = "names", advice = code
  )
}

# Warns where columns of one question differ in the values that they hold, and turned round no two do: then the
# questions may have different scales. A rater who never uses a part of the scale looks alike, so that it is no error.
warn_turned_scales <- function(plain, columns, spec) {
  if (!can_be_turned(plain, spec) || length(plain$at) > 200) {
    return(invisible())
  }
  parts <- plain$parts
  cells <- lapply(columns[plain$at], function(x) {
    cells <- coded_cells(x)
    known <- !is.na(cells$text)
    list(text = trim_blanks(cells$text[known]), n = cells$n[known])
  })
  if (min(vapply(cells, function(one) sum(one$n), 0)) < 10) {
    return(invisible())
  }
  # The largest share of the cells of a column whose values another of the same group never has.
  strange <- function(of) {
    vapply(split(cells, factor(of, unique(of))), function(own) {
      max(vapply(seq_along(own), function(i) {
        max(vapply(own[-i], function(other) sum(own[[i]]$n[!own[[i]]$text %in% other$text]) / sum(own[[i]]$n), 0))
      }, 0))
    }, 0)
  }
  by_question <- strange(parts$question)
  if (min(by_question) < 0.3 || max(strange(parts$rater)) > 0.05) {
    return(invisible())
  }
  question <- names(by_question)[1]
  turned <- turned_text(spec$names$text)
  keep <- with_values(spec$names$text, "rater", unique(parts$rater))
  warn_accord(
    "turned_template",
    c(
      "The columns of one question should hold the same values.",
      x = "By {.str {spec$names$text}}, {round(100 * by_question[1])}% of a column of {.val {question}} are values \
           that another never has; those of one rater hold the same values.",
      i = "If questions and raters were taken for each other, turn it round: {.code names = {.str {turned}}}.",
      i = "If not, name the raters: {.code names = {.str {keep}}}."
    ),
    template = spec$names$text, turned = turned
  )
}

# `rule` and `found`: in words, as they are written.
abort_turned <- function(plain, spec, rule, found) {
  text <- spec$names$text
  keep <- with_values(text, "rater", unique(plain$parts$rater))
  turned <- turned_text(text)
  rule <- as_written(rule)
  found <- as_written(found)
  abort_accord(
    "template",
    c(
      rule,
      x = found,
      i = "Turn the template round: {.code names = {.str {turned}}}.",
      i = "If it is right, name the raters: {.code names = {.str {keep}}}."
    ),
    template = text, argument = "names", advice = paste0("names = \"", turned, "\"")
  )
}
