# Reads a json file as a table of text: an array of records, or an object with ids as keys and records or values.

read_json_table <- function(path) {
  text <- read_utf8(path)
  if (inherits(text, "accord_bad_file")) {
    return(text)
  }
  if (holds_zero(text)) {
    return(bad_file("not_a_table", why_unread(text)))
  }
  records <- tryCatch(
    parse_json(quote_numbers(text)),
    error = function(cnd) bad_file("not_a_table", why_unread(text))
  )
  if (inherits(records, "accord_bad_file")) {
    return(records)
  }
  if (is.list(records) && length(records) == 0) {
    return(bad_file("empty_file", "no records"))
  }
  if (!is.null(names(records))) records <- keyed_records(records)
  is_record <- vapply(records, is_object, NA)
  if (!is.list(records) || !all(is_record)) {
    return(bad_file("not_a_table", "neither an array of records nor an object from id to record"))
  }
  row <- seq_along(records)
  twice <- repeated_keys(records)
  bad <- which(!is.na(twice))
  columns <- unique(unlist(lapply(records, names)))
  if (length(bad)) {
    records <- records[-bad]
    row <- row[-bad]
  }
  data <- lapply(columns, function(column) json_texts(field_values(records, column)))
  names(data) <- ifelse(columns == "", paste0("...", seq_along(columns)), columns)
  list(
    data = tibble::new_tibble(data, nrow = length(records)),
    row = row,
    problems = new_problems(
      row = bad, problem = sprintf("The key \"%s\" occurs twice; record left out.", twice[bad])
    )
  )
}

# Returns the reason why text cannot be read as json; for example, Python writes missing numbers as NaN. `lines`:
# whether one record per line is accepted.
why_unread <- function(text, lines = FALSE) {
  if (holds_zero(text)) {
    return("a text with \\u0000, which R cannot represent")
  }
  if (depth_of_json(text) > MOST_NESTED) {
    return(paste("arrays or objects that lie more than", MOST_NESTED, "deep in each other"))
  }
  number <- "[:\\[,]\\s*-?(NaN|Infinity)\\b"
  found <- regmatches(text, regexpr(number, text, perl = TRUE))
  no_number <- sub(".*[:\\[,\\s-]", "", found, perl = TRUE)
  several <- grepl("^\\s*[{]", text, perl = TRUE) && grepl("}[ \t\r]*\n\\s*[{]", text, perl = TRUE)
  if (length(found) == 0 && several && !lines) {
    return("json lines, a record per line: make one array of them, [{...}, {...}]")
  }
  paste0("not valid json", if (length(found)) paste0(", which has no ", no_number, ": write null"))
}

# jsonlite processes nested values by recursion, which exhausts the stack of R at a depth of about 200.
MOST_NESTED <- 100

# Keys become the column `id`, unless the records have one.
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
