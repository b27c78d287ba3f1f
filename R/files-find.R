# Finds the files to read from the paths given by the user. A file keeps the path by which it was found, which
# distinguishes files of the same name in different folders.

# `path`: any number of files, folders and globs. `extensions`: those that are read. `own`: a format by whose
# beginning a file that is named is recognised, so that it may have any extension.
find_files <- function(path, extensions, own = NULL) {
  check_given(path, "path")
  if (!is.character(path) || length(path) == 0 || anyNA(path)) {
    abort_accord(
      "argument",
      c(
        "{.arg path} must name files, folders, or globs such as {.val results/*.csv}.",
        x = "It is {.obj_type_friendly {path}}."
      ),
      argument = "path",
      value = path
    )
  }
  kind <- path_kind(path)
  check_files_there(path[kind == "missing"])
  files <- Map(function(one, kind) files_of(one, kind, extensions), path, kind)
  none <- lengths(files) == 0
  check_globs_match(path[none & kind == "glob"], extensions)
  check_folders_hold_tables(path[none & kind == "folder"], extensions)
  files <- unlist(files, use.names = FALSE)
  other <- files[!has_extension(files, extensions)]
  check_extensions(if (is.null(own)) other else other[!formats_of(other) %in% own], extensions)
  check_readable(files)
  # A file that was found twice is read once.
  files[!duplicated(normalizePath(files))]
}

path_kind <- function(path) {
  kind <- ifelse(grepl("[*?[]", path), "glob", "missing")
  kind[file.exists(path)] <- "file"
  kind[dir.exists(path)] <- "folder"
  kind
}

# Files in folders and globs are selected by their extension.
files_of <- function(path, kind, extensions) {
  if (kind == "file") {
    return(path)
  }
  found <- if (kind == "folder") folder_files(path) else glob_files(path)
  found <- found[has_extension(found, extensions)]
  # Excel creates such a file beside an open workbook.
  found <- found[!startsWith(basename(found), "~$")]
  # Files are sorted independently of the locale. Their names are returned without a declared encoding, since in some
  # locales a file cannot be opened by a name that has one.
  found[order(as_utf8(found), method = "radix")]
}

# Returns the paths with a folder that has no such file replaced by the folders in it that have some. Names are kept.
with_inner_folders <- function(path, extension) {
  if (!is.character(path)) {
    return(path)
  }
  has_some <- function(folder) any(has_extension(folder_files(folder), extension))
  inner <- lapply(path, function(one) {
    below <- if (dir.exists(one) && !has_some(one)) list.dirs(one, recursive = FALSE)
    below <- Filter(has_some, below)
    if (length(below)) below else one
  })
  rlang::set_names(unlist(inner), if (!is.null(names(path))) rep(names(path), lengths(inner)))
}

folder_files <- function(path) {
  names <- list.files(path)
  files <- file.path(sub("/+$", "", path), names)
  files[!dir.exists(files)]
}

# A glob that matches folders stands for the files in them.
glob_files <- function(path) {
  found <- Sys.glob(path)
  folder <- dir.exists(found)
  c(found[!folder], unlist(lapply(found[folder], folder_files)))
}

# basename() fails for a name that is invalid in the encoding of the session, which may occur in archives.
last_name <- function(path) {
  sub("^.*/", "", if (.Platform$OS.type == "windows") chartr("\\", "/", path) else path)
}

file_extension <- function(path) {
  name <- last_name(path)
  ifelse(grepl(".", name, fixed = TRUE), tolower(sub(".*[.]", "", name)), "")
}

has_extension <- function(path, extensions) {
  file_extension(path) %in% extensions
}

check_files_there <- function(missing) {
  if (length(missing) == 0) {
    return(invisible())
  }
  near <- vapply(missing, nearest_file, "", USE.NAMES = FALSE)
  hints <- unique(near[!is.na(near)])
  folders <- unique(dirname(missing))
  no_folder <- folders[!dir.exists(folders)]
  link <- Sys.readlink(missing)
  n_links <- sum(!is.na(link) & nzchar(link))
  abort_accord(
    "missing_file",
    c(
      "{.arg path} must name existing files.",
      x = "{length(missing)} file{?s} {?does/do} not exist: {.file {first_few(missing)}}.",
      i = if (n_links) "{n_links} of them {?is a broken link/are broken links}.",
      i = if (length(hints)) "Did you mean {.file {first_few(hints)}}?",
      i = if (length(no_folder)) {
        "{length(no_folder)} folder{?s} {?does/do} not exist either: {.file {first_few(no_folder)}}."
      }
    ),
    path = missing,
    nearest = near
  )
}

nearest_file <- function(path) {
  near <- nearest(basename(path), setdiff(list.files(dirname(path)), basename(path)))
  if (length(near) == 0) {
    NA_character_
  } else if (dirname(path) == ".") {
    near
  } else {
    file.path(dirname(path), near)
  }
}

check_globs_match <- function(globs, extensions) {
  if (length(globs) == 0) {
    return(invisible())
  }
  others <- unique(basename(unlist(lapply(globs, glob_files))))
  abort_accord(
    "no_match",
    c(
      "A glob must match at least one file of type {.or {.val {extensions}}}.",
      x = "{length(globs)} glob{?s} {?matches/match} none: {.file {first_few(globs)}}.",
      i = if (length(others)) {
        "{length(others)} other file{?s} {?matches/match}: {.file {first_few(others)}}."
      } else {
        "Check the folder: the working directory is {.file {getwd()}}."
      },
      i = format_hint(unlist(lapply(globs, glob_files)))
    ),
    path = globs
  )
}

check_folders_hold_tables <- function(folders, extensions) {
  if (length(folders) == 0) {
    return(invisible())
  }
  below <- unlist(lapply(folders, list.dirs, recursive = FALSE))
  inside <- unlist(lapply(below, folder_files))
  inside <- inside[has_extension(inside %||% character(), extensions)]
  deeper <- if (length(inside)) {
    file.path(dirname(dirname(inside[1])), "*", paste0("*.", sub(".*[.]", "", basename(inside[1]))))
  }
  abort_accord(
    "no_tables",
    c(
      "A folder must contain at least one file of type {.or {.val {extensions}}}.",
      x = "{length(folders)} folder{?s} {?contains/contain} none: {.file {first_few(folders)}}.",
      i = if (length(deeper)) "Folders inside are not searched. A glob does: {.val {deeper}}.",
      i = format_hint(unlist(lapply(folders, folder_files))) %||% json_hint(unlist(lapply(folders, folder_files))),
      i = rename_hint(unlist(lapply(folders, folder_files)), extensions)
    ),
    path = folders
  )
}

# Files of JSON that no tool is known by.
json_hint <- function(files) {
  if (any(has_extension(files %||% character(), c("json", "jsonl")))) {
    "Files of JSON are read by {.fn read_annotators}, or the reader of the tool that wrote them."
  }
}

# Stops at broken links and files without read permission.
check_readable <- function(files) {
  gone <- !file.exists(files)
  bad <- files[gone | file.access(files, 4) != 0]
  if (length(bad)) {
    gone <- files[gone]
    abort_accord(
      "unreadable_file",
      c(
        "Files must be readable.",
        x = "{length(bad)} file{?s} {?is/are} not: {.file {first_few(bad)}}.",
        i = if (length(gone)) "{length(gone)} of them {?is a link/are links} that lead{?s/} nowhere.",
        i = "Repair or remove {cli::qty(length(bad))}{?it/them}, or name the files to read."
      ),
      path = bad
    )
  }
}

check_extensions <- function(other, extensions) {
  if (length(other)) {
    hint <- format_hint(other) %||% stream_hint(other)
    abort_accord(
      "extension",
      c(
        "A file must be of type {.or {.val {extensions}}}.",
        x = "{length(other)} file{?s} {?is/are} of another type: {.file {first_few(other)}}.",
        i = hint,
        i = rename_hint(other, extensions),
        i = if (!any(grepl("`", hint)) && any(file_extension(other) != "")) {
          "Save {cli::qty(length(other))}{?it/them} as {extensions[1]}, if
           {cli::qty(length(other))}{?it contains/they contain} such data."
        }
      ),
      path = other
    )
  }
}

# Files with an object of json in each line, which no reader takes.
stream_hint <- function(files) {
  lines <- files[grepl("[.](jsonl|ndjson)$", files, ignore.case = TRUE)]
  if (length(lines) < length(files) || length(lines) == 0) return(NULL)
  name <- encodeString(last_name(lines[1]), quote = "\"")
  code <- sprintf("jsonlite::stream_in(file(%s))", name)
  as_written(cli::format_inline("Read it into a data frame by {.code {code}}; see {.code ?read_}."))
}

# Returns a hint if no file has an extension; otherwise NULL.
rename_hint <- function(files, extensions) {
  if (length(files) && all(file_extension(files) == "")) {
    name <- as_written(paste0(files[1], ".", extensions[1]))
    paste0("A name without an extension does not say what is in the file: rename it, as in {.file ", name, "}.")
  }
}

# Returns a list: `files`, and the `annotator` of each, which is the name of the element of `path` by which it was found
# or, without a name, the value of `annotator_of`.
files_of_annotators <- function(path, extensions, annotator_of, own = NULL) {
  check_given(path, "path")
  given <- names(path) %||% character(length(path))
  files <- find_files(unname(path), extensions, own)
  annotator <- annotator_of(files)
  named <- character(length(files))
  for (i in which(given != "")) {
    own <- normalizePath(files) %in% normalizePath(find_files(path[[i]], extensions, own))
    check_one_annotator(files[own & !named %in% c("", given[i])], c(named[own], given[i]))
    named[own] <- given[i]
  }
  list(files = files, annotator = ifelse(named == "", annotator, named))
}

# A file found under two names would be assigned to the second one only.
check_one_annotator <- function(files, names) {
  if (length(files)) {
    names <- setdiff(names, "")
    abort_accord(
      "duplicate_annotator",
      c(
        "A file must be of one annotator.",
        x = "{length(files)} file{?s} {?is/are} there under several names: {.file {first_few(files)}}.",
        i = "The names are {.val {first_few(names)}}."
      ),
      annotator = names, path = files
    )
  }
}

# `variables`: where a file may hold documents of several annotators, as of BORIS, the variables that may say who.
check_documents_once <- function(document, annotator, file, variables = NULL) {
  twice <- duplicated(cbind(document, annotator))
  if (any(twice)) {
    key <- paste(annotator, document, sep = "\r")
    those <- unique(file[key %in% key[twice]])
    abort_accord(
      "duplicate_document",
      c(
        "An annotator may have a document once.",
        x = "{sum(twice)} document{?s} {?occurs/occur} again: {.val {first_few(document[twice])}}.",
        x = "Look at {.file {first_few(those)}}.",
        i = if (length(those) > 1 || is.null(variables)) {
          "Name the elements of {.arg path} to distinguish annotators: {.code c(ann = \"folder\")}."
        },
        i = if (!is.null(variables)) {
          "If the names of observations contain the annotator, use {.code observations = \"{{item}}_{{annotator}}\"}."
        },
        i = if (length(variables)) {
          "If an independent variable does, name it in {.arg annotator}: {.val {first_few(variables)}}."
        }
      ),
      document = document[twice],
      path = those
    )
  }
}
