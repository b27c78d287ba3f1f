# Texts that are numbers, and numbers with a note at them.

is_numeric_text <- function(x) grepl("^-?[0-9]+([.][0-9]+)?$", x)

# Which texts are a number with a note behind or before it, such as "2 (unsure)", "3?" and "ca. 4", or two numbers
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
  guess <- gsub("([.,])[.,]+", "\\1", plain_minus(x))
  found <- regexpr("-?[0-9]+([.,][0-9]+)?", guess)
  bare <- substr(guess, found, found + attr(found, "match.length") - 1)
  # If there are several numbers, none is likelier than the others.
  one <- !grepl("[0-9]", sub("-?[0-9]+([.,][0-9]+)?", "", guess))
  sub(",", ".", ifelse(one, bare, guess), fixed = TRUE)
}

# The code of new texts, named by the old ones.
recode_pairs <- function(map) {
  quoted <- function(text) encodeString(text, quote = "\"")
  sprintf("c(%s)", toString(sprintf("%s = %s", quoted(names(map)), quoted(map))))
}
