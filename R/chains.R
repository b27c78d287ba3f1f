#' Check and prepare coreference chains
#'
#' `as_chains()` checks annotations of coreference, that is, mentions grouped into chains, and converts them to the
#' object from which [chain_agreement()], [coref_scores()] and [chain_alpha()] are computed.
#'
#' @section Mentions and chains:
#' A mention is identified by a value that is the same for all annotators, such as its offsets: two annotators marked
#' the same mention if the values are equal. A chain contains the mentions that refer to the same thing; its name is
#' valid only within a document and an annotator. A mention with `NA` as its chain is a singleton, and so is the only
#' mention of a chain.
#'
#' From [read_brat()] a mention is the type and the offsets of a text-bound annotation, such as `"Mention 14 18"`, and
#' a chain is a line of equivalences of the given `type`, named `C1`, `C2`, … in the order of the file; text-bound
#' annotations in no such line are singletons. From [read_conll()] a mention is its first and last token in the
#' document, and a chain the number in the file.
#'
#' @section Missing, repeated and bad data:
#' A row without a mention (`NA`) says that the annotator saw the document and marked nothing in it. A document or
#' annotator that is `NA` is an error. Each annotator may mark a mention once in a document: a mention in two chains,
#' or twice in one, is an error that names both, unless `duplicates = "first"` keeps the first one in the order of the
#' rows, as the reference scorer of the CoNLL shared tasks does for the response. Both cannot be kept: the measures are
#' defined for chains that share no mention. A plural such as "they" needs a chain of its own.
#'
#' @section Errors:
#' `accord_error_duplicate_mention`, `accord_error_several_layers` (chains of several layers of [read_webanno()] in one
#' document), `accord_error_missing_id`, `accord_error_missing_column`, `accord_error_list_column`,
#' `accord_error_no_rows`, `accord_error_not_chains` and `accord_error_argument`.
#'
#' @param data The result of [read_brat()], [read_conll()] or [read_webanno()], a data frame with a row per mention and
#'   annotator, or `accord_chains`.
#' @param ... For methods; must be empty otherwise.
#' @param document,annotator,mention,chain <[`tidy-select`][tidyselect::language]> Columns of a data
#'   frame, one each. The defaults are columns of these names, for `document` also `item`.
#' @param type The type of the equivalences that are chains.
#' @param duplicates What to do when an annotator marked a mention more than once: stop (`"error"`) or
#'   use the `"first"`.
#'
#' @return An object of class `accord_chains`, a list. `documents`, `annotators`, `mentions` and `chains` hold the
#'   ids. The mentions of document `d` are numbers from `document_start[d]` to `document_start[d + 1] - 1`, counted
#'   from 0. A part is the annotation of one document by one annotator, `part_document` and `part_annotator`; its
#'   chains are those from `part_start[p]` to `part_start[p + 1] - 1`, counted from 0, and `chain_start` gives in the
#'   same way the positions in `mention` of the numbers of a chain's mentions. Documents, annotators, mentions, and
#'   chains by their first mention, are in sorted order, so that nothing depends on the order of the rows.
#'   `tibble::as_tibble()` returns the mentions, one row each.
#' @seealso [chain_agreement()], [coref_scores()], [chain_alpha()]; `vignette("coreference")`.
#' @export
#' @examples
#' marked <- data.frame(
#'   document = "d1",
#'   annotator = rep(c("ann", "bob"), c(5, 4)),
#'   mention = c("Ruth", "she", "her", "Naomi", "the field", "Ruth", "she", "her", "Naomi"),
#'   chain = c("r", "r", "r", NA, NA, "r", "r", "n", "n")
#' )
#' chains <- as_chains(marked)
#' chains
#' chain_agreement(chains)
as_chains <- function(data, ...) {
  UseMethod("as_chains")
}

#' @rdname as_chains
#' @export
as_chains.data.frame <- function(data, document, annotator, mention, chain, ..., duplicates = "error") {
  check_no_dots(...)
  columns <- list(
    document = rlang::enquo(document), annotator = rlang::enquo(annotator),
    mention = rlang::enquo(mention), chain = rlang::enquo(chain)
  )
  check_not_empty(data)
  at <- Map(function(quo, what) {
    select_one(default_column(quo, what, data), data, what)
  }, columns, names(columns))
  columns <- Map(function(at, what) plain_column(data[[at]], what), at, names(at))
  check_one_layer(
    data[setdiff(names(data), names(data)[unlist(at)])], columns$document, !is.na(columns$mention), "Chains"
  )
  build_chains(columns, duplicates)
}

#' @rdname as_chains
#' @export
as_chains.accord_brat <- function(data, ..., type = "Coreference", duplicates = "error") {
  check_no_dots(...)
  build_chains(brat_chains(data, type), duplicates)
}

#' @rdname as_chains
#' @export
as_chains.accord_chains <- function(data, ...) {
  check_no_dots(...)
  whole_chains(data)
}

#' @export
as_chains.default <- function(data, ...) abort_no_chains(data, "data")

abort_no_chains <- function(x, arg) {
  abort_accord(
    "not_chains",
    c(
      "Chains come from {.fn read_brat}, {.fn read_conll}, or a data frame with a row per mention.",
      x = if (missing(x)) "{.arg {arg}} is missing." else "{.arg {arg}} is {.obj_type_friendly {x}}.",
      i = if (!missing(x) && inherits(x, "tbl_lazy")) "Call {.fn dplyr::collect} first."
    )
  )
}

#' @importFrom tibble as_tibble
#' @export
as_tibble.accord_chains <- function(x, ...) {
  x <- whole_chains(x)
  chain <- rep.int(seq_along(x$chains), diff(x$chain_start))
  part <- rep.int(seq_along(x$part_document), diff(x$part_start))[chain]
  tibble::tibble(
    document = vctrs::vec_slice(x$documents, x$part_document[part]),
    annotator = vctrs::vec_slice(x$annotators, x$part_annotator[part]),
    mention = vctrs::vec_slice(x$mentions, x$mention + 1L),
    chain = vctrs::vec_slice(x$chains, chain)
  )
}

#' @export
print.accord_chains <- function(x, ...) {
  x <- whole_chains(x)
  sizes <- diff(x$chain_start)
  mentions <- tabulate(x$part_annotator[rep.int(seq_along(x$part_document), part_mentions(x))],
    nbins = length(x$annotators)
  )
  cli::cat_line(cli::format_inline(
    "<chains> {length(x$documents)} document{?s}, {length(x$annotators)} annotator{?s}, ",
    "{length(x$mentions)} different mention{?s}"
  ))
  cli::cat_line(cli::format_inline(
    "{sum(sizes > 1)} chain{?s} of two or more mentions, {sum(sizes == 1)} singleton{?s}"
  ))
  shown <- utils::head(seq_along(x$annotators), 6)
  each <- paste(mentions[shown], "by", id_text(x$annotators)[shown], recycle0 = TRUE)
  if (length(each)) cli::cat_line(strwrap(paste("mentions:", toString(each)), getOption("width") - 1))
  invisible(x)
}

part_mentions <- function(x) {
  x$chain_start[x$part_start[-1] + 1L] - x$chain_start[utils::head(x$part_start, -1) + 1L]
}

#' @export
tidy.accord_chains <- function(x, ...) abort_not_result("tidy", "chains", "chain_agreement")

#' @export
glance.accord_chains <- function(x, ...) abort_not_result("glance", "chains", "chain_agreement")

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_chains <- function(object, ...) {
  abort_no_plot("Coreference chains have", c("chain_agreement", "coref_scores", "chain_alpha"))
}

#' @rdname autoplot.accord
#' @export
plot.accord_chains <- function(x, ...) autoplot.accord_chains(x)

not_coefficients.accord_chains <- function(x) cli::format_inline("chains, of {.fn as_chains}")
