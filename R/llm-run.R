# A run of annotate_llm(): the rows still to ask, the requests, and the result from the file.

# Starts the file, or reads an existing one. Returns the requests still open: a data frame with the positions `row`
# and `rater`.
resume_file <- function(path, run, work, retry_failed) {
  mend_last_line(path)
  old <- if (file.exists(path) && file.size(path) > 0) look_at_answers(path, run, work)
  # Writes the first line, or a changed schema, which applies to all later lines.
  if (!identical(old$hash, run$hash)) write_answer(path, run)
  for (rater in work$raters[setdiff(names(work$raters), old$raters)]) write_answer(path, rater$record)
  state <- old$state %||% nothing_asked(work)
  tell_gone(old$gone, path)
  left <- which(if (retry_failed) state != 1L else state == 0L, arr.ind = TRUE)
  left <- data.frame(row = left[, 1], rater = left[, 2])
  list(open = left[order(left$row, left$rater), ], answered = colSums(state == 1L) > 0)
}

# ---- Requests ----

# Sends the open requests. `answered`: whether each rater has already given a valid answer.
ask_open <- function(open, answered, work, path, limits) {
  # Orders are drawn before anything is sent, so that they do not depend on which answer arrives first.
  orders <- lapply(seq_len(if (length(work$shuffle)) nrow(open) else 0), function(i) {
    lapply(rlang::set_names(work$shuffle), function(name) sample(work$fields[[name]]$values))
  })
  options_of <- function(job) if (length(orders)) orders[[job]] else list()
  spent <- new_spending(nrow(open))
  bar <- llm_progress(nrow(open))
  keys <- NULL
  secrets <- function() {
    if (is.null(keys)) keys <<- lapply(work$raters, function(rater) chat_secrets(rater$chat))
    unlist(keys)
  }
  record <- function(job, tries, ...) {
    row <- open$row[job]
    raw <- spent$raw[job]
    spent$raw[job] <- NA
    write_answer(path, c(
      list(id = work$items$text[row], rater = names(work$raters)[open$rater[job]]), list(...),
      list(
        raw = if (!is.na(raw)) hide_secrets(raw, secrets()),
        asked = work$hashes[row], options = if (length(orders)) lapply(orders[[job]], as.list),
        tries = tries, input_tokens = spent$input[job], output_tokens = spent$output[job], cost = spent$cost[job],
        time = now_text()
      )
    ))
  }
  ask <- function(job) ask_row(work, open$row[job], open$rater[job], options_of(job), spent, job)
  take <- function(job, value, tries) {
    fitted <- fit_answer(value, work$fields)
    if (is.character(fitted)) {
      return(hide_secrets(fitted, secrets()))
    }
    answered[open$rater[job]] <<- TRUE
    record(job, tries, answer = fitted)
    bar(spent)
    NULL
  }
  misfits <- new_misfits(limits$tries, path)
  rejected <- integer(nrow(open)) # the last try of each job whose answer was rejected
  reject <- function(job, reason, tries) {
    raw <- spent$raw[job]
    if (is.na(raw)) {
      return(NULL)
    }
    record(job, tries, error = reason)
    rejected[job] <<- tries
    if (!answered[open$rater[job]]) misfits(names(work$raters)[open$rater[job]], reason, hide_secrets(raw, secrets()))
  }
  fail <- function(job, reason, tries) {
    if (rejected[job] < tries) record(job, tries, error = reason)
    bar(spent)
  }
  # ellmer's asynchronous requests create new functions each time, whose compilation takes twenty times as long as
  # running them.
  compiled <- compiler::enableJIT(0)
  on.exit(compiler::enableJIT(compiled), add = TRUE)
  tryCatch(
    run_queue(nrow(open), ask, take, reject, fail, explain = function(cnd) explain_error(cnd, secrets()), limits),
    accord_llm_stop = function(cnd) abort_stopped(conditionMessage(cnd), path, cnd$found, cnd$advice, raw = cnd$raw)
  )
}

llm_progress <- function(n) {
  if (!shows_progress()) {
    return(function(spent) invisible())
  }
  env <- parent.frame()
  spending <- ""
  bar <- cli::cli_progress_bar(
    total = n, .envir = env,
    format = "Asking {cli::pb_bar} {cli::pb_current}/{cli::pb_total}{cli::pb_extra$spending} {cli::pb_eta_str}",
    extra = list(spending = spending)
  )
  function(spent) {
    cost <- sum(spent$cost, na.rm = TRUE)
    spending <- paste0(
      " | ", big(sum(spent$input)), " + ", big(sum(spent$output)), " tokens",
      if (cost > 0) sprintf(" | $%.2f", cost)
    )
    cli::cli_progress_update(id = bar, extra = list(spending = spending), .envir = env)
  }
}

abort_stopped <- function(reason, path, found = NULL, advice = NULL, ...) {
  abort_accord(
    "llm_stopped",
    c(
      "The run could not continue.",
      x = "{reason}",
      x = if (!is.null(found)) "{found}",
      i = if (is.null(advice)) "Answers so far are in {.file {path}}; call again to go on from there.",
      i = if (!is.null(advice)) "{advice}"
    ),
    reason = reason, file = path, ...
  )
}

# Stops early if a model never keeps the schema, since each answer is charged. Returns a function that counts the
# rejected answers of each rater without a valid answer, and returns the error with which to stop.
new_misfits <- function(tries, path) {
  most <- max(8, 2 * tries)
  n <- list()
  first <- list()
  function(rater, reason, raw) {
    n[[rater]] <<- (n[[rater]] %||% 0) + 1
    if (n[[rater]] == 1) first[[rater]] <<- raw
    if (n[[rater]] < most) {
      return(NULL)
    }
    rlang::error_cnd(
      "accord_llm_stop",
      message = paste0(
        "None of the first ", most, " answers of \"", rater, "\" fits the schema, the last since ", reason, "."
      ),
      found = paste("The first one was:", cut_end(gsub("[[:space:]]+", " ", first[[rater]]), 300)),
      advice = paste0(
        "All are kept in \"", path, "\". Name another file for another prompt or schema; ",
        "to go on with this one, call again with tries = ", 2 * most, "."
      ),
      raw = first[[rater]]
    )
  }
}

# ---- Comparison of a file of answers with the rows and raters of a run ----

# The state of each row (rows) and rater (columns): 0 if open, 1 if answered, 2 if failed.
nothing_asked <- function(work) matrix(0L, nrow(work$data), length(work$raters))

look_at_answers <- function(path, run, work) {
  state <- nothing_asked(work)
  raters <- character()
  gone <- character()
  changed <- integer()
  last <- walk_answers(path, function(records, old) {
    # The schema is checked before more lines are read; if it was narrowed, its last version is compared.
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
      # An answer that a narrower schema does not allow is not a failure: it is always asked again.
      if (state[row[i], rater[i]] != 1L) state[row[i], rater[i]] <<- if (fits[i]) 1L else if (answered[i]) 0L else 2L
    }
  })
  if (!is_narrower(run, last)) check_same_run(run, last, path)
  check_same_rows(changed, work$items, path)
  list(state = state, raters = raters, gone = gone, hash = last$hash)
}

check_same_rows <- function(changed, items, path) {
  changed <- sort(changed) # answers are in order of arrival
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
