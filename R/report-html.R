# Pieces of an HTML page that needs nothing but itself.

report_part <- function(heading, body) {
  paste0("<section>\n<h2>", escape_html(heading), "</h2>\n", paste(body, collapse = "\n"), "\n</section>")
}

html_text <- function(text) paste0("<p>", escape_html(text), "</p>")

html_lines <- function(lines) {
  paste0("<pre>", paste(escape_html(cli::ansi_strip(lines)), collapse = "\n"), "</pre>")
}

html_list <- function(text) {
  paste0("<ul>\n", paste0("<li>", escape_html(gsub("\n", " ", text)), "</li>", collapse = "\n"), "\n</ul>")
}

html_table <- function(x, n) {
  if (nrow(x) == 0) {
    return(html_text("None."))
  }
  more <- if (nrow(x) > n) paste0("The first ", n, " of ", big(nrow(x)), " rows.")
  paste0("<div class=\"wide\">", paper_table(x[seq_len(min(nrow(x), n)), ], "html", note = more), "</div>")
}

# A picture as text, higher where it has many rows, or panels below each other.
html_plot <- function(x, rows = 10, ...) {
  file <- tempfile(fileext = ".png")
  on.exit(unlink(file))
  plot <- ggplot2::autoplot(x, ...)
  panels <- max(ggplot2::ggplot_build(plot)$layout$layout$ROW)
  height <- min(max(8, 3 + 0.45 * rows, 3 + 3 * panels), 80)
  grDevices::png(file, width = 12, height = height, units = "cm", res = 150)
  tryCatch(print(plot), finally = grDevices::dev.off())
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
  "body { font: 16px/1.5 sans-serif; color: #222; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }",
  "h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc; }",
  "pre { background: #f5f5f5; padding: .8rem; overflow-x: auto; font-size: .85rem; }",
  ".wide { overflow-x: auto; }",
  "table { border-collapse: collapse; font-size: .85rem; margin: 1rem 0; }",
  "th { border-bottom: 2px solid #444; white-space: nowrap; }",
  "td, th { padding: .2rem .6rem; }",
  "tbody tr { border-bottom: 1px solid #e5e5e5; }",
  "tfoot td { color: #555; padding-top: .5rem; }",
  "img { max-width: 100%; height: auto; display: block; margin: 1rem 0; width: 34rem; }"
)
