# The rows of a sheet that hold the names of its columns, where nobody said which.

# The `tables` of a sheet, and the rows of their names: `header`, or those that are likely; 0 where what would be the
# names are ratings.
tables_below_names <- function(path, header) {
  if (!is.null(header)) return(list(tables = sheet_tables(path, header), header = header))
  without <- function(cnd) if (identical(cnd$advice, "header = 0")) list(header = 0) else rlang::cnd_signal(cnd)
  found <- tryCatch(list(tables = sheet_tables(path, 1), header = 1), accord_error_header = without)
  likely <- if (length(found$tables)) likely_header(found$tables) else 0
  if (identical(likely, found$header) && length(found$tables)) return(found)
  tryCatch(
    list(tables = sheet_tables(path, likely), header = likely),
    accord_error_header = function(cnd) list(tables = sheet_tables(path, without(cnd)$header), header = 0)
  )
}

# Whether a data frame has its names in its first row, or in two, since the file was read without them.
has_names_in_rows <- function(table) {
  nameless <- grepl("^([.]{3}[0-9]+|[VX][.]?[0-9]*)$", names(table$data))
  if (table$file != "" || mean(nameless) < 0.8 || length(nameless) < 3 || nrow(table$data) < 6) {
    return(FALSE)
  }
  head <- lapply(unclass(table$data), utils::head, 2)
  below <- lapply(unclass(table$data), function(x) x[-(1:2)])
  words <- mapply(function(top, rest) {
    known <- top[!is.na(top)]
    all(!is_numeric_text(known)) && !any(known %in% rest)
  }, head, below)
  numbers <- vapply(below, function(x) all(is_numeric_text(x[!is.na(x)])), NA)
  all(words) && any(numbers)
}

named_in_rows <- function(table) {
  why <- paste0(
    "The names of the columns stand in rows of the data: give the path of the file, with header = 1:2 if there are ",
    "two such rows, instead of a data frame."
  )
  list(calls = character(), roles = list(), table = 1, why = why)
}

# The rows that hold the names: two where the first has blanks, as after merged cells, and the second has texts that
# occur nowhere else.
likely_header <- function(tables) {
  if (is.null(tables[[1]]$first)) {
    return(1)
  }
  # The largest table, and those with the same columns.
  largest <- which.max(vapply(tables, function(table) length(unlist(table$data)), 0L))
  same <- vapply(tables, function(table) identical(names(table$data), names(tables[[largest]]$data)), NA)
  two <- vapply(tables[same], function(table) {
    data <- unclass(table$data)
    nameless <- grepl("^[.]{3}[0-9]+$", names(data))
    first <- vapply(data, function(x) x[1], "")
    words <- grepl("[[:alpha:]]", first)
    below <- unlist(lapply(data, function(x) utils::head(x[-1], 1000)))
    # The column of ids may have no name at all.
    blank <- is.na(first) & (!nameless | seq_along(first) == 1)
    sum(nameless) > 1 && sum(!nameless) > 1 && length(data[[1]]) > 2 &&
      all(words | blank) && !any(first[words] %in% below)
  }, NA)
  if (all(two)) {
    return(tables[[largest]]$top + 0:1)
  }
  # A title above the names fills fewer cells.
  first <- tables[[1]]$first
  filled <- tabulate(first$row)
  full <- which(filled == max(filled))[1]
  top <- filled[min(first$row)]
  if (full == min(first$row) || top > 1 && 2 * top >= max(filled)) return(1)
  text <- function(row) first$text[first$row == row]
  # Ratings stand above the fullest row, as where few rows have a note: the names stand above them.
  rated <- which(filled > 1 & vapply(seq_along(filled), function(row) any(is_numeric_text(text(row))), NA))[1]
  heads <- which(filled > 1 & seq_along(filled) < rated)
  if (isTRUE(rated <= full) && length(heads)) {
    last <- max(heads)
    again <- filled[last - 1] < filled[last] || anyDuplicated(text(last)) > 0
    return(if ((last - 1) %in% heads && again) last - 1:0 else as.double(last))
  }
  # A row of numbers is one of ratings, so that the names, without one for the ids, stand above it.
  rated <- full > 2 && any(is_numeric_text(text(full))) && filled[full - 1] == max(filled) - 1
  if (rated && filled[full - 2] > 1 && anyDuplicated(text(full - 1))) return(full - 2:1)
  # Names that occur again stand below those of the questions.
  again <- filled[full - 1] > 1 && anyDuplicated(first$text[first$row == full]) > 0
  if (again) full - 1:0 else as.double(full)
}
