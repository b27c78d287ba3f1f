# Rows that are no ratings of the study: test questions of a crowd platform, trial answers to a survey, and practice.

GOLDEN_NAME <- paste0(
  "(^|[^a-z])(golden|gold|goldlabel|honeypots?|catch[._ -]?trials?|attention[._ -]?checks?|test[._ -]?questions?|",
  "control[._ -]?(tasks?|questions?|items?)|is[._ -]?(test|control))([^a-z]|$)"
)

# Warns about columns that mark test questions or contain their answers. `others`: the columns of tidy data that have
# no role. `categories`: those of the ratings, which a column of correct answers also has.
warn_golden <- function(others, categories) {
  warn_trials(others)
  named <- grep(GOLDEN_NAME, tolower(names(others)))
  if (length(named) == 0) {
    return(invisible())
  }
  is_flag <- grepl("golden|^is|honey|attention|catch|test|control", tolower(names(others)[named]))
  marked <- Map(function(x, said) golden_rows(x, if (!said) tolower(categories)), others[named], is_flag)
  found <- which(!vapply(marked, is.null, NA))
  if (length(found) == 0) {
    return(invisible())
  }
  # A column that marks rows is preferred to one with the answers to a question.
  first <- found[order(!vapply(marked[found], `[[`, NA, "flag"))][1]
  columns <- names(others)[named]
  n <- sum(marked[[first]]$rows)
  name <- typed_data()
  column <- column_code(columns[first])
  leave <- sprintf("%s[!%s$%s %%in%% %s, ]", name, name, column, marked[[first]]$value)
  if (!marked[[first]]$flag) leave <- sprintf("%s[%s$%s %%in%% c(NA, \"\"), ]", name, name, column)
  drop <- sprintf("%s[setdiff(names(%s), %s)]", name, name, vector_code(encodeString(columns, quote = "\"")))
  warn_accord(
    "golden",
    c(
      "Test questions of a crowd platform must be kept or left out knowingly.",
      x = if (marked[[first]]$flag) {
        "Column {.var {columns[first]}} marks {n} row{?s}, and they take part."
      } else {
        "Column {.var {columns[first]}} has an answer in {n} row{?s} only, and they take part."
      },
      i = "To leave them out, use {.code data = {leave}}.",
      i = "To keep them, leave out the column{cli::qty(length(columns))}{?/s}: {.code data = {drop}}."
    ),
    columns = columns, rows = which(marked[[first]]$rows)
  )
}

# Returns NULL, or the `rows` that a column marks: either it has two values of which one means yes (`flag`), unless
# these may be answers; or it has a value in some rows, at most half of them.
golden_rows <- function(x, answers) {
  if (is_no_vector(x)) {
    return(NULL)
  }
  text <- trimws(as.character(x))
  values <- unique(tolower(text[!is.na(text) & text != ""]))
  yes <- c("true", "yes", "1", "y", "t")
  no <- c("false", "no", "0", "n", "f")
  rows <- !is.na(text) & text != ""
  if (all(rows) && length(values) > 0 && all(values %in% c(yes, no)) && !any(values %in% answers)) {
    rows <- tolower(text) %in% yes
    value <- if (is.character(x) || is.factor(x)) encodeString(as.character(x[rows][1]), quote = "\"") else x[rows][1]
    return(if (any(rows) && !all(rows)) list(rows = rows, flag = TRUE, value = value))
  }
  if (any(rows) && 2 * sum(rows) <= length(rows)) list(rows = rows, flag = FALSE)
}

# Columns in which survey programs say that a row was made in a preview or a test.
TRIAL_NAME <- "^((response|antwort)[ ._-]?)?(status|mode)$|^distribution[ ._-]?channel$"
TRIAL_VALUE <- "(^|[^a-z])preview([^a-z]|$)|^survey test$|^spam$|^pretest$"

# Columns in which programs for experiments say that a trial was practice.
PRACTICE_NAME <- paste0(
  "^((task|block|phase|trial|stage|list)([ ._-]?(name|type|kind|label|id))?|(is[ ._-]?)?practi[cs]e)$"
)
PRACTICE_WORD <- paste0(
  "practi[cs]e|warm[ ._-]?up|familiari[sz]ation|\u00fcbung(en|s[ ._-]?(durchgang|block|phase))?|probedurchgang|",
  "pr[\u00e1a]ctica|entra[\u00eei]nement"
)
PRACTICE_VALUE <- sprintf(
  "^(%s)[ ._-]?(trials?|blocks?|phase|rounds?|items?|tasks?)?[ ._-]?[0-9]*$", PRACTICE_WORD
)

# Which cells of a column say so, if they are fewer than the others.
practice_rows <- function(name, x) {
  if (is_no_vector(x) || !grepl(PRACTICE_NAME, name, ignore.case = TRUE)) {
    return(logical())
  }
  text <- tolower(trimws(as.character(x)))
  rows <- !is.na(text) & grepl(PRACTICE_VALUE, text)
  if (grepl("practi[cs]e$", name, ignore.case = TRUE)) rows <- text %in% c("1", "true", "yes", "y")
  if (any(rows) && 2 * sum(rows) < length(rows)) rows else logical()
}

# Returns NULL, or the `column`, its `rows`, and the `condition` for these. Qualtrics has codes in place of words: 1 for
# a preview, 2 for a test, and 8 for spam.
trial_rows <- function(columns) {
  for (j in grep(paste0(TRIAL_NAME, "|", PRACTICE_NAME), names(columns), ignore.case = TRUE)) {
    x <- columns[[j]]
    if (is_no_vector(x)) next
    text <- trimws(as.character(x))
    named <- grepl(TRIAL_NAME, names(columns)[j], ignore.case = TRUE)
    coded <- named && all(text %in% c(0, 1, 2, 4, 8, 16, 32)) &&
      any(grepl("^Response[ _]?Id$", names(columns), TRUE))
    rows <- if (coded) text %in% c(1, 2, 8) else named & !is.na(text) & grepl(TRIAL_VALUE, tolower(text))
    if (!named) rows <- practice_rows(names(columns)[j], x)
    if (!any(rows) || all(rows)) next
    values <- unique(as.character(x)[rows])
    if (!coded || !is.numeric(x)) values <- encodeString(values, quote = "\"")
    test <- if (length(values) == 1) paste("==", values) else paste("%in%", vector_code(values))
    return(list(column = names(columns)[j], rows = which(rows), test = test))
  }
}

TRIAL_RULE <- "Trial answers must be kept or left out knowingly."

warn_trials <- function(others) {
  found <- trial_rows(others)
  if (is.null(found)) {
    return(invisible())
  }
  data <- typed_data()
  column <- column_code(found$column)
  leave <- sprintf("%s[!(%s$%s %s), ]", data, data, column, found$test)
  warn_accord(
    "golden",
    c(
      TRIAL_RULE,
      x = "Column {.var {found$column}} says that {length(found$rows)} row{?s} {?is/are} a preview, a test or \
           practice, and they take part.",
      i = "To leave them out, use {.code data = {leave}}.",
      i = "To keep them, leave out the column."
    ),
    columns = found$column, rows = found$rows
  )
}
