# Rows of a sheet that hold no ratings: those that the user leaves out, and those that must be left out or kept
# knowingly.

# Marks the rows of a table that are meant by `quo`: numbers of rows in the file, ids, or a condition on columns.
# `items`: the columns of ids; `not`: ids that are not looked for in them.
meant_rows <- function(quo, table, items, arg, not = character()) {
  n <- nrow(table$data)
  columns <- intersect(all.vars(rlang::quo_get_expr(quo)), names(table$data))
  mask <- convert_numbers(table$data[columns])
  found <- tryCatch(rlang::eval_tidy(quo, mask), error = function(cnd) {
    shown <- conditionMessage(cnd)
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must be numbers of rows, ids, or a condition on columns.",
        x = "It cannot be evaluated: {shown}",
        i = column_hint(character(), names(table$data))
      ),
      argument = arg
    )
  })
  if (is.null(found) || length(found) == 0) {
    return(logical(n))
  }
  if (is.logical(found) && length(found) == n) {
    return(!is.na(found) & found)
  }
  if (is.numeric(found)) {
    return(table$row %in% found)
  }
  if (is.character(found) && !length(columns)) {
    if (length(items) == 0) items <- unclass(table$data)
    found <- setdiff(found, not)
    # An id of several parts as it is shown.
    if (length(items) > 1) items <- c(items, list(joined_text(unname(items))))
    return(Reduce(`|`, lapply(items, function(x) x %in% found), logical(n)))
  }
  abort_argument(found, arg, "numbers of rows, ids, or a condition on columns such as status == \"test\"")
}

# How many rows of these tables have one of these ids.
n_rows_with_ids <- function(tables, spec, ids) {
  sum(vapply(tables, function(table) {
    columns <- tryCatch(whole_ids(spec$places, table, FALSE)$whole, accord_error = function(cnd) NULL)
    as.double(sum(Reduce(`|`, lapply(columns, `%in%`, ids), logical(nrow(table$data)))))
  }, 0))
}

# The rows that the user leaves out or keeps (`arg`), by the ids as they stand, of which some may not fit a template.
said_rows <- function(arg, spec, table, whole) {
  quo <- spec[[arg]]
  if (rlang::quo_is_missing(quo)) logical(nrow(table$data)) else meant_rows(quo, table, whole$whole, arg)
}

# The same by the items that templates cut from the ids. A text that is an id as it stands means no item.
said_items <- function(arg, spec, table, whole, ids, so_far) {
  quo <- spec[[arg]]
  if (rlang::quo_is_missing(quo) || identical(unname(ids$ids$item), unname(whole$whole))) return(so_far)
  so_far | meant_rows(quo, table, ids$ids$item, arg, unlist(lapply(whole$whole, unique)))
}

warn_nothing_dropped <- function(drop, n) {
  typed <- rlang::quo_get_expr(drop)
  nothing <- is.null(typed) || rlang::is_call(typed, c("character", "integer", "logical"))
  if (n == 0 && !nothing) {
    warn_accord(
      "drop",
      c(
        "{.arg drop} must leave out a row.",
        x = "No row is left out by {.code {rlang::expr_deparse(typed)[1]}}."
      )
    )
  }
}

# Rows of texts above the first of ratings, as exports of survey tools have them.
check_sheet_header <- function(table, columns, kept) {
  advise <- function(cnd) {
    if (all(kept[cnd$rows])) return()
    rows <- table$row[cnd$rows]
    shown <- cut_end(as.character(unlist(lapply(columns[1:2], `[`, max(cnd$rows)))), 60)
    drop <- if (length(rows) > 1) paste0(rows[1], ":", rows[length(rows)]) else rows
    abort_accord(
      "header_row",
      c(
        "Rows of a header must not be ratings.",
        x = "{length(rows)} row{?s} below the names {?holds/hold} texts of the header: {.val {shown}}.",
        i = "Leave {cli::qty(length(rows))}{?it/them} out: {.code drop = {drop}}.",
        i = "If {cli::qty(length(rows))}{?it holds/they hold} ratings, use {.code keep = {drop}}."
      ),
      rows = rows, advice = paste("drop =", drop)
    )
  }
  tryCatch(
    {
      check_import_rows(table$data)
      # The first rows show what the others hold.
      if (length(columns) > 1) check_first_rows(lapply(columns, utils::head, 1000), names(columns))
    },
    accord_error_header_row = advise
  )
}

# Test questions of crowd platforms, which are kept or left out knowingly.
check_golden_rows <- function(table, used, kept) {
  others <- unclass(table$data)[setdiff(seq_along(table$data), used)]
  # The column of the raters, such as ResponseId, tells which program wrote the sheet.
  trial <- trial_rows(c(others, unclass(table$data)[used]))
  if (length(trial) && trial$column %in% names(others) && !all(kept[trial$rows])) {
    abort_trials(paste(column_code(trial$column), trial$test), trial, table$row[trial$rows])
  }
  named <- grep(GOLDEN_NAME, tolower(names(others)))
  for (j in named) {
    marked <- golden_rows(others[[j]], character())
    if (is.null(marked) || all(kept[marked$rows])) next
    column <- column_code(names(others)[j])
    condition <- if (marked$flag) paste0(column, " == ", marked$value) else sprintf("!is.na(%s)", column)
    if (!marked$flag && any(vapply(others[named], function(x) isTRUE(golden_rows(x, character())$flag), NA))) next
    n <- sum(marked$rows)
    abort_accord(
      "golden",
      c(
        "Test questions of a crowd platform must be kept or left out knowingly.",
        x = "Column {.var {names(others)[j]}} marks {n} row{?s}.",
        i = "To leave {cli::qty(n)}{?it/them} out, use {.code drop = {condition}}; to keep {cli::qty(n)}{?it/them}, \\
             {.code keep = {condition}}."
      ),
      column = names(others)[j], rows = table$row[marked$rows], advice = paste("drop =", condition)
    )
  }
}

# `condition`: code for the rows.
abort_trials <- function(condition, trial, rows) {
  n <- length(rows)
  abort_accord(
    "golden",
    c(
      TRIAL_RULE,
      x = "Column {.var {trial$column}} says that {n} row{?s} {?is/are} a preview, a test or practice: row \
           {first_few(rows)}.",
      i = "To leave {cli::qty(n)}{?it/them} out, use {.code drop = {condition}}; to keep {cli::qty(n)}{?it/them}, \
           {.code keep = {condition}}."
    ),
    column = trial$column, rows = rows, advice = paste("drop =", condition)
  )
}

# Blank ids between others are those above them, or faults. `unread`: the columns without a role, one of which may be
# the other part of the id.
check_blank_ids <- function(table, all, rated, arg, unread = list()) {
  ids <- all[[arg]]
  for (column in seq_along(ids)) {
    blank <- which(is.na(ids[[column]]) & rated)
    if (length(blank) == 0) next
    if (1L %in% blank) check_second_header(table, names(ids)[column])
    n <- length(blank)
    rows <- if (n > 4) blank[1:4] else blank
    name <- names(ids)[column]
    fill <- can_be_filled(all, rated)
    part <- if (!fill && arg == "item") part_beside_filled(all, rated, unread)
    both <- sprintf("item = %s, fill = TRUE", vector_code(vapply(c(names(ids), part), column_code, "")))
    drop <- sprintf("drop = is.na(%s)", column_code(name))
    abort_accord(
      "blank_id",
      c(
        "Every row with ratings needs its {arg}.",
        x = "{n} row{?s} {?has/have} none in {.var {name}}: row{cli::qty(n)}{?s} {first_few(table$row[blank])}.",
        i = if (fill) "If a blank means the one above it, use {.code fill = TRUE}.",
        i = if (length(part)) "If a blank means the one above it, and {.var {part}} the part of it: {.code {both}}.",
        i = "{if (fill || length(part)) 'Otherwise leave' else 'Leave'} {cli::qty(n)}the row{?s} out: {.code {drop}}."
      ),
      rows = table$row[blank], column = name, advice = if (fill) "fill = TRUE" else if (length(part)) both else drop
    )
  }
}

# Stops where the first row of a file, without an id, holds the rest of its names, below merged cells.
check_second_header <- function(table, id) {
  data <- unclass(table$data)
  if (is.null(table$first) || !identical(as.integer(table$row[1]), as.integer(table$top) + 1L)) {
    return(invisible())
  }
  first <- vapply(data, `[`, "", 1L)
  stem <- sub("[.][0-9]+$", "", names(data))
  merged <- grepl("^[.]{3}[0-9]+$", names(data)) | stem %in% stem[duplicated(stem)]
  below <- unlist(lapply(data, function(x) utils::head(x[-1], 1000)))
  words <- first[!is.na(first)]
  if (!any(merged & !is.na(first)) || length(words) < 2 || any(is_numeric_text(words)) || any(words %in% below)) {
    return(invisible())
  }
  both <- sprintf("header = %d:%d", as.integer(table$top), as.integer(table$top) + 1L)
  abort_accord(
    "header",
    c(
      "Names that stand in two rows must be read from both.",
      x = "Row {table$row[1]} has no {.var {id}} and holds {.val {first_few(unname(words))}}, which stand in no row \\
           below.",
      i = "Use {.code {both}}; the names of the columns are then those of both rows, joined by {.val /}."
    ),
    names = unname(words), advice = both
  )
}

# The name of the column that tells rows apart whose blank ids mean those above them; NULL if there is none.
part_beside_filled <- function(all, rated, unread) {
  filled <- lapply(unlist(unname(all[names(all) != "by"]), recursive = FALSE), fill_down)
  filled <- unname(lapply(filled, `[`, rated))
  if (length(filled) == 0 || any(vapply(filled, anyNA, NA)) || sum(rated) > MANY_RATINGS) {
    return(NULL)
  }
  fits <- vapply(unread, function(x) {
    x <- x[rated]
    !anyNA(x) && anyDuplicated(x) > 0 && !anyDuplicated(joined_text(c(filled, list(x))))
  }, NA)
  n <- vapply(unread[fits], function(x) length(unique(x[rated])), 0L)
  names(n)[order(!grepl(PART_NAME, names(n), ignore.case = TRUE), n)][seq_len(min(1, length(n)))]
}

# Whether no two rows have the same ids if blank ids are those above them, and the first row has its own.
can_be_filled <- function(ids, rated) {
  filled <- lapply(unlist(unname(ids[names(ids) != "by"]), recursive = FALSE), fill_down)
  filled <- lapply(filled, `[`, rated)
  !any(vapply(filled, anyNA, NA)) && !anyDuplicated(joined_text(unname(filled)))
}
