# Writes a corpus as lines of JSON. Items are not built as nested lists, which R would have to process one by one: all
# lines are rows of a table and are then sorted.

corpus_json <- function(corpus) {
  about <- c(corpus$metadata, list(raters = corpus$raters), list(agreement = corpus$agreement))
  about <- jsonlite::toJSON(
    durations_as_text(Filter(Negate(is.null), about)),
    auto_unbox = TRUE, pretty = 2, digits = NA, na = "null", null = "null", POSIXt = "ISO8601"
  )
  about <- strsplit(as.character(about), "\n", fixed = TRUE)[[1]]
  about[-1] <- paste0("  ", about[-1])
  c("{", paste0("  \"metadata\": ", about[1]), paste0(about[-1], c(rep("", length(about) - 2), ",")),
    "  \"items\": [", json_items(corpus), "  ]", "}")
}

json_items <- function(corpus) {
  items <- seq_along(corpus$item$values)
  columns <- columns_of_items(corpus)
  n_before <- length(columns$before)
  n_questions <- length(corpus$answers)
  # Positions of the lines of an item: {, before, "answers": {, three lines for each question, }, after, }.
  first_question <- n_before + 1
  end_answers <- first_question + 3 * n_questions + 1
  members <- function(columns, places) {
    Map(function(name, x, place) json_lines(items, place, member(name, json_values(x)), 3),
      names(columns), columns, places)
  }
  lines <- c(
    list(json_lines(items, 0, "{", 2)),
    members(columns$before, seq_len(n_before)),
    list(json_lines(items, first_question, "\"answers\": {", 3)),
    unlist(lapply(seq_len(n_questions), function(q) {
      question_lines(corpus, q, items, first_question + 3 * q - 2)
    }), recursive = FALSE),
    list(json_lines(items, end_answers, "}", 3)),
    members(columns$after, end_answers + seq_along(columns$after)),
    list(json_lines(items, end_answers + length(columns$after) + 1, "}", 2))
  )
  join_lines(lines)
}

question_lines <- function(corpus, q, items, place) {
  raters <- json_values(corpus$names)
  answer <- paste0(raters[corpus$rater$code], ": ", json_values(corpus$answers[[q]]))
  list(
    json_lines(items, place, member(names(corpus$answers)[q], "{"), 4),
    json_lines(corpus$item$code, place + 1, answer, 5),
    json_lines(items, place + 2, "}", 4)
  )
}

json_lines <- function(item, place, text, depth) {
  text <- paste0(strrep("  ", depth), rep_len(text, length(item)))
  list(item = item, place = rep(place, length(item)), text = text)
}

# Sorts the lines and adds a comma after each value that is followed by another one.
join_lines <- function(lines) {
  lines <- unname(lines)
  part <- function(name) unlist(lapply(lines, `[[`, name), use.names = FALSE)
  text <- part("text")[order(part("item"), part("place"), method = "radix")]
  opens <- endsWith(text, "{")
  closes <- grepl("^ *[}]$", text)
  comma <- !opens & !c(closes[-1], TRUE)
  paste0(text, ifelse(comma, ",", ""))
}

member <- function(name, value) paste0(json_values(name), ": ", value)

# Returns each value as JSON, NA as null. Distinct values are converted once.
json_values <- function(x) {
  if (is.list(x)) {
    return(json_sets(x))
  }
  if (is.factor(x)) x <- as.character(x)
  # Durations are written as in csv, since jsonlite has no method for them, and only some packages add one.
  if (inherits(x, "difftime")) x <- ifelse(is.na(x), NA, id_text(x))
  id <- group_ids(x)
  connection <- rawConnection(raw(0), "wb")
  on.exit(close(connection))
  jsonlite::stream_out(
    data.frame(x = id$values), connection,
    pagesize = 1e5, verbose = FALSE, digits = NA, na = "null", POSIXt = "ISO8601"
  )
  text <- rawToChar(rawConnectionValue(connection))
  Encoding(text) <- "UTF-8"
  text <- strsplit(text, "\n", fixed = TRUE)[[1]]
  substr(text, nchar("{\"x\":") + 1, nchar(text) - 1)[id$code]
}

durations_as_text <- function(x) {
  if (inherits(x, "difftime")) return(ifelse(is.na(x), NA, id_text(x)))
  if (is.list(x) && !inherits(x, "POSIXlt")) x[] <- lapply(x, durations_as_text)
  x
}
