# Checks of a chains object that users may have changed; ?as_chains describes the fields.

CHAINS_FIELDS <- c(
  "documents", "annotators", "mentions", "chains", "document_start", "part_document", "part_annotator", "part_start",
  "chain_start", "mention"
)

# Returns the chains if they are valid; otherwise stops.
whole_chains <- function(x) {
  check <- field_checker("the chains", "as_chains")
  check_object_fields(x, CHAINS_FIELDS, check)
  check("documents", ids_fault(x$documents))
  check("annotators", ids_fault(x$annotators))
  for (field in c("mentions", "chains")) {
    check(field, if (!is.atomic(x[[field]])) type_fault(x[[field]], "a vector of ids") else column_fault(x[[field]]))
  }
  n_chains <- length(x$chains)
  n_parts <- length(x$part_document)
  check("document_start", starts_fault(x$document_start, length(x$mentions), "mention"))
  check("document_start", size_fault(x$document_start[-1], length(x$documents), "document"))
  check("part_document", codes_fault(x$part_document, length(x$documents), 1L, n_parts, "part"))
  check("part_annotator", codes_fault(x$part_annotator, length(x$annotators), 1L, n_parts, "part"))
  check("part_start", starts_fault(x$part_start, n_chains, "chain"))
  check("part_start", size_fault(x$part_start[-1], n_parts, "part"))
  check("chain_start", starts_fault(x$chain_start, length(x$mention), "mention of chains"))
  check("chain_start", size_fault(x$chain_start[-1], n_chains, "chain"))
  check("mention", codes_fault(x$mention, length(x$mentions), 0L, length(x$mention), "mention of chains"))
  check_whole_parts(x, check)
  x
}

# Each annotator has one part per document, whose mentions belong to the document and are each in one chain. Parts are
# sorted, and so are the mentions of a chain.
check_whole_parts <- function(x, check) {
  check("part_document", order_fault(list(x$part_document, x$part_annotator)))
  chain <- rep.int(seq_along(x$chains), diff(x$chain_start))
  part <- rep.int(seq_along(x$part_document), diff(x$part_start))[chain]
  document <- x$part_document[part]
  outside <- which(x$mention < x$document_start[document] | x$mention >= x$document_start[document + 1L])
  check("mention", if (length(outside)) {
    paste("has a mention of another document at place", big(outside[1]))
  })
  check("chain_start", if (any(diff(x$chain_start) == 0)) "has a chain without mentions")
  check("mention", order_fault(list(chain, x$mention)))
  twice <- anyDuplicated(as.double(part) * length(x$mentions) + x$mention)
  check("mention", if (twice > 0) {
    paste("has a mention of an annotator for the second time at place", big(twice))
  })
}
