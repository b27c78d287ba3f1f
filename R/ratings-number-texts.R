# Numbers that are written as text, such as "3", " 4", "80%", "3,5" and "2 (unsure)": as text they are labels, without
# order or distance.

# At least three, since with two all levels coincide. Codes with leading zeros, or of sections, are labels.
are_number_texts <- function(x) {
  is.character(x) && length(x) > 2 && all(grepl("^\\s*[-+]?(0|[1-9][0-9]*)([.,][0-9]+)?\\s*%?\\s*$", x)) &&
    !are_section_codes(x)
}

# Code that makes numbers of a column of such texts, which may be a factor.
number_texts_code <- function(texts, column = "x") {
  if (!any(grepl("[%,]", texts))) return(sprintf("as.numeric(as.character(%s))", column))
  if (any(grepl("%", texts, fixed = TRUE))) column <- sprintf("sub(\"%%\", \"\", %s, fixed = TRUE)", column)
  if (any(grepl(",", texts, fixed = TRUE))) column <- sprintf("sub(\",\", \".\", %s, fixed = TRUE)", column)
  sprintf("as.numeric(%s)", column)
}

# A hint for errors that ask for numbers or an order; NULL if not all labels are numbers.
number_texts_hint <- function(categories) {
  if (!are_number_texts(categories)) {
    return(NULL)
  }
  code <- number_texts_code(categories)
  found <- "They are numbers written as text."
  if (any(grepl(",", categories, fixed = TRUE))) found <- "Commas are not decimal points."
  as_written(cli::format_inline("{found} For a column {.var x}, {.code {code}} makes numbers."))
}

# Tells once that numbers were taken as labels because they are text. `columns`: those of the ratings, by name.
inform_number_texts <- function(ratings, columns) {
  if (ratings$declared || !are_number_texts(ratings$categories)) {
    return(invisible())
  }
  shown <- ratings$categories
  column <- if (length(columns) == 1) changed_column(names(columns)) else "x"
  code <- number_texts_code(shown, column)
  inform_accord(
    "number_texts",
    c(
      "The ratings are numbers written as text, {.val {first_few(shown)}}, and are taken as nominal labels.",
      i = if (length(columns) == 1) "To measure at another level, make numbers of them: {.code {code}}.",
      i = if (length(columns) != 1) {
        "To measure at another level, make numbers of each column {.var x}: {.code {code}}."
      },
      i = "To keep them as labels, use {.code level = \"nominal\"}."
    ),
    about = list(names(columns), shown)
  )
}

# Says which texts are a number with a note behind or before it, such as "2 (unsure)", "3?" and "ca. 4", or two numbers
# between which a rater did not decide, "2/3": a few cells of `all`, and of each pair one, since "1-2" in several cells
# is a grade. `n`: the cells with each text.
are_notes_at_numbers <- function(texts, n, all) {
  number <- "[0-9]+([.,][0-9]+)?"
  behind <- paste0("^\\s*", number, "\\s*([?!*~]+|[(\\[].*|[,;:-]?\\s+[[:alpha:]]{3,}.*)$")
  words <- "ca|approx|about|maybe|perhaps|probably|likely|etwa|wohl|vielleicht|eher|env"
  before <- paste0("^\\s*([?~\u2248]|(", words, ")\\b[.]?)\\s*", number, "$")
  between <- paste0("^\\s*", number, "\\s*(/|-|\u2013|or|to|oder|bis|ou|o|vs[.]?)\\s*", number, "\\s*[?]*$")
  noted <- grepl(behind, texts, perl = TRUE) | grepl(before, texts, ignore.case = TRUE, perl = TRUE)
  pair <- grepl(between, texts, ignore.case = TRUE, perl = TRUE)
  (noted | pair & n == 1) & sum(n) <= all / 4
}

# Numbers with the sign that R reads, where a spreadsheet or a text has a minus, a dash or a wide hyphen.
plain_minus <- function(x) sub("^\\s*[\u2010-\u2015\u2212\ufe58\ufe63\uff0d] ?(?=[0-9.,])", "-", x, perl = TRUE)

# The number that a misspelled one most likely means: 3..5 is 3.5, and 1* and 1? are 1.
likely_number <- function(x) {
  guess <- gsub("([.,])[.,]+", "\\1", without_vulgar_fractions(plain_minus(x)))
  found <- regexpr("-?[0-9]+([.,][0-9]+)?", guess)
  bare <- substr(guess, found, found + attr(found, "match.length") - 1)
  # If there are several numbers, none is likelier than the others.
  one <- !grepl("[0-9]", sub("-?[0-9]+([.,][0-9]+)?", "", guess))
  sub(",", ".", ifelse(one, bare, guess), fixed = TRUE)
}

# Numbers with a half or a quarter in one sign, as "2\u00bd", with decimals.
without_vulgar_fractions <- function(x) {
  for (k in 1:3) {
    sign <- c("\u00bc", "\u00bd", "\u00be")[k]
    decimals <- c(".25", ".5", ".75")[k]
    x <- sub(sign, paste0("0", decimals), sub(paste0("([0-9]) ?", sign), paste0("\\1", decimals), x), fixed = TRUE)
  }
  x
}

# The code of new texts, named by the old ones.
recode_pairs <- function(map) {
  quoted <- function(text) encodeString(text, quote = "\"")
  sprintf("c(%s)", toString(sprintf("%s = %s", quoted(names(map)), quoted(map))))
}

# Stops for numbers with decimal commas, which were read as labels: raters would hardly ever agree exactly.
check_decimal_commas <- function(ratings, level) {
  values <- ratings$categories
  if (!is.null(level) || !is.character(values) || ratings$declared || length(values) < 3) {
    return(invisible())
  }
  values <- trimws(values)
  comma <- grepl("^[-+]?[0-9]+,[0-9]+$", values)
  if (!all(comma | grepl("^[-+]?[0-9]+$", values)) || 2 * sum(comma) < length(values)) {
    return(invisible())
  }
  example <- values[comma][1]
  abort_accord(
    "decimal_comma",
    c(
      "Numbers must be written with decimal points, or are labels.",
      x = "{sum(comma)} of {length(values)} distinct ratings have a decimal comma, as in {.val {example}}.",
      i = "Read the file with {.fn read.csv2} or {.code dec = \",\"}, or convert a column with \\
           {.code as.numeric(sub(\",\", \".\", x, fixed = TRUE))}.",
      i = "If they are sets of labels, use {.code separator = \",\"}; if they are labels, {.code level = \"nominal\"}."
    ),
    values = values[comma]
  )
}

# Warns of numbers with a note in the cell, such as "2 (unsure)", which make labels of all numbers.
warn_noted_numbers <- function(ratings) {
  texts <- ratings$categories
  if (ratings$declared || !is.character(texts) || !any(is_numeric_text(texts))) {
    return(invisible())
  }
  odd <- which(!is_numeric_text(texts))
  if (length(odd) == 0 || !any(grepl("[0-9]", texts[odd]))) {
    return(invisible())
  }
  n <- category_counts(ratings)
  if (length(texts) - length(odd) > 1 && all(are_notes_at_numbers(texts[odd], n[odd], sum(n)))) {
    warn_accord(
      "text_among_numbers",
      c(
        "One text among numbers makes labels of all of them.",
        x = "{sum(n[odd])} of {sum(n)} ratings {cli::qty(sum(n[odd]))}{?is/are} text: \\
             {.val {first_few(texts[odd])}}.",
        i = noted_numbers_hint(texts),
        i = "If they are labels, name all {.arg categories}."
      ),
      labels = texts[odd], n = n[odd]
    )
  }
}

noted_numbers_hint <- function(texts) {
  odd <- texts[!is_numeric_text(texts)]
  if (length(odd) == 0 || !all(are_notes_at_numbers(odd, rep(1, length(odd)), Inf))) {
    return(NULL)
  }
  number <- likely_number(odd)
  number[!is_numeric_text(number)] <- NA
  code <- paste("recode =", recode_pairs(rlang::set_names(number, odd)))
  as_written(cli::format_inline("If the numbers were meant, read the data by {.fn read_sheet} with {.code {code}}."))
}
