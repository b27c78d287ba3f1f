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

# The name of an item that is a sum, mean or agreement of the others, such as the last row of a spreadsheet.
TOTAL_ROW <- paste0(
  "^([(]?(grand|over|sub|column|row)[ -]?)?(totals?|(gesamt|end|zwischen|spalten|zeilen)?summe|sums?|means?|averages?|",
  "avg[.]?|median|(gesamt|arith[.]? ?)?mittel|(gesamt)?mittelwert|mittelw[.]?|durchschnitt|gesamt|insgesamt|zusammen|",
  "standardabweichung|st(d|andard)[. ]*(dev|deviation|abw|abweichung)[.]?|stdev|\u00d8|",
  "moyenne|somme|media|promedio|suma|totale|gemiddelde|totaal|\u0438\u0442\u043e\u0433\u043e|",
  "\u0441\u0440\u0435\u0434\u043d\u0435\u0435|",
  "all|kappa|alpha|%? *(percent(age)?|pairwise|observed)? *agreement|agreement *(in *)?%?|",
  "\u00dcbereinstimmung|%|\u03a3)[):]?$"
)

# The numbers of each rater must confirm such a name, since a rated word may well be "total".
check_no_total_item <- function(item, rater, rating, groups) {
  if (!is.character(item$values) && !is.factor(item$values) || is.list(rating)) {
    return(invisible())
  }
  ids <- as.character(item$values)
  # Such a name is short and without digits, which takes a hundredth of the time of matching the words.
  short <- short_without_digits(ids, 60L)
  named <- short[grepl(TOTAL_ROW, ids[short], ignore.case = TRUE)]
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
    at <- vctrs::vec_match(place[others, ], place[own, ])
    n <- tabulate(at, length(own))
    if (length(own) < 2 || any(n < 3)) next
    sums <- as.vector(tapply(rating[others], factor(at, seq_along(own)), sum))
    near <- function(expected, most) all(abs(rating[own] - expected) <= most)
    broken <- any(rating[own] != round(rating[own]))
    if (any(sums != 0) && near(sums, 1e-8 * max(abs(sums))) || broken && near(sums / n, 0.006)) {
      abort_accord(
        "total",
        c(
          "An item must not be the total of the others.",
          x = "The {length(own)} ratings of item {.val {ids[j]}} are the sums or means of the others.",
          i = "Leave it out, as a row of totals that a spreadsheet added.",
          i = "If it is an item, give it another name."
        ),
        found = ids[j]
      )
    }
  }
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
    abort_accord(
      "total",
      c(
        "An item must not be the total of the others.",
        x = "Item {.val {ids[j]}} has {length(own)} number{?s}, {.val {first_few(rating[own])}}, \\
             where the others have labels.",
        i = "Leave it out, as a row of totals that a spreadsheet added.",
        i = "If it is an item, give it another name."
      ),
      found = ids[j]
    )
  }
}
