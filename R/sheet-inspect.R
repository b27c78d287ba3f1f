# Proposes how to read a sheet: what its columns look like, and the calls that would read it. Nothing is measured.

#' @rdname read_sheet
#' @export
inspect_sheet <- function(path, header = NULL) {
  typed <- substitute(path)
  check_given(path, "path")
  if (!is.null(header)) check_header_argument(header)
  name <- if (is.character(path)) vector_code(encodeString(path, quote = "\"")) else data_code(typed)
  found <- inspected_sheet(path, header, name)
  lines <- c(
    found$heading, column_lines(found$table, found$roles),
    if (length(found$calls)) paste0("-> ", found$calls) else found$why,
    found$note %||% if (length(found$calls) > 1) "Choose the call that says what the sheet is.",
    if (!is.na(found$doubt)) found$doubt
  )
  cat(lines, sep = "\n")
  invisible(found$calls)
}

# A list: `calls` that may read the sheet, `name` being the code of `path`; `why` there are none; `heading`, a line per
# table; the `table` whose columns are proposed, and their `roles`; the `counts` of a confusion table; the arguments of
# counts of `votes`.
inspected_sheet <- function(path, header, name) {
  found <- tables_below_names(path, header)
  tables <- found$tables
  header <- found$header
  counts <- if (length(tables) == 1) confusion_counts(tables[[1]])
  found <- if (!is.null(counts)) {
    list(calls = character(), roles = list(), table = 1)
  } else if (has_names_in_rows(tables[[1]])) {
    named_in_rows(tables[[1]])
  } else {
    sheet_proposals(tables)
  }
  tried <- unlist(lapply(unname(found$calls), tried_arguments, path, header), recursive = FALSE)
  # A way in which no two raters meet is none where another is there.
  met <- vapply(tried, function(one) !isFALSE(one$met), NA)
  if (any(met)) tried <- tried[met]
  arguments <- unique(vapply(tried, `[[`, "", "arguments"))
  calls <- sprintf("read_sheet(%s, %s%s)", name, arguments, header_code(header))
  if (length(found$votes)) {
    calls <- sprintf("as_ratings(%s, %s)", votes_data_code(tables[[found$table]], name), found$votes)
  }
  if (!is.null(counts)) calls <- sprintf("as_ratings(%s, layout = \"confusion\")", deparse1(confusion_code(counts)))
  list(
    calls = calls, why = found$why %||% NO_WAY, note = found$note,
    heading = sheet_heading(tables), table = tables[[found$table]], roles = found$roles, counts = counts,
    votes = found$votes,
    doubt = c(unlist(lapply(tried, `[[`, "doubt")), NA)[1]
  )
}

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

SPANS_NOTE <- paste(
  "%s and %s seem to be the positions of coded passages: as_spans() takes their columns, with those of documents,",
  "coders and codes. Several codes of one passage are a set."
)

NO_WAY <- "No way to read it was found: say where item, rater and rating are."

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

# A list: `calls`, the arguments of each; `roles`, what each column is taken for; and `table`, the table that was looked
# at.
sheet_proposals <- function(tables) {
  # Most sheets of a workbook usually have the same columns; the proposal is for these.
  key <- vapply(tables, function(table) paste(names(table$data), collapse = "\r"), "")
  key[are_codebooks(tables)] <- NA
  t <- match(names(which.max(table(factor(key, unique(key))))), key)
  same <- key %in% key[t]
  table <- tables[[t]]
  texts <- row_of_texts(table)
  ends <- c(
    rows_of_import(table), rows_of_totals(table), texts, rows_of_other_kind(unclass(table$data)),
    rows_of_gradebook(utils::head(unclass(table$data), 3))
  )
  if (length(ends)) table$data <- table$data[-ends, ]
  rated <- lapply(unclass(table$data), function(x) {
    cells <- coded_cells(x)
    x <- replace(x, x %in% c(missing_signs(cells$text, cells$n), WRITTEN_MISSING), NA)
    if (is.character(x)) typed_marks(x) else x
  })
  truth <- truth_values(rated)
  if (length(truth)) rated <- lapply(rated, respell, truth)
  columns <- with_filled_raters(numbers_to_judge(rated))
  beside <- tables_beside_line(columns)
  if (length(beside)) return(list(calls = character(), roles = list(), why = beside, table = t))
  columns <- without_second_ids(columns)
  where <- if (sum(same) > 1) several_tables(tables, same)
  votes <- if (is.null(where)) votes_with_shares(columns) %||% votes_alone(columns, named = FALSE)
  by_values <- function() {
    rater <- if (is.null(where)) rater_by_values(columns)
    if (length(rater)) long_proposal(columns, where, rater)
  }
  # Where each row has an id of its own, columns may be raters.
  distinct <- any(vapply(columns, function(x) !anyNA(x) && !anyDuplicated(x), NA))
  found <- round_tables_proposal(columns, where) %||% pairs_proposal(columns, where) %||%
    melted_proposal(columns, where) %||% long_proposal(columns, where) %||%
    (if (!distinct) by_values()) %||% wide_proposal(columns, where) %||%
    by_values() %||% nameless_proposal(columns)
  # Counts may stand beside the ratings that they count.
  taken <- unlist(found$roles[!names(found$roles) %in% c("item", "by")])
  counted <- c(unlist(votes$at), votes$shares)
  if (length(found$calls) == 0 && is.null(where)) {
    found <- votes_proposal(columns, votes %||% votes_alone(columns, named = TRUE)) %||% found
  } else if (length(votes) && all(taken %in% counted)) {
    found <- votes_proposal(columns, votes)
  }
  found <- without_final_tables(found, tables[same], where)
  if (length(where$rounds) && any(grepl(paste("rater =", where$code), found$calls, fixed = TRUE))) {
    found$calls <- unlist(lapply(where$rounds, gsub, pattern = where$code, x = found$calls, fixed = TRUE))
    found$note <- ROUNDS_NOTE
  }
  if (length(where$also)) {
    other <- gsub(paste("rater =", where$code), paste("rater =", where$also), found$calls, fixed = TRUE)
    found$calls <- unique(c(found$calls, other))
  }
  found <- with_tables_as_items(found, tables[same], where) %||% with_tables_as_questions(found, tables[same], where)
  # Of one column of ratings no error tells it.
  if (length(texts) && length(unlist(found$roles[c("rating", "question and rater")])) == 1) {
    found$calls <- paste0(found$calls, ", drop = ", table$row[texts])
  }
  positions <- grep(POSITION_NAME, names(table$data), ignore.case = TRUE, value = TRUE)
  if (length(positions) == 2) {
    found$note <- sprintf(SPANS_NOTE, positions[1], positions[2])
    # A position is neither an item nor a rating.
    if (any(match(positions, names(table$data)) %in% unlist(found$roles))) {
      found$calls <- character()
      found$roles <- list()
    }
    if (length(found$calls) == 0) found$why <- "No way to read it as a sheet was found."
  }
  if (are_counted(tables[[t]], found$roles$rating)) {
    found$calls <- c(paste0(found$calls, ", recode = ~ .x > 0"), found$calls)
  }
  c(found, list(table = t))
}

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
    if (any(grepl(paste0(TOTAL_ROW, "|", FIGURE_ROW), cells[!is.na(cells)], ignore.case = TRUE))) return(rows)
  }
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
    count(length(values), "value")
  }
}
