# Statistics of raters for a table in a database: the engine counts, for each rater and category, the patterns of the
# items that got it from the rater. All statistics are sums over these counts.

# Returns a list: `group`, `rater` (positions among the sorted raters), `code`, `n`, and `counts`, the pattern of each
# row.
lazy_given <- function(ratings) {
  remote <- ratings$remote
  if (is.null(remote$cache$given)) {
    found <- ask_counts(
      query_given(remote$rows, remote$facts), "counting what each rater gave to which pattern", "raters and patterns",
      5e6
    )
    found$group <- match_groups(found, remote$rows, remote$facts)
    found <- found[remote$facts$groups$status[found$group] %in% "ok", ]
    rater <- place_in_table(found$rater_id, remote)
    # Every rating has an item, unless the engine joins by other rules than it groups.
    lost <- is.na(found$m_)
    counts <- if (!any(lost)) unpack_counts(found, remote$facts, as.double(found$m_))
    if (is.null(counts)) abort_table_changed(remote$facts$totals, found$n_[!lost])
    code <- as.integer(found$code_)
    columns <- c(list(found$group, rater, code), each_column(counts))
    order <- do.call(order, c(columns, method = "radix"))
    remote$cache$given <- list(
      group = found$group[order], rater = rater[order], code = code[order], n = as.double(found$n_)[order],
      counts = counts[order, , drop = FALSE]
    )
  }
  remote$cache$given
}

query_given <- function(rows, facts) {
  names <- c(pack_names(facts), "m_")
  items <- dplyr::rename(query_items(rows, facts, number = TRUE), m_ = !!quote(n_))
  items <- dplyr::select(items, !!!rlang::syms(c(rows$keys, "item_id", names)))
  joined <- join_items(query_given_only(rows, facts), items, rows, facts, dplyr::left_join)
  summarise_by(joined, c(rows$keys, "rater_id", "code_", names), n_ = !!count_all())
}

# Returns the same as sums_by_rater() for ratings in memory.
lazy_sums <- function(ratings, ties, shares) {
  given <- lazy_given(ratings)
  n_raters <- vctrs::vec_size(remote_raters(ratings$remote))
  cell <- (given$group - 1) * n_raters + given$rater
  all <- sort(unique(cell))
  row <- match(cell, all)
  sums <- function(x) sum_by(x * given$n, row, length(all))
  compared <- rowSums(given$counts) > 1
  own <- cbind(seq_along(given$code), given$code)
  others <- given$counts
  others[own] <- others[own] - 1
  met <- mean_shares(lazy_meetings(ratings), n_raters)
  place <- match(all, met$cell)
  n <- as.integer(sums(1))
  found <- list(
    group = as.integer((all - 1) %/% n_raters) + 1L,
    rater = as.integer((all - 1) %% n_raters) + 1L,
    n_items = n, n_ratings = n, n_compared = as.integer(sums(compared)),
    majority = sums(compared * vote_counts(given$counts, given$code, ties)),
    others = sums(compared * vote_counts(others, given$code, ties)),
    n_met = ifelse(is.na(place), 0L, met$n[place]),
    pairs = ifelse(is.na(place), 0, met$sum[place])
  )
  if (shares) {
    used <- table_of_counts(row, given$code, given$n, length(all), ncol(given$counts))
    found$used <- as.integer(t(used))
  }
  c(found, call_core(kappas_of_counts(given$counts, given$code, given$n, row, length(all))))
}

# Returns the value of a rating of category `code` in a majority vote with these counts.
vote_counts <- function(counts, code, ties) {
  top <- apply_max(counts)
  n_top <- rowSums(counts == top)
  wins <- counts[cbind(seq_along(code), code)] == top & top > 0
  wins * if (ties == "split") 1 / n_top else n_top == 1
}

apply_max <- function(counts) counts[cbind(seq_len(nrow(counts)), max.col(counts, "first"))]

# Returns, for each rater in each group, the number of other raters with common items, and the sum over these of the
# share of common items with the same category.
mean_shares <- function(pairs, n_raters) {
  share <- pairs$same / pairs$n
  cell <- c((pairs$group - 1) * n_raters + pairs$first, (pairs$group - 1) * n_raters + pairs$second)
  if (length(cell) == 0) {
    return(list(cell = double(), n = integer(), sum = double()))
  }
  sums <- rowsum(c(share, share), cell)
  list(cell = as.double(rownames(sums)), n = as.integer(rowsum(rep(1L, length(cell)), cell)), sum = drop(sums))
}
