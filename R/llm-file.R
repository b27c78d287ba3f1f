# The file of answers: JSON lines. The first says what is asked, one per rater who answers it, then one per
# answer or failure, in the order in which they came.

LLM_FORMAT <- "accord annotate_llm 1"

# ---- What is asked ----

# The record of the first line. `hash` is over all that makes an answer comparable with another.
new_run <- function(prompt, fields, about, shuffle, image, items) {
  asked <- list(
    prompt = prompt, about = about, fields = lapply(fields, as_plain_field),
    shuffle = as.list(sort(shuffle, method = "radix")), image = image
  )
  c(
    list(accord = LLM_FORMAT, hash = cli::hash_sha256(json_line(asked)), item = items$name, id_type = items$type),
    asked, list(ellmer = as.character(utils::packageVersion("ellmer")), started = now_text())
  )
}

as_plain_field <- function(field) {
  field$values <- if (!is.null(field$values)) as.list(field$values)
  field
}

is_plain_field <- function(x) {
  kind <- if (is_object(x)) x[["kind"]]
  needs_values <- is.character(kind) && kind %in% c("enum", "set")
  rlang::is_string(kind, c("logical", "integer", "number", "text", "enum", "set")) && rlang::is_bool(x[["required"]]) &&
    (!needs_values || length(x[["values"]]) > 0 && all(vapply(x[["values"]], rlang::is_string, NA))) &&
    all(vapply(x[c("min", "max")], function(value) is.null(value) || is.numeric(value) && length(value) == 1, NA))
}

# NULL for a record that is not of this form.
read_run <- function(record) {
  fields <- record[["fields"]]
  good <- rlang::is_string(record[["item"]]) && rlang::is_string(record[["id_type"]]) && is_object(fields) &&
    all(vapply(fields, is_plain_field, NA)) && all(unlist(record[["shuffle"]]) %in% names(fields))
  if (!good) {
    return(NULL)
  }
  record$fields <- lapply(record$fields, function(field) {
    field$values <- if (length(field$values)) as.character(unlist(field$values))
    field
  })
  record
}

now_text <- function() format(as.POSIXct(Sys.time(), tz = "UTC"), "%Y-%m-%dT%H:%M:%SZ", tz = "UTC")
