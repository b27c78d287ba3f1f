# Checks of columns that must be numeric, with advice on text that R cannot convert.

check_numeric_columns <- function(values, arg) {
  numeric <- vapply(values, function(x) is.numeric(x) && !inherits(x, c("Date", "POSIXt", "difftime")), NA)
  bad <- names(values)[!numeric]
  if (length(bad)) {
    abort_accord(
      "not_numeric",
      c(
        "{.arg {arg}} must select columns of numbers.",
        x = "{length(bad)} column{?s} {?is/are} not: {.var {bad}}.",
        i = number_advice(values[[bad[1]]], bad[1])
      ),
      columns = bad
    )
  }
}

number_advice <- function(values, name) {
  text <- as.character(if (is.list(values)) character() else values)
  lost_numbers(text, name) %||%
    as_written(cli::format_inline("Convert {.var {name}} with {.code as.numeric(as.character({column_code(name)}))}."))
}

# Returns advice if as.numeric() would return NA for some text, such as "100% (12/12)" or "3,5"; otherwise NULL. `name`:
# the column of the text, if there is one.
lost_numbers <- function(text, name = NULL) {
  text <- unique(text[!is.na(text)])
  lost <- text[is.na(suppressWarnings(as.numeric(text)))]
  if (length(lost) == 0) {
    return(NULL)
  }
  example <- encodeString(lost[1], quote = "\"")
  x <- if (is.null(name)) "x" else column_code(name)
  if (all(grepl("^\\s*[-+]?[0-9]+,[0-9]+\\s*$", lost))) {
    return(as_written(cli::format_inline(
      "Commas are not decimal points, as in {example}: convert with
       {.code as.numeric(sub(\",\", \".\", {x}, fixed = TRUE))}."
    )))
  }
  if (all(are_clock_times(lost))) {
    code <- clock_code(x)
    recode <- paste("recode = ~", clock_code(".x"))
    return(as_written(cli::format_inline(
      "Times such as {example} are numbers of their smallest unit after {.code {code}}, in {.fn read_sheet} by
       {.code {recode}}."
    )))
  }
  where <- if (!is.null(name)) cli::format_inline(", as in {.var {name}}")
  as_written(cli::format_inline("Make numbers of the labels first: {.fn as.numeric} makes NA of {example}{where}."))
}

# Times of a clock or durations, such as 12:30 and 1:02:03.5.
are_clock_times <- function(x) grepl("^[0-9]{1,3}(:[0-5][0-9]){1,2}([.,][0-9]+)?$", trimws(x))

# Code that makes numbers of such texts: seconds if these come last.
clock_code <- function(x) {
  sprintf("vapply(strsplit(%s, \":\"), function(t) sum(as.numeric(t) * 60^(length(t) - seq_along(t))), 0)", x)
}

# Advice if numbers that should be shares look like percentages. `shares`: numbers, or sums of those of an item.
percent_advice <- function(shares) {
  known <- shares[!is.na(shares)]
  if (length(known) && all(known >= 0 & known <= 101) && stats::median(known) > 1) {
    "Shares are between 0 and 1: divide percentages by 100."
  }
}
