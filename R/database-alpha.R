# Alpha for a table in a database whose ratings have too many values for patterns, computed from sums over items.

# The largest number of pairs of values that are joined in the database to compute mid-ranks.
MOST_JOINED <- 1e8

# Uses sums if there are too many patterns and the level and interval allow it; otherwise proceeds as for data in
# memory.
alpha_of.tbl_lazy <- function(data, columns, level, measured, ci, ...) {
  check_level_name(level)
  if (!sums_will_do(level, measured, ci)) {
    return(NextMethod())
  }
  many <- NULL
  ratings <- tryCatch(
    verb_ratings(data, columns, level = level, ..., .tally = TRUE),
    accord_signal_many_values = function(cnd) {
      many <<- cnd
      NULL
    }
  )
  if (!is.null(many)) {
    found <- alpha_by_sums(many$rows, many$asked, level, ci)
    if (!is.null(found)) return(found)
    ratings <- without_warnings(collect_lazy(many$rows, many$asked, MANY_VALUES), "faulty_group")
  }
  alpha_of_ratings(ratings, level, measured, ci)
}

sums_will_do <- function(level, measured, ci) {
  if (!all(vapply(measured, is.null, NA)) || !isTRUE(level %in% c("interval", "ordinal"))) {
    return(FALSE)
  }
  ci$method == "none" || (level == "interval" && is.null(refusal(ci, "sums")))
}

# Returns NULL if the rows must be collected after all.
alpha_by_sums <- function(rows, asked, level, ci) {
  check_key_names(rows$key_names)
  rows <- without_na_rows(rows, asked$na)
  facts <- number_facts(rows, asked)
  if (is.null(facts)) {
    return(NULL)
  }
  keep <- asked$duplicates == "keep"
  products <- level == "interval" && variance_of(ci) %in% c("gwet", "ratio")
  found <- ask_counts(
    query_number_sums(rows, facts, facts$centre, products = products, duplicates = !keep),
    "adding up the ratings of items", "raters"
  )
  tally <- list(
    group = match_groups(found, rows, facts), counts = matrix(as.double(found$sum_m_)), items = rep(1, nrow(found)),
    lone = if (rows$has_raters) plain_column(found$lone_, "rater"), extra = as.double(found$extra_)
  )
  facts <- lazy_duplicates(rows, facts, tally, asked$duplicates)
  check_tally(tally, facts)
  n_raters <- if (rows$has_raters) {
    tally$items <- as.double(found$items_)
    lazy_rater_counts(rows, facts, tally)
  }
  sums <- sums_by_group(found, rows, facts)
  if (level == "ordinal") {
    sums <- rank_sums(rows, facts, sums)
    if (is.null(sums)) {
      return(NULL)
    }
  }
  estimates <- alpha_rows_of_sums(sums, facts, n_raters)
  estimates <- cbind(estimates, variance_of_sums(estimates, sums, rows, facts, ci))
  if (anyNA(estimates$undefined)) {
    return(NULL)
  }
  columns <- agreement_columns(estimates, rep("krippendorff_alpha", nrow(estimates)), rep(level, nrow(estimates)), ci)
  announce(new_agreement(facts$groups$keys, columns), ci, like_ratings(rows, facts, sums))
}

# Returns the sums of mid-ranks, computed by window functions or, if the engine has none and there are not too many
# values, by joining all values with all. NULL if neither works.
rank_sums <- function(rows, facts, sums) {
  centre <- (sums$m_ + 1) / 2
  sums_of <- function(ranked) {
    tryCatch(
      ask_engine(query_number_sums(ranked(), facts, centre, raters = FALSE), "adding up the ranks of ratings"),
      # The error comes from the engine, or from dbplyr if it knows that the engine lacks the function.
      accord_error_engine = function(cnd) NULL, accord_error_package = function(cnd) NULL
    )
  }
  found <- sums_of(function() rank_rows(rows))
  if (is.null(found) && sum(as.double(facts$n_values)^2) <= MOST_JOINED) {
    found <- sums_of(function() rank_rows_joined(rows, facts))
  }
  if (is.null(found)) {
    return(NULL)
  }
  ranks <- sums_by_group(found, rows, facts)
  # Each rating must have a rank; otherwise the engine joins values by other rules than it groups them.
  if (any(ranks$m_ != sums$m_, ranks$items != sums$items)) {
    return(NULL)
  }
  sums[ITEM_SUMS] <- ranks[ITEM_SUMS]
  sums
}

# Returns a row for each group, in the form of those from the core and measure_agreement().
alpha_rows_of_sums <- function(sums, facts, n_raters) {
  n <- sums$m_
  all_pairs <- squared_pairs(n, sums$q_, sums$s_)
  # Differences of the size of rounding errors are set to 0.
  within <- ifelse(sums$within_ < 1e-13 * sums$q_, 0, sums$within_)
  given <- facts$totals[, 1]
  status <- ifelse(given == 0, "no_ratings", ifelse(n > 0, "ok", "no_pairs"))
  if (!is.null(n_raters)) status[status == "no_pairs" & n_raters[[1]] %in% 1L] <- "one_rater"
  apart <- all_pairs > 1e-13 * n * sums$q_ & facts$varies %in% TRUE
  status[status == "ok" & !apart %in% TRUE] <- "one_category"
  status[n > 0 & !is.finite(within + all_pairs)] <- "overflow"
  status <- status_in_words(status)
  faulty <- facts$groups$status != "ok"
  status[faulty] <- facts$groups$status[faulty]
  fine <- status == "ok"
  some <- n > 0 & !faulty & is.finite(within + all_pairs)
  observed <- ifelse(some, within / n, NA_real_)
  expected <- ifelse(some, ifelse(fine, all_pairs / (n * (n - 1)), 0), NA_real_)
  data.frame(
    estimate = ifelse(fine, 1 - observed / expected, NA_real_), observed = observed, expected = expected,
    n_items = as.integer(sums$items * !faulty),
    n_raters = if (is.null(n_raters)) NA_integer_ else n_raters[[2]],
    n_ratings = as.integer(n * !faulty), n_categories = ifelse(faulty, 0L, facts$n_values),
    n_set_aside = facts$n_set_aside, lowest = -1, status = status
  )
}

# Returns the columns `variance`, `variance_items` and `undefined`: the number of items without which alpha is
# undefined, NA if the sums from the database do not show it.
variance_of_sums <- function(estimates, sums, rows, facts, ci) {
  none <- is.na(estimates$estimate)
  n_groups <- nrow(estimates)
  variance <- rep(NA_real_, n_groups)
  undefined <- integer(n_groups)
  if (variance_of(ci) %in% c("gwet", "ratio")) {
    variance <- analytic_of_sums(sums, ci)
  } else if (variance_of(ci) == "jackknife" && !all(none)) {
    known <- replace_none(sums, none)
    found <- ask_engine(query_number_jackknife(rows, facts, known), "leaving out each item")
    place <- match(seq_len(n_groups), match_groups(found, rows, facts))
    change <- lapply(found[c("sum_", "squares_", "doubtful_")], function(x) as.double(x)[place])
    n <- sums$items
    variance <- (n - 1) / n * (change$squares_ - change$sum_^2 / n)
    undefined <- ifelse(none, 0, ifelse(n == 1, 1, ifelse(change$doubtful_ > 0, NA, 0)))
  }
  # All items agree perfectly.
  variance[estimates$observed %in% 0] <- 0
  variance[none | sums$items < 2] <- NA_real_
  data.frame(variance = variance, variance_items = sums$items, undefined = undefined, null_variance = NA_real_)
}

# In groups without a value, sums are replaced by 1, so that the engine does not divide by 0.
replace_none <- function(sums, none) lapply(sums, function(x) replace(x, none, 1))

# The influence of an item is linear in its sums (Alpha::influences() in agreement/alpha.h), so that the sum of squared
# influences is a quadratic form in their sums of products.
analytic_of_sums <- function(sums, ci) {
  n <- sums$m_
  items <- sums$items
  all_pairs <- squared_pairs(n, sums$q_, sums$s_)
  k <- -items / all_pairs
  ratio <- n * sums$within_ / all_pairs
  slopes <- list(
    k * (sums$within_ - ratio * 2 * sums$q_), k * n, -k * ratio * 2 * n, k * ratio * 4 * sums$s_
  )
  names(slopes) <- ITEM_SUMS
  at_zero <- 0
  if (variance_of(ci) == "gwet") {
    slopes$m_ <- slopes$m_ - sums$within_ / all_pairs * items / n
    at_zero <- sums$within_ / all_pairs
  }
  squares <- at_zero^2 * items
  for (i in seq_along(ITEM_SUMS)) {
    a <- ITEM_SUMS[i]
    squares <- squares + 2 * at_zero * slopes[[a]] * sums[[a]]
    for (b in ITEM_SUMS[i:length(ITEM_SUMS)]) {
      squares <- squares + (1 + (a != b)) * slopes[[a]] * slopes[[b]] * sums[[paste0(a, b)]]
    }
  }
  squares / (items * (items - 1))
}

# Returns the parts of ratings that warnings need: numbers of items with one rating, and with more.
like_ratings <- function(rows, facts, sums) {
  n_groups <- length(facts$groups$status)
  list(
    groups = facts$groups$keys, group_status = facts$groups$status, declared = FALSE,
    group_start = 2L * (0L:n_groups), item_start = c(0L, cumsum(rep(1:2, n_groups))),
    weight = as.vector(rbind(sums$single, sums$items)), remote = list(rows = rows)
  )
}
