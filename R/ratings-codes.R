# Numbers and texts that could be misread as ratings: decimal commas, further header rows, a file with another
# separator.

# Stops for rows at the top that are text in every column where all other cells are numbers.
check_first_rows <- function(columns, names) {
  text <- vapply(columns, function(x) is.character(x) || is.factor(x), NA)
  n <- length(columns[[1]])
  if (length(columns) < 2 || !all(text) || n < 3) {
    return(invisible())
  }
  # If columns have no names, a first row of texts that occur nowhere else contains the names.
  nameless <- grepl("^([.]{3}|X[.]?|Unnamed: ?|V)?[0-9]*$", names)
  titled <- Filter(function(x) !is.na(x[1]), lapply(columns, as.character))
  below <- c("", unlist(lapply(titled, `[`, -1)))
  if (sum(nameless) >= 2 && length(titled) >= 2 && n >= 10 &&
        !any(vapply(titled, `[`, "", 1) %in% below)) {
    abort_header_rows(columns, 1L, "texts that occur nowhere below, and the columns have no names of their own")
  }
  if (n > 3 && are_questions(columns)) {
    abort_header_rows(columns, 1L, "texts, each of its own, that are longer than all answers below")
  }
  is_text <- function(x) {
    x <- as.character(x)
    is.na(suppressWarnings(as.numeric(x))) & !is.na(x) & trimws(x) != ""
  }
  texts <- lapply(columns, is_text)
  at <- Reduce(`&`, lapply(texts, utils::head, min(3, n - 2)))
  rows <- which(cumsum(!at) == 0)
  if (length(rows) == 0 || any(vapply(texts, function(x) any(x[-rows]), NA))) {
    return(invisible())
  }
  # Of a short sheet, only words say that the first row is none of ratings.
  if (n < 4 && !all(vapply(columns, function(x) grepl("[[:alpha:]]{2}", x[1]), NA))) return(invisible())
  empty <- function(x) all(is.na(x) | trimws(as.character(x)) == "")
  if (all(vapply(columns, function(x) empty(x[-rows]), NA))) return(invisible())
  abort_header_rows(columns, rows, "texts where all others are numbers")
}

# Whether the first row contains the texts of questions: in each column a different text of several words, longer than
# any of the few answers; or of two words in some, longer than the answers of its column, in a longer sheet.
are_questions <- function(columns) {
  first <- vapply(columns, function(x) as.character(x[1]), "")
  if (anyNA(first) || anyDuplicated(first) || !all(validUTF8(first)) || !all(grepl("[^ ] +[^ ]", first))) {
    return(FALSE)
  }
  several <- grepl("[^ ] +[^ ]+ +[^ ]", first)
  if (length(columns[[1]]) > 8 && 2 * sum(several) >= length(first)) {
    captions <- mapply(function(x, text) {
      below <- as.character(x[-1])
      below <- below[!is.na(below) & below != ""]
      answers <- unique(below)
      length(answers) > 0 && 2 * length(answers) <= length(below) && all(validUTF8(answers)) &&
        nchar(text) > max(nchar(answers))
    }, columns, first)
    if (all(captions)) return(TRUE)
  }
  if (length(first) < 3 || !all(several)) {
    return(FALSE)
  }
  below <- unlist(lapply(columns, function(x) as.character(x[-1])), use.names = FALSE)
  below <- below[!is.na(below) & below != ""]
  answers <- unique(below)
  all(validUTF8(c(first, answers))) && length(answers) > 0 && 2 * length(answers) <= length(below) &&
    min(nchar(first)) > max(nchar(answers))
}

abort_header_rows <- function(columns, rows, what) {
  last <- rows[length(rows)]
  first_two <- unclass(columns)[seq_len(min(2, length(columns)))]
  shown <- vapply(first_two, function(x) cut_end(as.character(x[last]), 40), "")
  name <- typed_data()
  leave <- paste0(name, if (last == 1) "[-1, ]" else paste0("[-(1:", last, "), ]"))
  abort_accord(
    "header_row",
    c(
      "Rows of a header must not be ratings.",
      x = paste0("{length(rows)} row{?s} at the top {?holds/hold} ", what, ": {.val {shown}}."),
      i = "Leave {cli::qty(length(rows))}{?it/them} out, so that numbers become numbers again: \\
           {.code {name} <- type.convert({leave}, as.is = TRUE)}."
    ),
    rows = rows
  )
}
