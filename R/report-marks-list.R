# All items with their marks, in which an office looks up a single one on paper.

# The largest number of items in this list; of more, the csv file has them.
MOST_LISTED <- 500L

# Narrow columns of all items in the order of their names. A screen shows them if it is asked to.
marks_list <- function(fair) {
  if (nrow(fair) > MOST_LISTED) {
    return(NULL)
  }
  own <- fair[order(sorted_levels(fair$item)), ]
  style <- list(format = "html", digits = 2, leading_zero = TRUE)
  columns <- bind_columns(list(
    column("Item", user_cells(own$item, style), is.numeric(own$item)),
    column("Raw", format_numbers(own$raw, style), TRUE),
    column("Fair", format_numbers(own$fair, style), TRUE),
    interval_column(as.list(own), style),
    if (!is.null(own[["decision"]])) column("Decision", value_words(own$decision, style), FALSE)
  ))
  head <- table_row(paste(table_cells("th", columns$names, columns$align), collapse = ""))
  c(
    paste0("<details class=\"list\" open><summary><h3>Marks of all ", count(nrow(own), "item"), "</h3></summary>"),
    "<div class=\"lookup\"><table><thead>", head, "</thead>", page_rows(columns, NULL), "</table></div></details>"
  )
}
