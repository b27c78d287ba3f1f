# Whether a file was written by the same run: prompt, schema, raters.

check_same_run <- function(run, old, path) {
  if (identical(run$hash, old$hash)) {
    return(invisible())
  }
  plain <- function(x) json_line(list(x))
  parts <- c(prompt = "prompt", about = "type", fields = "type", shuffle = "shuffle", image = "image")
  old$fields <- lapply(old$fields, as_plain_field)
  differs <- vapply(names(parts), function(name) plain(run[[name]]) != plain(old[[name]]), NA)
  differs <- unique(parts[differs])
  abort_accord(
    "llm_other_run",
    c(
      "A file is resumed with the prompt and the schema that it began with.",
      x = "{.file {path}} began with another {.or {.arg {differs}}}.",
      i = "Name another file for the new run."
    ),
    file = path, differs = differs
  )
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
