# A run of annotate_llm(): what is left to ask of a file, the requests, and the result that the file holds.

# Begins the file or looks what is in it. Gives what is left to ask: a data frame with `row` and `rater`, positions.
resume_file <- function(path, run, work, retry_failed) {
  mend_last_line(path)
  state <- matrix(0L, nrow(work$data), length(work$raters)) # 1: answered, 2: failed
  old <- list(raters = character(), gone = character())
  if (file.exists(path) && file.size(path) > 0) old <- look_at_answers(path, run, work)
  answers <- open_answers(path)
  on.exit(answers$close())
  if (is.null(old$state)) answers$write(run)
  for (rater in work$raters[setdiff(names(work$raters), old$raters)]) answers$write(rater$record)
  state <- old$state %||% state
  tell_gone(old$gone, path)
  left <- which(if (retry_failed) state != 1L else state == 0L, arr.ind = TRUE)
  left <- data.frame(row = left[, 1], rater = left[, 2])
  left[order(left$row, left$rater), ]
}

look_at_answers <- function(path, run, work) {
  state <- matrix(0L, nrow(work$data), length(work$raters))
  raters <- character()
  gone <- character()
  changed <- integer()
  checked <- FALSE
  walk_answers(path, function(records, old) {
    if (!checked) check_same_run(run, old, path)
    checked <<- TRUE
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
    other <- text("asked")[here] != work$hashes[row[here]]
    changed <<- unique(c(changed, row[here][other & answered[here]]))
    for (i in here) {
      if (state[row[i], rater[i]] != 1L) state[row[i], rater[i]] <<- if (answered[i]) 1L else 2L
    }
  })
  check_same_rows(changed, work$items, path)
  list(state = state, raters = raters, gone = gone)
}

check_same_rows <- function(changed, items, path) {
  if (length(changed)) {
    abort_accord(
      "llm_other_rows",
      c(
        "A row is resumed with the text and the image about which the model was asked.",
        x = "{length(changed)} row{?s} of {.file {path}} {?has/have} changed: {.val {first_few(items$text[changed])}}.",
        i = "Give changed rows other ids, or name another file."
      ),
      rows = sort(changed), file = path
    )
  }
}

tell_gone <- function(gone, path) {
  if (length(gone)) {
    inform_accord("llm_gone", c(
      "{length(gone)} row{?s} of {.file {path}} {?is/are} no longer in the data: {.val {first_few(gone)}}.",
      i = "The answers stay in the file and are left out of the result."
    ))
  }
}

# ---- Asking ----

ask_open <- function(open, work, path, limits) {
  # Drawn before anything is sent, so that the order does not depend on which answer comes first.
  orders <- lapply(seq_len(if (length(work$shuffle)) nrow(open) else 0), function(i) {
    lapply(rlang::set_names(work$shuffle), function(name) sample(work$fields[[name]]$values))
  })
  options_of <- function(job) if (length(orders)) orders[[job]] else list()
  spent <- new_spending(nrow(open))
  answers <- open_answers(path)
  on.exit(answers$close())
  bar <- llm_progress(nrow(open))
  record <- function(job, tries, ...) {
    row <- open$row[job]
    answers$write(c(
      list(id = work$items$text[row], rater = names(work$raters)[open$rater[job]]), list(...),
      list(
        asked = work$hashes[row], options = if (length(orders)) lapply(orders[[job]], as.list),
        tries = tries, input_tokens = spent$input[job], output_tokens = spent$output[job], cost = spent$cost[job],
        time = now_text()
      )
    ))
    bar(spent)
  }
  ask <- function(job) ask_row(work, open$row[job], open$rater[job], options_of(job), spent, job)
  take <- function(job, value, tries) {
    fitted <- fit_answer(value, work$fields)
    if (is.character(fitted)) {
      return(hide_secrets(fitted, secrets()[[open$rater[job]]]))
    }
    record(job, tries, answer = fitted)
    NULL
  }
  # ellmer's asynchronous requests are new functions each, whose compilation takes twenty times as long as they do.
  compiled <- compiler::enableJIT(0)
  on.exit(compiler::enableJIT(compiled), add = TRUE)
  keys <- NULL
  secrets <- function() {
    if (is.null(keys)) keys <<- lapply(work$raters, function(rater) chat_secrets(rater$chat))
    keys
  }
  tryCatch(
    run_queue(
      nrow(open), ask, take,
      fail = function(job, reason, tries) record(job, tries, error = reason),
      explain = function(cnd) explain_error(cnd, unlist(secrets())), limits
    ),
    accord_llm_stop = function(cnd) abort_stopped(conditionMessage(cnd), path)
  )
}

# A promise of the answer. Tokens count as soon as there are some, also of an answer that does not fit.
ask_row <- function(work, row, rater, options, spent, job) {
  chat <- work$raters[[rater]]$chat$clone()
  text <- render_prompt(work$template, work$data, row, work$fields, options)
  image <- work$images$values[row]
  contents <- list(text)
  if (!is.null(image) && !is.na(image)) contents <- c(contents, list(image_content(image)))
  type <- ellmer_type(work$fields, work$about, options)
  promise <- chat$chat_structured_async(!!!contents, type = type, echo = "none", convert = FALSE)
  promises::finally(promise, function() add_spending(spent, job, chat$last_turn()))
}

image_content <- function(image) {
  if (is_address(image)) ellmer::content_image_url(image) else ellmer::content_image_file(image, resize = "none")
}

new_spending <- function(n) {
  spent <- new.env(parent = emptyenv())
  spent$input <- spent$output <- double(n)
  spent$cost <- rep(NA_real_, n)
  spent
}

add_spending <- function(spent, job, turn) {
  if (is.null(turn)) {
    return(invisible())
  }
  tokens <- as.double(attr(turn, "tokens"))
  cost <- as.double(attr(turn, "cost"))
  if (length(tokens) >= 2) {
    spent$input[job] <- spent$input[job] + sum(tokens[-2], na.rm = TRUE)
    spent$output[job] <- spent$output[job] + sum(tokens[2], na.rm = TRUE)
  }
  if (length(cost) == 1 && !is.na(cost)) spent$cost[job] <- sum(spent$cost[job], cost, na.rm = TRUE)
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

abort_stopped <- function(reason, path) {
  abort_accord(
    "llm_stopped",
    c(
      "The run could not continue.",
      x = "{reason}",
      i = "Answers so far are in {.file {path}}; call again to go on from there."
    ),
    reason = reason, file = path
  )
}

# ---- The result ----

llm_result <- function(path, work) {
  found <- collect_answers(path)
  n <- nrow(work$data)
  raters <- names(work$raters)
  row <- rep(seq_len(n), each = length(raters))
  rater <- rep(raters, n)
  asked <- vctrs::data_frame(id = work$items$text[row], rater = rater)
  rows <- vctrs::vec_match(asked, vctrs::new_data_frame(as.list(found$answers)[c("id", "rater")]))
  answers_frame(found, rows, work$items$name, vctrs::vec_slice(work$items$values, row), rater)
}

warn_llm_failures <- function(result) {
  failed <- which(!is.na(result$reason))
  if (length(failed)) {
    reasons <- unique(result$reason[failed])
    warn_accord(
      "llm_failures",
      c(
        "{length(failed)} of {nrow(result)} answer{?s} {?is/are} {.val {NA}}: the request failed.",
        x = "{first_few(reasons)}",
        i = "See column {.field reason}. Call again to ask them again."
      ),
      rows = failed, reasons = reasons
    )
  }
}
