# Reads a file as a table of text. Types are determined later from all files, so that `007` is never read as 7, or `T`
# as TRUE, because of a single file.
#
# A table is a list: `path`, `data` (a tibble of text), `row` (the row of each record in the file, with the header in
# row 1), `problems`, and the cells of the `first` rows. A file that cannot be read is a `bad_file()`.

# Reads all files, or stops and lists all that cannot be read for the same reason. If `idle`, empty files are left out,
# unless all are empty. Rows may lack the last cells if these are `optional`. `skip`: the number of rows above the
# header.
read_tables <- function(files, idle = FALSE, optional = NULL, skip = 0) {
  if (any(has_extension(files, "xlsx"))) need_package("readxl", "to read xlsx files")
  if (any(has_extension(files, "json"))) need_package("jsonlite", "to read json files")
  tables <- lapply(files, read_one, optional, skip)
  bad <- are_bad_files(tables)
  nothing <- bad & vapply(tables, function(table) identical(table$what, "empty_file"), NA)
  left_out <- idle & nothing & !all(nothing)
  check_files_read(tables, files, bad & !left_out, format_hint)
  tables[!left_out]
}

read_one <- function(path, optional = NULL, skip = 0) {
  if (file.size(path) == 0) {
    return(bad_file("empty_file", "no bytes"))
  }
  table <- switch(file_extension(path),
    xlsx = read_xlsx_table(path, skip),
    json = read_json_table(path),
    tsv = read_text_table(path, "\t", optional, skip),
    read_text_table(path, optional = optional, skip = skip)
  )
  long <- if (!inherits(table, "accord_bad_file")) which(is_long_name(names(table$data)))
  if (length(long)) {
    bytes <- nchar(names(table$data)[long[1]], "bytes")
    table <- bad_file("not_a_table", sprintf("the name of column %d has %d bytes, too long for R", long[1], bytes))
  }
  if (!inherits(table, "accord_bad_file")) {
    table$path <- path
    table$problems <- in_file(table$problems, path)
  }
  table
}

bad_file <- function(what, reason) {
  structure(list(what = what, reason = reason), class = "accord_bad_file")
}

BAD_FILE_RULES <- c(
  empty_file = "A file must contain a header and rows.",
  not_a_table = "A file must contain a table.",
  duplicate_column = "A table must have each column name once."
)

BAD_FILE_ADVICE <- c(
  empty_file = "Export again, or leave it out of {.arg path}.",
  not_a_table = "Open it to see what it contains, then export again or leave it out of {.arg path}.",
  duplicate_column = "Rename the columns in the file."
)

are_bad_files <- function(parts) vapply(parts, inherits, NA, "accord_bad_file")

# `parts`: the result of reading each of the `files`. `hint`: a function that returns advice on files that are not
# tables; readers of a single tool have already checked the format.
check_files_read <- function(parts, files, bad = are_bad_files(parts), hint = function(files) NULL) {
  if (any(bad)) abort_bad_files(files[bad], parts[bad], length(files), hint)
}

abort_bad_files <- function(files, faults, n_files, hint) {
  what <- faults[[1]]$what
  same <- vapply(faults, function(x) x$what == what, NA)
  files <- files[same]
  reasons <- vapply(faults[same], function(x) x$reason, "")
  found <- first_few(sprintf("%s (%s)", files, reasons))
  alone <- n_files == 1 && what == "not_a_table"
  abort_accord(
    what,
    c(
      if (alone) "{files} cannot be read as a table: {reasons}." else BAD_FILE_RULES[[what]],
      x = if (!alone) {
        "{length(files)} of {n_files} file{?s} {cli::qty(length(files))}{?does/do} not: {found}."
      },
      i = hint(files[what == "not_a_table"]),
      i = BAD_FILE_ADVICE[[what]]
    ),
    path = files,
    reason = reasons
  )
}

read_text_table <- function(path, separator = NULL, optional = NULL, skip = 0) {
  text <- read_utf8(path)
  if (inherits(text, "accord_bad_file")) {
    return(text)
  }
  declared <- declared_separator(text)
  if (!is.null(declared)) {
    separator <- declared$separator
    text <- declared$text
  }
  if (is.null(separator)) separator <- guess_separator(text, skip)
  fields <- fields_of_text(text, separator)
  table <- shape_table(fields, optional, skip)
  # In tsv files quotes are often ordinary text; in csv files an open quote suggests damage.
  if (length(fields$open) && separator != "\t" && !inherits(table, "accord_bad_file")) {
    found <- "A quote opens a field and none closes it; taken as text."
    rows <- unique(fields$open)
    table$problems <- rbind(table$problems, new_problems(row = rows, problem = rep(found, length(rows))))
  }
  table
}

# Reads text in any common encoding as UTF-8, with plain line ends.
read_utf8 <- function(path) {
  # R strings cannot be longer.
  if (file.size(path) >= 2^31) {
    return(bad_file("not_a_table", "of 2 GB or more: divide it"))
  }
  bytes <- readBin(path, "raw", file.size(path))
  if (identical(utils::head(bytes, 4), charToRaw("PK\003\004"))) {
    return(bad_file("not_a_table", "a zip archive or workbook: name it .xlsx if it is one"))
  }
  bytes <- without_mark(bytes)
  if (is.null(bytes) || !bytes_are_text(bytes)) {
    return(bad_file("not_a_table", "no text file"))
  }
  text <- rawToChar(plain_line_ends(bytes))
  if (!validUTF8(text)) text <- from_windows(text)
  Encoding(text) <- "UTF-8"
  # Some programs write a byte order mark before an existing one.
  if (startsWith(text, "\ufeff")) text <- sub("^\ufeff+", "", text)
  blank <- is_blank(substr(text, 1, 1000)) && is_blank(text)
  if (blank) bad_file("empty_file", "blank") else text
}

# Converts bytes with a byte order mark, or in UTF-16 without one, to UTF-8, NULL if they are invalid in that encoding;
# other bytes are returned unchanged.
without_mark <- function(bytes) {
  marks <- list("UTF-8" = c(0xef, 0xbb, 0xbf), "UTF-16LE" = c(0xff, 0xfe), "UTF-16BE" = c(0xfe, 0xff))
  marked <- vapply(marks, function(mark) identical(utils::head(bytes, length(mark)), as.raw(mark)), NA)
  if (!any(marked)) {
    wide <- wide_encoding(utils::head(bytes, 400))
    return(if (is.null(wide)) bytes else iconv(list(bytes), wide, "UTF-8", toRaw = TRUE)[[1]])
  }
  bytes <- utils::tail(bytes, -length(marks[marked][[1]]))
  iconv(list(bytes), names(marks)[marked], "UTF-8", toRaw = TRUE)[[1]]
}

# In UTF-16 one of the two bytes of most letters is zero.
wide_encoding <- function(bytes) {
  zero <- bytes == as.raw(0)
  odd <- seq_along(zero) %% 2 == 1
  if (length(zero) < 8 || mean(zero) < 0.25) return(NULL)
  if (!any(zero[odd])) "UTF-16LE" else if (!any(zero[!odd])) "UTF-16BE"
}

# Excel on Windows writes this encoding. It does not define five of the bytes, for which latin1 is used.
from_windows <- function(text) {
  found <- iconv(text, "windows-1252", "UTF-8")
  found[is.na(found)] <- iconv(text[is.na(found)], "latin1", "UTF-8")
  found
}

# Excel reads a first line such as "sep=;" as the separator, and does not show it as a row.
SEPARATOR_LINE <- "^(\"?)sep=(.)\\1[,;\t ]*\r?(\n|$)"

# Returns the separator that the first line declares, and the remaining text; NULL without such a line.
declared_separator <- function(text) {
  start <- substr(text, 1, 100)
  found <- regmatches(start, regexec(SEPARATOR_LINE, start, ignore.case = TRUE))[[1]]
  if (length(found)) list(separator = found[3], text = substr(text, nchar(found[1]) + 1, nchar(text)))
}

# In locales with a decimal comma, Excel writes csv files with semicolons.
guess_separator <- function(text, skip = 0) {
  start <- strsplit(substr(text, 1, 1e5), "\n", fixed = TRUE)[[1]]
  if (skip > 0) start <- start[-seq_len(skip)]
  header <- gsub("\"[^\"]*\"", "", start[!is_blank(start)][1])
  separators <- c(",", ";", "\t")
  counted <- function(text) vapply(c(separators, "|"), function(x) sum(charToRaw(text) == charToRaw(x)), 0L)
  n <- counted(header)
  # Databases write files with bars; elsewhere a bar is a part of a name or divides labels.
  if (sum(n[separators]) == 0 && n[["|"]] > 0) {
    rows <- gsub("\"[^\"]*\"", "", utils::head(start[!is_blank(start)], 100))
    if (all(vapply(rows, function(row) counted(row)[["|"]] == n[["|"]], NA))) return("|")
  }
  separators[which.max(n[separators])]
}

# The fields of a table before its columns are made, so that cells are never held twice. There are for each row:
# `n_fields`, how many of them are `filled` (not blank), and the `last` of these. The cells themselves are in `text`,
# with the `begin` of each row, or, for a workbook, in the columns `cells`.
fields_of_text <- function(text, separator) {
  c(list(text = text, separator = separator), call_core(rows_of_text(text, separator)))
}

# The cells of a run of rows that are not blank, row by row: their `text`, `column` and `row`.
cells_of_rows <- function(fields, first, last = first) {
  if (!is.null(fields$text)) return(call_core(cells_of_text(fields, as.integer(first), as.integer(last))))
  rows <- seq_len(max(last - first + 1, 0)) + first - 1L
  text <- as.character(t(matrix(unlist(lapply(fields$cells, `[`, rows)), length(rows))))
  at <- which(!is.na(text))
  width <- length(fields$cells)
  list(text = text[at], column = (at - 1L) %% width + 1L, row = rows[(at - 1L) %/% width + 1L])
}

columns_of <- function(fields, rows, columns) {
  if (!is.null(fields$text)) return(call_core(columns_of_text(fields, rows, columns)))
  lapply(fields$cells[columns], `[`, rows)
}

# Returns which of the first columns have a cell below a row.
filled_below <- function(fields, row, n_columns) {
  if (!is.null(fields$text)) return(call_core(columns_below(fields, as.integer(row), n_columns)))
  vapply(fields$cells[seq_len(n_columns)], function(x) !all(is.na(x[-seq_len(row)])), NA, USE.NAMES = FALSE)
}

# The rows below a row that have the same cells.
rows_like <- function(fields, row) {
  if (!is.null(fields$text)) return(call_core(rows_like_text(fields, as.integer(row))))
  rows <- seq_along(fields$filled)[-seq_len(row)]
  for (x in fields$cells) rows <- rows[x[rows] %in% x[row]]
  rows
}

# Builds a table from fields, without memory for those that are blank: a row may be a million commas. The header is the
# first row below `skip` that is not blank, or the row `at`, or none at all (0), if its `names` are given.
shape_table <- function(fields, optional = NULL, skip = 0, names = NULL, at = NULL) {
  n_fields <- fields$n_fields
  rows <- which(fields$filled > 0)
  rows <- rows[rows > skip]
  if (is.null(names)) {
    if (length(rows) == 0) {
      return(bad_file("empty_file", if (skip > 0) sprintf("nothing below row %d", skip) else "blank"))
    }
    at <- rows[1]
    header <- cells_of_rows(fields, at)
    names <- rep("", n_fields[at])
    names[header$column] <- header$text
  }
  rows <- rows[rows > at]
  width <- length(names)
  titles <- names[names != ""]
  nameless <- which(names == "")
  names[nameless] <- paste0("...", nameless)
  kept <- seq_len(width)
  if (length(nameless)) kept <- setdiff(kept, nameless[!filled_below(fields, at, width)[nameless]])
  twice <- unique(names[kept][duplicated(names[kept])])
  if (length(twice)) {
    return(bad_file("duplicate_column", paste("twice:", paste(utils::head(twice, 5), collapse = ", "))))
  }
  # The last cell of a row is that of its last column.
  long <- rows[fields$last[rows] > width]
  short <- rows[n_fields[rows] < max(0L, kept[!names[kept] %in% optional])]
  good <- if (length(long)) setdiff(rows, long) else rows
  size <- as.double(length(good)) * length(kept)
  n_cells <- sum(as.double(fields$filled))
  if (size > 1e7 && size > 100 * n_cells) {
    sparse <- sprintf("%s rows by %s columns, and %s cells that are not empty", length(good), length(kept), n_cells)
    return(bad_file("not_a_table", sparse))
  }
  data <- columns_of(fields, good, kept)
  names(data) <- names[kept]
  again <- header_again(data, !kept %in% nameless)
  if (length(again)) {
    data <- lapply(data, function(cells) cells[-again])
    repeated <- good[again]
    good <- good[-again]
  } else {
    repeated <- integer()
  }
  problems <- rbind(
    new_problems(
      row = long,
      problem = sprintf("%d fields where the header has %d; row left out.", n_fields[long], width)
    ),
    new_problems(
      row = short,
      problem = sprintf("%d of %d fields; the others taken as blank.", n_fields[short], width)
    ),
    new_problems(row = repeated, problem = rep("The header again; row left out.", length(repeated))),
    if (length(rows) == 0) new_problems(problem = "A header and no rows.")
  )
  top <- cells_of_rows(fields, at + 1L, min(at + 20L, length(n_fields)))
  list(
    data = tibble::new_tibble(data, nrow = length(good)), row = good, problems = problems,
    first = data.frame(text = c(titles, top$text), row = c(rep(as.integer(at), length(titles)), top$row))
  )
}

# Returns the rows that repeat the header, as after concatenation of files: all `titled` columns hold their name. With
# only one titled column its name may be a value.
header_again <- function(data, titled) {
  if (sum(titled) < 2) {
    return(integer())
  }
  titled <- which(titled)
  at <- which(data[[titled[1]]] == names(data)[titled[1]])
  for (column in titled[-1]) {
    if (length(at) == 0) break
    at <- at[data[[column]][at] %in% names(data)[column]]
  }
  at
}
