# Tables in LaTeX that fit the text of an article at 10 pt, as far as smaller type does it.

TEXT_WIDTH <- 345 # of article.cls, in pt
LETTER_WIDTH <- 4.7 # of a letter or digit, on average

# `columns` as bind_columns() makes them, `text` what kable() made: out of a float it begins with a new line.
fit_width <- function(text, columns) {
  letters <- sum(mapply(
    function(cells, name) max(seen_letters(c(name, cells))),
    columns$cells, columns$names
  ))
  width <- function(size, gap) size * LETTER_WIDTH * letters + 2 * gap * length(columns$cells)
  if (width(1, 6) <= TEXT_WIDTH) {
    return(text)
  }
  type <- if (width(0.9, 6) <= TEXT_WIDTH) "\\small" else "\\footnotesize\\setlength{\\tabcolsep}{3pt}"
  start <- regexpr("\\begin{tabular", text, fixed = TRUE)
  in_float <- start > 0 && grepl("\\begin{table", text, fixed = TRUE)
  if (!in_float) {
    return(paste0("{", type, text, "\n\\par}"))
  }
  paste0(substr(text, 1, start - 1), type, "\n", substring(text, start))
}

# Of the markup of escape_latex() a sign is seen for each.
seen_letters <- function(cells) {
  signs <- gsub("\\\\text[a-z]+[{][}]|\\\\[_%&#{}$]", "-", cells)
  nchar(gsub("[{}$]", "", signs))
}
