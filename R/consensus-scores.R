# Computes the scores of evaluate_consensus(): of labels or numbers against gold. Limits are in consensus-limits.R.

# Returns a list: `scores`, the values of `score()` for the rows of each group that are `used`, and the `keys` of each
# row of scores.
scores_by_group <- function(keys, used, score) {
  groups <- row_groups(keys)
  code <- groups$code %||% rep(1L, nrow(keys))
  rows <- lapply(seq_along(groups$status), function(g) score(which(used & code == g)))
  group <- rep.int(seq_along(rows), vapply(rows, nrow, 1L))
  list(keys = vctrs::vec_slice(groups$keys, group), scores = as.list(vctrs::vec_rbind(!!!rows)))
}

new_evaluation <- function(keys, scores, conf_level) {
  scores <- append(scores, list(conf.level = rep(conf_level, nrow(keys))), match("conf.high", names(scores)))
  new_result(c(as.list(keys), scores), nrow = nrow(keys), class = "accord_evaluation")
}

# `limits`: a list of `low` and `high`.
scores <- function(measure, estimate, limits, n, status, class = NA_character_) {
  estimate <- undefined_as_na(estimate)
  tibble::tibble(
    class = as.character(class), measure = measure, estimate = estimate,
    # A limit of exactly 1 may be slightly smaller due to rounding, so that limits are made to include the estimate.
    conf.low = pmin(undefined_as_na(limits$low), estimate),
    conf.high = pmax(undefined_as_na(limits$high), estimate),
    # All rows have this column, so that those of a vote and of a model can be bound.
    perfect = rep(NA_real_, length(measure)), n = as.integer(n),
    # ifelse() returns logical values if there are no rows, so that the status is converted to text.
    status = as.character(status)
  )
}

# `classes`: NULL stands for the classes that occur.
class_scores <- function(label, truth, classes, conf_level) {
  classes <- classes %||% sort(unique(c(label[!is.na(label)], truth)), method = "radix")
  k <- length(classes)
  n <- length(truth)
  # The last column is for items without a label.
  cells <- matrix(0, k, k + 1)
  at <- match(truth, classes) + k * (match(label, classes, nomatch = k + 1) - 1)
  cells[] <- tabulate(at, length(cells))
  right <- diag(cells[, seq_len(k), drop = FALSE])
  labelled <- colSums(cells)[seq_len(k)]
  real <- rowSums(cells)
  either <- labelled + real - right
  share <- function(measure, times, n, status, class = NA_character_) {
    status <- ifelse(n > 0, "ok", status)
    scores(measure, times / n, share_limits(times, n, conf_level), n, status, class)
  }
  f <- function(j) 2 * j / (1 + j)
  f1 <- f(right / either)
  by_class <- vctrs::vec_rbind(
    share("precision", right, labelled, ifelse(real > 0, "never labelled", "class never used"), classes),
    share("recall", right, real, ifelse(labelled > 0, "not in gold", "class never used"), classes),
    scores(
      "f1", f1, lapply(share_limits(right, either, conf_level), f), either,
      ifelse(either > 0, "ok", "class never used"), classes
    )
  )
  vctrs::vec_rbind(
    share("accuracy", sum(right), n, "no items"),
    scores(
      "macro_f1", mean(f1, na.rm = TRUE), macro_f1_limits(cells, conf_level), n,
      if (n > 0) "ok" else "no items"
    ),
    share("labelled", sum(!is.na(label)), n, "no items"),
    vctrs::vec_slice(by_class, order(rep(seq_len(k), 3)))
  )
}

number_scores <- function(label, truth, conf_level) {
  n_all <- length(truth)
  truth <- truth[!is.na(label)]
  label <- label[!is.na(label)]
  unit <- unit_of(label, truth)
  label <- label / unit
  truth <- truth / unit
  error <- label - truth
  n <- length(error)
  spread <- n > 1 && stats::sd(label) > 0 && stats::sd(truth) > 0
  in_unit <- function(x) x * c(unit, unit, 1)
  limits <- lapply(number_limits(label, truth, conf_level), in_unit)
  share <- share_limits(n, n_all, conf_level)
  estimate <- c(
    in_unit(c(mean(abs(error)), sqrt(mean(error^2)), if (spread) stats::cor(label, truth) else NA)), n / n_all
  )
  some <- if (n > 0) "ok" else "no items"
  scores(
    c("mae", "rmse", "correlation", "labelled"), estimate,
    list(low = c(limits$low, share$low), high = c(limits$high, share$high)), c(n, n, n, n_all),
    c(some, some, if (n > 0 && !spread) "no spread" else some, if (n_all > 0) "ok" else some)
  )
}
