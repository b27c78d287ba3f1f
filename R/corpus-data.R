# Extracts the parts of a corpus from the data frame.

# Returns a list: `item` and `rater` (ids as from group_ids()), the names of their columns, `columns` with a value per
# item, `answers` and `confidence` with a value per row, and whether a row has all required answers.
corpus_data <- function(data, columns) {
  check_data_frame(data, "item and rater")
  check_not_empty(data)
  item <- select_one(columns$item, data, "item")
  rater <- select_one(columns$rater, data, "rater")
  answers <- select_columns(columns$answers, data, "answers")
  check_some_answers(answers)
  confidence <- select_one(columns$confidence, data, "confidence", optional = TRUE)
  if (!is.null(confidence)) check_numeric_columns(unclass(data)[confidence], "confidence")
  of_item <- select_columns(columns$columns, data, "columns")
  required <- if (rlang::quo_is_null(columns$required)) {
    c(answers[1], confidence)
  } else {
    select_columns(columns$required, data, "required")
  }
  take <- function(at) rlang::set_names(unclass(data)[at], names(at))
  answers <- take(c(answers, confidence[!confidence %in% answers]))
  answers <- lapply(answers, answer_column, "answers")
  of_item <- lapply(take(of_item), plain_column, "columns")
  ids <- list(item = column_ids(data[[item]], "item"), rater = column_ids(data[[rater]], "rater"))
  check_corpus_rows(ids, answers)
  first <- which(!duplicated(ids$item$code))
  c(ids, list(
    id_names = c(names(item), names(rater)),
    columns = lapply(per_item(of_item, ids$item, first), vctrs::vec_slice, first),
    answers = answers,
    confidence = if (!is.null(confidence)) as.double(data[[confidence]]),
    answered = Reduce(`&`, lapply(take(required), function(x) {
      !no_answer(if (is.list(x)) answer_column(x, "required") else x)
    }), rep(TRUE, nrow(data)))
  ))
}

# A consensus has no single ratings, and its columns differ from those of the data.
check_corpus_source <- function(data) {
  check_given(data, "data")
  if (!inherits(data, "accord_consensus")) return()
  abort_accord(
    "argument",
    c(
      "{.arg data} must have a row per item and rater.",
      x = "It is a result of {.fn consensus}.",
      i = "Give the ratings as {.arg data}, and this result as {.arg labels}."
    ),
    argument = "data"
  )
}

check_some_answers <- function(answers) {
  if (length(answers) == 0) {
    abort_accord(
      "argument",
      c("{.arg answers} must select one column or more.", x = "It selects none."),
      argument = "answers"
    )
  }
}

# Applies the rules of as_ratings() to rows with several answers.
check_corpus_rows <- function(ids, answers) {
  groups <- list(code = NULL, status = "ok")
  locate <- function(rows) paste("row", rows)
  settle(find_missing_ids(ids$item, "item"), groups, locate)
  settle(find_missing_ids(ids$rater, "rater"), groups, locate)
  for (answer in answers) settle(find_infinite(answer), groups, locate)
  rows <- code_columns(list(ids$item$code, ids$rater$code))
  twice <- seq_along(rows$code)[-rows$starts]
  who <- function(rows) {
    id <- function(x) vctrs::vec_slice(x$values, x$code[rows])
    paste0(locate(rows), " (item ", id(ids$item), ", rater ", id(ids$rater), ")")
  }
  settle(
    fault(
      "duplicate_rating", twice,
      rule = "A rater may have one row per item.", found = "rows of a rater who has one for the item already",
      advice = "Remove them; give each question a column of its own."
    ),
    groups, who
  )
}

# Returns the columns of items, which must not differ between the rows of an item.
per_item <- function(columns, item, first) {
  varies <- lapply(columns, function(x) {
    unique(item$code[!vctrs::vec_equal(x, vctrs::vec_slice(x, first)[item$code], na_equal = TRUE)])
  })
  varies <- varies[lengths(varies) > 0]
  if (length(varies)) {
    ids <- as.character(vctrs::vec_slice(item$values, sort(unique(unlist(varies)))))
    abort_accord(
      "varying_column",
      c(
        "{.arg columns} must hold one value per item.",
        x = "{length(varies)} column{?s} {?differs/differ} within items: {.var {names(varies)}}.",
        i = "Among {length(ids)} item{?s}: {.val {first_few(ids)}}."
      ),
      columns = names(varies),
      items = ids
    )
  }
  columns
}

# Returns whether each item lacks an answer.
items_lacking <- function(corpus, n_raters) {
  n <- vctrs::vec_size(corpus$item$values)
  open <- tabulate(corpus$item$code[!corpus$answered], n)
  given <- tabulate(corpus$item$code[corpus$answered], n)
  open > 0 | given < (n_raters %||% 0)
}

check_items_left <- function(kept, lacking) {
  if (length(kept) == 0) {
    abort_accord(
      "no_rows",
      c(
        "A corpus needs at least one item.",
        x = "{length(lacking)} item{?s} {?lacks/lack} an answer and {?is/are} dropped: none is left.",
        i = "See {.arg required}, {.arg n_raters} and {.arg incomplete}."
      )
    )
  }
}

# Restricts the corpus to some items. Statistics of raters still describe all items.
keep_items <- function(corpus, kept) {
  corpus$rater_confidence <- mean_confidence(corpus, "rater")
  corpus$item_confidence <- mean_confidence(corpus, "item")[kept]
  given <- !Reduce(`&`, lapply(corpus$answers[corpus$settled], no_answer))
  corpus$n_answers <- tabulate(corpus$rater$code[given], vctrs::vec_size(corpus$rater$values))
  place <- match(seq_len(vctrs::vec_size(corpus$item$values)), kept)[corpus$item$code]
  rows <- which(!is.na(place))
  corpus$item <- list(code = place[rows], values = vctrs::vec_slice(corpus$item$values, kept))
  corpus$rater$code <- corpus$rater$code[rows]
  corpus$columns <- lapply(corpus$columns, vctrs::vec_slice, kept)
  corpus$labels <- lapply(corpus$labels, vctrs::vec_slice, kept)
  corpus$answers <- lapply(corpus$answers, vctrs::vec_slice, rows)
  corpus
}

# Returns the columns of an item that precede and follow its answers.
columns_of_items <- function(corpus) {
  confidence <- if (!is.null(corpus$confidence)) stats::setNames(list(corpus$item_confidence), MEAN_CONFIDENCE)
  list(
    before = c(stats::setNames(list(corpus$item$values), corpus$id_names[1]), corpus$columns),
    after = c(corpus$labels, confidence)
  )
}

mean_confidence <- function(corpus, of) {
  if (!is.null(corpus$confidence)) {
    n <- vctrs::vec_size(corpus[[of]]$values)
    undefined_as_na(call_core(means_by_place(corpus[[of]]$code - 1L, corpus$confidence, n)))
  }
}

# Returns a row per rater, sorted by name.
corpus_raters <- function(corpus, models) {
  model <- as.character(corpus$rater$values) %in% as.character(models)
  columns <- list(
    rater = corpus$names, type = ifelse(model, "model", "human"), n_answers = corpus$n_answers,
    mean_confidence = corpus$rater_confidence
  )
  raters <- tibble::as_tibble(Filter(Negate(is.null), columns))
  raters[order(raters$rater, method = "radix"), ]
}
