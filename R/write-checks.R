# Checks whether a file may be written: its extension, its folder, and an existing file.

# The extension of `file`, one of `extensions`.
output_extension <- function(file, extensions) {
  if (!rlang::is_string(file) || is.na(file)) {
    abort_accord(
      "argument",
      c("{.arg file} must be one path.", x = "It is {.obj_type_friendly {file}}."),
      argument = "file"
    )
  }
  extension <- tolower(sub(".*[.]", "", basename(file)))
  if (!grepl("[.]", basename(file)) || !extension %in% extensions) {
    abort_accord(
      "extension",
      c("{.arg file} must end in {.or {.val {paste0('.', extensions)}}}.", x = "It is {.file {file}}."),
      file = file
    )
  }
  extension
}

# This is checked before anything is computed; whether there is enough disk space is only known on writing.
check_output_files <- function(files, overwrite) {
  check_flag(overwrite, "overwrite")
  for (file in files) check_target(file, output_target(file))
  there <- files[file.exists(files)]
  if (length(there) && !overwrite) abort_file_exists(there)
}

abort_file_exists <- function(files) {
  abort_accord(
    "file_exists",
    c(
      "Files are not overwritten without {.code overwrite = TRUE}.",
      x = "{length(files)} file{?s} already {?exists/exist}: {.file {files}}."
    ),
    files = files
  )
}

# The file to which a path leads: a symbolic link is kept, and its target is written.
output_target <- function(file) {
  target <- path.expand(file)
  for (step in seq_len(40)) {
    link <- Sys.readlink(target)
    if (is.na(link) || link == "") {
      return(file.path(dirname(target), basename(target)))
    }
    target <- if (startsWith(link, "/")) link else file.path(dirname(target), link)
  }
  abort_write(file, "other", "its links lead in a circle")
}

# `target`: the file to which `file` leads.
check_target <- function(file, target) {
  kind <- call_core(kind_of_file(target))
  if (kind %in% c("folder", "other")) abort_write(file, if (kind == "folder") "folder" else "device")
  folder <- dirname(target)
  if (!dir.exists(folder)) {
    # The folder is shown as the user typed it, unless a link leads elsewhere.
    abort_missing_folder(if (target == file.path(dirname(file), basename(file))) dirname(file) else folder)
  }
  # On Windows file.access() only tests attributes, which do not determine write permission.
  if (.Platform$OS.type == "windows") {
    return(invisible())
  }
  # A write-protected file could be replaced if its folder is writable, so it is checked too.
  if (kind == "file" && file.access(target, 2) != 0) abort_write(file, "permission", "the file is protected")
  if (file.access(folder, 2) != 0) abort_write(file, "permission", "the folder is protected")
}

abort_missing_folder <- function(folder) {
  abort_accord(
    "missing_folder",
    c("The folder of {.arg file} must exist.", x = "There is no {.file {folder}}."),
    folder = folder
  )
}

# `reason`: a kind of fault as named by the core, or the kind of object at that path. `said`: the message of the
# system.
abort_write <- function(file, reason, said = NULL, ..., kept = NULL) {
  found <- switch(reason,
    folder = "{.file {file}} is a folder.",
    device = "{.file {file}} is no ordinary file, but a device, a pipe or a socket.",
    room = "There is no room for {.file {file}} on the disk or in the quota ({said}).",
    permission = "There is no permission to write {.file {file}} ({said}).",
    read_only = "{.file {file}} is on a file system that cannot be written ({said}).",
    "{.file {file}} cannot be written ({said})."
  )
  advice <- switch(reason,
    room = "Make room, or name a file on another disk.",
    permission = "Name a file in a folder of your own, or change the permissions of file and folder.",
    "Name another file."
  )
  abort_accord(
    "write",
    c("A file must be written whole.", x = found, i = if (!is.null(kept)) "{kept}", i = advice),
    file = file, reason = reason, ...
  )
}
