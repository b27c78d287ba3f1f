# Alpha for numbers with too many values for patterns, in a table of a database. At the interval level an item is
# described by its number of ratings (m_), their sum (s_) and their sum of squares (q_), so that the engine computes
#
#   within_ = 2 (m_ q_ - s_^2) / (m_ - 1), the sum of squared differences of the item.
#
# Ratings are centred at the mean of their group to avoid loss of digits. For the ordinal level, ratings are replaced by
# mid-ranks.

# Statistics of an item that are summed and multiplied.
ITEM_SUMS <- c("m_", "within_", "q_", "s_")

# Like lazy_facts(), with `codes` NULL since every number counts. Returns NULL if ratings are not numbers or not finite,
# or if there are too many groups to name each in a query.
number_facts <- function(rows, asked) {
  first <- utils::head(dplyr::select(dplyr::filter(rows$rows, !is.na(value_)), "value_"), 1)
  first <- ask_engine(first, "looking at the first rating")$value_
  if (!is.null(asked$categories) || length(first) == 0 || rating_kind(first) != "number") {
    return(NULL)
  }
  found <- ask_engine(query_number_facts(rows), "counting the ratings of each group", MOST_NAMED)
  if (is.null(found) || nrow(found) == 0) {
    return(NULL)
  }
  groups <- lazy_groups(found, rows)
  if (!is.null(groups$code)) found <- found[order(groups$code), ]
  groups$code <- NULL
  centre <- as.double(found$centre_)
  if (!is.numeric(found$low_) || any(!is.finite(c(found$low_, found$high_, centre)) & found$given_ > 0)) {
    return(NULL)
  }
  groups <- settle_counts(missing_id_fault(TRUE, "item", NO_ID), found$no_item, groups)
  if (rows$has_raters) groups <- settle_counts(missing_id_fault(TRUE, "rater", NO_ID), found$no_rater, groups)
  given <- as.double(found$given_)
  facts <- list(
    categories = "any", codes = NULL, groups = groups, totals = matrix(given * (groups$status == "ok")),
    n_set_aside = integer(nrow(found)), n_rows = as.double(found$n_),
    centre = signif(ifelse(given > 0, centre, 0), 12), varies = found$low_ < found$high_,
    n_values = as.integer(found$values_)
  )
  facts$set_aside <- count_reasons(facts)
  facts$blind <- blind_columns(rows, found)
  warn_collation(rows, facts$blind)
  facts
}

query_number_facts <- function(rows) {
  no_rater <- if (rows$has_raters) count_where(lacks_id("rater_id")) else 0
  summarise_by(
    rows$rows, rows$keys,
    n_ = !!count_all(), given_ = !!count_where(quote(!is.na(value_))),
    no_item = !!count_where(lacks_id("item_id")), no_rater = !!no_rater,
    low_ = !!quote(min(value_, na.rm = TRUE)), high_ = !!quote(max(value_, na.rm = TRUE)),
    centre_ = !!quote(mean(value_, na.rm = TRUE)), values_ = !!count_distinct(quote(value_), rows)
  )
}

# Values that the user declared as missing become NULL.
without_na_rows <- function(rows, na) {
  without_na_values(double(), na) # checks `na`
  na <- suppressWarnings(as.double(na))
  na <- na[!is.na(na)]
  if (length(na)) {
    rows$rows <- dplyr::mutate(rows$rows, value_ = !!rlang::expr(case_when(!value_ %in% !!na ~ value_)))
  }
  rows
}

# Returns an expression that has a given number for each group.
by_group <- function(values, rows, facts) {
  if (length(rows$keys) == 0) {
    return(as.double(values))
  }
  branches <- lapply(seq_along(values), function(g) {
    rlang::expr(!!in_group(rows, facts, g) ~ !!as.double(values[g]))
  })
  rlang::expr(case_when(!!!branches))
}

# Query for a row per item with a rating. `raters`: also the number of raters, and the rater if there is only one.
query_number_items <- function(rows, facts, centre, raters = FALSE) {
  taken <- c(rows$keys, "item_id", if (raters) "rater_id")
  x <- dplyr::transmute(
    dplyr::filter(rows$rows, !is.na(value_)), !!!rlang::syms(taken),
    x_ = value_ - !!by_group(centre, rows, facts)
  )
  who <- list(raters_ = count_distinct(quote(rater_id), rows), lone_ = quote(min(rater_id, na.rm = TRUE)))
  items <- summarise_by(
    x, c(rows$keys, "item_id"),
    m_ = !!count_all(), s_ = !!quote(sum(x_, na.rm = TRUE)), q_ = !!quote(sum(x_ * x_, na.rm = TRUE)),
    !!!(if (raters) who)
  )
  dplyr::mutate(items,
    within_ = !!quote(case_when(m_ > 1 ~ 2 * (m_ * q_ - s_ * s_) / (m_ - 1), TRUE ~ 0)),
    pair_ = !!quote(case_when(m_ > 1 ~ 1L, TRUE ~ 0L))
  )
}

# Query for sums over items, with items that have one rating separate and grouped by their rater; with `products` also
# for sums of products of statistics.
query_number_sums <- function(rows, facts, centre, raters = rows$has_raters, products = FALSE, duplicates = TRUE) {
  items <- query_number_items(rows, facts, centre, raters)
  sums <- lapply(rlang::syms(ITEM_SUMS), function(x) rlang::expr(sum(!!x, na.rm = TRUE)))
  names(sums) <- ITEM_SUMS
  if (products) {
    two <- which(upper.tri(diag(length(ITEM_SUMS)), diag = TRUE), arr.ind = TRUE)
    more <- lapply(seq_len(nrow(two)), function(i) {
      rlang::expr(sum(!!rlang::sym(ITEM_SUMS[two[i, 1]]) * !!rlang::sym(ITEM_SUMS[two[i, 2]]), na.rm = TRUE))
    })
    names(more) <- paste0(ITEM_SUMS[two[, 1]], ITEM_SUMS[two[, 2]])
    sums <- c(sums, more)
  }
  names(sums) <- paste0("sum_", names(sums))
  extra <- if (raters && duplicates) quote(sum(m_ - raters_, na.rm = TRUE)) else 0
  if (raters) items <- dplyr::mutate(items, lone_ = !!quote(case_when(m_ < 2 ~ lone_)))
  summarise_by(items, c(rows$keys, "pair_", if (raters) "lone_"), items_ = !!count_all(), extra_ = !!extra, !!!sums)
}

# Query for the ratings on items with at least two, replaced by their mid-ranks in the group; needs window functions.
rank_rows <- function(rows) {
  grouped <- function(x, by) dplyr::group_by(dplyr::ungroup(x), !!!rlang::syms(c(rows$keys, by)))
  x <- dplyr::filter(rows$rows, !is.na(value_))
  x <- dplyr::filter(dplyr::mutate(grouped(x, "item_id"), pair_ = !!quote(n())), !!quote(pair_ > 1))
  x <- dplyr::mutate(grouped(x, NULL), rank_ = !!quote(min_rank(value_)))
  x <- dplyr::mutate(grouped(x, "value_"), ties_ = !!quote(n()))
  rows$rows <- dplyr::transmute(
    dplyr::ungroup(x), !!!rlang::syms(c(rows$keys, "item_id")), value_ = !!quote(rank_ + (ties_ - 1) / 2)
  )
  rows
}

# Does the same without window functions: the values of a group are joined with themselves.
rank_rows_joined <- function(rows, facts) {
  named <- function(x, ...) dplyr::transmute(x, !!!rlang::syms(rows$keys), ...)
  given <- dplyr::filter(rows$rows, !is.na(value_))
  sizes <- summarise_by(given, c(rows$keys, "item_id"), m_ = !!count_all())
  # The repeated filter makes dbplyr write each join as a separate query, since some engines do not accept several joins
  # in one.
  given <- dplyr::filter(join_items(given, dplyr::filter(sizes, !!quote(m_ > 1)), rows, facts), !is.na(value_))
  values <- summarise_by(given, c(rows$keys, "value_"), n_ = !!count_all())
  met <- join_items(
    named(values, one_ = 1L, value_ = value_), named(values, one_ = 1L, other_ = value_, n_ = n_), rows, facts,
    on = "one_"
  )
  ranks <- summarise_by(
    met, c(rows$keys, "value_"),
    rank_ = !!quote(sum(case_when(other_ < value_ ~ n_, other_ == value_ ~ (n_ + 1) / 2, TRUE ~ 0), na.rm = TRUE))
  )
  found <- join_items(named(given, item_id = item_id, value_ = value_), ranks, rows, facts, on = "value_")
  rows$rows <- named(dplyr::filter(found, !is.na(rank_)), item_id = item_id, value_ = rank_)
  rows
}

# Query for the changes of alpha without each item: their sum, their sum of squares, and the number of items that
# account for nearly all of the expected disagreement, so that the remaining sum has too few digits. `sums`: as from
# sums_by_group().
query_number_jackknife <- function(rows, facts, sums) {
  items <- dplyr::filter(query_number_items(rows, facts, facts$centre), !!quote(pair_ == 1L))
  of <- function(x) by_group(x, rows, facts)
  n <- sums$m_
  all_pairs <- squared_pairs(n, sums$q_, sums$s_)
  rest <- rlang::expr(2 * ((!!of(n) - m_) * (!!of(sums$q_) - q_) - (!!of(sums$s_) - s_) * (!!of(sums$s_) - s_)))
  items <- dplyr::mutate(items, rest_ = !!rest)
  change <- rlang::expr(case_when(
    rest_ > !!of(1e-3 * all_pairs) ~
      !!of((n - 1) * sums$within_ / all_pairs) - (!!of(n - 1) - m_) * (!!of(sums$within_) - within_) / rest_
  ))
  items <- dplyr::mutate(items, change_ = !!change)
  summarise_by(items, rows$keys,
    sum_ = !!quote(sum(change_, na.rm = TRUE)), squares_ = !!quote(sum(change_ * change_, na.rm = TRUE)),
    doubtful_ = !!count_where(quote(is.na(change_)))
  )
}

squared_pairs <- function(n, q, s) 2 * (n * q - s * s)

# Returns the sums of each group over items with two or more ratings, and the numbers of items with two or more
# (`items`) and with one rating (`single`).
sums_by_group <- function(found, rows, facts) {
  names(found) <- sub("^sum_", "", names(found))
  group <- match_groups(found, rows, facts)
  n_groups <- length(facts$groups$status)
  pairs <- found$pair_ == 1
  # A group that appears only now means that the table has changed, which check_tally() detects.
  add <- function(x, use) {
    use <- use & !is.na(group)
    sum_by(as.double(x)[use], group[use], n_groups)
  }
  parts <- setdiff(names(found), c(rows$keys, "pair_", "lone_", "items_", "extra_"))
  sums <- lapply(found[parts], add, pairs)
  c(sums, list(items = add(found$items_, pairs), single = add(found$items_, !pairs)))
}
