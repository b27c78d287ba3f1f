# All files written by accord. A new file is written in the same folder, synchronized to disk, and renamed when it is
# complete: a full disk, an error or a kill leaves the old file unchanged. Several files are renamed when all are
# complete.

# `contents`: a list of lines (in UTF-8) or bytes for each of `files`.
write_files <- function(contents, files, overwrite) {
  targets <- vapply(files, output_target, "", USE.NAMES = FALSE)
  # This is checked again, since a long computation may have passed.
  for (i in seq_along(files)) check_target(files[i], targets[i])
  parts <- vapply(targets, function(target) tempfile("accord-", dirname(target), ".part"), "", USE.NAMES = FALSE)
  on.exit(unlink(parts))
  for (i in seq_along(files)) {
    content <- contents[[i]]
    if (is.character(content)) content <- enc2utf8(content)
    fault <- call_core(write_new_file(parts[i], content, targets[i]))
    if (length(fault)) abort_write_fault(files[i], fault, file.exists(files), overwrite)
  }
  for (i in seq_along(files)) {
    fault <- rename_part(parts[i], targets[i], overwrite)
    if (length(fault) == 0) next
    if (fault[1] == "exists") abort_file_exists(files[i])
    done <- files[seq_len(i - 1)]
    abort_write(
      files[i], fault[1], fault[2],
      kept = if (length(done)) paste("Written already:", paste(done, collapse = ", ")),
      done = done
    )
  }
  invisible(files)
}

abort_write_fault <- function(file, fault, there, overwrite) {
  if (fault[1] == "missing") abort_missing_folder(dirname(file))
  kept <- if (any(there) && overwrite) "What was there is as it was."
  abort_write(file, fault[1], fault[2], kept = kept)
}

# Returns nothing on success, otherwise the kind of fault and the message of the system.
rename_part <- function(part, target, overwrite) {
  if (.Platform$OS.type != "windows") {
    return(call_core(rename_new_file(part, target, overwrite)))
  }
  if (!overwrite && file.exists(target)) {
    return(c("exists", ""))
  }
  said <- "another program may have it open"
  done <- withCallingHandlers(file.rename(part, target), warning = function(cnd) {
    said <<- conditionMessage(cnd)
    invokeRestart("muffleWarning")
  })
  if (!done) c("other", said)
}

# Writes an internal file, such as one extracted from an archive.
write_own_file <- function(content, path) {
  fault <- call_core(write_new_file(path, content, ""))
  if (length(fault)) abort_write(path, fault[1], fault[2])
}
