# Parts of a self-contained HTML page.

# `body`: parts of a page; as `half_width()` if they need half of the width. `id`: the target of links.
report_part <- function(heading, body, id = anchor(heading)) {
  paste0(
    "<section id=\"", id, "\"", if (isTRUE(attr(body, "half"))) " class=\"half\"", ">\n<h2>",
    escape_html(heading), "</h2>\n", paste(body, collapse = "\n"), "\n</section>"
  )
}

half_width <- function(body) structure(body, half = TRUE)

# A section of sentences and a table, which needs half of the width if the table is narrow.
half_if_narrow <- function(body) if (has_narrow_table(body)) half_width(body) else body

has_narrow_table <- function(body) any(grepl("<div class=\"[^\"]*narrow", body))

anchor <- function(heading) gsub("[^a-z]+", "-", tolower(heading))

html_contents <- function(headings, ids = anchor(headings)) {
  links <- paste0("<a href=\"#", ids, "\">", escape_html(headings), "</a>")
  paste0("<nav>", paste(links, collapse = "\n"), "</nav>")
}

# `screen`: words that are not printed, since they are about files.
html_text <- function(text, screen = NULL) {
  unprinted <- if (length(screen)) paste0("<span class=\"screen\">", escape_html(screen), "</span>")
  paste0("<p>", escape_html(text), unprinted, "</p>")
}

# Sentences with the plot to the right of them, and a table, which stands below both where it is too wide: on a screen a
# browser sees this, and on paper, where tables may be divided between pages, only narrow ones stand beside a plot.
html_around <- function(words, table, plot) {
  if (is.null(plot)) {
    return(c(words, table))
  }
  if (has_narrow_table(table)) {
    words <- c(words, table)
    table <- NULL
  }
  html_div("around", c(plot, html_div("words", words), if (length(table)) html_div("table", table)))
}

# Two parts beside each other, or the only one.
html_beside <- function(left, right) {
  if (is.null(left) || is.null(right)) {
    return(c(left, right))
  }
  html_div("columns", c(html_div("left", left), html_div("right", right)))
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
  paste0(open, "\n", paste0("<li>", escape_html(gsub("\n", " ", text)), "</li>", collapse = "\n"), "\n</ul>")
}

html_page <- function(title, parts) {
  made <- paste0(
    format(Sys.Date(), "%Y-%m-%d"), ", accord ", utils::packageVersion("accord"), ", R ", getRversion()
  )
  c(
    "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
    "<meta name=\"viewport\" content=\"width=device-width\">",
    paste0("<title>", escape_html(title), "</title>"), "<style>", PAGE_STYLE, "</style>", "</head>", "<body>",
    paste0("<h1>", escape_html(title), "</h1>"), paste0("<p class=\"made\">", escape_html(made), "</p>"),
    shared_letters(unlist(parts)), "</body>", "</html>"
  )
}
