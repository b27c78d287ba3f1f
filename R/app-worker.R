# The R process in which a session of the app computes, so that the page responds meanwhile, and work can be stopped.
# A worker is an environment: `process`, the `job` that it does (`NULL` if none), and whether it is being stopped.

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
  worker$process$call(run, list(job$what, job$args, worker$folder, options()[intersect(own, names(options()))]))
  job$since <- Sys.time()
  worker$job <- job
  TRUE
}

# Returns the job that was finished since, with its `result`, or `ended` if the process did not survive it or was
# stopped; else NULL.
finished_job <- function(worker) {
  process <- worker$process
  if (!is.null(worker$stopping) && difftime(Sys.time(), worker$stopping, units = "secs") > 2) process$kill()
  if (!process$is_alive()) {
    job <- worker$job
    close_worker(worker)
    start_worker(worker)
    return(c(job, list(ended = TRUE)))
  }
  if (process$poll_process(0) != "ready") {
    return(NULL)
  }
  message <- process$read()
  if (is.null(message) || !message$code %in% c(200, 500, 501)) {
    return(NULL)
  }
  job <- worker$job
  if (!is.null(worker$stopping)) absorb_signal(worker)
  worker$job <- worker$stopping <- NULL
  # callr wraps the error of the function.
  error <- message$error
  if (!is.null(error)) job$result <- list(error = app_words(error$parent %||% error))
  if (is.null(error)) job$result <- message$result
  job
}

# A signal to stop that came after its job would end the next one: it ends this one, which does nothing.
absorb_signal <- function(worker) {
  worker$process$call(function() NULL)
  worker$process$poll_process(2000)
  if (is.null(worker$process$read())) worker$process$kill()
}

# A computation stops where R looks for interrupts; after two seconds the process is ended.
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
