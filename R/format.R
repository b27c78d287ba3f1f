# Formats numbers and text for all output: LaTeX, markdown, HTML, Typst, Word ("docx"), and the console ("text").
# `style`: a list of format, digits and leading_zero. Text for Typst is the content of a string, "...".

# Formats each count separately, so that a huge one does not change the others. A missing count is a dash.
big_cells <- function(n, style) {
  different <- unique(n)
  cells <- vapply(different, big, "")[match(n, different)]
  cells[is.na(n)] <- dash(style)
  cells
}

count <- function(n, noun) paste0(big(n), " ", noun, if (n != 1) "s")

studies_per_row <- function(n) paste(big(n), "simulated", if (n == 1) "study" else "studies", "per row")

percent <- function(share) paste0(formatC(100 * share, format = "f", digits = 1), "%")

# Shares as percentages, also without the sign, of which a half is rounded away from 0, so that 2.5% and 97.5% are 3%
# and 98%: R rounds to even digits.
whole_percent <- function(share, digits = 0) paste0(percent_number(share, digits), "%", recycle0 = TRUE)

percent_number <- function(share, digits = 0) {
  rounded <- sign(share) * floor(abs(100 * share) * 10^digits + 0.5 + 1e-9) / 10^digits
  sub("^-", "\u2212", formatC(rounded + 0, format = "f", digits = digits))
}

# Numbers in sentences.
SENTENCE_NUMBERS <- list(format = "text", digits = 2, leading_zero = TRUE)

in_first <- function(x) sub("^-([0-9.])", "\u2212\\1", format_numbers(x, SENTENCE_NUMBERS))

# The same for numbers that cannot exceed 1, which have no leading zero, as in tables and plots.
below_one <- function(x) {
  sub("^-([0-9.])", "\u2212\\1", format_numbers(x, utils::modifyList(SENTENCE_NUMBERS, list(leading_zero = FALSE))))
}

# Returns the common value, NA if values differ.
common_value <- function(values) if (length(unique(values)) == 1) values[1] else values[NA_integer_]

is_same <- function(values) length(unique(values)) == 1 && !is.na(values[1])

dash <- function(style) {
  pick_sign(style, latex = "---", unicode = "\u2014", markdown = "---", html = "&mdash;", text = "--")
}

# In the console the minus sign is a hyphen, so that numbers can be copied into code.
minus <- function(style) {
  if (style$format == "text") {
    return("-")
  }
  pick_sign(style, latex = "$-$", unicode = "\u2212", markdown = "-", html = "&minus;")
}

# Returns the dash between the ends of a range.
range_dash <- function(style) {
  pick_sign(style, latex = "--", unicode = "\u2013", markdown = "-", html = "&ndash;", text = "-")
}

# In a session that is not UTF-8, R would write <U+2212>, so that ASCII signs are used.
pick_sign <- function(style, latex, unicode, markdown, html, text) {
  if (style$format != "latex" && l10n_info()[["UTF-8"]]) {
    return(unicode)
  }
  switch(style$format, latex = latex, markdown = , typst = , docx = markdown, html = html, text = text)
}

# Formats numbers with fixed digits, a true minus sign, and no minus before zero. More decimals than users can request
# occur for tiny units: then the format is 1.23e-20. A number with more than 15 digits before the decimal point is
# written as 1.23e+20. `style$digits` may have an element per number.
format_numbers <- function(x, style) {
  if (length(unique(style$digits)) > 1) {
    one <- function(x, digits) format_numbers(x, utils::modifyList(style, list(digits = digits)))
    return(mapply(one, x, style$digits, USE.NAMES = FALSE))
  }
  tiny <- isTRUE(style$digits[1] > MOST_DIGITS)
  text <- formatC(as.double(x), format = if (tiny) "e" else "f", digits = if (tiny) 2 else style$digits[1])
  huge <- is.finite(x) & abs(x) >= 10^MOST_DIGITS
  if (any(huge)) text[huge] <- formatC(as.double(x[huge]), format = "e", digits = 2)
  if (tiny) text[x %in% 0] <- "0"
  text <- sub("^-(0[.]?0*)$", "\\1", text)
  if (!style$leading_zero) text <- sub("^(-?)0[.]", "\\1.", text)
  ifelse(is.na(x), dash(style), with_minus(text, style))
}

# Returns the digits for numbers in units of the data: three significant digits of the largest number, or as many as are
# given, but at least `least` decimals.
unit_digits <- function(values, least = 0, significant = 3) {
  most <- max(abs(values[is.finite(values)]), 0)
  if (most > 0) max(least, significant - 1 - floor(log10(most))) else least
}

# Returns the style of a table of such numbers, unless the user chose the digits. House styles have two significant
# digits where they have two decimals.
style_in_units <- function(style, values) {
  if (!isTRUE(style$digits_given)) {
    style$digits <- unit_digits(values, style$digits, if (is.null(style$house)) 3 else style$digits)
  }
  style
}

# House styles of tables and sentences: "apa" of the American Psychological Association, "vancouver" of medical
# journals, "acl" of the Association for Computational Linguistics. The lines of an ACL column have 219 pt at 11 pt.
HOUSE_STYLES <- list(
  apa = list(digits = 2, leading_zero = FALSE), vancouver = list(digits = 2, leading_zero = TRUE),
  acl = list(digits = 2, leading_zero = TRUE, text_width = 199)
)

SENTENCE_STYLES <- c("table", names(HOUSE_STYLES))

# Checks the arguments of a print that chooses the number of digits by itself, or writes sentences in a house style.
check_printing <- function(..., digits, style) {
  check_no_dots(...)
  if (!is.null(digits)) check_digits(digits)
  check_choice(style, SENTENCE_STYLES, "style")
}

# The `style` of a sentence in a house style. APA style has no zero before the decimal point of numbers that cannot
# exceed 1, and the others always do.
in_house <- function(style, house) {
  utils::modifyList(style, list(house = house, leading_zero = style$leading_zero || HOUSE_STYLES[[house]]$leading_zero))
}

GREEK <- c(alpha = "\u03b1", kappa = "\u03ba", pi = "\u03c0")

# Replaces the names of Greek letters in escaped labels of coefficients by the letters, if format and session have them.
greek <- function(labels, style) {
  latex <- style$format == "latex"
  if (style$format == "text" || !latex && !l10n_info()[["UTF-8"]]) {
    return(labels)
  }
  for (letter in names(GREEK)) {
    sign <- if (latex) paste0("$\\\\", letter, "$") else GREEK[[letter]]
    labels <- sub(paste0("\\b", letter, "\\b"), sign, labels)
  }
  typeset(labels, style)
}

# Words of accord with the apostrophe and the dash between two names of print, in formats that do not set them by
# themselves.
typeset <- function(text, style) {
  if (!isTRUE(style$typeset) || style$format %in% c("text", "markdown")) {
    return(text)
  }
  text <- gsub(NAMES_OF_TWO, paste0("\\1", range_dash(style), "\\2"), text, perl = TRUE)
  # An apostrophe follows a letter, unless it closes a quotation.
  bare <- style$format != "latex" & l10n_info()[["UTF-8"]] & !grepl("(^|[ (])'", text)
  text[bare] <- gsub("(?<=[[:alpha:]])'", "\u2019", text[bare], perl = TRUE)
  text
}

NAMES_OF_TWO <- "\\b(Brennan|Bradley|Dawid|Jensen|Rao)-(Prediger|Terry|Skene|Shannon|Kupper)\\b"

# Returns the space that each number needs before its decimal point to be as wide as the widest one. It aligns numbers
# that are centred or have text on both sides.
decimal_space <- function(numbers, style) {
  number <- grepl("[0-9]", numbers)
  negative <- startsWith(numbers, minus(style))
  digits <- nchar(gsub("[^0-9]", "", sub("[.].*$", "", numbers)))
  if (style$format == "text" || !any(number)) {
    return(rep("", length(numbers)))
  }
  lacking <- ifelse(number, max(digits[number]) - digits, 0)
  sign <- ifelse(number & !negative & any(negative[number]), minus(style), "")
  blank(sign, strrep("0", lacking), style)
}

# Returns a space as wide as a sign and digits. A figure space is as wide as a digit, and nearly as wide as a minus
# sign.
blank <- function(sign, digits, style) {
  text <- paste0(sign, digits)
  n <- nchar(digits) + (sign != "")
  space <- switch(style$format,
    latex = paste0("\\phantom{", text, "}"),
    typst = paste0("\" + hide(\"", text, "\") + \""),
    strrep(if (l10n_info()[["UTF-8"]]) "\u2007" else if (style$format == "html") "&numsp;" else "", n)
  )
  ifelse(n == 0, "", space)
}

# p values always have three digits.
format_p <- function(p, style) {
  style$digits <- 3
  zero <- if (style$leading_zero) "0"
  text <- format_numbers(p, style)
  text[!is.na(p) & p < 0.001] <- escape(paste0("< ", zero, ".001"), style)
  text[!is.na(p) & p >= 0.9995] <- escape(paste0("> ", zero, ".999"), style)
  ifelse(is.na(p), "", text)
}

with_minus <- function(text, style) sub("^-", minus(style), text)

escape <- function(text, style) {
  # Invalid bytes, as in a file read in the wrong encoding, are shown as numbers.
  text <- gsub("[[:space:]]+", " ", iconv(enc2utf8(as.character(text)), "UTF-8", "UTF-8", sub = "byte"))
  switch(style$format,
    latex = escape_latex(text),
    markdown = escape_markdown(text),
    html = escape_html(text),
    typst = gsub("([\"\\\\])", "\\\\\\1", text),
    text
  )
}

# Escapes characters that have a meaning in LaTeX, or another glyph in some font encodings. Only the typewriter font has
# an upright quote in all encodings, and babel makes some signs active in some languages. After `\\`, the end of a table
# row, a bracket or star would be read as an argument.
escape_latex <- function(text) {
  special <- c(
    "\\" = "\\textbackslash{}", "{" = "\\{", "}" = "\\}", "#" = "\\#", "$" = "\\$", "%" = "\\%",
    "&" = "\\&", "_" = "\\_", "^" = "\\textasciicircum{}", "~" = "\\textasciitilde{}",
    "<" = "\\textless{}", ">" = "\\textgreater{}", "|" = "\\textbar{}", "\"" = "\\texttt{\\char34}"
  )
  text <- replace_each(text, c(special, latex_formulas()))
  # Prevents ligatures, such as a dash for two hyphens.
  text <- gsub("(-(?=-)|`(?=`)|'(?=')|,(?=,)|[?!](?=`))", "\\1{}", text, perl = TRUE)
  sub("^([[*])", "{\\1}", text)
}

# Characters that pdflatex accepts only in formulas, and that the default text font of lualatex lacks.
latex_formulas <- function() {
  codes <- c(
    alpha = 0x3b1, beta = 0x3b2, gamma = 0x3b3, delta = 0x3b4, epsilon = 0x3b5, zeta = 0x3b6, eta = 0x3b7,
    theta = 0x3b8, iota = 0x3b9, kappa = 0x3ba, lambda = 0x3bb, mu = 0x3bc, nu = 0x3bd, xi = 0x3be, pi = 0x3c0,
    rho = 0x3c1, sigma = 0x3c3, tau = 0x3c4, upsilon = 0x3c5, varphi = 0x3c6, chi = 0x3c7, psi = 0x3c8,
    omega = 0x3c9, Gamma = 0x393, Delta = 0x394, Theta = 0x398, Lambda = 0x39b, Xi = 0x39e, Pi = 0x3a0,
    Sigma = 0x3a3, Phi = 0x3a6, Psi = 0x3a8, Omega = 0x3a9, leq = 0x2264, geq = 0x2265, neq = 0x2260,
    approx = 0x2248, infty = 0x221e, rightarrow = 0x2192, leftarrow = 0x2190, leftrightarrow = 0x2194
  )
  stats::setNames(c(paste0("$\\", names(codes), "$"), "$-$"), intToUtf8(c(codes, 0x2212), multiple = TRUE))
}

# pandoc reads markdown within HTML tags, so that marks of markdown become entities too.
escape_html <- function(text) {
  names <- c("&" = "&amp;", "<" = "&lt;", ">" = "&gt;", "\"" = "&quot;")
  marks <- setdiff(c(MARKDOWN_MARKS, "|"), names(names))
  codes <- paste0("&#", vapply(marks, utf8ToInt, 0L), ";")
  no_dash(replace_each(text, c(names, stats::setNames(codes, marks))), "&#45;")
}

MARKDOWN_MARKS <- c("\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "~", "^", "$", "#", "&", "@", "\"")

# A backslash does not protect a bar, which always ends a cell, nor `\[`, which begins a formula in R Markdown, so that
# these become entities.
escape_markdown <- function(text) {
  marks <- setdiff(MARKDOWN_MARKS, c("[", "]"))
  backslashed <- stats::setNames(paste0("\\", marks), marks)
  no_dash(replace_each(text, c(backslashed, "[" = "&#91;", "|" = "&#124;")), "\\-")
}

# Prevents pandoc from converting two hyphens to a dash, after which the labels "-" and "--" would look alike.
no_dash <- function(text, hyphen) gsub("(?<=-)-", gsub("\\", "\\\\", hyphen, fixed = TRUE), text, perl = TRUE)

# Replaces each character once, so that replacements are not replaced again.
replace_each <- function(text, replacement) {
  vapply(strsplit(text, ""), function(letters) {
    special <- letters %in% names(replacement)
    letters[special] <- replacement[letters[special]]
    paste(letters, collapse = "")
  }, "", USE.NAMES = FALSE)
}

# Returns a note on ratings that were given but do not count, for print() or the notes of a table.
set_aside_note <- function(x) {
  n <- x[["n_set_aside"]] %||% attr(x, "n_set_aside")
  most <- if (is.numeric(n)) suppressWarnings(max(n, 0, na.rm = TRUE)) else 0
  if (most > 0) {
    paste0(
      if (!is_same(n)) "Up to ", count(most, "rating"), " set aside: outside the categories, or repeated by a rater"
    )
  }
}

# `outside`: the values outside the categories, and the rater who gave them.
set_aside_line <- function(x, outside = NULL) {
  note <- set_aside_note(x)
  if (!is.null(note) && !is.null(outside)) note <- paste0(note, " (", outside, ")")
  if (!is.null(note)) paragraph(paste0(note, ". as_ratings() lists them."))
}

# Joins words as in "a, b and c", or with another word before the last.
in_a_list <- function(words, last = "and") {
  if (length(words) < 2) words else paste(
    paste(utils::head(words, -1), collapse = ", "), last, utils::tail(words, 1)
  )
}

# Up to this number, the values of a column of groups are named rather than counted.
VALUES_NAMED <- 6L

paragraph <- function(lines) if (length(lines)) c("", paste0("  ", lines))

# Returns names of set distances in their usual spelling: names of persons are capitalised, MASI is an acronym.
metric_words <- function(metric) {
  words <- c(passonneau = "Passonneau", jaccard = "Jaccard", dice = "Dice", masi = "MASI")[as.character(metric)]
  unname(ifelse(is.na(words), as.character(metric), words))
}
