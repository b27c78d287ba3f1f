# Where a file may be written: its ending, its folder, and what has its name already.

# The ending of `file`, one of `extensions`.
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

# Before anything is computed. Only a write shows whether there is room.
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

# What a path leads to: a link stays, and the file that it names is written.
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

# `target`: what `file` leads to.
check_target <- function(file, target) {
  kind <- call_core(kind_of_file(target))
  if (kind %in% c("folder", "other")) abort_write(file, if (kind == "folder") "folder" else "device")
  folder <- dirname(target)
  if (!dir.exists(folder)) {
    # As it was typed, unless a link leads elsewhere.
    abort_missing_folder(if (target == file.path(dirname(file), basename(file))) dirname(file) else folder)
  }
  # On Windows R only looks at flags that do not decide it.
  if (.Platform$OS.type == "windows") {
    return(invisible())
  }
  # A file that is protected could be replaced in a folder that is not.
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

# `reason`: a kind of fault as the core names them, or what is in the way. `said`: by the system.
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
