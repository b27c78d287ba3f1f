#' Precision, recall and F1 of spans
#'
#' Compares the spans of two annotators, for every pair of annotators, with intervals over documents.
#'
#' @details The first annotator of a pair is the reference, the second is scored: recall is the share of the spans of
#' `annotator_1` that `annotator_2` found. F1 is the same in both directions. A span is *found* if the other annotator
#' has a span in the same document that
#' * `match = "exact"`: begins and ends at the same positions and has the same label;
#' * `"boundaries"`: begins and ends at the same positions, whatever its label;
#' * `"type"`: has the same label and shares at least one position with it;
#' * `"overlap"`: shares at least one position with it, whatever its label;
#' * `"tolerance"`: has the same label, and a start (with `edges = "both"`, also an end) at most `tolerance` away. Here
#'   each span is found by at most one of the other's, in the largest possible set of pairs. Several tolerances have a
#'   row each, which is a curve rather than a number.
#'
#' These are strict, exact, type and partial of SemEval 2013 (task 9), except that partial matches count fully. With
#' \eqn{n_1, n_2}{n1, n2} the numbers of spans and \eqn{f_1, f_2}{f1, f2} of those found,
#' \deqn{R = f_1 / n_1,\quad P = f_2 / n_2,\quad F_1 = 2 P R / (P + R),}{
#' R = f1 / n1, P = f2 / n2, F1 = 2 P R / (P + R),}
#' and 0 if nothing is found. For `"exact"` this is
#' \eqn{2 f / (n_1 + n_2)}{2 f / (n1 + n2)}. If unmarked units cannot be counted, as with named entities, kappa
#' approaches F1 as the text gets longer (Hripcsak and Rothschild 2005).
#'
#' `average = "micro"` sums the numbers over documents and labels. `"macro"` is the mean of the F1 (precision, recall)
#' of the labels that either of the two used. With three annotators or more there is a row for the mean F1 of all pairs
#' (in total, of each label or each document), without precision and recall (`NA`), whose means would depend on the
#' order within pairs.
#'
#' Intervals are over documents: documents are left out in turn or resampled, and the estimate is computed from the
#' sums. There is no interval (`NA`) with fewer than two documents, nor, with the jackknife, if leaving out a document
#' never changes the estimate, as with perfect agreement. [ci_bayes()] has limits there; see below.
#'
#' The jackknife has Student's \eqn{t} with \eqn{(\sum s)^2 / \sum s^2 - 1}{(sum s)^2 / sum s^2 - 1} degrees of freedom
#' (at least one), where \eqn{s} is the size of a document: few large documents make up its variance. With documents of
#' equal size these are one less than their number (Kish 1965). The size is the number of spans of both annotators, of
#' events, relations or mentions, for gamma of its mean spans, for alpha of the positions that are marked and for that
#' of 2004 the length of the document.
#'
#' @section Posterior over documents:
#' [ci_bayes()] gives exponential random weights to the documents (the Bayesian bootstrap, Rubin 1981) and to one
#' pseudo-document, for the lower and the upper limit separately. In the pseudo-document nothing is found for the lower
#' limit, and everything for the upper one; for the coefficients that correct for chance ([span_alpha()],
#' [span_gamma()], [chain_alpha()]) it agrees no better than by chance, or perfectly. It is as large as a mean document,
#' and its weight is multiplied by `prior` divided by the number of annotators.
#'
#' Each limit is a quantile of 4,096 draws (1,024 beyond 1,000 documents; `times` of [ci_bayes()]), and depends on the
#' documents but not on their order or names. With ten documents limits differ by about .005 between values of `seed`.
#' `std.error` is that of the draws.
#'
#' These limits are conservative. In a simulation of 18 designs (8 to 40 documents, two or three annotators, agreement
#' of .3 to .9, documents of equal or lognormal sizes; 300 data sets each, 600 for the jackknife;
#' `bench/coverage-documents.R` in the sources) 95% limits of [ci_bayes()] contained the true value in 94 to 100% of
#' the data sets, those of the jackknife in 93 to 97%, but for one design of chains in 88%, and of the bootstrap in 86
#' to 97%. They were .7 to 1.7 times as wide as those of the jackknife, and 2.3 times in that design. Use them where the
#' others do not exist, as with perfect agreement.
#'
#' @section Missing and degenerate data:
#' Only documents that both annotators of a pair saw are used. If neither marked a span, the status is `"no spans"`
#' and the scores are `NA`, since it is not known whether this is agreement; the mean of pairs leaves this pair out. If
#' one of them marked none, `F1` is 0, and precision or recall, whichever has a denominator of 0, is `NA`.
#'
#' A group of `by` in which no two annotators saw the same document has a row with the status `"one annotator only"`.
#' Within a group of `by`, an annotator counts as having seen a document if the group has a row of this annotator for
#' it; a warning of class `accord_warning_seen_in_part` names documents that annotators saw only in other groups. For
#' estimates by label use `what = "labels"`, not `by`.
#'
#' @section Errors:
#' Those of [as_spans()], `accord_error_one_annotator` if no two annotators saw the same document, and
#' `accord_error_argument`.
#'
#' @param data Anything that [as_spans()] accepts.
#' @param ... Passed on to [as_spans()].
#' @param match When a span counts as found: `"exact"`, `"boundaries"`, `"type"`, `"overlap"` or `"tolerance"`; one or
#'   several.
#' @param tolerance The largest distances for `match = "tolerance"`, in the unit of `start` in the data.
#' @param edges For `match = "tolerance"`, whether only starts (`"onset"`) or starts and ends (`"both"`) must be near.
#' @param what `"total"` for a row per pair, `"labels"` for one per pair and label, `"documents"` for one
#'   per pair and document.
#' @param average `"micro"` or `"macro"` over labels, see below.
#' @param by <[`tidy-select`][tidyselect::language]> Columns of a data frame: estimates for each group of rows.
#' @param ci [ci_jackknife()], [ci_bootstrap()], [ci_bayes()] or [ci_none()], over documents.
#' @return A tibble of class `accord_span_agreement`, the columns of `by` first: `annotator_1`,
#'   `annotator_2` (`NA` for the mean of pairs), `match`, `tolerance` (if given), `document` or
#'   `label`, `f1`, `std.error`, `conf.low`, `conf.high`, `precision`, `recall`, `n_1`, `n_2` (spans),
#'   `found_1`, `found_2`, `n_documents`, `interval`, `conf.level` and `status`. For `tidy()` and `glance()` see
#'   [tidy.accord_span_alpha()].
#' @references Hripcsak, G. and Rothschild, A. S. (2005) Agreement, the F-measure, and reliability in
#' information retrieval. *Journal of the American Medical Informatics Association* 12, 296-298.
#' \doi{10.1197/jamia.M1733}
#'
#' Kish, L. (1965) *Survey Sampling*. New York: Wiley.
#'
#' Rubin, D. B. (1981) The Bayesian bootstrap. *Annals of Statistics* 9, 130-134. \doi{10.1214/aos/1176345338}
#'
#' Segura-Bedmar, I., Martínez, P. and Herrero-Zazo, M. (2013) SemEval-2013 Task 9. *SemEval 2013*, 341-350.
#' <https://aclanthology.org/S13-2056>
#' @seealso [span_alpha()] and [span_gamma()], which correct for chance; `vignette("spans")`.
#' @export
#' @examples
#' marked <- data.frame(
#'   document = rep(c("d1", "d2", "d3"), c(3, 2, 2)),
#'   annotator = c("ann", "ann", "bob", "ann", "bob", "ann", "bob"),
#'   start = c(0, 9, 0, 3, 3, 1, NA), end = c(4, 14, 4, 8, 7, 5, NA),
#'   label = c("PER", "LOC", "PER", "PER", "PER", "LOC", NA), length = 20
#' )
#' span_agreement(marked)
#' span_agreement(marked, match = c("exact", "overlap"), what = "labels")
span_agreement <- function(data, ..., match = "exact", what = "total", average = "micro", by = NULL,
                           ci = ci_jackknife(), tolerance = NULL, edges = "onset") {
  check_choices(match, c(SPAN_MATCHES, "tolerance"), "match")
  check_choice(edges, c("onset", "both"), "edges")
  check_tolerance(tolerance, match)
  check_choice(what, c("total", "labels", "documents"), "what")
  check_choice(average, c("micro", "macro"), "average")
  check_span_ci(ci)
  figures_by(data, rlang::enquo(by), "accord_span_agreement", ci, function(data) as_spans(data, ...), function(spans) {
    if (any(match %in% c("type", "overlap"))) check_no_points(spans, "span_agreement")
    f1_of_pairs(spans, match, what, average, ci, tolerance, edges)
  })
}

check_tolerance <- function(tolerance, match) {
  if (is.null(tolerance) != !"tolerance" %in% match) {
    abort_accord(
      "argument",
      c(
        "{.code match = \"tolerance\"} and {.arg tolerance} belong together.",
        x = if (is.null(tolerance)) "{.arg tolerance} is missing." else "{.arg match} is {.val {match}}.",
        i = "As in {.code match = \"tolerance\", tolerance = c(0.1, 0.5, 1)}."
      ),
      argument = "tolerance"
    )
  }
  if (!is.null(tolerance)) check_number(tolerance, "tolerance", from = 0, n = NULL)
}

f1_of_pairs <- function(spans, match, what, average, ci, tolerance = NULL, edges = "onset") {
  pairs <- annotator_pairs(spans)
  by_label <- what == "labels" || average == "macro"
  own <- by_annotator(spans)
  # A row for each kind of match, and for each tolerance.
  widths <- sort(unique(tolerance))
  kinds <- rep(unique(match), ifelse(unique(match) == "tolerance", length(widths), 1))
  widths <- replace(rep(NA_real_, length(kinds)), kinds == "tolerance", widths)
  rows <- Map(function(one, width) {
    counts <- Map(function(first, second) {
      pair_counts(
        own[[first]], own[[second]], spans$labels, one, by_label, positions_within(width, spans, "tolerance"), edges
      )
    }, pairs$first, pairs$second)
    parts <- lapply(counts, f1_rows, spans, what, average, ci)
    of <- rep.int(seq_along(parts), vapply(parts, nrow, 1L))
    keys <- tibble::new_tibble(list(
      annotator_1 = vctrs::vec_slice(spans$annotators, pairs$first[of]),
      annotator_2 = vctrs::vec_slice(spans$annotators, pairs$second[of]),
      match = rep(one, length(of)), tolerance = if (length(tolerance)) rep(width, length(of))
    ) |> Filter(f = Negate(is.null)), nrow = length(of))
    found <- vctrs::vec_cbind(keys, vctrs::vec_rbind(!!!parts))
    if (nrow(pairs) == 1) found else rbind(found, means_of_pairs(counts, found, spans, what, average, ci))
  }, kinds, widths)
  do.call(rbind, unname(rows))
}

SPAN_MATCHES <- c("exact", "boundaries", "type", "overlap")

# Pairs of annotators with at least one common document.
annotator_pairs <- function(spans) {
  n <- length(spans$annotators)
  # With thousands of annotators, few pairs share a document. Documents with the same annotators are treated once.
  seen <- spans$seen[order(spans$seen$document, spans$seen$annotator, method = "radix"), ]
  teams <- unique(unname(split(seen$annotator, seen$document)))
  pairs <- do.call(rbind, lapply(teams[lengths(teams) > 1], function(team) t(utils::combn(team, 2))))
  pairs <- unique(pairs %||% matrix(0L, 0, 2))
  pairs <- pairs[order(pairs[, 1], pairs[, 2]), , drop = FALSE]
  if (nrow(pairs) == 0) {
    abort_accord(
      "one_annotator",
      c(
        "Agreement needs two annotators who saw the same document.",
        x = "There {cli::qty(n)}{?is/are} {n} annotator{?s}, and no document that two of them saw.",
        i = if (n > 1) {
          "If everybody saw everything, use {.code seen = \"all\"}."
        } else {
          "If a reader gave the data: its {.arg annotator} and {.arg names} say who annotated."
        }
      )
    )
  }
  data.frame(first = pairs[, 1], second = pairs[, 2])
}

# F1, precision and recall from the sums n_1, n_2, found_1, found_2 (columns).
f1_of <- function(sums) {
  recall <- ifelse(sums[, 1] > 0, sums[, 3] / sums[, 1], NA_real_)
  precision <- ifelse(sums[, 2] > 0, sums[, 4] / sums[, 2], NA_real_)
  both <- precision + recall
  f1 <- ifelse(is.na(both) | both == 0, 0, 2 * precision * recall / both)
  f1[sums[, 1] + sums[, 2] == 0] <- NA
  list(f1 = f1, precision = precision, recall = recall)
}

# The same, averaged over labels: `sums` has four columns for each label. The micro average uses the sums over labels.
average_f1 <- function(sums, average) {
  n_labels <- ncol(sums) / 4
  of_labels <- function(k) sums[, (seq_len(n_labels) - 1) * 4 + k, drop = FALSE]
  if (average == "micro" || n_labels == 0) {
    return(f1_of(vapply(1:4, function(k) rowSums(of_labels(k)), double(nrow(sums))) |> matrix(ncol = 4)))
  }
  each <- lapply(seq_len(n_labels), function(l) f1_of(sums[, (l - 1) * 4 + 1:4, drop = FALSE]))
  mean_of <- function(name) {
    values <- rowMeans(matrix(unlist(lapply(each, `[[`, name)), nrow = nrow(sums)), na.rm = TRUE)
    ifelse(is.nan(values), NA, values)
  }
  list(f1 = mean_of("f1"), precision = mean_of("precision"), recall = mean_of("recall"))
}

f1_rows <- function(count, spans, what, average, ci) {
  sums <- count$sums
  if (what == "documents") {
    rows <- figure_rows(sums, average)
    return(
      vctrs::vec_cbind(tibble::tibble(document = vctrs::vec_slice(spans$documents, count$documents)), rows)
    )
  }
  if (what == "total") {
    return(total_row(sums, average, ci, document_draws(ci, nrow(sums))))
  }
  # All labels are in one table, since there may be thousands, such as names of things.
  draws <- document_draws(ci, nrow(sums))
  # An additional row, removed afterwards, determines the types of the columns if there are no labels.
  totals <- matrix(c(colSums(sums), double(4)), ncol = 4, byrow = TRUE)
  rows <- figure_rows(totals, "micro")[seq_along(spans$labels), ]
  rows$n_documents <- rep(nrow(sums), nrow(rows))
  limits <- lapply(seq_len(nrow(rows)), function(l) {
    total_limits(sums[, (l - 1) * 4 + 1:4, drop = FALSE], rows$f1[l], "micro", ci, draws)
  })
  for (name in c("std.error", "conf.low", "conf.high")) rows[[name]] <- vapply(limits, `[[`, 0, name)
  vctrs::vec_cbind(tibble::tibble(label = spans$labels), rows)
}

figure_rows <- function(sums, average) {
  figures <- average_f1(sums, average)
  total <- function(k) as.integer(rowSums(sums[, seq_len(ncol(sums)) %% 4 == k %% 4, drop = FALSE]))
  n <- nrow(sums)
  none <- rep(NA_real_, n)
  # There may be thousands of pairs, for each of which tibble() would take most of the time.
  tibble::new_tibble(list(
    f1 = figures$f1, std.error = none, conf.low = none, conf.high = none,
    precision = figures$precision, recall = figures$recall,
    n_1 = total(1), n_2 = total(2), found_1 = total(3), found_2 = total(4),
    n_documents = rep(1L, n), status = ifelse(is.na(figures$f1), "no spans", "ok")
  ), nrow = n)
}

total_row <- function(sums, average, ci, draws) {
  row <- figure_rows(matrix(colSums(sums), 1), average)
  row$n_documents <- nrow(sums)
  limits <- total_limits(sums, row$f1, average, ci, draws)
  row[names(limits)] <- limits
  row
}

total_limits <- function(sums, estimate, average, ci, draws) {
  drawn <- if (!is.null(draws)) average_f1(document_sums(draws, sums, found_or_not), average)$f1
  document_interval(ci, estimate, drawn, spans_of_both(sums), 0)
}

# The number of spans of both annotators, n_1 and n_2 of all labels.
spans_of_both <- function(sums) rowSums(sums[, (seq_len(ncol(sums)) - 1) %% 4 < 2, drop = FALSE])

# A document in which no span is found, and one in which all are: columns n_1, n_2, found_1, found_2 for each label.
found_or_not <- function(sums) {
  column <- (seq_along(sums) - 1) %% 4 + 1
  list(low = replace(sums, column > 2, 0), high = replace(sums, column > 2, sums[column < 3]))
}

# The rows of the mean over pairs: one, or one for each label or document.
means_of_pairs <- function(counts, found, spans, what, average, ci) {
  annotators <- length(unique(unlist(c(found$annotator_1, found$annotator_2))))
  if (what == "total") {
    return(mean_of_pairs(counts, found, annotators, average, ci))
  }
  of <- if (what == "labels") found$label else found$document
  at <- vctrs::vec_group_loc(of)
  rows <- Map(function(part, rows) {
    rows <- found[rows, ]
    if (what == "documents") {
      row <- mean_of_pairs(NULL, rows, annotators, average, ci_none())
      row$n_documents <- 1L
      return(row)
    }
    place <- vctrs::vec_match(of[part], spans$labels)
    of_label <- lapply(counts, function(pair) {
      pair$sums <- pair$sums[, (place - 1) * 4 + 1:4, drop = FALSE]
      pair
    })
    mean_of_pairs(of_label, rows, annotators, "micro", ci)
  }, vapply(at$loc, `[[`, 0L, 1L), at$loc)
  if (length(rows)) vctrs::vec_rbind(!!!rows) else found[0, ]
}

# The mean of the rows `found`. Documents are left out, or drawn, for all pairs together.
mean_of_pairs <- function(counts, found, annotators, average, ci) {
  pairs <- if (!is.null(counts)) draws_of_pairs(counts, annotators, ci)
  row <- found[1, ]
  row[c("annotator_1", "annotator_2")] <- NA
  row[c("n_1", "n_2", "found_1", "found_2")] <- NA_integer_
  row$f1 <- mean_over_pairs(as.list(found$f1))
  # The order within a pair is arbitrary, so the mean has no precision and recall.
  row[c("precision", "recall")] <- NA_real_
  row$status <- if (is.na(row$f1)) "no spans" else "ok"
  if (is.null(pairs)) {
    return(row)
  }
  row$n_documents <- pairs$n
  figure <- function(sums) average_f1(sums, average)$f1
  limits <- mean_interval(ci, pairs, row$f1, figure, spans_of_both, found_or_not, 0)
  row[names(limits)] <- limits
  row
}
