# One process at a time writes a file of answers: a folder beside the file says which. A folder that holds
# something takes its name in one step or not at all, on any file system, and whoever finds it there can read
# whose it is.

# Gives a function that takes the lock away; stops where another process has it.
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
    # Under another name first: while it is taken apart another process may make its own.
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

# The lock of a process that has ended becomes that of `me`. Only one process at a time looks whether it may.
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

# NULL where the lock is gone, or says nothing.
lock_owner <- function(lock) {
  tryCatch(parse_json(lines_there(file.path(lock, "owner"))), error = function(cnd) NULL)
}

# "" for a file that is gone. A warning that is caught on its way would leave a connection open.
lines_there <- function(path) {
  lines <- tryCatch(suppressWarnings(readLines(path, warn = FALSE)), error = function(cnd) "")
  paste(lines, collapse = "\n")
}

# Processes of another machine, of another container of this one or of another user may be out of sight.
has_ended <- function(owner, me = this_process()) {
  here <- vapply(c("host", "space", "user"), function(name) identical(owner[[name]], me[[name]]), NA)
  # Where nobody says that this process runs, nobody knows whether another does.
  if (!all(here) || !is.numeric(owner$pid) || is.na(me$start) || me$start == "") {
    return(FALSE)
  }
  start <- process_start(owner$pid)
  # Another process may have got the number.
  !is.na(start) && (start == "" || start != owner$start)
}

this_process <- function() {
  list(
    pid = Sys.getpid(), host = Sys.info()[["nodename"]], user = Sys.info()[["effective_user"]],
    space = Sys.readlink("/proc/self/ns/pid"), start = process_start(Sys.getpid())
  )
}

# When a process began, as the system writes it: "" for one that does not run, NA where nobody says.
process_start <- function(pid) {
  if (dir.exists("/proc/self")) {
    stat <- lines_there(sprintf("/proc/%d/stat", as.integer(pid)))
    # After the name of the program, which may hold anything.
    fields <- strsplit(sub(".*[)] ", "", stat), " ", fixed = TRUE)[[1]]
    # A process that was killed stays as a zombie until its parent looks.
    return(if (length(fields) < 20 || fields[1] %in% c("Z", "X")) "" else fields[20])
  }
  ask <- if (.Platform$OS.type == "windows") {
    list("tasklist", c("/FO", "CSV", "/NH", "/FI", shQuote(paste("PID eq", pid))))
  } else {
    list("ps", c("-o", "lstart=", "-p", pid))
  }
  # The same words in every session.
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
