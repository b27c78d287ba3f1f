#' Check and prepare relations between spans
#'
#' `as_relations()` checks relations that annotators marked between spans, such as "works for" between a person and an
#' organization, or the heads of a dependency tree, and converts them to the object that [relation_agreement()] needs.
#'
#' @section Data:
#' * The results of [read_webanno()], [read_label_studio()], [read_doccano()] and [read_prodigy()], whose rows have
#'   `from` and `to`: the ids of spans (column `region`) or their places, such as `"0-7"`.
#' * The result of [read_brat()].
#' * A data frame of spans with a column `id`, and one of `relations` with the columns `document`, `annotator`, `from`,
#'   `to` and `label`, whose ends are these ids.
#' * Dependency trees: a data frame with a row per token and annotator, and the columns `document` (the sentence),
#'   `annotator`, `token` (1, 2, ...), `head` (a token, 0 for the root) and `label`, such as the result of
#'   [read_conll()] for CoNLL-U. With a column `form`, the words are compared too.
#'
#' @details The end of a relation is a place: annotations of an annotator at the same place are one end, so that stacked
#' spans, or spans of several layers, are not told apart. A relation marked twice counts once. In a dependency tree each
#' token is a position, and the root the position before the first one.
#'
#' @section Missing and bad data:
#' A row without a place or relation says that the annotator saw the document. A relation without a label (`NA`) has the
#' label `"(none)"`. It is an error if an end is not an annotation of the same annotator in the same document, if
#' relations of several layers are in one document, and, in trees, if annotators have different tokens in a sentence, a
#' token has several heads, or is its own head.
#'
#' @section Errors:
#' Those of [as_spans()], `accord_error_no_end`, `accord_error_bad_tree`, `accord_error_differing_tokens` and
#' `accord_error_not_relations`.
#'
#' @param data See section Data, or `accord_relations`.
#' @param ... For methods; must be empty otherwise.
#' @param document,annotator,label <[`tidy-select`][tidyselect::language]> Columns of a data frame, one each. The
#'   defaults are columns of these names, for `document` also `item`.
#' @param relations A data frame of relations, if they are not rows of `data`.
#' @return An object of class `accord_relations`, a list: the fields of [as_spans()] for the ends, `relation`, a tibble
#'   of numbers with `document`, `annotator`, `from`, `to` (rows of `span`) and `label` (in `relation_labels`), and
#'   `rooted`, whether the first position of each document is the root of a tree.
#' @seealso [relation_agreement()]
#' @export
#' @examples
#' spans <- data.frame(
#'   document = "d1", annotator = rep(c("ann", "bob"), each = 3), id = c("T1", "T2", "T3"),
#'   start = c(0, 9, 20), end = c(4, 14, 25), label = c("PER", "ORG", "LOC")
#' )
#' relations <- data.frame(
#'   document = "d1", annotator = c("ann", "ann", "bob"),
#'   from = c("T1", "T2", "T1"), to = c("T2", "T3", "T2"),
#'   label = c("works for", "is in", "works for")
#' )
#' as_relations(spans, relations = relations)
as_relations <- function(data, ...) {
  UseMethod("as_relations")
}

#' @rdname as_relations
#' @export
as_relations.data.frame <- function(data, document, annotator, label, ..., relations = NULL) {
  check_no_dots(...)
  check_not_empty(data)
  quos <- list(
    document = rlang::enquo(document), annotator = rlang::enquo(annotator), label = rlang::enquo(label)
  )
  columns <- function(data, names) {
    at <- Map(function(quo, what) select_one(default_column(quo, what, data), data, what), quos[names], names)
    lapply(at, function(at) plain_column(data[[at]], names(data)[at]))
  }
  ids <- c("document", "annotator")
  if (is.null(relations) && all(c("token", "head") %in% names(data))) {
    tree <- intersect(c("token", "head", "form"), names(data))
    return(tree_relations(c(columns(data, c(ids, "label")), as.list(data[tree]))))
  }
  if (is.null(relations)) {
    check_relation_columns(data, c("start", "end", "from", "to"), "data")
    related <- !is.na(data$from) | !is.na(data$to)
    all <- c(columns(data, c(ids, "label")), as.list(data[c("start", "end", "from", "to")]))
    all$id <- data[["region"]] %||% data[["id"]]
    check_one_layer(data[setdiff(names(data), names(all))], all$document, related, "Relations")
    part <- function(which, names) lapply(all[intersect(names, names(all))], vctrs::vec_slice, which)
    relations <- part(related, c(ids, "from", "to", "label"))
    # All rows say who saw what.
    ends <- part(seq_len(nrow(data)), c(ids, "start", "end", "id"))
    return(relations_of(ends, relations))
  }
  check_relation_columns(data, c("id", "start", "end"), "data")
  check_relation_columns(relations, c("from", "to"), "relations")
  relations_of(
    c(columns(data, ids), as.list(data[c("id", "start", "end")])),
    c(columns(relations, c(ids, "label")), as.list(relations[c("from", "to")]))
  )
}

#' @rdname as_relations
#' @export
as_relations.accord_brat <- function(data, ...) {
  check_no_dots(...)
  spans <- data$spans
  seen <- data$files[c("document", "annotator")]
  more <- rep(NA_real_, nrow(seen))
  ends <- list(
    document = c(spans$document, seen$document), annotator = c(spans$annotator, seen$annotator),
    id = c(spans$id, as.character(more)), start = c(spans$start, more), end = c(spans$end, more)
  )
  relations <- data$relations
  relations_of(ends, list(
    document = relations$document, annotator = relations$annotator, from = relations$from, to = relations$to,
    label = relations$type
  ))
}

#' @rdname as_relations
#' @export
as_relations.accord_relations <- function(data, ...) {
  check_no_dots(...)
  data
}

#' @export
as_relations.default <- function(data, ...) {
  check_given(data, "data")
  abort_accord(
    "not_relations",
    c(
      "Relations come from a reader, such as {.fn read_webanno}, or a data frame.",
      x = "{.arg data} is {.obj_type_friendly {data}}."
    )
  )
}

#' @export
print.accord_relations <- function(x, ...) {
  cli::cat_line(cli::format_inline(
    "<relations> {nrow(x$relation)} relation{?s} between {nrow(x$span)} span{?s} in {length(x$documents)} ",
    "document{?s} by {length(x$annotators)} annotator{?s}"
  ))
  if (length(x$relation_labels)) {
    cli::cat_line(cli::format_inline("  labels: {.val {first_few(x$relation_labels)}}"))
  }
  invisible(x)
}

check_relation_columns <- function(data, needed, arg) {
  lacking <- setdiff(needed, names(data))
  if (!is.data.frame(data)) abort_argument(data, arg, "a data frame")
  if (length(lacking)) {
    abort_accord(
      "missing_column",
      c(
        "Relations need the columns {.var {needed}} of {.arg {arg}}.",
        x = "{length(lacking)} of them {?does/do} not exist: {.var {lacking}}.",
        i = "{.help [?as_relations](accord::as_relations)} describes the data."
      ),
      columns = lacking
    )
  }
}

# `ends`: document, annotator, start, end, and `id`, or none if relations name places. `relations`: document, annotator,
# from, to, label.
relations_of <- function(ends, relations, rooted = FALSE) {
  place <- ends[c("document", "annotator", "start", "end")]
  spans <- build_spans(place, NULL, closed = FALSE, from = 0, seen = "row", duplicates = "first")
  code <- function(x) {
    list(
      match(id_text(x$document), id_text(spans$documents)), match(id_text(x$annotator), id_text(spans$annotators))
    )
  }
  key <- function(x, name) do.call(paste, c(code(x), list(name), sep = "\r"))
  marked <- which(!is.na(ends$start))
  name <- if (is.null(ends$id)) sprintf("%.0f-%.0f", ends$start, ends$end) else id_text(ends$id)
  known <- key(ends, name)[marked]
  row <- vctrs::vec_match(
    data.frame(code(ends), ends$start, ends$end)[marked, ] |> rlang::set_names(1:4),
    data.frame(spans$span[c("document", "annotator", "start", "end")]) |> rlang::set_names(1:4)
  )
  end_of <- function(column) row[match(key(relations, id_text(relations[[column]])), known)]
  from <- end_of("from")
  to <- end_of("to")
  bad <- which(is.na(from) | is.na(to))
  if (length(bad)) {
    shown <- utils::head(bad, 5)
    places <- sprintf(
      "%s to %s (%s, %s)", id_text(relations$from)[shown], id_text(relations$to)[shown],
      id_text(relations$document)[shown], id_text(relations$annotator)[shown]
    )
    abort_accord(
      "no_end",
      c(
        "Both ends of a relation must be annotations of its annotator in its document.",
        x = "{length(bad)} relation{?s} {?has/have} an end that does not exist: {first_few(places)}.",
        i = "If a reader was told which layers or controls to keep, keep those of the ends too."
      ),
      n = length(bad)
    )
  }
  label <- span_labels(relations$label, seq_along(from))
  at <- code(relations)
  relation <- unique(tibble::tibble(
    document = at[[1]], annotator = at[[2]], from = from, to = to, label = as.integer(label$code)
  ))
  spans$relation <- relation[do.call(order, c(unname(as.list(relation)), method = "radix")), ]
  spans$relation_labels <- as.character(label$values)
  spans$rooted <- rooted
  structure(unclass(spans), class = "accord_relations")
}

# Trees as relations from the head to the token: the root is position 0, and a token the position of its number.
tree_relations <- function(x) {
  numbers <- function(x, what) {
    if (!is.numeric(x) || anyNA(x) || any(x != round(x))) abort_argument(x, what, "whole numbers, without gaps")
    as.double(x)
  }
  token <- numbers(x$token, "token")
  head <- numbers(x$head, "head")
  check_trees(x, token, head)
  key <- data.frame(x[c("document", "annotator")])
  roots <- unique(key)
  ends <- lapply(rlang::set_names(names(key)), function(name) vctrs::vec_c(key[[name]], roots[[name]]))
  ends$start <- c(token, rep(0, nrow(roots)))
  ends$end <- ends$start + 1
  place <- function(x) sprintf("%.0f-%.0f", x, x + 1)
  relations_of(ends, c(x[c("document", "annotator", "label")], list(from = place(head), to = place(token))), TRUE)
}

check_trees <- function(x, token, head) {
  key <- group_ids(list(x$document, x$annotator))$code
  bad <- which(token < 1 | head < 0 | head == token | duplicated(data.frame(key, token)))
  if (length(bad)) {
    places <- sprintf("row %d (token %.0f, head %.0f)", bad, token[bad], head[bad])
    advice <- if (any(token == 0)) {
      "Tokens are counted from 0: add 1 to {.var token} and to {.var head}, so that the head of a root is 0."
    } else if (all(head[bad] == token[bad])) {
      "A root has itself as its head: write 0 there."
    } else if (any(head < 0)) {
      "The head of a root is 0, not a negative number."
    } else {
      "A token has several rows: leave out words of several tokens (1-2) and empty ones (1.1)."
    }
    abort_accord(
      "bad_tree",
      c(
        "Each token, from 1 on, must have one head: another token, or 0 for the root.",
        x = "{length(bad)} row{?s} {?differs/differ}: {first_few(places)}.",
        i = advice
      ),
      rows = bad
    )
  }
  beyond <- which(head > stats::ave(token, key, FUN = max))
  if (length(beyond)) {
    shown <- utils::head(beyond, 5)
    sentence <- id_text(x$document)[shown]
    places <- sprintf("row %d (%s, token %.0f, head %.0f)", shown, sentence, token[shown], head[shown])
    abort_accord(
      "bad_tree",
      c(
        "A head must be a token of the same sentence, or 0 for the root.",
        x = "{length(beyond)} head{?s} {?is/are} beyond the last token of the sentence: {first_few(places)}."
      ),
      rows = beyond
    )
  }
  # Words that differ at a token, or tokens that not all annotators of the sentence have.
  document <- id_text(x$document)
  form <- if (is.null(x$form)) rep("", length(token)) else id_text(x$form)
  people <- table(document[!duplicated(key)])
  at <- group_ids(list(document, token))$code
  word <- group_ids(list(at, form))$code
  several <- tabulate(at[!duplicated(word)])[at] > 1
  lacking <- tabulate(at)[at] < as.vector(people[document])
  differing <- unique(document[several | lacking])
  if (length(differing)) {
    first <- match(TRUE, several | lacking)
    words <- if (several[first]) unique(form[at == at[first]]) else character()
    abort_accord(
      "differing_tokens",
      c(
        "Annotators of a sentence must have the same tokens.",
        x = "{length(differing)} sentence{?s} {?has/have} others: {.val {first_few(differing)}}.",
        x = if (length(words)) "Token {token[first]} of {.val {differing[1]}} is {.val {words}}.",
        x = if (!length(words)) "Not all annotators of {.val {differing[1]}} have token {token[first]}.",
        i = "Leave these sentences out, and say so."
      ),
      documents = differing
    )
  }
}
