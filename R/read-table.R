# One file to a table whose cells are all text. Types are decided later, over all files, so that
# a file alone can never read `007` as 7 or `T` as TRUE.
#
# A table is a list: `path`, `data` (a tibble of text), `row` (where each row stands in the
# file, the header being row 1) and `problems`. A file that cannot be read is a `bad_file()`.

# Reads all files, or stops with all of those that cannot be read for the same reason.
read_tables <- function(files) {
  if (any(has_extension(files, "xlsx"))) need_package("readxl", "to read xlsx files")
  if (any(has_extension(files, "json"))) need_package("jsonlite", "to read json files")
  tables <- lapply(files, read_one)
  bad <- vapply(tables, inherits, NA, "accord_bad_file")
  if (any(bad)) abort_bad_files(files[bad], tables[bad], length(files))
  tables
}

read_one <- function(path) {
  if (file.size(path) == 0) {
    return(bad_file("empty_file", "no bytes"))
  }
  table <- switch(file_extension(path),
    xlsx = read_xlsx_table(path),
    json = read_json_table(path),
    tsv = read_text_table(path, "\t"),
    read_text_table(path)
  )
  if (!inherits(table, "accord_bad_file")) {
    table$path <- path
    table$problems$file <- rep(path, nrow(table$problems))
  }
  table
}

bad_file <- function(what, reason) {
  structure(list(what = what, reason = reason), class = "accord_bad_file")
}

bad_file_rules <- c(
  empty_file = "A file must hold a header and rows.",
  not_a_table = "A file must hold a table.",
  duplicate_column = "A table must have each column name once."
)

bad_file_advice <- c(
  empty_file = "Export again, or leave it out of {.arg path}.",
  not_a_table = "Open it to see what it holds, then export again or leave it out of {.arg path}.",
  duplicate_column = "Rename the columns in the file."
)

abort_bad_files <- function(files, faults, n_files) {
  what <- faults[[1]]$what
  same <- vapply(faults, function(x) x$what == what, NA)
  files <- files[same]
  reasons <- vapply(faults[same], function(x) x$reason, "")
  found <- first_few(sprintf("%s (%s)", files, reasons))
  abort_accord(
    what,
    c(
      bad_file_rules[[what]],
      x = "{length(files)} of {n_files} file{?s} {cli::qty(length(files))}{?does/do} not: {found}.",
      i = bad_file_advice[[what]]
    ),
    path = files,
    reason = reasons
  )
}

read_text_table <- function(path, separator = NULL) {
  text <- read_utf8(path)
  if (inherits(text, "accord_bad_file")) {
    return(text)
  }
  if (is.null(separator)) separator <- guess_separator(text)
  fields <- split_fields(text, separator)
  quotes <- grep("\"", fields$text, fixed = TRUE)
  open <- quotes[opens_only(fields$text[quotes])]
  fields$text[quotes] <- unquote(fields$text[quotes])
  table <- shape_table(fields)
  # In a tsv file quotes are often mere text, in a csv file an open one is a sign of damage.
  if (length(open) && separator != "\t" && !inherits(table, "accord_bad_file")) {
    found <- "A quote opens a field and none closes it; taken as text."
    rows <- unique(fields$row[open])
    table$problems <- rbind(table$problems, new_problems(row = rows, problem = rep(found, length(rows))))
  }
  table
}

# Text of any usual encoding as UTF-8 with plain line ends.
read_utf8 <- function(path) {
  bytes <- readBin(path, "raw", file.size(path))
  if (identical(utils::head(bytes, 4), charToRaw("PK\003\004"))) {
    return(bad_file("not_a_table", "a zip archive or workbook: name it .xlsx if it is one"))
  }
  marks <- list("UTF-8" = c(0xef, 0xbb, 0xbf), "UTF-16LE" = c(0xff, 0xfe), "UTF-16BE" = c(0xfe, 0xff))
  marked <- vapply(marks, function(mark) identical(utils::head(bytes, length(mark)), as.raw(mark)), NA)
  if (any(marked)) {
    bytes <- utils::tail(bytes, -length(marks[marked][[1]]))
    bytes <- iconv(list(bytes), names(marks)[marked], "UTF-8", toRaw = TRUE)[[1]]
  }
  if (is.null(bytes) || any(bytes == 0) || length(unused_bytes(bytes)) < 2) {
    return(bad_file("not_a_table", "not text"))
  }
  text <- rawToChar(plain_line_ends(bytes))
  if (!validUTF8(text)) {
    # What Excel on Windows writes. Five bytes have no meaning there, hence the second try.
    windows <- iconv(text, "windows-1252", "UTF-8")
    text <- if (is.na(windows)) iconv(text, "latin1", "UTF-8") else windows
  }
  Encoding(text) <- "UTF-8"
  # Programs write a mark before one that is there.
  if (startsWith(text, "\ufeff")) text <- sub("^\ufeff+", "", text)
  blank <- is_blank(substr(text, 1, 1000)) && is_blank(text)
  if (blank) bad_file("empty_file", "blank") else text
}

plain_line_ends <- function(bytes) {
  return_mark <- bytes == charToRaw("\r")
  if (!any(return_mark)) {
    return(bytes)
  }
  doubled <- return_mark & c(bytes[-1], raw(1)) == charToRaw("\n")
  bytes[return_mark] <- charToRaw("\n")
  bytes[!doubled]
}

# Two control characters that the file does not hold, or fewer if there are not so many.
unused_bytes <- function(bytes) {
  unused <- raw()
  for (byte in as.raw(c(1:8, 14:31))) {
    if (!any(bytes == byte)) unused <- c(unused, byte)
    if (length(unused) == 2) break
  }
  unused
}

# Where the comma is the decimal mark, Excel writes csv files with semicolons.
guess_separator <- function(text) {
  start <- strsplit(substr(text, 1, 1e5), "\n", fixed = TRUE)[[1]]
  header <- gsub("\"[^\"]*\"", "", start[!is_blank(start)][1])
  separators <- c(",", ";", "\t")
  n <- vapply(separators, function(x) sum(charToRaw(header) == charToRaw(x)), 0L)
  separators[which.max(n)]
}

# Cells one below the other, as `text`, `row` and `column`, with the number of fields of each row (`n_fields`): a
# row of a million commas then costs what it holds. A field is quoted when it begins and ends with a quote; what it
# holds of separators and line ends is hidden while the text is divided, then put back.
split_fields <- function(text, separator) {
  bytes <- charToRaw(text)
  hidden <- unused_bytes(bytes)
  inside <- quoted_bytes(text, separator, length(bytes))
  for (i in 1:2) {
    bytes[inside & bytes == charToRaw(c(separator, "\n")[i])] <- hidden[i]
  }
  lines <- strsplit(rawToChar(bytes), "\n", fixed = TRUE, useBytes = TRUE)[[1]]
  # The last field of a line counts, and it may be blank.
  fields <- strsplit(paste0(lines, separator), separator, fixed = TRUE, useBytes = TRUE)
  n_fields <- lengths(fields)
  cells <- unlist(fields)
  Encoding(cells) <- "UTF-8"
  if (any(inside)) {
    back <- grep(sprintf("[%s]", rawToChar(hidden)), cells, perl = TRUE, useBytes = TRUE)
    cells[back] <- chartr(rawToChar(hidden), paste0(separator, "\n"), cells[back])
  }
  list(text = cells, row = rep.int(seq_along(fields), n_fields), column = sequence(n_fields), n_fields = n_fields)
}

quoted_bytes <- function(text, separator, n) {
  quoted <- gsub(
    "SEP", separator,
    "(?<![^SEP\n]) *+\"[^\"]*+(?:\"\"[^\"]*+)*+\" *+(?=[SEP\n]|\\z)"
  )
  at <- gregexpr(quoted, text, perl = TRUE, useBytes = TRUE)[[1]]
  step <- integer(n + 1)
  if (at[1] > 0) {
    step[at] <- 1L
    ends <- at + attr(at, "match.length")
    step[ends] <- step[ends] - 1L
  }
  depth <- cumsum(step)
  length(depth) <- n
  depth == 1L
}

# Cells are many and most are plain, so an expression is matched only where it may.
is_quoted <- function(x) {
  quoted <- startsWith(x, "\"") | startsWith(x, " ")
  quoted[quoted] <- grepl("^ *+\"[^\"]*+(?:\"\"[^\"]*+)*+\" *+\\z", x[quoted], perl = TRUE)
  quoted
}

opens_only <- function(x) {
  opens <- startsWith(x, "\"") | startsWith(x, " ")
  opens[opens] <- grepl("^ *\"", x[opens], perl = TRUE) & !is_quoted(x[opens])
  opens
}

unquote <- function(x) {
  quoted <- which(is_quoted(x))
  inner <- x[quoted]
  blanks <- startsWith(inner, " ") | endsWith(inner, " ")
  inner[blanks] <- gsub("^ *+|(?<=\") *+\\z", "", inner[blanks], perl = TRUE)
  inner <- substr(inner, 2, nchar(inner) - 1L)
  doubled <- grepl("\"\"", inner, fixed = TRUE)
  inner[doubled] <- gsub("\"\"", "\"", inner[doubled], fixed = TRUE)
  x[quoted] <- inner
  x
}

# Cells of text as split_fields() gives them, the header among them, to a table.
shape_table <- function(fields) {
  some <- which(!is_blank(fields$text))
  if (length(some) == 0) {
    return(bad_file("empty_file", "blank"))
  }
  text <- fields$text[some]
  row <- fields$row[some]
  column <- fields$column[some]
  n_fields <- fields$n_fields
  header <- min(row)
  width <- n_fields[header]
  names <- rep("", width)
  names[column[row == header]] <- text[row == header]
  nameless <- which(names == "")
  names[nameless] <- paste0("...", nameless)
  kept <- setdiff(seq_len(width), setdiff(nameless, column))
  twice <- unique(names[kept][duplicated(names[kept])])
  if (length(twice)) {
    return(bad_file("duplicate_column", paste("twice:", paste(utils::head(twice, 5), collapse = ", "))))
  }
  rows <- which(tabulate(row, length(n_fields)) > 0)
  rows <- rows[rows != header]
  long <- intersect(rows, unique(row[column > width]))
  short <- rows[n_fields[rows] < max(kept)]
  good <- if (length(long)) setdiff(rows, long) else rows
  size <- as.double(length(good)) * length(kept)
  if (size > 1e7 && size > 100 * as.double(length(some))) {
    sparse <- sprintf(
      "%s rows by %s columns, and %s cells that hold something", length(good), length(kept), length(some)
    )
    return(bad_file("not_a_table", sparse))
  }
  data <- fill_columns(text, match_places(row, good, length(n_fields)), match_places(column, kept, width), c(
    length(good), length(kept)
  ))
  names(data) <- names[kept]
  problems <- rbind(
    new_problems(
      row = long,
      problem = sprintf("%d fields where the header has %d; row left out.", n_fields[long], width)
    ),
    new_problems(
      row = short,
      problem = sprintf("%d of %d fields; the others taken as blank.", n_fields[short], width)
    ),
    if (length(rows) == 0) new_problems(problem = "A header and no rows.")
  )
  list(data = tibble::new_tibble(data, nrow = length(good)), row = good, problems = problems)
}

# The place of each number of `x` among `kept`; NA for none.
match_places <- function(x, kept, n) {
  place <- rep(NA_integer_, n)
  place[kept] <- seq_along(kept)
  place[x]
}

fill_columns <- function(text, row, column, size) {
  cells <- rep(NA_character_, prod(size))
  known <- which(!is.na(row) & !is.na(column))
  cells[row[known] + (column[known] - 1) * size[1]] <- text[known]
  lapply(seq_len(size[2]), function(j) cells[(j - 1) * size[1] + seq_len(size[1])])
}

is_blank <- function(x) {
  blank <- is.na(x) | !grepl("[!-~]", x, perl = TRUE, useBytes = TRUE)
  other <- which(blank & !is.na(x) & x != "")
  blank[other] <- !grepl("[^[:space:]]", x[other])
  blank
}

# The expression of trimws() takes a time that grows with the square of a run of blanks.
trim_blanks <- function(x) {
  x <- sub("^[ \t\r\n]+", "", x)
  sub("(?s)^(.*[^ \t\r\n])?[ \t\r\n]*$", "\\1", x, perl = TRUE)
}
