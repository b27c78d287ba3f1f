# Builds the object of chains from rows of mentions; all ways of entering chains end here.

# `columns`: vectors of equal length: document, annotator, mention and chain.
build_chains <- function(columns, duplicates) {
  check_choice(duplicates, c("error", "first"), "duplicates")
  for (id in c("document", "annotator")) check_ids_given(columns[[id]], "mention", id)
  document <- sorted_ids(columns$document)
  annotator <- sorted_ids(columns$annotator)
  parts <- sorted_ids(list(document$code, annotator$code))

  marked <- which(!is.na(columns$mention))
  mention <- sorted_ids(list(document$code[marked], vctrs::vec_slice(columns$mention, marked)))
  part <- parts$code[marked]
  chain <- vctrs::vec_slice(columns$chain, marked)
  # Among rows of the same mention the earliest comes first.
  rows <- order(part, mention$code, method = "radix")
  part <- part[rows]
  code <- mention$code[rows]
  chain <- vctrs::vec_slice(chain, rows)
  again <- which(diff(part) == 0 & diff(code) == 0) + 1L
  if (length(again)) {
    if (duplicates == "error") {
      abort_duplicate_mention(again, lapply(columns, vctrs::vec_slice, marked[rows]))
    }
    part <- part[-again]
    code <- code[-again]
    chain <- vctrs::vec_slice(chain, -again)
  }
  # Chains are numbered in order of appearance: by part, then by their first mention.
  id <- group_ids(list(part, chain_codes(chain)))
  by_chain <- order(id$code, method = "radix")
  structure(
    list(
      documents = document$values,
      annotators = annotator$values,
      mentions = mention$values[[2]],
      chains = vctrs::vec_slice(chain, match(seq_along(id$values[[1]]), id$code)),
      document_start = starts(mention$values[[1]], length(document$values)),
      part_document = parts$values[[1]],
      part_annotator = parts$values[[2]],
      part_start = starts(id$values[[1]], length(parts$values[[1]])),
      chain_start = starts(id$code, length(id$values[[1]])),
      mention = code[by_chain] - 1L
    ),
    class = "accord_chains"
  )
}

# Returns a number per chain; each singleton without a chain id gets its own.
chain_codes <- function(chain) {
  code <- group_ids(chain)$code
  alone <- which(is.na(chain))
  code[alone] <- max(code, 0L) + seq_along(alone)
  code
}

# Returns the start of each of n groups, counted from 0, followed by the end of the last one.
starts <- function(code, n) {
  c(0L, cumsum(tabulate(code, nbins = n)))
}

# `again`: rows, sorted by mention, whose mention is the same as in the row before.
abort_duplicate_mention <- function(again, columns) {
  few <- utils::head(again, 3)
  name <- function(rows) {
    chain <- as.character(columns$chain[rows])
    ifelse(is.na(chain), "no chain", paste("chain", chain))
  }
  one <- name(few - 1L)
  two <- name(few)
  where <- ifelse(one == two, paste("twice in", one), paste("in", one, "and in", two))
  found <- paste0(
    columns$mention[few], " (document ", columns$document[few], ", annotator ",
    columns$annotator[few], ") is ", where
  )
  abort_accord(
    "duplicate_mention",
    c(
      "An annotator may mark a mention once in a document.",
      x = "{length(again)} mention{?s} {?is/are} repeated.",
      rlang::set_names(as_written(found), "x"),
      i = "Remove what is wrong, or use the first with {.code duplicates = \"first\"}."
    ),
    mention = unique(columns$mention[again]),
    chains = cbind(one, two)
  )
}
