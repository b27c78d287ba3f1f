# This file says which columns of a sheet are no ratings, by their values and names.

# Texts, links, dates, remarks and numberings, which are no ratings, and what is the same in all rows, of which
# agreement says nothing.
is_no_answer <- function(x, name) {
  values <- unique(x[!is.na(x)])
  text <- as.character(values)
  length(values) < 2 || value_form(text) != "" || all(grepl(DATE_OR_TIME, text)) ||
    is.character(x) && stats::median(nchar(text)) > 40 ||
    length(values) > 0.8 * length(x) && length(x) > 8 || grepl("[{][\"']", text[1]) ||
    grepl("(^|[^a-z])(notes?|comments?|remarks?|reasons? for|kommentar|bemerkung|other)([^a-z]|$)", tolower(name)) ||
    grepl(GOLDEN_NAME, tolower(name)) || grepl(POSITION_NAME, name, ignore.case = TRUE) ||
    grepl("(^|[._ -])id$|^id([._ -]|$)", tolower(name)) ||
    is_time_name(name) || is_total_name(name, c("sum", "total", "mean")) || is_agreement_note(values, name) ||
    grepl(FILE_NUMBER, name, ignore.case = TRUE)
}

# The number of a file in which the item is, such as "Video no.".
FILE_NUMBER <- paste0(
  "^(video|vid\u00e9o|file|clip|photo|image|picture|tape|track|fichier|datei|bild|foto|rec(ord(ing)?)?)[._ -]*",
  "(no|nr|n\u00b0|n\u00ba|num|number|nummer|#|id|name)[.]?$"
)

DATE_OR_TIME <- paste0(
  "^([0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[./][0-9]{1,2}[./]([0-9]{2}|[0-9]{4})|[0-9]{1,2}:[0-9]{2})([ T:,].*)?$"
)

# Yes or no in a column such as "QC agreed" says whether coders agreed. "Agree" and "match" may be what was asked.
is_agreement_note <- function(values, name) {
  words <- name_words(name)[[1]]
  any(c("agreed", "disagreed") %in% words) && length(words) < 4 && length(values) == 2 &&
    all(tolower(values) %in% c("yes", "no", "y", "n", "ja", "nein", "true", "false", "0", "1"))
}

# These columns say where a coded passage begins and ends.
POSITION_NAME <- paste0(
  "^(start|begin(ning)?|end|anfang|ende|d\u00e9but|fin)[ ._-]?",
  "(positions?|pos|offset|char(acter)?|zeichen)?$"
)
