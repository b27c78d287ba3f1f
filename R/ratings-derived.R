# Columns of numbers that were computed from the raters' in every row: their mean, sum, range or standard deviation, or
# the difference of two of them. They are found by their values.

# For each column, the phrase that says how it is derived, or "". A spreadsheet computes from the columns to the left,
# so that what is derived may stand beside others that are.
derived_reasons <- function(columns, names) {
  reason <- character(length(columns))
  numeric <- which(vapply(columns, function(x) is.numeric(x) && !is_no_vector(x), NA))
  if (length(numeric) < 3 || length(columns[[1]]) < 3) {
    return(reason)
  }
  head <- lapply(columns[numeric], utils::head, 200)
  repeat {
    left <- which(reason[numeric] == "")
    if (length(left) < 3) break
    # Most columns are no such thing, as their first rows show.
    found <- first_derived(head[left], names[numeric[left]])
    if (!is.null(found) && length(columns[[1]]) > 200) {
      found <- first_derived(columns[numeric[left]], names[numeric[left]])
    }
    if (is.null(found)) break
    reason[numeric[left[found$at]]] <- found$phrase
  }
  reason
}

# The position of the first column that is derived from the others, or from those before it, and the `phrase`; or NULL.
first_derived <- function(columns, names) {
  cells <- vapply(columns, as.double, double(length(columns[[1]])))
  cells <- matrix(cells, ncol = length(columns))
  cells[!is.finite(cells)] <- NA
  all <- seq_len(ncol(cells))
  # In a sheet of very many columns only the last ones and those with such a name are tried.
  likely <- all
  if (length(all) > 40) {
    named <- which(is_total_name(names, c(unlist(DERIVED_KINDS), "difference"), "within", confirmed = TRUE))
    likely <- union(utils::head(named, 20), utils::tail(all, 5))
  }
  for (j in rev(sort(likely))) for (what in names(DERIVED)) {
    named <- is_total_name(names[j], DERIVED_KINDS[[what]], "within", confirmed = TRUE)
    sets <- unique(list(setdiff(all, j), all[all < j]))
    if (any(vapply(sets, is_derived, NA, cells, j, what, named))) {
      return(list(at = j, phrase = sprintf("is the %s of the others in each row", what)))
    }
  }
  difference_of_two(cells, names)
}

# `above` and `squares`: the sums of what numbers are above the least of them, and of its squares, which lose no digits.
DERIVED <- list(
  mean = function(low, high, above, squares, n) low + above / n,
  sum = function(low, high, above, squares, n) n * low + above,
  range = function(low, high, above, squares, n) high - low,
  "standard deviation" = function(low, high, above, squares, n) sqrt(pmax(squares - above^2 / n, 0) / (n - 1))
)

DERIVED_KINDS <- list(mean = "mean", sum = c("sum", "total"), range = "range", "standard deviation" = "sd")

# Whether column `j` is what is said of the columns `from`, as exactly as it is written. The rounded mean of raters who
# nearly agree is mostly what one of them said, so that an unnamed column must have values of its own in many rows.
is_derived <- function(from, cells, j, what, named) {
  if (length(from) < 2 || what == "range" && length(from) < 3) {
    return(FALSE)
  }
  own <- cells[, from, drop = FALSE]
  n <- rowSums(!is.na(own))
  known <- !is.na(cells[, j]) & n > 1
  own <- own[known, , drop = FALSE]
  value <- cells[known, j]
  low <- do.call(pmin, c(list_of_columns(own), na.rm = TRUE))
  high <- do.call(pmax, c(list_of_columns(own), na.rm = TRUE))
  above <- own - low
  expected <- DERIVED[[what]](low, high, rowSums(above, na.rm = TRUE), rowSums(above^2, na.rm = TRUE), n[known])
  near <- abs(value - expected) <= precision_of(value) + 1e-8 * pmax(abs(expected), 1)
  if (!all(near)) {
    return(FALSE)
  }
  if (what == "sum" && max(abs(cells[, j]), na.rm = TRUE) <= max(abs(cells[, from]), na.rm = TRUE)) {
    return(FALSE)
  }
  of_its_own <- high > low & rowSums(own == value, na.rm = TRUE) == 0
  if (named) sum(high > low) > 2 else sum(of_its_own) > 7
}

list_of_columns <- function(x) lapply(seq_len(ncol(x)), function(k) x[, k])

# Half a unit of the last decimal in which numbers are written.
precision_of <- function(x) {
  x <- unique(utils::head(x[is.finite(x)], 1000))
  for (digits in 0:6) {
    if (all(abs(x - round(x, digits)) < 1e-9 * pmax(1, abs(x)))) return(if (digits == 6) 0 else 0.5 * 10^-digits)
  }
  0
}

# The column that is the difference of two others, signed or not. Of three columns of which one is the difference of two
# others, each is a sum or difference: the two that are closest to each other are the raters. `NULL` if there is none.
difference_of_two <- function(cells, names) {
  if (ncol(cells) > 12) {
    return(NULL)
  }
  triples <- utils::combn(ncol(cells), 3, simplify = FALSE)
  for (at in triples) {
    own <- cells[, at]
    own <- own[rowSums(is.na(own)) == 0 & rowSums(own != 0, na.rm = TRUE) > 0, , drop = FALSE]
    if (nrow(own) < 3) next
    apart <- c(
      mean(abs(own[, 2] - own[, 3])), mean(abs(own[, 1] - own[, 3])), mean(abs(own[, 1] - own[, 2]))
    )
    says <- is_total_name(names[at], c("difference", "range"), "within", confirmed = TRUE)
    j <- if (sum(says) == 1) which(says) else which.min(apart)
    two <- own[, -j]
    value <- own[, j]
    difference <- two[, 1] - two[, 2]
    near <- function(x) all(abs(value - x) <= 1e-8 * pmax(1, abs(x)) + precision_of(value) * (precision_of(two) == 0))
    if (!near(difference) && !near(-difference) && !near(abs(difference))) next
    few <- length(unique(value)) < 3
    least <- if (says[j]) 3 else (if (few) 12 else 8) + ceiling(log(length(triples), 3))
    if (nrow(own) >= least && length(unique(value)) > 1) {
      phrase <- sprintf("is the difference of %s and %s in each row", names[at[-j]][1], names[at[-j]][2])
      return(list(at = at[j], phrase = phrase))
    }
  }
  NULL
}
