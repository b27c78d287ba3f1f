# The lock that decides which process may write a file of answers. Concurrent runs of annotate_llm() are in test-llm.R.
skip_if_not_installed("jsonlite")

lock_of <- function(path) paste0(normalizePath(path, mustWork = FALSE), ".lock")

# Writes a lock as a process would have left it; `...` replaces properties of this process.
leave_lock <- function(path, ...) {
  dir.create(lock_of(path))
  owner <- utils::modifyList(c(this_process(), list(since = "2026-01-01T00:00:00Z")), list(...))
  writeLines(json_line(owner), file.path(lock_of(path), "owner"))
}

# The number of a process that has ended.
ended_pid <- function() as.integer(system("sh -c 'echo $$'", intern = TRUE))

answers_path <- function(env = parent.frame()) file.path(own_tempdir(env), "answers.jsonl")

test_that("a file has one writer, whatever it is called", {
  path <- answers_path()
  unlock <- lock_answers(path)
  expect_fault(lock_answers(path), "llm_locked", "since .*delete .*answers.jsonl.lock", pid = Sys.getpid())
  other_name <- file.path(dirname(path), ".", basename(path))
  expect_fault(lock_answers(other_name), "llm_locked", host = Sys.info()[["nodename"]])
  unlock()
  expect_identical(list.files(dirname(path)), character())
  skip_on_os("windows")
  file.create(path)
  file.symlink(path, paste0(path, "-link"))
  unlock <- lock_answers(paste0(path, "-link"))
  expect_fault(lock_answers(path), "llm_locked")
  unlock()
  expect_no_error(lock_answers(path)())
})

test_that("the lock of a process that has ended does not count, that of another machine does", {
  skip_on_os("windows")
  path <- answers_path()
  leave_lock(path, pid = ended_pid())
  unlock <- lock_answers(path)
  expect_identical(lock_owner(lock_of(path))$pid, Sys.getpid())
  expect_fault(lock_answers(path), "llm_locked", pid = Sys.getpid())
  unlock()
  expect_identical(list.files(dirname(path)), character())

  # The process id has since been given to another process.
  leave_lock(path, start = "1")
  lock_answers(path)()

  for (elsewhere in list(list(host = "elsewhere"), list(space = "pid:[1]"), list(user = "somebody"))) {
    do.call(leave_lock, c(path, pid = ended_pid(), elsewhere))
    expect_fault(lock_answers(path), "llm_locked", "If that process no longer runs, delete")
    unlink(lock_of(path), recursive = TRUE)
  }
})

test_that("a lock is left where the system does not say which processes run", {
  # Without `ps`, or with one that lacks these options, one cannot find out whether even this process runs.
  me <- this_process()
  other <- utils::modifyList(me, list(pid = ended_pid(), start = "1"))
  expect_true(has_ended(other, me))
  for (start in c("", NA)) expect_false(has_ended(other, utils::modifyList(me, list(start = start))))
})

test_that("a lock that says nothing is one", {
  path <- answers_path()
  for (text in list(character(), "{", "{}", "[]", "{\"pid\": \"x\"}")) {
    dir.create(lock_of(path))
    writeLines(text, file.path(lock_of(path), "owner"))
    expect_fault(lock_answers(path), "llm_locked")
    unlink(lock_of(path), recursive = TRUE)
  }
  # Another process is about to take it over.
  leave_lock(path, pid = ended_pid())
  dir.create(file.path(lock_of(path), "heir"))
  expect_fault(lock_answers(path), "llm_locked")
})

test_that("a folder in which nothing can be made is an error", {
  skip_on_os(c("windows", "mac"))
  expect_fault(lock_answers(file.path("/proc", "answers.jsonl")), "llm_file", "/proc.* is not")
})

test_that("of processes that want a file at one time one gets it, also where a lock was left", {
  skip_if_quick()
  skip_if_not_installed("callr")
  skip_on_os("windows")
  path <- answers_path()
  go <- paste0(path, ".go")
  log <- paste0(path, ".log")
  compete <- function(path, go, log, times) {
    lock_answers <- getFromNamespace("lock_answers", "accord")
    this_process <- getFromNamespace("this_process", "accord")
    while (!file.exists(go)) Sys.sleep(0.001)
    won <- 0
    for (i in seq_len(times)) {
      unlock <- tryCatch(lock_answers(path), accord_error_llm_locked = function(cnd) NULL)
      if (is.null(unlock)) next
      won <- won + 1
      cat("in\n", file = log, append = TRUE)
      Sys.sleep(0.002)
      cat("out\n", file = log, append = TRUE)
      # Sometimes the owner is made to look like a killed process.
      if (i %% 3 == 0) {
        owner <- file.path(paste0(path, ".lock"), "owner")
        writeLines(sub("\"start\":\"[0-9]*\"", "\"start\":\"1\"", readLines(owner)), owner)
      } else {
        unlock()
      }
    }
    won
  }
  leave_lock(path, pid = ended_pid())
  times <- test_size(15, 1000)
  processes <- lapply(1:3, function(i) callr::r_bg(compete, list(path, go, log, times)))
  Sys.sleep(1)
  file.create(go)
  won <- vapply(processes, function(process) {
    process$wait(120000)
    process$get_result()
  }, 0)
  expect_gt(sum(won), test_size(5, 10))
  expect_identical(readLines(log), rep(c("in", "out"), sum(won)))
})
