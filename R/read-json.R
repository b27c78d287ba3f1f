# A json file to a table of text: an array of records, or an object from id to record or value.

read_json_table <- function(path) {
  text <- read_utf8(path)
  if (inherits(text, "accord_bad_file")) {
    return(text)
  }
  records <- tryCatch(
    jsonlite::fromJSON(text, simplifyVector = FALSE, bigint_as_char = TRUE),
    error = function(cnd) bad_file("not_a_table", "not valid json")
  )
  if (inherits(records, "accord_bad_file")) {
    return(records)
  }
  if (is.list(records) && length(records) == 0) {
    return(bad_file("empty_file", "no records"))
  }
  if (!is.null(names(records))) records <- keyed_records(records)
  is_record <- vapply(records, function(x) is.list(x) && !is.null(names(x)), NA)
  if (!is.list(records) || !all(is_record)) {
    return(bad_file("not_a_table", "neither an array of records nor an object from id to record"))
  }
  columns <- unique(unlist(lapply(records, names)))
  data <- lapply(columns, function(column) {
    vapply(records, function(record) json_text(record[[column]]), "", USE.NAMES = FALSE)
  })
  names(data) <- columns
  list(
    data = tibble::new_tibble(data, nrow = length(records)),
    row = seq_along(records),
    problems = new_problems()
  )
}

# The keys become column `id`, unless the records hold one of their own.
keyed_records <- function(records) {
  Map(
    function(key, value) {
      if (!is.list(value)) {
        list(id = key, value = value)
      } else if (is.null(names(value)) || "id" %in% names(value)) {
        value
      } else {
        c(list(id = key), value)
      }
    },
    names(records), unname(records)
  )
}

# A value as the file writes it; an array or object, such as a set of labels, stays json.
json_text <- function(x) {
  text <- if (is.null(x)) {
    NA_character_
  } else if (is.list(x)) {
    as.character(jsonlite::toJSON(x, auto_unbox = TRUE))
  } else if (is.logical(x)) {
    tolower(x)
  } else if (is.numeric(x)) {
    format(x, digits = 15, scientific = FALSE)
  } else {
    x
  }
  if (is_blank(text)) NA_character_ else text
}
