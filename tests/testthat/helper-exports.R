# Exports of annotation tools.

export_path <- function(...) reference_path("exports", ...)

# A zip of the files of a folder, or of these names in it.
zip_of <- function(folder, names = list.files(folder, recursive = TRUE), name = "export.zip") {
  old <- setwd(folder)
  on.exit(setwd(old))
  utils::zip(name, names, flags = "-qr")
  file.path(folder, name)
}

skip_without_zip <- function() skip_if(Sys.which("zip") == "", "no program zip")

# Returns the same archive with a name replaced by another one of the same length, such as only a malicious program
# would write.
rename_in_zip <- function(path, from, to) {
  stopifnot(nchar(from, "bytes") == nchar(to, "bytes"))
  bytes <- readBin(path, "raw", file.size(path))
  at <- grepRaw(charToRaw(from), bytes, all = TRUE, fixed = TRUE)
  for (i in at) bytes[i + seq_len(nchar(to, "bytes")) - 1] <- charToRaw(to)
  writeBin(bytes, path)
  path
}

# How often a pattern occurs in lines of text.
count_of <- function(pattern, lines) lengths(regmatches(lines, gregexpr(pattern, lines)))
