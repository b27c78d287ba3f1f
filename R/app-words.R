# The results in the user's own word for those who rate: the name of the column that tells them, such as "coder".

APP_NOUNS <- c(
  "annotator", "coder", "judge", "juror", "worker", "user", "reviewer", "labeler", "labeller", "expert", "observer",
  "reader", "assessor", "grader", "marker", "evaluator", "examiner", "screener", "extractor", "abstractor", "nurse",
  "teacher", "doctor", "physician", "clinician", "radiologist", "pathologist", "therapist", "tutor", "interviewer"
)

# The word, NULL if the column has none of these names, or if the data have the word "rater" themselves.
app_noun <- function(source, choices) {
  rater <- if (is.null(source$pipe)) app_read_call(source, choices)$rater
  if (!is.symbol(rater)) return(NULL)
  name <- tolower(gsub("([a-z])([A-Z])", "\\1_\\2", as.character(rater)))
  name <- sub("s$", "", sub("[._ -]?(id|name|no|nr|code|number)$", "", name))
  noun <- APP_NOUNS[endsWith(name, APP_NOUNS) & grepl("(^|[^a-z])[a-z]+$", name)]
  noun <- noun[noun == sub("^.*[^a-z]", "", name)]
  own <- c(source$columns$name, source$columns$example)
  if (length(noun) && !any(grepl("\\brater", own, ignore.case = TRUE))) noun[1]
}

# Texts or html, outside of tags, with this word in place of "rater".
in_own_word <- function(text, noun) {
  if (is.null(noun) || !is.character(text)) return(text)
  capital <- function(word) paste0(toupper(substr(word, 1, 1)), substring(word, 2))
  swap <- c(raters = paste0(noun, "s"), rater = noun)
  for (word in names(swap)) {
    text <- gsub(sprintf("\\b%s\\b(?![^<]*>)", word), swap[[word]], text, perl = TRUE)
    text <- gsub(sprintf("\\b%s\\b(?![^<]*>)", capital(word)), capital(swap[[word]]), text, perl = TRUE)
  }
  text
}

# The views of results, whose texts are in the parts of each `view`.
views_in_own_word <- function(views, noun) {
  lapply(views, function(one) {
    shown <- intersect(names(one$view), c("lines", "table", "all", "first", "methods"))
    one$view[shown] <- lapply(one$view[shown], in_own_word, noun)
    one
  })
}
