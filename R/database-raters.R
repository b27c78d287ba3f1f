# Raters of a table in a database. A tally needs only their number; their ids, and whose ratings were set aside, are
# queried when a verb needs them.

remote_raters.accord_remote <- function(remote) {
  if (!is.null(remote$facts$by_rater)) {
    return(remote$facts$raters)
  }
  rows <- remote$rows
  if (rows$has_raters && is.null(remote$cache$raters)) {
    found <- ask_counts(summarise_by(rows$rows, "rater_id", n_ = !!count_all()), "listing the raters", "raters")
    remote$cache$raters <- sort_ids(column_ids(found$rater_id, "rater")$values)
  }
  remote$cache$raters
}

# Returns positions among all raters; stops if the engine returns a rater that an earlier query did not.
place_in_table <- function(found, remote) {
  place <- place_of_raters(found, remote_raters(remote), remote$facts)
  lost <- is.na(place) & !is.na(found)
  if (any(lost)) abort_table_changed(raters = unique(found[lost]))
  place
}

# Returns the ratings that do not count: a row for each group, rater (a position among the sorted raters) and code,
# which is NA for missing ratings and 0 for values outside of the categories.
raters_aside <- function(remote) {
  by <- remote$facts$by_rater
  if (!is.null(by)) {
    use <- !by$code %in% seq_along(remote$facts$categories) & !is.na(by$group) & !is.na(by$rater)
    return(tibble::as_tibble(lapply(by, `[`, use)))
  }
  if (is.null(remote$cache$aside)) {
    found <- ask_counts(
      query_raters_aside(remote$rows, remote$facts), "counting what was set aside of each rater", "raters"
    )
    rater <- place_in_table(found$rater_id, remote)
    aside <- tibble::tibble(
      group = match_groups(found, remote$rows, remote$facts), rater = rater,
      code = as.integer(found$code_), n = as.double(found$n_)
    )
    remote$cache$aside <- aside[!is.na(aside$group) & !is.na(aside$rater), ]
  }
  remote$cache$aside
}

# The maximum number of rows of a query for values by rater.
MOST_GIVEN <- 1e5
# The maximum number of raters that a query names.
MOST_NAMED <- 500

# Returns the number of raters with a rating that counts, in each group: all of them, and those with a rating on an item
# that has another one.
lazy_rater_counts <- function(rows, facts, tally) {
  fine <- which(facts$groups$status == "ok")
  n <- integer(length(facts$groups$status))
  if (is.null(facts$by_rater)) {
    found <- ask_engine(query_rater_counts(rows, facts), "counting the raters", MOST_PATTERNS)
    n[fine] <- as.integer(found$raters_)[match(fine, match_groups(found, rows, facts))]
  } else {
    n[fine] <- tabulate(totals_by_rater(facts)$group, length(n))[fine]
  }
  n[is.na(n)] <- 0L
  list(n, n - count_lost(rows, facts, tally))
}

# Returns the number of ratings that count by each rater in each group, from the first query.
totals_by_rater <- function(facts) {
  by <- facts$by_rater
  use <- which(by$code >= 1L & !is.na(by$rater))
  id <- code_columns(list(by$group[use], by$rater[use]))
  at <- use[id$starts]
  list(
    group = by$group[at], rater_id = vctrs::vec_slice(facts$raters, by$rater[at]),
    n_ = if (length(use)) drop(rowsum(by$n[use], id$code)) else double()
  )
}

# Returns the number of raters in each group whose ratings are all the only ones of their items.
count_lost <- function(rows, facts, tally) {
  n_groups <- length(facts$groups$status)
  if (is.null(tally$lone)) {
    return(integer(n_groups))
  }
  lone <- which(!is.na(tally$lone) & facts$groups$status[tally$group] == "ok")
  if (length(lone) == 0) {
    return(integer(n_groups))
  }
  ids <- vctrs::vec_unique(vctrs::vec_slice(tally$lone, lone))
  if (is.null(facts$by_rater)) {
    some <- if (length(ids) <= MOST_NAMED) ids
    found <- ask_counts(query_rater_totals(rows, facts, some), "counting the ratings of each rater", "raters")
    found$group <- match_groups(found, rows, facts)
  } else {
    found <- totals_by_rater(facts)
  }
  cell_of <- function(group, rater) (group - 1) * as.double(length(ids)) + place_of_raters(rater, ids, facts)
  total <- cell_of(found$group, found$rater_id)
  single <- rowsum(tally$items[lone], cell_of(tally$group[lone], vctrs::vec_slice(tally$lone, lone)))
  cell <- as.double(rownames(single))
  lost <- drop(single) == as.double(found$n_)[match(cell, total)]
  tabulate((cell[which(lost)] - 1) %/% length(ids) + 1, n_groups)
}
