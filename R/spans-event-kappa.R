#' Kappa of events
#'
#' Links the events of two annotators by their overlap, and computes Cohen's kappa of their labels, in which an event
#' that the other annotator does not have counts as a disagreement (Holle and Rein 2015). This is the kappa of EasyDIAg,
#' and the modified kappa of ELAN.
#'
#' @details A link adds 2 to the cell of its two labels, and an event without a link adds 1 to the cell of its label and
#' `(none)`, so that each event counts once. No event is `(none)` for both: this cell is impossible, and the expected
#' numbers are those with the same margins and 0 there. Iterative fitting, as the source proposes, is not needed, since
#' these have a closed form: with \eqn{r_k, c_k}{r_k, c_k} the sums of label \eqn{k} for the two annotators,
#' \eqn{R = \sum r_k, C = \sum c_k}{R = sum r_k, C = sum c_k}, and \eqn{M} the sum of linked cells, those of label
#' \eqn{k} by both are \eqn{M r_k c_k / (R C)}{M r_k c_k / (R C)}. Of \eqn{N} in all,
#' \deqn{P_e = \frac{M}{N} \sum_k \frac{r_k c_k}{R C},\quad \kappa = \frac{P_o - P_e}{1 - P_e}.}{
#' P_e = M / N sum_k r_k c_k / (R C), kappa = (P_o - P_e) / (1 - P_e).}
#' `observed` is \eqn{1 - P_o} and `expected` \eqn{1 - P_e}. EasyDIAg sets negative values to 0; they are kept here.
#'
#' Rows with `coefficient` `"event_kappa"` are this kappa, and those with `"event_kappa_linked"` Cohen's kappa of the
#' linked events alone. `maximum` is the kappa that the same margins allow at most, as defined in the source: its sum of
#' the smaller margin of each label includes that of `(none)`, although two of these cannot meet. With
#' `what = "labels"` each label is compared with all others, in a table of two by two, and `positive` is
#' the share of agreement among the events with this label, \eqn{2 a / (r_k + c_k)}{2 a / (r_k + c_k)}.
#'
#' With `similarity = "sequence"` events are linked by the alignment of their labels, and a link adds 1 to its cell, as
#' does an event without a link. This is the alignment kappa of Quera, Bakeman and Gnisci (2007), whose `coefficient` is
#' `"alignment_kappa"` (`"alignment_kappa_linked"` for aligned pairs alone). Since the alignment makes as many labels
#' agree as possible, it is above 0 for annotators who code at random. \eqn{P_o}{P_o} is then the share of equal pairs,
#' which BORIS calls identity: the [percent_agreement()] of `as_ratings(link_objects(data, similarity = "sequence"),
#' unlinked = TRUE)`, which has an interval. BORIS aligns time units, to which [as_ratings()] converts spans.
#'
#' Intervals are over documents, such as recordings, as in [span_agreement()]. [ci_bayes()] has a pseudo-document in
#' which all events are linked and have the same label for the upper limit, and agree no better than by chance for the
#' lower one.
#'
#' @section Missing and degenerate data:
#' Only documents that both annotators saw are used. Without any event the status is `"no spans"`, without any link that
#' of kappa of linked events is `"no links"`, and if all events are linked and have one label, so that kappa is 0/0,
#' `"no variation"`. If only one of the two marked anything, kappa of all events is 0. A mean over pairs leaves out
#' pairs without a value.
#'
#' @section Errors:
#' Those of [link_objects()].
#'
#' @inheritParams link_objects
#' @param method `"greedy"`, as in the source, or `"optimal"`.
#' @param what `"total"` for rows of each pair, `"labels"` for one per pair and label, `"documents"` for rows of each
#'   pair and document.
#' @param by <[`tidy-select`][tidyselect::language]> Columns of a data frame: estimates for each group of rows.
#' @param ci [ci_jackknife()], [ci_bootstrap()], [ci_bayes()] or [ci_none()], over documents.
#' @return A tibble of class `accord_event_kappa`, the columns of `by` first: `annotator_1`, `annotator_2` (`NA` for the
#'   mean of pairs), `document` or `label`, `coefficient`, `estimate`, `std.error`, `conf.low`, `conf.high`, `observed`,
#'   `expected`, `maximum`, `positive` (of labels), `linked` (the share of events that have a link), `n_1`, `n_2`
#'   (events), `n_links`, `n_documents`, `interval`, `conf.level` and `status`.
#' @inherit link_objects references
#' @seealso [link_objects()], [as_ratings.accord_spans()] for kappa by time, [span_agreement()]
#' @export
#' @examples
#' marked <- data.frame(
#'   document = rep(c("d1", "d2"), each = 6), annotator = rep(c("ann", "bob"), each = 3),
#'   start = c(0, 10, 25, 1, 11, 40, 3, 20, 31, 3, 21, 30),
#'   end = c(9, 18, 30, 9, 17, 44, 9, 28, 39, 10, 28, 39),
#'   label = c("A", "B", "A", "A", "B", "C", "B", "A", "A", "B", "A", "C")
#' )
#' event_kappa(marked)
#' event_kappa(marked, what = "labels", ci = ci_none())
event_kappa <- function(data, ..., similarity = "overlap", at_least = 0.6, within = NULL, method = "greedy",
                        what = "total", by = NULL, ci = ci_jackknife()) {
  rule <- link_rule(similarity, at_least, within, method)
  check_choice(what, c("total", "labels", "documents"), "what")
  check_span_ci(ci)
  figures_by(data, rlang::enquo(by), "accord_event_kappa", ci, function(data) as_spans(data, ...), function(spans) {
    kappa_of_pairs(spans, rule, what, ci)
  })
}

# Coefficients of all and of linked events, and how often a link counts.
event_kappa_names <- function(rule) {
  paste0(if (rule$similarity == "sequence") "alignment" else "event", c("_kappa", "_kappa_linked"))
}
link_weight <- function(rule) if (rule$similarity == "sequence") 1 else 2

kappa_of_pairs <- function(spans, rule, what, ci) {
  check_points_by_time(spans, rule)
  pairs <- annotator_pairs(spans)
  own <- by_annotator(spans)
  counts <- Map(function(first, second) event_counts(spans, first, second, rule, own), pairs$first, pairs$second)
  rows <- Map(function(count, first, second) {
    rows <- event_rows(count, spans, what, ci, rule)
    keys <- tibble::tibble(
      annotator_1 = vctrs::vec_rep(vctrs::vec_slice(spans$annotators, first), nrow(rows)),
      annotator_2 = vctrs::vec_rep(vctrs::vec_slice(spans$annotators, second), nrow(rows))
    )
    vctrs::vec_cbind(keys, rows)
  }, counts, pairs$first, pairs$second)
  rows <- vctrs::vec_rbind(!!!rows)
  if (what != "total" || nrow(pairs) == 1) {
    return(rows)
  }
  vctrs::vec_rbind(rows, mean_event_rows(counts, rows, length(unique(unlist(pairs))), ci, rule))
}

# For two annotators: the `documents` that both saw, and `sums`, a row for each with the sum of linked cells, the number
# of events of both, and for each label the sum of agreement, the margins of both annotators, and their margins among
# linked events. A link counts twice in cells, or once in an alignment.
event_counts <- function(spans, one, other, rule, own) {
  found <- linked_rows(spans, one, other, rule, own)
  documents <- sort(intersect(own[[one]]$seen, own[[other]]$seen))
  at <- match(found$document, documents)
  n <- length(documents)
  label_1 <- spans$span$label[found$first]
  label_2 <- spans$span$label[found$second]
  linked <- !is.na(label_1) & !is.na(label_2)
  total <- function(which) as.double(tabulate(at[which], n))
  by_label <- function(label, which) {
    matrix(as.double(tabulate(at[which] + n * (label[which] - 1), n * length(spans$labels))), n)
  }
  w <- link_weight(rule)
  sums <- cbind(
    w * total(linked), total(!is.na(label_1)), total(!is.na(label_2)),
    w * by_label(label_1, linked & label_1 == label_2),
    by_label(label_1, !is.na(label_1)) + (w - 1) * by_label(label_1, linked),
    by_label(label_2, !is.na(label_2)) + (w - 1) * by_label(label_2, linked),
    w * by_label(label_1, linked), w * by_label(label_2, linked)
  )
  list(documents = documents, sums = sums)
}

# The columns of sums by name: `linked`, `n_1`, `n_2`, and the matrices `same`, `first`, `second`, `first_linked`,
# `second_linked` with a column per label.
event_sums <- function(sums) {
  n_labels <- (ncol(sums) - 3) / 5
  part <- function(k) sums[, 3 + (k - 1) * n_labels + seq_len(n_labels), drop = FALSE]
  list(
    linked = sums[, 1], n_1 = sums[, 2], n_2 = sums[, 3], same = part(1), first = part(2), second = part(3),
    first_linked = part(4), second_linked = part(5)
  )
}

# Agreement, chance agreement and the largest agreement for each row of sums: of all events, or of linked ones.
event_shares <- function(sums, coefficient) {
  x <- event_sums(sums)
  if (is_of_linked(coefficient)) {
    x$first <- x$first_linked
    x$second <- x$second_linked
  }
  r <- rowSums(x$first)
  c <- rowSums(x$second)
  n <- r + c - x$linked
  none <- pmin(r, c) - x$linked
  # If one annotator has no event, nothing is linked, and chance agreement is 0.
  same <- ifelse(r * c > 0, rowSums(x$first * x$second) / (r * c), 0)
  list(
    observed = rowSums(x$same) / n,
    expected = x$linked / n * same,
    largest = (rowSums(pmin(x$first, x$second)) + none) / n
  )
}

is_of_linked <- function(coefficient) endsWith(coefficient, "_linked")

# Shares of the table of a label and all others.
label_shares <- function(sums, label) {
  x <- event_sums(sums)
  n <- rowSums(x$first) + rowSums(x$second) - x$linked
  first <- x$first[, label]
  second <- x$second[, label]
  list(
    observed = (n - first - second + 2 * x$same[, label]) / n,
    expected = (first * second + (n - first) * (n - second)) / n^2,
    largest = (pmin(first, second) + n - pmax(first, second)) / n
  )
}

kappa_of_shares <- function(shares, observed = shares$observed) {
  kappa <- (observed - shares$expected) / (1 - shares$expected)
  ifelse(is.finite(kappa) & 1 - shares$expected > 1e-12, kappa, NA_real_)
}

event_rows <- function(count, spans, what, ci, rule) {
  sums <- count$sums
  kappas <- event_kappa_names(rule)
  w <- link_weight(rule)
  if (what == "documents") {
    rows <- lapply(kappas, function(one) event_row(sums, event_shares(sums, one), one, w))
    document <- rep(vctrs::vec_slice(spans$documents, count$documents), length(rows))
    rows <- vctrs::vec_cbind(tibble::tibble(document = document), vctrs::vec_rbind(!!!rows))
    return(rows[order(rep(seq_along(count$documents), 2)), ])
  }
  draws <- document_draws(ci, nrow(sums))
  total <- matrix(colSums(sums), 1)
  with_limits <- function(row, shares_of) {
    row$n_documents <- nrow(sums)
    drawn <- if (!is.null(draws)) kappa_of_shares(shares_of(document_sums(draws, sums, chance_or_perfect(w))))
    limits <- document_interval(ci, row$estimate, drawn, events_of(sums), -1)
    row[names(limits)] <- limits
    row
  }
  if (what == "total") {
    rows <- lapply(kappas, function(one) {
      with_limits(event_row(total, event_shares(total, one), one, w), function(sums) event_shares(sums, one))
    })
    return(vctrs::vec_rbind(!!!rows))
  }
  rows <- lapply(seq_along(spans$labels), function(label) {
    row <- event_row(total, label_shares(total, label), kappas[1], w)
    x <- event_sums(total)
    both <- x$first[label] + x$second[label]
    # Links of which one side has the label, and the events of each side.
    links <- (x$first_linked[label] + x$second_linked[label]) / w
    n <- c(x$first[label] - (1 - 1 / w) * x$first_linked[label], x$second[label] - (1 - 1 / w) * x$second_linked[label])
    row$positive <- if (both > 0) 2 * x$same[label] / both else NA_real_
    row$linked <- if (sum(n) > 0) links / sum(n) else NA_real_
    row$n_1 <- as.integer(round(n[1]))
    row$n_2 <- as.integer(round(n[2]))
    row$n_links <- NA_integer_
    row <- with_limits(row, function(sums) label_shares(sums, label))
    vctrs::vec_cbind(tibble::tibble(label = spans$labels[label]), row)
  })
  if (length(rows)) vctrs::vec_rbind(!!!rows) else vctrs::vec_cbind(
    tibble::tibble(label = character()), event_row(total, event_shares(total, kappas[1]), kappas[1], w)[0, ]
  )
}

event_row <- function(sums, shares, coefficient, w) {
  n <- nrow(sums)
  none <- rep(NA_real_, n)
  kappa <- kappa_of_shares(shares)
  events <- events_of(sums)
  known <- function(x) ifelse(is.nan(x), NA_real_, x)
  all_linked <- if (is_of_linked(coefficient)) sums[, 1] else events
  tibble::new_tibble(list(
    coefficient = rep(coefficient, n), estimate = kappa, std.error = none, conf.low = none, conf.high = none,
    observed = known(1 - shares$observed), expected = known(1 - shares$expected),
    maximum = kappa_of_shares(shares, shares$largest), positive = none, linked = known(2 * sums[, 1] / w / events),
    n_1 = as.integer(sums[, 2]), n_2 = as.integer(sums[, 3]), n_links = as.integer(sums[, 1] / w),
    n_documents = rep(1L, n),
    status = ifelse(events == 0, "no spans", ifelse(
      all_linked == 0, "no links", ifelse(is.na(kappa), "no variation", "ok")
    ))
  ), nrow = n)
}

events_of <- function(sums) sums[, 2] + sums[, 3]

# A document in which events agree as by chance, and one in which they agree perfectly. Labels are distributed as in the
# mean document. `w`: how often a link counts.
chance_or_perfect <- function(w) {
  function(sums) {
    at <- function(k) 3 + (k - 1) * (length(sums) - 3) / 5 + seq_len((length(sums) - 3) / 5)
    r <- sums[at(2)]
    c <- sums[at(3)]
    share <- function(x) if (sum(x) > 0) x / sum(x) else x
    low <- replace(sums, at(1), sums[1] * share(r) * share(c))
    both <- (r + c) / 2
    high <- sums
    high[c(1, 2, 3)] <- sum(both) / c(1, w, w)
    for (k in 1:5) high[at(k)] <- both
    list(low = low, high = high)
  }
}

# The means over pairs. Documents are left out, or drawn, for all pairs together.
mean_event_rows <- function(counts, rows, annotators, ci, rule) {
  pairs <- draws_of_pairs(counts, annotators, ci)
  means <- lapply(event_kappa_names(rule), function(one) {
    row <- rows[match(one, rows$coefficient), ]
    row[c("annotator_1", "annotator_2")] <- NA
    row[c("n_1", "n_2", "n_links")] <- NA_integer_
    row[c("observed", "expected", "maximum", "linked")] <- NA_real_
    row$estimate <- mean_over_pairs(as.list(rows$estimate[rows$coefficient == one]))
    row$status <- if (is.na(row$estimate)) "no variation" else "ok"
    row$n_documents <- pairs$n
    kappa <- function(sums) kappa_of_shares(event_shares(sums, one))
    limits <- mean_interval(ci, pairs, row$estimate, kappa, events_of, chance_or_perfect(link_weight(rule)), -1)
    row[names(limits)] <- limits
    row
  })
  vctrs::vec_rbind(!!!means)
}
