# Sets of labels in one text, of which some have the same labels in another order: without a separator each order is a
# category of its own.

# Returns NULL, or the `mark` between the parts of texts that differ in the order of their parts only; `pair`, two of
# these; and `n`, how many there are. Numbers with a decimal comma have no parts.
two_orders <- function(x) {
  texts <- unique(x[!is.na(x)])
  if (length(texts) > MANY_TEXTS || sum(grepl(STRONG_MARKS, texts)) < 2) {
    return(NULL)
  }
  texts <- texts[validUTF8(texts)]
  marks <- unique(unlist(regmatches(texts, gregexpr(STRONG_MARKS, texts))))
  # A comma may also stand within a label, as in "Doe, Jane; Roe, Ann".
  for (mark in marks[order(marks %in% c(",", "&", "+"), marks, method = "radix")]) {
    own <- texts[grepl(mark, texts, fixed = TRUE)]
    if (mark == ",") own <- own[!grepl("^\\s*[-+]?[0-9]+,[0-9]+\\s*$", own)]
    parts <- lapply(strsplit(own, mark, fixed = TRUE), trimws)
    several <- vapply(parts, function(part) length(part) > 1 && all(part != ""), NA)
    own <- own[several]
    if (length(own) == 0 || are_scores(parts[several], mark, texts)) next
    in_order <- vapply(parts[several], function(part) paste(sort(part, method = "radix"), collapse = "\r"), "")
    written <- vapply(parts[several], paste, "", collapse = "\r")
    same <- split(seq_along(own), factor(in_order, unique(in_order)))
    orders <- lapply(same, function(at) at[!duplicated(written[at])])
    orders <- orders[lengths(orders) > 1]
    if (length(orders)) {
      return(list(mark = whole_mark(own, mark), pair = own[orders[[1]][1:2]], n = sum(lengths(orders))))
    }
  }
  NULL
}

# The mark with the blanks beside it, if they are the same everywhere.
whole_mark <- function(texts, mark) {
  found <- unique(unlist(regmatches(texts, gregexpr(sprintf(" *\\Q%s\\E *", mark), texts, perl = TRUE))))
  if (length(found) == 1) found else mark
}

# Stops for such texts. `columns`: those of the ratings, with their names, if there are any.
check_orders <- function(ratings, columns = NULL) {
  values <- ratings$categories
  found <- if (is.character(values) && is.null(ratings$sets)) two_orders(values)
  if (is.null(found)) {
    return(invisible())
  }
  code <- paste("separator =", encodeString(found$mark, quote = "\""))
  keep <- if (length(values) <= 15) {
    paste("categories =", vector_code(encodeString(values, quote = "\"")))
  } else if (length(columns) == 1) {
    name <- paste0(typed_data(), "$", column_code(names(columns)))
    sprintf("categories = sort(unique(%s))", name)
  }
  having <- names(columns)[vapply(columns, function(x) any(as.character(x) %in% found$pair), NA)]
  abort_orders(found, having, if (is.null(ratings$remote)) code else paste("dplyr::collect(), then", code), keep, code)
}

# `code` and `keep`: the arguments that are right if these are sets, or if their order matters.
abort_orders <- function(found, columns, code, keep, advice = code) {
  abort_accord(
    "separator",
    c(
      "Labels of a set in another order are the same set, which takes a {.arg separator}.",
      x = if (length(columns)) {
        "Column{cli::qty(length(columns))}{?/s} {.var {first_few(columns)}}: {found$n} values differ in the order of \\
         their parts only, such as {.val {found$pair}}."
      } else {
        "{found$n} values differ in the order of their parts only, such as {.val {found$pair}}."
      },
      i = "If the parts are labels, use {.code {code}}.",
      i = if (is.null(keep)) "If their order matters, name all {.arg categories}.",
      i = if (!is.null(keep)) "If their order matters, use {.code {keep}}."
    ),
    separator = found$mark, values = found$pair, columns = columns, advice = advice
  )
}
