# The names of raters in a corpus: their own, pseudonyms or keyed hashes.

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
