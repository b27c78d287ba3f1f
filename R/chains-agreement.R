#' Agreement of coreference chains, matched one to one
#'
#' Matches the chains of one annotator with those of another so that the difference is smallest, and counts the
#' mentions marked by the first only, by both, and by the second only: for each document and in total, or for each
#' pair of chains.
#'
#' @details
#' The sets of an annotator are the chains and, as an additional set, all singletons. For a set \eqn{P}{P} of the
#' first annotator and \eqn{Q}{Q} of the second
#' \deqn{L = |P \setminus Q|,\quad M = |P \cap Q|,\quad R = |Q \setminus P|,\quad D = L + R,\quad
#' \delta = D / (L + M + R),}{
#' L = |P \ Q|,  M = |P and Q|,  R = |Q \ P|,  D = L + R,  delta = D / (L + M + R),}
#' and a set without a partner is compared with the empty set. The pairs minimise the total cost. \eqn{L}{L},
#' \eqn{M}{M} and \eqn{R}{R} are then summed over all pairs and unpaired sets of a document, and over documents, and
#' \eqn{\delta}{delta} is computed from the sums: 0 for the same chains, 1 if nothing is shared.
#'
#' A pair costs \eqn{D}{D} (`cost = "symmetric"`) or \eqn{\delta}{delta} (`"jaccard"`). The cost of a set without a
#' partner is that against the empty set (`unpaired = "size"`): its size, or 1. Or it is 0, but as many pairs as
#' possible are made (`"free"`); for the Jaccard distance this is equivalent. With `singletons = "apart"` the two sets
#' of singletons are always paired with each other, and the chains are matched separately.
#'
#' The defaults maximise the total of \eqn{M}{M}, so the totals are always unique. `"jaccard"` reproduces the study of
#' the Psalms (see References); `"symmetric"` with `"free"` is an older version of it, which tends to leave large sets
#' unpaired.
#'
#' @section Ties:
#' Two sets that share no mention are never paired, since this would change no count. If several matchings have the
#' smallest cost, the one with the largest total \eqn{M}{M} is used, and among these one determined by the order of
#' the mentions, which does not depend on the order of rows or the names of chains. `status` says
#' `"the pairing is not unique"` if pairs that share a mention could be replaced at equal cost; with `what = "pairs"`
#' these are marked in column `unique`. Totals of Jaccard costs that differ by less than 1e-9 are treated as equal.
#'
#' The matching is an assignment problem. It is solved on the pairs of sets that share a mention, so neither time nor
#' memory grows with the square of the number of chains.
#'
#' @section Missing and degenerate data:
#' Ids in `data` and in `other` of types that cannot be combined, such as numbers and text, are compared as text.
#' Documents that only one annotator of a pair has are left out, with a warning of class `accord_warning_left_out` for
#' those that no pair has in common. For a document in which neither marked anything, \eqn{\delta}{delta} is `NA` with
#' the status `"no mentions"`.
#'
#' @section Errors:
#' Those of [as_chains()], `accord_error_one_annotator`, `accord_error_duplicate_annotator` for a name
#' in both `data` and `other`, and `accord_error_argument`.
#'
#' @param data Anything that [as_chains()] accepts. All pairs of its annotators are compared.
#' @param ... Must be empty.
#' @param other If given, chains of other annotators: each annotator of `data` is compared with each of `other` only.
#' @param what `"documents"` for the sums of each document and in total, or `"pairs"` for the matched
#'   sets.
#' @param cost The cost of two paired sets, `"symmetric"` or `"jaccard"`.
#' @param unpaired The cost of a set without a partner, `"size"` or `"free"`.
#' @param singletons Whether the set of singletons is `"matched"` together with the chains or kept `"apart"`.
#' @return A tibble of class `accord_chain_agreement`. For documents, a row for each pair of annotators and document,
#' then one for the total of the pair: `annotator_1`, `annotator_2`, `scope` (`"document"` or `"total"`), `document`
#' (`NA` for the total), `left`, `both`, `right`, `difference` (\eqn{L, M, R, D}{L, M, R, D}, in mentions), `delta`,
#' and `status`. For pairs, a row for each matched or unpaired set: `annotator_1`, `annotator_2`, `document`,
#' `chain_1`, `chain_2` (`NA` for none, `"singletons"` for the set of singletons), then the same counts, and `unique`.
#' @references
#' The study of participants in the Psalms, which introduced this matching:
#' <https://github.com/cmerwich/participant-analysis>, folder iaa, commit 5580b94.
#'
#' Jonker, R. and Volgenant, A. (1987) A shortest augmenting path algorithm for dense and sparse
#' linear assignment problems. *Computing* 38, 325-340. \doi{10.1007/BF02278710}
#' @seealso [coref_scores()], [chain_alpha()]; `vignette("coreference")`.
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1",
#'   annotator = rep(c("ann", "bob"), each = 6),
#'   mention = 1:6,
#'   chain = c("a", "a", "a", "b", "b", NA, "x", "x", "y", "y", "y", NA)
#' )
#' chain_agreement(as_chains(marked))
#' chain_agreement(as_chains(marked), what = "pairs")
chain_agreement <- function(data, ..., other = NULL, what = "documents", cost = "symmetric", unpaired = "size",
                            singletons = "matched") {
  check_no_dots(...)
  check_choice(what, c("documents", "pairs"), "what")
  matched <- matched_chains(data, other, cost, unpaired, singletons)
  of_rows <- if (what == "pairs") matched_rows else matched_sums
  of_rows(matched$found, matched$sides, matched$parts)
}

# The chains of each pair of annotators, matched in each document that both have.
matched_chains <- function(data, other, cost, unpaired, singletons) {
  check_choice(cost, c("symmetric", "jaccard"), "cost")
  check_choice(unpaired, c("size", "free"), "unpaired")
  check_choice(singletons, c("matched", "apart"), "singletons")
  sides <- chain_sides(data, other, ordered = FALSE)
  parts <- common_parts(sides)
  warn_left_out(sides$chains, parts$document)
  # With the Jaccard distance the cost of unpaired chains does not change the matching.
  kind <- place_of("match_cost", if (cost == "symmetric" && unpaired == "free") "symmetric_free" else cost)
  found <- call_core(
    match_chains(sides$chains, parts$first, parts$second, kind, singletons == "apart")
  )
  list(sides = sides, parts = parts, found = found)
}

matched_rows <- function(found, sides, parts) {
  chains <- sides$chains
  pair <- parts$pair[found$pair]
  result <- tibble::tibble(
    annotator_1 = vctrs::vec_slice(chains$annotators, sides$first[pair]),
    annotator_2 = vctrs::vec_slice(chains$annotators, sides$second[pair]),
    document = vctrs::vec_slice(chains$documents, parts$document[found$pair]),
    chain_1 = set_names_of(found$chain_1, chains),
    chain_2 = set_names_of(found$chain_2, chains),
    left = found$left,
    both = found$both,
    right = found$right,
    difference = found$left + found$right,
    delta = delta_of(found),
    unique = !found$replaceable
  )
  new_result(result, class = "accord_chain_agreement")
}

set_names_of <- function(chain, chains) {
  alone <- which(chain == 0L)
  chain[alone] <- NA
  name <- as.character(chains$chains)[chain]
  name[alone] <- "singletons"
  name
}

delta_of <- function(x) {
  undefined_as_na((x$left + x$right) / (x$left + x$both + x$right))
}

matched_sums <- function(found, sides, parts) {
  n_parts <- length(parts$pair)
  n_pairs <- length(sides$first)
  total <- function(x, by, n) {
    sums <- rowsum(c(x, double(n)), c(by, seq_len(n)))
    as.integer(sums)
  }
  figures <- lapply(found[c("left", "both", "right", "replaceable")], function(x) {
    of_document <- total(x, found$pair, n_parts)
    c(of_document, total(of_document, parts$pair, n_pairs))
  })
  figures$delta <- delta_of(figures)
  status <- ifelse(figures$replaceable > 0, "the pairing is not unique", "ok")
  status[is.na(figures$delta)] <- "no mentions"
  rows <- scope_rows(sides, parts)
  new_result(
    c(
      rlang::set_names(rows$columns, c("annotator_1", "annotator_2", "scope", "document")),
      lapply(list(
        left = figures$left, both = figures$both, right = figures$right,
        difference = figures$left + figures$right, delta = figures$delta, status = status
      ), `[`, rows$sorted)
    ),
    nrow = length(rows$sorted), class = "accord_chain_agreement"
  )
}

# Returns the key columns of the rows and their order: documents first and totals last, so that each total comes after
# its documents.
scope_rows <- function(sides, parts) {
  chains <- sides$chains
  n_pairs <- length(sides$first)
  pair <- c(parts$pair, seq_len(n_pairs))
  document <- c(parts$document, rep(NA_integer_, n_pairs))
  sorted <- order(pair, document, na.last = TRUE, method = "radix")
  pair <- pair[sorted]
  document <- document[sorted]
  list(
    sorted = sorted,
    columns = list(
      vctrs::vec_slice(chains$annotators, sides$first[pair]),
      vctrs::vec_slice(chains$annotators, sides$second[pair]),
      ifelse(is.na(document), "total", "document"),
      vctrs::vec_slice(chains$documents, document)
    )
  )
}
