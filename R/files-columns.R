# Columns that are selected in each of several files, and names that stand in a row below the first.

# Applies the selection to each file, with one error for all files in which a column is missing. `has`: which files must
# have the columns, in words.
select_in_files <- function(quo, tables, arg, select, has) {
  selected <- lapply(tables, function(table) {
    tryCatch(select(quo, table$data, arg), accord_error_missing_column = identity)
  })
  failed <- which(vapply(selected, inherits, NA, "accord_error_missing_column"))
  if (length(failed)) {
    columns <- lapply(selected[failed], function(cnd) cnd$column)
    paths <- vapply(tables[failed], function(table) table$path, "")
    lacking <- split(rep(paths, lengths(columns)), factor(unlist(columns), unique(unlist(columns))))
    rows <- lapply(tables[failed], row_with_names, names(lacking))
    first <- which(lengths(rows) > 0)[1]
    header <- if (!is.na(first)) list(path = paths[first], row = rows[[first]])
    rule <- sprintf("`%s` must select columns that %s has.", arg, has)
    abort_missing_in_files(rule, lacking, length(tables), selected[[failed[1]]]$available, header)
  }
  selected
}

# The first row of a file that holds one of these names, which is the true header if a title stands above it; or NULL.
row_with_names <- function(table, names) {
  row <- table$first$row[table$first$text %in% names]
  if (length(row)) min(row)
}
