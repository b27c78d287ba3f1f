# Files for tests of the readers.

# A new folder with these files, named by their paths in it; each file is given by its lines,
# or by its bytes.
folder_with <- function(...) {
  folder <- tempfile("readers")
  files <- list(...)
  dir.create(folder)
  for (name in names(files)) {
    path <- file.path(folder, name)
    dir.create(dirname(path), showWarnings = FALSE, recursive = TRUE)
    content <- files[[name]]
    if (is.raw(content)) writeBin(content, path) else writeLines(enc2utf8(content), path, useBytes = TRUE)
  }
  folder
}

# A batch of MTurk results, one row per worker.
batch_lines <- function(worker, answer, column = "Answer.label", status = "Approved", prefix = "A") {
  c(
    paste0("HITId,AssignmentId,WorkerId,AssignmentStatus,Input.text,", column),
    sprintf("H1,%s%d,%s,%s,t1,%s", prefix, seq_along(worker), worker, status, answer)
  )
}

# Text as bytes, to write encodings and line ends as they are.
bytes_of <- function(...) {
  charToRaw(paste0(...))
}

# A folder that is removed at the end of the test.
own_folder <- function(env = parent.frame()) {
  folder <- tempfile("write")
  dir.create(folder)
  do.call(on.exit, list(substitute(unlink(f, recursive = TRUE), list(f = folder)), add = TRUE), envir = env)
  folder
}

# A file system of some kilobytes, in memory; unmounted at the end of the test.
small_disk <- function(kilobytes, options = "", env = parent.frame()) {
  skip_on_os(c("windows", "mac", "solaris"))
  folder <- tempfile("disk")
  dir.create(folder)
  command <- c("-t", "tmpfs", "-o", sprintf("size=%dk%s", kilobytes, options), "tmpfs", folder)
  mount <- function() suppressWarnings(system2("mount", command, stdout = FALSE, stderr = FALSE))
  mounted <- tryCatch(mount(), error = function(cnd) 1)
  if (mounted != 0) skip("no file system can be mounted")
  do.call(on.exit, list(substitute(system2("umount", f), list(f = folder)), add = TRUE), envir = env)
  folder
}
