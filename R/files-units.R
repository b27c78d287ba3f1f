# Converts offsets. Java and JavaScript count text in UTF-16 code units, of which a character beyond the basic plane,
# such as an emoji, has two; accord counts characters.

# Converts offsets in UTF-16 code units to characters; `text`: the text of each offset, or a single text for all. An
# offset within a character is replaced by the end of the character.
characters_of_utf16 <- function(offset, text) {
  text <- distinct_texts(text, length(offset))
  counted <- which(has_wide_characters(text$texts)[text$of] & !is.na(offset) & offset > 0)
  for (at in split(counted, text$of[counted])) {
    last <- cumsum(c(0, 1 + (utf8ToInt(text$texts[text$of[at[1]]]) > 65535)))
    n <- length(last) - 1
    units <- offset[at]
    whole <- findInterval(units, last) - 1
    inner <- units < last[n + 1] & last[whole + 1] != units
    offset[at] <- whole + inner + pmax(units - last[n + 1], 0)
  }
  offset
}

# Returns the distinct `texts` and the index `of` each one. Adjacent repetitions, as for spans of one document, are
# removed first, since unique() reads every text to its end.
distinct_texts <- function(text, n) {
  if (length(text) == 1) {
    return(list(texts = text, of = rep(1L, n)))
  }
  same <- text[-1] == text[-length(text)]
  first <- c(rep(TRUE, min(length(text), 1)), !same %in% TRUE)
  texts <- unique(text[first])
  list(texts = texts, of = match(text[first], texts)[cumsum(first)])
}

has_wide_characters <- function(text) {
  of_each_text(text, function(x) !is.na(x) & grepl("[\xf0-\xf4]", x, perl = TRUE, useBytes = TRUE))
}

characters_in <- function(text) of_each_text(text, function(x) nchar(x, "chars"))

of_each_text <- function(text, figure) {
  text <- distinct_texts(text, length(text))
  figure(text$texts)[text$of]
}

# Returns TRUE for spans to leave out: those that are empty, end before their start, or extend beyond the text.
bad_offsets <- function(start, end, length) {
  is.na(start) | is.na(end) | start < 0 | end <= start | (!is.na(length) & end > length)
}

# Returns the rows that are `kept`, and for each value of `of` without one a row without an annotation, which shows that
# the item was seen.
keep_seen <- function(rows, kept, of, blank, off = "spanned") {
  alone <- !of %in% of[kept] & !duplicated(of)
  rows[alone, blank] <- NA
  rows[alone, off] <- FALSE
  rows$label[alone] <- list(NA_character_)
  rows[kept | alone, ]
}

# Returns the problem of each of the `bad` spans. `of`: the unit, such as an annotation, to which each row belongs.
offset_problems <- function(start, end, length, bad, of) {
  words <- offset_words(start, end, length)[bad]
  alone <- !of[bad] %in% of[!bad]
  paste0(words, ifelse(alone, " No other one is left, and the text counts as seen, with nothing marked.", ""))
}

offset_words <- function(start, end, length) {
  number <- function(x) ifelse(is.na(x), "?", vapply(x, format, "", scientific = FALSE, USE.NAMES = FALSE))
  words <- sprintf("The span from %s to %s ", number(start), number(end))
  ifelse(
    is.na(start) | is.na(end), paste0(words, "has no whole numbers as offsets; left out."),
    ifelse(
      start < 0 | end < start, paste0(words, "ends before it starts, or starts before the text; left out."),
      ifelse(
        start == end, paste0(words, "is empty; left out."),
        paste0(words, sprintf("lies outside the text of %s characters; left out.", number(length)))
      )
    )
  )
}

# Returns the part of each text (or of one text for all) between two offsets, NA if the text is shorter.
covered_text <- function(whole, start, end) {
  whole <- distinct_texts(whole, length(start))
  texts <- whole$texts
  of <- whole$of
  inside <- which(start >= 0 & end >= start & end <= nchar(texts, "chars")[of])
  covered <- rep(NA_character_, length(of))
  # For many spans of one text, offsets are converted to bytes once, since substr() counts characters from the beginning
  # each time.
  often <- tabulate(of[inside], length(texts))[of[inside]] > 20
  few <- inside[!often]
  covered[few] <- substr(texts[of[few]], start[few] + 1, end[few])
  for (at in split(inside[often], of[inside[often]])) {
    bytes <- charToRaw(texts[of[at[1]]])
    last <- c(which(bytes < 0x80 | bytes >= 0xc0) - 1L, length(bytes))
    covered[at] <- mapply(
      function(from, to) rawToChar(bytes[seq_len(to - from) + from]), last[start[at] + 1], last[end[at] + 1]
    )
  }
  Encoding(covered) <- "UTF-8"
  covered
}
