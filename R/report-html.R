# Parts of a self-contained HTML page.

# `body`: parts of a page; as `half_width()` if they need half of the width. `id`: the target of links.
report_part <- function(heading, body, id = anchor(heading)) {
  paste0(
    "<section id=\"", id, "\"", if (isTRUE(attr(body, "half"))) " class=\"half\"", ">\n<h2>",
    escape_html(heading), "</h2>\n", paste(body, collapse = "\n"), "\n</section>"
  )
}

half_width <- function(body) structure(body, half = TRUE)

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
  if (any(grepl("class=\"[^\"]*narrow", table))) {
    words <- c(words, table)
    table <- NULL
  }
  html_div("around", c(plot, html_div("words", words), html_div("table", table)))
}

html_div <- function(class, body) c(paste0("<div class=\"", class, "\">"), body, "</div>")

# A table with a row for each name and its words.
html_rows <- function(words) {
  words <- unlist(words)
  rows <- paste0("<tr><th scope=\"row\">", escape_html(names(words)), "</th><td>", escape_html(words), "</td></tr>")
  c("<table class=\"facts\">", rows, "</table>")
}

# A table of text, from a named list of its columns.
html_grid <- function(columns) {
  cells <- Map(function(heading, text) column(escape_html(heading), escape_html(text), FALSE), names(columns), columns)
  page_table(bind_columns(cells), "", list(format = "html"))
}

html_list <- function(text, class = NULL) {
  if (length(text) == 0) {
    return(html_text("None."))
  }
  open <- if (is.null(class)) "<ul>" else paste0("<ul class=\"", class, "\">")
  paste0(open, "\n", paste0("<li>", escape_html(gsub("\n", " ", text)), "</li>", collapse = "\n"), "\n</ul>")
}

# `name`: that of the csv file with all rows; `all`: these rows, if they are not those of `x`. `ratings`: those whose
# groups each have their first rows, and whose units the table is told in. `below`: a text for each row of `x`.
html_table <- function(x, n, name, all = x, digits = NULL, ratings = NULL, wide = FALSE, below = NULL) {
  if (nrow(x) == 0) {
    return(html_text("None."))
  }
  first <- rows_in_table(x, ratings, n)
  c(
    result_table(
      first$rows, first$words, digits = digits, wide = wide, ratings = ratings, below = below[first$at]
    ),
    html_save(all, name)
  )
}

# The table of paper_table() in a page; `wide`: as there; `below`: as in page_table().
result_table <- function(x, note, digits = NULL, wide = FALSE, class = "wide", ratings = NULL, below = NULL) {
  style <- list(
    format = "html", digits = digits %||% 3, digits_given = !is.null(digits), leading_zero = FALSE,
    categories = if (wide) FALSE, wide = wide
  )
  made <- made_table(x, style, note)
  page_table(made$columns, made$notes, style, class, ratings, below)
}

# A table that scrolls where it is wider than the screen. Its note stands below it, since it would scroll with it, and
# rows of many are divided on paper. `below`: a text for each row, in a row of its own below it.
page_table <- function(columns, notes, style, class = "wide", ratings = NULL, below = NULL) {
  words <- function(text) words_for(text, ratings)
  columns$names <- words(columns$names)
  columns$cells[columns$told] <- lapply(columns$cells[columns$told], words)
  # Short names are not broken.
  columns$cells[columns$align == "l"] <- lapply(columns$cells[columns$align == "l"], function(cells) {
    ifelse(nchar(cells) %in% 1:20, paste0("<span class=\"whole\">", cells, "</span>"), cells)
  })
  if (length(columns$cells[[1]]) >= LONG_TABLE) class <- paste(class, "long")
  if (is_narrow(columns)) class <- paste(class, "narrow")
  if (!is.null(below)) class <- paste("texts", class)
  cell <- function(tag, text, align) paste0("<", tag, " class=\"", align, "\">", text, "</", tag, ">")
  row <- function(cells) paste0("<tr>", cells, "</tr>")
  cells <- Map(function(text, align) cell("td", text, align), columns$cells, columns$align)
  lines <- row(do.call(paste0, unname(cells)))
  if (!is.null(below)) {
    lines <- c(rbind(lines, row(paste0("<td colspan=\"", length(columns$names), "\"><span>", below, "</span></td>"))))
  }
  notes <- notes[notes != ""]
  c(
    paste0("<div class=\"", class, "\" tabindex=\"0\"><table>"),
    paste0("<thead>", row(paste(cell("th", columns$names, columns$align), collapse = "")), "</thead>"),
    "<tbody>", lines, "</tbody></table></div>",
    if (length(notes)) {
      paste0("<p class=\"note\"><em>Note.</em> ", words(paste0(notes, ".", collapse = " ")), "</p>")
    }
  )
}

# Whether a table on paper leaves room for a plot.
is_narrow <- function(columns) {
  plain <- function(text) gsub("&[#a-z0-9]+;", "0", gsub("<[^>]*>", "", text))
  wide <- mapply(function(name, cells) max(text_width(plain(c(name, cells)))), columns$names, columns$cells)
  # At 8 points of a type that is wider than that of LaTeX, with blanks on both sides.
  sum(PAPER_LETTER * wide + 2 * PAPER_BLANK) <= BESIDE_PLOT
}

# In points: a letter of 10 points on paper, the blank beside a cell, and the room beside a plot of 8.7 cm on A4.
PAPER_LETTER <- 0.9
PAPER_BLANK <- 2.7
BESIDE_PLOT <- 250

# A table of the columns `named`, with these headings, in the style of paper_table(); the limits of intervals share a
# column. `ratings`: those whose groups each have their first rows.
html_columns <- function(x, named, n, name, all = x, ratings = NULL) {
  if (nrow(x) == 0) {
    return(html_text("None."))
  }
  first <- rows_in_table(x, ratings, n)
  shown <- first$rows
  style <- list(format = "html", digits = 2, leading_zero = TRUE)
  of <- function(names) if (any(names %in% BELOW_ONE)) replace(style, "leading_zero", FALSE) else style
  columns <- lapply(names(shown), function(column) {
    values <- shown[[column]]
    switch(column,
      conf.low = interval_column(as.list(shown), of(names(shown))),
      conf.high = , conf.level = NULL,
      if (column %in% names(named)) {
        column(escape_html(named[[column]]), if (startsWith(column, "n_")) {
          big_cells(values, style)
        } else if (is.double(values)) {
          format_numbers(values, of(column))
        } else {
          user_cells(values, style)
        }, is.numeric(values))
      } else {
        c(key_column(column, values, style), key = TRUE)
      }
    )
  })
  columns <- bind_columns(columns)
  # Without groups no rows are sorted by them, even if the values of a column happen to be.
  if (!is.null(ratings)) columns <- groups_once(columns)
  c(page_table(columns, sub("[.]$", "", first$words), style, ratings = ratings), html_save(all, name))
}

# Columns whose values cannot exceed 1.
BELOW_ONE <- c("kappa", "agree_others", "correlation", "exact", "adjacent", "estimate")

# The rows that are shown and where they are (`at`), with words if there are more. With several groups they are the
# first of each, so that every group is included.
rows_in_table <- function(x, ratings, n) {
  groups <- if (is.null(ratings)) 0L else nrow(ratings$groups)
  first <- function(at, words = NULL) list(rows = vctrs::vec_slice(x, at), at = at, words = words)
  if (nrow(x) <= n) {
    return(first(seq_len(nrow(x))))
  }
  if (groups < 2) {
    return(first(seq_len(n), paste0("The first ", n, " of ", big(nrow(x)), " rows.")))
  }
  each <- max(1, n %/% groups)
  group <- vctrs::vec_match(tibble::as_tibble(x)[names(ratings$groups)], ratings$groups)
  place <- stats::ave(seq_along(group), group, FUN = seq_along)
  first(which(place <= each & group <= n), paste0(
    "The first ", if (each == 1) "row" else paste(each, "rows"), " of each ",
    if (groups > n) paste("of the first", n, "groups") else "group", "; ", big(nrow(x)), " rows in all."
  ))
}

# With groups and several coefficients, the table has one row for each group; with a row for each estimate, few groups
# would fit.
html_agreement <- function(x, n, ratings) {
  if (!has_wide_table(x)) {
    return(html_table(x, n, "agreement", ratings = ratings))
  }
  group <- group_numbers(x)
  more <- if (max(group) > n) paste0("The first ", n, " of ", big(max(group)), " groups.")
  table <- result_table(x[group <= n, ], more, wide = TRUE, class = wide_class(x), ratings = ratings)
  c(table, html_save(x, "agreement"))
}

has_wide_table <- function(x) max(group_numbers(x)) > 1 && length(unique(coefficient_labels(x))) > 1

# The table of all questions: the coefficient that the first lines speak of comes first. Of all coefficients (`all`)
# only percent agreement stands beside it, since the parts of each question have the others.
html_overview <- function(found, all, n) {
  main <- main_estimates(found)$coefficient[1]
  x <- vctrs::vec_slice(found, order(group_numbers(found), found$coefficient != main))
  if (all) x <- x[x$coefficient %in% c(main, "percent_agreement"), ]
  group <- group_numbers(x)
  place <- stats::ave(seq_len(max(group)), x$question[!duplicated(group)], FUN = seq_along)
  more <- if (any(place > n)) paste0("The first ", n, " groups of each question.")
  table <- result_table(x[place[group] <= n, ], more, wide = TRUE, class = wide_class(x))
  c(table, html_save(found, "agreement"))
}

# Each group has its intervals in a second row below the estimates, but not in a table of a codebook.
wide_class <- function(x) if (all(is.na(x$conf.low)) || has_levels_by_group(x)) "wide" else "wide pairs"

# With many groups only one coefficient is plotted, since with panels for all of them few groups would fit.
plotted_estimates <- function(x) {
  groups <- max(group_numbers(x))
  if (groups <= 8 || length(unique(coefficient_labels(x))) <= 3) {
    return(x)
  }
  one <- if ("krippendorff_alpha" %in% x$coefficient) "krippendorff_alpha" else utils::tail(x$coefficient, 1)
  x[x$coefficient == one, ]
}

estimates_in_words <- function(x) {
  group <- group_names(x)
  about <- paste0(ifelse(group == "", "", paste0(group, ", ")), coefficient_labels(x))
  limits <- ifelse(
    is.na(x$conf.low), "", paste0(", interval ", below_one(x$conf.low), " to ", below_one(x$conf.high))
  )
  each <- paste0(about, ": ", ifelse(is.na(x$estimate), "no value", paste0(below_one(x$estimate), limits)))
  paste0("Estimates with intervals. ", paste(utils::head(each, 8), collapse = "; "),
    if (length(each) > 8) paste("; and", big(length(each) - 8), "more"))
}

# The number of rows from which a table may be divided between two pages.
LONG_TABLE <- 16

# The largest number of rows of a csv file within the page.
SAVED_ROWS <- 50000

# A link that saves the rows as csv. A spreadsheet needs the mark at the beginning to read it as UTF-8.
html_save <- function(x, name) {
  plain <- vapply(unclass(x)[names(x)], function(column) is.null(dim(column)) && !is.list(column), NA)
  saved <- seq_len(min(nrow(x), SAVED_ROWS))
  columns <- lapply(unclass(x)[names(x)[plain]], vctrs::vec_slice, saved)
  names(columns) <- make.unique(names(columns), ".")
  lines <- table_lines(columns, TRUE, ";")
  lines[1] <- paste0("\ufeff", lines[1])
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(file))
  writeLines(lines, file, useBytes = TRUE)
  uri <- sub("^data:[^,]*,", "data:text/csv;charset=utf-8;base64,", knitr::image_uri(file))
  rows <- if (nrow(x) > SAVED_ROWS) paste0(", the first ", big(SAVED_ROWS), " rows")
  paste0("<p class=\"save\"><a download=\"", name, ".csv\" href=\"", uri, "\">Save as csv", rows, "</a></p>")
}

# A plot as a picture within the page, taller with many rows or with panels below each other, and narrow enough that its
# labels can be read on a phone. `alt`: what is seen, in words.
html_plot <- function(x, rows = 10, ..., alt, page = PLOT_WIDTH) {
  drawn <- function(height) {
    # The plot is built once, for both its layout and its image.
    ggplot2::ggplot_build(ggplot2::autoplot(x, ..., width = page, height = height))
  }
  height <- min(max(5.5, 3 + 0.4 * rows), 60)
  built <- drawn(height)
  panels <- 3 + 3 * max(built$layout$layout$ROW)
  if (panels > height) {
    height <- min(panels, 60)
    built <- drawn(height)
  }
  draw <- function() grid::grid.draw(even_rows(ggplot2::ggplot_gtable(built), built))
  picture <- picture_markup(picture_device(), draw, page / 2.54, height / 2.54)
  paste0("<div class=\"plot\" role=\"img\" aria-label=\"", escape_html(alt), "\">", picture, "</div>")
}

# In centimetres, as are all heights. On screens and on paper plots are wider than that, so that their smallest text, of
# 7 points, is as large as that of tables.
PLOT_WIDTH <- 7.6

# Panels below each other, each with rows of its own, are as high as their rows are many.
even_rows <- function(table, built) {
  layout <- built$layout$layout
  rows <- vapply(built$layout$panel_params, function(panel) diff(panel$y.range), 0)
  if (nrow(layout) < 2 || max(layout$COL) > 1 || is_same(layout$SCALE_Y)) {
    return(table)
  }
  at <- table$layout[grepl("^panel", table$layout$name), ]
  table$heights[sort(at$t)] <- grid::unit(rows[order(layout$ROW)], "null")
  table
}

# If there is nothing to plot, the reason is shown instead.
plot_or_reason <- function(x, ..., alt) {
  tryCatch(html_plot(x, ..., alt = alt), accord_error_no_values = function(cnd) {
    html_text(paste("No plot:", warning_words(cnd)))
  })
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
