# Agreement within and across groups of raters, for compare_agreement(groups = ).

# `groups`: the result of rater_groups(); `scale`: the weights, the level and the range that the user gave.
compare_rater_groups <- function(ratings, groups, scale, ci, adjust, permutations) {
  check_rated_once(ratings, "Groups of raters")
  metric <- group_metric(ratings, groups$code, scale)
  unit <- if (is.null(ratings$cluster)) seq_along(item_sizes(ratings)) else ratings$cluster
  n <- length(groups$names)
  rows <- lapply(seq_len(n), function(g) {
    side <- ifelse(groups$code < 0, -1L, as.integer(groups$code != g - 1L))
    found <- call_core(figures_of_sides(ratings, side, unit - 1L, max(unit, 0L), metric))
    rows <- figures_of_group(found, side, used_units(ratings, unit, side), ci)
    rows$n_raters <- rep(sum(side == 0), nrow(rows))
    rows$group <- rep(groups$names[g], nrow(rows))
    rows$against <- rep(if (n == 2) groups$names[3 - g] else "all others", nrow(rows))
    rows
  })
  rows <- vctrs::vec_rbind(!!!rows)
  rows <- with_permutation_tests(rows, ratings, groups, metric, permutations)
  # The figures between two groups are the same for both, so that only the first has these rows.
  if (n == 2) rows <- rows[!(rows$measure %in% BETWEEN & rows$group == groups$names[2]), ]
  # A difference stands behind what it is of.
  last <- match(rows$measure, c("within", "across", "difference"), 4L)
  rows <- rows[order(match(rows$group, groups$names), last), ]
  rows$metric <- rep(metric$name, nrow(rows))
  rows$interval <- rep(paste0("two-way jackknife", if (!is.null(ratings$cluster)) " over clusters"), nrow(rows))
  rows$conf.level <- rep(ci$conf_level %||% NA_real_, nrow(rows))
  rows$adjust <- rep(adjust, nrow(rows))
  rows <- adjusted_by_measure(rows)
  result <- new_result(unclass(rows)[GROUP_COMPARISON_COLUMNS], nrow = nrow(rows), class = "accord_group_comparison")
  result <- with_note(note_set_aside(result, ratings), "shares", shares_in_words(ratings, groups))
  warn_group_figures(result, ci)
}

GROUP_COMPARISON_COLUMNS <- c(
  "group", "against", "measure", "metric", "estimate", "std.error", "df", "p.value", "adj.p.value", "least.p",
  "conf.low", "conf.high", "n_raters", "n_items", "n_permutations", "interval", "conf.level", "adjust", "n_tests",
  "status"
)

# Alpha of a group, kappa_x with the others, their difference and ratios. `figures` has alpha of the group, alpha of the
# others and kappa_x in columns.
GROUP_MEASURES <- list(
  difference = function(figures) figures[, 1] - figures[, 3],
  within = function(figures) figures[, 1],
  across = function(figures) figures[, 3],
  association = function(figures) ratio_of(figures[, 1], figures[, 3]),
  normalised = function(figures) ratio_of(figures[, 3], sqrt(pmax(figures[, 1], 0) * pmax(figures[, 2], 0)))
)

# Measures that are the same for both of two groups.
BETWEEN <- c("across", "normalised")

ratio_of <- function(x, y) ifelse(is.finite(y) & y > 0, x / y, NA_real_)

# At the ordinal level the ranks of all ratings are one scale for all groups; with ranks within each group a difference
# could come from different scales.
group_metric <- function(ratings, code, scale) {
  metric <- metrics_for(ratings, TRUE, scale$weights, scale$level, scale$range)$alpha
  if (metric$level == place_of("level", "ordinal")) {
    n <- tabulate(ratings$code[code[ratings$rater + 1L] >= 0] + 1L, length(ratings$categories))
    metric$level <- place_of("level", "interval")
    metric$values <- cumsum(n) - n / 2
  }
  metric
}

# The units that have a rating by a rater with a group.
used_units <- function(ratings, unit, side) unique(unit[rating_items(ratings)[side[ratings$rater + 1L] >= 0]])

# Returns a row per measure, without tests.
figures_of_group <- function(found, side, units, ci) {
  estimate <- vapply(GROUP_MEASURES, function(f) f(found$figures), 0)
  # A side of one rater is that rater, who is not drawn anew.
  drawn <- Filter(function(s) sum(side == s) > 1, 0:1)
  deleted <- c(
    list(found$units[units, , drop = FALSE]), lapply(drawn, function(s) found$raters[side == s, , drop = FALSE])
  )
  spread <- lapply(GROUP_MEASURES, function(f) added_variances(lapply(deleted, f)))
  variance <- vapply(spread, `[[`, 0, "variance")
  df <- vapply(spread, `[[`, 0, "df")
  quantile <- if (is.null(ci$conf_level)) NA * df else stats::qt((1 + ci$conf_level) / 2, df)
  # With few items in a rare category estimates and their standard errors are low together, so that the upper limits
  # allow for half of what one more item of such a category adds.
  gain <- vapply(GROUP_MEASURES, function(f) f(found$figures + found$gain), 0) - estimate
  gain <- ifelse(names(estimate) %in% c("within", "across") & is.finite(gain), pmax(gain, 0) / 2, 0)
  low <- estimate - quantile * sqrt(variance)
  high <- pmin(estimate + quantile * sqrt(variance + gain^2), c(Inf, 1, 1, Inf, Inf))
  ratio <- fieller_limits(estimate, variance, quantile[["difference"]])
  low[["association"]] <- ratio[1]
  high[["association"]] <- ratio[2]
  rows <- data.frame(
    measure = names(estimate), estimate, std.error = sqrt(variance), df, conf.low = low, conf.high = high,
    n_items = found$n_items, status = group_status(estimate, found, side), row.names = NULL
  )
  at <- rows$measure == "association"
  if (rows$status[at] == "ok" && !is.null(ci$conf_level) && !isTRUE(low[["across"]] > 0)) {
    rows$status[at] <- "agreement across may be 0"
  }
  lost <- rows$status != "ok"
  rows[lost, c("estimate", "std.error", "df", "conf.low", "conf.high")] <- NA_real_
  rows$std.error[at] <- NA_real_
  rows
}

# The variance by leaving out one unit at a time, of items and of the raters of each side, is added. Where the other of
# a pair of raters has no estimate there is none.
added_variances <- function(deleted) {
  n <- lengths(deleted)
  own <- mapply(function(x, n) (n - 1) / n * sum((x - mean(x))^2), deleted, n)
  variance <- sum(own)
  if (is.na(variance) || variance < 1e-20 || any(n < 2)) return(list(variance = NA_real_, df = NA_real_))
  list(variance = variance, df = variance^2 / sum(own^2 / (n - 1)))
}

# Fieller's (1954) limits of alpha / kappa_x: the ratios whose difference alpha - ratio kappa_x may be 0. They are
# finite where kappa_x is not 0.
fieller_limits <- function(estimate, variance, t) {
  alpha <- estimate[["within"]]
  kappa <- estimate[["across"]]
  covariance <- (variance[["within"]] + variance[["across"]] - variance[["difference"]]) / 2
  a <- kappa^2 - t^2 * variance[["across"]]
  b <- alpha * kappa - t^2 * covariance
  c <- alpha^2 - t^2 * variance[["within"]]
  if (!isTRUE(a > 0)) return(c(NA_real_, NA_real_))
  (b + c(-1, 1) * sqrt(max(b^2 - a * c, 0))) / a
}

group_status <- function(estimate, found, side) {
  within <- if (!is.na(estimate[["within"]])) {
    "ok"
  } else if (sum(side == 0) < 2) {
    "one rater"
  } else {
    "no item with two ratings, or one category only"
  }
  across <- if (!is.na(estimate[["across"]])) {
    "ok"
  } else if (found$n_items == 0) {
    "no item rated by both"
  } else {
    "one category only"
  }
  either <- if (within == "ok") across else within
  positive <- function(measure, words) if (either == "ok" && is.na(estimate[[measure]])) words else either
  # The raters compared with the group may have no alpha of their own.
  of_others <- if (sum(side == 1) < 2) {
    "one rater on the other side"
  } else if (is.na(found$figures[, 2])) {
    "no alpha on the other side: no item with two ratings, or one category only"
  } else {
    "an alpha is not above 0"
  }
  c(
    either, within, across, positive("association", "agreement across is not above 0"),
    positive("normalised", of_others)
  )
}

# Adds p values: the share of assignments of the same raters to groups of the same sizes that are as extreme, doubled.
with_permutation_tests <- function(rows, ratings, groups, metric, permutations) {
  none <- rep(NA_real_, nrow(rows))
  rows[c("p.value", "least.p")] <- list(none, none)
  rows$n_permutations <- rep(NA_integer_, nrow(rows))
  if (permutations == 0) return(rows)
  n <- length(groups$names)
  assigned <- all_assignments(groups$code, n, permutations + 1)
  times <- as.integer(permutations)
  found <- call_core(figures_of_groups(ratings, groups$code, n, assigned, times, metric, n_threads()))
  found$difference <- found$within - found$across
  exact <- ncol(assigned) > 0
  for (row in which(rows$measure %in% names(found) & rows$status == "ok")) {
    drawn <- found[[rows$measure[row]]][match(rows$group[row], groups$names), ]
    drawn <- drawn[!is.na(drawn)]
    test <- permutation_test(rows$estimate[row], drawn, exact)
    rows$p.value[row] <- test$p.value
    rows$least.p[row] <- test$least
    rows$n_permutations[row] <- length(drawn)
  }
  rows
}

# `exact`: whether `drawn` are all assignments, the observed one among them.
permutation_test <- function(observed, drawn, exact) {
  if (!exact) drawn <- c(drawn, observed)
  close <- 1e-9 * max(1, abs(observed))
  share <- function(n) min(1, 2 * n / length(drawn))
  ends <- range(drawn)
  list(
    p.value = share(min(sum(drawn <= observed + close), sum(drawn >= observed - close))),
    least = if (exact) share(min(sum(drawn <= ends[1] + close), sum(drawn >= ends[2] - close))) else share(1)
  )
}

# Returns all assignments of raters to groups of the same sizes in columns, if there are at most `most`; otherwise no
# columns.
all_assignments <- function(code, n_groups, most) {
  who <- which(code >= 0)
  sizes <- tabulate(code[who] + 1L, n_groups)
  none <- matrix(0L, length(code), 0)
  if (lfactorial(length(who)) - sum(lfactorial(sizes)) > log(most) + 1e-9) return(none)
  assign <- function(left, group) {
    if (group == n_groups) return(list(rep(NA_integer_, 0)))
    chosen <- utils::combn(length(left), sizes[group], simplify = FALSE)
    unlist(lapply(chosen, function(at) {
      lapply(assign(left[-at], group + 1), function(rest) c(left[at], rest))
    }), recursive = FALSE)
  }
  found <- assign(who, 1)
  result <- matrix(rep(replace(code, who, n_groups - 1L), length(found)), length(code))
  of <- rep(seq_len(n_groups - 1) - 1L, sizes[-n_groups])
  for (i in seq_along(found)) result[found[[i]], i] <- of
  result
}

# P values are adjusted over groups, for each measure by itself.
adjusted_by_measure <- function(rows) {
  rows$adj.p.value <- rep(NA_real_, nrow(rows))
  rows$n_tests <- rep(0L, nrow(rows))
  for (own in split(seq_len(nrow(rows)), rows$measure)) {
    rows$adj.p.value[own] <- stats::p.adjust(rows$p.value[own], rows$adjust[own[1]])
    rows$n_tests[own] <- sum(!is.na(rows$p.value[own]))
  }
  rows
}

# The shares of categories in each group, as agreement that is corrected for chance depends on them.
shares_in_words <- function(ratings, groups) {
  k <- length(ratings$categories)
  if (k > 6) return(NULL)
  of <- groups$code[ratings$rater + 1L]
  shares <- vapply(seq_along(groups$names) - 1L, function(g) tabulate(ratings$code[of %in% g] + 1L, k), double(k))
  shares <- matrix(shares, k)
  cells <- format_numbers(t(shares) / colSums(shares), list(format = "text", digits = 2, leading_zero = FALSE))
  cells <- matrix(cells, ncol = k)
  words <- apply(cells, 1, function(own) paste(id_text(ratings$categories), own, collapse = ", "))
  paste0(groups$names, ": ", words, collapse = "; ")
}

warn_group_figures <- function(result, ci) {
  of <- result$measure %in% c("difference", "within", "across")
  lost <- which(of & result$status != "ok")
  labels <- paste0(result$group, ", ", result$measure)
  if (length(lost)) {
    warn_accord(
      "undefined",
      c(
        "Some groups of raters have no agreement within or across.",
        x = "{length(lost)} value{?s}: {first_few(labels[lost])}.",
        i = "{.field status} says why."
      ),
      reasons = result$status[lost]
    )
  }
  bare <- which(of & result$status == "ok" & is.na(result$conf.low))
  if (length(bare) && !is.null(ci$conf_level)) {
    warn_accord(
      "no_interval",
      c(
        "There is no interval where some rater cannot be left out, as in a group of two.",
        x = "{length(bare)} of {nrow(result)} row{?s}: {first_few(labels[bare])}."
      )
    )
  }
  result
}
