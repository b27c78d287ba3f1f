# Bias of raters by the levels of facets: the interaction of a rater with a criterion or a group of items.

# A row per severity and level of a facet, with all main effects held fixed: one step of Newton's method for a severity
# that is added at this level alone. As in the fit, items are integrated out, so that the information of a rating is
# its variance minus that of its expected value given all ratings of the item. Expected values of an item rise together.
# With the slope of the rater, the derivative of a place is this slope.
bias_rows <- function(fit, design, columns, facets, keys) {
  if (length(facets) == 0) {
    return(NULL)
  }
  score <- as.double(fit$problem$score)
  spread <- sqrt(pmax(fit$squared - fit$expected^2, 0))
  rows <- lapply(facets, function(name) {
    level <- fit$dense[[name]]
    values <- vctrs::vec_slice(design$levels[[name]], sort(unique(columns[[name]])))
    found <- group_ids(list(rater = fit$dense$rater, level = level))
    sorted <- order(found$values$rater, found$values$level)
    n <- length(sorted)
    cell <- order(sorted)[found$code]
    total <- function(x) sum_by(fit$problem$count * x, cell, n)
    # Several ratings of an item in one cell.
    pair <- group_ids(list(cell = cell, item = fit$dense$item))
    together <- sum_by(fit$problem$count * spread, pair$code, length(pair$values$cell))^2
    slope <- fit$slopes[found$values$rater[sorted]]
    information <- slope^2 * (total(fit$variance) - sum_by(together, pair$values$cell, n))
    size <- rating_counts(fit, cell, n)
    estimate <- -slope * total(score - fit$expected) / information
    tibble::tibble(
      vctrs::vec_slice(keys, found$values$rater[sorted]), facet = design$names[[name]],
      level = as.character(vctrs::vec_slice(values, found$values$level[sorted])),
      estimate = estimate, std.error = 1 / sqrt(information), statistic = estimate * sqrt(information),
      p.value = 2 * stats::pnorm(-abs(estimate) * sqrt(information)),
      observed = fit$low + total(score) / size, expected = fit$low + total(fit$expected) / size, n_ratings = size
    )
  })
  rows <- vctrs::vec_rbind(!!!rows)
  tibble::add_column(rows, adj.p.value = stats::p.adjust(rows$p.value, "holm"), .after = "p.value")
}

# A smaller difference hardly changes a rounded mark.
QUARTER_STEP <- 0.25

# The reason for a verdict by severity, "" if there is none.
bias_words <- function(bias, keys) {
  words <- rep("", nrow(keys))
  away <- bias$observed - bias$expected
  for (k in which(bias$adj.p.value < 0.05 & abs(away) >= QUARTER_STEP)) {
    at <- vctrs::vec_match(bias[k, names(keys)], keys)
    size <- formatC(abs(away[k]), digits = 2, format = "f")
    words[at] <- paste0(
      words[at], if (words[at] != "") "; ", bias$level[k], ": ratings ", size,
      if (away[k] < 0) " lower" else " higher", " than expected from this rater"
    )
  }
  words
}
