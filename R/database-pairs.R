# Pairs of raters for a table in a database: the engine joins the ratings of common items and counts the cells of
# confusion matrices.

# Returns a tibble of cells: `group`, `first` and `second` (positions among the sorted raters), the codes `row` and
# `column`, and `count`.
lazy_cells <- function(ratings) {
  remote <- ratings$remote
  if (is.null(remote$cache$cells)) {
    found <- ask_counts(
      query_cells(remote$rows, remote$facts), "joining the ratings of common items", "cells of confusion tables",
      MOST_PAIRS
    )
    remote$cache$cells <- cells_of_pairs(found, remote)
  }
  remote$cache$cells
}

query_cells <- function(rows, facts) {
  by <- c(rows$keys, "rater_a", "rater_b", "code_a", "code_b")
  summarise_by(query_met(rows, facts), by, n_ = !!count_all())
}

# Query for all pairs of ratings of an item by different raters.
query_met <- function(rows, facts) {
  coded <- query_given_only(rows, facts)
  by <- c(rows$keys, "item_id")
  side <- function(rater, code) {
    columns <- stats::setNames(rlang::syms(c(by, "rater_id", "code_")), c(by, rater, code))
    dplyr::transmute(coded, !!!columns)
  }
  met <- join_items(side("rater_a", "code_a"), side("rater_b", "code_b"), rows, facts)
  dplyr::filter(met, !!quote(rater_a < rater_b))
}

# Returns the number of items that each pair of raters has in common, `n`, and on which they agree, `same`: one row per
# pair, where cells would have many.
lazy_meetings <- function(ratings) {
  remote <- ratings$remote
  query <- summarise_by(
    query_met(remote$rows, remote$facts), c(remote$rows$keys, "rater_a", "rater_b"),
    n_ = !!count_all(), same_ = !!count_where(quote(code_a == code_b))
  )
  found <- ask_counts(query, "joining the ratings of common items", "pairs of raters", MOST_PAIRS)
  pairs <- place_pairs(found, remote)
  pairs$n <- as.double(found$n_)
  pairs$same <- as.double(found$same_)
  pairs <- pairs[remote$facts$groups$status[pairs$group] %in% "ok", ]
  pairs[order(pairs$group, pairs$first, pairs$second, method = "radix"), ]
}

# Returns the group and the positions of both raters; `turned` is TRUE if the engine, whose sort order may differ, has
# them in the other order.
place_pairs <- function(found, remote) {
  a <- place_in_table(found$rater_a, remote)
  b <- place_in_table(found$rater_b, remote)
  tibble::tibble(
    group = match_groups(found, remote$rows, remote$facts), first = pmin(a, b), second = pmax(a, b), turned = a > b
  )
}

cells_of_pairs <- function(found, remote) {
  cells <- place_pairs(found, remote)
  cells$row <- ifelse(cells$turned, found$code_b, found$code_a)
  cells$column <- ifelse(cells$turned, found$code_a, found$code_b)
  cells$count <- as.double(found$n_)
  cells$turned <- NULL
  cells <- cells[remote$facts$groups$status[cells$group] %in% "ok", ]
  cells[order(cells$group, cells$first, cells$second, cells$row, cells$column, method = "radix"), ]
}

# Numbers the pairs of cells; keeps pairs with at least `least` common items.
number_pairs <- function(cells, least = 1) {
  pair <- code_columns(list(cells$group, cells$first, cells$second))$code
  n <- if (length(pair)) drop(rowsum(cells$count, pair)) else double()
  kept <- which(n >= least)
  pair <- match(pair, kept)
  cells <- cells[!is.na(pair), ]
  cells$pair <- pair[!is.na(pair)]
  cells
}
