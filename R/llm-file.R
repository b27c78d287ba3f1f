# The file of answers, in JSON lines. The first line describes the questions, then there is one line per rater, and
# one per answer or failure in order of arrival.

LLM_FORMAT <- "accord annotate_llm 1"

# ---- The description of a run ----

# The record of the first line. `hash` covers everything that must be equal for answers to be comparable.
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

# The run described by a record, or NULL if the record is not valid.
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

# ---- Whether a file was written by the same run: prompt, schema, raters ----

check_same_run <- function(run, old, path) {
  if (identical(run$hash, old$hash)) {
    return(invisible())
  }
  plain <- function(x) json_line(list(x))
  differs <- run_differences(run, old)
  abort_accord(
    "llm_other_run",
    c(
      "A file is resumed with the prompt and the schema that it began with, or a narrower schema.",
      x = "{.file {path}} began with another {.or {.arg {differs}}}.",
      i = "Name another file for the new run."
    ),
    file = path, differs = differs
  )
}

run_differences <- function(run, old) {
  plain <- function(x) json_line(list(x))
  parts <- c(prompt = "prompt", about = "type", fields = "type", shuffle = "shuffle", image = "image")
  old$fields <- lapply(old$fields, as_plain_field)
  differs <- vapply(names(parts), function(name) plain(run[[name]]) != plain(old[[name]]), NA)
  unique(parts[differs])
}

# TRUE if the schema allows a subset of the answers allowed in the file: a range was added or narrowed, options were
# removed, or a field became required. Then answers in the file that still fit are kept, and only the other rows are
# asked again.
is_narrower <- function(run, old) {
  identical(run$hash, old$hash) || setequal(run_differences(run, old), "type") &&
    identical(run$about, old$about) && identical(names(run$fields), names(old$fields)) &&
    all(mapply(is_narrower_field, run$fields, old$fields))
}

is_narrower_field <- function(new, old) {
  inside <- is.null(old$min) || !is.null(new$min) && new$min >= old$min && new$max <= old$max
  values <- unlist(new$values)
  identical(new$kind, old$kind) && identical(new$description, old$description) && (new$required || !old$required) &&
    inside && identical(values, intersect(unlist(old$values), values))
}

check_same_rater <- function(rater, old, path) {
  # `name` is the rater without the number of the repetition, which earlier versions did not write.
  parts <- setdiff(names(rater), c("name", "ellmer", "started"))
  differs <- parts[vapply(parts, function(name) {
    json_line(list(rater[[name]])) != json_line(list(old[[name]]))
  }, NA)]
  if (length(differs)) {
    abort_accord(
      "llm_other_run",
      c(
        "A rater is resumed with the model and the parameters that it began with.",
        x = "{.val {rater$rater}} of {.file {path}} began with another {.or {.field {differs}}}.",
        i = "Give it another name in {.arg chat}, or name another file."
      ),
      file = path, differs = differs
    )
  }
}
