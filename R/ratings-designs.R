# Columns whose values number the rows, cross two factors, or sum other columns, found by values and not by names.

# Marks a column that numbers the rows (1, 2, 3, ...), if it is the only one and is in order, or has numbers far
# beyond those of the other columns. Otherwise it may be a rater who used each number once.
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
  # If all other columns are labels, there are no other numbers.
  others <- as.double(unlist(Filter(is.numeric, columns[!numbered]), use.names = FALSE))
  most <- max(abs(others), 0, na.rm = TRUE)
  if (!is.unsorted(numbers) || max(numbers) > 2 * most) numbered else logical(length(columns))
}

# Marks two or three columns, beside others, of which each combination of values occurs in exactly one row, like items
# and raters in a table with a row per rating.
is_crossed <- function(columns) {
  found <- logical(length(columns))
  n_rows <- length(columns[[1]])
  if (length(columns) < 3 || length(columns) > 30 || n_rows < 12) return(found)
  n_values <- vapply(columns, function(x) if (is_no_vector(x) || anyNA(x)) 0L else length(unique(x)), 0L)
  even <- which(n_values > 1 & n_values < n_rows & n_rows %% pmax(n_values, 1L) == 0)
  even <- even[vapply(columns[even], function(x) all(tabulate(match(x, unique(x))) == n_rows / length(unique(x))), NA)]
  for (size in 2:3) {
    if (length(even) < size) next
    for (at in utils::combn(utils::head(even, 8), size, simplify = FALSE)) {
      if (prod(n_values[at]) == n_rows && length(at) < length(columns) && !anyDuplicated(data.frame(columns[at]))) {
        return(replace(found, at, TRUE))
      }
    }
  }
  found
}

# Marks the only numeric column with two values, if each other column has five or more.
is_switch <- function(columns) {
  if (length(columns) < 3 || length(columns[[1]]) < 8 || !all(vapply(columns, is.numeric, NA))) {
    return(logical(length(columns)))
  }
  n_values <- vapply(columns, function(x) length(unique(x[!is.na(x)])), 0L)
  # Among few numbers, two distinct values are common.
  two <- n_values == 2 & vapply(columns, function(x) sum(!is.na(x)), 0L) >= 8
  if (sum(two) == 1 && all(n_values[!two] >= 5)) two else logical(length(columns))
}

# Marks the numeric column that is the sum or the mean of all others in every row, as in spreadsheets. A sum must
# exceed all ratings, and a mean must have fractions where ratings have none; otherwise a rater may have such values
# by chance. So does one that counts in every row how many of the others hold a rating, if that changes.
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
  # A mean among them is none of those that are counted.
  counts <- colSums(cells != rowSums(!is.na(cells[, whole, drop = FALSE])) - 1) %in% 0 &
    apply(cells, 2, function(x) length(unique(x)) > 1)
  found[counts & nrow(cells) > 4] <- TRUE
  for (j in which(greater | broken)) {
    known <- !is.na(cells[, j]) & n > 1
    if (sum(known) < 3) next
    own <- cells[known, j]
    others <- total[known] - own
    near <- function(expected, most) isTRUE(all(abs(own - expected) <= most)) # NA if infinite
    found[j] <- greater[j] && near(others, 1e-8 * greatest[j]) || broken[j] && near(others / (n[known] - 1), 0.006)
  }
  found
}

# Marks numeric columns named as a sum or mean, whatever their values, since ratings may have been corrected or left
# out later.
is_named_summary <- function(columns, names) {
  kinds <- c("sum", "total", "mean", "median", "sd")
  is_total_name(names, kinds, "end") & vapply(columns, is.numeric, NA)
}
