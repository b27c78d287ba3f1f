# Totals in tables of counts, which must not be read as counts.

# Stops for counts with a row or column of sums, which would be counted as another item or category.
check_no_totals <- function(counts) {
  n <- counts
  n[is.na(n)] <- 0
  # If the last row and the last column are both sums, this cannot be chance, even in a small table, unless their
  # names say what else they are. If several rows are sums, they are equal and all others are 0.
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

# The first row that is the sum of all others. With five columns or more this is unlikely by chance; with fewer, the
# name must say so.
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
