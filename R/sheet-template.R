# Templates such as "{question}_{rater}" or "{question}{rater:1|2}": text in which fields stand for the parts of a name
# or an id.

SHEET_FIELDS <- c("question", "item", "rater", "option", "pair", "*")
SHEET_SOURCES <- c("file", "sheet", "folder", "row")
# Those that say which table it is.
TABLE_SOURCES <- c("file", "sheet", "folder")

is_template <- function(x) is.character(x) && length(x) == 1 && !is.na(x) && grepl("{", x, fixed = TRUE)

# A list: `text`, the template; `token`, its pieces in order; `field`, the name of each piece that is one, else NA; and
# `values`, a list of the values to which a field is restricted, else NULL.
parse_template <- function(text, arg, fields) {
  if (!is_template(text)) {
    example <- if ("option" %in% fields) "{question}_{option}" else "{question}_{rater}"
    found <- if (rlang::is_string(text)) encodeString(text, quote = "\"") else "none"
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must be a template with fields in braces, such as {.str {example}}.",
        x = "There is no brace in it: {found}."
      ),
      argument = arg, value = text
    )
  }
  pieces <- regmatches(text, gregexpr("[{][^{}]*[}]|[^{}]+|[{}]", text))[[1]]
  is_field <- grepl("^[{].*[}]$", pieces)
  inner <- substr(pieces, 2, nchar(pieces) - 1)
  field <- ifelse(is_field, sub(":.*$", "", inner), NA)
  values <- lapply(seq_along(pieces), function(i) {
    if (is_field[i] && grepl(":", inner[i], fixed = TRUE)) split_values(sub("^[^:]*:", "", inner[i]))
  })
  known <- field[is_field]
  wrong <- unique(c(setdiff(known, fields), setdiff(known[duplicated(known)], "*")))
  broken <- any(pieces[!is_field] %in% c("{", "}"))
  if (length(wrong) || broken) {
    allowed <- paste0("{", fields, "}")
    example <- "{rater:1|2}"
    by_round <- "{rater}_{question}"
    of_round <- "{question}_{rater}_round1"
    by_sheet <- "{sheet}"
    by_part <- "c(\"{file}\" = \"{rater}_{round}\")"
    abort_accord(
      "template",
      c(
        "A template in {.arg {arg}} must have each of its fields once, in braces.",
        x = if (length(wrong)) {
          "{length(wrong)} field{?s} in {.str {text}} {?is/are} unknown or twice there: {.val {wrong}}."
        },
        x = if (broken) "A brace in {.str {text}} is open.",
        i = if (arg == "names" && any(grepl("^(round|wave|time|session|phase|occasion|by)$", wrong))) {
          "Rounds in names of columns are questions, as in {.code names = {.str {by_round}}}, or each is read by a \
           call of its own, as in {.code names = {.str {of_round}}}. Those of files or sheets are groups: \
           {.code by = {.str {by_sheet}}}, or {.code rater = {by_part}}."
        },
        i = "Fields are {.val {allowed}}; {.val {example}} restricts one to some values."
      ),
      template = text, argument = arg
    )
  }
  list(text = text, token = pieces, field = field, values = values)
}

# "a|b" and "|1|2", whose first value is empty.
split_values <- function(x) {
  if (endsWith(x, "|")) x <- paste0(x, "|")
  parts <- strsplit(x, "|", fixed = TRUE)[[1]]
  unique(if (length(parts)) parts else "")
}

fields_of <- function(template) setdiff(template$field[!is.na(template$field)], "*")

restricted <- function(template, field) any(template$field %in% field & lengths(template$values) > 0)

escape_regex <- function(x) gsub("([][{}()+*^$|\\\\?.])", "\\\\\\1", x)

# All ways in which a template may be read: a field without given values takes as little or as much as it can.
template_patterns <- function(template) {
  open <- which(!is.na(template$field) & lengths(template$values) == 0)
  n <- 2^max(0, length(open) - 1)
  vapply(seq_len(n) - 1, function(code) {
    token <- escape_regex(template$token)
    greedy <- bitwAnd(code, 2^(seq_along(open) - 1)) > 0
    token[open] <- ifelse(greedy, "(.+)", "(.+?)")
    given <- which(lengths(template$values) > 0)
    token[given] <- vapply(template$values[given], function(values) {
      values <- values[order(-nchar(values))]
      paste0("(", paste(escape_regex(values), collapse = "|"), ")")
    }, "")
    paste0("^", paste(token, collapse = ""), "$")
  }, "")
}

# The parts of each text in one way to read it: a list of a vector per field, NA where the text does not fit.
cut_by <- function(pattern, template, text) {
  found <- regmatches(text, regexec(pattern, text, perl = TRUE))
  field <- template$field[!is.na(template$field)]
  parts <- lapply(which(field != "*"), function(k) {
    vapply(found, function(one) if (length(one)) one[k + 1] else NA_character_, "")
  })
  rlang::set_names(parts, field[field != "*"])
}

# The distinct ways to read these texts.
template_fits <- function(template, text) {
  text[is.na(text) | !validUTF8(text)] <- ""
  fits <- lapply(template_patterns(template), cut_by, template, text)
  fits <- Filter(function(fit) length(fit) == 0 || any(!is.na(fit[[1]])), fits)
  unique(fits)
}

# With the values of a field written into it: "{question}{rater}" as "{question}{rater:1|2}".
with_values <- function(text, field, values) {
  sub(sprintf("[{]%s(:[^{}]*)?[}]", field), sprintf("{%s:%s}", field, paste(values, collapse = "|")), text)
}
