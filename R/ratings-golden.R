# Test questions of crowd platforms, whose right answers are known beforehand: items that nobody means to measure.

GOLDEN_NAME <- paste0(
  "(^|[^a-z])(golden|gold|goldlabel|honeypots?|catch[._ -]?trials?|attention[._ -]?checks?|test[._ -]?questions?|",
  "control[._ -]?(tasks?|questions?|items?)|is[._ -]?(test|control))([^a-z]|$)"
)

# `others`: the columns of tidy data that have no role. A platform marks some items, or has the answers of some.
# `categories`: those of the ratings, which a column of right answers has as well.
warn_golden <- function(others, categories) {
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
  # A mark of the row says more than an answer to one of its questions.
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

# NULL, or the `rows` that a column marks: one of two values that says yes (`flag`), unless the answers may be such; or
# an answer in some rows, at most half of them.
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
