# The width of texts in LaTeX, and texts broken into lines that fit. Widths are in pt, of type of 10 pt.

# `lower`, `upper`: the widths of the letters, in hundredths of a pt at 10 pt; `...`: those of other signs.
letter_widths <- function(lower, upper, ...) {
  c(stats::setNames(rep(500, 10), 0:9), stats::setNames(lower, letters), stats::setNames(upper, LETTERS), ...)
}
signs_of_width <- function(width, signs) stats::setNames(rep(width, length(signs)), signs)

# Computer Modern (Knuth 1986, Computers and Typesetting E).
LETTER_WIDTHS <- letter_widths(
  c(
    500, 556, 444, 556, 444, 306, 500, 556, 278, 306, 528, 278, 833, 556, 500, 556, 528, 392, 394, 389, 556, 528, 722,
    528, 528, 444
  ),
  c(
    750, 708, 722, 764, 681, 653, 785, 750, 361, 514, 778, 625, 917, 750, 778, 681, 778, 736, 556, 722, 750, 750, 1028,
    750, 750, 611
  ),
  signs_of_width(278, c(".", ",", ";", ":", "!", "'", "[", "]", "|")),
  " " = 333, "\u00a0" = 333, "-" = 333, "(" = 389, ")" = 389, "?" = 472, "/" = 500,
  # The underscore has its width in T1 encoding, where it is wider than the 360 of OT1.
  "_" = 778, "%" = 833, "#" = 833, "\u2013" = 500, "\u2014" = 1000
)

# Times, from the font metrics of Adobe; its formulas remain in Computer Modern.
TIMES_WIDTHS <- letter_widths(
  c(
    444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722,
    500, 500, 444
  ),
  c(
    722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944,
    722, 722, 611
  ),
  signs_of_width(250, c(".", ",", " ", "\u00a0")), signs_of_width(333, c("-", "(", ")", "[", "]", "!", "'")),
  ":" = 278, ";" = 278, "/" = 278, "|" = 200, "?" = 444, "_" = 500, "#" = 500, "%" = 833, "+" = 564,
  "\u2013" = 500, "\u2014" = 1000
)

OTHER_WIDTH <- 780

# Wraps texts that are wider than `room` pt. `size`: of the type, relative to 10 pt; `mark`: where words may break.
wrap_text <- function(text, room, size, letters = LETTER_WIDTHS, from = "t", mark = "\\allowbreak{}") {
  wide <- size * text_width(text, letters) > room + ROUNDING
  broken <- vapply(text[wide], break_words, "", room = room / size, mark = mark, letters = letters)
  # In em the box follows the size of the type, which is larger than 10 pt in some documents.
  em <- floor(10 * room / size) / 100
  text[wide] <- paste0("\\parbox[", from, "]{", em, "em}{\\raggedright ", broken, "\\strut}")
  text
}

# Words wider than `room` may be broken at any letter, since names cannot be hyphenated.
break_words <- function(text, room, mark = "\\allowbreak{}", letters = LETTER_WIDTHS) {
  words <- strsplit(text, " ", fixed = TRUE)[[1]]
  for (i in which(text_width(words, letters) > room)) {
    sign <- paste(SIGN_MARKUP, TEXT_MARKUP, "\\\\.|[{].[}]|.", sep = "|")
    signs <- regmatches(words[i], gregexpr(sign, words[i], perl = TRUE))[[1]]
    # A part may exceed its line by less than a letter, and ends with a hyphen if it can.
    line <- cumsum(text_width(signs, letters)) %/% (if (mark == "\\-") max(8, room - 10) else 0.9 * room)
    words[i] <- paste(vapply(split(signs, line), paste, "", collapse = ""), collapse = mark)
  }
  paste(words, collapse = " ")
}

# The markup that escape_latex() uses for a single character.
SIGN_MARKUP <- "\\\\text[a-z]+[{][}]|\\\\texttt[{]\\\\char[0-9]+[}]|[$](-|\\\\[A-Za-z]+)[$]"

# The markup of a text in italics, and of an empty one that aligns numbers.
TEXT_MARKUP <- "\\\\(?:phantom|textit)[{]([^}]*)[}]"

# Replaces the markup of escape_latex() by one character for each character that is seen.
seen_signs <- function(cells) {
  cells <- gsub(TEXT_MARKUP, "\\1", cells, perl = TRUE)
  cells <- gsub("~", "\u00a0", cells, fixed = TRUE)
  cells <- gsub("--", "\u2013", gsub("---", "\u2014", cells, fixed = TRUE), fixed = TRUE)
  signs <- gsub(paste0(SIGN_MARKUP, "|\\\\[&{}$]"), "\u2212", cells)
  gsub("[{}$]|\\\\(?=[_%#])", "", signs, perl = TRUE)
}

text_width <- function(cells, letters = LETTER_WIDTHS) {
  vapply(strsplit(seen_signs(as.character(cells)), ""), function(signs) {
    width <- letters[signs]
    sum(ifelse(is.na(width), OTHER_WIDTH, width)) / 100
  }, 0)
}

heading_width <- function(names, letters = LETTER_WIDTHS) {
  markup <- "\\\\(begin|end)[{]tabular[}](\\[b\\][{]@[{][}][lrc]@[{][}][}])?"
  vapply(strsplit(gsub(markup, "", names), "\\\\", fixed = TRUE), function(lines) {
    max(0, text_width(lines, letters))
  }, 0)
}

# Wraps the words of a heading in lines as wide as the cells or the longest word. Names such as "gpt-4o-2024-08-06" may
# continue in a further line after a hyphen that is not between digits, so that a date is not broken.
stack_headings <- function(names, align, cells, letters = LETTER_WIDTHS) {
  hyphen <- "(?<=[[:alpha:]]-)(?=[[:alnum:]])|(?<=[[:digit:]]-)(?=[[:alpha:]])"
  mapply(function(name, align, room) {
    words <- strsplit(name, paste0(" |", hyphen), perl = TRUE)[[1]]
    # Markup other than that of a single sign might be broken between its parts.
    bare <- gsub(paste0(SIGN_MARKUP, "|", TEXT_MARKUP), "", name, perl = TRUE)
    if (length(words) < 2 || grepl("\\\\[^_&#{}$%]", bare)) {
      return(name)
    }
    room <- max(room, text_width(words, letters))
    lines <- words[1]
    for (next_word in words[-1]) {
      last <- lines[length(lines)]
      longer <- paste0(last, if (!endsWith(last, "-")) " ", next_word)
      if (text_width(longer, letters) <= room) lines[length(lines)] <- longer else lines <- c(lines, next_word)
    }
    if (length(lines) == 1) {
      return(name)
    }
    paste0("\\begin{tabular}[b]{@{}", align, "@{}}", paste(lines, collapse = "\\\\"), "\\end{tabular}")
  }, names, align, cells, USE.NAMES = FALSE)
}

# Puts each multi-line heading on a separate line of the source, which would otherwise be too long to read.
heading_rows <- function(text) {
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  stacked <- grepl("\\begin{tabular}[b]{@{}", lines, fixed = TRUE)
  lines[stacked] <- gsub(" & ", " &\n", lines[stacked], fixed = TRUE)
  paste(lines, collapse = "\n")
}
