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
    found$heading, tool_line(found$table$path), column_lines(found$table, found$roles),
    if (length(found$calls)) paste0("-> ", found$calls) else found$why,
    found$note %||% if (length(found$calls) > 1) "Choose the call that says what the sheet is.",
    marked_lines(ASSUMED_NOTE, found$reasons), marked_lines("It is not known, and you may know:", found$doubts),
    if (length(found$advised)) if (length(found$doubts) > 1) "If all of this is so:" else "If this is so:",
    if (length(found$advised)) paste0("-> ", found$advised)
  )
  cat(lines, sep = "\n")
  invisible(found$calls)
}

# A list: `calls` that may read the sheet, `name` being the code of `path`; `why` there are none; `heading`, a line per
# table; the `table` whose columns are proposed, and their `roles`; the `counts` of a confusion table; the arguments of
# counts of `votes`; the `reasons` of arguments and the `doubts` that are left, in words, and the calls that answer
# these, `advised`.
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
  as_calls <- function(arguments) sprintf("read_sheet(%s, %s%s)", name, arguments, header_code(header))
  calls <- as_calls(arguments)
  if (length(found$votes)) {
    calls <- sprintf("as_ratings(%s, %s)", votes_data_code(tables[[found$table]], name), found$votes)
  }
  if (!is.null(counts)) calls <- sprintf("as_ratings(%s, layout = \"confusion\")", deparse1(confusion_code(counts)))
  list(
    calls = calls, why = found$why %||% NO_WAY, note = found$note,
    heading = sheet_heading(tables), table = tables[[found$table]], roles = found$roles, counts = counts,
    elsewhere = columns_elsewhere(tables, found$table),
    votes = found$votes, reasons = said_of_calls(tried, "reasons"), doubts = said_of_calls(tried, "doubts"),
    advised = as_calls(setdiff(unlist(lapply(tried, `[[`, "advised")), arguments))
  )
}

# The columns that the table at `t` lacks, and others with columns of the same names have, with their values and the
# files or sheets: a list by column.
columns_elsewhere <- function(tables, t) {
  names <- names(tables[[t]]$data)
  found <- list()
  for (table in tables[-t]) {
    own <- names(table$data)
    if (!any(own %in% names)) next
    where <- if (table$sheet == "") basename(table$path) else table$sheet
    for (name in setdiff(own, names)) {
      found[[name]] <- list(values = c(found[[name]]$values, table$data[[name]]), where = c(found[[name]]$where, where))
    }
  }
  found
}

# What an export of a tool that has a reader is, since a sheet does not tell its spans, or drafts from answers.
tool_line <- function(path) {
  words <- if (file.exists(path)) seems_to_be(path) else ""
  if (words != "") sprintf("  It seems to be %s.", words)
}

said_of_calls <- function(tried, what) unique(unlist(lapply(tried, `[[`, what)))

ASSUMED_NOTE <- "The call assumes what follows. Without one of these arguments, read_sheet() names the other ways:"

marked_lines <- function(heading, lines) if (length(lines)) c(heading, paste0("* ", lines))

SPANS_NOTE <- paste(
  "%s and %s seem to be the positions of coded passages: as_spans() takes their columns, with those of documents,",
  "coders and codes. Several codes of one passage are a set."
)

NO_WAY <- "No way to read it was found: say where item, rater and rating are."

data_code <- function(expr) if (is.symbol(expr)) column_code(as.character(expr)) else "data"

header_code <- function(header) if (identical(as.double(header), 1)) "" else paste0(", header = ", deparse1(header))

sheet_heading <- function(tables) {
  of <- vapply(tables, function(table) {
    where <- c(if (table$file == "") "data frame" else basename(table$path), if (table$sheet != "") table$sheet)
    size <- c(count(nrow(table$data), "row"), count(ncol(table$data), "column"))
    sprintf("%s: %s", paste(where, collapse = ", sheet "), toString(size))
  }, "")
  c(utils::head(of, 20), if (length(of) > 20) sprintf("and %d more", length(of) - 20))
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
    found$calls <- gsub(where$code, where$rounds, found$calls, fixed = TRUE)
    found$note <- "Rounds are groups: the figures of each are its own."
  }
  if (length(where$also)) {
    other <- gsub(paste("rater =", where$code), paste("rater =", where$also), found$calls, fixed = TRUE)
    found$calls <- unique(c(found$calls, other))
  }
  found <- with_tables_as_items(found, tables[same], where) %||% with_tables_as_questions(found, tables[same], where)
  # With one column of ratings no error tells it.
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
