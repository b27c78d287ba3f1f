# The cells of a sheet as text: of a file, each sheet of a workbook, or a data frame.
#
# A list of tables, each of which is a list: `data` (a tibble of text), `row` (the place of each row in the file), `top`
# (that of the names), `file` and `sheet` (names), and `problems`; of a data frame also `levels`, those of its factors.

SHEET_EXTENSIONS <- c("csv", "tsv", "txt", "xlsx")

sheet_tables <- function(path, header) {
  if (is.data.frame(path)) {
    return(list(frame_table(path, header)))
  }
  files <- find_files(with_inner_folders(path, SHEET_EXTENSIONS), SHEET_EXTENSIONS)
  parts <- lapply(files, tables_of_file, header)
  check_files_read(parts, files, hint = format_hint)
  unlist(parts, recursive = FALSE)
}

frame_table <- function(data, header) {
  if (!identical(header, 1)) abort_argument(header, "header", "left out for a data frame, which has names")
  check_not_empty(data)
  check_header(data)
  data <- as.list(unclass(data))
  names(data) <- make.unique(ifelse(is.na(names(data)) | names(data) == "", "...", names(data)))
  list(
    data = tibble::new_tibble(lapply(data, frame_text), nrow = length(data[[1]])), row = seq_along(data[[1]]),
    file = "", sheet = "", folder = "", path = "data", top = 0L, problems = new_problems(),
    levels = lapply(Filter(is.factor, data), function(x) list(levels = levels(x), ordered = is.ordered(x)))
  )
}

# Blank cells are missing in files, and so they are here. A list is told where it is used.
frame_text <- function(x) {
  if (is_no_vector(x)) return(rep("(a list)", NROW(x)))
  x <- without_value_labels(x)
  text <- if (is.numeric(x) && !is.object(x)) id_text(x) else as.character(x)
  text <- as_utf8(text)
  replace(text, is_blank(ifelse(is.na(text), "", text)), NA)
}

tables_of_file <- function(path, header) {
  workbook <- has_extension(path, "xlsx")
  if (workbook) need_package("readxl", "to read xlsx files")
  fields <- if (workbook) workbook_fields(path) else list(text_fields(path))
  free_memory(file.size(path))
  if (inherits(fields, "accord_bad_file")) return(fields)
  bad <- are_bad_files(fields)
  if (any(bad)) return(fields[[which(bad)[1]]])
  tables <- lapply(fields, table_under_header, header)
  bad <- are_bad_files(tables)
  # Beside sheets with rows, one without any, such as a sheet of notes, holds no ratings.
  blank <- vapply(tables, function(table) identical(table$what, "empty_file") || identical(nrow(table$data), 0L), NA)
  if (any(blank) && !all(blank | bad)) {
    found <- sprintf("Sheet \"%s\" is not read, it has no rows under the names of columns.", names(fields)[blank])
    fields <- fields[!blank]
    tables <- tables[!blank]
    bad <- bad[!blank]
    tables[[1]]$problems <- rbind(tables[[1]]$problems, new_problems(problem = found))
  }
  if (any(bad)) return(tables[[which(bad)[1]]])
  separator <- if (!workbook) fields[[1]]$separator
  names <- names(fields) %||% ""
  rm(fields)
  free_memory(file.size(path))
  Map(function(table, sheet) {
    c(table[c("data", "row")], list(
      file = sub("[.][^.]*$", "", last_name(path)), sheet = sheet,
      folder = last_name(dirname(normalizePath(path, "/"))), path = path, top = min(table$first$row),
      first = table$first, separator = separator,
      problems = in_file(table$problems, path)
    ))
  }, tables, names)
}

# R collects what is no longer used when its heap is full, and lets the heap grow: for a large file the text, its cells
# and the columns would be there together.
free_memory <- function(bytes) if (sum(bytes) > 2e7) gc()

# Sheets with columns of ratings, of which nothing says what they are.
check_one_sheet <- function(tables, spec) {
  paths <- vapply(tables, `[[`, "", "path")
  twice <- paths[duplicated(paths)]
  if (length(twice)) {
    check_below_titles(tables, spec)
    item <- Filter(function(place) place$arg == "item" && rlang::is_quosure(place$source), spec$places)
    id <- if (length(item)) deparse1(rlang::quo_get_expr(item[[1]]$source), backtick = TRUE) else "1"
    abort_sheets(twice[1], vapply(tables[paths == twice[1]], `[[`, "", "sheet"), id)
  }
}

# A sheet may lack columns only since a title stands above the names: that comes first.
check_below_titles <- function(tables, spec) {
  for (table in tables) {
    lacking <- tryCatch(
      {
        whole_ids(spec$places, table, FALSE)
        if (spec$has_rating) select_columns(spec$rating, table$data, "rating")
        NULL
      },
      accord_error_missing_column = identity
    )
    below <- !is.null(lacking) && !is.null(row_with_names(table, lacking$column))
    if (below) under_header(table, rlang::cnd_signal(lacking))
  }
}

abort_sheets <- function(path, sheets, id) {
  rater <- "rater = \"{sheet}\""
  item <- sprintf("item = c(\"{sheet}\", %s)", id)
  one <- sprintf("item = c(\"{sheet}\" = \"{item:%s}\", %s)", sheets[1], id)
  group <- "by = \"{sheet}\""
  asked <- "question = \"{sheet}\""
  abort_accord(
    "sheets",
    c(
      "What the sheets of a workbook are must be said.",
      x = "{.file {path}} has {length(sheets)} sheets with ratings: {.val {first_few(sheets)}}.",
      i = "If each is of a rater, use {.code {rater}}; if each has items of its own, make it a part of the id, as in \\
           {.code {item}}.",
      i = "If each is a question, and its columns are raters, use {.code {asked}}.",
      i = "If each is a round or another group of items, use {.code {group}}.",
      i = "To read one of them, say so: {.code {one}}."
    ),
    path = path, sheets = sheets
  )
}

text_fields <- function(path) {
  if (file.size(path) == 0) return(bad_file("empty_file", "no bytes"))
  text <- read_utf8(path)
  if (inherits(text, "accord_bad_file")) return(text)
  declared <- declared_separator(text)
  separator <- if (!is.null(declared)) {
    declared$separator
  } else if (has_extension(path, "tsv")) {
    "\t"
  } else {
    guess_separator(text)
  }
  fields_of_text(declared$text %||% text, separator)
}

# The fields of all sheets that hold something, by name.
workbook_fields <- function(path) {
  far <- far_cells(path)
  if (!is.null(far)) return(bad_file("not_a_table", far))
  sheets <- tryCatch(readxl::excel_sheets(path), error = function(cnd) NULL)
  if (is.null(sheets)) return(bad_file("not_a_table", "not an Excel workbook"))
  cells <- lapply(sheets, function(sheet) xlsx_cells(path, sheet))
  bad <- Filter(function(one) inherits(one, "accord_bad_file"), cells)
  if (length(bad)) return(bad[[1]])
  fields <- lapply(cells, xlsx_fields)
  names(fields) <- sheets
  fields <- Filter(function(one) any(one$filled > 0), fields)
  if (length(fields)) fields else bad_file("empty_file", "no cells")
}

# The table below the names, which stand in the rows `header` of the file: several are joined by "/", and none are V1,
# V2 and so on.
table_under_header <- function(fields, header) {
  if (!any(fields$filled > 0)) return(bad_file("empty_file", "blank"))
  if (identical(as.double(header), 0)) {
    return(shape_table(fields, names = paste0("V", seq_len(max(fields$n_fields))), at = 0L))
  }
  n_rows <- length(fields$n_fields)
  # A blank row above the names is none of them.
  if (length(header) == 1) {
    filled <- which(fields$filled > 0)
    header <- c(filled[filled >= header], header)[1]
  }
  at <- max(header)
  width <- max(fields$n_fields[header[header <= n_rows]], 0L)
  if (width == 0) return(bad_file("empty_file", sprintf("nothing in row %d", as.integer(at))))
  names <- header_names(fields, header[header <= n_rows], width)
  check_header_values(names, header)
  if (length(header) == 1) check_names_above(fields, header)
  blocks <- if (length(header) == 1) titled_blocks(fields, at)
  at <- as.integer(min(at, n_rows))
  # Rows without any name are blank rows above the names.
  changed <- any(names != "") && (length(header) > 1 || attr(names, "changed"))
  table <- shape_table(fields, skip = max(header) - 1, names = if (changed) as.character(names), at = at)
  table <- with_block_titles(table, blocks)
  check_names_no_values(table, at)
  table
}

# Names that occur again get a number, as read.csv() gives one.
header_names <- function(fields, header, width) {
  rows <- lapply(header, function(row) {
    cells <- rep("", width)
    own <- cells_of_rows(fields, row)
    cells[own$column] <- trim_blanks(own$text)
    cells
  })
  # Cells that were merged have their text in the first of them.
  merged <- seq_len(length(rows) - 1)
  rows[merged] <- lapply(rows[merged], function(cells) {
    last <- cummax(seq_along(cells) * (cells != ""))
    ifelse(last > 0, cells[pmax(last, 1)], "")
  })
  names <- Reduce(function(x, y) ifelse(x == "", y, ifelse(y == "", x, paste0(x, "/", y))), rows)
  titled <- names != ""
  unique <- make.unique(names[titled])
  written <- cells_of_rows(fields, header[1])$text
  names[titled] <- unique
  structure(names, changed = !identical(unique, written))
}

# Names that occur again, below a row that holds several cells: there stand the questions. The first row that is read
# may be below a title.
check_names_above <- function(fields, header) {
  own <- trim_blanks(cells_of_rows(fields, header)$text)
  twice <- unique(own[duplicated(own)])
  n_above <- if (header > 1) fields$filled[header - 1] else 0
  # A row of texts below a whole table is none of names.
  first <- which(fields$filled > 1)[1]
  if (length(twice) == 0 || n_above < 2 || n_above >= length(own) || first < header - 1) {
    return(invisible())
  }
  both <- sprintf("%d:%d", as.integer(header - 1), as.integer(header))
  abort_accord(
    "header",
    c(
      "Names that stand in two rows must be read from both.",
      x = "In row {header}, {length(twice)} name{?s} {?occurs/occur} again: {.val {first_few(twice)}}.",
      x = "The row above it has {n_above} cells.",
      i = "Use {.code header = {both}}; the names of the columns are then those of both rows, joined by {.val /}."
    ),
    names = twice, advice = paste("header =", both)
  )
}

# A first row of labels is one of ratings: two names, or one that occurs again, are values of their own columns. One may
# be so by chance, letters and numbers are names of raters as well, and above numbers a word is a name.
check_names_no_values <- function(table, at) {
  if (inherits(table, "accord_bad_file") || nrow(table$data) < 4) {
    return(invisible())
  }
  columns <- lapply(unclass(table$data), utils::head, 1000)
  names <- names(columns)
  stem <- sub("[.][0-9]+$", "", names)
  bare <- ifelse(stem %in% names, stem, names)
  own <- !is_numeric_text(bare) & mapply(function(x, name) {
    sum(x %in% name) > 1 && length(unique(x[!is.na(x)])) > 1
  }, columns, bare)
  titled <- any(mapply(function(x, name) {
    !is_numeric_text(name) && any(!is.na(x)) && all(is_numeric_text(x[!is.na(x)]))
  }, columns, bare))
  if (titled || sum(own & nchar(bare) > 1) < 2 && !anyDuplicated(bare[own])) {
    return(invisible())
  }
  shown <- bare[own]
  abort_no_header("{length(shown)} name{?s} {?is a value/are values} of {?its own column/their own columns}: \\
                   {.val {unique(shown)}}.", shown, at)
}

# `found`: what is wrong with the names in row `at`, of which some are `shown`.
abort_no_header <- function(found, shown, at) {
  abort_accord(
    "header",
    c(
      "The row of the names must not be one of ratings.",
      x = as_written(cli::format_inline(paste("In row {at},", found))),
      i = "Use {.code header = 0} if there are no names: the columns are then {.var V1}, {.var V2} and so on.",
      i = "If they are the names, read the file into a data frame first."
    ),
    names = shown, advice = "header = 0"
  )
}

# A first row of numbers is one of ratings, unless it numbers the columns.
check_header_values <- function(names, header) {
  bare <- sub("[.][0-9]+$", "", names)
  numbers <- suppressWarnings(as.numeric(bare))
  if (length(names) > 1 && !anyNA(numbers) && anyDuplicated(bare)) {
    found <- "{length(shown)} names are numbers, some of them twice: {.val {first_few(shown)}}."
    abort_no_header(found, names, max(header))
  }
}
