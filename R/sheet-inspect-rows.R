# Rows of a sheet that inspect_sheet() leaves aside: totals, and rows of another kind.

# Rows without a rater that hold other columns than those with one, as the age of a patient above the readings of
# REDCap: only ids stand in both.
rows_of_other_kind <- function(columns) {
  names <- names(columns)
  for (j in grep(SHEET_RATER, names, ignore.case = TRUE)) {
    blank <- which(is.na(columns[[j]]))
    if (length(blank) == 0 || length(blank) > length(columns[[j]]) / 2) next
    filled <- function(rows) which(vapply(columns, function(x) any(!is.na(x[rows])), NA))
    above <- filled(blank)
    rated <- filled(-blank)
    both <- intersect(above, rated)
    ids <- grepl(NO_RATER, names[both], ignore.case = TRUE) | grepl("^redcap_", names[both])
    if (all(ids) && length(setdiff(rated, c(both, j))) > 0) return(blank)
  }
}

# Raters who are named in the first of their rows, or spelled in two ways.
with_filled_raters <- function(columns) {
  for (j in grep(SHEET_RATER, names(columns), ignore.case = TRUE)) {
    x <- columns[[j]]
    if (!is.na(x[1]) && mean(is.na(x)) >= 0.3) columns[[j]] <- x <- fill_down(x)
    # Reading tells of raters who look alike, with the code that makes them one.
    if (is.character(x) && length(look_alikes(unique(x[!is.na(x)])))) columns[[j]] <- spelled_as_first(x)
  }
  columns
}

# Whether a row of totals holds the sums of these columns: then they count, and may mean no more than that something
# is there.
are_counted <- function(table, at) {
  row <- rows_of_totals(table)
  if (length(row) != 1 || length(at) == 0) {
    return(FALSE)
  }
  all(vapply(unclass(table$data)[at], function(x) {
    x <- suppressWarnings(as.numeric(x))
    n <- x[-row]
    !anyNA(x) && all(n >= 0 & n == round(n)) && sum(n) == x[row]
  }, NA))
}

# Rows of totals, by the names in a column that may hold ids.
rows_of_totals <- function(table) {
  below <- rows_below_ids(unclass(table$data))
  if (length(below)) return(below)
  numbers <- which(vapply(unclass(table$data), function(x) {
    known <- x[!is.na(x)]
    length(known) > 3 && anyDuplicated(known) > 0 && mean(is.na(cell_numbers(known))) < 0.2
  }, NA))
  for (column in utils::head(unclass(table$data), 3)) {
    found <- tryCatch(
      check_total_rows(table, list(item = list(column)), at = numbers),
      accord_error_total = function(cnd) if (length(cnd$items)) cnd$rows
    )
    if (length(found)) return(match(found, table$row))
  }
}

# The last rows, up to six, that a column of ids leaves blank, of which a cell is the name of a total or a figure.
rows_below_ids <- function(columns) {
  n <- length(columns[[1]])
  for (x in columns) {
    last <- max(c(0L, which(!is.na(x))))
    if (last < 4 || n - last > 6 || last == n || anyNA(x[seq_len(last)]) || anyDuplicated(x[seq_len(last)])) next
    rows <- (last + 1):n
    cells <- unlist(lapply(columns, `[`, rows))
    if (any(is_total_name(cells, TOTAL_KINDS) | is_total_name(cells, "agreement", confirmed = TRUE))) return(rows)
  }
}
