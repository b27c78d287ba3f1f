# Labels that may be misread: missing ratings written as text, and labels that look alike.

# Replaces values listed in `na` by NA and removes them from the levels. Blanks around text are ignored.
without_na_values <- function(x, na, categories = NULL) {
  if (length(na) == 0) {
    return(x)
  }
  if (!is.atomic(na)) {
    abort_argument(na, "na", "a vector of the values that mean a missing rating, or NULL")
  }
  na <- plain_column(na, "na")
  texts <- c(as.character(na), id_text(na))
  texts <- unique(c(texts, trimws(texts)))
  if (is.character(x)) {
    x <- plain_text(x, "rating")
    out <- x %in% texts | (trimws(x) %in% texts & !is.na(x))
    x[out] <- NA
    return(if (any(out)) numbers_of_text(x, categories) else x)
  }
  if (is.factor(x)) {
    kept <- levels(x)[!(levels(x) %in% texts | trimws(levels(x)) %in% texts)]
    return(structure(match(levels(x), kept)[as.integer(x)], levels = kept, class = class(x)))
  }
  x[x %in% (if (is.character(na)) suppressWarnings(as.numeric(na)) else na) & !is.na(x)] <- NA
  x
}

# Converts a column that is text only because of a mark for missing ratings. Numbers with leading zeros are codes and
# stay text.
numbers_of_text <- function(x, categories) {
  values <- trimws(unique(x[!is.na(x)]))
  number <- "^[-+]?([1-9][0-9]*|0)?([.][0-9]+)?([eE][-+]?[0-9]+)?$"
  labels <- is.character(categories) || is.factor(categories)
  if (length(values) && all(grepl(number, values) & values != "") && !labels) {
    as.double(x)
  } else {
    x
  }
}

# The same for a column of a wide table, before the types of the columns are compared.
without_na_texts <- function(x, na, categories) {
  if (length(na) == 0 || !is.atomic(na) || is_no_vector(x) || !is.character(x) && !is.factor(x)) {
    return(x)
  }
  # A factor is converted only if numbers remain; otherwise its values are labels.
  if (is.factor(x) && !is.ordered(x)) {
    numbers <- without_na_values(as.character(x), na, categories)
    return(if (is.numeric(numbers)) numbers else x)
  }
  if (is.ordered(x)) x else without_na_values(plain_rating(x), na, categories)
}

# The value labels of SPSS and Stata (class haven_labelled), a text for each category; NULL if there are none. Ratings
# are the values and not the labels: if 1 to 5 have labels, they are still numbers.
value_labels <- function(columns, categories) {
  labels <- lapply(columns, function(x) if (inherits(x, "haven_labelled")) attr(x, "labels", exact = TRUE))
  values <- unlist(unname(labels))
  found <- enc2utf8(as.character(names(values))[match(categories, unname(values))])
  found[!validUTF8(found)] <- NA
  if (any(!is.na(found))) found
}

labelled_categories <- function(ratings) {
  shown <- show_labels(ratings$categories)
  label <- ratings$value_labels
  if (is.null(label)) shown else ifelse(is.na(label), shown, paste(shown, "=", show_labels(label)))
}

# Words such as "1 = no, 5 = yes", for at most `n` values with a label; NULL if there are none.
value_label_words <- function(ratings, n) {
  words <- labelled_categories(ratings)[!is.na(ratings$value_labels)]
  if (!is.null(ratings$value_labels)) {
    paste(c(utils::head(words, n), if (length(words) > n) "\u2026"), collapse = ", ")
  }
}

# A hint for errors that ask for the meaning of numbers.
value_label_hint <- function(ratings) {
  words <- value_label_words(ratings, 5)
  if (!is.null(words)) {
    paste0("They have labels: ", as_written(words), ". {.code haven::as_factor()} makes the labels the ratings.")
  }
}

# Adds the value labels to a result whose rows are numbers, so that its print can show them.
note_value_labels <- function(result, ratings) {
  with_note(result, "value_labels", value_label_words(ratings, 10))
}

NO_ANSWER <- paste0(
  "^[\\p{Z}\\s]*$|^[\\p{Z}\\s]*(NA|N[/.]A[.]?|n[/.]a[.]?|#N/A|NaN|NAN|nan|NULL|null|k[.] ?A[.]|",
  "keine Angabe|[.]|--+|[?]+|tbd|TBD)[\\p{Z}\\s]*$"
)

# Words for an answer that was not given, in any case.
NO_ANSWER_WORD <- paste0(
  "^[(<[]?(nan|null|keine? ?angaben?|k[.] ?a[.]?|wei(ss|\u00df) ?nicht|kein[e]? ?antwort|no answer|",
  "not answered|unanswered|missing|sin dato|s/d|sans r\u00e9ponse|sin respuesta|#wert!|#value!|#div/0!|",
  "(not|un|non)[ -]?(cod|rat|assess|evalu|grad|scor|interpret|measur|determin|read|judg)(e?)able|illegible|",
  "not (rated|coded|assessed|evaluated|graded|scored|done|seen|visible|performed|tested|measured|examined|recorded|",
  "available|judged|applied)|out of (sight|view|frame)|nicht (beantwortet|bewert(et|bar)|[ck]odier(t|bar)|beurteilt|",
  "beurteilbar|auswertbar|sichtbar|lesbar|erhoben|durchgef\u00fchrt|gemessen|untersucht|einsehbar|verwertbar|",
  "m\u00f6glich)|unlesbar|non (\u00e9valuable|visible|lisible|fait|\u00e9valu\u00e9|r\u00e9alis\u00e9)|",
  "no (evaluable|visible|valorable|legible|realizado)|",
  "n ?[/.] ?[mzbe][.]?)[])>]?$"
)

# Says which of these texts are words for a rating that was not given. Where "visible" is a label as well, or only one
# other is there, "not visible" is an answer.
are_no_answers <- function(texts) {
  plain <- fold_case(trim_blanks(texts))
  said <- grepl(NO_ANSWER_WORD, plain, ignore.case = TRUE)
  rest <- sub("^[(<[]?(not|nicht|non|no|un)[ -]?|[])>]$", "", plain)
  said & !(rest != plain & (rest %in% plain | length(unique(plain)) < 3))
}

# Returns the one or two texts that are no numbers where all others, three or more, are, as X beside 0 to 4.
lone_words <- function(texts) {
  texts <- unique(texts[!is.na(texts) & trim_blanks(texts) != ""])
  number <- grepl("^\\s*-?[0-9]+([.,][0-9]+)?\\s*$", texts)
  if (sum(number) < 3 || !sum(!number) %in% 1:2 || any(grepl("[0-9]", texts[!number]))) character() else texts[!number]
}

# Returns advice on such words for an error that needs an order or numbers.
lone_words_hint <- function(categories) {
  noted <- if (is.character(categories) && any(is_numeric_text(categories))) noted_numbers_hint(categories)
  if (length(noted)) return(noted)
  found <- if (is.character(categories)) lone_words(categories)
  if (length(found)) {
    na <- vector_code(encodeString(found, quote = "\""))
    as_written(cli::format_inline(
      "All other labels are numbers. If {.val {found}} {?means/mean} that nothing was rated, use {.code na = {na}}."
    ))
  }
}

NOT_APPLICABLE <- "^[(<[]?n ?[/.] ?a[.]?[])>]?$"

# Does not warn if the user named the categories, nor about ids in a database. Blanks after a separator are reported
# by warn_blank_separator(). `id`, `who`: the names of the columns of items and raters, if there are any. `columns`:
# those of the ratings.
warn_labels <- function(ratings, na, categories, level = NULL, separator = NULL, id = NULL, columns = NULL,
                        who = NULL) {
  if (is.null(ratings$remote)) warn_alike_ids_of(ratings, id, who)
  if (!is.null(categories)) {
    return(ratings)
  }
  check_orders(ratings, columns)
  if (is.null(ratings$sets)) {
    if (is.null(ratings$remote)) warn_other_scales(ratings)
    # One code for a missing rating does not say that others are ratings.
    if (is.null(na) || length(na)) {
      warn_no_answer(ratings, na)
      warn_noted_numbers(ratings)
      warn_undecided(ratings)
      if (is.numeric(ratings$categories) || length(ratings$value_labels)) check_missing_codes(ratings, na)
    }
    check_decimal_commas(ratings, level)
    if (is.null(level)) inform_number_texts(ratings, columns)
    if (is.character(ratings$categories) && any(grepl(STRONG_MARKS, ratings$categories))) {
      warn_undivided(ratings$categories, category_counts(ratings))
    }
  } else if (!is.null(separator) && (is.null(na) || length(na))) {
    check_set_codes(ratings, na)
  }
  labels <- if (is.null(ratings$sets)) ratings$categories else unique(unlist(ratings$sets, use.names = FALSE))
  if (!is.null(separator)) labels <- labels[!(grepl("^\\s", labels) & trimws(labels, "left") %in% labels)]
  warn_look_alikes(labels)
  ratings
}

# `na`: values that were declared as missing; a text that differs from one of them in case only is meant as well.
warn_no_answer <- function(ratings, na = NULL) {
  if (!is.character(ratings$categories)) {
    return(invisible())
  }
  found <- union(
    grep(NO_ANSWER, ratings$categories, perl = TRUE),
    which(are_no_answers(ratings$categories))
  )
  # A frequent word is rather an answer.
  lone <- if (!ratings$declared) which(ratings$categories %in% lone_words(ratings$categories))
  if (length(lone) && sum(category_counts(ratings)[lone]) <= sum(category_counts(ratings)) / 5) {
    found <- union(found, lone)
  }
  # Beside "+" a minus is an answer.
  if (!"+" %in% ratings$categories) found <- union(found, which(ratings$categories == "-"))
  declared <- if (is.atomic(na)) as.character(na)
  found <- union(found, which(fold_case(trimws(ratings$categories)) %in% fold_case(trimws(declared))))
  if (length(found)) {
    # Counting takes time for large data, so it is done only if there is something to report.
    n <- category_counts(ratings)
    found <- found[n[found] > 0]
  }
  if (length(found)) {
    labels <- ratings$categories[found]
    quoted <- encodeString(labels, quote = "\"")
    argument <- vector_code(c(encodeString(declared, quote = "\""), quoted))
    counted <- paste(big(n[found]), ifelse(n[found] == 1, "is", "are"), quoted)
    given <- big(sum(n))
    warn_accord(
      "no_answer",
      c(
        "A rating that was not given must be {.val {NA}}; any text is a category.",
        x = "Of {given} ratings, {counted}.",
        i = "If they were not given, use {.code na = {argument}}.",
        i = "If they are answers, use {.code na = character()}, or name all {.arg categories}."
      ),
      labels = labels,
      n = n[found]
    )
  }
}

# `spans`: whether the labels are of spans, whose categories are not declared.
warn_look_alikes <- function(labels, spans = FALSE) {
  alike <- look_alikes(labels)
  if (length(alike)) {
    listed <- list_alike(alike)
    warn_accord(
      "look_alike",
      c(
        "Labels that look alike are separate categories.",
        x = "{length(alike)} set{?s} of them: {listed}.",
        i = if (is.numeric(labels)) "If they are the same, round them." else "If they are the same, spell them alike.",
        i = if (!spans) "If they differ, name all {.arg categories}."
      ),
      labels = alike
    )
  }
}

list_alike <- function(alike) {
  shown <- vapply(alike, function(same) {
    text <- if (is.numeric(same)) format(same, digits = 17, trim = TRUE) else show_labels(same)
    paste(text, collapse = " and ")
  }, "")
  cli::cli_vec(shown, list("vec-trunc" = 5, "vec-sep" = "; ", "vec-last" = "; "))
}
