# Which columns of a wide data frame hold ratings: those that the user chose, or the rest, if none of them looks
# like something else.

# `taken`: the positions of ids and groups.
rating_columns <- function(rating, data, taken, layout) {
  if (rlang::quo_is_missing(rating)) {
    check_name_lengths(data)
    cells <- setdiff(seq_along(data), taken)
    check_whole_columns(data, cells)
    columns <- lapply(without_integer64(unclass(data)[cells]), without_value_labels)
    check_rating_columns(columns, names(data)[cells], layout)
    if (layout == "raters_in_columns") inform_raters(names(data)[cells])
    return(cells)
  }
  cells <- select_columns(rating, data, "rating")
  both <- names(data)[intersect(cells, taken)]
  if (length(both) || length(cells) == 0) {
    abort_accord(
      "argument",
      c(
        "{.arg rating} must select the columns of ratings.",
        x = if (length(both)) "{length(both)} of them {?is an id or a group/are ids or groups}: {.var {both}}.",
        x = if (length(cells) == 0) "It selects none."
      ),
      argument = "rating",
      columns = both
    )
  }
  cells
}

inform_raters <- function(names) {
  ends <- names[c(1, length(names))]
  named <- !any(ends %in% c("", NA))
  ends <- if (named) lapply(ends, column_code)
  inform_accord(
    "raters",
    c(
      i = "{length(names)} column{?s} {?is/are} taken as rater{?s}: {.var {first_few(names)}}.",
      i = if (named) "Choose them with {.arg rating}, as in {.code rating = {ends[[1]]}:{ends[[2]]}}."
    ),
    about = names,
    columns = names
  )
}

NO_RATER <- paste0(
  "(^|[._ -])id$|^id([._ -]|$)|^(item|unit|subject|case|patient|participant|document|doc|text|row|index|key|uuid|",
  "condition|group|arm|treatment|session|wave|batch|date|time|timestamp|age|sex|gender|site|cent(re|er))s?$"
)

# `way_out`: what the user can do, as of matrix_way_out(); of a data frame the columns of ratings can be chosen.
# `noun`: "row" where the raters are the rows of a matrix.
check_rating_columns <- function(columns, names, layout, way_out = NULL, noun = "column") {
  if (layout == "confusion") {
    return(invisible())
  }
  id <- grepl(NO_RATER, names, ignore.case = TRUE) | grepl("[A-Za-z]Id$|[a-z]ID$", names) | is_numbering(columns)
  odd <- if (layout == "raters_in_columns") {
    is_switch(columns) | is_summary(columns) | is_named_summary(columns, names)
  } else {
    logical(length(columns))
  }
  found <- which(id | odd)
  bad <- names[found]
  if (length(bad)) {
    advice <- if (is.null(way_out)) {
      c(
        i = "Choose the columns that hold ratings, as in {.code rating = c(first, second)} or \\
             {.code rating = first:last}.",
        i = "{.arg item} names the column of ids, {.arg by} those of groups."
      )
    } else {
      way_out(found)
    }
    abort_accord(
      "rating_columns",
      c(
        paste0(if (noun == "row") "Rows" else "Columns", " without ratings must not be used as ratings."),
        x = paste0(
          "{length(bad)} ", noun, "{?s} {?looks/look} like ",
          "{?an id, a condition or a total/ids, conditions or totals}: {.var {bad}}."
        ),
        advice
      ),
      columns = bad
    )
  }
}

# The same of a matrix with names of columns. Those of a table of counts may be declared as `categories`.
check_matrix_columns <- function(data, layout, categories = NULL) {
  if (layout == "raters_in_rows" && !is.null(rownames(data))) {
    check_rating_rows(data, if (is.matrix(data)) lapply(seq_len(nrow(data)), function(i) data[i, ]))
  }
  names <- colnames(data)
  if (is.null(names) || layout == "counts" && !is.null(categories)) {
    return(invisible())
  }
  # A sparse matrix may have too many cells to look at: there the names count.
  columns <- rep(list(double()), ncol(data))
  if (is.matrix(data)) columns <- lapply(seq_along(columns), function(j) data[, j])
  check_rating_columns(columns, names, layout, matrix_way_out)
}

# Rows of raters, as t() of a data frame has them, with the ids in the first row. Without `rows` their names count.
check_rating_rows <- function(data, rows = NULL) {
  rows <- rows %||% rep(list(double()), nrow(data))
  check_rating_columns(
    rows, rownames(data), "raters_in_columns", function(found) matrix_way_out(found, "row"), "row"
  )
}

matrix_way_out <- function(found, noun = "column") {
  at <- if (length(found) == 1) found else paste0("c(", paste(found, collapse = ", "), ")")
  at <- if (noun == "row") paste0("-", at, ", ") else paste0(", -", at)
  c(
    i = paste0("Leave out ", noun, "s without ratings, as in {.code data[", at, "]}."),
    i = if (noun == "row") {
      "If they hold ratings, remove the names: {.code rownames(data) <- NULL}."
    } else {
      "If they hold ratings, rename them, or choose all columns of a data frame: {.code as.data.frame(data)} with \\
       {.code rating = everything()}."
    }
  )
}

# The only column that counts the rows, as in 1, 2, 3: in their order, or with numbers far beyond those of all other
# columns. Else a rater may have used each number once.
is_numbering <- function(columns) {
  numbered <- vapply(columns, function(x) {
    is.numeric(x) && length(x) >= 5 && !anyNA(x) && identical(
      as.double(diff(sort(as.double(x)))), rep(1, length(x) - 1)
    )
  }, NA)
  if (sum(numbered) != 1) {
    return(logical(length(columns)))
  }
  numbers <- as.double(columns[[which(numbered)]])
  others <- as.double(unlist(Filter(is.numeric, columns[!numbered]))) # none, where all others are labels
  most <- max(abs(others), 0, na.rm = TRUE)
  if (!is.unsorted(numbers) || max(numbers) > 2 * most) numbered else logical(length(columns))
}

# The only column of numbers that has two values where each other one has five or more.
is_switch <- function(columns) {
  if (length(columns) < 3 || length(columns[[1]]) < 8 || !all(vapply(columns, is.numeric, NA))) {
    return(logical(length(columns)))
  }
  n_values <- vapply(columns, function(x) length(unique(x[!is.na(x)])), 0L)
  two <- n_values == 2
  if (sum(two) == 1 && all(n_values[!two] >= 5)) two else logical(length(columns))
}

# The column of numbers that is the sum of all others in every row, or their mean, as spreadsheets have it. A sum is
# greater than any rating, and a mean has fractions where ratings have none; else a rater may be like that by chance.
is_summary <- function(columns) {
  found <- logical(length(columns))
  if (length(columns) < 3 || length(columns[[1]]) < 3 || !all(vapply(columns, is.numeric, NA))) {
    return(found)
  }
  cells <- vapply(columns, as.double, numeric(length(columns[[1]])))
  whole <- colSums(cells != round(cells), na.rm = TRUE) == 0
  greatest <- apply(abs(cells), 2, max, 0, na.rm = TRUE)
  greater <- greatest == max(greatest) & sum(greatest == max(greatest)) == 1
  broken <- !whole & sum(!whole) == 1
  total <- rowSums(cells, na.rm = TRUE)
  n <- rowSums(!is.na(cells))
  for (j in which(greater | broken)) {
    known <- !is.na(cells[, j]) & n > 1
    if (sum(known) < 3) next
    own <- cells[known, j]
    others <- total[known] - own
    near <- function(expected, most) isTRUE(all(abs(own - expected) <= most)) # NA where one is infinite
    found[j] <- greater[j] && near(others, 1e-8 * greatest[j]) || broken[j] && near(others / (n[known] - 1), 0.006)
  }
  found
}

# A column of numbers that says so, whatever it adds up: ratings may have been corrected since, or left out.
is_named_summary <- function(columns, names) {
  said <- "(^|[._ -])(total|sum|mean|average|median)s?$|^(total|sum|mean|average|median)s?[._ -]?(scores?|ratings?)$"
  grepl(said, names, ignore.case = TRUE) & vapply(columns, is.numeric, NA)
}

# Counts: a row or column that adds up the others would be one more item or category.
check_no_totals <- function(counts) {
  n <- counts
  n[is.na(n)] <- 0
  # Margins on both sides are no chance, even in a small table, unless their names say what else they are. Where several
  # rows are sums, they are equal and all others are 0.
  margins <- is.null(rownames(counts)) && is.null(colnames(counts)) &&
    identical(sum_places(n), nrow(n)) && identical(sum_places(t(n)), ncol(n))
  column <- total_place(t(n), colnames(counts), margins)
  row <- total_place(n, rownames(counts), margins)
  found <- c(if (length(column)) paste("column", column), if (length(row)) paste("row", row))
  if (length(found)) {
    abort_accord(
      "total",
      c(
        "A table of counts must not contain totals.",
        x = "{length(found)} of its rows and columns {?is the sum/are sums} of the others: {found}.",
        i = "Leave {cli::qty(length(found))}{?it/them} out; in a data frame choose the columns with {.arg rating}.",
        i = "If {cli::qty(length(found))}{?it is no sum/they are no sums}, name all {.arg categories}."
      ),
      found = found
    )
  }
}

# The first row that is the sum of all others: by chance that is rare in five columns or more, else its name
# has to say so.
total_place <- function(n, names, margins) {
  names <- names %||% seq_len(nrow(n))
  is_sum <- sum_places(n)
  named <- grepl("^(total|totals|sum|sums|all|n|\u03a3)$", names[is_sum], ignore.case = TRUE)
  is_sum <- is_sum[named | margins | ncol(n) >= 5]
  if (length(is_sum)) names[is_sum[1]]
}

# The rows that are the sum of all others.
sum_places <- function(n) {
  if (nrow(n) < 3 || ncol(n) == 0) {
    return(integer())
  }
  which(rowSums(abs(2 * n - rep(colSums(n), each = nrow(n)))) == 0 & rowSums(n) > 0)
}
