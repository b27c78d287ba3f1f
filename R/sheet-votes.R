# Counts of votes: columns that say how often each item received a category, as citizen science publishes them, perhaps
# with their shares. The raters are not in such a sheet, and the columns are none.

VOTE_WORDS <- "counts?|votes|n[._ -]?votes|vote[._ -]?counts?|anzahl|stimmen"

SHARE_WORDS <- "fractions?|frac|shares?|prop(ortions?)?|percent(ages?)?|pct|ratio|anteil|prozent"

# Returns what is left of names without such a word at their end or beginning; NA for names without one.
stems_before <- function(names, words) {
  last <- sprintf("^(.+)[._ -](%s)$", words)
  first <- sprintf("^(%s)[._ -](.+)$", words)
  ifelse(grepl(last, names, ignore.case = TRUE), sub(last, "\\1", names, ignore.case = TRUE),
    ifelse(grepl(first, names, ignore.case = TRUE), sub(sprintf("^(?:%s)[._ -]", words), "", names,
      ignore.case = TRUE, perl = TRUE
    ), NA)
  )
}

# The columns that count votes and their shares: a list of `at` and `shares`, with one part for each question, whose
# shares sum to one or a hundred in all rows; NULL if there are none. The shares of a row are its counts by their sum.
votes_with_shares <- function(columns) {
  votes <- stems_before(names(columns), VOTE_WORDS)
  of_share <- match(votes, stems_before(names(columns), SHARE_WORDS))
  at <- which(!is.na(votes) & !is.na(of_share))
  at <- at[vapply(columns[at], are_whole_counts, NA)]
  if (length(at) < 2 || length(columns[[1]]) < 4) return(NULL)
  whole <- rep("", length(at))
  begins <- sub("[._ -].*$", "", names(columns)[at])
  for (of in list(whole, begins)) {
    groups <- Filter(function(own) {
      length(own) > 1 && are_shares_of(columns[own], columns[of_share[own]])
    }, split(at, of))
    if (length(groups)) return(list(at = unname(groups), shares = of_share[unlist(groups)]))
  }
}

cells_as_numbers <- function(x) if (is.numeric(x)) as.double(x) else cell_numbers(x)

are_whole_counts <- function(x) {
  known <- x[!is.na(x)]
  n <- cells_as_numbers(known)
  length(n) > 3 && !anyNA(n) && all(n >= 0 & n == round(n))
}

# Whether the shares are those of the counts, as far as their decimals show.
are_shares_of <- function(counts, shares) {
  n <- vapply(counts, cells_as_numbers, double(length(counts[[1]])))
  share <- vapply(shares, cells_as_numbers, double(length(counts[[1]])))
  known <- rowSums(is.na(n)) == 0 & rowSums(is.na(share)) == 0 & rowSums(n) > 0
  if (sum(known) < 4) return(FALSE)
  n <- n[known, , drop = FALSE]
  share <- share[known, , drop = FALSE]
  if (max(share) > 1) share <- share / 100
  mean(abs(share - n / rowSums(n)) < 0.011) > 0.95
}

# The same where there are no shares: whole numbers whose sum is the same in all rows, which ratings hardly have, unless
# each row is a ranking; or, where `named`, columns that are named like counts.
votes_alone <- function(columns, named) {
  votes <- !is.na(stems_before(names(columns), VOTE_WORDS))
  at <- which(vapply(columns, are_whole_counts, NA) & !vapply(columns, anyNA, NA))
  at <- at[!vapply(columns[at], function(x) !anyDuplicated(x), NA) | votes[at]]
  if (any(votes[at])) at <- at[votes[at]]
  if (length(at) < 2 || length(columns[[1]]) < 5) return(NULL)
  n <- vapply(columns[at], cells_as_numbers, double(length(columns[[1]])))
  sums <- rowSums(n)
  ranked <- length(unique(apply(n, 1, function(row) paste(sort(row), collapse = " ")))) == 1
  equal <- length(unique(sums)) == 1 && sums[1] > 2 && !ranked
  if (equal && (any(votes[at]) || !named) || named && all(votes[at]) && all(sums > 1)) list(at = list(at))
}

# The arguments of as_ratings() for each question of such counts.
votes_code <- function(columns, at) {
  id <- wide_id(columns, unlist(at))
  item <- if (length(id)) paste("item =", place_code(columns, id))
  vapply(at, function(own) {
    # The names of these columns are typed one by one: others stand between them.
    typed <- vector_code(vapply(names(columns)[own], column_code, ""))
    toString(c(item, paste("rating =", typed), "layout = \"counts\""))
  }, "")
}

# Returns what inspect_sheet() proposes for such counts; NULL if there are none.
votes_proposal <- function(columns, found) {
  if (is.null(found)) return(NULL)
  id <- wide_id(columns, unlist(found$at))
  roles <- list(item = id, "counts of votes" = unlist(found$at), "not used, shares of these" = found$shares)
  list(calls = character(), votes = votes_code(columns, found$at), roles = Filter(length, roles))
}

# A data frame as it can be typed, `name` being the code of a data frame or a path.
votes_data_code <- function(table, name) {
  if (table$file == "") return(name)
  reader <- if (table$sheet != "") "readxl::read_excel(%s)" else if (identical(table$separator, ";")) {
    "utils::read.csv2(%s, check.names = FALSE)"
  } else if (identical(table$separator, "\t")) {
    "utils::read.delim(%s, check.names = FALSE)"
  } else {
    "utils::read.csv(%s, check.names = FALSE)"
  }
  sprintf(reader, name)
}

# Stops where counts of votes, or their shares, are taken for the ratings of raters. The user can name these raters.
check_no_votes <- function(plain, columns, spec) {
  said <- "rater" %in% spec$known || restricted(spec$names, "rater")
  if (said || is.null(plain) || length(plain$at) < 2 || length(columns[[1]]) > MANY_RATINGS) {
    return(invisible())
  }
  found <- votes_with_shares(columns)
  if (is.null(found) || !all(plain$at %in% c(unlist(found$at), found$shares))) {
    return(invisible())
  }
  code <- sprintf("as_ratings(data, %s)", votes_code(columns, found$at))
  keep <- with_values(spec$names$text %||% "{rater}", "rater", unique(plain$parts$rater))
  names <- names(columns)[unlist(found$at)]
  abort_accord(
    "rating_columns",
    c(
      "Counts of votes, and their shares, must not be raters.",
      x = "{length(names)} columns, {.var {first_few(names)}}, seem to count how often an item received a category: \\
           {.var {first_few(names(columns)[found$shares])}} are their shares.",
      i = "Read the counts, {.code data} being the data frame: {.code {code[1]}}.",
      i = "If these are raters, name them: {.code names = {.str {keep}}}."
    ),
    columns = names, advice = NULL
  )
}
