# Labels of a rater who did not decide: two of the others, as in "positive or neutral" and "Ia/Ib", one that was
# changed, as in "positive -> neutral", and one with a mark of doubt, "EUBL?". Each would be a category of its own.

# What stands between two labels of which one is meant. Signs between parts of a set are those of STRONG_MARKS.
BETWEEN_TWO <- paste0(
  "\\s*/\\s*|\\s+(?:or|oder|ou|o|of|eller|lub|nebo|ya da|\u0438\u043b\u0438|vs[.]?|bzw[.]?|resp[.]?)\\s+|",
  "\\s*(?:-+>|=+>|>>?|\u2192|\u21d2)\\s*"
)

# Whether any of the labels has a sign that one of two is meant or one is doubted, before their counts are asked for.
may_be_undecided <- function(texts) {
  length(texts) <= MANY_CODES && any(grepl("[?/>\u2192\u21d2]|\\s", texts))
}

# The undecided among the labels `texts`, each of which occurs `n` times: `text`, and `meant`, the label that a change
# or a mark of doubt leaves, or NA. One that occurs more than twice and in 2% of the ratings is a category that the
# codebook has, and so are all where they are more than a tenth of the ratings.
undecided_labels <- function(texts, n) {
  none <- data.frame(text = character(), meant = character())
  if (!may_be_undecided(texts)) {
    return(none)
  }
  bare <- sub("\\s*[?]+$", "", trim_blanks(texts))
  of_label <- function(x) match(fold_case(trim_blanks(x)), fold_case(trim_blanks(texts)))
  parts <- strsplit(bare, BETWEEN_TWO, perl = TRUE)
  two <- vapply(seq_along(texts), function(k) {
    own <- of_label(parts[[k]])
    # Two numbers are a matter of numbers with notes.
    length(own) == 2 && !anyNA(own) && own[1] != own[2] && !k %in% own && !all(is_numeric_text(parts[[k]]))
  }, NA)
  doubted <- bare != trim_blanks(texts) & nchar(bare) > 0 & !is.na(of_label(bare))
  found <- which((two | doubted) & !is_numeric_text(bare) & n <= pmax(2, sum(n) / 50))
  if (length(found) == 0 || 10 * sum(n[found]) > sum(n) && sum(n[found]) > 1) {
    return(none)
  }
  changed <- two & grepl("->|=>|>|\u2192|\u21d2", bare)
  meant <- rep(NA_character_, length(texts))
  meant[doubted] <- texts[of_label(bare[doubted])]
  meant[changed] <- texts[of_label(vapply(parts[changed], `[`, "", 2))]
  data.frame(text = texts[found], meant = meant[found])
}

warn_undecided <- function(ratings) {
  if (!is.character(ratings$categories) || !may_be_undecided(ratings$categories)) {
    return(invisible())
  }
  n <- category_counts(ratings)
  found <- undecided_labels(ratings$categories, n)
  if (nrow(found) == 0) {
    return(invisible())
  }
  n_found <- sum(n[match(found$text, ratings$categories)])
  na <- vector_code(encodeString(found$text, quote = "\""))
  warn_accord(
    "undecided",
    c(
      "A rating must be one label.",
      x = "{n_found} rating{?s} name{?s/} two labels, or one with a mark of doubt, as a category of \\
           {cli::qty(n_found)}{?its/their} own: {.val {first_few(found$text)}}.",
      i = "If nothing was decided, use {.code na = {na}}; if one was meant, write it in the data.",
      i = "If they are labels like the others, name all {.arg categories}."
    ),
    labels = found$text
  )
}
