# Which annotators are compared, and in which documents.

# One object with the annotators of both, and the pairs of annotators to compare: all pairs of
# `a`, or each of `a` with each of `b`.
chain_sides <- function(a, b, ordered, args = c("data", "other")) {
  a <- as_side(a, args[1])
  if (is.null(b)) {
    n <- length(a$annotators)
    check_two_annotators(a)
    all <- expand.grid(second = seq_len(n), first = seq_len(n))
    keep <- if (ordered) all$first != all$second else all$first < all$second
    return(list(chains = a, first = all$first[keep], second = all$second[keep]))
  }
  b <- as_side(b, args[2])
  check_distinct_annotators(a, b, args)
  both <- build_chains(as.list(rbind_chains(a, b)), "error")
  at <- function(x) match(id_text(x$annotators), id_text(both$annotators))
  all <- expand.grid(second = at(b), first = at(a))
  list(chains = both, first = all$first, second = all$second)
}

# Told by the name that the argument has in the verb.
as_side <- function(x, arg) {
  if (missing(x)) abort_no_chains(arg = arg)
  tryCatch(as_chains(x), accord_error_not_chains = function(cnd) abort_no_chains(x, arg))
}

# Parts without a mention have a row too, or they would get lost.
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
  # Names of chains count within an annotator only.
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

# The parts of the documents that both annotators of a pair have: `pair`, `document`, and the
# parts `first` and `second`, sorted by pair, then by document.
common_parts <- function(sides) {
  chains <- sides$chains
  n_documents <- length(chains$documents)
  part_of <- matrix(NA_integer_, n_documents, length(chains$annotators))
  part_of[cbind(chains$part_document, chains$part_annotator)] <- seq_along(chains$part_document)
  pair <- rep(seq_along(sides$first), each = n_documents)
  document <- rep(seq_len(n_documents), length(sides$first))
  first <- part_of[cbind(document, sides$first[pair])]
  second <- part_of[cbind(document, sides$second[pair])]
  keep <- !is.na(first) & !is.na(second)
  lapply(list(pair = pair, document = document, first = first, second = second), `[`, keep)
}

# Documents that only one annotator has take part in no pair.
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
