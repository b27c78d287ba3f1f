#' Krippendorff's alpha over coreference chains
#'
#' Chance-corrected agreement of annotators over mentions: the value that an annotator gives to a mention is its
#' chain, as a set of mentions (Passonneau 2004).
#'
#' @details
#' \deqn{\alpha = 1 - D_o / D_e,}{alpha = 1 - D_o / D_e,}
#' with \eqn{D_o}{D_o} the mean distance between the chains of the same mention of two annotators, and \eqn{D_e}{D_e}
#' that between any two values, see [krippendorff_alpha()]. The distance between two chains \eqn{P}{P}, \eqn{Q}{Q} is
#' * `"passonneau"`: 0 if they are the same, 1/3 if one contains the other, 2/3 if they overlap, 1 if they are
#'   disjoint (Passonneau 2004);
#' * `"jaccard"`: \eqn{1 - J}{1 - J}, \eqn{J = |P \cap Q| / |P \cup Q|}{J = |P and Q| / |P or Q|};
#' * `"masi"`: \eqn{1 - J m}{1 - J m}, with \eqn{m}{m} = 1, 2/3, 1/3, 0 in the four cases (Passonneau
#'   2006); some programs round these to .67 and .33;
#' * `"dice"`: \eqn{1 - 2 |P \cap Q| / (|P| + |Q|)}{1 - 2 |P and Q| / (|P| + |Q|)};
#' * `"nominal"`: 0 if they are the same, else 1.
#'
#' A chain contains all its mentions, including those that other annotators did not mark; a singleton is a set of one.
#' Chains of different documents are disjoint, and for the total the items are the mentions of all documents.
#'
#' @section Missing and degenerate data:
#' Mentions that only one annotator marked are left out. If none is left, or if expected disagreement is 0 since all
#' are in one chain, `estimate` is `NA`, and `status` is "no mention marked twice" or "all mentions are in one chain".
#' Documents that only one annotator has are left out,
#' with a warning of class `accord_warning_left_out`.
#'
#' @section Errors:
#' Those of [chain_agreement()].
#'
#' @inheritParams chain_agreement
#' @param data Anything that [as_chains()] accepts.
#' @param other If given, chains of other annotators. All annotators of both are compared together.
#' @param distance The distance of two chains, see Details.
#' @param ci [ci_jackknife()], [ci_bootstrap()], [ci_bayes()] or [ci_none()], over documents, for the total, see
#'   [span_agreement()]. With one document there is no interval (`NA`).
#' @return A tibble of class `accord_chain_alpha` with a row per document, then one for all of them: `scope`
#'   (`"document"` or `"total"`), `document` (`NA` for the total), `distance`, `estimate`, `std.error`, `conf.low`,
#'   `conf.high`, `observed` and `expected` disagreement, `n_mentions` (those with two values or more), `n_values` (of
#'   these mentions), `interval`, `conf.level` and `status`.
#' @references
#' Passonneau, R. J. (2004) Computing reliability for coreference annotation. *LREC*, 1503-1506.
#'
#' Passonneau, R. J. (2006) Measuring agreement on set-valued items (MASI) for semantic and pragmatic
#' annotation. *LREC*, 831-836.
#' @seealso [chain_agreement()], [coref_scores()]; [as_ratings()] of chains for other coefficients.
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1",
#'   annotator = rep(c("ann", "bob"), each = 6),
#'   mention = 1:6,
#'   chain = c("a", "a", "a", "b", "b", NA, "x", "x", "y", "y", "y", NA)
#' )
#' chain_alpha(as_chains(marked))
chain_alpha <- function(data, ..., other = NULL, distance = "passonneau", ci = ci_jackknife()) {
  check_no_dots(...)
  check_span_ci(ci)
  check_choice(distance, ENUMS$set_distance, "distance")
  chains <- joined_chains(data, other)$chains
  annotators <- tabulate(chains$part_document, nbins = length(chains$documents))
  documents <- which(annotators > 1)
  warn_left_out(chains, documents)
  # Parts of chains are sorted by document.
  parts <- which(chains$part_document %in% documents)
  kind <- place_of("set_distance", distance)
  found <- call_core(alpha_over_chains(chains, c(0L, cumsum(annotators[documents])), parts, kind))
  status <- rep("ok", nrow(found))
  status[which(found$expected <= 0)] <- "all mentions are in one chain"
  status[found$n_values == 0] <- "no mention marked twice"
  result <- tibble::tibble(
    scope = rep(c("document", "total"), c(length(documents), 1)),
    document = vctrs::vec_slice(chains$documents, c(documents, NA)),
    distance = distance,
    estimate = ifelse(status == "ok", 1 - found$observed / found$expected, NA_real_),
    std.error = NA_real_,
    conf.low = NA_real_,
    conf.high = NA_real_,
    observed = found$observed,
    expected = found$expected,
    n_mentions = as.integer(found$n_mentions),
    n_values = as.integer(found$n_values),
    status = status
  )
  total <- nrow(result)
  limits <- chain_limits(ci, found[-total, ], result$estimate[total], mean(annotators[documents]))
  for (name in names(limits)) result[[name]][total] <- limits[[name]]
  new_result(with_interval_name(result, ci), class = "accord_chain_alpha")
}

# Chains of different documents are disjoint and have the distance 1. So the total is a function of sums over documents:
# of observed and expected distances within them, of the numbers of values, and of their squares.
chain_limits <- function(ci, found, estimate, annotators) {
  n <- found$n_values
  used <- n > 0
  sums <- cbind(
    found$observed * n, ifelse(n > 1, found$expected * n * (n - 1), 0), n, n^2
  )[used, , drop = FALSE]
  alpha <- function(sums) {
    all <- sums[, 3]
    expected <- (sums[, 2] + all^2 - sums[, 4]) / (all * (all - 1))
    ifelse(expected > 0, 1 - sums[, 1] / all / expected, NA_real_)
  }
  own <- colSums(sums)
  expected <- (own[2] + own[3]^2 - own[4]) / (own[3] * (own[3] - 1))
  pseudo <- function(sums) list(low = replace(sums, 1, expected * sums[3]), high = replace(sums, 1, 0))
  draws <- document_draws(ci, sum(used), annotators)
  drawn <- if (!is.null(draws)) alpha(document_sums(draws, sums, pseudo))
  document_interval(ci, estimate, drawn, n[used], -1)
}
