# The parts of a table in LaTeX, as kable() writes them, in one text.

# Tables below each other, in the type of `layout`: `texts` are what kable() made of the parts. They are in one float,
# or `apart`, where no page has room for all of them.
join_parts <- function(texts, type, apart) {
  bodies <- sub("(?s)^.*?(\\\\begin[{](tabular|longtable))", "\\1", texts[-1], perl = TRUE)
  bodies <- sub("(?s)\n?\\\\end[{]table[*]?[}].*$", "", bodies, perl = TRUE)
  text <- texts[1]
  if (length(bodies) && grepl("\\begin{longtable}", text, fixed = TRUE)) {
    text <- paste(c(text, bodies), collapse = "\n\n")
  } else if (apart && length(bodies) && grepl("\\begin{table", text, fixed = TRUE)) {
    floats <- vapply(c(text, floats_of(bodies, text)), set_type, "", type, USE.NAMES = FALSE)
    return(paste(floats, collapse = "\n\n"))
  } else if (length(bodies)) {
    text <- insert_behind(text, "\\\\end[{]tabular[}]", paste0("\n\n\\medskip\n", bodies, collapse = ""))
  }
  set_type(text, type)
}

# A float like the `first` one for each of the other parts.
floats_of <- function(bodies, first) {
  start <- regexpr("\\\\caption|\\\\centering|\\\\begin[{]tabular", first)
  end <- sub("(?s)^.*\\\\end[{]tabular[}]", "", first, perl = TRUE)
  name <- if (grepl("\\caption", first, fixed = TRUE)) "\\tablename~\\thetable{} (continued)\n\n\\smallskip\n"
  centre <- if (grepl("\n\\centering", first, fixed = TRUE)) "\\centering\n"
  paste0(substr(first, 1, start - 1), centre, name, bodies, end)
}

set_type <- function(text, type) {
  if (type == "") {
    return(text)
  }
  start <- regexpr("\\begin{tabular", text, fixed = TRUE)
  if (start > 0 && grepl("\\begin{table", text, fixed = TRUE)) {
    return(paste0(substr(text, 1, start - 1), type, "\n", substring(text, start)))
  }
  paste0("{", type, text, "\n\\par}")
}

# Outside a float a table is text, and the indent of a paragraph would push it over the margin.
no_indent <- function(text) {
  if (grepl("\\begin{table", text, fixed = TRUE)) {
    return(text)
  }
  gsub("(^|\n)(?=\\\\begin[{]tabular[}](?!\\[b\\][{]@))", "\\1\\\\noindent", text, perl = TRUE)
}

# kable() has no head on the later pages of a table over pages.
repeat_head <- function(text) {
  rule <- regexpr("\\midrule", text, fixed = TRUE)
  top <- regexpr("\\toprule", text, fixed = TRUE)
  if (rule < 0 || top < 0) {
    return(text)
  }
  head <- substr(text, top, rule + nchar("\\midrule") - 1)
  paste0(
    substr(text, 1, rule + nchar("\\midrule") - 1), "\n\\endfirsthead\n", head,
    "\n\\endhead\n\\bottomrule\n\\endfoot\n\\endlastfoot", substring(text, rule + nchar("\\midrule"))
  )
}
