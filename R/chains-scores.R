#' Coreference scores: MUC, B³, CEAF, BLANC, LEA and the CoNLL mean
#'
#' Scores the chains of a response against those of a key, as in the evaluation of coreference systems, for each
#' document and pooled over documents; or each annotator against each other annotator.
#'
#' @details
#' With key chains \eqn{K}{K} and response chains \eqn{R}{R}, recall is as follows (precision is the same with key and
#' response exchanged):
#' * `"muc"`: \eqn{\sum_K (|K| - p(K)) / \sum_K (|K| - 1)}{sum (|K| - p(K)) / sum (|K| - 1)}, with
#'   \eqn{p(K)}{p(K)} the number of parts into which the response breaks \eqn{K}{K};
#' * `"b_cubed"`: \eqn{\sum_K \sum_R |K \cap R|^2 / |K| / \sum_K |K|}{sum_K sum_R |K and R|^2 / |K| /
#'   sum_K |K|};
#' * `"ceaf_m"` and `"ceaf_e"`: the largest total similarity of chains paired one to one, by mentions
#'   \eqn{|K \cap R|}{|K and R|} over all key mentions, by entities \eqn{2 |K \cap R| / (|K| + |R|)}{2
#'   |K and R| / (|K| + |R|)} over all key chains;
#' * `"blanc"`: the mean of the recall of coreference links (pairs of mentions in one chain) and of
#'   non-coreference links (all other pairs of a side's mentions), as extended to mentions that differ
#'   by Luo et al.
#'   (2014);
#' * `"lea"`: \eqn{\sum_K |K|\, \ell(K) / \sum_K |K|}{sum |K| l(K) / sum |K|}, with \eqn{\ell}{l} the share of the
#'   links of \eqn{K}{K} that are in the response; a chain of one mention has a link to itself.
#'
#' \eqn{F_1 = 2PR/(P + R)}{F1 = 2PR / (P + R)}, for BLANC the mean of those of the two kinds of links.
#' `"conll"` is the mean of the \eqn{F_1}{F1} of MUC, B³ and CEAF by entities. Pooled scores add up
#' numerators and denominators over documents.
#'
#' Key and response need not have the same mentions; mentions are neither added nor removed, as in version 8.01 of the
#' reference scorer (Pradhan et al. 2014). A mention counts once; see [as_chains()] for repeated ones.
#'
#' @section Missing and degenerate data:
#' Recall or precision with a denominator of 0 is 0, as in the reference scorer (for MUC, if both sides have only
#' singletons); if both denominators are 0, `status` is `"nothing to score"`. Without a mention on either side all
#' three are `NA`. If the key has no coreference links, or only these, BLANC is computed from the kind it has, again
#' as in the reference scorer; only then does its \eqn{F_1}{F1} change if key and response are exchanged. A key of one
#' mention has neither: BLANC is 1 if the response is the same mention, otherwise 0 (Luo et al. 2014). Documents that
#' only one annotator has are left out, with a warning of class `accord_warning_left_out`.
#'
#' @section Errors:
#' Those of [chain_agreement()].
#'
#' @param data Anything that [as_chains()] accepts. Without `key`, each of its annotators is the key for all others in
#'   turn.
#' @param ... Must be empty.
#' @param key If given, the chains that are right: each annotator of `data` is scored against each of `key`. It is
#'   given by name, since scripts for these scores expect the key first.
#' @param singletons Whether chains of one mention count. MUC does not depend on it.
#' @return A tibble of class `accord_coref` with a row for each ordered pair of annotators, document and measure, then
#'   for each pair in total: `key`, `response`, `scope` (`"document"` or `"total"`), `document` (`NA` for the total),
#'   `measure`, `recall`, `precision`, `f1` and `status`. `"conll"` has only `f1`. `mean()` gives the mean of the
#'   totals over ordered pairs of annotators, a row per measure, with `n_pairs`, their number: the agreement of
#'   annotators if none of them is the key.
#' @references
#' Bagga, A. and Baldwin, B. (1998) Algorithms for scoring coreference chains. *LREC workshop on
#' linguistic coreference*, 563-566.
#'
#' Luo, X. (2005) On coreference resolution performance metrics. *HLT/EMNLP*, 25-32. \doi{10.3115/1220575.1220579}
#'
#' Luo, X., Pradhan, S., Recasens, M. and Hovy, E. (2014) An extension of BLANC to system mentions.
#' *ACL*, 24-29. \doi{10.3115/v1/P14-2005}
#'
#' Moosavi, N. S. and Strube, M. (2016) Which coreference evaluation metric do you trust? *ACL*,
#' 632-642. \doi{10.18653/v1/P16-1060}
#'
#' Pradhan, S. et al. (2014) Scoring coreference partitions of predicted mentions: a reference
#' implementation. *ACL*, 30-35. \doi{10.3115/v1/P14-2006}
#'
#' Recasens, M. and Hovy, E. (2011) BLANC: implementing the Rand index for coreference evaluation. *Natural Language
#' Engineering* 17, 485-510. \doi{10.1017/S135132491000029X}
#'
#' Vilain, M. et al. (1995) A model-theoretic coreference scoring scheme. *MUC-6*, 45-52.
#' \doi{10.3115/1072399.1072405}
#' @seealso [chain_agreement()], [chain_alpha()]; `vignette("coreference")`.
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1",
#'   annotator = rep(c("ann", "bob"), each = 6),
#'   mention = 1:6,
#'   chain = c("a", "a", "a", "b", "b", NA, "x", "x", "y", "y", "y", NA)
#' )
#' scores <- coref_scores(as_chains(marked))
#' scores
#' mean(scores)
coref_scores <- function(data, ..., key = NULL, singletons = TRUE) {
  check_no_dots(...)
  check_flag(singletons, "singletons")
  sides <- if (is.null(key)) {
    chain_sides(data, NULL, ordered = TRUE)
  } else {
    chain_sides(key, data, ordered = TRUE, args = c("key", "data"))
  }
  parts <- common_parts(sides)
  warn_left_out(sides$chains, parts$document)
  found <- call_core(score_chains(
    sides$chains, parts$first, parts$second, parts$pair, length(sides$first), singletons
  ))
  measures <- found$measure
  found <- lapply(found[names(found) != "measure"], matrix, nrow = length(measures))
  rows <- scope_rows(sides, parts)
  found <- lapply(add_conll(found, measures), function(x) c(x[, rows$sorted]))
  measures <- c(measures, "conll")
  counted <- found$counted == 1
  keys <- lapply(rows$columns, vctrs::vec_rep_each, length(measures))
  columns <- c(
    rlang::set_names(keys, c("key", "response", "scope", "document")),
    list(measure = rep(measures, length(rows$sorted))),
    found[c("recall", "precision", "f1")],
    list(status = ifelse(is.na(counted), "no mentions", ifelse(counted, "ok", "nothing to score")))
  )
  new_result(columns, nrow = length(found$f1), class = "accord_coref")
}

# Adds the CoNLL score: the mean F1 of MUC, B-cubed and CEAF by entities.
add_conll <- function(found, measures) {
  of <- match(c("muc", "b_cubed", "ceaf_e"), measures)
  none <- rep(NA_real_, ncol(found$f1))
  list(
    recall = rbind(found$recall, none),
    precision = rbind(found$precision, none),
    f1 = rbind(found$f1, colMeans(found$f1[of, , drop = FALSE])),
    counted = rbind(found$counted, colSums(found$counted[of, , drop = FALSE]) == length(of))
  )
}
