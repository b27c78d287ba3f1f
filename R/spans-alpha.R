#' Krippendorff's alpha for unitizing
#'
#' Chance-corrected agreement on the position and the label of units: the family of coefficients of Krippendorff
#' (2019) and Krippendorff et al. (2016), or the older coefficient of 1995 and 2004, which DKPro Statistics and
#' INCEpTION compute.
#'
#' @details
#' **`family = "2019"`.** Each annotator divides the continuum into spans and the gaps between them, which have the
#' value \eqn{\phi}{phi}. With \eqn{m} annotators, \eqn{\ell_{ck}}{l_ck} is the length of the overlap of spans (or
#' gaps) with value \eqn{c} of one annotator and value \eqn{k} of another, summed over all ordered pairs of annotators
#' and divided by \eqn{m - 1}; \eqn{\ell_{c.}}{l_c.} and \eqn{\ell_{..}}{l_..} are its sums. By chance, spans are
#' drawn as wholes, so that a span is not compared with itself,
#' \deqn{\epsilon_{ck} \propto \ell_{c.}\ell_{k.} \ (c \ne k), \quad
#' \epsilon_{cc} \propto \ell_{c.}^2 - \sum_{S: c} L(S)^2,}{
#' e_ck ~ l_c. l_k. (c != k),  e_cc ~ l_c.^2 - sum of L(S)^2 over the spans S valued c,}
#' and positions of gaps are drawn singly,
#' \eqn{\epsilon_{\phi\phi} \propto \ell_{\phi.}^2 - \ell_{\phi.}}{e_phi,phi ~ l_phi.^2 - l_phi.}. Then
#' \eqn{\alpha = 1 - D_o / D_e}{alpha = 1 - D_o / D_e}, with
#' \eqn{D_o = 1 - \sum_c \ell_{cc} / \ell_{..}}{D_o = 1 - sum l_cc / l_..} and \eqn{D_e} likewise:
#' * `"u_alpha"`: positions and labels, over all values and gaps;
#' * `"u_alpha_binary"`: positions only: all labels are one value;
#' * `"cu_alpha"`: labels only, where two annotators have spans: without the row and column of \eqn{\phi}{phi}, with
#'   \eqn{L(S)} the length of the span that overlaps spans of others, averaged over these;
#' * `"ku_alpha"`: one label, from the row of this label in the same matrix, with its `coverage`, the share of its
#'   length that overlaps spans of others.
#'
#' **`family = "2004"`.** For each label separately, the distance between two spans that share a position is the
#' squared difference of their starts plus that of their ends, and that of a span in a gap of the other annotator is
#' its squared length; the expected value is over all placements of the spans. The value for all labels (`label` is
#' `NA`) is 1 minus the ratio of the sums, of which `observed` and `expected` are the means over labels. This
#' coefficient does not behave as expected with more than two annotators (Krippendorff et al. 2016), and every annotator
#' must have seen every document.
#' It has no interval of [ci_bayes()].
#'
#' Several documents are one continuum, in which gaps end with the document. Positions are counted, so characters and
#' tokens give different values; computing time grows with the number of spans.
#'
#' @section Missing and degenerate data:
#' Documents that only one annotator saw are left out. If nothing could differ (no span at all, one span that covers
#' everything), alpha is `NA` with the status `"no variation"`; `"cu_alpha"` and `"ku_alpha"` are `NA` with the status
#' `"no overlap"` if no two spans overlap. Documents of unknown length end with their last span, and a message gives
#' their number. There is no interval (`NA`) with one document.
#'
#' @section Errors:
#' Those of [as_spans()]; `accord_error_overlapping_spans` if spans of an annotator overlap (for `"2004"`: with the
#' same label): measure one label at a time by `labels` of [as_spans()], or [as_ratings()] of the spans;
#' `accord_error_one_annotator`;
#' `accord_error_unbalanced` for `"2004"`; `accord_error_argument`.
#'
#' @inheritParams span_agreement
#' @param family `"2019"` or `"2004"`: which coefficients, see below.
#' @return A tibble of class `accord_span_alpha` with a row per coefficient and, for those of one label, per label:
#'   the columns of `by`, `coefficient`, `label`, `estimate`, `std.error`, `conf.low`, `conf.high`, `observed` and
#'   `expected` disagreement, `coverage`, `n_documents`, `n_annotators`, `n_spans`, `interval`, `conf.level` and
#'   `status`. For `tidy()` and `glance()` see [tidy.accord_span_alpha()].
#' @references
#' Krippendorff, K. (2019) *Content Analysis*, 4th ed., section 12.6. Sage. \doi{10.4135/9781071878781}
#'
#' Krippendorff, K., Mathet, Y., Bouvry, S. and Widlöcher, A. (2016) On the reliability of unitizing textual
#' continua: further developments. *Quality & Quantity* 50, 2347-2364. \doi{10.1007/s11135-015-0266-1}
#'
#' Krippendorff, K. (1995) On the reliability of unitizing continuous data. *Sociological Methodology* 25,
#' 47-76. \doi{10.2307/271061}
#'
#' Krippendorff, K. (2004) *Content Analysis*, 2nd ed., chapter 11. Sage.
#' @seealso [span_gamma()] for spans that overlap, [span_agreement()]; [as_ratings()] for alpha and kappas of
#'   positions.
#' @export
#' @examples
#' # Krippendorff (2019), figure 12.11
#' book <- data.frame(
#'   document = "text", annotator = rep(c("alex", "paul", "suzan"), c(6, 4, 6)),
#'   start = c(1, 8, 31, 33, 38, 45, 1, 8, 14, 33, 1, 8, 14, 33, 38, 42),
#'   end = c(7, 13, 32, 37, 44, 60, 7, 13, 21, 44, 7, 13, 21, 37, 41, 44),
#'   label = c(1, 2, 5, 6, 6, 7, 1, 3, 5, 6, 1, 4, 5, 6, 6, 6), length = 60
#' )
#' span_alpha(book, from = 1, closed = TRUE)
span_alpha <- function(data, ..., family = "2019", by = NULL, ci = ci_jackknife()) {
  check_choice(family, c("2019", "2004"), "family")
  check_span_ci(ci)
  figures_by(data, rlang::enquo(by), "accord_span_alpha", ci, function(data) as_spans(data, ...), function(spans) {
    alpha_of_family(spans, family, ci)
  })
}

alpha_of_family <- function(spans, family, ci) {
  check_no_points(spans, "span_alpha")
  annotator_pairs(spans)
  spans <- paired_documents(spans)
  check_no_overlap(spans, if (family == "2004") "label")
  tell_unknown_lengths(spans)
  rows <- if (family == "2019") alpha_2019(spans, ci) else alpha_2004(spans, ci)
  rows$n_documents <- length(unique(spans$seen$document))
  rows$n_annotators <- length(unique(spans$seen$annotator))
  of_label <- tabulate(spans$span$label, length(spans$labels))
  rows$n_spans <- ifelse(is.na(rows$label), nrow(spans$span), of_label[match(rows$label, spans$labels)])
  rows[c(
    "coefficient", "label", "estimate", "std.error", "conf.low", "conf.high", "observed", "expected",
    "coverage",
    "n_documents", "n_annotators", "n_spans", "status"
  )]
}

# The spans without documents that only one annotator saw.
paired_documents <- function(spans) {
  n <- tabulate(spans$seen$document, length(spans$documents))
  spans$seen <- spans$seen[n[spans$seen$document] > 1, ]
  spans$span <- spans$span[n[spans$span$document] > 1, ]
  spans
}

check_no_overlap <- function(spans, label, what = "Alpha for unitizing") {
  found <- overlapping(spans, c("document", "annotator", label))
  if (nrow(found)) {
    place <- utils::head(found, 5)
    # Spans of one label may be nested too, and then choosing a label does not help.
    apart <- is.null(label) && nrow(overlapping(spans, c("document", "annotator", "label"))) == 0
    one <- spans$labels[found$label[1]]
    where <- sprintf(
      "%s, %s, %s to %s", spans$documents[place$document], spans$annotators[place$annotator], place$start,
      place$end
    )
    abort_accord(
      "overlapping_spans",
      c(
        paste(what, "is defined for spans of an annotator that do not overlap."),
        x = "{nrow(found)} span{?s} begin{?s/} within another: {first_few(where)} (positions from 0).",
        i = if (apart) "Measure one label at a time: {.code as_spans(data, labels = {deparse(one)})}.",
        i = "Measure labels of positions, of which a position may have several: \\
             {.code category_agreement(as_ratings(as_spans(data)))}."
      ),
      spans = found
    )
  }
}

tell_unknown_lengths <- function(spans) {
  documents <- unique(spans$seen$document)
  n <- sum(!spans$known[documents])
  if (n) {
    inform_accord(
      "unknown_length",
      c(i = "The length of {n} document{?s} is not known: {?it ends/they end} with the last span."),
      n = n
    )
  }
}

# The row of a coefficient. `figure(sums)` returns estimate, observed, expected and status for rows of sums.
# `size`: the marked positions of each document that count.
alpha_rows <- function(coefficient, label, sums, figure, size, ci, draws) {
  own <- figure(matrix(colSums(sums), 1))
  # Pseudo-documents for the interval, in which agreement is at chance level (`low`) or perfect (`high`).
  agreed <- if (coefficient == "ku_alpha") c(same = 1, of = 2) else c(same = 2, of = 1)
  pseudo <- function(sums) {
    of <- sums[agreed[["of"]]]
    list(low = replace(sums, agreed[["same"]], of * (1 - own$expected)), high = replace(sums, agreed[["same"]], of))
  }
  drawn <- if (!is.null(draws)) figure(document_sums(draws, sums, pseudo))$estimate
  limits <- document_interval(ci, own$estimate, drawn, size, -1)
  # There may be thousands of labels, for which tibble() would be slow.
  tibble::new_tibble(list(
    coefficient = coefficient, label = label, estimate = own$estimate, std.error = limits$std.error,
    conf.low = limits$conf.low, conf.high = limits$conf.high, observed = own$observed,
    expected = own$expected,
    coverage = own$coverage %||% NA_real_, status = own$status
  ), nrow = 1L)
}

alpha_2019 <- function(spans, ci) {
  features <- unitizing_sums(spans)
  draws <- document_draws(ci, nrow(features$total), mean(tabulate(spans$seen$document)[unique(spans$seen$document)]))
  total <- features$total
  labels <- seq_along(spans$labels)
  # Sums used by one coefficient are columns of a matrix with a row per document.
  row <- function(coefficient, label, sums, figure, size) {
    alpha_rows(coefficient, label, sums, figure, size, ci, draws)
  }
  own <- features$length
  valued <- rowSums(own)
  met <- rowSums(features$met)
  per_label <- lapply(labels, function(k) {
    row(
      "ku_alpha", spans$labels[k],
      cbind(
        features$met_same[, k], features$met[, k], features$met_square[, k], met, own[, k]
      ), ku_figure, own[, k]
    )
  })
  vctrs::vec_rbind(
    row(
      "u_alpha", NA_character_,
      cbind(
        total, rowSums(features$same) + features$same_gap, features$square + total - valued, total - valued,
        own
      ),
      u_figure, valued
    ),
    row(
      "u_alpha_binary", NA_character_,
      cbind(
        total, features$same_valued + features$same_gap, features$square + total - valued, total - valued,
        valued
      ),
      u_figure, valued
    ),
    row(
      "cu_alpha", NA_character_,
      cbind(met, rowSums(features$met_same), rowSums(features$met_square), features$met),
      cu_figure, met
    ),
    !!!per_label
  )
}

# The columns of `sums` are l_.., the agreement, the terms subtracted, then l_c. for each value.
u_figure <- function(sums) {
  alpha_of_sums(sums, "no variation")
}

cu_figure <- function(sums) {
  alpha_of_sums(sums, ifelse(sums[, 1] > 0, "no variation", "no overlap"))
}

alpha_of_sums <- function(sums, why) {
  total <- sums[, 1]
  expected <- (total^2 - rowSums(sums[, -(1:3), drop = FALSE]^2)) / (total^2 - sums[, 3])
  ratio_values(1 - sums[, 2] / total, expected, why)
}

# Returns 1 - observed / expected, and the status with the reason if it is undefined.
ratio_values <- function(observed, expected, why) {
  # Rounding errors of sums of shares are set to 0.
  observed <- ifelse(abs(observed) < 1e-14, 0, observed)
  defined <- is.finite(observed) & is.finite(expected) & expected > 1e-14
  estimate <- ifelse(defined, 1 - observed / expected, NA)
  # If all are NA, ifelse() returns a logical vector.
  estimate <- as.double(ifelse(abs(estimate) < 1e-14, 0, estimate))
  list(
    estimate = estimate, observed = as.double(ifelse(is.finite(observed), observed, NA)),
    expected = as.double(ifelse(is.finite(expected), expected, NA)), status = ifelse(defined, "ok", why)
  )
}

# The columns of `sums` are l_kk, l_k. and the terms subtracted, all for spans that meet others, l_.. of these, and
# the length of label k.
ku_figure <- function(sums) {
  itself <- sums[, 2]^2 - sums[, 3]
  others <- sums[, 2] * (sums[, 4] - sums[, 2])
  found <- ratio_values(
    1 - sums[, 1] / sums[, 2], ifelse(others == 0 & itself <= 0, 0, others / (others + itself)),
    ifelse(sums[, 2] > 0, "no variation", "no overlap")
  )
  # A label may occur only in documents that one annotator saw.
  found$coverage <- ifelse(sums[, 5] > 0, sums[, 2] / sums[, 5], NA_real_)
  found
}
