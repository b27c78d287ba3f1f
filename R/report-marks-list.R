# All items with their marks and decisions, in which an office looks up a single one on paper.

# The largest number of items in this list; of more, the csv file has them.
MOST_LISTED <- 500L

# A letter of 10 points and the blanks of a cell in this list on paper, in points, and the width of half a page in
# centimetres: longer names take several lines.
LIST_LETTER <- 0.72
LIST_BLANK <- 4
LIST_WIDEST <- 9

# The width of paper in centimetres, and the rows of a column that leave room for other parts of a page.
LIST_PAPER <- 18.6
LIST_ROWS <- 60

# Narrow columns of all items in the order of their names. A screen shows them if it is asked to.
# `who`: the erratic raters, the decisions on whose items have a star.
marks_list <- function(fair, who = character()) {
  if (nrow(fair) > MOST_LISTED) {
    return(NULL)
  }
  own <- fair[order(sorted_levels(fair$item)), ]
  style <- list(format = "html", digits = 2, leading_zero = TRUE)
  starred <- by_erratic(own)
  columns <- bind_columns(list(
    column("Item", user_cells(own$item, style), is.numeric(own$item)),
    column("Raw", format_numbers(own$raw, style), TRUE),
    column("Fair", format_numbers(own$fair, style), TRUE),
    interval_column(as.list(own), style),
    column("Decision", with_stars(value_words(own$decision, style), starred), FALSE)
  ))
  close <- paste(c(if (any(starred)) star_words(who), close_words(fair)), collapse = " ")
  head <- table_row(paste(table_cells("th", columns$names, columns$align), collapse = ""))
  width <- list_width(columns)
  whole <- nrow(own) <= LIST_ROWS * max(1, LIST_PAPER %/% (width + 0.5))
  c(
    paste0("<details class=\"list", if (whole) " one", "\" open>"),
    paste0("<summary><h3>", escape_html(list_heading(id_text(own$item))), "</h3></summary>"),
    paste0("<div class=\"lookup\" style=\"--width: ", width, "cm\"><table><thead>"),
    head, "</thead>", page_rows(columns), "</table></div>",
    if (nzchar(close)) html_checked(close), "</details>"
  )
}

# Says the order of the items by the first and the last one, which paper has at the ends of several columns.
list_heading <- function(items) {
  ends <- unique(items[c(1, length(items))])
  paste0(
    "Marks of all ", count(length(items), "item"),
    if (length(ends) == 2 && all(nchar(ends) <= WHOLE_NAME)) paste0(", from ", paste(ends, collapse = " to "))
  )
}

# The width of the table in centimetres, by its longest cells.
list_width <- function(columns) {
  widest <- mapply(function(name, cells) max(text_width(plain_cells(c(name, cells)))), columns$names, columns$cells)
  round(min(sum(LIST_LETTER * widest + LIST_BLANK) / 72 * 2.54, LIST_WIDEST), 1)
}
