# Sheets of a workbook that are named like a codebook, which hold no ratings although they may have the same headings,
# and a row of the texts of questions below the names.

CODEBOOK_NAME <- paste0(
  "^(code[ _-]?(book|buch|plan|schema|s|liste?)?|kodier(buch|schema|plan)|legend[e]?|read[ _-]?me|kategorien(system)?|",
  "categories|variable[ns]?(liste)?|hinweise|anleitung|instructions|info|livre de codes|libro de c\u00f3digos)$"
)

# Those of several sheets that are named like one, if others are not.
are_codebooks <- function(tables) {
  found <- grepl(CODEBOOK_NAME, trimws(vapply(tables, `[[`, "", "sheet")), ignore.case = TRUE)
  if (all(found)) logical(length(tables)) else found
}

# Sheets that are raters, or a part of the id, must be none. `tables`: those that hold columns of ratings.
check_no_codebook <- function(tables, spec) {
  found <- are_codebooks(tables)
  place <- Filter(function(place) identical(place$source, "sheet") && is.null(place$template), spec$places)
  if (!any(found) || length(place) == 0) {
    return(invisible())
  }
  sheets <- unname(vapply(tables, `[[`, "", "sheet"))
  code <- sheets_code(place[[1]], unique(sheets[!found]))
  arg <- place[[1]]$arg
  all <- sprintf("%1$s = c(\"{sheet}\" = \"{%1$s:%2$s}\")", arg, paste(unique(sheets), collapse = "|"))
  abort_accord(
    "sheets",
    c(
      "A codebook must not be read as ratings.",
      x = "{sum(found)} of {length(tables)} sheets {cli::qty(sum(found))}{?is/are} named like one: \\
           {.val {sheets[found]}}.",
      i = "Name the sheets to read: {.code {code}}.",
      i = "If {cli::qty(sum(found))}{?it holds/they hold} ratings, name all: {.code {all}}."
    ),
    sheets = sheets[found], advice = code
  )
}

# The row of the texts of questions below the names, as survey tools write it: a text in each of several columns that
# hold numbers otherwise, and a text of its own in most others.
row_of_texts <- function(table) {
  columns <- lapply(unclass(table$data), utils::head, 1000)
  n <- nrow(table$data)
  if (n < 4 || length(columns) < 3) {
    return(integer())
  }
  numbers <- vapply(columns, function(x) {
    below <- x[-1][!is.na(x[-1])]
    length(below) > 2 && all(is_numeric_text(below))
  }, NA)
  first <- vapply(columns, `[`, "", 1L)
  words <- !is.na(first) & grepl("[[:alpha:]]{2}", first)
  own <- mapply(function(x, text) !text %in% x[-1], columns, first)
  if (sum(numbers) > 1 && all(words[numbers]) && mean(words & own) > 0.6) 1L else integer()
}
