# Reads files in which each line is an annotation or a token.

# Returns the lines of all files: `file` (its number), `line`, `text`; blank lines are included if `blank`. Files with
# content are `read`; empty files are also read if they mean that an annotator marked nothing (`saw_empty`), otherwise
# they are among the `problems`. An invalid line is left out, unless lines are `tokens`, whose number matters: then it
# is decoded as far as possible.
annotation_lines <- function(files, blank = TRUE, saw_empty = FALSE, tokens = FALSE, shown = files) {
  lines <- lapply(files, lines_of)
  n <- lengths(lines)
  file <- rep(seq_along(files), n)
  line <- sequence(n)
  text <- unlist(lines) %||% character()
  valid <- validUTF8(text)
  wrong <- undecoded(text[!valid])
  if (tokens) {
    problems <- decoded_problems(shown[file[!valid]], line[!valid], wrong)
    text[!valid] <- decoded(text[!valid])
  } else {
    problems <- new_problems(shown[file[!valid]], line[!valid], problem = sprintf("The line %s; left out.", wrong))
    text[!valid] <- ""
  }
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
        shown[empty], problem = rep("The file is empty; it counts as not annotated.", length(empty))
      )
    )
  )
}

ZERO_BYTE <- "holds a zero byte (NUL)"

# Returns what is wrong with lines that are not valid UTF-8.
undecoded <- function(lines) {
  zero <- grepl("\xff", lines, fixed = TRUE, useBytes = TRUE)
  ifelse(zero, ZERO_BYTE, "is not UTF-8")
}

# Decodes lines in the same way as read_utf8() does for tables, and removes zero bytes.
decoded <- function(lines) {
  lines <- gsub("\xff", "", lines, fixed = TRUE, useBytes = TRUE)
  other <- !validUTF8(lines)
  lines[other] <- from_windows(lines[other])
  Encoding(lines) <- "UTF-8"
  lines
}

# Returns a problem for each file and kind of fault, at the first of its lines.
decoded_problems <- function(file, line, wrong) {
  key <- group_ids(list(file, wrong))$code
  first <- !duplicated(key)
  n <- tabulate(key)
  others <- ifelse(n == 1, "", sprintf(" (the first of %d)", n))
  reading <- ifelse(wrong[first] == ZERO_BYTE, "read without it", "read as Windows-1252")
  new_problems(file[first], line[first], problem = sprintf("The line %s%s; %s.", wrong[first], others, reading))
}

# readLines() would cut a line at a zero byte. The byte is replaced by 0xff, which UTF-8 does not have, so that the line
# is recognised as invalid.
lines_of <- function(file) {
  bytes <- readBin(file, "raw", file.size(file))
  bytes <- without_mark(bytes) %||% bytes
  bytes[bytes == 0xff] <- as.raw(0xfe) # also invalid in UTF-8
  bytes[bytes == 0] <- as.raw(0xff)
  bytes <- plain_line_ends(bytes)
  lines <- strsplit(rawToChar(bytes), "\n", fixed = TRUE, useBytes = TRUE)[[1]]
  Encoding(lines) <- "UTF-8"
  lines
}
