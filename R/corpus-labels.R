# Final labels, names of raters, and the agreement of a corpus.

# Returns a list of columns with a value per item, the first of them `label`; empty without labels.
corpus_labels <- function(labels, corpus) {
  if (is.null(labels)) {
    return(list())
  }
  answers <- corpus$answers[[1]]
  if (identical(labels, "majority")) {
    rated <- if (is.list(answers)) names_of_sets(answers) else dates_as_text(answers)
    ratings <- build_ratings(corpus$item, corpus$rater, rated)
    found <- call_core(figures_by_item(core_sample(ratings)))
    label <- vctrs::vec_slice(ratings$categories, found$majority)
    if (is.list(answers)) label <- settled_sets(label, answers)
    if (is_date(answers)) label <- vctrs::vec_slice(answers, match(label, rated, incomparables = NA))
    return(list(label = label))
  }
  check_labels(labels)
  facts <- if (inherits(labels, "accord_consensus")) consensus_facts(labels)
  if (length(facts$labels)) labels <- sets_of_items(labels, setdiff(names(facts$keys), "category"), facts$without)
  at <- match_ids(list(plain_column(labels[["item"]], "labels")), list(corpus$item$values))
  name <- function(x) id_text(unique(vctrs::vec_slice(labels[["item"]], x)))
  unknown <- name(is.na(at))
  twice <- name(duplicated(at) & !is.na(at))
  if (length(unknown)) {
    abort_accord(
      "unknown_item",
      c(
        "{.arg labels} must be labels of items in the data.",
        x = "{length(unknown)} item{?s} {?does/do} not exist: {.val {first_few(unknown)}}."
      ),
      items = unknown
    )
  }
  if (length(twice)) {
    abort_accord(
      "duplicate_item",
      c(
        "{.arg labels} must have one row per item.",
        x = "{length(twice)} item{?s} {?has/have} several: {.val {first_few(twice)}}."
      ),
      items = twice
    )
  }
  columns <- unclass(labels)[c("label", setdiff(names(labels), c("item", "label")))]
  warn_new_labels(columns$label, answers)
  if (is.list(answers)) columns$label <- settled_sets(columns$label, answers)
  columns <- lapply(columns, answer_column, "labels")
  columns <- lapply(columns, vctrs::vec_slice, match(seq_len(vctrs::vec_size(corpus$item$values)), at))
  lapply(columns, function(x) if (is.list(x)) no_sets(x) else x)
}

# A final label that no rater gave may be right, but it may also be that of another question or be misspelled. Numbers
# and sets may be means or unions that no rater gave.
warn_new_labels <- function(label, answers) {
  if (is.list(answers) || is.numeric(answers) || is_date(answers) || is.list(label)) {
    return(invisible())
  }
  known <- unique(id_text(answers[!no_answer(answers)]))
  new <- setdiff(id_text(label[!no_answer(label)]), known)
  hints <- unique(unlist(lapply(first_few(new), nearest, choices = known)))
  if (length(new) && length(known)) {
    warn_accord(
      "new_label",
      c(
        "Final labels in {.arg labels} are expected among the answers.",
        x = "{length(new)} of them no rater gave: {.val {first_few(new)}}.",
        i = if (length(hints)) "Did you mean {.or {.val {hints}}}?",
        i = "The answers are {.val {first_few(known)}}; the labels are written as they were given."
      ),
      labels = new
    )
  }
}

# Ratings cannot be dates or times, but answers in a corpus can, and their agreement is computed from text.
is_date <- function(x) inherits(x, c("Date", "POSIXct", "difftime"))

dates_as_text <- function(x) if (is_date(x)) ifelse(no_answer(x), NA, id_text(x)) else x

check_labels <- function(labels) {
  if (!is.data.frame(labels)) {
    abort_accord(
      "argument",
      c(
        "{.arg labels} must be {.val majority}, a data frame, or {.code NULL}.",
        x = if (rlang::is_string(labels)) "It is {.val {labels}}." else "It is {.obj_type_friendly {labels}}."
      ),
      argument = "labels"
    )
  }
  check_result_columns(labels, c("item", "label"), "The data frame of `labels`")
}

# Returns the names of the raters in the corpus.
rater_names <- function(raters, models, pseudonyms, key) {
  known <- enc2utf8(id_text(raters))
  people <- setdiff(seq_along(known), match_raters(models, list(raters = raters), "models"))
  check_key(pseudonyms, key)
  names <- known
  if (identical(pseudonyms, "hash")) {
    names[people] <- keyed_hash(known[people], key)
  } else if (!is.null(pseudonyms)) {
    names <- given_names(raters, known, people, pseudonyms)
  }
  twice <- unique(names[duplicated(names)])
  if (length(twice)) {
    abort_accord(
      "duplicate_name",
      c(
        "Each rater needs a name of its own.",
        x = "{length(twice)} name{?s} {?is/are} used for several raters: {.val {twice}}."
      ),
      names = twice
    )
  }
  names
}

# `known`: the raters as text; `people`: the positions of raters who are not models.
given_names <- function(raters, known, people, pseudonyms) {
  named <- is.character(pseudonyms) && rlang::is_named(pseudonyms) && !anyNA(pseudonyms)
  if (!named) {
    abort_accord(
      "argument",
      c(
        "{.arg pseudonyms} must be {.val hash}, text with names, or {.code NULL}.",
        x = "It is {.obj_type_friendly {pseudonyms}}{if (is.character(pseudonyms)) ', not all with names'}.",
        i = "Name the pseudonyms by the raters, as in {.code c(ann = \"annotator-1\")}."
      ),
      argument = "pseudonyms"
    )
  }
  at <- match_raters(enc2utf8(names(pseudonyms)), list(raters = raters), "pseudonyms")
  nameless <- known[setdiff(people, at)]
  if (length(nameless)) {
    abort_accord(
      "missing_pseudonym",
      c(
        "{.arg pseudonyms} must have a pseudonym for every rater who is a person.",
        x = "{length(nameless)} rater{?s} {?has/have} none: {.val {first_few(nameless)}}.",
        i = "Add a pseudonym for each; an id that may be published can be its own, as in {.code c(ann = \"ann\")}.",
        i = "Name the raters that are models in {.arg models}: they keep their names."
      ),
      raters = nameless
    )
  }
  known[at] <- enc2utf8(unname(pseudonyms))
  known
}

keyed_hash <- function(ids, key) {
  need_package("openssl", "for keyed hashes")
  if (is.character(key)) key <- charToRaw(enc2utf8(key))
  substr(as.character(openssl::sha256(ids, key = key)), 1, 16)
}

check_key <- function(pseudonyms, key) {
  hash <- identical(pseudonyms, "hash")
  if (!hash && !is.null(key)) {
    abort_accord(
      "argument",
      c("{.arg key} is for {.code pseudonyms = \"hash\"}.", x = "{.arg pseudonyms} is something else."),
      argument = "key"
    )
  }
  if (!hash) {
    return(invisible())
  }
  # The key is secret and must not appear in the message.
  size <- if (rlang::is_string(key)) nchar(key, "bytes") else if (is.raw(key)) length(key)
  if (is.null(size) || size < 16) {
    abort_accord(
      "key",
      c(
        "{.code pseudonyms = \"hash\"} needs a {.arg key}: text or raw bytes, 16 bytes or more.",
        x = if (is.null(key)) {
          "It is not given."
        } else if (is.null(size)) {
          "It is {.obj_type_friendly {key}}."
        } else {
          "It has {size} byte{?s}."
        },
        i = "Make one with {.code openssl::rand_bytes(32)}, and keep it: the same key gives the same names."
      )
    )
  }
}

# Returns the agreement to write, either computed or as given.
corpus_agreement <- function(agreement, corpus, ...) {
  if (is.null(agreement)) {
    return(NULL)
  }
  if (is.data.frame(agreement)) {
    check_agreement(agreement)
    return(tibble::as_tibble(unclass(agreement)))
  }
  if (!identical(agreement, "all")) check_coefficients(agreement, coefficient_choices(), "agreement")
  answers <- tibble::tibble(
    item = corpus$item$code, rater = corpus$rater$code, answer = dates_as_text(corpus$answers[[1]])
  )
  found <- withCallingHandlers(
    agreement(answers, "item", "rater", "answer", coefficients = agreement, ..., ci = ci_none()),
    accord_warning_no_answer = function(cnd) {
      warn_words_for_none(cnd$labels)
      rlang::cnd_muffle(cnd)
    }
  )
  tibble::as_tibble(unclass(found))
}

# The warning of as_ratings() names an argument that as_corpus() does not have.
warn_words_for_none <- function(labels) {
  warn_accord(
    "no_answer",
    c(
      "An answer that was not given must be {.val {NA}}; any text is an answer.",
      x = "Among the answers {?is/are} {.val {labels}}.",
      i = "If they were not given, replace them by {.val {NA}} in {.arg data}."
    ),
    labels = labels
  )
}

# Returns the corpus with raters renamed; `names` are in the order of their codes.
corpus_under_names <- function(corpus, names) {
  corpus$names <- names
  # The raters of each item are sorted by their new names.
  rows <- order(corpus$item$code, names[corpus$rater$code], method = "radix")
  corpus$item$code <- corpus$item$code[rows]
  corpus$rater$code <- corpus$rater$code[rows]
  corpus$answers <- lapply(corpus$answers, vctrs::vec_slice, rows)
  if (!is.null(corpus$agreement)) corpus$agreement <- rename_raters(corpus$agreement, corpus)
  corpus
}

rename_raters <- function(table, corpus) {
  for (column in intersect(c("rater", "rater_1", "rater_2"), names(table))) {
    at <- match_ids(list(table[[column]]), list(corpus$rater$values))
    table[[column]] <- ifelse(is.na(at), id_text(table[[column]]), corpus$names[at])
  }
  table
}
