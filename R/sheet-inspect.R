# Proposes how to read a sheet: what its columns look like, and the calls that would read it. Nothing is measured.

#' @rdname read_sheet
#' @export
inspect_sheet <- function(path, header = 1) {
  typed <- substitute(path)
  check_given(path, "path")
  check_header_argument(header)
  name <- if (is.character(path)) vector_code(encodeString(path, quote = "\"")) else data_code(typed)
  tables <- sheet_tables(path, header, several = TRUE)
  found <- sheet_proposals(tables)
  calls <- sprintf("read_sheet(%s, %s%s)", name, found$calls, header_code(header))
  lines <- c(
    sheet_heading(tables), column_lines(tables[[found$table]], found$roles),
    if (length(calls)) paste0("-> ", calls) else "No way to read it was found: say where item, rater and rating are.",
    if (length(calls) > 1) "Choose the call that says what the sheet is."
  )
  cat(lines, sep = "\n")
  invisible(calls)
}

data_code <- function(expr) if (is.symbol(expr)) column_code(as.character(expr)) else "data"

header_code <- function(header) if (identical(as.double(header), 1)) "" else paste0(", header = ", deparse1(header))

sheet_heading <- function(tables) {
  of <- vapply(tables, function(table) {
    where <- c(if (table$file == "") "data frame" else basename(table$path), if (table$sheet != "") table$sheet)
    size <- c(count(nrow(table$data), "row"), count(ncol(table$data), "column"))
    sprintf("%s: %s", paste(where, collapse = ", sheet "), toString(size))
  }, "")
  c(utils::head(of, 5), if (length(of) > 5) sprintf("and %d more", length(of) - 5))
}

# A list: `calls`, the arguments of each; `roles`, what each column is taken for; `table`, the table that was looked at,
# and `drop`, rows of a header below the names.
sheet_proposals <- function(tables) {
  # Most sheets of a workbook usually have the same columns; the proposal is for these.
  key <- vapply(tables, function(table) paste(names(table$data), collapse = "\r"), "")
  t <- match(names(which.max(table(factor(key, unique(key))))), key)
  same <- key == key[t]
  table <- tables[[t]]
  import <- rows_of_import(table)
  total <- names_of_totals(table)
  drop <- if (length(total)) vector_code(encodeString(total, quote = "\""))
  if (length(import)) drop <- deparse1(table$row[import])
  if (length(import)) table$data <- table$data[-import, ]
  columns <- unclass(convert_numbers(table$data))
  where <- if (sum(same) > 1) several_tables(tables, same)
  found <- long_proposal(columns, where) %||% wide_proposal(columns, where)
  drop <- if (!is.null(drop)) sprintf(", drop = %s", drop) else ""
  found$calls <- paste0(found$calls, drop, recycle0 = TRUE)
  c(found, list(table = t))
}

# The names of rows of totals, in a column that may hold ids.
names_of_totals <- function(table) {
  for (column in utils::head(unclass(table$data), 3)) {
    found <- tryCatch(check_total_rows(table, list(item = list(column))), accord_error_total = function(cnd) cnd$items)
    if (length(found)) return(found)
  }
}

# How to name the file or sheet, where several tables have the same columns, and their numbers of rows.
several_tables <- function(tables, same) {
  sheets <- vapply(tables[same], `[[`, "", "sheet")
  n_rows <- vapply(tables[same], function(table) nrow(table$data), 0L)
  code <- if (all(sheets == "")) {
    "\"{file}\""
  } else if (all(same)) {
    "\"{sheet}\""
  } else {
    sprintf("c(\"{sheet}\" = \"{rater:%s}\")", paste(sheets, collapse = "|"))
  }
  list(code = code, same_length = length(unique(n_rows)) == 1, part = if (all(sheets == "")) "{file}" else "{sheet}")
}

# A column of the table as it can be typed: a column without a name by its place.
place_code <- function(columns, at) {
  name <- names(columns)[at]
  typed <- vapply(name, column_code, "", USE.NAMES = FALSE)
  nameless <- grepl("^[.]{3}", name)
  typed[nameless] <- at[nameless]
  if (length(at) > 3 && all(diff(at) == 1)) paste0(typed[1], ":", typed[length(typed)]) else vector_code(typed)
}

# A line for each kind of column.
column_lines <- function(table, roles) {
  names <- names(table$data)
  used <- unlist(roles)
  lines <- vapply(names(roles), function(role) sprintf("  %s: %s", role, listed(names[roles[[role]]], 8)), "")
  rest <- setdiff(seq_along(names), used)
  shown <- vapply(rest, function(j) paste0(names[j], " (", column_words(table$data[[j]]), ")"), "")
  c(unname(lines), if (length(rest)) paste0("  not used: ", listed_words(shown)))
}

listed_words <- function(x) {
  more <- length(x) - 12
  paste0(toString(utils::head(x, 12)), if (more > 0) paste0(" and ", more, " more"))
}

column_words <- function(x) {
  values <- unique(x[!is.na(x)])
  form <- value_form(values)
  if (length(values) == 0) {
    "empty"
  } else if (form != "") {
    form
  } else if (stats::median(nchar(values)) > 30) {
    "text"
  } else if (length(values) == length(x)) {
    "all distinct"
  } else {
    paste(length(values), "values")
  }
}
