#' Ratings of every mention of chains
#'
#' Converts the result of [as_chains()] to ratings, so that coefficients, intervals and diagnostics for sets can be
#' used for coreference: an item is a mention, and its rating is its chain, as a set of mentions.
#'
#' Each document is a cluster: intervals resample documents. With `distance = "jaccard"`, `"masi"`, `"dice"` or
#' `"passonneau"`, [krippendorff_alpha()] is the total of [chain_alpha()]. A chain of \eqn{k}{k} mentions is stored
#' \eqn{k}{k} times with \eqn{k}{k} members: for chains of thousands of mentions use [chain_alpha()].
#'
#' @param data The result of [as_chains()].
#' @param ... Passed on to [as_ratings()] of a data frame.
#' @return `accord_ratings`, see [as_ratings()], whose ratings are sets.
#' @section Missing and degenerate data:
#' A mention that an annotator did not mark is a missing rating; a singleton is a set of one.
#' @section Errors:
#' Those of [as_ratings()].
#' @seealso [chain_alpha()], [chain_agreement()]
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1", annotator = rep(c("ann", "bob"), each = 6), mention = 1:6,
#'   chain = c("a", "a", "a", "b", "b", NA, "x", "x", "y", "y", "y", NA)
#' )
#' ratings <- as_ratings(as_chains(marked))
#' krippendorff_alpha(ratings, distance = "masi", ci = ci_none())
as_ratings.accord_chains <- function(data, ...) {
  data <- whole_chains(data)
  if (length(data$mentions) == 0) {
    abort_accord("no_rows", c("Ratings of chains are of mentions.", x = "{.arg data} has no mention."))
  }
  rows <- as_tibble(data)
  item <- mention_names(rows)
  chain <- rep.int(seq_along(data$chains), diff(data$chain_start))
  sets <- unname(split(item, chain))[match(chain, unique(sort(chain)))]
  rows <- tibble::tibble(item = item, annotator = rows$annotator, chain = sets, document = rows$document)
  ratings <- as_ratings(rows, item = "item", rater = "annotator", rating = "chain", cluster = "document", ...)
  ratings$of_chains <- TRUE
  ratings
}

# Names of the form "document:mention". If a colon in an id would make two names equal, colons in documents are written
# as "\\:".
mention_names <- function(rows) {
  paste_names <- function(document) paste0(document, ":", id_text(rows$mention))
  document <- id_text(rows$document)
  item <- paste_names(document)
  n <- length(unique(group_ids(list(rows$document, rows$mention))$code))
  if (length(unique(item)) < n) paste_names(gsub("([\\\\:])", "\\\\\\1", document)) else item
}
