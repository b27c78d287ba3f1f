# Totals in a sheet: rows below the items, a question, and columns that are sums of the others.

SUM_KINDS <- c("sum", "total", "all")

are_sum_names <- function(names) any(is_total_name(names, SUM_KINDS, "within"))

# Whether these rows are named like a count, and hold the numbers of cells above them, other totals not counted.
are_counts_above <- function(table, id, rows) {
  named <- is_total_name(id[rows], "n", confirmed = TRUE)
  named[named] <- vapply(rows[named], function(row) {
    above <- setdiff(seq_len(row - 1L), which(is_total_name(id, TOTAL_KINDS)))
    cells <- vapply(unclass(table$data), function(x) suppressWarnings(as.numeric(x[row])), 0)
    filled <- vapply(unclass(table$data), function(x) sum(!is.na(x[above])), 0)
    known <- !is.na(cells)
    any(known) && row > 3 && all(filled[known] == cells[known])
  }, NA)
  named
}

# Those of the last rows whose names hold a word for a total, and whose cells confirm it. `columns`: those of ratings.
rows_named_total <- function(id, columns, last) {
  if (length(last) == 0) return(integer())
  kinds <- c(TOTAL_KINDS, "n", "least", "greatest", "share")
  says <- vapply(kinds, function(kind) {
    is_total_name(id[last], kind, "within", confirmed = TRUE)
  }, logical(length(last)))
  says <- matrix(says, length(last), dimnames = list(NULL, kinds))
  # Beside other letters, a letter is an id like these.
  if (sum(nchar(id[!is.na(id)]) == 1 & grepl("[[:alpha:]]", id[!is.na(id)])) > 3) says[nchar(id[last]) == 1, ] <- FALSE
  rows <- last[rowSums(says) > 0]
  if (length(rows) == 0 || rows[1] < 4) return(integer())
  above <- seq_len(rows[1] - 1L)
  Filter(function(row) {
    what <- colnames(says)[says[match(row, last), ]]
    fits <- unlist(lapply(columns, function(x) if (!is.na(x[row])) is_total_cell(x[row], x[above], what)))
    fits <- fits[!is.na(fits)]
    length(fits) > 0 && all(fits)
  }, rows)
}

# Whether a cell is the sum, mean and so on (`what`) of those above it, or no code like these: a number among labels, a
# fraction among whole numbers, or a number far outside. NA where all are equal, which says nothing.
is_total_cell <- function(cell, above, what) {
  above <- above[!is.na(above)]
  value <- cell_numbers(cell)
  if (is.na(value) || length(above) < 3) return(FALSE)
  y <- cell_numbers(above)
  if (2 * sum(is.na(y)) > length(y)) return(!cell %in% above)
  y <- y[!is.na(y)]
  if (all(c(y, value) == y[1])) return(NA)
  whole <- all(y == round(y))
  odd <- whole && (value != round(value) || value > 2 * max(y) - min(y) && value > max(y) + 1)
  near <- function(x) abs(value - x) <= 0.5 * 10^-n_decimals(cell) + 1e-9
  odd || any(vapply(what, function(one) {
    near(switch(one,
      sum = , total = , all = sum(y), mean = mean(y), median = stats::median(y), sd = stats::sd(y), n = length(y),
      least = min(y), greatest = max(y), Inf
    ))
  }, NA))
}

# The last row of which each cell is the sum of those above, beyond all of them, or a fraction that is the mean of whole
# numbers, and the rows below it, if there is one among the last three.
unnamed_totals <- function(columns, last) {
  for (row in last) {
    cells <- vapply(columns, `[`, "", row)
    own <- columns[!is.na(cells)]
    cells <- cells[!is.na(cells)]
    values <- cell_numbers(cells)
    if (row < 6 || length(own) < 2 || anyNA(values)) next
    y <- lapply(own, function(x) cell_numbers(x[seq_len(row - 1L)][!is.na(x[seq_len(row - 1L)])]))
    if (min(lengths(y)) < 5 || anyNA(unlist(y))) next
    sums <- vapply(y, sum, 0)
    beyond <- values > vapply(y, max, 0) & sums > 0
    if (all(abs(values - sums) < 1e-8 * pmax(1, abs(sums)) & (beyond | sums == 0)) && any(beyond)) {
      return(row:length(columns[[1]]))
    }
    whole <- vapply(y, function(x) all(x == round(x)), NA)
    mean <- abs(values - sums / lengths(y)) <= 0.5 * 10^-n_decimals(cells) + 1e-9
    if (all(whole & mean) && any(values != round(values))) return(row:length(columns[[1]]))
  }
}

cell_numbers <- function(x) suppressWarnings(as.numeric(sub(",", ".", x, fixed = TRUE)))

n_decimals <- function(x) ifelse(grepl("[.,][0-9]+$", x), nchar(sub("^.*[.,]", "", x)), 0)

# Rows below or above the items that were made of them. `at`: the columns of ratings; `n_elsewhere`: a function that
# counts the rows of other tables with these ids.
check_total_rows <- function(table, ids, kept = FALSE, at = NULL, n_elsewhere = function(names) 0L) {
  n <- nrow(table$data)
  ends <- unique(pmax(c(1, n - 2:0), 1))[seq_len(min(n, 4))]
  looks <- function(rows) {
    like <- lapply(ids$item, function(x) {
      is_total_name(x[rows], TOTAL_KINDS) | are_counts_above(table, x, rows)
    })
    rows[Reduce(`|`, like, logical(length(rows)))]
  }
  # Those of parts stand anywhere.
  parts <- which(Reduce(`|`, lapply(ids$item, is_total_name, "part"), logical(n)))
  found <- if (length(looks(ends)) || length(parts)) looks(seq_len(n))
  columns <- unname(unclass(table$data))[at]
  last <- Filter(function(row) row > 3, n - 2:0)
  loose <- lapply(ids$item, rows_named_total, columns, last)
  found <- sort(unique(c(found, unlist(loose))))
  if (length(found) == 0 && length(ids$item)) return(check_unnamed_totals(table, ids, kept, columns, last))
  whole <- setdiff(found, parts)
  if (length(found) == 0 || length(whole) > 3 || !all(whole %in% ends) || all(rep_len(kept, n)[found])) {
    return(invisible())
  }
  # If an id has several parts, the part that is named like a total is shown.
  names <- unique(unlist(Map(function(x, own) {
    c(x[found][is_total_name(x[found], TOTAL_KINDS) | is_total_name(x[found], "n", confirmed = TRUE)], x[own])
  }, ids$item, loose)))
  named <- which(Reduce(`|`, lapply(ids$item, `%in%`, names)))
  if (!setequal(named, found)) names <- joined_text(lapply(unname(ids$item), `[`, found))
  code <- vector_code(encodeString(names, quote = "\""))
  n_found <- length(found) + n_elsewhere(names)
  where <- if (n_found > length(found)) table_label(table) else "the file"
  abort_accord(
    "total",
    c(
      "Rows of totals must not be items.",
      x = "{n_found} row{?s} {?is/are} named like one: {.val {names}}, in row {first_few(table$row[found])} of \
           {where}{if (n_found > length(found)) ', and in other tables'}.",
      i = "Leave {cli::qty(n_found)}{?it/them} out: {.code drop = {code}}.",
      i = "If {cli::qty(n_found)}{?it is an item/they are items}, use {.code keep = {code}}.",
      i = if (are_sum_names(names)) {
        "If the cells are counts, and the rating is whether there are any, add {.code recode = ~ .x > 0}."
      }
    ),
    rows = table$row[found], items = names, advice = paste("drop =", code)
  )
}

check_unnamed_totals <- function(table, ids, kept, columns, last) {
  found <- unnamed_totals(columns, last)
  if (length(found) == 0 || all(rep_len(kept, nrow(table$data))[found])) {
    return(invisible())
  }
  shown <- joined_text(lapply(ids$item, `[`, found))
  rows <- table$row[found]
  own <- length(ids$item) == 1 && !any(shown %in% ids$item[[1]][-found])
  code <- if (own) vector_code(encodeString(shown, quote = "\"")) else vector_code(rows)
  abort_accord(
    "total",
    c(
      "Rows of totals must not be items.",
      x = "All cells of row {rows[1]} of the file, item {.val {shown[1]}}, are the sums or means of those above.",
      i = "Leave {cli::qty(length(found))}{?it/these rows} out: {.code drop = {code}}.",
      i = "If {cli::qty(length(found))}{?it is an item/they are items}, use {.code keep = {code}}."
    ),
    rows = rows, advice = paste("drop =", code)
  )
}

# A total among the questions that a column names: a word for a sum, or numbers that are the sums of the other
# questions. `at`: the columns of ratings.
check_total_questions <- function(table, ids, at, kept) {
  for (name in names(ids$question)) {
    x <- ids$question[[name]]
    named <- unique(x[is_total_name(x, SUM_KINDS)])
    key <- joined_text(unname(unlist(c(ids["item"], ids["rater"], ids["by"]), recursive = FALSE)))
    found <- Filter(function(one) {
      rows <- which(x %in% one)
      sums <- is_total_name(one, "sum") ||
        are_sums_of_rows(unclass(table$data)[at], key, rows, x %in% named)
      sums && !all(rep_len(kept, length(x))[rows])
    }, named)
    if (length(found) == 0) next
    quoted <- encodeString(found, quote = "\"")
    test <- if (length(found) == 1) paste("==", quoted) else paste("%in%", vector_code(quoted))
    code <- paste(column_code(name), test)
    abort_accord(
      "total",
      c(
        "A total must not be a question.",
        x = "{length(found)} question{?s} {?is/are} named like one in {.var {name}}: {.val {found}}.",
        i = "Leave {cli::qty(length(found))}{?it/them} out: {.code drop = {code}}.",
        i = "If {cli::qty(length(found))}{?it was/they were} rated as well, use {.code keep = {code}}."
      ),
      items = found, column = name, advice = paste("drop =", code)
    )
  }
}

# Whether the cells of these `rows` are the sums of those of the others with the same `key`, totals left aside.
are_sums_of_rows <- function(columns, key, rows, totals) {
  fits <- unlist(lapply(columns, function(x) {
    y <- cell_numbers(x)
    sums <- tapply(y[!totals], key[!totals], sum, na.rm = TRUE)
    own <- rows[!is.na(y[rows])]
    abs(y[own] - sums[key[own]]) < 1e-8
  }))
  fits <- fits[!is.na(fits)]
  length(fits) > 2 && all(fits)
}

# The columns of questions or items without those that are named like a sum and are that of the others in all rows.
# Columns that were named one by one are kept.
without_total_columns <- function(plain, columns, spec) {
  fields <- intersect(c("question", "item"), names(plain$parts))
  if (is.null(plain) || !is.null(plain$parts$rater) || length(fields) == 0 || length(plain$at) < 3) {
    return(plain)
  }
  own <- columns[plain$at]
  total <- Reduce(`|`, lapply(fields, function(field) {
    named <- is_total_name(plain$parts[[field]], SUM_KINDS) & !plain$named
    beside <- plain$parts[[c(setdiff(fields, field), field)[1]]]
    vapply(seq_along(own), function(k) {
      if (!named[k]) return(FALSE)
      others <- if (length(fields) == 2) beside == beside[k] else rep(TRUE, length(own))
      are_row_sums(own[[k]], own[others & !named])
    }, NA)
  }))
  if (!any(total)) {
    return(plain)
  }
  spec$changes$tell(sum(total), "column", "left out as the sum of the others", names(own)[total])
  plain$at <- plain$at[!total]
  plain$named <- plain$named[!total]
  plain$parts <- lapply(plain$parts, `[`, !total)
  plain
}

are_row_sums <- function(x, others) {
  y <- lapply(others, cell_numbers)
  x <- cell_numbers(x)
  if (length(y) < 2 || sum(!is.na(x)) < 3) return(FALSE)
  sums <- Reduce(`+`, lapply(y, function(v) ifelse(is.na(v), 0, v)))
  any(sums != 0) && all(abs(x - sums) < 1e-8, na.rm = TRUE)
}

# Rows that are named like a share or a mean of those above, and whose cells are no ratings: none of their values occurs
# among those of the question. Sums are not left out, since what is summed may be counts.
rows_of_shares <- function(table, ids, plain) {
  found <- tryCatch(
    {
      check_total_rows(table, ids$ids, at = plain$at)
      NULL
    },
    accord_error_total = function(cnd) list(rows = match(cnd$rows, table$row), names = cnd$items)
  )
  if (is.null(found) || length(found$names) == 0 || are_sum_names(found$names)) {
    return(integer())
  }
  columns <- unclass(table$data)[plain$at]
  # Without a template all columns are raters of one question, or each is a question.
  of <- plain$parts$question %||% rep("", length(columns))
  apart <- vapply(unique(of), function(question) {
    own <- columns[of == question]
    cells <- unlist(lapply(own, `[`, found$rows))
    others <- unlist(lapply(own, `[`, -found$rows))
    !any(cells[!is.na(cells)] %in% others)
  }, NA)
  if (all(apart)) found$rows else integer()
}
