# Differences of intraclass correlations between groups or sets of raters.

# Whether the coefficients are forms of icc(), which are compared with each other only.
are_iccs <- function(coefficients) {
  found <- coefficients %in% ICC_FORMS$id
  if (any(found) && !all(found)) {
    abort_accord(
      "argument",
      c(
        "Forms of {.fn icc} are compared by themselves.",
        x = "{.arg coefficients} has {.val {coefficients[found]}} and {.val {coefficients[!found]}}."
      ),
      argument = "coefficients"
    )
  }
  length(found) > 0 && all(found)
}

compare_iccs <- function(ratings, forms, raters, reference, paired, ci, adjust) {
  given <- ratings
  values <- rating_numbers(ratings$categories, "The intraclass correlation needs numbers.")
  check_no_clusters(ratings, "Differences of intraclass correlations")
  if (anyDuplicated(ratings$items)) ratings$items <- number_copies(ratings)
  what <- what_is_compared(ratings, raters, data.frame(id = forms))
  if (what == "coefficients") {
    abort_accord(
      "argument",
      c(
        "Intraclass correlations are compared between groups or sets of raters.",
        x = "There is one group and one set of raters; the forms of {.fn icc} are functions of the same mean squares.",
        i = "Give {.arg by} or {.arg raters}."
      ),
      argument = "by"
    )
  }
  asked <- what == "groups" && isTRUE(paired)
  paired <- settle_paired(paired, what)
  ratings <- if (what == "raters") split_by_raters(ratings, raters) else with_labels(ratings)
  names <- ratings$groups$group
  pairs <- figure_pairs(pairs_to_compare(names, reference, what), length(forms), what)
  unit <- number_over_groups(ratings, ratings$items, paired)
  squares <- icc_squares(ratings, values, forms)
  rows <- icc_ends(squares, ratings, forms, ci)
  n_items <- rep(call_core(count_by_group(ratings, 1L))$n_items, each = length(forms))
  together <- if (paired) icc_correlations(ratings, values, forms, unit, rows, ci) else diag(nrow(rows))
  # A list with the rows of icc_ends() at each level.
  ends <- function(levels) {
    n <- length(ratings$group_status)
    many <- lapply(squares, function(x) if (!is.null(x)) x[rep(seq_len(n), length(levels)), ])
    ci$conf_level <- rep(levels, each = n)
    split(icc_ends(many, ratings, forms, ci), rep(seq_along(levels), each = nrow(rows)))
  }
  found <- icc_differences(rows, pairs, together, ci, ends)
  used <- lapply(items_of_groups(ratings), function(own) ratings$items[own$item[item_sizes(ratings)[own$item] > 0]])
  shared <- function(row) {
    of <- (pairs[row, ] - 1L) %/% length(forms) + 1L
    sum(vctrs::vec_in(used[[of[1]]], used[[of[2]]]))
  }
  n <- nrow(pairs)
  none <- rep(NA_real_, n)
  result <- c(found, list(
    group_1 = rows$group[pairs[, 1]], group_2 = rows$group[pairs[, 2]],
    coefficient_1 = rows$coefficient[pairs[, 1]], metric_1 = rep("interval", n),
    std.error = none, statistic = none, df = none,
    n_items_1 = n_items[pairs[, 1]], n_items_2 = n_items[pairs[, 2]],
    n_shared = vapply(seq_len(n), shared, 0L), paired = rep(paired, n)
  ))
  result$adj.p.value <- stats::p.adjust(result$p.value, adjust)
  result$n_tests <- rep(sum(!is.na(result$p.value)), n)
  result <- note_set_aside(comparison_columns(result, what, ci, adjust), given)
  if (asked) warn_not_shared(result)
  announce_comparison(result, ci)
}

icc_squares <- function(ratings, values, forms) {
  two_way <- ICC_FORMS$two_way[match(forms, ICC_FORMS$id)]
  anova <- function(design) icc_anova(ratings, values, design)
  list(one_way = if (any(!two_way)) anova("one_way"), two_way = if (any(two_way)) anova("least_squares"))
}

# A row for each group and form, groups first; for squares of several levels, levels first. Means are of the ratings per
# item of each group.
icc_ends <- function(squares, ratings, forms, ci) {
  rows <- lapply(forms, function(id) {
    found <- icc_rows(id, squares, ratings, NULL, 0, ci)
    cbind(coefficient = id, found[c("estimate", "conf.low", "conf.high", "status")])
  })
  rows <- do.call(rbind, rows)
  n <- nrow(rows) / length(forms)
  rows <- rows[order(rep(seq_len(n), length(forms))), ]
  rows$group <- rep(rep(ratings$groups$group, length.out = n), each = length(forms))
  rows
}

# The correlations of the estimates, from leaving out 50 blocks of items, or each item if there are fewer. Fewer than
# ten tell too little, so that estimates then count as uncorrelated, which makes intervals wider. A correlation that is
# too high by chance makes them too narrow, and more so than one that is too low makes them wide, so that those above 0
# are lowered by their standard error on Fisher's scale. `rows`: the estimates with their limits, at the level of `ci`.
icc_correlations <- function(ratings, values, forms, unit, rows, ci) {
  block <- unit %% min(50, max(unit)) + 1L
  n <- length(ratings$group_status) * length(forms)
  if (max(block) < 10) {
    return(diag(n))
  }
  none <- ci_none()
  left <- vapply(seq_len(max(block)), function(b) {
    kept <- take_items_by_group(ratings, which(block != b))
    icc_ends(icc_squares(kept, values, forms), kept, forms, none)$estimate
  }, double(n))
  left <- matrix(left, n)
  # Groups have a deviation from items of others only by rounding.
  found <- suppressWarnings(stats::cor(t(left), use = "pairwise.complete.obs"))
  found[is.na(found)] <- 0
  lowered <- tanh(atanh(pmin(found, 1 - 1e-12)) - 1 / sqrt(max(block) - 3))
  found <- ifelse(found > 0, pmax(lowered, 0), found)
  share <- items_share(left, rows, forms, ci)
  found * outer(share, share)
}

# The part of the standard error of each estimate that is due to items. Limits of absolute agreement are also those for
# other raters, about whose part in two estimates the items say nothing: it counts as uncorrelated.
items_share <- function(left, rows, forms, ci) {
  n <- ncol(left)
  by_items <- sqrt((n - 1)^2 / n * apply(left, 1, stats::var, na.rm = TRUE))
  whole <- (rows$conf.high - rows$conf.low) / 2 / stats::qnorm((1 + (ci$conf_level %||% NA_real_)) / 2)
  share <- pmin(1, by_items / whole)
  share[is.na(share) | !ICC_FORMS$agreement[match(rows$coefficient, ICC_FORMS$id)]] <- 1
  share
}

# The interval of a difference by the method of variance estimates recovery (Zou 2007; of dependent correlations
# Ramasundarahettige, Donner and Zou 2009), and the p value of no difference: 1 minus the largest level of an interval
# without 0. `ends`: the limits of the estimates at a level.
icc_differences <- function(rows, pairs, together, ci, ends) {
  first <- rows[pairs[, 1], ]
  second <- rows[pairs[, 2], ]
  status <- side_status(list(first, second), TRUE)
  difference <- rounding_as_zero(second$estimate - first$estimate)
  difference[status != "ok"] <- NA
  r <- together[pairs]
  reach <- function(a, b) sqrt(pmax(a^2 + b^2 - 2 * r * a * b, 0))
  limits <- function(rows) {
    a <- rows[pairs[, 1], ]
    b <- rows[pairs[, 2], ]
    cbind(
      difference - reach(second$estimate - b$conf.low, a$conf.high - first$estimate),
      difference + reach(b$conf.high - second$estimate, first$estimate - a$conf.low)
    )
  }
  none <- rep(NA_real_, nrow(pairs))
  out <- list(
    estimate_1 = first$estimate, estimate_2 = second$estimate, estimate = difference, p.value = none,
    conf.low = none, conf.high = none, status = status
  )
  if (ci$method != "none") {
    own <- limits(rows)
    out[c("conf.low", "conf.high")] <- list(own[, 1], own[, 2])
    out$p.value <- p_without_zero(difference, 1 - ci$conf_level, function(levels) lapply(ends(levels), limits))
    out$p.value[is.na(own[, 1])] <- NA
  }
  out
}

# By interpolation between p values that include 1 - conf_level, so that p is below it exactly if the interval is
# without 0. Limits are nearly linear in the normal quantile.
p_without_zero <- function(difference, own, limits) {
  z <- sort(c(seq(0.02, 5.7, length.out = 24), stats::qnorm(own / 2, lower.tail = FALSE)))
  p <- 2 * stats::pnorm(-z)
  side <- sign(difference)
  # The limit nearer to 0, positive if the interval at this level is without 0.
  near <- vapply(limits(1 - p), function(found) ifelse(side < 0, -found[, 2], found[, 1]), difference)
  near <- matrix(near, length(difference))
  vapply(seq_along(difference), function(k) {
    y <- near[k, ]
    if (is.na(difference[k])) {
      return(NA_real_)
    }
    with <- which(is.na(y) | y <= 0)
    if (length(with) == 0) {
      return(min(p))
    }
    at <- with[1]
    if (at == 1) {
      return(1)
    }
    if (is.na(y[at])) {
      return(p[at - 1])
    }
    share <- y[at - 1] / (y[at - 1] - y[at])
    2 * stats::pnorm(-(z[at - 1] + share * (z[at] - z[at - 1])))
  }, 0)
}
