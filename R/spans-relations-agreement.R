#' Agreement on relations
#'
#' F1 and kappa of relations between spans, for every pair of annotators, with intervals over documents. Of dependency
#' trees, F1 is the attachment score.
#'
#' @details The ends of relations are linked first, each to at most one end of the other annotator, by the rule of
#' [link_objects()]; the default links equal places. A relation is *found* if the other annotator has one between the
#' linked ends, with the same label for the labelled measures. With \eqn{n_1, n_2}{n1, n2} the numbers of relations and
#' \eqn{f} of those found,
#' \deqn{F_1 = 2 f / (n_1 + n_2).}{F1 = 2 f / (n1 + n2).}
#' * `"f1_labelled"` and `"f1_unlabelled"`: for dependency trees, in which each token has one head, these are the
#'   labelled and the unlabelled attachment score (LAS, UAS).
#' * `"kappa_labelled"` and `"kappa_unlabelled"`: Cohen's kappa in which each pair of linked ends of a document is an
#'   item, whose category is its label, or whether it is related. Several labels of a pair are one category. The more
#'   ends there are, the more pairs without a relation, and the closer kappa is to F1.
#'
#' With `directed = FALSE` a relation and its reverse are the same. With `ends = "linked"` F1 is of relations whose ends
#' are both linked, which separates disagreement about spans from that about relations; kappa always is.
#'
#' Intervals are over documents (of trees: over sentences), as in [span_agreement()]. [ci_bayes()] has, for kappa, a
#' pseudo-document in which relations agree as by chance for the lower limit and perfectly for the upper one.
#'
#' @section Missing and degenerate data:
#' Only documents that both annotators saw are used. If neither marked a relation, F1 is `NA` with the status
#' `"no relations"`, and kappa, if also all pairs have one category, with `"no variation"`. The mean of pairs leaves
#' out pairs without a value. In kappa, a relation of a span with itself does not count.
#'
#' @section Errors:
#' Those of [as_relations()] and [link_objects()].
#'
#' @param data Anything that [as_relations()] accepts.
#' @param ... Passed on to [as_relations()].
#' @param measure `"f1_labelled"`, `"f1_unlabelled"`, `"kappa_labelled"` or `"kappa_unlabelled"`; one or several.
#' @param directed Whether a relation and its reverse differ.
#' @param ends `"all"` relations for F1, or those whose ends are `"linked"`.
#' @param similarity,at_least,within How ends are linked, see [link_objects()]; the default links equal places.
#' @param what `"total"` for a row per pair and measure, `"documents"` for one per document.
#' @param by <[`tidy-select`][tidyselect::language]> Columns of a data frame: estimates for each group of rows.
#' @param ci [ci_jackknife()], [ci_bootstrap()], [ci_bayes()] or [ci_none()], over documents.
#' @return A tibble of class `accord_relation_agreement`, the columns of `by` first: `annotator_1`, `annotator_2` (`NA`
#'   for the mean of pairs), `document`, `coefficient` (the measure), `estimate`, `std.error`, `conf.low`, `conf.high`,
#'   `linked` (the share of ends that are linked), `n_1`, `n_2` (relations that count), `found`, `n_pairs` (items of
#'   kappa), `n_documents`, `interval`, `conf.level` and `status`.
#' @references Nivre, J., Hall, J. and Nilsson, J. (2004) Memory-based dependency parsing. *CoNLL 2004*, 49-56.
#' <https://aclanthology.org/W04-2407>
#' @seealso [as_relations()], [span_agreement()] for the spans
#' @export
#' @examples
#' trees <- data.frame(
#'   document = rep(c("s1", "s2"), c(6, 4)),
#'   annotator = rep(c("ann", "bob", "ann", "bob"), c(3, 3, 2, 2)),
#'   token = c(1:3, 1:3, 1:2, 1:2), head = c(2, 0, 2, 2, 0, 1, 0, 1, 2, 0),
#'   label = c("subj", "root", "obj", "subj", "root", "obj", "root", "mod", "mod", "root")
#' )
#' relation_agreement(trees)
relation_agreement <- function(data, ..., measure = c("f1_labelled", "f1_unlabelled"), directed = TRUE, ends = "all",
                               similarity = "iou", at_least = 1, within = NULL, what = "total", by = NULL,
                               ci = ci_jackknife()) {
  check_choices(measure, RELATION_MEASURES, "measure")
  check_flag(directed, "directed")
  check_choice(ends, c("all", "linked"), "ends")
  check_choice(what, c("total", "documents"), "what")
  check_span_ci(ci)
  rule <- link_rule(similarity, at_least, within, "optimal")
  figures_by(
    data, rlang::enquo(by), "accord_relation_agreement", ci, function(data) as_relations(data, ...),
    function(x) relations_of_pairs(x, unique(measure), directed, ends, rule, what, ci)
  )
}

RELATION_MEASURES <- c("f1_labelled", "f1_unlabelled", "kappa_labelled", "kappa_unlabelled")

relations_of_pairs <- function(x, measures, directed, ends, rule, what, ci) {
  pairs <- annotator_pairs(x)
  own <- by_annotator(x)
  sums <- Map(function(first, second) {
    linked <- linked_relations(x, first, second, rule, directed, own)
    lapply(rlang::set_names(measures), function(one) relation_sums(linked, x$relation_labels, one, ends, x$rooted))
  }, pairs$first, pairs$second)
  rows <- Map(function(of_pair, first, second) {
    rows <- vctrs::vec_rbind(!!!lapply(measures, function(one) relation_rows_of(of_pair[[one]], x, one, what, ci)))
    keys <- list(
      annotator_1 = vctrs::vec_rep(vctrs::vec_slice(x$annotators, first), nrow(rows)),
      annotator_2 = vctrs::vec_rep(vctrs::vec_slice(x$annotators, second), nrow(rows))
    )
    tibble::new_tibble(c(keys, as.list(rows)), nrow = nrow(rows))
  }, sums, pairs$first, pairs$second)
  rows <- vctrs::vec_rbind(!!!rows)
  if (what != "total" || nrow(pairs) == 1) {
    return(rows)
  }
  means <- lapply(measures, function(one) {
    mean_relation_row(lapply(sums, `[[`, one), rows[rows$coefficient == one, ], length(unique(unlist(pairs))), one, ci)
  })
  vctrs::vec_rbind(rows, !!!means)
}

# The documents that both saw, the number of links and of ends in each, and the relations of both, whose ends `from` and
# `to` are numbers of links, NA for none; undirected relations lead from the smaller end to the larger.
linked_relations <- function(x, one, other, rule, directed, own) {
  documents <- sort(intersect(own[[one]]$seen, own[[other]]$seen))
  n <- length(documents)
  links <- linked_rows(x, one, other, rule, own)
  both <- !is.na(links$first) & !is.na(links$second)
  count <- function(document) as.double(tabulate(match(document, documents), n))
  n_ends <- count(links$document) + count(links$document[both])
  links <- links[both, ]
  side <- function(annotator, rows) {
    found <- x$relation[x$relation$annotator == annotator & x$relation$document %in% documents, ]
    at <- tibble::tibble(
      document = match(found$document, documents), from = found$from, to = found$to, label = found$label
    )
    at$first <- match(at$from, rows)
    at$second <- match(at$to, rows)
    if (!directed) {
      at[c("from", "to")] <- list(pmin(at$from, at$to), pmax(at$from, at$to))
      at[c("first", "second")] <- list(pmin(at$first, at$second), pmax(at$first, at$second))
    }
    unique(at)
  }
  list(
    documents = documents, n_ends = n_ends, n_links = count(links$document), directed = directed,
    one = side(one, links$first), other = side(other, links$second)
  )
}

# For F1 the columns n_1, n_2, found_1, found_2; for kappa the number of pairs, of equal pairs, and the margins of the
# categories of both annotators without that of no relation. Also what is shown beside it.
relation_sums <- function(x, labels, measure, ends, rooted) {
  labelled <- endsWith(measure, "_labelled")
  kappa <- startsWith(measure, "kappa")
  n <- length(x$documents)
  count <- function(side, which = TRUE) as.double(tabulate(side$document[which], n))
  side <- function(side) {
    linked <- !is.na(side$first) & !is.na(side$second)
    if (kappa) linked <- linked & side$first != side$second
    if (kappa || ends == "linked") side <- side[linked, ]
    side[!duplicated(side[c("from", "to", if (labelled) "label")]), ]
  }
  a <- side(x$one)
  b <- side(x$other)
  keys <- c("first", "second", if (labelled) "label")
  linked <- !is.na(a$first) & !is.na(a$second)
  found <- count(a, linked & vctrs::vec_in(a[keys], b[keys]))
  shown <- list(documents = x$documents, n_1 = count(a), n_2 = count(b), found = found, linked = 2 * x$n_links,
                n_ends = x$n_ends, n_pairs = rep(NA_real_, n))
  if (!kappa) {
    return(c(shown, list(sums = cbind(shown$n_1, shown$n_2, found, found))))
  }
  # The root has no head.
  candidates <- x$n_links * (x$n_links - 1) / (if (x$directed) 1 else 2)
  if (rooted && x$directed) candidates <- pmax(x$n_links - 1, 0)^2
  shown$n_pairs <- candidates
  a <- one_category(a, labels, labelled)
  b <- one_category(b, labels, labelled)
  pair <- c("first", "second")
  either <- count(a) + count(b) - count(a, vctrs::vec_in(a[pair], b[pair]))
  same <- count(a, vctrs::vec_in(a[c(pair, "category")], b[c(pair, "category")]))
  categories <- sort(unique(c(a$category, b$category)))
  margins <- function(side) {
    at <- side$document + n * (match(side$category, categories) - 1)
    matrix(as.double(tabulate(at, n * length(categories))), n)
  }
  c(shown, list(sums = cbind(candidates, candidates - either + same, margins(a), margins(b))))
}

# A row per pair of ends, with its `category`: its labels, or one for all relations.
one_category <- function(side, labels, labelled) {
  if (!labelled) {
    side$category <- rep("related", nrow(side))
    return(side[!duplicated(side[c("first", "second")]), ])
  }
  side <- side[order(side$first, side$second, side$label), ]
  side$category <- labels[side$label]
  id <- vctrs::vec_group_id(side[c("first", "second")])
  several <- id %in% id[duplicated(id)]
  joined <- vapply(split(side$category[several], id[several]), paste, "", collapse = " + ")
  side$category[several] <- joined[as.character(id[several])]
  side[!duplicated(id), ]
}

relation_estimates <- function(sums, measure) {
  if (!startsWith(measure, "kappa")) {
    return(f1_of(sums)$f1)
  }
  k <- (ncol(sums) - 2) / 2
  n <- sums[, 1]
  r <- sums[, 2 + seq_len(k), drop = FALSE]
  c <- sums[, 2 + k + seq_len(k), drop = FALSE]
  expected <- (rowSums(r * c) + (n - rowSums(r)) * (n - rowSums(c))) / n^2
  kappa_of_shares(list(observed = sums[, 2] / n, expected = expected))
}

# The number of relations of both annotators.
relations_of_both <- function(sums, measure) {
  rowSums(if (startsWith(measure, "kappa")) sums[, -(1:2), drop = FALSE] else sums[, 1:2, drop = FALSE])
}

# The pseudo-documents of a posterior: relations agree as by chance, and perfectly.
relation_extremes <- function(measure) {
  if (!startsWith(measure, "kappa")) {
    return(found_or_not)
  }
  function(sums) {
    k <- (length(sums) - 2) / 2
    r <- sums[2 + seq_len(k)]
    c <- sums[2 + k + seq_len(k)]
    n <- sums[1]
    chance <- if (n > 0) (sum(r * c) + (n - sum(r)) * (n - sum(c))) / n else 0
    list(low = replace(sums, 2, chance), high = unname(c(n, n, (r + c) / 2, (r + c) / 2)))
  }
}

relation_rows_of <- function(x, relations, measure, what, ci) {
  if (what == "documents") {
    row <- relation_row(x, x$sums, measure)
    document <- list(document = vctrs::vec_slice(relations$documents, x$documents))
    return(tibble::new_tibble(c(document, as.list(row)), nrow = nrow(row)))
  }
  total <- lapply(x[c("n_1", "n_2", "found", "linked", "n_ends", "n_pairs")], sum)
  row <- relation_row(total, matrix(colSums(x$sums), 1), measure)
  n <- nrow(x$sums)
  row$n_documents <- n
  draws <- document_draws(ci, n)
  drawn <- if (!is.null(draws)) {
    relation_estimates(document_sums(draws, x$sums, relation_extremes(measure)), measure)
  }
  least <- if (startsWith(measure, "kappa")) -1 else 0
  limits <- document_interval(ci, row$estimate, drawn, relations_of_both(x$sums, measure), least)
  row[names(limits)] <- limits
  row
}

relation_row <- function(x, sums, measure) {
  n <- nrow(sums)
  none <- rep(NA_real_, n)
  estimate <- relation_estimates(sums, measure)
  lacking <- if (startsWith(measure, "kappa")) "no variation" else "no relations"
  tibble::new_tibble(list(
    coefficient = rep(measure, n), estimate = estimate, std.error = none, conf.low = none, conf.high = none,
    linked = ifelse(x$n_ends > 0, x$linked / x$n_ends, NA_real_), n_1 = as.integer(x$n_1), n_2 = as.integer(x$n_2),
    found = as.integer(x$found), n_pairs = as.double(x$n_pairs), n_documents = rep(1L, n),
    status = ifelse(is.na(estimate), lacking, "ok")
  ), nrow = n)
}

# The mean over pairs. Documents are left out, or drawn, for all pairs together.
mean_relation_row <- function(of_pairs, rows, annotators, measure, ci) {
  pairs <- draws_of_pairs(of_pairs, annotators, ci)
  row <- rows[1, ]
  row[c("annotator_1", "annotator_2")] <- NA
  row[c("n_1", "n_2", "found")] <- NA_integer_
  row[c("linked", "n_pairs")] <- NA_real_
  row$estimate <- mean_over_pairs(as.list(rows$estimate))
  row$status <- if (is.na(row$estimate)) rows$status[1] else "ok"
  row$n_documents <- pairs$n
  least <- if (startsWith(measure, "kappa")) -1 else 0
  figure <- function(sums) relation_estimates(sums, measure)
  size_of <- function(sums) relations_of_both(sums, measure)
  limits <- mean_interval(ci, pairs, row$estimate, figure, size_of, relation_extremes(measure), least)
  row[names(limits)] <- limits
  row
}
