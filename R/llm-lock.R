# Only one process at a time writes a file of answers. The lock is a folder beside the file, which contains the
# process that has it. Renaming a folder is atomic on every file system, and fails if a nonempty folder has the name.

# Takes the lock and returns a function that releases it; stops if another process has it.
lock_answers <- function(path) {
  real <- if (file.exists(path)) normalizePath(path) else file.path(normalizePath(dirname(path)), basename(path))
  lock <- paste0(real, ".lock")
  me <- c(this_process(), list(since = now_text()))
  mine <- new_lock_folder(lock, me, path)
  taken <- suppressWarnings(file.rename(mine, lock))
  if (!taken) {
    unlink(mine, recursive = TRUE)
    taken <- take_over(lock, me)
  }
  if (!taken) abort_locked(path, lock, lock_owner(lock))
  function() {
    # The folder is renamed before it is deleted, since deleting takes several steps, during which another process may
    # create its own.
    gone <- tempfile(paste0(basename(lock), "-"), dirname(lock))
    if (suppressWarnings(file.rename(lock, gone))) unlink(gone, recursive = TRUE)
  }
}

new_lock_folder <- function(lock, me, path) {
  folder <- tempfile(paste0(basename(lock), "-"), dirname(lock))
  if (!dir.create(folder, showWarnings = FALSE)) {
    abort_accord(
      "llm_file",
      c(
        "{.arg file} must be in a writable folder.",
        x = "{.file {dirname(path)}} is not."
      ),
      file = path
    )
  }
  on.exit(if (!file.exists(file.path(folder, "owner"))) unlink(folder, recursive = TRUE))
  write_own_file(json_line(me), file.path(folder, "owner"))
  folder
}

# If the process that has the lock has ended, the lock passes to `me`. The folder `heir` ensures that only one process
# at a time tries this.
take_over <- function(lock, me) {
  if (!has_ended(lock_owner(lock))) {
    return(FALSE)
  }
  heir <- file.path(lock, "heir")
  if (!dir.create(heir, showWarnings = FALSE)) {
    return(FALSE)
  }
  on.exit(unlink(heir, recursive = TRUE))
  if (!has_ended(lock_owner(lock))) {
    return(FALSE)
  }
  write_own_file(json_line(me), file.path(heir, "owner"))
  file.rename(file.path(heir, "owner"), file.path(lock, "owner"))
}

# The process that has the lock, or NULL if the lock is gone or unreadable.
lock_owner <- function(lock) {
  tryCatch(parse_json(lines_there(file.path(lock, "owner"))), error = function(cnd) NULL)
}

# The text of a file, or "" if it does not exist. Warnings are suppressed and not caught, since catching one would
# leave the connection open.
lines_there <- function(path) {
  lines <- tryCatch(suppressWarnings(readLines(path, warn = FALSE)), error = function(cnd) "")
  paste(lines, collapse = "\n")
}

# Whether a process has certainly ended. Processes on another machine, in another container or of another user may be
# invisible, so they count as running.
has_ended <- function(owner, me = this_process()) {
  here <- vapply(c("host", "space", "user"), function(name) identical(owner[[name]], me[[name]]), NA)
  # If the start of this process cannot be found, that of another cannot either.
  if (!all(here) || !is.numeric(owner$pid) || is.na(me$start) || me$start == "") {
    return(FALSE)
  }
  start <- process_start(owner$pid)
  # If the start differs, another process was given the same id.
  !is.na(start) && (start == "" || start != owner$start)
}

this_process <- function() {
  list(
    pid = Sys.getpid(), host = Sys.info()[["nodename"]], user = Sys.info()[["effective_user"]],
    space = Sys.readlink("/proc/self/ns/pid"), start = process_start(Sys.getpid())
  )
}

# The time at which a process started, in the format of the system: "" if it is not running, NA if this is unknown.
process_start <- function(pid) {
  if (dir.exists("/proc/self")) {
    stat <- lines_there(sprintf("/proc/%d/stat", as.integer(pid)))
    # Fields are counted after the name of the program in parentheses, which may contain spaces and parentheses.
    fields <- strsplit(sub(".*[)] ", "", stat), " ", fixed = TRUE)[[1]]
    # A killed process remains as a zombie until its parent has read its exit status.
    return(if (length(fields) < 20 || fields[1] %in% c("Z", "X")) "" else fields[20])
  }
  ask <- if (.Platform$OS.type == "windows") {
    list("tasklist", c("/FO", "CSV", "/NH", "/FI", shQuote(paste("PID eq", pid))))
  } else {
    list("ps", c("-o", "lstart=", "-p", pid))
  }
  # Locale and time zone are fixed, so that the text is the same in every session.
  plain <- if (.Platform$OS.type == "windows") character() else c("LC_ALL=C", "TZ=UTC")
  said <- tryCatch(
    suppressWarnings(system2(ask[[1]], ask[[2]], stdout = TRUE, stderr = FALSE, env = plain)),
    error = function(cnd) NULL
  )
  if (is.null(said)) {
    return(NA_character_)
  }
  if (.Platform$OS.type != "windows") {
    return(trimws(paste(said, collapse = " ")))
  }
  if (any(grepl(paste0("\"", pid, "\""), said, fixed = TRUE))) "running" else ""
}

abort_locked <- function(path, lock, owner) {
  who <- if (is.null(owner$pid)) {
    "another process"
  } else {
    sprintf("process %s on %s, since %s", owner$pid, owner$host, owner$since)
  }
  abort_accord(
    "llm_locked",
    c(
      "One process at a time may write a file of answers.",
      x = "{.file {path}} is being written by {who}.",
      i = "Wait until it has ended, or name another file. If that process no longer runs, delete {.file {lock}}."
    ),
    file = path, lock = lock, pid = owner$pid, host = owner$host
  )
}
