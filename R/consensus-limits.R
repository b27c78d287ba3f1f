# Limits of the scores of evaluate_consensus(): quantiles of two posteriors (Walley 1996). The posterior of the lower
# limit includes a pseudo-item on which label and gold disagree, that of the upper limit one on which they agree; for
# measures of error this is reversed.

# Returns the number of draws, a power of two that keeps the computation short: more cells need fewer draws, since the
# posterior is narrower.
n_score_draws <- function(cells) 2^max(10, min(14, floor(log2(2e6 / cells))))

draw_limits <- function(low, high, conf_level) {
  if (is.na(conf_level)) {
    return(list(low = NA_real_, high = NA_real_))
  }
  probs <- level_tails(conf_level)
  list(
    low = stats::quantile(low, probs[1], names = FALSE),
    high = stats::quantile(high, probs[2], names = FALSE)
  )
}

# `cells`: items by gold label (rows) and label (columns, the last one for none). The disagreeing pseudo-item is two
# wrong ratings, assigned to classes at random. F1 is concave, so that draws lie below the estimate, by at most the
# effect of half an agreeing item of the class: for the upper limit each class therefore gets half an agreeing item.
macro_f1_limits <- function(cells, conf_level) {
  # Classes are sorted, so that limits do not depend on their order.
  k <- nrow(cells)
  place <- order(rowSums(cells), colSums(cells)[seq_len(k)], diag(cells[, seq_len(k), drop = FALSE]))
  cells <- cells[place, c(place, k + 1), drop = FALSE]
  used <- which(rowSums(cells) + colSums(cells)[seq_len(k)] > 0)
  if (length(used) == 0) {
    return(list(low = NA_real_, high = NA_real_))
  }
  diagonal <- row(cells) == col(cells) & row(cells) %in% used
  n <- n_score_draws(sum(cells > 0 | diagonal))
  # With a single class the whole pseudo-item belongs to it.
  wrong <- dirichlet_draws(rep(min(1, 2 / length(used)), length(used)), n, stream = 2)
  agreeing <- cells + diagonal * max(1 / 2, 1 / length(used))
  draw_limits(macro_f1_draws(cells, used, n, wrong), macro_f1_draws(agreeing, used, n, 0), conf_level)
}

# Returns draws of the mean over classes of the share of ratings (by gold and by label) that agree; `wrong` are
# additional ratings that disagree.
macro_f1_draws <- function(cells, used, n, wrong) {
  at <- which(cells > 0, arr.ind = TRUE)
  weight <- dirichlet_draws(cells[at], n)
  by_class <- function(class, weight) group_sums(weight, class, ncol(cells))[used, , drop = FALSE]
  right <- at[, 1] == at[, 2]
  agree <- 2 * by_class(at[right, 1], weight[right, , drop = FALSE])
  colMeans(agree / (by_class(at[, 1], weight) + by_class(at[, 2], weight) + wrong))
}

# Mean absolute error, root mean square error and correlation. The disagreeing pseudo-item has the label of one item and
# the gold value of another; the agreeing one has no error or, for the correlation, which is invariant to location and
# scale, a label and gold value of the same rank.
number_limits <- function(label, truth, conf_level) {
  items <- length(label)
  if (items < 2) {
    return(list(low = rep(NA_real_, 3), high = rep(NA_real_, 3)))
  }
  sorted <- order(truth, label)
  label <- label[sorted]
  truth <- truth[sorted]
  # Numbers are centred, so that sums of squares are numerically accurate.
  x <- label - mean(label)
  y <- truth - mean(truth)
  n <- n_score_draws(items)
  totals <- number_totals(number_sums(label - truth, x, y), n)
  weight <- rep(dirichlet_draws(1, n, stream = 2), each = nrow(totals))
  place <- ceiling(items * (latin_orders(2, n, stream = 3) - 0.5) / n)
  i <- place[1, ]
  j <- place[2, ]
  random <- number_draws(totals + weight * number_sums(label[i] - truth[j], x[i], y[j]))
  alike <- number_draws(totals + weight * number_sums(0, sort(x)[i], y[i]))
  limits <- list(
    draw_limits(alike$mae, random$mae, conf_level),
    draw_limits(alike$rmse, random$rmse, conf_level),
    if (items > 3 && any(x != 0) && any(y != 0)) {
      draw_limits(random$correlation, alike$correlation, conf_level)
    } else {
      list(low = NA_real_, high = NA_real_)
    }
  )
  list(low = vapply(limits, `[[`, 0, "low"), high = vapply(limits, `[[`, 0, "high"))
}

# Returns the contribution of each item (a column) to the sums from which the three scores are computed.
number_sums <- function(error, x, y) {
  rbind(
    items = 1, absolute = abs(error), square = error^2,
    x = x, y = y, xx = x^2, yy = y^2, xy = x * y
  )
}

# Returns these sums under `n` draws of weights. Blocks of a thousand items share the same weights, but each block uses
# them in a different order of draws.
number_totals <- function(sums, n) {
  items <- ncol(sums)
  weight <- dirichlet_draws(rep(1, min(items, 1000)), n)
  totals <- 0
  for (block in seq_len(ceiling(items / 1000))) {
    at <- seq(1000 * (block - 1) + 1, min(1000 * block, items))
    # Only the last block may have fewer items; copying the weights for every block would take longer than the product.
    if (length(at) < nrow(weight)) weight <- weight[seq_along(at), , drop = FALSE]
    part <- sums[, at, drop = FALSE] %*% weight
    totals <- totals + part[, (seq_len(n) + 101 * block) %% n + 1]
  }
  totals
}

number_draws <- function(totals) {
  mean_of <- function(name) totals[name, ] / totals["items", ]
  x <- mean_of("x")
  y <- mean_of("y")
  list(
    mae = mean_of("absolute"),
    rmse = sqrt(mean_of("square")),
    correlation = (mean_of("xy") - x * y) / sqrt((mean_of("xx") - x^2) * (mean_of("yy") - y^2))
  )
}
