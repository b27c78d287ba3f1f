# Words and codes that may mean a missing rating. They must be declared, for all questions at once: at any level of
# measurement they would be a category or a number like the others.

# Among labels, "none" and "not applicable" may be answers.
MISSING_WORD <- paste0(
  "^[(<[]?(n ?[/.]? ?a[.]?|none|nil|not applicable|na[.]?|-+|[.]+|[?]+|[*]+|n ?[/.]? ?[dmrzbe][.]?)[])>]?$|",
  NO_ANSWER_WORD
)

is_missing_word <- function(x) grepl(MISSING_WORD, trim_blanks(x), ignore.case = TRUE)

# Those of one question, of which `n` cells hold each text of `x`, sets with a `separator` if there is one.
missing_signs <- function(x, n, separator = NULL) {
  texts <- unique(x[!is.na(x)])
  if (!is.null(separator) && any(grepl(separator, texts, fixed = TRUE))) {
    codes <- lone_set_codes(strsplit(texts, separator, fixed = TRUE), n_by_text(x, n, texts))
    return(union(missing_signs(x, n), codes))
  }
  pointed <- sub("^(-?[0-9]+),([0-9]+)$", "\\1.\\2", texts)
  number <- is_numeric_text(pointed)
  n <- n_by_text(x, n, texts)
  if (sum(n[number]) > sum(n) / 2) {
    values <- as.double(pointed[number])
    sorted <- order(values)
    first <- sorted[!duplicated(values[sorted])]
    times <- as.vector(rowsum(n[number], values))
    codes <- missing_codes(values[first], times)
    # Any other word may be a label; X hardly is one beside numbers, and the measures ask for all of them.
    crosses <- texts %in% lone_words(texts) & grepl("^[(]?x[)]?$", texts, ignore.case = TRUE)
    words <- texts[!number & (is_missing_word(texts) | crosses)]
    return(c(words, texts[number][values %in% codes]))
  }
  if (length(texts) > MANY_CODES) {
    return(character())
  }
  codes <- MISSING_CODES[abs(MISSING_CODES) >= 66]
  alone <- if (sum(number) <= 2) texts[number & pointed %in% id_text(codes)]
  # A question of which "N/A" is the only answer is whether it applies.
  among <- if (length(texts) > 1) texts[grepl(NOT_APPLICABLE, trim_blanks(texts), ignore.case = TRUE)]
  c(texts[!number & are_no_answers(texts)], among, alone)
}

# The number of cells with each of these texts. Several of `x` may have become one.
n_by_text <- function(x, n, texts) {
  vapply(split(as.double(n), factor(match(x, texts), seq_along(texts))), sum, 0, USE.NAMES = FALSE)
}

# Texts that differ in case or blanks only from one that the user declared as missing.
nearly_missing <- function(x, na) {
  texts <- unique(x[!is.na(x)])
  texts[fold_case(trim_blanks(texts)) %in% fold_case(trim_blanks(na))]
}

# Warns of values of `na` that no cell holds: all of them, or those that `recode` makes, which comes after. `cells`: as
# below; `hits`: the texts that were taken as missing.
warn_unused_na <- function(cells, spec) {
  na <- if (is.list(spec$na)) unname(spec$na) else list(spec$na)
  na <- unique(unlist(lapply(na, na_texts)))
  unused <- setdiff(na, spec$hits$na)
  made <- intersect(unused, unlist(lapply(cells, function(x) if (is.character(x$text)) x$text)))
  if (length(unused) == 0 || length(made) == 0 && length(unused) < length(na)) {
    return(invisible())
  }
  if (length(made)) unused <- made
  warn_accord(
    "unused_na",
    c(
      "{.arg na} must name values that occur.",
      x = "{length(unused)} {?does/do} not: {.val {first_few(unused)}}.",
      i = if (length(made)) {
        "{.arg recode} makes {cli::qty(length(made))}{?it/them} after {.arg na} was used: name in {.arg na} what the \
         file has, or let {.arg recode} give {.code NA}."
      },
      i = if (!length(made)) "Values are compared as they are in the file, before {.arg recode}."
    ),
    values = unused
  )
}

# The user said that no value means a missing rating.
nothing_missing <- function(spec) is.character(spec$na) && length(spec$na) == 0

# The questions of which the user said what words and numbers that may mean a missing rating are: none of them does, or
# `recode` keeps them. What reads the sheet need not ask again.
questions_answered <- function(questions, spec) {
  names(questions)[vapply(names(questions), function(q) {
    na <- value_for(spec$na, q, "na")
    if (nothing_missing(spec) || is.character(na) && length(na) == 0) return(TRUE)
    one <- questions[[q]]
    text <- if (!is.list(one$rating)) answer_texts(one$rating)
    kept <- recode_results(value_for(spec$recode, q, "recode"))
    length(kept) > 0 && length(text) > 0 && any(missing_signs(text, one$n %||% rep(1L, length(text))) %in% kept)
  }, NA)]
}

# `cells`: a list by question of coded cells, after `na` and `recode`.
check_missing_declared <- function(cells, spec) {
  if (nothing_missing(spec)) {
    return(invisible())
  }
  found <- lapply(rlang::set_names(names(cells)), function(question) {
    text <- cells[[question]]$text
    recode <- value_for(spec$recode, question, "recode")
    na <- value_for(spec$na, question, "na")
    if (is.list(text) || is.character(na) && length(na) == 0) return(NULL)
    signs <- missing_signs(text, cells[[question]]$n, separator_of(question, spec))
    signs <- union(signs, nearly_missing(text, na_texts(na)))
    setdiff(signs, recode_results(recode))
  })
  found <- found[lengths(found) > 0]
  if (length(found) == 0) {
    return(invisible())
  }
  all <- unique(unlist(found))
  shown <- vapply(utils::head(names(found), 5), function(question) {
    n <- sum(cells[[question]]$n[cells[[question]]$text %in% found[[question]]])
    signs <- listed(encodeString(found[[question]], quote = "\""))
    as_written(sprintf("%s, %s: %s", cut_end(question, 60), count(n, "cell"), signs))
  }, "", USE.NAMES = FALSE)
  na <- missing_code_of(all, spec)
  keep <- sub("^recode = ", "", recode_code(rlang::set_names(all), spec))
  # What may be a count is never proposed to be missing without the other way, which comes first where there is a 0.
  counts <- all %in% c("7", "8", "9")
  sure <- paste("na =", missing_code_of(if (all(counts)) all else all[!counts], spec))
  ways <- c(if (all(counts)) paste("recode =", keep), sure)
  zero <- any(vapply(cells[names(found)], function(x) "0" %in% x$text, NA))
  if (!zero) ways <- rev(ways)
  abort_accord(
    c("missing_code", "text_among_numbers"[any(!is_numeric_text(all))]),
    c(
      "Words and numbers that may mean a missing rating must be declared.",
      rlang::set_names(shown, rep("x", length(shown))),
      i = "If nothing was rated there, use {.code na = {na}}.",
      i = "If {cli::qty(length(all))}{?it is a rating/they are ratings}, say so: {.code recode = {keep}}."
    ),
    codes = all, questions = names(found), advice = ways
  )
}

# The argument `na` with these values, and those that it has already.
missing_code_of <- function(values, spec) {
  if (is.atomic(spec$na)) values <- unique(c(na_texts(spec$na), values))
  number <- is_numeric_text(values)
  typed <- if (all(number)) values else ifelse(number, values, encodeString(values, quote = "\""))
  vector_code(typed)
}
