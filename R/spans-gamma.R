#' Gamma, gamma-cat and gamma-k
#'
#' Chance-corrected agreement on the positions and labels of units that annotators identify themselves; spans may
#' overlap, be embedded or be stacked (Mathet, Widlöcher and Métivier 2015).
#'
#' @details
#' The dissimilarity of two spans \eqn{u, v}{u, v} from \eqn{s}{s} to \eqn{e}{e} is
#' \deqn{d(u, v) = \alpha \left(\frac{|s_u - s_v| + |e_u - e_v|}{(e_u - s_u) + (e_v - s_v)}\right)^2
#' \Delta + \beta \, d_{cat}(u, v) \, \Delta,}{
#' d(u, v) = alpha ((|s_u - s_v| + |e_u - e_v|) / ((e_u - s_u) + (e_v - s_v)))^2 Delta
#' + beta d_cat(u, v) Delta,}
#' with \eqn{d_{cat}}{d_cat} 0 for the same label and 1 for different ones, or as given by `distance`; that of a span
#' and no span is \eqn{\Delta}{Delta} (`delta_empty`), and so is that of two annotators without a span. A *unitary
#' alignment* contains at most one span of each annotator; its disorder is the mean of \eqn{d}{d} over all pairs of
#' annotators. An *alignment* assigns every span to one unitary alignment, and its disorder is the sum of theirs,
#' divided by the mean number of spans per annotator. Then
#' \deqn{\gamma = 1 - \delta_o / \delta_e,}{gamma = 1 - delta_o / delta_e,}
#' with \eqn{\delta_o}{delta_o} the smallest disorder of all alignments and \eqn{\delta_e}{delta_e} its mean over
#' continua that are drawn at random. \eqn{\Delta}{Delta} scales both disorders and does not change gamma.
#'
#' **gamma-cat** measures the agreement of labels in the best alignment, \eqn{1 -} the ratio of the observed and the
#' expected mean of \eqn{d_{cat}}{d_cat}; a pair of spans has the weight \eqn{\max(0, 1 - \alpha d_{pos}) / (k -
#' 1)}{max(0, 1 - alpha d_pos) / (k - 1)}, with \eqn{d_{pos}}{d_pos} the squared ratio above and \eqn{k}{k} the number
#' of spans in the unitary alignment. **gamma-k** is the same over the pairs in which a span has label \eqn{k}{k}.
#' Spans without a partner carry no information on labels and are left out; with `unaligned = TRUE` each annotator
#' without a span counts as a different label with weight 1, as in pygamma-agreement 0.5.9.
#'
#' **The best alignment.** Only unitary alignments that cost less than any way of splitting them in two are
#' considered. Parts of the continuum that they do not connect are solved separately: for two annotators as an
#' assignment problem, for more by branch and bound with the dual of the linear program as the bound. The result is
#' the optimum. If a continuum is too complex for that, as with many annotators, the alignment may not be optimal:
#' there is a warning of class `accord_warning_not_exact`, and gamma lies between `bound.low` and `bound.high`.
#' `options(accord.alignment = c(2e5, 5e3))` sets the limits of the search: the number of unitary alignments of a
#' continuum, and the number of branches at a time. If two alignments cost the same, the one with fewer unitary
#' alignments is used.
#'
#' **Chance.** `"statistical"` draws for each annotator a number of spans, their lengths and the gaps before them from
#' normal distributions with the means and standard deviations found in the document, and labels by their shares. This
#' is the sampler of pygamma-agreement (Titeux and Riad 2021) with two differences, which may change gamma much in a
#' document of few spans: a draw starts at the first span of the document, there at 0; and numbers of spans are rounded
#' to the nearest whole number, there downwards. `"shuffle"` uses for each annotator the spans of a random annotator,
#' shifted along the stretch from the first span of the document to the last, whatever the `length` of the document, by
#' a distance that differs from those of the others by half the mean length of a span or more; spans shifted so that
#' they begin beyond the end of this stretch continue at its beginning. There are `samples` of each document; with
#' `precision`, as many more as needed for the relative error of the expected disorder to be below it with 95%
#' confidence. `simulation.error` is the standard error of the estimate due to sampling. Draws use R's random numbers:
#' call `set.seed()` to reproduce them.
#'
#' Each document is a continuum. The total is the ratio of the mean disorders, with documents weighted by their number
#' of spans per annotator. Intervals are over documents, as in [span_agreement()].
#'
#' @section Missing and degenerate data:
#' Documents that only one annotator saw, or in which nobody marked anything, are left out. If the expected disorder
#' is 0, as with the same single span by all, the value is `NA` with the status `"no variation"`; if no two spans are
#' aligned, gamma-cat is `NA` with the status `"no aligned spans"`; without any span the status is `"no spans"`.
#' Samples in which no two spans are aligned do not count for gamma-cat. There is no interval (`NA`) with one
#' document.
#'
#' @section Errors:
#' Those of [as_spans()], `accord_error_one_annotator`, `accord_error_distance` and
#' `accord_error_argument`.
#'
#' @inheritParams span_agreement
#' @param alpha,beta Weights of the dissimilarity of positions and of labels, 0 or more, not both 0.
#' @param delta_empty The dissimilarity of a span and no span.
#' @param distance The dissimilarity of two labels, from 0 to 1: a function of two labels, or a matrix named by them.
#'   By default 0 for the same label and 1 for different ones.
#' @param chance `"statistical"` or `"shuffle"`: how random continua are drawn, see below.
#' @param samples Number of continua drawn for each document.
#' @param precision `NULL`, or the relative error allowed for the expected disorder, such as 0.02.
#' @param what `"total"` for all documents, or `"documents"` for a row per document and coefficient.
#' @param unaligned Whether gamma-cat and gamma-k count spans without a partner.
#' @return A tibble of class `accord_span_gamma` with a row per coefficient, `"gamma"`, `"gamma_cat"`, and `"gamma_k"`
#'   for each label: the columns of `by`, `document` (for documents), `coefficient`, `label`, `estimate`, `std.error`,
#'   `conf.low`, `conf.high`, `observed` and `expected` disorder, `simulation.error`, `bound.low`, `bound.high`,
#'   `n_alignments` (unitary ones), `n_samples`, `n_documents`, `n_annotators`, `n_spans`, `interval`, `conf.level`
#'   and `status`. The attribute `alignment` contains the spans with the number of their unitary alignment.
#' @references
#' Mathet, Y., Widlöcher, A. and Métivier, J.-P. (2015) The unified and holistic method gamma for
#' inter-annotator agreement measure and alignment. *Computational Linguistics* 41, 437-479.
#' \doi{10.1162/COLI_a_00227}
#'
#' Mathet, Y. (2017) The agreement measure gamma-cat: a complement to gamma focused on categorization of a
#' continuum. *Computational Linguistics* 43, 661-681. \doi{10.1162/COLI_a_00296}
#'
#' Titeux, H. and Riad, R. (2021) pygamma-agreement: Gamma measure for inter/intra-annotator agreement in
#' Python. *Journal of Open Source Software* 6(62), 2989. \doi{10.21105/joss.02989}
#' @seealso [span_alpha()] for spans that do not overlap; [span_agreement()]; `vignette("spans")`.
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1", annotator = rep(c("ann", "bob", "cat"), c(3, 3, 2)),
#'   start = c(0, 9, 21, 0, 10, 22, 1, 21), end = c(4, 14, 30, 5, 14, 30, 4, 29),
#'   label = c("PER", "LOC", "PER", "PER", "LOC", "LOC", "PER", "PER"), length = 40
#' )
#' set.seed(1)
#' span_gamma(marked)
span_gamma <- function(data, ..., by = NULL, alpha = 1, beta = 1, delta_empty = 1, distance = NULL,
                       chance = "statistical", samples = 30, precision = NULL, what = "total",
                       unaligned = FALSE, ci = ci_jackknife()) {
  check_choice(chance, c("statistical", "shuffle"), "chance")
  check_choice(what, c("total", "documents"), "what")
  check_whole(samples, "samples", least = 2)
  if (!is.null(precision)) check_number(precision, "precision", above = 0, below = 1)
  check_number(delta_empty, "delta_empty", above = 0)
  check_flag(unaligned, "unaligned")
  check_span_ci(ci)
  alignments <- list()
  spans_of <- function(data) as_spans(data, ...)
  rows <- figures_by(data, rlang::enquo(by), "accord_span_gamma", ci, spans_of, function(spans) {
    check_no_points(spans, "span_gamma")
    annotator_pairs(spans)
    dissimilarity <- gamma_dissimilarity(alpha, beta, distance, spans$labels)
    continua <- span_continua(paired_documents(spans))
    if (continua$n == 0) {
      return(no_gamma(spans, what))
    }
    best <- align(continua, dissimilarity, unaligned)
    drawn <- chance_disorders(continua, dissimilarity, unaligned, chance, samples, precision)
    tell_not_exact(best, drawn, spans, continua)
    alignments[[length(alignments) + 1]] <<- aligned_spans(spans, continua, best)
    gamma_of(spans, continua, best, drawn, what, ci)
  })
  # Disorders are computed in units of the dissimilarity of a span and no span.
  gamma <- rows$coefficient == "gamma"
  for (name in c("observed", "expected")) rows[[name]][gamma] <- rows[[name]][gamma] * delta_empty
  structure(rows, alignment = do.call(rbind, alignments))
}

gamma_of <- function(spans, continua, best, drawn, what, ci) {
  if (what == "total") {
    return(gamma_rows(spans, continua, best, drawn, seq_len(continua$n), ci))
  }
  each <- lapply(seq_len(continua$n), function(d) gamma_rows(spans, continua, best, drawn, d, ci_none()))
  document <- rep(continua$document, each = 2 + length(spans$labels))
  vctrs::vec_cbind(
    tibble::tibble(document = vctrs::vec_slice(spans$documents, document)), do.call(rbind, each)
  )
}

gamma_dissimilarity <- function(alpha, beta, distance, labels) {
  check_number(alpha, "alpha", from = 0)
  check_number(beta, "beta", from = 0)
  if (alpha + beta == 0) {
    abort_accord(
      "argument",
      c("One of {.arg alpha} and {.arg beta} must be above 0.", x = "Both are 0: positions and labels count nothing."),
      argument = "alpha", value = c(alpha, beta)
    )
  }
  table <- double()
  if (!is.null(distance)) {
    distance <- if (is.function(distance)) {
      distance_from_function(distance, labels)
    } else {
      matrix_over_categories(distance, labels, "distance", ordered = FALSE)
    }
    check_distance(distance, labels)
    table <- as.double(distance)
    if (any(table > 1)) abort_argument(max(table), "distance", "a dissimilarity from 0 to 1")
  }
  list(alpha = as.double(alpha), beta = as.double(beta), n_labels = length(labels), table = table)
}

# A row per coefficient for some documents, given by their numbers in `continua`.
gamma_rows <- function(spans, continua, best, drawn, documents, ci) {
  draws <- document_draws(ci, length(documents), mean(continua$n_cells[documents]))
  n_labels <- length(spans$labels)
  rows <- lapply(seq_len(n_labels + 2), function(k) {
    sums <- if (k == 1) cost_sums(continua, best, drawn, documents) else label_sums(best, drawn, documents, k - 1)
    figure <- if (k == 1) disorder_figure else label_figure
    own <- figure(matrix(colSums(sums), 1))
    size <- if (k == 1) 1 else 2
    # Pseudo-documents for the interval, whose disorder is that of chance, or 0.
    pseudo <- function(sums) {
      disorder <- if (k == 1) 2:3 else 1
      list(low = replace(sums, disorder, own$expected * sums[size]), high = replace(sums, disorder, 0))
    }
    drawn <- if (!is.null(draws)) figure(document_sums(draws, sums, pseudo))$estimate
    limits <- document_interval(ci, own$estimate, drawn, sums[, size], -1)
    tibble::new_tibble(list(
      coefficient = c("gamma", "gamma_cat", rep("gamma_k", n_labels))[k],
      label = c(NA_character_, NA_character_, spans$labels)[k], estimate = own$estimate,
      std.error = limits$std.error, conf.low = limits$conf.low, conf.high = limits$conf.high,
      observed = own$observed, expected = own$expected, simulation.error = own$simulation,
      bound.low = own$bound.low, bound.high = own$bound.high, status = own$status
    ), nrow = 1L)
  })
  rows <- vctrs::vec_rbind(!!!rows)
  exact <- rows$bound.low[1] == rows$bound.high[1]
  # gamma_cat and gamma_k depend on the alignment found, so they are exact only if it is the best.
  other <- rows$coefficient != "gamma" & exact %in% TRUE
  rows$bound.low[other] <- rows$bound.high[other] <- rows$estimate[other]
  inside <- continua$of_unit %in% documents
  rows$n_alignments <- as.integer(sum(best$n_sets[documents]))
  rows$n_samples <- ncol(drawn$cost)
  rows$n_documents <- length(documents)
  rows$n_annotators <- length(unique(continua$annotator[continua$of_cell %in% documents]))
  of_label <- tabulate(continua$label[inside] + 1L, n_labels)
  rows$n_spans <- c(sum(inside), sum(inside), of_label)
  status <- match("status", names(rows))
  rows[c(setdiff(seq_along(rows), status), status)]
}

# Columns: the mean number of spans, the observed cost and its bound, then the disorder of each sample and its bound,
# both times the mean number of spans.
cost_sums <- function(continua, best, drawn, documents) {
  mean_spans <- continua$mean_spans[documents]
  cbind(
    mean_spans, best$cost[documents], best$bound[documents],
    drawn$cost[documents, , drop = FALSE] * mean_spans, drawn$bound[documents, , drop = FALSE] * mean_spans
  )
}

disorder_figure <- function(sums) {
  n <- (ncol(sums) - 3) / 2
  sample <- sums[, 3 + seq_len(n), drop = FALSE]
  observed <- sums[, 2] / sums[, 1]
  expected <- rowMeans(sample) / sums[, 1]
  found <- ratio_values(observed, expected, "no variation")
  error <- row_sd(sample) / sqrt(n) / sums[, 1]
  least <- rowMeans(sums[, 3 + n + seq_len(n), drop = FALSE]) / sums[, 1]
  defined <- found$status == "ok"
  c(found, list(
    simulation = ifelse(defined, observed / expected^2 * error, NA_real_),
    bound.low = ifelse(defined, 1 - observed / least, NA_real_),
    bound.high = ifelse(defined, 1 - sums[, 3] / sums[, 1] / expected, NA_real_)
  ))
}

# The standard deviation of each row without NA. It is vectorized, since there is a row for each document left out and
# each label.
row_sd <- function(x) {
  n <- rowSums(!is.na(x))
  squares <- rowSums((x - rowMeans(x, na.rm = TRUE))^2, na.rm = TRUE)
  ifelse(n > 1, sqrt(squares / pmax(n - 1, 1)), NA_real_)
}

# Columns: the observed sum and weight, then the sums and the weights of the samples.
label_sums <- function(best, drawn, documents, k) {
  cbind(
    best$sum[documents, k], best$weight[documents, k],
    matrix(drawn$sum[documents, , k], length(documents)), matrix(drawn$weight[documents, , k], length(documents))
  )
}

label_figure <- function(sums) {
  n <- (ncol(sums) - 2) / 2
  weight <- sums[, 2 + n + seq_len(n), drop = FALSE]
  sample <- ifelse(weight > 0, sums[, 2 + seq_len(n), drop = FALSE] / weight, NA)
  observed <- ifelse(sums[, 2] > 0, sums[, 1] / sums[, 2], NA)
  expected <- undefined_as_na(rowMeans(sample, na.rm = TRUE))
  found <- ratio_values(observed, expected, ifelse(is.na(observed), "no aligned spans", "no variation"))
  used <- rowSums(!is.na(sample))
  error <- row_sd(sample) / sqrt(used)
  none <- rep(NA_real_, nrow(sums))
  c(found, list(
    simulation = ifelse(found$status == "ok", observed / expected^2 * error, NA_real_), bound.low = none,
    bound.high = none
  ))
}

no_gamma <- function(spans, what) {
  n <- 2 + length(spans$labels)
  none <- rep(NA_real_, n)
  rows <- tibble::tibble(
    coefficient = c("gamma", "gamma_cat", rep("gamma_k", n - 2)),
    label = c(NA_character_, NA_character_, spans$labels),
    estimate = none, std.error = none, conf.low = none, conf.high = none, observed = none, expected = none,
    simulation.error = none, bound.low = none, bound.high = none, n_alignments = 0L, n_samples = 0L,
    n_documents = 0L, n_annotators = length(spans$annotators), n_spans = 0L, status = "no spans"
  )
  if (what == "total") rows else vctrs::vec_cbind(tibble::tibble(document = spans$documents[0]), rows[0, ])
}

tell_not_exact <- function(best, drawn, spans, continua) {
  open <- which(best$bound < best$cost)
  n_samples <- sum(drawn$bound < drawn$cost)
  if (length(open) + n_samples > 0) {
    warn_accord(
      "not_exact",
      c(
        "The best alignment could not be found with certainty.",
        x = if (length(open)) {
          "In {length(open)} document{?s}: {.val {first_few(spans$documents[continua$document[open]])}}."
        },
        x = if (n_samples) "In {n_samples} sample{?s}.",
        i = "Gamma is between {.field bound.low} and {.field bound.high}."
      ),
      documents = spans$documents[continua$document[open]], n_samples = n_samples
    )
  }
}

aligned_spans <- function(spans, continua, best) {
  rows <- tibble::tibble(
    document = vctrs::vec_slice(spans$documents, continua$document[continua$of_unit]),
    alignment = best$set_of,
    annotator = vctrs::vec_slice(spans$annotators, continua$annotator[continua$cell_of_unit]),
    start = continua$start, end = continua$end, label = spans$labels[continua$label + 1L]
  )
  rows[order(continua$of_unit, best$set_of, continua$annotator[continua$cell_of_unit]), ]
}
