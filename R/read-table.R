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
  rows <- split_fields(text, separator)
  table <- shape_table(lapply(rows$cells, unquote), rows$n_fields)
  # In a tsv file quotes are often mere text, in a csv file an open one is a sign of damage.
  open <- if (separator != "\t") which(Reduce(`|`, lapply(rows$cells, opens_only)))
  if (length(open) && !inherits(table, "accord_bad_file")) {
    found <- "A quote opens a field and none closes it; taken as text."
    table$problems <- rbind(table$problems, new_problems(row = open, problem = rep(found, length(open))))
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
  if (is_blank(text)) bad_file("empty_file", "blank") else text
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

# Control characters that the file does not hold.
unused_bytes <- function(bytes) {
  setdiff(as.raw(c(1:8, 14:31)), unique(bytes))
}

# Where the comma is the decimal mark, Excel writes csv files with semicolons.
guess_separator <- function(text) {
  start <- strsplit(substr(text, 1, 1e5), "\n", fixed = TRUE)[[1]]
  header <- gsub("\"[^\"]*\"", "", start[!is_blank(start)][1])
  separators <- c(",", ";", "\t")
  n <- vapply(separators, function(x) sum(charToRaw(header) == charToRaw(x)), 0L)
  separators[which.max(n)]
}

# base::scan() takes a quote in the middle of a field for an opening one, and may then lose
# rows without a word. So quotes are left to us: a field is quoted when it begins and ends with
# a quote; what it holds of separators and line ends is hidden from scan(), then put back.
split_fields <- function(text, separator) {
  bytes <- charToRaw(text)
  hidden <- utils::head(unused_bytes(bytes), 2)
  inside <- quoted_bytes(text, separator, length(bytes))
  for (i in 1:2) {
    bytes[inside & bytes == charToRaw(c(separator, "\n")[i])] <- hidden[i]
  }
  file <- tempfile()
  on.exit(unlink(file))
  writeBin(bytes, file)
  n_fields <- utils::count.fields(file, separator, quote = "", comment.char = "", blank.lines.skip = FALSE)
  cells <- scan(
    file,
    what = rep(list(""), max(n_fields)), sep = separator, quote = "", comment.char = "",
    na.strings = character(), fill = TRUE, multi.line = FALSE, blank.lines.skip = FALSE,
    encoding = "UTF-8", quiet = TRUE
  )
  put_back <- function(x) chartr(rawToChar(hidden), paste0(separator, "\n"), x)
  list(cells = lapply(cells, put_back), n_fields = n_fields)
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
  utils::head(cumsum(step), n) == 1
}

is_quoted <- function(x) {
  grepl("^ *+\"[^\"]*+(?:\"\"[^\"]*+)*+\" *+\\z", x, perl = TRUE)
}

opens_only <- function(x) {
  grepl("^ *\"", x) & !is_quoted(x)
}

unquote <- function(x) {
  quoted <- which(is_quoted(x))
  inner <- gsub("^ *\"|\" *$", "", x[quoted])
  x[quoted] <- gsub("\"\"", "\"", inner, fixed = TRUE)
  x
}

# Excel workbooks: the first sheet, as text, its first row being the header.
read_xlsx_table <- function(path) {
  # The range keeps blank rows at the top, so that rows are numbered as Excel shows them.
  read_sheet <- function(sheet) {
    readxl::read_excel(
      path,
      sheet = sheet, range = readxl::cell_rows(c(1, NA)), col_names = FALSE, col_types = "text",
      na = "", trim_ws = FALSE, .name_repair = "minimal", progress = FALSE
    )
  }
  cells <- tryCatch(read_sheet(1), error = function(cnd) NULL)
  if (is.null(cells)) {
    return(bad_file("not_a_table", "not an Excel workbook"))
  }
  if (nrow(cells) == 0) {
    return(bad_file("empty_file", "no cells in its first sheet"))
  }
  table <- shape_table(unname(as.list(cells)), rep(ncol(cells), nrow(cells)))
  others <- readxl::excel_sheets(path)[-1]
  filled <- vapply(others, function(sheet) nrow(read_sheet(sheet)) > 0, NA)
  if (any(filled) && !inherits(table, "accord_bad_file")) {
    found <- sprintf("Sheet \"%s\" is not read, only the first sheet is.", others[filled])
    table$problems <- rbind(table$problems, new_problems(problem = found))
  }
  table
}

# Cells of text, the header among them, to a table. `n_fields`: how many fields each row has.
shape_table <- function(cells, n_fields) {
  blank <- lapply(cells, is_blank)
  filled <- which(!Reduce(`&`, blank))
  header <- filled[1]
  width <- n_fields[header]
  names <- vapply(cells, function(x) x[header], "")
  nameless <- vapply(blank, function(x) x[header], NA)
  unused <- nameless & vapply(blank, function(x) all(x[filled]), NA)
  kept <- which(seq_along(cells) <= width & !unused)
  names[nameless] <- paste0("...", which(nameless))
  twice <- unique(names[kept][duplicated(names[kept])])
  if (length(twice)) {
    return(bad_file("duplicate_column", paste("twice:", paste(twice, collapse = ", "))))
  }
  rows <- filled[-1]
  beyond <- Reduce(`|`, lapply(blank[seq_along(cells) > width], `!`), logical(length(blank[[1]])))
  long <- rows[beyond[rows]]
  short <- rows[n_fields[rows] < max(kept)]
  good <- setdiff(rows, long)
  data <- Map(function(x, blank) ifelse(blank, NA_character_, x)[good], cells[kept], blank[kept])
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

is_blank <- function(x) {
  is.na(x) | !grepl("[^[:space:]]", x)
}
