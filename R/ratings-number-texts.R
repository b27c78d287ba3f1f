# Numbers that are written as text, such as "3", " 4" and "80%": as text they are labels, without order or distance.

# At least three, since with two all levels coincide. Codes with leading zeros, or of sections, are labels.
are_number_texts <- function(x) {
  is.character(x) && length(x) > 2 && all(grepl("^\\s*[-+]?(0|[1-9][0-9]*)([.,][0-9]+)?\\s*%?\\s*$", x)) &&
    !are_section_codes(x)
}

# Code that makes numbers of a column of such texts, which may be a factor.
number_texts_code <- function(texts, column = "x") {
  if (!any(grepl("[%,]", texts))) return(sprintf("as.numeric(as.character(%s))", column))
  if (any(grepl("%", texts, fixed = TRUE))) column <- sprintf("sub(\"%%\", \"\", %s, fixed = TRUE)", column)
  if (any(grepl(",", texts, fixed = TRUE))) column <- sprintf("sub(\",\", \".\", %s, fixed = TRUE)", column)
  sprintf("as.numeric(%s)", column)
}

# A hint for errors that ask for numbers or an order; NULL if not all labels are numbers.
number_texts_hint <- function(categories) {
  if (!are_number_texts(categories)) {
    return(NULL)
  }
  code <- number_texts_code(categories)
  found <- "They are numbers written as text."
  if (any(grepl(",", categories, fixed = TRUE))) found <- "Commas are not decimal points."
  as_written(cli::format_inline("{found} For a column {.var x}, {.code {code}} makes numbers."))
}

# Tells once that numbers were taken as labels because they are text. `columns`: those of the ratings, by name.
inform_number_texts <- function(ratings, columns) {
  if (ratings$declared || !are_number_texts(ratings$categories)) {
    return(invisible())
  }
  shown <- ratings$categories
  column <- if (length(columns) == 1) changed_column(names(columns)) else "x"
  code <- number_texts_code(shown, column)
  inform_accord(
    "number_texts",
    c(
      "The ratings are numbers written as text, {.val {first_few(shown)}}, and are taken as nominal labels.",
      i = if (length(columns) == 1) "To measure at another level, make numbers of them: {.code {code}}.",
      i = if (length(columns) != 1) {
        "To measure at another level, make numbers of each column {.var x}: {.code {code}}."
      },
      i = "To keep them as labels, use {.code level = \"nominal\"}."
    ),
    about = list(names(columns), shown)
  )
}
