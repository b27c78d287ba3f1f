# Files of annotations, a line each.

# All lines of all files: `file` (its number), `line`, `text`; with `blank` also those that hold nothing. Files that
# hold something are `read`; the others are too if annotators `saw_empty` ones, and else are among the `problems`.
annotation_lines <- function(files, blank = TRUE, saw_empty = FALSE) {
  lines <- lapply(files, lines_of)
  n <- lengths(lines)
  file <- rep(seq_along(files), n)
  line <- sequence(n)
  text <- unlist(lines) %||% character()
  valid <- validUTF8(text)
  unread <- sprintf("The line %s; left out.", undecoded(text[!valid]))
  problems <- new_problems(files[file[!valid]], line[!valid], problem = unread)
  text[!valid] <- ""
  text <- sub("^\ufeff+", "", text)
  filled <- grepl("[^[:space:]]", text)
  empty <- if (!saw_empty) setdiff(seq_along(files), file[filled | !valid])
  kept <- filled | blank
  list(
    file = file[kept],
    line = line[kept],
    text = text[kept],
    read = setdiff(seq_along(files), empty),
    problems = rbind(
      problems,
      new_problems(
        files[empty], problem = rep("The file is empty; it counts as not annotated.", length(empty))
      )
    )
  )
}

ZERO_BYTE <- "holds a zero byte (NUL)"

# What is wrong with a line that is no text.
undecoded <- function(lines) {
  zero <- grepl("\xff", lines, fixed = TRUE, useBytes = TRUE)
  ifelse(zero, ZERO_BYTE, "is not UTF-8")
}

# readLines() would cut a line at a zero byte: made a byte that UTF-8 does not have, it makes the line no text.
lines_of <- function(file) {
  bytes <- readBin(file, "raw", file.size(file))
  bytes[bytes == 0xff] <- as.raw(0xfe) # another one
  bytes[bytes == 0] <- as.raw(0xff)
  bytes <- plain_line_ends(bytes)
  lines <- strsplit(rawToChar(bytes), "\n", fixed = TRUE, useBytes = TRUE)[[1]]
  Encoding(lines) <- "UTF-8"
  lines
}
