# Derives from one small query the categories, groups, faults and ratings set aside. The rules are those for data in
# memory, with counts in place of rows.

NO_ID <- "NA or \"\""

lazy_facts <- function(rows, asked) {
  found <- ask_values(rows)
  if (is.null(found)) {
    return(NULL)
  }
  if (nrow(found) == 0 || sum(found$n_) == 0) check_not_empty(found[0, , drop = FALSE])
  if (!is.null(found[["rater_id"]])) found$no_rater <- as.double(found$n_) * (found$rater_id %in% c(NA, ""))
  blind <- blind_columns(rows, found)
  found <- spell_alike(found, blind, asked$categories)
  n <- as.double(found$n_)
  groups <- lazy_groups(found, rows)
  group <- groups$code %||% rep(1L, nrow(found))
  value <- without_na_values(plain_rating(found$value_), asked$na)
  seen <- value
  groups <- settle_counts(missing_id_fault(TRUE, "item", NO_ID), sum_by(found$no_item, group), groups)
  if (rows$has_raters) {
    groups <- settle_counts(missing_id_fault(TRUE, "rater", NO_ID), sum_by(found$no_rater, group), groups)
  }
  infinite <- if (is.numeric(value)) is.infinite(value) else FALSE
  groups <- settle_counts(infinite_fault(TRUE), sum_by(n * infinite, group), groups)

  faulty <- groups$status[group] != "ok"
  value[faulty] <- NA
  coded <- encode_ratings(value, asked$level, asked$categories)
  if (length(coded$categories) > MOST_VALUES) {
    return(NULL)
  }
  code <- coded$code_of[coded$value]
  given <- !is.na(value)
  distinct <- which(given & !duplicated(value))
  facts <- list(
    categories = coded$categories, level = coded$level, has_order = coded$has_order, declared = coded$declared,
    groups = groups, blind = blind,
    codes = data.frame(value = value[distinct], code = ifelse(is.na(code), 0L, code)[distinct]),
    # Whether every value is text and counts as a rating.
    all_count = is.character(value) && !any(is.na(value) & !is.na(found$value_)) && !anyNA(code[given]),
    # numbers of ratings that count, in groups x categories
    totals = table_of_counts(group, code, n, length(groups$status), length(coded$categories)),
    n_set_aside = as.integer(sum_by(n * (given & is.na(code)), group, length(groups$status))),
    n_rows = sum_by(n, group, length(groups$status)),
    packed = packs_counts(rows)
  )
  facts$set_aside <- count_reasons(facts)
  if (!is.null(found[["rater_id"]])) {
    facts$raters <- sort_ids(column_ids(found$rater_id, "rater")$values)
    facts$by_rater <- list(
      group = group, rater = place_of_raters(found$rater_id, facts$raters, facts),
      code = facts$codes$code[match(seen, facts$codes$value)], n = n
    )
  }
  warn_collation(rows, blind)
  facts
}

# Also counts by rater, which saves further queries about raters, unless this would return too many rows.
ask_values <- function(rows) {
  step <- "counting the ratings by their value"
  found <- if (rows$has_raters) ask_engine(query_values(rows, raters = TRUE), step, MOST_GIVEN)
  # The limit is the same as for the query without raters.
  if (!is.null(found) && (length(rows$keys) || length(unique(found$value_)) <= MOST_VALUES + 1)) {
    return(found)
  }
  ask_engine(query_values(rows), step, if (length(rows$keys)) 1e6 else MOST_VALUES + 1)
}

# Returns the groups of the rows from a query, according to their keys.
lazy_groups <- function(found, rows) {
  keys <- stats::setNames(unclass(found)[rows$keys], rows$key_names)
  row_groups(tibble::new_tibble(lapply(keys, plain_column, "by"), nrow = nrow(found)))
}

# In groups without a fault, rows that do not count are outside of the categories or missing.
count_reasons <- function(facts) {
  fine <- facts$groups$status == "ok"
  outside <- sum(facts$n_set_aside[fine])
  n <- c(
    missing = sum(facts$n_rows[fine]) - sum(facts$totals[fine, ]) - outside,
    `outside the categories` = outside, `group with a fault` = sum(facts$n_rows[!fine])
  )
  n <- n[n > 0]
  tibble::tibble(reason = names(n) %||% character(), n = unname(n), rows = rep(list(integer()), length(n)))
}

table_of_counts <- function(row, column, n, n_rows, n_columns) {
  counts <- matrix(0, n_rows, n_columns)
  use <- !is.na(column)
  found <- rowsum(as.double(n)[use], row[use] + (column[use] - 1) * as.double(n_rows))
  counts[as.double(rownames(found))] <- found
  counts
}

# Returns the number of the group of each row from a query.
match_groups <- function(found, rows, facts) {
  if (length(rows$keys) == 0) {
    return(rep(1L, nrow(found)))
  }
  keys <- Map(as_known, unclass(found)[rows$keys], facts$groups$keys, "by")
  keys <- tibble::new_tibble(stats::setNames(keys, rows$key_names), nrow = nrow(found))
  match_spelling(keys, facts$groups$keys, facts$blind[intersect(rows$keys, names(facts$blind))])
}

place_of_raters <- function(found, raters, facts) {
  match_spelling(as_known(found, raters, "rater"), raters, facts$blind[["rater_id"]])
}

# Converts a column to the known type, since a driver may not report the type if there are no rows or all values are
# NULL.
as_known <- function(x, known, what) {
  if (all(is.na(x))) vctrs::vec_init(known, length(x)) else plain_column(x, what)
}

# Returns the tally: `group`, `counts` (patterns in rows) and `items` (the number of items with each pattern). With
# known raters it also has `extra`, the number of repeated ratings by the same rater, and on request `lone`, the rater
# of a single rating.
lazy_tally <- function(rows, facts, duplicates, lone) {
  query <- query_patterns(rows, facts, duplicates != "keep", lone)
  found <- ask_counts(query, "tallying the patterns of items", "patterns")
  found <- spell_alike(found, list(lone_ = facts$blind[["rater_id"]]))
  group <- match_groups(found, rows, facts)
  found <- found[!is.na(group), ]
  n <- as.double(found$n_)
  counts <- unpack_counts(found, facts, n)
  if (is.null(counts)) {
    return(NULL)
  }
  items <- as.double(found$items_)
  # Without a rating, some engines count raters that are NULL, and others return NULL.
  extra <- if (is.null(found[["raters_"]])) 0 else ifelse(n > 0, (n - as.double(found$raters_)) * items, 0)
  list(
    group = group[!is.na(group)],
    counts = counts,
    items = items,
    lone = if (!is.null(found[["lone_"]])) plain_column(found$lone_, "rater"),
    extra = rep_len(extra, nrow(found))
  )
}

# Computes the tally at the lowest cost that the data allow: counts are digits of one sum, and the rater of a single
# rating is left out, which is expensive if ids are text. If a simplification turns out to be invalid, the query is
# repeated without it. Returns a list of the `tally` and the `facts` that hold for later queries.
settle_tally <- function(rows, facts, duplicates) {
  tally_with <- function(lone) {
    tally <- lazy_tally(rows, facts, duplicates, lone)
    if (is.null(tally)) {
      facts$packed <<- FALSE
      tally <- lazy_tally(rows, facts, duplicates, lone)
    }
    tally
  }
  fewest <- fewest_ratings(facts)
  lone <- rows$has_raters && fewest < FEW_RATINGS
  tally <- tally_with(lone)
  # If there are fewer single ratings than the ratings of any rater, each rater has a rating on an item with others, and
  # the raters of single ratings are not needed.
  single <- sum(tally$items[rowSums(tally$counts) == 1])
  if (rows$has_raters && !lone && single >= fewest) tally <- tally_with(lone = TRUE)
  list(tally = tally, facts = facts)
}

# With fewer ratings than this, it is likely enough that a rater's ratings are all single ones.
FEW_RATINGS <- 20

# Returns the smallest number of ratings by a rater in a group; 0 if it is not known.
fewest_ratings <- function(facts) if (is.null(facts$by_rater)) 0 else min(totals_by_rater(facts)$n_, Inf)

# Runs a query whose rows are all needed: more than `most` rows (of `what`) are an error.
ask_counts <- function(query, step, what, most = MOST_PATTERNS) ask_engine(query, step, most) %||% abort_too_many(what)

abort_too_many <- function(what) {
  abort_accord(
    "too_large",
    c(
      "A database sends at most {big(MOST_PATTERNS)} rows of counts to R.",
      x = "There are more {what}.",
      i = "Use fewer groups at a time, or fewer categories."
    ),
    size = MOST_PATTERNS
  )
}
