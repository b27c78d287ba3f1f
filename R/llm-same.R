# Whether a file was written by the same run: prompt, schema, raters.

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

# A schema that allows less than that of the file: a range was added or made smaller, options were left out, a field
# must be given. Then answers of the file that still fit stay, and the others are asked again.
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
  parts <- setdiff(names(rater), c("ellmer", "started"))
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
