# Pieces of an HTML page that needs nothing but itself.

report_part <- function(heading, body) {
  paste0("<section>\n<h2>", escape_html(heading), "</h2>\n", paste(body, collapse = "\n"), "\n</section>")
}

html_text <- function(text) paste0("<p>", escape_html(text), "</p>")

# What format() says of the ratings: a sentence, and a row for each "name: words" below it.
html_facts <- function(lines) {
  lines <- escape_html(sub("^<[a-z_]+> ", "", cli::ansi_strip(lines)))
  name <- sub("^ *([^:]*):.*", "\\1", lines[-1])
  words <- sub("^[^:]*: *", "", lines[-1])
  c(
    paste0("<p>", lines[1], ".</p>"),
    "<table class=\"facts\">", paste0("<tr><th>", name, "</th><td>", words, "</td></tr>"), "</table>"
  )
}

html_list <- function(text) {
  paste0("<ul>\n", paste0("<li>", escape_html(gsub("\n", " ", text)), "</li>", collapse = "\n"), "\n</ul>")
}

html_table <- function(x, n) {
  if (nrow(x) == 0) {
    return(html_text("None."))
  }
  more <- if (nrow(x) > n) paste0("The first ", n, " of ", big(nrow(x)), " rows.")
  html_wide(paper_table(x[seq_len(min(nrow(x), n)), ], "html", note = more))
}

# With several groups the first rows of each, so that no group is hidden by the one before it.
html_groups <- function(x, ratings, n) {
  groups <- nrow(ratings$groups)
  if (groups < 2 || nrow(x) <= n) {
    return(html_table(x, n))
  }
  each <- max(1, n %/% groups)
  group <- vctrs::vec_match(tibble::as_tibble(x)[names(ratings$groups)], ratings$groups)
  place <- stats::ave(seq_along(group), group, FUN = seq_along)
  more <- paste0(
    "The first ", if (each == 1) "row" else paste(each, "rows"), " of each ",
    if (groups > n) paste("of the first", n, "groups") else "group", "; ", big(nrow(x)), " rows in all."
  )
  html_wide(paper_table(x[place <= each & group <= n, ], "html", note = more))
}

# With groups and several coefficients a row for each group, as many rows of all would show two groups.
html_agreement <- function(x, n) {
  group <- group_numbers(x)
  if (max(group) == 1 || length(unique(coefficient_labels(x))) == 1) {
    return(html_table(x, n))
  }
  more <- if (max(group) > n) paste0("The first ", n, " of ", big(max(group)), " groups.")
  table <- paper_table(x[group <= n, ], "html", wide = TRUE, categories = FALSE, note = more)
  # Of each group the intervals stand in a line below the estimates.
  html_wide(table, if (all(is.na(x$conf.low))) "wide" else "wide pairs")
}

html_wide <- function(table, class = "wide") paste0("<div class=\"", class, "\">", table, "</div>")

# A picture as text, higher where it has many rows, or panels below each other.
html_plot <- function(x, rows = 10, ...) {
  file <- tempfile(fileext = ".png")
  on.exit(unlink(file))
  # Built once, for its layout and its picture.
  built <- ggplot2::ggplot_build(ggplot2::autoplot(x, ...))
  panels <- max(built$layout$layout$ROW)
  height <- min(max(8, 3 + 0.45 * rows, 3 + 3 * panels), 80)
  grDevices::png(file, width = 12, height = height, units = "cm", res = 150)
  tryCatch(grid::grid.draw(ggplot2::ggplot_gtable(built)), finally = grDevices::dev.off())
  paste0("<img alt=\"plot\" src=\"", knitr::image_uri(file), "\">")
}

html_page <- function(title, parts) {
  c(
    "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
    "<meta name=\"viewport\" content=\"width=device-width\">",
    paste0("<title>", escape_html(title), "</title>"), "<style>", PAGE_STYLE, "</style>", "</head>", "<body>",
    paste0("<h1>", escape_html(title), "</h1>"), unlist(parts), "</body>", "</html>"
  )
}

PAGE_STYLE <- c(
  "body { font: 16px/1.5 sans-serif; color: #222; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }",
  "h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc; }",
  "p, ul { max-width: 52rem; }",
  ".wide { overflow-x: auto; }",
  "table { border-collapse: collapse; font-size: .85rem; margin: 1rem 0; }",
  "th { border-bottom: 2px solid #444; vertical-align: bottom; }",
  "td, th { padding: .2rem .4rem; }",
  "td:first-child[style*=left] { min-width: 9rem; }",
  ".facts th { border: 0; text-align: left; vertical-align: top; font-weight: normal; white-space: nowrap; }",
  "tbody tr { border-bottom: 1px solid #e5e5e5; }",
  ".pairs tbody tr:nth-child(odd) { border: 0; }",
  ".pairs tbody tr:nth-child(odd) td { vertical-align: bottom; padding-bottom: 0; }",
  ".pairs tbody tr:nth-child(even) td { padding-top: 0; }",
  "tfoot td { color: #555; padding-top: .5rem; }",
  "img { max-width: 100%; height: auto; display: block; margin: 1rem 0; width: 34rem; }"
)
