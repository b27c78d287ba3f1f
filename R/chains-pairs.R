# Determines which annotators are compared, and in which documents.

# Returns one object with the annotators of both `a` and `b`, and the pairs of annotators to compare: all pairs of `a`,
# or each of `a` with each of `b`.
chain_sides <- function(a, b, ordered, args = c("data", "other")) {
  both <- joined_chains(a, b, args)
  n <- length(both$a)
  # Lists, for each first annotator of a pair, the annotators who come second.
  partners <- if (!is.null(b)) {
    rep(list(both$b), n)
  } else if (ordered) {
    lapply(seq_len(n), function(i) seq_len(n)[-i])
  } else {
    lapply(seq_len(n), function(i) seq_len(n)[-seq_len(i)])
  }
  list(chains = both$chains, first = rep.int(both$a, lengths(partners)), second = unlist(partners))
}

# Returns the combined chains, and the positions of the annotators of `a` and `b` in them.
joined_chains <- function(a, b, args = c("data", "other")) {
  a <- as_side(a, args[1])
  if (is.null(b)) {
    check_two_annotators(a)
    return(list(chains = a, a = seq_along(a$annotators)))
  }
  b <- as_side(b, args[2])
  check_distinct_annotators(a, b, args)
  both <- build_chains(as.list(rbind_chains(a, b)), "error")
  at <- function(x) match(id_text(x$annotators), id_text(both$annotators))
  list(chains = both, a = at(a), b = at(b))
}

# Errors name the argument of the verb that the user called.
as_side <- function(x, arg) {
  if (missing(x)) abort_no_chains(arg = arg)
  tryCatch(as_chains(x), accord_error_not_chains = function(cnd) abort_no_chains(x, arg))
}

# Parts without a mention are kept as rows with a missing mention, since they would otherwise be lost.
rbind_chains <- function(a, b) {
  rows <- function(x) {
    empty <- part_mentions(x) == 0
    vctrs::vec_rbind(as_tibble(x), tibble::tibble(
      document = vctrs::vec_slice(x$documents, x$part_document[empty]),
      annotator = vctrs::vec_slice(x$annotators, x$part_annotator[empty])
    ))
  }
  a <- rows(a)
  b <- rows(b)
  # Names of chains are compared only within an annotator, so that names of any type can be converted to text.
  a$chain <- as.character(a$chain)
  b$chain <- as.character(b$chain)
  for (column in c("document", "annotator", "mention")) {
    both <- alike_ids(a[[column]], b[[column]])
    a[[column]] <- both[[1]]
    b[[column]] <- both[[2]]
  }
  vctrs::vec_rbind(a, b)
}

check_two_annotators <- function(chains) {
  n <- length(chains$annotators)
  if (n < 2) {
    abort_accord(
      "one_annotator",
      c(
        "Agreement needs two annotators.",
        x = "{n} annotator{?s} {?was/were} found: {.val {first_few(chains$annotators)}}.",
        i = "Give the chains of another annotator too."
      ),
      annotators = chains$annotators
    )
  }
}

check_distinct_annotators <- function(a, b, args) {
  twice <- intersect(id_text(a$annotators), id_text(b$annotators))
  if (length(twice)) {
    abort_accord(
      "duplicate_annotator",
      c(
        "The annotators of {.arg {args[1]}} and {.arg {args[2]}} must have different names.",
        x = "{length(twice)} {?is/are} in both: {.val {twice}}.",
        i = "Name them when reading, as in {.code read_brat(c(ann = \"folder\"))}."
      ),
      annotators = twice
    )
  }
}

# Returns the parts of documents that both annotators of a pair have: `pair`, `document`, and the parts `first` and
# `second`, sorted by pair and document. Parts are sorted by document and compared only within it, so that annotators
# without a common document cost no time.
common_parts <- function(sides) {
  chains <- sides$chains
  document <- chains$part_document
  in_document <- tabulate(document, length(chains$documents))
  start <- cumsum(c(1L, in_document))[document]
  first <- rep.int(seq_along(document), in_document[document])
  second <- sequence(in_document[document], start)
  key <- function(x, y) x * (length(chains$annotators) + 1) + y
  annotator <- chains$part_annotator
  pair <- match(key(annotator[first], annotator[second]), key(sides$first, sides$second))
  sorted <- order(pair, document[first], method = "radix")
  sorted <- sorted[seq_len(sum(!is.na(pair)))]
  first <- first[sorted]
  list(pair = pair[sorted], document = document[first], first = first, second = second[sorted])
}

# Warns about documents that only one annotator has, which are in no pair.
warn_left_out <- function(chains, document) {
  left_out <- setdiff(seq_along(chains$documents), document)
  if (length(left_out)) {
    ids <- as.character(chains$documents[left_out])
    warn_accord(
      "left_out",
      c(
        "Documents that only one of the annotators has are left out.",
        x = "{length(ids)} of {length(chains$documents)} document{?s}: {.val {first_few(ids)}}."
      ),
      documents = chains$documents[left_out]
    )
  }
}
