# Unpacks an archive into a temporary folder. Names in the archive are not used as file names, so that no path can lead
# elsewhere; an archive with such a path is refused nevertheless, since no tool exports one.

# `keep`: a function that returns which names in the archive to read. Returns a list: `files` (the unpacked files),
# `name` (in the archive), `shown` (the name in messages).
unpack_zip <- function(path, keep) {
  inside <- tryCatch(
    suppressWarnings(utils::unzip(path, list = TRUE)),
    error = function(cnd) NULL
  )
  if (is.null(inside) || anyNA(inside$Length)) abort_zip(path, "not a zip archive, or a damaged one")
  if (is_locked_zip(path)) abort_zip(path, "protected by a password")
  inside$bytes <- inside$Name
  places <- places_in_zip(path, nrow(inside))
  inside$place <- seq_len(nrow(inside))
  inside$Name <- names_in_zip(inside$Name)
  check_paths_in_zip(path, inside$Name)
  inside <- inside[keep(inside$Name) & !grepl("(^|/)(__MACOSX/|[.])|/$", inside$Name), ]
  inside <- inside[order(inside$Name, method = "radix"), ]
  check_unpacked_size(path, sum(inside$Length), nrow(inside))
  folder <- tempfile("unpacked")
  dir.create(folder)
  files <- file.path(folder, sprintf("%06d.%s", seq_len(nrow(inside)), file_extension(inside$Name)))
  connection <- file(path, "rb")
  on.exit(close(connection))
  for (i in seq_along(files)) {
    abort <- function(reason) abort_zip(path, paste(inside$Name[i], "in it", reason))
    at_once <- if (!is.null(places)) bytes_at_place(connection, places[inside$place[i], ], inside$Length[i])
    write_own_file(at_once %||% bytes_in_zip(path, inside$bytes[i], inside$Length[i], abort), files[i])
  }
  list(files = files, name = inside$Name, shown = file.path(as_utf8(path), inside$Name))
}

# A bit in the flags of the first file, after signature and version, marks an encrypted archive.
is_locked_zip <- function(path) {
  start <- readBin(path, "raw", 7)
  identical(start[1:4], charToRaw("PK\003\004")) && (start[7] & as.raw(1)) == as.raw(1)
}

# Names are UTF-8 or, if they are not valid, in the DOS code page. Some Windows programs use backslashes as separators.
names_in_zip <- function(names) {
  other <- !validUTF8(names)
  names[other] <- iconv(names[other], "CP437", "UTF-8", sub = "byte")
  Encoding(names) <- "UTF-8"
  gsub("\\", "/", names, fixed = TRUE)
}

# Reads at most one byte more than the stated size, so that a wrong size is detected without unpacking everything.
# `abort`: a function that stops with a reason.
bytes_in_zip <- function(path, name, size, abort) {
  connection <- unz(path, name, "rb")
  on.exit(close(connection))
  bytes <- tryCatch(
    suppressWarnings(readBin(connection, "raw", size + 1)),
    error = function(cnd) abort("cannot be unpacked")
  )
  if (length(bytes) != size) abort("is not of the size that it says")
  bytes
}

abort_zip <- function(path, reason) {
  abort_accord(
    "bad_zip",
    c(
      "An archive must be complete.",
      x = "{.file {path}}: {reason}.",
      i = "Export it again, or unpack it and name the folder."
    ),
    path = path
  )
}

check_paths_in_zip <- function(path, names) {
  bad <- names[grepl("(^|[/\\\\])[.][.]([/\\\\]|$)|^[/\\\\]|^[A-Za-z]:", names)]
  if (length(bad)) {
    abort_accord(
      "unsafe_zip",
      c(
        "The paths of an archive must not lead out of it.",
        x = "{length(bad)} path{?s} of {.file {path}} {cli::qty(length(bad))}{?does/do}.",
        x = "{cli::qty(length(bad))}{?It is/They are} {.file {first_few(bad)}}.",
        i = "No annotation tool writes such an archive. Do not unpack it."
      ),
      path = path,
      names = bad
    )
  }
}

# Limits of the unpacked size, in bytes. A project of millions of tokens is far smaller. Annotations in json or tsv are
# usually compressed to between a tenth and a fiftieth, so that a ratio above 200 is suspicious.
MOST_UNPACKED <- 1e9
MOST_UNPACKED_OF_ANY <- 5e7
MOST_PACKED <- 200

check_unpacked_size <- function(path, size, n) {
  usual <- min(MOST_UNPACKED, max(MOST_UNPACKED_OF_ANY, MOST_PACKED * file.size(path)))
  limit <- getOption("accord.unzip_limit", usual)
  check_number(limit, "accord.unzip_limit", above = 0)
  if (size > limit) {
    plain <- format(ceiling(size), scientific = FALSE)
    words <- function(bytes) format(structure(bytes, class = "object_size"), units = "auto", standard = "SI")
    abort_accord(
      "large_zip",
      c(
        "An archive of this size may unpack to {words(limit)}.",
        x = "{.file {path}} holds {n} file{?s} of {words(size)}, and has {words(file.size(path))} itself.",
        i = "If that is right, use {.code options(accord.unzip_limit = {plain})}."
      ),
      path = path,
      size = size,
      limit = limit
    )
  }
}
