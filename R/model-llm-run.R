# A run of annotate_llm(): what is left to ask of a file, the requests, and the result that the file holds.

# Begins the file or looks what is in it. Gives what is left to ask: a data frame with `row` and `rater`, positions.
resume_file <- function(path, run, work, retry_failed) {
  mend_last_line(path)
  old <- if (file.exists(path) && file.size(path) > 0) look_at_answers(path, run, work)
  answers <- open_answers(path)
  on.exit(answers$close())
  if (is.null(old$state)) answers$write(run)
  for (rater in work$raters[setdiff(names(work$raters), old$raters)]) answers$write(rater$record)
  state <- old$state %||% nothing_asked(work)
  tell_gone(old$gone, path)
  left <- which(if (retry_failed) state != 1L else state == 0L, arr.ind = TRUE)
  left <- data.frame(row = left[, 1], rater = left[, 2])
  left[order(left$row, left$rater), ]
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
