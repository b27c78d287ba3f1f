# Words in the parts of names that say which part is the rater, the question or a round.

# Words for raters that have a number or a letter each, which hardly any question has. "R1" and "C1" may be either.
NUMBERED_RATER <- paste0("^(", RATER_WORD, "|ann|annot|rev|dev|developer)[._ -]?([0-9]+|[a-z])$")

# Words for what is rated, which are no names of raters.
RATED_WORDS <- c(
  "tone", "topic", "frame", "framing", "stance", "sentiment", "emotion", "valence", "arousal", "dominance", "polarity",
  "relevance", "fluency", "coherence", "consistency", "adequacy", "accuracy", "correctness", "quality", "readability",
  "grammaticality", "informativeness", "usefulness", "helpfulness", "completeness", "factuality", "toxicity", "sarcasm",
  "irony", "humor", "humour", "severity", "intensity", "subjectivity", "difficulty", "confidence", "certainty",
  "clarity", "naturalness", "creativity", "originality", "plausibility", "politeness", "empathy", "decision", "reason",
  "theme", "outcome", "ton", "thema", "relevanz", "stimmung", "tonalit\u00e4t"
)

# These functions say whether words of these parts are those for raters, or for questions.
are_rater_words <- function(parts) grepl(NUMBERED_RATER, parts, ignore.case = TRUE)

are_question_words <- function(parts) {
  tolower(parts) %in% RATED_WORDS | grepl(NUMBERED_QUESTION, parts, ignore.case = TRUE)
}

# Whether one part of names tells rounds, given the other. "R1" may be a rater as well, unless the other part is a
# numbered word for one.
are_rounds <- function(part, other) {
  part <- unique(part)
  other <- unique(other)
  known <- are_round_names(part)
  coders <- are_rater_words(other)
  all(known) && !any(are_question_words(other)) || all(coders) && all(grepl("^r[0-9]+$", part, ignore.case = TRUE))
}
