# From the texts of one question to its ratings: what is missing, how labels are spelled, and whether they are numbers,
# sets or labels. All is counted.

# `x`: what spelled_ratings() returns. `scale`: whether the labels are the levels of a factor. A list: `rating`, that of
# each text of `x`; its `code` and `n`; `kind`, "numbers", "labels" or "sets"; `n_na` and `n_recoded`; and a `note` in
# words. `raters`: a function that tells the rater of each cell.
question_ratings <- function(x, question, spec, locate, scale, raters) {
  if (is.list(x$text)) {
    return(list(rating = x$text, kind = "sets", n_na = 0, n_recoded = 0))
  }
  counted <- x[c("code", "n", "n_na", "n_recoded", "declared")]
  n <- x$n
  x <- x$text
  sets <- cell_sets(x, n, question, spec)
  if (!is.null(sets)) {
    return(c(list(rating = sets$sets, kind = "sets", note = sets$note), counted))
  }
  check_counted_labels(x, question, spec)
  check_mangled_codes(x, n, question, spec)
  check_date_forms(x, n, question, spec)
  x <- pointed_numbers(trimmed_numbers(x, n, spec), n, question, spec)
  x <- numbers_of_labels(x, n, spec)
  if (is_plain_numbers(x)) {
    if (!are_section_codes(x) || !are_section_codes(x[counted$code], raters)) {
      return(c(list(rating = as.numeric(x), kind = "numbers"), counted))
    }
    return(c(list(rating = x, kind = "labels", note = "codes, of which 1.1 and 1.10 are two"), counted))
  }
  if (are_nested_codes(x)) {
    return(c(list(rating = x, kind = "labels", note = "codes, of which 1.1 and 1.10 are two"), counted))
  }
  check_yes_and_no(x, n, question, spec)
  check_undecided(x, n, question, spec)
  check_units(x, n, question, spec)
  words <- check_texts_among_numbers(x, n, question, spec, function(bad) locate(which(counted$code %in% bad)))
  c(list(rating = if (scale) x else spelled_alike(x, n, spec), kind = "labels", note = words), counted)
}

# Whether texts are codes such as 2, 2.1 and 2.1.1, and neither dates nor numbers with marks of thousands.
are_nested_codes <- function(x) {
  x <- unique(x[!is.na(x)])
  nested <- grepl("^[0-9]+([.][0-9]+){2,}$", x)
  any(nested) && all(grepl("^[0-9]+([.][0-9]+)*$", x)) && !all(grepl("[.][0-9]{3}$", x[nested])) &&
    !any(grepl("^[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{2,4}$", x))
}

# Returns what `na` and `recode` make of the texts of coded cells.
spelled_ratings <- function(x, question, spec) {
  na <- value_for(spec$na, question, "na")
  recode <- value_for(spec$recode, question, "recode")
  text <- x$text
  written <- written_missing(text, na, recode)
  if (any(written)) spec$changes$tell(sum(x$n[written]), "cell", "taken as missing", text[written])
  text[written] <- NA
  before <- text
  missing <- !is.na(text) & (text %in% na_texts(na) | trim_blanks(text) %in% na_texts(na))
  if (any(missing)) spec$hits$na <- union(spec$hits$na, c(text[missing], trim_blanks(text[missing])))
  text[missing] <- NA
  new <- recoded_texts(text, recode)
  lost <- is.na(new) & !is.na(text)
  x$text <- new
  declared <- missing | lost
  c(x, list(
    n_na = sum(x$n[declared]), n_recoded = sum(x$n[which(new != text)]),
    declared = rlang::set_names(x$n[declared], before[declared])
  ))
}

na_texts <- function(na) if (is.numeric(na)) id_text(na) else as.character(na)

recoded_texts <- function(x, recode) {
  if (is.null(recode)) {
    return(x)
  }
  if (rlang::is_formula(recode)) recode <- rlang::as_function(recode)
  if (is_recode_steps(recode)) {
    return(Reduce(function(x, f) recoded_texts(x, f), recode, x))
  }
  if (!is.function(recode)) {
    check_recode(recode)
    return(respell(x, recode))
  }
  known <- unique(x[!is.na(x)])
  new <- tryCatch(recode(known), error = identity)
  if (inherits(new, "error") || !is.atomic(new) || length(new) != length(known)) {
    found <- sprintf("it made %d of %d texts", length(new), length(known))
    if (inherits(new, "error")) found <- conditionMessage(new)
    abort_accord(
      "argument",
      c("A function in {.arg recode} must give a new text for each.", x = "It did not: {found}."),
      argument = "recode"
    )
  }
  new <- if (is.numeric(new)) id_text(new) else as.character(new)
  new[match(x, known)]
}

# A list of changes that are made in turn: functions, formulas, or new texts named by the old ones.
is_recode_steps <- function(recode) {
  is.list(recode) && is.null(names(recode)) && length(recode) > 0 && all(vapply(recode, function(step) {
    is.function(step) || rlang::is_formula(step) || is.character(step) && !is.null(names(step))
  }, NA))
}

# The texts that a user names as new ones.
recode_results <- function(recode) {
  if (is_recode_steps(recode)) recode <- unlist(Filter(is.character, recode))
  if (is.character(recode)) unname(recode)
}

# Numbers without the blanks beside them.
trimmed_numbers <- function(x, n, spec) {
  texts <- unique(x[!is.na(x)])
  bare <- trim_blanks(texts)
  spaced <- texts[bare != texts & is_numeric_text(bare)]
  if (length(spaced) == 0 || identical(spec$recode, identity) || mean(is_numeric_text(bare)) <= 0.5) {
    return(x)
  }
  at <- which(x %in% spaced)
  spec$changes$tell(sum(n[at]), "cell", "read without blanks beside a number", encodeString(spaced, quote = "\""))
  replace(x, at, trim_blanks(x[at]))
}

# Texts in a column of which most are numbers: a number that is misspelled is an error, and any other word is a label
# like the numbers, which is told. `locate`: a function that tells where the first cells with these texts are.
check_texts_among_numbers <- function(x, n, question, spec, locate) {
  known <- !is.na(x)
  number <- is_numeric_text(x)
  if (sum(n[number | is_numeric_text(plain_minus(x))]) <= sum(n[known]) / 2) {
    return(NULL)
  }
  texts <- unique(x[known & !number])
  recode <- value_for(spec$recode, question, "recode")
  kept <- c(recode_results(recode), as.character(value_for(spec$categories, question, "categories")))
  graded <- texts[are_graded_labels(texts, n_by_text(x[known], n[known], texts), sum(n[known]))]
  bad <- setdiff(texts[grepl("[0-9]", texts)], c(kept, graded))
  words <- setdiff(texts, c(kept, bad))
  odd <- c(words, if (!identical(recode, identity)) bad)
  if (length(odd) && are_measurements(x[number])) {
    abort_word_among_measurements(odd, x, n, question, spec, locate, labels = length(words) > 0)
  }
  if (length(bad) == 0 || identical(recode, identity)) {
    return(if (length(texts)) sprintf("numbers, and %s as a label", paste(utils::head(texts, 3), collapse = ", ")))
  }
  n_bad <- n_by_text(x[known], n[known], bad)
  typing <- are_misspelled(bad, n_bad, sum(n[known]))
  meant <- likely_number(bad)
  if (all(typing | are_notes_at_numbers(bad, n_bad, sum(n[known])))) {
    # Between two numbers the rater did not decide.
    if (!all(typing)) meant[!is_numeric_text(meant)] <- NA
    typing[] <- TRUE
  }
  change <- recode_code(rlang::set_names(meant, bad), spec)
  keep <- recode_code(rlang::set_names(ifelse(typing & !all(typing), likely_number(bad), bad), bad), spec)
  correct <- c(i = "Correct the file, or the reading of it: {.code {change}}.")
  labels <- c(i = "If {cli::qty(sum(!typing))}{?it is a label/they are labels} like the numbers, say so: \\
                   {.code {keep}}.")
  # 3+ beside 3 is a grade of its own: what makes them one loses ratings, and comes second.
  if (all(typing)) {
    hints <- c(correct, i = "If it is a label like the numbers, say so: {.code {keep}}.")
  } else {
    hints <- c(labels, i = "If the number alone was meant, say so: {.code {change}}.")
  }
  abort_texts_among_numbers(bad, x, n, question, locate, if (all(typing)) change else keep, hints)
}

# Says which texts among numbers are misspelled numbers rather than labels: those of digits and decimal marks only,
# single cells with a mark of doubt, and a single cell among many. `n`: the cells with each text, out of `all`.
are_misspelled <- function(texts, n, all) {
  digits <- grepl("^[-+]?[0-9.,]+$", gsub("\\s", "", plain_minus(texts)))
  doubted <- grepl("^[0-9.,]+ ?[?*!]$", texts) & n == 1 & sum(n) <= all / 5
  digits | doubted | sum(n[!digits]) == 1 & all >= 20
}

# Whether numbers, as texts, are measurements rather than codes: many of them, with decimals, or with gaps as a scale
# from 0 to 100 has them where few items were rated.
are_measurements <- function(x) {
  values <- unique(as.double(x))
  length(values) > 10 || any(grepl(".", x, fixed = TRUE)) ||
    length(values) > 5 && diff(range(values)) > 2 * length(values)
}

# A word makes labels of all numbers, which for measurements, of many values, nobody wants: a number with a mark is this
# number, and what is no number, such as a range, is missing. `labels`: whether the texts may be labels all the same.
abort_word_among_measurements <- function(words, x, n, question, spec, locate, labels) {
  number <- likely_number(words)
  number[!grepl("^-?[0-9]+([.][0-9]+)?$", number) | grepl(UNCLEAR_NUMBER, words, ignore.case = TRUE)] <- NA
  na <- paste("na =", missing_code_of(words, spec))
  change <- recode_code(rlang::set_names(number, words), spec)
  keep <- recode_code(rlang::set_names(words), spec)
  meant <- if (anyNA(number)) "Read the numbers, and take the others as missing:" else "Read the numbers:"
  meant <- c(i = paste(meant, "{.code {change}}."))
  missing <- c(i = "If nothing was measured there, use {.code {na}}.")
  abort_texts_among_numbers(words, x, n, question, locate, if (all(is.na(number))) na else change, c(
    if (!all(is.na(number))) meant, missing, if (labels) c(i = "If all are labels, say so: {.code {keep}}.")
  ))
}

# Ranges and limits, which are no number.
UNCLEAR_NUMBER <- paste0(
  "^\\s*([<>\u2264\u2265]|(over|under|less|more|at least|at most|up to|min|max|bis|ab|unter|\u00fcber|mind|",
  "h\u00f6chst|moins|plus|menos|m\u00e1s)[^[:alpha:]])|[0-9] ?[+]\\s*$"
)

# `hints`: lines of the message, with names in the frame of the caller.
abort_texts_among_numbers <- function(texts, x, n, question, locate, advice, hints) {
  hints <- vapply(hints, cli::format_inline, "", .envir = parent.frame())
  where <- locate(which(x %in% texts))
  n_texts <- sum(n[x %in% texts])
  abort_accord(
    "text_among_numbers",
    c(
      "A column of numbers must hold numbers, or missing values that are declared.",
      x = "Of {.val {question}}, {n_texts} cell{?s} {?holds/hold} text: {.val {first_few(texts)}}.",
      x = "{cli::qty(n_texts)}{?It is/They are, among others,} in {where}.",
      as_written(hints)
    ),
    question = question, values = texts, advice = advice
  )
}

# Measurements with one unit behind each number, such as "12.2 g/dL", would be labels.
check_units <- function(x, n, question, spec) {
  form <- "^(-?[0-9]+([.,][0-9]+)?) ?([[:alpha:]%\u00b0\u00b5/][[:alnum:]%\u00b0\u00b5/^.]{0,9})$"
  texts <- setdiff(unique(x[!is.na(x)]), recode_results(value_for(spec$recode, question, "recode")))
  with <- grepl(form, texts)
  unit <- unique(sub(form, "\\3", texts[with]))
  few <- length(unique(sub(form, "\\1", texts[with]))) < 6
  if (identical(spec$recode, identity) || mean(with) < 0.8 || length(unit) != 1 || few) {
    return(invisible())
  }
  code <- sprintf("recode = ~ sub(\" ?%s$\", \"\", .x)", gsub("([.^])", "\\\\\\\\\\1", unit))
  abort_accord(
    "text_among_numbers",
    c(
      "Numbers must be written without their unit.",
      x = "Of {.val {question}}, {sum(n[x %in% texts[with]])} cell{?s} {?ends/end} in {.val {unit}}, such as \
           {.val {texts[with][1]}}.",
      i = "Leave it out: {.code {code}}.",
      i = "If they are labels, use {.code recode = identity}."
    ),
    question = question, values = texts[with], advice = code
  )
}

# Says which texts are grades such as 4A and 4B beside 3 and 5: a number and a letter, all of them more than once. `n`:
# the cells with each text, out of `all`.
are_graded_labels <- function(texts, n, all) {
  graded <- grepl("^([0-9]+ ?[[:alpha:]]|[[:alpha:]] ?[0-9]+|[0-9]+[+-])$", texts)
  graded & min(c(n[graded], Inf)) > 1 & sum(n[graded]) >= all / 20
}
