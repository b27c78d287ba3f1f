# Intervals over documents, for statistics of spans and chains that are functions of sums over documents.

check_span_ci <- function(ci) {
  ci <- check_method(as_ci(ci))
  check_two_sided(ci, "Limits over documents")
  if (!is.null(refusal(ci, "documents"))) {
    abort_accord(
      "argument",
      c(
        "Intervals over documents come from a jackknife, a bootstrap or a posterior over documents.",
        x = "{.arg ci} is {format(ci)}.",
        i = "Use {.code ci_jackknife()}, {.code ci_bootstrap()}, {.code ci_bayes()} or {.code ci_none()}."
      ),
      argument = "ci"
    )
  }
  ci
}

# Inserts `interval` and `conf.level` before the last column, the status.
with_interval_name <- function(rows, ci) {
  n <- nrow(rows)
  names <- list(interval = rep(ci$label, n), conf.level = rep(ci$conf_level %||% NA_real_, n))
  tibble::new_tibble(append(as.list(rows), names, length(rows) - 1L), nrow = n)
}

# Returns the draws of documents, which all statistics of a call share: `left_out`, whether the first draws leave out
# each document in turn, and `drawn`, how often each document is drawn, with a column per draw. For a posterior these
# are `weights`. NULL if no interval is computed.
document_draws <- function(ci, n, annotators = 2) {
  if (n >= 2 && ci$method != "none") draw_documents(ci, n, annotators)
}

draw_documents <- function(ci, n, annotators) {
  UseMethod("draw_documents")
}

#' @export
draw_documents.accord_ci <- function(ci, n, annotators) list(n = n, left_out = TRUE)

#' @export
draw_documents.accord_ci_bootstrap <- function(ci, n, annotators) {
  list(n = n, left_out = variance_of(ci) == "jackknife", drawn = stats::rmultinom(ci$times, n, rep(1, n)))
}

# Returns the sums over documents under each draw, a row per draw. `sums` has a row per document; a posterior needs
# `pseudo`, see posterior_sums().
document_sums <- function(draws, sums, pseudo = NULL) {
  if (!is.null(draws$weights)) {
    return(posterior_sums(draws, sums, pseudo))
  }
  left_out <- if (draws$left_out) matrix(colSums(sums), nrow(sums), ncol(sums), byrow = TRUE) - sums
  drawn <- if (!is.null(draws$drawn)) crossprod(draws$drawn, sums)
  # rbind() would add a row for NULL to a matrix without columns.
  if (is.null(left_out)) drawn else if (is.null(drawn)) left_out else rbind(left_out, drawn)
}

# Returns a list of std.error, conf.low and conf.high, from `estimate` and the same statistic under each draw. `size`:
# that of each document, such as the number of its spans.
document_interval <- function(ci, estimate, drawn, size, lowest) {
  if (ci$method == "none" || length(size) < 2 || is.na(estimate) || is.null(drawn)) {
    return(list(std.error = NA_real_, conf.low = NA_real_, conf.high = NA_real_))
  }
  limits_of_documents(ci, estimate, drawn, size, lowest)
}

limits_of_documents <- function(ci, estimate, drawn, size, lowest) {
  UseMethod("limits_of_documents")
}

#' @export
limits_of_documents.accord_ci <- function(ci, estimate, drawn, size, lowest) {
  row <- tibble::tibble(estimate = estimate, lowest = lowest, undefined = 0, variance_items = length(size))
  if (variance_of(ci) == "jackknife") {
    left_out <- seq_along(size)
    row[JACKKNIFE_COLUMNS] <- as.list(jackknife_of(drawn[left_out]))
    # Few large documents make up the variance, so that t has the degrees of freedom of Kish's number of documents of
    # equal sizes.
    if (any(size > 0)) row$variance_items <- sum(size)^2 / sum(size^2)
    drawn <- drawn[-left_out]
  }
  row$replicates <- list(list(estimate = drawn))
  lapply(add_interval(ci, row), function(x) x[[1]])
}

# The interval of ci_bayes() over documents, for estimates that are functions of sums over documents: the Bayesian
# bootstrap (Rubin 1981) of the documents and one pseudo-document. The latter has the worst values for the lower limit
# and the best for the upper one; ?span_agreement defines these.

# `weights` of each document and, in the last row, of the pseudo-document, with a column per draw.
#' @export
draw_documents.accord_ci_bayes <- function(ci, n, annotators) {
  times <- if (ci$bits > 0) 2^(ci$bits + 1) else if (n <= 1000) 4096 else 1024
  list(n = n, weights = dirichlet_draws(rep(1, n + 1), times, ci$seed), prior = ci$prior / annotators)
}

# Returns rows of sums for the lower limit, followed by those for the upper one. `pseudo` is a function that returns the
# sums of the pseudo-document, `low` and `high`, given the sums of an average document.
posterior_sums <- function(draws, sums, pseudo) {
  # No document has any annotation.
  if (ncol(sums) == 0) {
    return(matrix(0, 2 * ncol(draws$weights), 0))
  }
  n <- nrow(sums)
  if (is.null(draws$aligned)) sums <- sums[order_of_rows(sums), , drop = FALSE]
  of_documents <- crossprod(draws$weights[seq_len(n), , drop = FALSE], sums)
  extra <- draws$prior * draws$weights[n + 1, ]
  size <- (colSums(draws$weights[seq_len(n), , drop = FALSE]) + extra) / n
  extremes <- pseudo(colMeans(sums))
  side <- function(row) (of_documents + extra %o% as.vector(row)) / size
  rbind(side(extremes$low), side(extremes$high))
}

# Sorts documents by their sums, so that the result does not depend on their names. The first keys do not depend on the
# order of columns, so that neither does the result (apart from ties) on names of annotators and labels.
order_of_rows <- function(sums) {
  do.call(order, c(list(rowSums(sums), rowSums(sums^2), rowSums(sums^3)), each_column(sums)))
}

#' @export
limits_of_documents.accord_ci_bayes <- function(ci, estimate, drawn, size, lowest) {
  low <- seq_len(length(drawn) / 2)
  sides <- list(drawn[low], drawn[-low])
  limit <- function(x, share) {
    if (mean(is.na(x)) > 0.5) NA_real_ else unname(stats::quantile(x, share, na.rm = TRUE))
  }
  tail <- (1 - ci$conf_level) / 2
  spread <- vapply(sides, stats::var, 0, na.rm = TRUE)
  list(
    std.error = sqrt(mean(spread)),
    conf.low = min(max(limit(sides[[1]], tail), lowest), estimate),
    conf.high = max(min(limit(sides[[2]], 1 - tail), 1), estimate)
  )
}

# The sums of several pairs of annotators, for all of which documents are left out or drawn together. `of_pairs`: for
# each pair its `documents`, and `sums` with a row for each of them. Returns `sums`, in which each pair has a row for
# every document, `n`, the number of documents, and `draws`.
draws_of_pairs <- function(of_pairs, annotators, ci) {
  documents <- sort(unique(unlist(lapply(of_pairs, `[[`, "documents"))))
  draws <- document_draws(ci, length(documents), annotators)
  sums <- lapply(of_pairs, function(pair) {
    sums <- matrix(0, length(documents), ncol(pair$sums))
    sums[match(pair$documents, documents), ] <- pair$sums
    sums
  })
  if (!is.null(draws$weights)) {
    sorted <- order_of_rows(do.call(cbind, sums))
    sums <- lapply(sums, function(one) one[sorted, , drop = FALSE])
    draws$aligned <- TRUE
  }
  list(sums = sums, n = length(documents), draws = draws)
}

# The limits of a mean over pairs. `pairs`: from draws_of_pairs(); `figure` and `size_of`: functions of the sums of a
# pair.
mean_interval <- function(ci, pairs, estimate, figure, size_of, extremes, least) {
  drawn <- if (!is.null(pairs$draws)) {
    mean_over_pairs(lapply(pairs$sums, function(sums) figure(document_sums(pairs$draws, sums, extremes))))
  }
  document_interval(ci, estimate, drawn, Reduce(`+`, lapply(pairs$sums, size_of)), least)
}

# The mean of the values of pairs that are known. `values`: an element for each pair.
mean_over_pairs <- function(values) {
  means <- rowMeans(matrix(unlist(values), ncol = length(values)), na.rm = TRUE)
  ifelse(is.nan(means), NA_real_, means)
}
