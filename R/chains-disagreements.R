#' Mentions on which annotators of chains differ
#'
#' Lists the mentions that one annotator put into another chain than the others, or did not mark, those with most
#' disagreement first.
#'
#' @details
#' The chains of each pair of annotators are matched as in [chain_agreement()]. A pair differs on a mention if only one
#' of the two marked it, or if their chains of it are not matched with each other. The `disagreement` of a mention is
#' the share of pairs that differ on it, so that with two annotators it is 1.
#'
#' @section Missing and degenerate data:
#' Documents that only one annotator of a pair has are left out, with a warning as in [chain_agreement()].
#'
#' @section Errors:
#' Those of [chain_agreement()]; `accord_error_reserved_name` for an annotator who is called as a column of the result.
#'
#' @param data `accord_chains`, of [as_chains()].
#' @inheritParams chain_agreement
#' @param ... Must be empty.
#' @return A tibble of class `accord_disagreements`, a row per mention on which a pair differs: `item` (the document
#'   and the mention), a column for each annotator with the other mentions of its chain (`"with 1, 4"`, or `"alone"`),
#'   `"none"` if it was not marked, or `NA` if the annotator does not have the document; `disagreement`, `share` (of
#'   the sum over all), `kind` (`"missing"`, `"chain"`, or `"missing, chain"`), `document` and `mention`.
#' @seealso [chain_agreement()] for the matching, [disagreements()] of ratings
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1", annotator = rep(c("ann", "bob"), each = 6), mention = 1:6,
#'   chain = c("a", "a", "a", "b", "b", NA, "x", "x", "y", "y", "y", NA)
#' )
#' disagreements(as_chains(marked))
disagreements.accord_chains <- function(data, ..., cost = "symmetric", unpaired = "size", singletons = "matched") {
  check_no_dots(...)
  matched <- matched_chains(data, NULL, cost, unpaired, singletons)
  chains <- matched$sides$chains
  check_free_names(
    id_text(chains$annotators), c("item", "disagreement", "share", "kind", "document", "mention"), "annotator"
  )
  marks <- chain_marks(chains)
  apart <- marks_apart(matched, marks)
  part <- chains$part_document
  n_pairs <- tabulate(matched$parts$document, length(chains$documents))
  key <- apart$document * length(chains$mentions) + apart$mention
  keys <- unique(key)
  at <- match(key, keys)
  disagreement <- tabulate(at, length(keys)) / n_pairs[apart$document[match(keys, key)]]
  sorted <- order(-disagreement, keys)
  rows <- match(keys[sorted], key)
  document <- apart$document[rows]
  mention <- apart$mention[rows]
  saw <- matrix(FALSE, length(chains$documents), length(chains$annotators))
  saw[cbind(part, chains$part_annotator)] <- TRUE
  answers <- lapply(seq_along(chains$annotators), function(a) {
    ifelse(saw[document, a], chain_mates(chains, marks, document, mention, a), NA)
  })
  has <- function(missing) seq_along(keys) %in% at[apart$missing == missing]
  kind <- ifelse(!has(FALSE), "missing", ifelse(has(TRUE), "missing, chain", "chain"))
  names <- tibble::tibble(
    document = vctrs::vec_slice(chains$documents, document), mention = vctrs::vec_slice(chains$mentions, mention + 1L)
  )
  columns <- c(
    list(item = mention_names(names)), rlang::set_names(answers, id_text(chains$annotators)),
    list(disagreement = disagreement[sorted], share = disagreement[sorted] / sum(disagreement), kind = kind[sorted]),
    names
  )
  scale <- if (length(chains$annotators) > 2) "the share of pairs of annotators who differ on the mention"
  new_result(columns, nrow = length(rows), class = "accord_disagreements", scale = scale)
}

# A row for each mark of a mention by an annotator in a document: `part`, `chain`, `mention` (from 0), and the `set`
# that is matched, which is the chain, or 0 for all singletons.
chain_marks <- function(chains) {
  size <- diff(chains$chain_start)
  chain <- rep.int(seq_along(size), size)
  list(
    part = rep.int(seq_along(chains$part_document), part_mentions(chains)), chain = chain, mention = chains$mention,
    set = ifelse(size[chain] == 1, 0L, chain)
  )
}

# A row for each pair of annotators and mention on which the two differ: `document`, `mention`, and whether it is
# `missing` in one of them.
marks_apart <- function(matched, marks) {
  parts <- matched$parts
  found <- matched$found
  first <- chains_of_parts(parts$first, marks)
  second <- chains_of_parts(parts$second, marks)
  m <- max(-1L, marks$mention) + 2
  at <- match(first$pair * m + marks$mention[first$row], second$pair * m + marks$mention[second$row])
  n <- max(0L, marks$chain) + 1
  partner <- found$chain_2[match(
    first$pair * n + marks$set[first$row], (found$pair * n + found$chain_1)
  )]
  equal <- partner == marks$set[second$row][at]
  differ <- which(!equal %in% TRUE)
  alone <- setdiff(seq_along(second$row), at)
  list(
    document = parts$document[c(first$pair[differ], second$pair[alone])],
    mention = marks$mention[c(first$row[differ], second$row[alone])],
    missing = c(is.na(at[differ]), rep(TRUE, length(alone)))
  )
}

# The rows of `marks` of each of some parts, which may occur several times.
chains_of_parts <- function(parts, marks) {
  n <- tabulate(marks$part, max(0L, marks$part, parts))
  begin <- cumsum(c(0L, n))
  list(pair = rep.int(seq_along(parts), n[parts]), row = sequence(n[parts], begin[parts] + 1L))
}

# The other mentions of the chain that an annotator has for each of some mentions; "none" if it was not marked.
chain_mates <- function(chains, marks, document, mention, annotator) {
  own <- which(chains$part_annotator[marks$part] == annotator)
  m <- length(chains$mentions)
  row <- own[match(document * m + mention, chains$part_document[marks$part[own]] * m + marks$mention[own])]
  names <- id_text(chains$mentions)
  cells <- rep("none", length(document))
  known <- which(!is.na(row))
  cells[known] <- vapply(known, function(k) {
    begin <- chains$chain_start[marks$chain[row[k]] + 0:1]
    others <- setdiff(marks$mention[seq.int(begin[1] + 1, begin[2])], mention[k])
    if (length(others) == 0) return("alone")
    more <- if (length(others) > 5) length(others) - 4 else 0
    shown <- names[utils::head(others, length(others) - more) + 1L]
    paste0("with ", toString(shown), if (more > 0) paste(" and", big(more), "more"))
  }, "")
  cells
}
