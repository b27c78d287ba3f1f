# Locates the files in an archive. unz() searches all names for each file, so that the total time grows with the square
# of their number; these functions read the directory once. Archives with an unusual structure are left to unz().

# Returns a row for each of the `n` files: `at` (the position of its header, from 0), `packed` (its compressed size),
# `method`, `crc` (4 bytes). NULL for archives with an unusual structure.
places_in_zip <- function(path, n) {
  size <- file.size(path)
  connection <- file(path, "rb")
  on.exit(close(connection))
  bytes_at <- function(from, n) {
    seek(connection, from)
    readBin(connection, "raw", n)
  }
  from <- max(size - 65557, 0)
  tail <- bytes_at(from, size - from)
  end <- utils::tail(grepRaw(as.raw(c(0x50, 0x4b, 5, 6)), tail, fixed = TRUE, all = TRUE), 1)
  if (length(end) == 0 || length(tail) < end + 21) {
    return(NULL)
  }
  length <- whole_in(tail, end + 12, 4)
  start <- whole_in(tail, end + 16, 4)
  # Other numbers mean that the directory has extensions, or that data precede the archive.
  if (whole_in(tail, end + 10, 2) != n || n == 65535 || start + length != from + end - 1) {
    return(NULL)
  }
  entries <- bytes_at(start, length)
  first <- numeric(n)
  at <- 1
  for (i in seq_len(n)) {
    if (at + 45 > length(entries) || !identical(entries[at + 0:3], as.raw(c(0x50, 0x4b, 1, 2)))) {
      return(NULL)
    }
    first[i] <- at
    at <- at + 46 + whole_in(entries, at + 28, 2) + whole_in(entries, at + 30, 2) + whole_in(entries, at + 32, 2)
  }
  places <- data.frame(
    at = whole_in(entries, first + 42, 4), packed = whole_in(entries, first + 20, 4),
    method = whole_in(entries, first + 10, 2)
  )
  places$crc <- lapply(first, function(at) entries[at + 16:19])
  places
}

# Returns the numbers in some bytes, in little-endian order.
whole_in <- function(bytes, at, width) {
  total <- 0
  for (i in seq_len(width)) total <- total + as.integer(bytes[at + i - 1]) * 256^(i - 1)
  total
}

# Returns the bytes of a file of `size` at a place, unpacked by wrapping them as a gzip stream; NULL if they do not
# agree with the directory.
bytes_at_place <- function(connection, place, size) {
  if (!place$method %in% c(0, 8)) {
    return(NULL)
  }
  seek(connection, place$at)
  header <- readBin(connection, "raw", 30)
  if (length(header) < 30 || !identical(header[1:4], as.raw(c(0x50, 0x4b, 3, 4)))) {
    return(NULL)
  }
  seek(connection, place$at + 30 + whole_in(header, 27, 2) + whole_in(header, 29, 2))
  packed <- readBin(connection, "raw", place$packed)
  if (length(packed) != place$packed) {
    return(NULL)
  }
  if (place$method == 0) {
    return(if (length(packed) == size) packed)
  }
  length <- as.raw(size %/% 256^(0:3) %% 256)
  whole <- c(as.raw(c(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3)), packed, place$crc[[1]], length)
  unpacking <- gzcon(rawConnection(whole))
  on.exit(close(unpacking))
  bytes <- tryCatch(readBin(unpacking, "raw", size + 1), error = function(cnd) NULL, warning = function(cnd) NULL)
  if (length(bytes) == size) bytes
}
