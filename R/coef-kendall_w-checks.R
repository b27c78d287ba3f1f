# Checks of rankings, and what kendall_w() says of them.

check_rank_interval <- function(ci, gaps) {
  if (gaps == "pairwise" && ci$method != "none" && ci$units == "items") {
    abort_accord(
      "argument",
      c(
        "With {.code gaps = \"pairwise\"} intervals are over raters.",
        x = "{.arg ci} is over items.",
        i = "Use {.code ci_jackknife(over = \"raters\")}, or {.code gaps = \"complete\"}."
      ),
      argument = "ci"
    )
  }
}

check_one_rank <- function(ratings) {
  again <- length(items_repeated(ratings))
  if (again > 0) {
    abort_accord(
      "duplicate_rating",
      c(
        "Kendall's W takes one rank or score of an object by each rater.",
        x = "{again} time{?s} a rater rated an item more than once.",
        i = "Choose {.code duplicates = \"first\"} or {.code \"last\"}."
      ),
      n = again
    )
  }
}

# Sheets of ranks the wrong way round, values that are no ranks, and raters who may have used the opposite direction.
check_rank_values <- function(table, values, ratings, group = "") {
  n <- table$n_objects
  m <- length(table$raters)
  who <- as.character(vctrs::vec_slice(ratings$raters, table$raters + 1L))
  if (n > 2 && m > 2 && !identical(values, "scores") && table$objects_rank_raters && !all(table$is_ranking)) {
    abort_accord(
      "transposed",
      c(
        "A ranking has the ranks of all objects by one rater.",
        x = "The values of each of {n} objects are 1 to {m}, and those of {sum(!table$is_ranking)} of {m} raters are no
             rankings: {.val {first_few(who[!table$is_ranking])}}.",
        i = "If raters and objects are the wrong way round, exchange {.arg item} and {.arg rater}, or use the other
             {.arg layout}.",
        i = "If these are scores, say {.code values = \"scores\"}."
      ),
      n_objects = n, n_raters = m
    )
  }
  bad <- who[!table$is_ranking]
  if (identical(values, "ranks") && n > 0 && n == table$n_rated && length(bad)) {
    abort_accord(
      "not_ranks",
      c(
        "Ranks of {n} object{?s} are 1 to {n}, with the mean of their ranks for ties.",
        x = "The values of {length(bad)} of {m} raters are not: {.val {first_few(bad)}}.",
        i = "Scores, and ranks with gaps after ties, are ranked by {.code values = NULL}."
      ),
      raters = bad
    )
  }
  warn_reversed_raters(table$with_others, n, who, group)
}

# Zeros for "not among the first k" would be the best rank. They are such zeros if all raters gave ranks from 1 on to
# their other objects, ties in any of the usual ways, and one with zeros gave two different ranks, so that the values
# are not only 0 and 1. One zero of every rater is allowed, since ranks may begin with 0.
check_zero_ranks <- function(ratings, number, g, values) {
  if (identical(values, "scores") || !any(number == 0)) {
    return(invisible())
  }
  item <- rep(seq_len(length(ratings$item_start) - 1), diff(ratings$item_start))
  own <- item %in% items_of_group(ratings, g)
  sheets <- split(number[ratings$code[own] + 1L], ratings$rater[own])
  ranked <- lapply(sheets, function(x) x[x != 0])
  zeros <- lengths(sheets) - lengths(ranked)
  of_ranks <- vapply(ranked, are_ranks_from_one, NA)
  differ <- vapply(ranked, function(x) length(unique(x)) > 1, NA)
  if (any(zeros > 0 & differ) && all(of_ranks) && !all(zeros == 1)) {
    k <- lengths(ranked)[zeros > 0]
    last <- unique(unname(k + (1 + zeros[zeros > 0]) / 2))
    abort_accord(
      "not_ranks",
      c(
        "The smallest rank is the best, so that 0 cannot mean \"not ranked\".",
        x = "{length(k)} rater{?s} gave ranks from 1 on, and 0 to all other objects, {sum(zeros)} time{?s}.",
        i = if (length(last) == 1) {
          "If objects with 0 are tied last, replace each 0 by the mean of the ranks that are left, {last}."
        } else {
          "If objects with 0 are tied last, replace each 0 by a number above all ranks, the same for all of a rater."
        },
        i = "If the values are scores, use {.code values = \"scores\"}."
      ),
      n_zeros = sum(zeros)
    )
  }
}

# Tied values are the mean or the smallest of their ranks, as in 1, 2.5, 2.5 or 1, 2, 2.
are_ranks_from_one <- function(x) {
  any(vapply(c("average", "min"), function(ties) isTRUE(all.equal(rank(x, ties.method = ties), x)), NA))
}

# Raters may be opposite to the others by chance: a negative correlation must also have a one-sided p below .05 / m.
warn_reversed_raters <- function(with_others, n, who, group) {
  m <- length(who)
  chance <- stats::pt(with_others * sqrt(max(n - 2, 0) / pmax(1 - with_others^2, 1e-12)), max(n - 2, 1))
  against <- which(with_others < -0.5 & chance < 0.05 / m)
  where <- if (nzchar(group)) cli::format_inline(" in group {.val {group}}") else ""
  if (n > 4 && length(against) && (m == 2 || length(against) < m / 2)) {
    warn_accord(
      "reversed",
      c(
        if (m == 2) {
          "The two raters order the objects in opposite directions{where}: {.val {who}}."
        } else {
          "{length(against)} of {m} raters {cli::qty(length(against))}{?orders/order} the objects in the opposite
           direction{where}: {.val {first_few(who[against])}}."
        },
        i = if (m == 2) {
          "If 1 means the worst for one of them only, subtract the values of this rater from their maximum first."
        } else {
          "If 1 means the worst for {cli::qty(length(against))}{?this rater/these raters} only, subtract the values
           from their maximum first."
        }
      ),
      raters = who[against], group = group
    )
  }
}

check_few_rank_raters <- function(m) {
  if (m > MOST_RANK_RATERS) {
    abort_accord(
      "too_large",
      c(
        "Pairs of raters are compared for at most {MOST_RANK_RATERS} raters.",
        x = "There are {m}.",
        i = "{.code gaps = \"complete\"} takes any number."
      ),
      n = m
    )
  }
}

# An interval over objects ranks all objects again for each of its samples.
check_rank_work <- function(core, times, of_raters) {
  pairs <- if (is.null(core$pairs) || of_raters) 0 else core$m * (core$m - 1) / 2
  work <- times * as.double(core$n) * (core$m + pairs)
  if (work > 1e11) {
    abort_accord(
      "too_large",
      c(
        "This interval computes all ranks, or their sums, again for each of its samples.",
        x = "There are {big(times)} samples of {big(core$n)} objects by {core$m} raters.",
        i = "Use {.code ci_jackknife(over = \"raters\")}, which takes one pass."
      ),
      n = core$n
    )
  }
}

warn_no_rank_limits <- function(result, ci) {
  without <- which(result$status == "ok" & is.na(result$conf.low))
  if (length(without)) {
    where <- cli::cli_vec(estimate_labels(result)[without], list("vec-trunc" = 5))
    warn_accord(
      "no_interval",
      c(
        "There is no interval over {ci$units} if these do not differ, or are too few.",
        x = "{length(without)} of {nrow(result)} estimate{?s} {cli::qty(length(without))}{?has/have} none: {where}."
      ),
      groups = group_labels(agreement_keys(result))[without],
      coefficients = result$coefficient[without]
    )
  }
}
