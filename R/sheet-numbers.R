# How numbers are written in a sheet: with a decimal point or comma, and with marks between thousands.

# Texts that may be numbers, with `mark` between thousands and `point` before decimals, both as in a regular expression.
number_form <- function(mark, point) {
  sprintf("^-?(0|[1-9][0-9]{0,2}(%s[0-9]{3})+|[1-9][0-9]*)(%s[0-9]+)?$", mark, point)
}

GROUPED_POINT <- "^-?[1-9][0-9]{0,2}([.][0-9]{3})+$"
GROUPED_COMMA <- "^-?[1-9][0-9]{0,2}(,[0-9]{3})+$"

# Numbers with decimal commas, if `decimal` says so or semicolons separate the cells, and without marks of thousands.
pointed_numbers <- function(x, n, question, spec) {
  texts <- unique(x[!is.na(x)])
  check_decimal_marks(x, n, texts, question, spec)
  x <- check_thousands(x, n, texts, question, spec)
  texts <- unique(x[!is.na(x)])
  form <- number_form("[.]", ",")
  comma <- grepl(",", texts, fixed = TRUE) & grepl(form, texts)
  if (!any(comma)) {
    return(x)
  }
  plain <- all(grepl(form, texts)) && !look_like_sets(texts)
  by_file <- is.null(spec$decimal) && !spec$pointed && plain
  n_comma <- sum(n[x %in% texts[comma]])
  if (by_file) spec$changes$tell(n_comma, "cell", "read as a number with a decimal comma", question)
  if (by_file || identical(spec$decimal, ",")) {
    if (!all(grepl(form, texts[grepl("^-?[0-9.,]+$", texts)]))) {
      return(x)
    }
    found <- grepl(form, x)
    return(replace(x, found, sub(",", ".", gsub(".", "", x[found], fixed = TRUE), fixed = TRUE)))
  }
  if (plain) {
    abort_accord(
      "decimal_comma",
      c(
        "Decimal commas must be declared.",
        x = "Of {.val {question}}, {sum(comma)} text{?s} {?is/are} like {.val {texts[comma][1]}}.",
        i = "Use {.code decimal = \",\"}; if they are sets, {.code separator = \",\"}."
      ),
      question = question, values = texts[comma], advice = "decimal = \",\""
    )
  }
  x
}

# Stops for numbers of which some have a point and others a comma: one of the two may stand between thousands.
check_decimal_marks <- function(x, n, texts, question, spec) {
  point <- grepl("^-?[0-9]+[.][0-9]+$", texts)
  comma <- are_decimal_commas(texts)
  others <- grepl("^-?[0-9]+$", texts)
  known <- switch(spec$decimal %||% "none",
    "," = all(grepl(GROUPED_POINT, texts[point])), "." = all(grepl(GROUPED_COMMA, texts[comma])), FALSE
  )
  if (!any(point) || !any(comma) || !all(point | comma | others) || known) {
    return(invisible())
  }
  code <- "recode = ~ sub(\",\", \".\", .x)"
  n_point <- sum(n[x %in% texts[point]])
  n_comma <- sum(n[x %in% texts[comma]])
  thousands <- all(grepl(GROUPED_POINT, texts[point]))
  abort_accord(
    "decimal_marks",
    c(
      "The numbers of a question must have one decimal mark.",
      x = "Of {.val {question}}, {n_point} cell{?s} {?has/have} a point, such as {.val {texts[point][1]}}, and \
           {n_comma} a comma, such as {.val {texts[comma][1]}}.",
      i = "If both are decimal marks, use {.code {code}}.",
      i = if (thousands) "If {.val {texts[point][1]}} has thousands, use {.code decimal = \",\"}."
    ),
    question = question, values = c(texts[point], texts[comma])
  )
}

# Numbers such as 1.234 beside 850 are thousands with a mark between them, or have three decimals. Where the decimal
# mark is known, the other one is between thousands.
check_thousands <- function(x, n, texts, question, spec) {
  for (mark in c(".", ",")) {
    grouped <- grepl(if (mark == ".") GROUPED_POINT else GROUPED_COMMA, texts)
    whole <- grepl("^-?(0|[1-9][0-9]*)$", texts)
    if (!any(grouped) || !all(grouped | whole)) next
    if (!is.null(spec$decimal) && spec$decimal != mark) {
      found <- x %in% texts[grouped]
      spec$changes$tell(sum(n[found]), "cell", "read without marks of thousands", question)
      return(replace(x, found, gsub(mark, "", x[found], fixed = TRUE)))
    }
    several <- grepl("[.,].*[.,]", texts[grouped])
    if (!any(several) && !(is.null(spec$decimal) && are_thousands(texts, grouped, mark, spec))) next
    abort_thousands(sum(n[x %in% texts[grouped]]), texts[grouped], question, mark)
  }
  x
}

# Whether numbers are more likely thousands: as decimals they would be far below the whole numbers beside them, of three
# digits or more, or the file has commas for decimals.
are_thousands <- function(texts, grouped, mark, spec) {
  whole <- abs(as.numeric(texts[!grouped]))
  as_decimals <- abs(as.numeric(sub(",", ".", texts[grouped], fixed = TRUE)))
  as_groups <- abs(as.numeric(gsub("[.,]", "", texts[grouped])))
  whole <- whole[whole > 0]
  large <- whole[whole >= 100]
  if (length(large) == 0) {
    return(mark == "." && isTRUE(spec$commas))
  }
  # The distance of the two readings from the whole numbers, on the scale of ratios.
  far <- function(values) abs(mean(log(values)) - mean(log(large)))
  far(as_groups) < far(as_decimals)
}

# `n`: the number of cells with these values.
abort_thousands <- function(n, values, question, mark) {
  other <- if (mark == ".") "," else "."
  first <- as.numeric(gsub("[.,]", "", values[1]))
  plain <- sprintf("recode = ~ gsub(\"%s\", \"\", .x, fixed = TRUE)", mark)
  keep <- sprintf("decimal = \"%s\"", mark)
  abort_accord(
    "thousands",
    c(
      "It must be clear whether a number has decimals or thousands.",
      x = "Of {.val {question}}, {n} cell{?s} {?is/are} like {.val {values[1]}}, beside whole numbers.",
      i = "If {.val {values[1]}} is {id_text(first)}, use {.code decimal = \"{other}\"}, or {.code {plain}}.",
      i = if (!any(grepl("[.,].*[.,]", values))) "If it has three decimals, use {.code {keep}}."
    ),
    question = question, values = values, advice = sprintf("decimal = \"%s\"", other)
  )
}

has_decimal_commas <- function(tables) {
  any(vapply(tables, function(table) {
    any(vapply(unclass(table$data), function(x) any(are_decimal_commas(unique(x))), NA))
  }, NA))
}

# Columns of text as numbers where they will be read so, with decimal commas and percent signs, so that what they hold
# can be judged. `na`: texts that mean no rating.
numbers_to_judge <- function(columns, na = character()) {
  lapply(columns, function(x) {
    if (!is.character(x)) return(x)
    x <- replace(x, x %in% c(na, WRITTEN_MISSING), NA)
    known <- unique(x[!is.na(x)])
    bare <- sub(" ?%$", "", trim_blanks(known))
    # An advice of reading leaves out the sign of a guess at a percentage, as in "~50%".
    guess <- "^(~|\u2248|ca[.]?|circa|about|approx[.]?|[<>]=?) ?"
    if (isTRUE(mean(grepl("%$", known)) > 0.5)) bare <- sub(guess, "", bare)
    comma <- grepl(",", bare, fixed = TRUE)
    form <- number_form("[.]", ",")
    if (any(comma) && all(grepl(form, bare)) && !look_like_sets(bare)) {
      bare <- sub(",", ".", gsub(".", "", bare, fixed = TRUE), fixed = TRUE)
    }
    # Beside percentages a text is none of them, as "ca. 50 %".
    odd <- !is_numeric_text(bare)
    if (any(odd) && mean(grepl("%$", known[!odd])) > 0.5 && mean(odd) < 0.2) bare[odd] <- NA
    if (is_plain_numbers(bare)) as.numeric(bare)[match(x, known)] else x
  })
}
