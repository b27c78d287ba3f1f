# Rounds in the names of columns or sheets, such as dev1_r1 and dev1_r2, or "God Class D1 R1", which are neither raters
# nor questions.

ROUNDS_NOTE <- "Each call reads a round, for a result of its own."

# Of names with a question, a rater and a round: `code`, a template of the names of each round, `at` and `rounds`; or
# NULL.
round_codes <- function(names) {
  word <- sprintf("(?:%s|r[0-9]+)", gsub("(", "(?:", ROUND_WORDS, fixed = TRUE))
  for (form in c("^(?<rest>.*[^@])(?<mark>[@]+)(?<round>~)$", "^(?<round>~)(?<mark>[@]+)(?<rest>.+)$")) {
    pattern <- gsub("~", word, gsub("@", NAME_MARKS, form, fixed = TRUE), fixed = TRUE)
    hit <- regexpr(pattern, names, perl = TRUE, ignore.case = TRUE)
    at <- which(hit > 0)
    if (length(at) < 8) next
    start <- attr(hit, "capture.start")[at, ]
    parts <- substring(names[at], start, start + attr(hit, "capture.length")[at, ] - 1)
    parts <- as.data.frame(matrix(parts, length(at), dimnames = list(NULL, colnames(start))))
    rounds <- unique(parts$round)
    full <- length(rounds) > 1 && nrow(parts) == length(rounds) * length(unique(parts$rest)) &&
      !anyDuplicated(parts[c("rest", "round")]) && length(unique(parts$mark)) == 1
    text <- if (full) coder_template(unique(parts$rest))
    if (is.null(text)) next
    at_end <- startsWith(form, "^(?<rest>")
    texts <- if (at_end) paste0(text, parts$mark[1], rounds) else paste0(rounds, parts$mark[1], text)
    return(list(code = sprintf("names = \"%s\"", texts), at = at, rounds = rounds))
  }
}

# The template of names of which one part is a numbered word for a rater, or a letter with a number, and the other the
# question.
coder_template <- function(names) {
  for (split in name_splits(names)) for (parts in list(split[c("a", "b")], split[c("b", "a")])) {
    if (anyNA(parts[[1]])) next
    coders <- unique(parts[[2]])
    alike <- all(are_rater_words(coders) | grepl("^[a-z][0-9]$", coders, ignore.case = TRUE))
    full <- length(names) == length(coders) * length(unique(parts[[1]]))
    if (!alike || length(coders) < 2 || !full) next
    text <- grid_template(names, parts[[1]], parts[[2]])
    if (!is.null(text) && !grepl("\r", text, fixed = TRUE)) return(with_values(text, "rater", coders))
  }
}

# Stops where a template takes the rounds in names for raters.
check_no_rounds_as_raters <- function(plain, columns, spec) {
  found <- if (can_be_turned(plain, spec)) round_codes(names(columns)[plain$at])
  rater <- unique(plain$parts$rater)
  question <- unique(plain$parts$question)
  if (is.null(found) || !all(rater %in% found$rounds) && !all(question %in% found$rounds)) {
    return(invisible())
  }
  which <- if (all(rater %in% found$rounds)) "rater" else "question"
  keep <- with_values(spec$names$text, "rater", rater)
  abort_accord(
    "template",
    c(
      "Rounds in the names of columns must not be taken for raters, nor raters and questions for one.",
      x = "By {.str {spec$names$text}} the {which}s are {.val {found$rounds}}, and the others have rater and question \\
           in one.",
      i = "Read each round by a call of its own: {.or {.code {found$code}}}.",
      i = "If the template is right, name the raters: {.code names = {.str {keep}}}."
    ),
    template = spec$names$text, argument = "names", advice = found$code[1]
  )
}
