# Parts of a self-contained HTML page.

report_part <- function(heading, body) {
  paste0("<section>\n<h2>", escape_html(heading), "</h2>\n", paste(body, collapse = "\n"), "\n</section>")
}

html_text <- function(text) paste0("<p>", escape_html(text), "</p>")

# The lines of format() for ratings: a sentence, then a table with a row for each "name: words".
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

# With several groups, the table shows the first rows of each, so that every group is included.
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

# With groups and several coefficients, the table has one row for each group; with a row for each estimate, few groups
# would fit.
html_agreement <- function(x, n) {
  group <- group_numbers(x)
  if (max(group) == 1 || length(unique(coefficient_labels(x))) == 1) {
    return(html_table(x, n))
  }
  more <- if (max(group) > n) paste0("The first ", n, " of ", big(max(group)), " groups.")
  table <- paper_table(x[group <= n, ], "html", wide = TRUE, categories = FALSE, note = more)
  # Each group has its intervals in a second row below the estimates, but not in a table of a codebook.
  html_wide(table, if (all(is.na(x$conf.low)) || has_levels_by_group(x)) "wide" else "wide pairs")
}

# With many groups only one coefficient is plotted, since with panels for all of them few groups would fit.
plotted_estimates <- function(x) {
  groups <- max(group_numbers(x))
  if (groups <= 8 || length(unique(coefficient_labels(x))) <= 3) {
    return(x)
  }
  one <- if ("krippendorff_alpha" %in% x$coefficient) "krippendorff_alpha" else utils::tail(x$coefficient, 1)
  x[x$coefficient == one, ]
}

html_wide <- function(table, class = "wide") paste0("<div class=\"", class, "\">", table, "</div>")

# A plot as the source of an image, taller with many rows or with panels below each other, and narrow enough that its
# labels can be read on a phone.
html_plot <- function(x, rows = 10, ...) {
  # The plot is built once, for both its layout and its image.
  built <- ggplot2::ggplot_build(ggplot2::autoplot(x, ...))
  panels <- max(built$layout$layout$ROW)
  height <- min(max(7, 3 + 0.4 * rows, 3 + 3 * panels), 60)
  draw <- function() grid::grid.draw(ggplot2::ggplot_gtable(built))
  paste0("<img alt=\"plot\" src=\"", picture_uri(picture_device(), draw, 10 / 2.54, height / 2.54), "\">")
}

# If there is nothing to plot, the reason is shown instead.
plot_or_reason <- function(x) {
  tryCatch(html_plot(x), accord_error_no_values = function(cnd) html_text(paste("No plot:", warning_words(cnd))))
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
  # These columns contain the texts of items.
  "td:last-child:not(:first-child)[style*=left] { min-width: 20rem; overflow-wrap: anywhere; }",
  "td:nth-last-child(2):not(:first-child)[style*=left] { min-width: 8rem; }",
  ".facts th { border: 0; text-align: left; vertical-align: top; font-weight: normal; white-space: nowrap; }",
  "tbody tr { border-bottom: 1px solid #e5e5e5; }",
  ".pairs tbody tr:nth-child(odd) { border: 0; }",
  ".pairs tbody tr:nth-child(odd) td { vertical-align: bottom; padding-bottom: 0; }",
  ".pairs tbody tr:nth-child(even) td { padding-top: 0; }",
  "tfoot td { color: #555; padding-top: .5rem; }",
  "img { max-width: 100%; height: auto; display: block; margin: 1rem 0; width: 34rem; }",
  "@media (max-width: 40rem) {",
  "  body { margin: 1rem auto; }",
  "  td:first-child[style*=left] { min-width: 6rem; }",
  "}",
  # In print nothing scrolls, headings stay with the following text, and notes are shown only once.
  "@media print {",
  "  body { font-size: 11px; margin: 0; max-width: none; padding: 0; }",
  "  h2 { break-after: avoid; margin-top: 1.5rem; }",
  "  tr, img { break-inside: avoid; }",
  "  tfoot { display: table-row-group; }",
  "  table { font-size: 9px; }",
  "  td, th { padding: .1rem .3rem; }",
  "  td:first-child[style*=left] { min-width: 5rem; }",
  "  td:last-child:not(:first-child)[style*=left] { min-width: 0; }",
  "  .wide { overflow: visible; }",
  "  img { max-height: 23cm; width: 11cm; object-fit: contain; object-position: left; }",
  "}"
)
