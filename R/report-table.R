# Tables of a report.

# A table of text, from a named list of its columns.
html_grid <- function(columns) {
  cells <- Map(function(heading, text) column(escape_html(heading), escape_html(text), FALSE), names(columns), columns)
  page_table(bind_columns(cells), "", list(format = "html"))
}

# `name`: that of the csv file with all rows; `all`: these rows, if they are not those of `x`. `ratings`: those whose
# groups each have their first rows, and whose units the table is told in. `texts`: a text for each row of `x`. `note`:
# sentences below it, as markup.
html_table <- function(x, n, name, all = x, digits = NULL, ratings = NULL, wide = FALSE, texts = NULL, note = NULL) {
  if (nrow(x) == 0) {
    return(html_text("None."))
  }
  first <- rows_in_table(x, ratings, n)
  table <- result_table(
    first$rows, table_note(note, first$words), digits = digits, wide = wide, ratings = ratings, texts = texts[first$at]
  )
  around_table(NULL, table, html_save(all, name))
}

# The note below a table, from sentences as markup and from words that are none; NULL without both.
table_note <- function(markup, words) {
  text <- c(markup, if (length(words)) escape_html(words))
  if (length(text)) I(paste(text, collapse = " "))
}

# The table of paper_table() in a page; `wide`: as there; `texts`: as in page_table().
result_table <- function(x, note, digits = NULL, wide = FALSE, ratings = NULL, texts = NULL) {
  style <- list(
    format = "html", digits = digits %||% 3, digits_given = !is.null(digits), leading_zero = FALSE,
    categories = if (wide) FALSE, wide = wide
  )
  made <- made_table(x, style, note)
  page_table(made$columns, made$notes, style, ratings = ratings, texts = texts)
}

# A table of a page. Each group has its name in a row of its own above its rows, and the interval stands in the cell of
# its estimate. A table that is too wide for a phone becomes a card for each row there. The note stands below the table,
# and rows of many are divided on paper. `texts`: a text for each row, in the last column.
page_table <- function(columns, notes, style, ratings = NULL, texts = NULL) {
  words <- function(text) words_for(text, ratings)
  columns$names <- words(columns$names)
  columns$cells[columns$told] <- lapply(columns$cells[columns$told], words)
  columns <- with_group_rows(with_texts(intervals_in_cells(columns), texts))
  narrow <- is_narrow(columns)
  # On a phone long texts have lines of their own, which only cards have.
  lines <- columns$align == "l" & !columns$key & columns$names %in% c(RESULT_HEADINGS[["ratings"]], TEXT_HEADING)
  if (all(nchar(plain_cells(unlist(columns$cells[lines]))) <= WHOLE_NAME)) lines[] <- FALSE
  columns$place <- ifelse(lines, " line", "")
  classes <- c(
    "wide", if (length(columns$cells[[1]]) >= LONG_TABLE) "long", if (narrow) "narrow",
    if (!is.null(columns$head_text)) "grouped", if (any(lines)) c("cards", "texts") else card_classes(columns)
  )
  cards <- "cards" %in% classes
  notes <- notes[notes != ""]
  lines <- c(
    paste0("<div class=\"", paste(classes, collapse = " "), "\" tabindex=\"0\"><table>"),
    paste0("<thead>", table_row(paste(table_cells("th", columns$names, columns$align), collapse = "")), "</thead>"),
    page_rows(if (cards) as_cards(columns) else columns), "</table></div>",
    if (length(notes)) {
      paste0("<p class=\"note\"><em>Note.</em> ", words(paste0(notes, ".", collapse = " ")), "</p>")
    }
  )
  structure(lines, narrow = narrow, long = "long" %in% classes)
}

# The columns with one of texts behind them.
with_texts <- function(columns, texts) {
  if (is.null(texts)) {
    return(columns)
  }
  more <- bind_columns(list(column(TEXT_HEADING, texts, FALSE)))
  columns[names(more)] <- Map(c, columns[names(more)], more)
  columns
}

TEXT_HEADING <- "Text"

table_row <- function(cells, class = NULL) {
  paste0("<tr", if (length(class)) paste0(" class=\"", class, "\""), ">", cells, "</tr>")
}

# `name`: the heading that stands beside the cell on a card.
table_cells <- function(tag, text, class, name = NULL) {
  named <- if (length(name)) paste0(" data-name=\"", gsub("<[^>]*>", "", name), "\"")
  paste0("<", tag, " class=\"", class, "\"", named, ">", text, "</", tag, ">")
}

# The columns of a table that may be cards: each cell has the heading of its column `beside` it, and an estimate has its
# interval, too, whose own cell is not shown on a card.
as_cards <- function(columns) {
  columns$beside <- columns$names
  columns$place <- paste0(columns$place, ifelse(columns$joined, " apart", ""))
  for (j in which(columns$joined)) {
    columns$beside[j - 1] <- paste0(columns$names[j - 1], ", ", columns$names[j])
    columns$place[j - 1] <- " wide-card"
    columns$cells[[j - 1]] <- paste0(
      columns$cells[[j - 1]], "<span class=\"with\"> ", columns$cells[[j]], "</span>"
    )
  }
  columns
}

# The bodies of a table: one of all rows, or one for each group, which begins with the name of the group. On paper a
# group is not divided unless it is longer than a page.
page_rows <- function(columns) {
  # Names are not broken if they are short, and neither are answers.
  whole <- function(cells, most) {
    ifelse(nchar(plain_cells(cells)) %in% seq_len(most), paste0("<span class=\"whole\">", cells, "</span>"), cells)
  }
  texts <- columns$align == "l"
  most <- ifelse(columns$names == RESULT_HEADINGS[["ratings"]], WHOLE_ANSWERS, WHOLE_NAME)
  columns$cells[texts] <- Map(whole, columns$cells[texts], most[texts])
  class <- paste0(columns$align, ifelse(columns$key, if (sum(columns$key) == 1) " key whole" else " key", ""))
  class <- paste0(class, columns$place)
  # A card needs no field without a value.
  if (!is.null(columns$beside)) {
    lacking <- lapply(columns$cells, function(cells) ifelse(plain_cells(cells) == "\u2014", " none", ""))
    class <- Map(paste0, class, lacking)
  }
  beside <- columns$beside %||% rep(list(NULL), length(class))
  lines <- table_row(do.call(paste0, unname(Map(table_cells, "td", columns$cells, class, beside))))
  body <- function(lines) c("<tbody>", lines, "</tbody>")
  if (is.null(columns$head_text)) {
    return(body(lines))
  }
  n <- length(columns$names)
  heads <- table_row(paste0("<th colspan=\"", n, "\" scope=\"rowgroup\">", columns$head_text, "</th>"), "group")
  each <- split(lines, columns$group)
  unlist(Map(function(head, rows) body(c(head, rows)), heads, each), use.names = FALSE)
}

# The number of letters up to which a name, or the answers on an item, stay in one line on a wide screen.
WHOLE_NAME <- 24
WHOLE_ANSWERS <- 60

# The columns of a wide table, with each interval in the cell of its estimate.
intervals_in_cells <- function(columns) {
  if (!identical(columns$height, 2)) {
    return(columns)
  }
  columns$cells <- lapply(columns$cells, function(cells) {
    upper <- cells[c(TRUE, FALSE)]
    lower <- cells[c(FALSE, TRUE)]
    ifelse(lower == "", upper, paste0(upper, " <br>", lower))
  })
  columns$again <- columns$again[c(TRUE, FALSE)]
  columns$height <- 1
  columns
}

# The columns without those of the names of groups, if other columns identify the rows: `head_text`, such as "Question:
# tone", and `group`, the number of the group of each row.
with_group_rows <- function(columns) {
  names <- columns$names[columns$once]
  headed <- with_heads(columns)
  if (is.null(headed)) {
    return(columns)
  }
  opens <- headed$head
  headed$cells <- lapply(headed$cells, `[`, !opens)
  headed$group <- cumsum(opens)[!opens]
  said <- setdiff(names, SAID_BY_NAMES)
  if (length(said)) headed$head_text <- paste0(paste(said, collapse = ", "), ": ", headed$head_text)
  headed[c("head", "again")] <- NULL
  headed
}

# Whether a table on paper leaves room for a plot: at 8 points of a type that is wider than that of LaTeX, with blanks
# on both sides of a cell.
is_narrow <- function(columns) {
  # A heading may have two lines.
  heading <- function(name) max(text_width(strsplit(name, " ", fixed = TRUE)[[1]]), text_width(name) / 2)
  wide <- mapply(function(name, cells) {
    max(heading(plain_cells(name)), text_width(plain_cells(unlist(strsplit(cells, " ?<br>")))))
  }, columns$names, columns$cells)
  sum(PAPER_LETTER * wide + 2 * PAPER_BLANK) <= BESIDE_PLOT
}

# The classes of a table that is wider than a phone even with its headings and texts in lines of a word each: it becomes
# cards there, with one figure in a line.
card_classes <- function(columns) {
  texts <- columns$align == "l"
  widest <- function(text) max(0, text_width(unlist(text)))
  least <- mapply(function(name, cells, text) {
    cells <- unlist(strsplit(cells, " ?<br>"))
    whole <- !text | nchar(plain_cells(cells)) <= WHOLE_NAME
    words <- function(x) strsplit(plain_cells(x), " ", fixed = TRUE)
    widest(c(words(name), plain_cells(cells[whole]), words(cells[!whole])))
  }, columns$names, columns$cells, texts)
  if (sum(PHONE_LETTER * least + PHONE_BLANK) <= PHONE_WIDTH) {
    return(NULL)
  }
  "cards"
}

# Cells as they are seen.
plain_cells <- function(text) gsub("&[#a-z0-9]+;", "0", gsub("<[^>]*>", "", text))

# In points: a letter of 10 points on paper, the blank beside a cell, and the room that is beside a plot on A4 at least.
PAPER_LETTER <- 0.9
PAPER_BLANK <- 2
BESIDE_PLOT <- 264

# In pixels: the same on a phone of 375 pixels, for both blanks of a cell.
PHONE_LETTER <- 1.29
PHONE_BLANK <- 7
PHONE_WIDTH <- 343

# A table of the columns `named`, with these headings, in the style of paper_table(); the limits of intervals share a
# column. `ratings`: those whose groups each have their first rows. `note`: a sentence below the table; `texts`: as in
# page_table(). `stars`: for columns of numbers, which of them have a star.
html_columns <- function(x, named, n, name, all = x, ratings = NULL, note = NULL, texts = NULL, stars = NULL) {
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
        cells <- if (startsWith(column, "n_")) {
          big_cells(values, style)
        } else if (column %in% PERCENTAGES) {
          percent_cells(values)
        } else if (is.double(values)) {
          format_numbers(values, of(column))
        } else {
          user_cells(values, style)
        }
        column(escape_html(named[[column]]), with_stars(cells, stars[[column]][first$at]), is.numeric(values))
      } else {
        c(key_column(column, values, style), key = TRUE)
      }
    )
  })
  columns <- bind_columns(columns)
  # Without groups no rows are sorted by them, even if the values of a column happen to be.
  if (!is.null(ratings)) columns <- groups_once(columns)
  columns$key <- columns$key | columns$names == escape_html(named[[1]])
  notes <- sub("[.]$", "", c(first$words, if (!is.null(note)) escape_html(note)))
  table <- page_table(columns, notes, style, ratings = ratings, texts = texts[first$at])
  around_table(NULL, table, html_save(all, name))
}

# Numbers, of which some have a star, after a `blank`. The others have its room, so that all stand below each other.
with_stars <- function(cells, marked, blank = "&nbsp;") {
  if (!any(marked)) {
    return(cells)
  }
  paste0(cells, ifelse(marked, paste0(blank, "*"), paste0("<span style=\"visibility: hidden\">", blank, "*</span>")))
}

# Shares as percentages, as in sentences; small ones have a decimal.
percent_cells <- function(share) {
  digits <- if (isTRUE(max(c(0, share), na.rm = TRUE) < 0.1)) 1 else 0
  replace(whole_percent(share, digits), is.na(share), "\u2014")
}

# Columns of shares, as opposed to coefficients.
PERCENTAGES <- c("share", "exact", "adjacent", "equal", "agree_others", "specific")

# Columns of coefficients, whose values cannot exceed 1.
BELOW_ONE <- c("kappa", "correlation", "estimate", "generalizability", "dependability", "f1")

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
    if (each == 1) "The first row" else paste("Up to", each, "rows"), " of each ",
    if (groups > n) paste("of the first", n, "groups") else group_word(ratings), ", of ", big(nrow(x)), " rows in all."
  ))
}

# With groups and several coefficients, the table has one row for each group; with a row for each estimate, few groups
# would fit.
html_agreement <- function(x, n, ratings, note = NULL) {
  if (!has_wide_table(x)) {
    return(html_table(x, n, "agreement", digits = 2, ratings = ratings, note = note))
  }
  group <- group_numbers(x)
  more <- if (max(group) > n) paste0("The first ", n, " of ", big(max(group)), " groups.")
  table <- result_table(x[group <= n, ], table_note(note, more), digits = 2, wide = TRUE, ratings = ratings)
  around_table(NULL, table, html_save(x, "agreement"))
}

has_wide_table <- function(x) max(group_numbers(x)) > 1 && length(unique(coefficient_labels(x))) > 1

# The table of all questions: the coefficient that the first lines speak of comes first. Of all coefficients (`all`)
# only percent agreement stands beside it, since the parts of each question have the others.
html_overview <- function(found, all, n) {
  x <- main_first(found)
  if (all) x <- x[x$coefficient %in% c(x$coefficient[1], "percent_agreement"), ]
  group <- group_numbers(x)
  place <- stats::ave(seq_len(max(group)), x$question[!duplicated(group)], FUN = seq_along)
  more <- if (any(place > n)) paste0("Up to ", n, " groups of each question.")
  table <- result_table(x[place[group] <= n, ], more, digits = 2, wide = TRUE)
  c(table, html_save(found, "agreement"))
}

# The number of rows from which a table may be divided between two pages.
LONG_TABLE <- 17

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
