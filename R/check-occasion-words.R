# The words for the occasions on which a rater rates again, such as rounds of coding. This is the only list of them.

# Words for rounds.
ROUND_WORD <- paste0(
  "round|read|runde|durchgang|ronda|rodada|wave|welle|vague|ola|session|sesi\u00f3n|occasion|ocasi\u00f3n|phase|pass|",
  "passage|time[._ -]?point|messzeitpunkt"
)

# Words for rounds, or for times of which each is an item of its own.
TIME_WORD <- "visit|time"

# Words for what is done again, or for when.
REPEAT_WORD <- paste0(
  "rep|repeat(ed)?|repetition|replicate|replication|trial|attempt|re[._ -]?test|test|run|day|date|week|month|",
  "measurement|reading|iteration"
)

# Names of columns that may tell ratings of an item by one rater apart: "round", "coding_session", "day2".
OCCASION <- sprintf("(^|[._ -])(%s|%s|%s)s?[._ -]?[0-9]*$", ROUND_WORD, TIME_WORD, REPEAT_WORD)

# Names of columns that are hardly anything but rounds.
OCCASION_NAME <- sprintf("^(%s)s?([._ -]?(no|nr|number|id))?$", ROUND_WORD)

# Rounds themselves, in a part of a name or as the name of a sheet: "Round 2", "t1", "pre".
ROUND_WORDS <- sprintf(
  "(%s|%s|t)[._ -]?[0-9]+|(pre|post)([._ -]?test)?|before|after|pilot|main([._ -]?(study|coding))?",
  ROUND_WORD, TIME_WORD
)

is_occasion <- function(names) grepl(OCCASION_NAME, names, ignore.case = TRUE)

# Says which of these are the names of rounds.
are_round_names <- function(names) grepl(sprintf("^(%s)$", ROUND_WORDS), names, ignore.case = TRUE)
