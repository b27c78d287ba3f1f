# Totals, which must not be read as counts or ratings: in tables of counts, and as a row below the items.

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
  named <- is_total_name(names[is_sum], c("sum", "total", "all", "n"), confirmed = TRUE)
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

# These are the kinds of totals that are no items, such as the last row of a spreadsheet.
TOTAL_KINDS <- c("sum", "total", "all", "mean", "median", "sd", "agreement")

# The numbers of each rater must confirm such a name, since a rated word may well be "total".
check_no_total_item <- function(item, rater, rating, groups) {
  if (!is.character(item$values) && !is.factor(item$values) || is.list(rating)) {
    return(invisible())
  }
  ids <- as.character(item$values)
  # Such a name is short and without digits, which takes a hundredth of the time of matching the words.
  short <- short_without_digits(ids, 60L)
  named <- short[is_total_name(ids[short], TOTAL_KINDS, confirmed = TRUE)]
  if (length(named) == 0) {
    return(invisible())
  }
  if (!is.numeric(rating)) {
    return(check_no_numbers_of_total(item$code, ids, as.character(rating), named))
  }
  if (is.null(rater)) {
    return(invisible())
  }
  place <- data.frame(group = groups$code %||% rep(1L, length(rating)), rater = rater$code)
  others <- which(!item$code %in% named & is.finite(rating))
  for (j in named) {
    own <- which(item$code %in% j & is.finite(rating))
    fraction <- any(rating[own] != round(rating[own])) && all(abs(rating[own]) <= 1)
    figure <- is_total_name(ids[j], "agreement", confirmed = TRUE)
    if (figure && fraction && length(others) > 2 && all(rating[others] == round(rating[others]))) {
      abort_total_item(ids[j], "The ratings of item {.val {id}} are fractions, where the others have whole numbers.")
    }
    at <- vctrs::vec_match(place[others, ], place[own, ])
    n <- tabulate(at, length(own))
    if (length(own) < 2 || any(n < 3)) next
    sums <- as.vector(tapply(rating[others], factor(at, seq_along(own)), sum))
    near <- function(expected, most) all(abs(rating[own] - expected) <= most)
    broken <- any(rating[own] != round(rating[own]))
    if (any(sums != 0) && near(sums, 1e-8 * max(abs(sums))) || broken && near(sums / n, 0.006)) {
      found <- sprintf("The %d ratings of item {.val {id}} are the sums or means of the others.", length(own))
      abort_total_item(ids[j], found)
    }
  }
}

# `found`: what says so, with {id}.
abort_total_item <- function(id, found) {
  found <- cli::format_inline(found)
  abort_accord(
    "total",
    c(
      "An item must not be the total of the others.",
      x = as_written(found),
      i = "Leave it out, as a row of totals that a spreadsheet added.",
      i = "If it is an item, give it another name."
    ),
    found = id
  )
}

# Numbers of an item with such a name, where the ratings of the others are labels.
check_no_numbers_of_total <- function(item, ids, rating, named) {
  rating[rating %in% ""] <- NA
  number <- grepl("^-?[0-9]+([.,][0-9]+)?( ?%)?$", rating)
  others <- !item %in% named & !is.na(rating)
  if (!any(others) || 2 * sum(number[others]) >= sum(others)) {
    return(invisible())
  }
  for (j in named) {
    own <- which(item %in% j & !is.na(rating))
    if (length(own) == 0 || !all(number[own]) || any(rating[own] %in% rating[others])) next
    shown <- listed(first_few(rating[own]))
    abort_total_item(ids[j], paste0("Item {.val {id}} has ", count(length(own), "number"), ", ", shown,
      ", where the others have labels."))
  }
}
