# Lines of a file of answers: writing, reading in blocks, repair of a last line that was cut by a crash; and whether
# an answer fits its schema.

# One line of JSON, with all digits of numbers.
json_line <- function(record) {
  text <- jsonlite::toJSON(record, auto_unbox = TRUE, digits = NA, null = "null", na = "null")
  enc2utf8(as.character(text))
}

# Writes a line in one step, so that a killed process loses at most one line. If the disk is full, the part that was
# written is removed again, and the line is in the error.
write_answer <- function(path, record) {
  line <- json_line(record)
  fault <- call_core(append_line(path.expand(path), line))
  if (length(fault)) {
    last <- if (!is.null(record[["answer"]])) "; the last one is field `line` of this error"
    kept <- paste0("Answers so far are in the file", last, ". Call again to go on from there.")
    abort_write(path, fault[1], fault[2], line = line, kept = kept)
  }
}

# Repairs a last line without a line end, which was cut when a process was killed: if it is valid JSON, only the line
# end is added.
mend_last_line <- function(path) {
  size <- file.size(path)
  if (is.na(size) || size == 0) {
    return(invisible(FALSE))
  }
  end <- last_line_end(path, size)
  if (end == size) {
    return(invisible(FALSE))
  }
  cut <- rawToChar(without_zeros(read_bytes(path, end, size - end)))
  whole <- tryCatch(is.list(parse_json(cut)), error = function(cnd) FALSE)
  ours <- "{\"accord\":"
  if (end == 0 && !startsWith(cut, substr(ours, 1, nchar(cut)))) abort_llm_file(path, 1L, "is not of this kind")
  if (whole) {
    connection <- file(path, "ab")
    on.exit(close(connection))
    writeBin(as.raw(10L), connection)
  } else {
    keep_bytes(path, end)
    inform_accord("llm_cut", "The last line of {.file {path}} is incomplete; its request is sent again.")
  }
  invisible(TRUE)
}

read_bytes <- function(path, from, n) {
  connection <- file(path, "rb")
  on.exit(close(connection))
  seek(connection, from)
  readBin(connection, "raw", n)
}

# Truncates a file to its first `n` bytes. Unlike writing a copy, this needs no free disk space.
keep_bytes <- function(path, n) {
  connection <- file(path, "r+b")
  on.exit(close(connection))
  seek(connection, n, rw = "write")
  truncate(connection)
}

without_zeros <- function(bytes) bytes[bytes != as.raw(0L)]

# The position after the last line end, from 0.
last_line_end <- function(path, size, block = 65536) {
  to <- size
  while (to > 0) {
    from <- max(0, to - block)
    ends <- which(read_bytes(path, from, to - from) == as.raw(10L))
    if (length(ends)) {
      return(from + max(ends))
    }
    to <- from
  }
  0
}

# Calls `take(records, run)` for each block of records with the same schema, and returns the last schema.
walk_answers <- function(path, take, block = 1000) {
  connection <- file(path, "rb")
  on.exit(close(connection))
  read <- function() readLines(connection, n = block, warn = FALSE, encoding = "UTF-8", skipNul = TRUE)
  run <- NULL
  before <- 0L
  text <- read()
  while (length(text)) {
    following <- read()
    number <- before + seq_along(text)
    records <- Map(parse_record, text, number, path, length(following) == 0 & seq_along(text) == length(text))
    begins <- which(vapply(records, function(x) !is.null(x[["accord"]]), NA))
    if (before == 0 && !1L %in% begins) abort_llm_file(path, 1L, "is not of this kind")
    from <- c(if (!1L %in% begins) 1L, begins)
    for (k in seq_along(from)) {
      at <- seq(from[k], c(from, length(text) + 1L)[k + 1] - 1L)
      if (from[k] %in% begins) {
        run <- run_of_line(records[[at[1]]], number[at[1]], path)
        at <- at[-1]
      }
      at <- at[!vapply(records[at], is.null, NA)]
      wrong <- vapply(unname(records[at]), record_fault, "", run$fields)
      bad <- which(!is.na(wrong))
      if (length(bad)) abort_llm_file(path, number[at][bad[1]], wrong[bad[1]])
      if (length(at)) take(unname(records[at]), run)
    }
    before <- before + length(text)
    text <- following
  }
  run
}

run_of_line <- function(record, number, path) {
  if (!identical(record[["accord"]], LLM_FORMAT)) abort_llm_file(path, number, "is not of this kind")
  run <- read_run(record)
  if (is.null(run)) abort_llm_file(path, number, "has no description of the request")
  run
}

# The record on a line, or NULL for a last line that was cut.
parse_record <- function(text, number, path, last) {
  record <- tryCatch(parse_json(text), error = identity)
  if (is.list(record) && !inherits(record, "error")) {
    return(record)
  }
  if (last && number > 1 && !ends_with_line(path)) {
    inform_accord("llm_cut", "The last line of {.file {path}} is incomplete, and is left out.")
    return(NULL)
  }
  abort_llm_file(path, number, "is not valid JSON")
}

ends_with_line <- function(path) {
  identical(read_bytes(path, file.size(path) - 1, 1), as.raw(10L))
}

# Returns why a line after the first is not a valid record, or NA.
record_fault <- function(x, fields) {
  is_whole <- function(value) is.numeric(value) && value == round(value) && abs(value) < 2^31
  expected <- list(
    error = is.character, raw = is.character, tries = is_whole, input_tokens = is.numeric, output_tokens = is.numeric,
    cost = is.numeric, name = is.character, model = is.character, repetition = is_whole
  )
  texts <- c("error", "raw", "name", "model")
  if (!rlang::is_string(x[["rater"]])) return("is not a record of an answer")
  if (!is.null(x[["id"]]) && !rlang::is_string(x[["id"]])) return("has an id that is not text")
  for (key in names(expected)) {
    value <- x[[key]]
    good <- is.null(value) || is.atomic(value) && length(value) == 1 && expected[[key]](value)
    if (!good) return(sprintf("has \"%s\" that is not %s", key, if (key %in% texts) "text" else "a number"))
  }
  if (is.null(x[["id"]])) return(NA_character_)
  if (!is.null(x[["error"]])) return(NA_character_)
  fitted <- fit_answer(x[["answer"]], fields)
  if (is.list(fitted)) NA_character_ else paste0("has an answer that does not fit the schema (", fitted, ")")
}

abort_llm_file <- function(path, line, what) {
  abort_accord(
    "llm_file",
    c(
      "{.file {path}} must be a file of answers that {.fn annotate_llm} wrote.",
      x = "Line {line} {what}.",
      i = "Name another file, or repair the line."
    ),
    file = path, line = line
  )
}

# Returns the answer with exactly the fields of the schema, or a text that says why it does not fit.
fit_answer <- function(answer, fields) {
  if (!is.list(answer) || length(answer) > 0 && is.null(names(answer))) {
    return("the answer is not an object")
  }
  extra <- setdiff(names(answer), names(fields))
  if (length(extra)) {
    return(paste("the answer has an unknown field:", extra[1]))
  }
  twice <- names(answer)[duplicated(names(answer))]
  if (length(twice)) {
    return(paste("the answer has a field twice:", twice[1]))
  }
  fitted <- lapply(names(fields), function(name) fit_value(answer[[name]], fields[[name]]))
  good <- vapply(fitted, is.list, NA)
  if (!all(good)) {
    wrong <- which(!good)[1]
    return(paste(names(fields)[wrong], fitted[[wrong]]))
  }
  rlang::set_names(lapply(fitted, `[[`, "value"), names(fields))
}

# Returns a list with the value, or a text that says why it does not fit.
fit_value <- function(value, field) {
  if (is.null(value)) {
    return(if (field$required) "is not given" else list(value = NULL))
  }
  if (field$kind == "set") {
    if (!is.list(value) || !is.null(names(value)) || !all(vapply(value, rlang::is_string, NA))) {
      return("is not a list of labels")
    }
    labels <- unlist(value)
    wrong <- setdiff(labels, field$values)
    if (length(wrong)) return(paste("has a value that is none of the options:", encodeString(wrong[1], quote = "\"")))
    return(list(value = as.list(unique(labels))))
  }
  if (!is.atomic(value) || length(value) != 1 || is.na(value)) {
    return("is not one value")
  }
  number <- is.numeric(value)
  switch(field$kind,
    logical = if (!is.logical(value)) return("is neither true nor false"),
    integer = if (!number || !is.finite(value) || value != round(value)) return("is not a whole number"),
    number = if (!number || !is.finite(value)) return("is not a number"),
    text = if (!is.character(value)) return("is not text"),
    enum = if (!value %in% field$values) return(paste("is none of the options:", encodeString(value, quote = "\"")))
  )
  if (number && !is.null(field$min) && (value < field$min || value > field$max)) {
    return(paste("is out of range:", format(value)))
  }
  list(value = value)
}

field_column <- function(values, field) {
  if (field$kind == "set") {
    # A missing set is NA, since NULL would be the empty set, which is a rating.
    return(lapply(values, function(x) if (is.null(x)) NA_character_ else as.character(unlist(x))))
  }
  missing <- vapply(values, is.null, NA)
  na <- switch(field$kind, logical = NA, integer = NA_integer_, number = NA_real_, NA_character_)
  values[missing] <- list(na)
  column <- switch(field$kind,
    logical = vapply(values, as.logical, NA),
    integer = whole_column(vapply(values, as.double, 0)),
    number = vapply(values, as.double, 0),
    vapply(values, as.character, "")
  )
  if (field$kind == "enum") factor(column, levels = field$values) else column
}

whole_column <- function(x) if (all(is.na(x) | abs(x) < 2^31)) as.integer(x) else x

# Applies the last schema to a record: an answer given under a wider schema that does not fit is removed, but its text
# is kept.
under_schema <- function(record, last, run) {
  if (identical(last$hash, run$hash) || is.null(record[["answer"]])) {
    return(record)
  }
  fitted <- fit_answer(record[["answer"]], last$fields)
  if (is.list(fitted)) {
    record$answer <- fitted
    return(record)
  }
  record$raw <- record[["raw"]] %||% json_line(record[["answer"]])
  record$answer <- NULL
  record$error <- fitted
  record
}
