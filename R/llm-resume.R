# What is left to ask: a file of answers against the rows and raters of a run.

# The state of each row for each rater: 1 if it is answered, 2 if it failed.
nothing_asked <- function(work) matrix(0L, nrow(work$data), length(work$raters))

look_at_answers <- function(path, run, work) {
  state <- nothing_asked(work)
  raters <- character()
  gone <- character()
  changed <- integer()
  last <- walk_answers(path, function(records, old) {
    # Before more is read; a schema that was narrowed is compared by its last version.
    if (!is_narrower(run, old)) check_same_run(run, old, path)
    is_rater <- vapply(records, function(x) is.null(x[["id"]]), NA)
    for (record in records[is_rater]) {
      raters <<- c(raters, record$rater)
      known <- work$raters[[record$rater]]
      if (!is.null(known)) check_same_rater(known$record, record, path)
    }
    records <- records[!is_rater]
    text <- function(name) vapply(records, function(x) x[[name]] %||% "", "")
    row <- match(text("id"), work$items$text)
    rater <- match(text("rater"), names(work$raters))
    gone <<- unique(c(gone, text("id")[is.na(row)]))
    here <- which(!is.na(row) & !is.na(rater))
    answered <- vapply(records, function(x) is.null(x[["error"]]), NA)
    fits <- answered
    if (!identical(run$hash, old$hash)) {
      fits[answered] <- vapply(records[answered], function(x) is.list(fit_answer(x[["answer"]], work$fields)), NA)
    }
    other <- text("asked")[here] != work$hashes[row[here]]
    changed <<- unique(c(changed, row[here][other & answered[here]]))
    for (i in here) {
      # An answer that a narrower schema does not allow is no failure: it is asked again in any case.
      if (state[row[i], rater[i]] != 1L) state[row[i], rater[i]] <<- if (fits[i]) 1L else if (answered[i]) 0L else 2L
    }
  })
  if (!is_narrower(run, last)) check_same_run(run, last, path)
  check_same_rows(changed, work$items, path)
  list(state = state, raters = raters, gone = gone, hash = last$hash)
}

check_same_rows <- function(changed, items, path) {
  changed <- sort(changed) # answers are in the order in which they came
  if (length(changed)) {
    abort_accord(
      "llm_other_rows",
      c(
        "A row can only be resumed with the same text and image.",
        x = "{length(changed)} row{?s} of {.file {path}} {cli::qty(length(changed))}{?has/have} changed:
             {.val {first_few(items$text[changed])}}.",
        i = "Give changed rows other ids, or name another file."
      ),
      rows = changed, file = path
    )
  }
}

tell_gone <- function(gone, path) {
  if (length(gone)) {
    inform_accord("llm_gone", c(
      "{length(gone)} row{?s} of {.file {path}} {cli::qty(length(gone))}{?is/are} no longer in the data:
       {.val {first_few(gone)}}.",
      i = "The answers stay in the file and are left out of the result."
    ))
  }
}
