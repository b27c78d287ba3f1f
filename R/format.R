# Numbers and words for whatever prints, in LaTeX, markdown, HTML, Typst, and in the console ("text").
# `style`: a list of format, digits and leading_zero. Text in Typst is the inside of a string, "...".

# Each by itself: one that is huge does not change how the others are written. A missing one is a dash.
big_cells <- function(n, style) {
  different <- unique(n)
  cells <- vapply(different, big, "")[match(n, different)]
  cells[is.na(n)] <- dash(style)
  cells
}

count <- function(n, noun) paste0(big(n), " ", noun, if (n != 1) "s")

studies_per_row <- function(n) paste(big(n), "simulated", if (n == 1) "study" else "studies", "per row")

percent <- function(share) paste0(formatC(100 * share, format = "f", digits = 1), "%")

# The value that all have, NA where they differ.
common_value <- function(values) if (length(unique(values)) == 1) values[1] else values[NA_integer_]

is_same <- function(values) length(unique(values)) == 1 && !is.na(values[1])

dash <- function(style) {
  pick_sign(style, latex = "---", unicode = "\u2014", markdown = "---", html = "&mdash;", text = "--")
}

# In the console the minus sign of R, so that a number can be copied into code.
minus <- function(style) {
  if (style$format == "text") {
    return("-")
  }
  pick_sign(style, latex = "$-$", unicode = "\u2212", markdown = "-", html = "&minus;")
}

# From one number to another.
range_dash <- function(style) {
  pick_sign(style, latex = "--", unicode = "\u2013", markdown = "-", html = "&ndash;", text = "-")
}

# R would write <U+2212> in a session that is not in UTF-8, so that one gets ASCII.
pick_sign <- function(style, latex, unicode, markdown, html, text) {
  if (style$format != "latex" && l10n_info()[["UTF-8"]]) {
    return(unicode)
  }
  switch(style$format, latex = latex, markdown = , typst = markdown, html = html, text = text)
}

# Fixed digits, a true minus sign, no minus before zero. More decimals than a user may ask for are those of a tiny unit:
# then 1.23e-20. A number of more than 15 digits before its decimal point has none of them beyond these: 1.23e+20.
# `style$digits` may be those of each number.
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

# Numbers in the units of the data: as many decimals as show three digits of the largest, and `least` of them.
unit_digits <- function(values, least = 0) {
  most <- max(abs(values[is.finite(values)]), 0)
  if (most > 0) max(least, 2 - floor(log10(most))) else least
}

# The style of a table of such numbers, unless the user chose the digits.
style_in_units <- function(style, values) {
  if (!isTRUE(style$digits_given)) style$digits <- unit_digits(values, style$digits)
  style
}

# What each number lacks before its decimal sign to be as wide as the widest, as a space of that width: a minus
# sign and digits. Then numbers are aligned that have other text on both sides, or are centred.
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

# A space as wide as a sign and digits. A figure space is as wide as a digit, and nearly as a minus sign.
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

# p values have three digits, whatever the others have.
format_p <- function(p, style) {
  style$digits <- 3
  tiny <- if (style$leading_zero) "< 0.001" else "< .001"
  text <- ifelse(!is.na(p) & p < 0.001, escape(tiny, style), format_numbers(p, style))
  ifelse(is.na(p), "", text)
}

with_minus <- function(text, style) sub("^-", minus(style), text)

escape <- function(text, style) {
  # Bytes that are no characters, as in a file read in the wrong encoding, are shown as numbers.
  text <- gsub("[[:space:]]+", " ", iconv(enc2utf8(as.character(text)), "UTF-8", "UTF-8", sub = "byte"))
  switch(style$format,
    latex = escape_latex(text),
    markdown = escape_markdown(text),
    html = escape_html(text),
    typst = gsub("([\"\\\\])", "\\\\\\1", text),
    text = text
  )
}

# Characters with a meaning in LaTeX, or another shape in some font encoding. Only typewriter type has an upright quote
# in all of them, and babel makes an accent of the sign itself in some languages. After `\\`, the end of the row above,
# a bracket or a star would be read as its argument.
escape_latex <- function(text) {
  special <- c(
    "\\" = "\\textbackslash{}", "{" = "\\{", "}" = "\\}", "#" = "\\#", "$" = "\\$", "%" = "\\%",
    "&" = "\\&", "_" = "\\_", "^" = "\\textasciicircum{}", "~" = "\\textasciitilde{}",
    "<" = "\\textless{}", ">" = "\\textgreater{}", "|" = "\\textbar{}", "\"" = "\\texttt{\\char34}"
  )
  text <- replace_each(text, c(special, latex_formulas()))
  # Signs that would become another one together, as two hyphens a dash.
  text <- gsub("(-(?=-)|`(?=`)|'(?=')|,(?=,)|[?!](?=`))", "\\1{}", text, perl = TRUE)
  sub("^([[*])", "{\\1}", text)
}

# Signs that pdflatex knows in formulas only, and that the usual text type of lualatex lacks.
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

# pandoc reads markdown between the tags of HTML, so its marks become entities too.
escape_html <- function(text) {
  names <- c("&" = "&amp;", "<" = "&lt;", ">" = "&gt;", "\"" = "&quot;")
  marks <- setdiff(c(MARKDOWN_MARKS, "|"), names(names))
  codes <- paste0("&#", vapply(marks, utf8ToInt, 0L), ";")
  no_dash(replace_each(text, c(names, stats::setNames(codes, marks))), "&#45;")
}

MARKDOWN_MARKS <- c("\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "~", "^", "$", "#", "&", "@", "\"")

# A backslash does not serve where a bar ends a cell whatever stands before it, and where `\[`
# begins a formula, as in R Markdown.
escape_markdown <- function(text) {
  marks <- setdiff(MARKDOWN_MARKS, c("[", "]"))
  backslashed <- stats::setNames(paste0("\\", marks), marks)
  no_dash(replace_each(text, c(backslashed, "[" = "&#91;", "|" = "&#124;")), "\\-")
}

# pandoc makes a dash of two hyphens, and the labels "-" and "--" would look alike.
no_dash <- function(text, hyphen) gsub("(?<=-)-", gsub("\\", "\\\\", hyphen, fixed = TRUE), text, perl = TRUE)

# Each character once, so that what was put in is not replaced again.
replace_each <- function(text, replacement) {
  vapply(strsplit(text, ""), function(letters) {
    special <- letters %in% names(replacement)
    letters[special] <- replacement[letters[special]]
    paste(letters, collapse = "")
  }, "", USE.NAMES = FALSE)
}

# What was given and does not count, for a line of a print or the note of a table.
set_aside_note <- function(x) {
  n <- x[["n_set_aside"]] %||% attr(x, "n_set_aside")
  most <- if (is.numeric(n)) suppressWarnings(max(n, 0, na.rm = TRUE)) else 0
  if (most > 0) {
    paste0(
      if (!is_same(n)) "Up to ", count(most, "rating"), " set aside: outside the categories, or repeated by a rater"
    )
  }
}

# `outside`: the values outside the categories, and whose.
set_aside_line <- function(x, outside = NULL) {
  note <- set_aside_note(x)
  if (!is.null(note) && !is.null(outside)) note <- paste0(note, " (", outside, ")")
  if (!is.null(note)) paragraph(paste0(note, ". as_ratings() lists them."))
}

# The same above the rows of a tibble.
set_aside_header <- function(x) {
  n <- attr(x, "n_set_aside")
  if (!is.null(n)) c("Set aside" = paste0(count(n, "rating"), ", outside the categories or repeated by a rater"))
}

# "a, b and c"
in_a_list <- function(words) {
  if (length(words) < 2) words else paste(
    paste(utils::head(words, -1), collapse = ", "), "and", utils::tail(words, 1)
  )
}

paragraph <- function(lines) if (length(lines)) c("", paste0("  ", lines))
