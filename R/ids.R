# Integer ids of items, raters and groups, in order of first appearance.

# Returns a list: `code` (from 1, in order of first appearance) and the distinct `values` or, for a data frame or list
# of columns, the distinct combinations.
group_ids <- function(x, what = "text") {
  id <- code_columns(x)
  if (is.character(x) && is.null(attributes(x))) {
    # The hash compares bytes and declared encodings, so that text which is not plain is first converted to UTF-8.
    return(if (id$plain) id[c("code", "values")] else group_ids(plain_text(x, what)))
  }
  list(code = id$code, values = slice_each(x, id$starts))
}

# Returns some rows of a vector or data frame, or of each element of a list of columns.
slice_each <- function(x, rows) {
  if (is.list(x) && !is.data.frame(x)) lapply(x, vctrs::vec_slice, rows) else vctrs::vec_slice(x, rows)
}

# Returns some rows of a data frame whose columns are plain vectors.
slice_rows <- function(x, rows) vctrs::new_data_frame(lapply(unclass(x), `[`, rows), n = length(rows))

# Returns `code` and `starts`, the first row of each code.
code_columns <- function(x) {
  if (!is.list(x)) {
    return(code_column(x))
  }
  columns <- lapply(unname(as.list(x)), code_column)
  if (length(columns) == 1) return(columns[[1]])
  code_together(lapply(columns, `[[`, "code"), lengths(lapply(columns, `[[`, "starts")))
}

# The same for columns that are codes from 1 to `n_codes`.
code_together <- function(codes, n_codes) call_core(code_combinations(unname(codes), as.integer(n_codes), n_threads()))

code_column <- function(x) {
  if (!typeof(x) %in% c("character", "logical", "integer", "double")) {
    x <- as.integer(vctrs::vec_group_id(x))
  }
  call_core(code_values(x, n_threads()))
}

# Returns each distinct `text` of a column, the number `n` of cells that hold it, and the `code` of each cell, its place
# in `text`, so that rules look at each text once.
coded_cells <- function(x) {
  id <- code_column(x)
  list(text = x[id$starts], n = tabulate(id$code, length(id$starts)), code = id$code)
}

# As unique(), but for long columns of text faster and with less memory. Texts in other encodings are compared again.
distinct <- function(x) unique(if (is.character(x) && is.null(attributes(x))) x[code_column(x)$starts] else x)

# Returns the ids of a column of items or raters.
column_ids <- function(x, what) {
  # For plain text only the distinct values are checked, since there may be many rows.
  if (is.character(x) && is.null(attributes(x))) {
    return(group_ids(x, what))
  }
  ids <- group_ids(plain_column(x, what))
  if (is.double(ids$values)) ids$values <- ids$values + 0 # -0 becomes 0
  ids
}

# Returns the ids of the columns at these positions.
ids_at <- function(data, at, what) {
  columns <- unclass(data)[at]
  if (length(columns) == 1) column_ids(columns[[1]], what) else joined_ids(columns, what)
}

# Combines several columns: each combination is an id, such as "text 3 / 12"; NA if one of them is NA or an empty text.
joined_ids <- function(columns, what) {
  columns <- lapply(columns, plain_column, what)
  ids <- group_ids(lapply(columns, function(x) if (is.character(x)) replace(x, x %in% "", NA) else x))
  ids$values <- joined_text(ids$values)
  twice <- unique(ids$values[!is.na(ids$values) & duplicated(ids$values)])
  if (length(twice)) {
    abort_accord(
      "argument",
      c(
        "Ids of several columns must differ when they are joined by {.val {ID_JOINT}}.",
        x = "In {.arg {what}}, {length(twice)} of them {?does/do} not: {.val {first_few(twice)}}.",
        i = "Make one column of them, with another text between the parts."
      ),
      argument = what
    )
  }
  # All combinations with a missing part become a single missing id.
  lacking <- which(is.na(ids$values))
  if (length(lacking) > 1) {
    kept <- setdiff(seq_along(ids$values), lacking[-1])
    ids$code[ids$code %in% lacking] <- lacking[1]
    ids <- list(code = match(ids$code, kept), values = ids$values[kept])
  }
  ids
}

ID_JOINT <- " / "

joined_text <- function(columns) {
  text <- do.call(paste, c(lapply(unname(as.list(columns)), id_text), list(sep = ID_JOINT)))
  text[Reduce(`|`, lapply(columns, is.na))] <- NA
  text
}

# Returns groups of rows: `code` per row, `keys` in sorted order with a row per group, and `status`.
row_groups <- function(keys) {
  if (ncol(keys) == 0) {
    return(list(code = NULL, keys = tibble::new_tibble(list(), nrow = 1), status = "ok"))
  }
  id <- sorted_ids(keys)
  list(code = id$code, keys = tibble::as_tibble(id$values), status = rep("ok", nrow(id$values)))
}

# Returns ids like group_ids(), but in the order of their values.
sorted_ids <- function(x) {
  id <- group_ids(x)
  sorted <- sorted_places(id$values)
  list(code = order(sorted)[id$code], values = slice_each(id$values, sorted))
}

# Returns the order of values, or of the rows of a list of columns, in the C locale, which is the same on every machine;
# factors are sorted by their levels.
sorted_places <- function(x) do.call(order, c(if (is.list(x)) unname(as.list(x)) else list(x), method = "radix"))

sort_ids <- function(x) vctrs::vec_slice(x, sorted_places(x))

# Replaces numbers by 1, 2, ... in their order.
dense_codes <- function(x) match(x, sort(unique(x)))

# Returns the columns of a matrix as a list.
each_column <- function(x) lapply(seq_len(ncol(x)), function(k) x[, k])

# Returns the smallest `x` of each group, in the order of the groups.
group_least <- function(x, group) {
  sorted <- order(group, x, method = "radix")
  x[sorted][!duplicated(group[sorted])]
}

# Returns the sums over the rows of `x` in each of `n` groups (rows); 0 for groups without rows.
group_sums <- function(x, group, n) {
  sums <- matrix(0, n, NCOL(x))
  found <- rowsum(x, group)
  sums[as.integer(rownames(found)), ] <- found
  sums
}

sum_by <- function(x, group, n_groups = max(group, 0L)) {
  call_core(sums_of_codes(as.double(x), as.integer(group), as.integer(n_groups)))
}

# Numbers items within groups, so that the same id in two groups is two items, and sorts them by group.
items_by_group <- function(item, groups) {
  n <- vctrs::vec_size(item$values)
  if (is.null(groups$code)) {
    return(list(code = item$code, values = item$values, rank = NULL, start = c(0L, n)))
  }
  id <- group_ids(list(groups$code, item$code))
  group <- id$values[[1]]
  sorted <- order(group, method = "radix")
  list(
    code = id$code,
    values = vctrs::vec_slice(item$values, id$values[[2]][sorted]),
    rank = order(sorted) - 1L,
    start = c(0L, cumsum(tabulate(group, nbins = length(groups$status))))
  )
}
