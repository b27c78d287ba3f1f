# The cells of a sheet of an Excel workbook as text. The range includes blank rows at the top, so that row numbers are
# those shown by Excel.
xlsx_cells <- function(path, sheet) {
  read <- function(types) {
    readxl::read_excel(
      path,
      sheet = sheet, range = readxl::cell_rows(c(1, NA)), col_names = FALSE, col_types = types,
      na = "", trim_ws = FALSE, .name_repair = "minimal", progress = FALSE
    )
  }
  cells <- tryCatch(read("text"), error = function(cnd) NULL)
  if (is.null(cells)) return(bad_file("not_a_table", "not an Excel workbook"))
  text <- as.character(unlist(cells, use.names = FALSE))
  if (!all(validUTF8(text))) return(bad_file("not_a_table", "cells that are not UTF-8"))
  with_dates(cells, read)
}

# Dates are numbers of days in a workbook, and only the format of a cell says that it is one: where most cells of a
# column are numbers of five digits, from 1927 to 2091, its dates become text. `read`: reads columns by their types.
with_dates <- function(cells, read) {
  may_be <- vapply(cells, function(x) {
    x <- x[!is_blank(x)]
    length(x) > 0 && mean(grepl("^[1-6][0-9]{4}([.][0-9]+)?$", x)) >= 0.5
  }, NA)
  if (!any(may_be)) {
    return(cells)
  }
  again <- tryCatch(suppressWarnings(read(ifelse(may_be, "list", "skip"))), error = function(cnd) NULL)
  if (is.null(again) || nrow(again) != nrow(cells)) {
    return(cells)
  }
  for (k in seq_along(again)) {
    at <- which(may_be)[k]
    is_date <- which(vapply(again[[k]], inherits, NA, "POSIXct"))
    if (length(is_date) == 0) next
    days <- do.call(c, again[[k]][is_date])
    form <- if (all(as.double(days) %% 86400 == 0)) "%Y-%m-%d" else "%Y-%m-%d %H:%M:%S"
    cells[[at]][is_date] <- format(days, form, tz = "UTC")
  }
  cells
}

# The fields of a sheet, as shape_table() takes them.
xlsx_fields <- function(cells) {
  n_rows <- nrow(cells)
  cells <- lapply(unname(as.list(cells)), function(x) replace(as.character(x), is_blank(as.character(x)), NA))
  filled <- last <- integer(n_rows)
  for (k in seq_along(cells)) {
    here <- which(!is.na(cells[[k]]))
    filled[here] <- filled[here] + 1L
    last[here] <- k
  }
  list(cells = cells, n_fields = rep(length(cells), n_rows), filled = filled, last = last)
}

# Reads the first sheet of an Excel workbook as text; the header is its first row, or the first one after `skip` rows.
read_xlsx_table <- function(path, skip = 0) {
  far <- far_cells(path)
  if (!is.null(far)) {
    return(bad_file("not_a_table", far))
  }
  cells <- xlsx_cells(path, 1)
  if (inherits(cells, "accord_bad_file")) {
    return(cells)
  }
  if (nrow(cells) == 0) {
    return(bad_file("empty_file", "no cells in its first sheet"))
  }
  table <- shape_table(xlsx_fields(cells), skip = skip)
  if (!inherits(table, "accord_bad_file")) {
    header <- table$first$row[1]
    found <- cells_without_value(path, header, as.character(unlist(cells[header, ])))
    table$problems <- rbind(table$problems, found)
  }
  others <- readxl::excel_sheets(path)[-1]
  # A sheet that cannot be read is no table.
  filled <- vapply(others, function(sheet) isTRUE(nrow(xlsx_cells(path, sheet)) > 0), NA)
  if (any(filled) && !inherits(table, "accord_bad_file")) {
    found <- sprintf("Sheet \"%s\" is not read, only the first sheet is.", others[filled])
    table$problems <- rbind(table$problems, new_problems(problem = found))
  }
  table
}

# readxl crashes at a cell of type inlineStr whose content is not an element `is`, and at a cell whose reference is not
# letters followed by digits.
CELL_WITHOUT_TEXT <- "<c\\s[^>]*inlineStr[^>]*(?<!/)>(?!\\s*(<is[\\s/>]|</c>))"
CELL_WITHOUT_PLACE <- "<c\\s[^>]*\\br\\s*=\\s*[\"'](?![A-Z]{1,3}[1-9][0-9]{0,6}[\"'])"

# readxl creates all cells up to the last row and column, and unpacks the whole archive. Returns the reason why this
# would need too much memory or fail, or NULL.
far_cells <- function(path) {
  parts <- tryCatch(utils::unzip(path, list = TRUE), error = function(cnd) NULL, warning = function(cnd) NULL)
  if (is.null(parts)) {
    return(NULL)
  }
  sheets <- parts[grepl("^xl/worksheets/[^/]*[.]xml$", parts$Name), ]
  if (sum(parts$Length) > 4e9 || sum(parts$Length) > 1e8 && sum(parts$Length) > 500 * file.size(path)) {
    return(sprintf("an archive of %.0f bytes that unpacks to %.0f", file.size(path), sum(parts$Length)))
  }
  for (i in seq_len(nrow(sheets))) {
    connection <- unz(path, sheets$Name[i], "rb")
    on.exit(close(connection))
    bytes <- tryCatch(readBin(connection, "raw", sheets$Length[i]), error = function(cnd) NULL)
    on.exit()
    close(connection)
    if (length(bytes) < sheets$Length[i]) {
      return("an archive whose parts are damaged")
    }
    if (any(bytes == 0)) {
      return("a sheet with zero bytes, at which its text would end")
    }
    text <- rawToChar(bytes)
    Encoding(text) <- "bytes" # positions are in bytes
    if (grepl(CELL_WITHOUT_TEXT, text, perl = TRUE, useBytes = TRUE)) {
      return("a text cell without text")
    }
    if (grepl(CELL_WITHOUT_PLACE, text, perl = TRUE, useBytes = TRUE)) {
      return("a cell whose place is not written as A1 is")
    }
    at <- gregexpr("<c [^>]*\\br=\"\\K[A-Z]+[0-9]+", text, perl = TRUE, useBytes = TRUE)[[1]]
    if (at[1] < 0) next
    cell <- substring(text, at, at + attr(at, "match.length") - 1)
    row <- as.numeric(sub("^[A-Z]+", "", cell))
    letters <- sub("[0-9]+$", "", cell)
    wide <- letters[nchar(letters) == max(nchar(letters))]
    last <- sum((utf8ToInt(max(wide)) - 64) * 26^(rev(seq_len(nchar(wide[1]))) - 1))
    size <- max(row) * last
    if (size > 1e7 && size > 100 * length(cell)) {
      return(sprintf("%d cells, the last ones in row %.0f and column %s", length(cell), max(row), max(wide)))
    }
  }
}
