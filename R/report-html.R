# Parts of a self-contained HTML page.

# A section of sentences and a table, which needs half of the width if the table is narrow. On paper such a section is
# on one page, so that a long table, which may be divided, has all of the width.
half_if_narrow <- function(words, table) {
  body <- c(words, table)
  if (is_narrow_table(table) && !isTRUE(attr(table, "long"))) half_width(body) else body
}

# A table says of itself whether it is narrow.
is_narrow_table <- function(table) isTRUE(attr(table, "narrow"))

# The lines of a table with what stands before or after them.
around_table <- function(before, table, after = NULL) {
  structure(c(before, table, after), narrow = attr(table, "narrow"), long = attr(table, "long"))
}

anchor <- function(heading) gsub("[^a-z]+", "-", tolower(heading))

# `short`: whether a phone does without it, since the closed sections are a table of contents.
html_contents <- function(headings, ids = anchor(headings), short = FALSE) {
  links <- paste0("<a href=\"#", ids, "\">", escape_html(headings), "</a>")
  paste0("<nav", if (short) " class=\"short\"", ">", paste(links, collapse = "\n"), "</nav>")
}

# `screen`: words that are not printed, since they are about files.
html_text <- function(text, screen = NULL) {
  unprinted <- if (length(screen)) paste0("<span class=\"screen\">", escape_html(screen), "</span>")
  paste0("<p>", html_sentence(text), unprinted, "</p>")
}

# A sentence as markup, in which names with digits, such as llama-3.1-70b, are not broken at a hyphen.
html_sentence <- function(text) {
  text <- escape_html(text)
  of_name <- "(?<![^ (])[[:alnum:]._]+(-[[:alnum:]._]*[[:alnum:]])+"
  names <- gregexpr(of_name, text, perl = TRUE)
  regmatches(text, names) <- lapply(regmatches(text, names), function(name) {
    whole <- grepl("[0-9]", name) & nchar(name) <= WHOLE_NAME
    ifelse(whole, paste0("<span class=\"whole\">", name, "</span>"), name)
  })
  text
}

# The same, or nothing without words.
html_words <- function(text) if (length(text)) html_text(text)

# Sentences with the plot to the right of them, and a table, which stands below both where it is too wide: on a screen a
# browser sees this, and on paper, where tables may be divided between pages, only narrow ones stand beside a plot.
# `again`: whether the plot shows the numbers of the table, so that a phone needs only the table.
html_around <- function(words, table, plot, again = FALSE) {
  if (is.null(plot)) {
    return(c(words, table))
  }
  if (is_narrow_table(table)) {
    words <- c(words, table)
    table <- NULL
  }
  parts <- c(plot, html_div("words", words), if (length(table)) html_div("table", table))
  html_div(paste0("around", if (again) " again"), parts)
}

# Two parts beside each other, or the only one.
html_beside <- function(left, right) {
  if (is.null(left) || is.null(right)) {
    return(c(left, right))
  }
  html_div("columns", c(html_div("left", left), html_div("right", right)))
}

# The same where the tables of both are narrow, otherwise one below the other.
html_beside_if_narrow <- function(left, right) {
  if (is_narrow_table(left) && (is.null(right) || is_narrow_table(right))) html_beside(left, right) else c(left, right)
}

# Names in a sentence, none of which is broken at a blank or a hyphen; very long ones may be.
html_names <- function(names) {
  paste(paste0(
    ifelse(nchar(names) <= 40, "<span class=\"whole\">", "<span>"), escape_html(names),
    ifelse(seq_along(names) < length(names), ",", "."), "</span>"
  ), collapse = " ")
}

html_div <- function(class, body) c(paste0("<div class=\"", class, "\">"), body, "</div>")

# A table with a row for each name and its words.
html_rows <- function(words) {
  words <- unlist(words)
  rows <- paste0("<tr><th scope=\"row\">", escape_html(names(words)), "</th><td>", escape_html(words), "</td></tr>")
  c("<table class=\"facts\">", rows, "</table>")
}

html_list <- function(text, class = NULL) {
  if (length(text) == 0) {
    return(html_text("None."))
  }
  open <- if (is.null(class)) "<ul>" else paste0("<ul class=\"", class, "\">")
  paste0(open, "\n", paste0("<li>", html_sentence(gsub("\n", " ", text)), "</li>", collapse = "\n"), "\n</ul>")
}

# References, whose addresses are broken after the last slash at most, unless what follows is longer than a line.
html_references <- function(text) {
  part <- "<span class=\"part\">"
  gsub("(https://[^ <]*/)([^ <]+)", paste0(part, "\\1</span>", part, "\\2</span>"), html_list(text))
}

html_page <- function(title, parts) {
  made <- paste0(
    format(Sys.Date(), "%Y-%m-%d"), ", accord ", utils::packageVersion("accord"), ", R ", getRversion()
  )
  c(
    "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
    "<meta name=\"viewport\" content=\"width=device-width\">",
    paste0("<title>", escape_html(title), "</title>"), "<style>", PAGE_STYLE, title_style(title), "</style>",
    "</head>", "<body>",
    paste0("<h1>", escape_html(title), "</h1>"), paste0("<p class=\"made\">", escape_html(made), "</p>"),
    shared_letters(unlist(parts)), "<script>", FOLD_SCRIPT, "</script>", "</body>", "</html>"
  )
}

# The title at the foot of each printed page. In a style sheet a sign that could end the text is written as its number.
title_style <- function(title) {
  signs <- strsplit(gsub("[[:space:]]+", " ", enc2utf8(title)), "")[[1]]
  odd <- signs %in% c("\\", "\"", "<", ">", "&")
  signs[odd] <- sprintf("\\%06X", vapply(signs[odd], utf8ToInt, 0L))
  title <- paste(signs, collapse = "")
  paste0("@page { @bottom-left { content: \"", title, "\"; font: 10px sans-serif; color: #555; } }")
}
