# The words for questions, and the names of columns and of parts of names that say which question was answered. This is
# the only list of them.

QUESTION_WORD <- paste0(
  "(q|questions?|fragen?|criteri(on|a)|kriteri(um|en)|dim|dimensions?|aspects?|attributes?|variables?|measures?|task)"
)

# A column of questions: "criterion", "rated_dimension", "Criteria for inclusion".
QUESTION_NAME <- paste0("(^|[._ -])", QUESTION_WORD, "$|^criteri(on|a)")

# A question with its number, which hardly any rater has. "V1" and "D1" may be either.
NUMBERED_QUESTION <- paste0("^(", QUESTION_WORD, "|item|domain)[._ -]?[0-9]+[a-z]?$")
