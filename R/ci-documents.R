# Intervals over documents, for figures of spans and chains that are functions of sums over documents.

check_span_ci <- function(ci) {
  ci <- check_method(as_ci(ci))
  known <- switch(ci$method, none = TRUE, jackknife = ci$over == "items",
    bootstrap = ci$over == "items" && ci$type != "studentized", bayes = TRUE, FALSE
  )
  if (!known) {
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

# `interval` and `conf.level` before the last column of a tibble, the status.
with_interval_name <- function(rows, ci) {
  n <- nrow(rows)
  names <- list(interval = rep(ci$label, n), conf.level = rep(ci$conf_level %||% NA_real_, n))
  tibble::new_tibble(append(as.list(rows), names, length(rows) - 1L), nrow = n)
}

# Draws of documents, shared by all figures of a call: `left_out`, whether each document is left out in turn,
# which come first, and `drawn`, how often each document counts, a column per draw; of a posterior, `weights`. NULL
# without.
document_draws <- function(ci, n, annotators = 2) {
  if (n < 2 || ci$method == "none") {
    return(NULL)
  }
  if (ci$method == "bayes") {
    return(posterior_draws(ci, n, annotators))
  }
  boot <- ci$method == "bootstrap"
  list(
    n = n, left_out = !boot || ci$type == "bca",
    drawn = if (boot) stats::rmultinom(ci$times, n, rep(1, n))
  )
}

# The sums over documents under each draw, a row per draw; `sums`: a row per document. A posterior needs `pseudo`, see
# posterior_sums().
document_sums <- function(draws, sums, pseudo = NULL) {
  if (!is.null(draws$weights)) {
    return(posterior_sums(draws, sums, pseudo))
  }
  left_out <- if (draws$left_out) matrix(colSums(sums), nrow(sums), ncol(sums), byrow = TRUE) - sums
  drawn <- if (!is.null(draws$drawn)) crossprod(draws$drawn, sums)
  # Of matrices without columns rbind() makes a row for NULL.
  if (is.null(left_out)) drawn else if (is.null(drawn)) left_out else rbind(left_out, drawn)
}

# `estimate`, and the same figure under each draw, to a list of std.error, conf.low and conf.high.
document_interval <- function(ci, estimate, drawn, n, lowest) {
  if (ci$method == "none" || n < 2 || is.na(estimate) || is.null(drawn)) {
    return(list(std.error = NA_real_, conf.low = NA_real_, conf.high = NA_real_))
  }
  if (ci$method == "bayes") {
    return(posterior_interval(ci, estimate, drawn, lowest))
  }
  row <- tibble::tibble(estimate = estimate, lowest = lowest, undefined = 0, variance_items = n)
  bca <- ci$method == "bootstrap" && ci$type == "bca"
  if (ci$method == "jackknife" || bca) {
    row[JACKKNIFE_COLUMNS] <- as.list(jackknife_of(drawn[seq_len(n)]))
  }
  if (bca) drawn <- drawn[-seq_len(n)]
  if (ci$method == "bootstrap") row$replicates <- list(list(estimate = drawn))
  lapply(add_interval(ci, row), function(x) x[[1]])
}
