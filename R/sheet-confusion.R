# A sheet that is a confusion table: the categories of one rater in its rows, those of the other in its columns.

# Returns the counts as a matrix if rows and columns have the same names, which are no numbers or those of more than ten
# items; otherwise NULL. Rows and columns of totals are left out, and blanks are 0.
confusion_counts <- function(table) {
  data <- unclass(table$data)
  for (j in seq_len(max(0, min(2, length(data) - 2)))) {
    rows <- data[[j]]
    columns <- names(data)[-seq_len(j)]
    totals <- c(which(is_total_name(rows, SUM_KINDS)), which(is.na(rows)))
    own <- setdiff(seq_along(rows), totals)
    at <- which(!is_total_name(columns, SUM_KINDS))
    # "Rater A: yes" in a row is "Rater B: yes" in a column.
    if (!setequal(rows[own], columns[at])) {
      rows <- sub("^.*: *", "", rows)
      columns <- sub("^.*: *", "", columns)
    }
    if (length(own) < 2 || anyDuplicated(rows[own]) || !setequal(rows[own], columns[at])) next
    cells <- unlist(lapply(data[j + at], function(x) ifelse(is.na(x[own]), "0", x[own])))
    counts <- matrix(suppressWarnings(as.numeric(cells)), length(own), dimnames = list(rows[own], columns[at]))
    is_count <- !anyNA(counts) && all(counts >= 0 & counts == round(counts))
    if (is_count && (!any(is_numeric_text(rows[own])) || max(counts) > 10)) return(counts[, rows[own]])
  }
}

# The counts as R code.
confusion_code <- function(counts) {
  rows <- lapply(seq_len(nrow(counts)), function(i) as.call(c(quote(c), as.list(counts[i, ]))))
  names(rows) <- rownames(counts)
  as.call(c(quote(rbind), rows))
}
