# Blocks of rows, each below the same header and a row with one text that says whose it is, such as "Reader: Dr. Meier".

# The blocks of a table whose names stand in row `at`: the rows of the headers and titles, and the `text` of these. NULL
# unless the header occurs again and each has a title of its own.
titled_blocks <- function(fields, at) {
  n_rows <- length(fields$n_fields)
  if (at >= n_rows) {
    return(NULL)
  }
  size <- fields$filled
  headers <- c(as.integer(at), rows_like(fields, at))
  filled <- which(size > 0)
  before <- findInterval(headers - 1, filled)
  if (size[at] < 2 || length(headers) < 2 || any(before == 0)) {
    return(NULL)
  }
  titles <- filled[before]
  if (any(size[titles] != 1) || any(titles[-1] <= headers[-length(headers)])) {
    return(NULL)
  }
  text <- trim_blanks(vapply(titles, function(row) cells_of_rows(fields, row)$text, ""))
  if (anyDuplicated(text) == 0) list(headers = headers, titles = titles, text = text)
}

# The titles as a column: named by the word before a colon, if it is the same in all, and otherwise `block`.
with_block_titles <- function(table, blocks) {
  if (is.null(blocks) || inherits(table, "accord_bad_file")) {
    return(table)
  }
  form <- "^([^:]+[^: ]) *: *(.+)$"
  word <- unique(sub(form, "\\1", blocks$text))
  named <- all(grepl(form, blocks$text)) && length(word) == 1
  text <- if (named) sub(form, "\\2", blocks$text) else blocks$text
  keep <- !table$row %in% blocks$titles
  table$data <- table$data[keep, ]
  table$row <- table$row[keep]
  name <- make.unique(c(names(table$data), if (named) word else "block"))[ncol(table$data) + 1]
  table$data[[name]] <- text[findInterval(table$row, blocks$headers)]
  told <- sprintf("A title above a header; it is in the column \"%s\" of the rows below it.", name)
  table$problems <- rbind(table$problems, new_problems(row = blocks$titles, problem = rep(told, length(text))))
  table
}
