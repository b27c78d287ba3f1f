# Several concurrent requests, with each answer passed on when it arrives. Retries, pauses and the rate are handled
# here, because ellmer's functions for many prompts return all answers at the end, and none if one of them is invalid
# JSON.

# Sends requests for jobs 1 to `n`. `ask(job)` returns a promise. `take(job, value, tries)` returns NULL, or a text
# that says why the answer is not valid. `reject(job, reason, tries)` records a rejected answer and returns NULL, or
# the error with which to stop. `fail(job, reason, tries)` records a final failure. `explain(error)` describes an
# error in words.
run_queue <- function(n, ask, take, reject, fail, explain, limits) {
  queue <- new_queue(n, limits)
  on.exit(queue$closed <- TRUE)
  # An error in a callback would be lost in a promise, so it is stored, and signalled after the loop.
  queue$safely <- function(code) {
    if (!queue$closed) tryCatch(code, error = function(cnd) queue$stop <- cnd)
  }
  queue$work <- list(ask = ask, take = take, reject = reject, fail = fail, explain = explain)
  while (queue$done < n && is.null(queue$stop)) {
    start_requests(queue)
    give_up_late(queue)
    later::run_now(waiting_time(queue))
    # The event loop of httr2 only waits for the connections that were open when it began to wait. While one of them
    # hangs, it notices neither new connections nor timeouts, so curl is polled here.
    curl::multi_run(timeout = 0)
  }
  if (inherits(queue$stop, "accord_llm_stop")) finish_running(queue)
  if (!is.null(queue$stop)) rlang::cnd_signal(queue$stop)
}

# Requests that are under way when a run stops are charged as well, so their answers are awaited and kept.
finish_running <- function(queue) {
  until <- clock() + queue$limits$last_wait
  while (nrow(queue$running) && clock() < until) {
    later::run_now(0.05)
    curl::multi_run(timeout = 0)
  }
}

new_queue <- function(n, limits) {
  queue <- new.env(parent = emptyenv())
  queue$n <- n
  queue$limits <- limits
  queue$tries <- integer(n)
  queue$settled <- logical(n)
  queue$done <- 0L
  queue$fresh <- 1L # the next job that has never been sent
  queue$again <- data.frame(job = integer(), due = double())
  queue$running <- data.frame(job = integer(), try = integer(), deadline = double())
  queue$not_before <- 0
  queue$failed_in_a_row <- 0L
  queue$stop <- NULL
  queue$closed <- FALSE
  queue
}

clock <- function() as.double(Sys.time())

start_requests <- function(queue) {
  while (is.null(queue$stop) && nrow(queue$running) < queue$limits$max_active && clock() >= queue$not_before) {
    job <- next_job(queue)
    if (is.null(job)) break
    # The job may have been answered meanwhile by a request that had timed out.
    if (!queue$settled[job]) start_request(queue, job)
  }
}

next_job <- function(queue) {
  due <- which(queue$again$due <= clock())
  if (length(due)) {
    job <- queue$again$job[due[1]]
    queue$again <- queue$again[-due[1], ]
    return(job)
  }
  if (queue$fresh > queue$n) {
    return(NULL)
  }
  queue$fresh <- queue$fresh + 1L
  queue$fresh - 1L
}

start_request <- function(queue, job) {
  queue$tries[job] <- queue$tries[job] + 1L
  try <- queue$tries[job]
  now <- clock()
  queue$not_before <- max(queue$not_before, now + 60 / queue$limits$rpm)
  queue$running[nrow(queue$running) + 1, ] <- list(job, try, now + 1.1 * queue$limits$timeout + 1)
  promise <- tryCatch(queue$work$ask(job), error = identity)
  if (inherits(promise, "error")) {
    return(on_error(queue, job, try, promise))
  }
  promises::then(
    promise,
    function(value) queue$safely(on_answer(queue, job, try, value)),
    function(cnd) queue$safely(on_error(queue, job, try, cnd))
  )
  invisible()
}

# Fails requests that have passed their deadline, whatever the reason. If the connection is slow, curl reports the
# timeout first.
give_up_late <- function(queue) {
  for (i in which(queue$running$deadline < clock())) {
    late <- queue$running[i, ]
    queue$safely(on_error(queue, late$job, late$try, simpleError("no answer in time")))
  }
}

waiting_time <- function(queue) {
  now <- clock()
  next_event <- c(
    queue$running$deadline, queue$again$due, if (queue$not_before > now) queue$not_before, now + 0.05
  )
  max(0.002, min(next_event) - now)
}

not_running <- function(queue, job, try) {
  queue$running <- queue$running[!(queue$running$job == job & queue$running$try == try), ]
}

on_answer <- function(queue, job, try, value) {
  not_running(queue, job, try)
  if (queue$settled[job]) {
    return(invisible())
  }
  wrong <- queue$work$take(job, value, queue$tries[job])
  if (is.null(wrong)) {
    queue$failed_in_a_row <- 0L
    settle_job(queue, job)
  } else {
    reject_answer(queue, job, wrong)
    try_again(queue, job, list(reason = wrong))
  }
}

reject_answer <- function(queue, job, reason) {
  stop <- queue$work$reject(job, reason, queue$tries[job])
  if (!is.null(stop) && is.null(queue$stop)) queue$stop <- stop
}

on_error <- function(queue, job, try, cnd) {
  known <- any(queue$running$job == job & queue$running$try == try)
  not_running(queue, job, try)
  # A request that has timed out was already counted as failed.
  if (queue$settled[job] || !known) {
    return(invisible())
  }
  problem <- queue$work$explain(cnd)
  reject_answer(queue, job, problem$reason)
  if (problem$kind == "stop") {
    stop_queue(queue, problem$reason)
  } else if (!is.null(problem$wait) && problem$wait > queue$limits$patience) {
    stop_queue(queue, paste0("The server asks to wait ", round(problem$wait), " s: ", problem$reason))
  } else if (problem$kind == "row") {
    fail_job(queue, job, problem$reason)
  } else {
    # After a response that asks to wait, no other request is sent meanwhile.
    if (!is.null(problem$wait)) queue$not_before <- max(queue$not_before, clock() + problem$wait)
    try_again(queue, job, problem)
  }
}

try_again <- function(queue, job, problem) {
  # After a timeout another request for the same job may be under way.
  if (job %in% c(queue$running$job, queue$again$job)) {
    return(invisible())
  }
  tries <- queue$tries[job]
  if (tries >= queue$limits$tries) {
    return(fail_job(queue, job, problem$reason))
  }
  # Pauses differ between jobs, so that jobs that failed together are not sent again together. They use no random
  # numbers, which would change the user's seed.
  spread <- 0.5 + (job %% 8) / 14
  pause <- problem$wait %||% (spread * min(queue$limits$pause * 2^(tries - 1), 60))
  queue$again[nrow(queue$again) + 1, ] <- list(job, clock() + pause)
}

fail_job <- function(queue, job, reason) {
  queue$work$fail(job, reason, queue$tries[job])
  settle_job(queue, job)
  queue$failed_in_a_row <- queue$failed_in_a_row + 1L
  most <- max(10L, 2L * queue$limits$max_active)
  if (queue$failed_in_a_row >= most) {
    stop_queue(queue, paste0(most, " rows failed one after the other, the last with: ", reason))
  }
}

settle_job <- function(queue, job) {
  queue$settled[job] <- TRUE
  queue$done <- queue$done + 1L
}

stop_queue <- function(queue, reason) {
  # If several errors occur, the first is reported.
  if (is.null(queue$stop)) queue$stop <- rlang::error_cnd("accord_llm_stop", message = reason)
}

# ---- A single request: the prompt and image of a row for one rater, and its cost ----

# Returns a promise of the answer. Tokens are counted as soon as the chat has a turn, also for an invalid answer.
ask_row <- function(work, row, rater, options, spent, job) {
  chat <- work$raters[[rater]]$chat$clone()
  text <- render_prompt(work$template, work$data, row, work$fields, options)
  image <- work$images$values[row]
  contents <- list(text)
  if (!is.null(image) && !is.na(image)) contents <- c(contents, list(image_content(image)))
  type <- ellmer_type(work$fields, work$about, options)
  promise <- chat$chat_structured_async(!!!contents, type = type, echo = "none", convert = FALSE)
  before <- length(chat$get_turns())
  promises::finally(promise, function() {
    # If no answer arrived, the last turn is one of the examples.
    if (length(chat$get_turns()) == before) return()
    add_spending(spent, job, chat$last_turn())
    spent$raw[job] <- raw_answer(chat$last_turn())
  })
}

# The text of an answer as the model returned it, valid or not; NA if there is none.
raw_answer <- function(turn) {
  text <- lapply(attr(turn, "contents"), function(content) {
    part <- function(name) attr(content, name, exact = TRUE)
    part("string") %||% part("text") %||% if (!is.null(part("data"))) json_line(part("data"))
  })
  text <- unlist(text)
  if (length(text)) paste(text, collapse = "\n") else NA_character_
}

image_content <- function(image) {
  if (is_address(image)) ellmer::content_image_url(image) else ellmer::content_image_file(image, resize = "none")
}

new_spending <- function(n) {
  spent <- new.env(parent = emptyenv())
  spent$input <- spent$output <- double(n)
  spent$cost <- rep(NA_real_, n)
  spent$raw <- rep(NA_character_, n) # the answer of the last try
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
