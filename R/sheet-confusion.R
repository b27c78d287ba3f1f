# A sheet that is a confusion table: the categories of one rater in its rows, those of the other in its columns.

# Returns the counts as a matrix if rows and columns have the same names, which are no numbers or those of more than ten
# items; otherwise NULL. Rows and columns of totals are left out, and blanks are 0. The dimnames have the names of the
# raters, if the sheet has them.
confusion_counts <- function(table) {
  data <- unclass(table$data)
  for (j in seq_len(max(0, min(2, length(data) - 2)))) {
    rows <- data[[j]]
    columns <- names(data)[-seq_len(j)]
    totals <- c(which(is_total_name(rows, SUM_KINDS)), which(is.na(rows)))
    own <- setdiff(seq_along(rows), totals)
    at <- which(!is_total_name(columns, SUM_KINDS))
    # "Rater A: yes" in a row is "Rater B: yes" in a column.
    raters <- NULL
    if (!setequal(rows[own], columns[at])) {
      raters <- c(sole_prefix(rows[own]), sole_prefix(columns[at]))
      rows <- sub("^.*: *", "", rows)
      columns <- sub("^.*: *", "", columns)
    }
    raters <- if (length(raters) == 2) raters else corner_names(names(data)[j])
    if (length(own) < 2 || anyDuplicated(rows[own]) || !setequal(rows[own], columns[at])) next
    cells <- unlist(lapply(data[j + at], function(x) ifelse(is.na(x[own]), "0", x[own])))
    counts <- matrix(suppressWarnings(as.numeric(cells)), length(own), dimnames = list(rows[own], columns[at]))
    is_count <- !anyNA(counts) && all(counts >= 0 & counts == round(counts))
    if (is_count && (!any(is_numeric_text(rows[own])) || max(counts) > 10)) {
      counts <- counts[, rows[own]]
      if (length(raters) == 2 && raters[1] != raters[2]) names(dimnames(counts)) <- raters
      return(counts)
    }
  }
}

# The rater whom all names such as "Rater A: yes" name; NULL if it is not one.
sole_prefix <- function(names) {
  prefix <- unique(trimws(sub(":.*$", "", names)))
  if (length(prefix) == 1 && all(grepl(":", names, fixed = TRUE)) && prefix != "") prefix
}

# The two names in a corner such as "nurse / doctor" or "nurse \\ doctor": first that of the rows.
corner_names <- function(corner) {
  parts <- trimws(strsplit(corner, "[/\\\\|]")[[1]])
  if (length(parts) == 2 && all(parts != "")) parts
}

# The counts as R code. Rows and columns of which each has the name of a rater need dimnames.
confusion_code <- function(counts) {
  texts <- function(x) if (length(x) == 1) x else as.call(c(quote(c), as.list(x)))
  if (!is.null(names(dimnames(counts)))) {
    names <- as.call(c(quote(list), lapply(dimnames(counts), texts)))
    return(call("matrix", texts(as.vector(counts)), nrow = as.double(nrow(counts)), dimnames = names))
  }
  rows <- lapply(seq_len(nrow(counts)), function(i) as.call(c(quote(c), as.list(counts[i, ]))))
  names(rows) <- rownames(counts)
  as.call(c(quote(rbind), rows))
}
