# The R process in which a session of the app computes, so that the page responds meanwhile, and work can be stopped.
# A worker is an environment: `process`, the `job` that it does (`NULL` if none), and since when it is `stopping`. A
# process that was stopped is free again when it has also slept once, see absorb_signal().

# The seconds in which a process must react to a signal, or else it is replaced.
STOP_SECONDS <- 2

app_worker <- function(folder) {
  worker <- new.env(parent = emptyenv())
  worker$folder <- folder
  start_worker(worker)
  worker
}

start_worker <- function(worker) {
  worker$process <- callr::r_session$new(wait = FALSE)
  worker$job <- worker$stopping <- NULL
}

# Begins a job if the process is free: a list of `what`, the name of a function of app-run.R, `args`, and fields of the
# caller. Returns whether it was begun.
begin_job <- function(worker, job) {
  if (!is.null(worker$job) || worker$process$get_state() != "idle") {
    return(FALSE)
  }
  run <- function(what, args, folder, options) {
    base::options(options)
    setwd(folder)
    # The first line of the script.
    eval(parse(text = "library(accord)"), globalenv())
    do.call(getNamespace("accord")[[what]], args)
  }
  environment(run) <- globalenv()
  own <- c("accord.threads", "accord.ci", "accord.strict", "accord.unzip_limit")
  args <- list(job$what, job$args, worker$folder, options()[intersect(own, names(options()))])
  # A process may have ended since it was looked at, which is seen next.
  begun <- tryCatch(is.null(worker$process$call(run, args)) || TRUE, error = function(cnd) FALSE)
  if (!begun) return(FALSE)
  job$since <- Sys.time()
  worker$job <- job
  TRUE
}

# Returns the job that was finished since, with its `result`; or `ended` if the process did not survive it, with whether
# it was `stopped`, in which case the end was wanted; else NULL.
finished_job <- function(worker) {
  process <- worker$process
  seconds <- if (!is.null(worker$stopping)) difftime(Sys.time(), worker$stopping, units = "secs")
  if (!is.null(seconds) && seconds > STOP_SECONDS) process$kill()
  job <- worker$job
  message <- if (process$is_alive() && process$poll_process(0) == "ready") process$read()
  # From 500 on, messages say that the process ended while it was asked.
  if (!process$is_alive() || isTRUE(message$code >= 500)) {
    stopped <- !is.null(worker$stopping)
    close_worker(worker)
    start_worker(worker)
    return(c(job, list(ended = TRUE, stopped = stopped)))
  }
  # Other messages than this one tell of the process, not of a job.
  if (is.null(message) || message$code != 200) {
    return(NULL)
  }
  worker$job <- NULL
  if (is.null(job)) {
    worker$stopping <- NULL
    return(NULL)
  }
  if (!is.null(worker$stopping)) absorb_signal(worker)
  # callr wraps the error of the function.
  error <- message$error$parent %||% message$error
  job$result <- if (is.null(error)) message$result else list(error = app_words(error))
  job
}

# A signal to stop that came after its job would end the next one: it ends this one, which sleeps for a moment, since R
# looks for interrupts while it sleeps. The page does not wait for it.
absorb_signal <- function(worker) {
  worker$stopping <- Sys.time()
  tryCatch(worker$process$call(function() Sys.sleep(0.02)), error = function(cnd) worker$process$kill())
}

# A computation stops where R looks for interrupts; otherwise the process is ended.
stop_job <- function(worker) {
  if (is.null(worker$job) || !is.null(worker$stopping)) {
    return(invisible())
  }
  worker$stopping <- Sys.time()
  worker$process$interrupt()
}

close_worker <- function(worker) {
  worker$process$kill()
  worker$process$close(grace = 0)
}
