# Random corpora, written as json and as csv, and read back by other readers than ours.

CORPUS_TEXT <- c(
  CSV_TEXT, "+1", "-x", "-2.5", "@a", "=cmd|' /C calc'!A0", "'=1", "\tb", "a\\b", "say \"\"so\"\"", ",", "\"",
  "\u0131\u017f", "e\u0301", "\U1F600", "\u2028x", "{a, b}", "null", "[1]", "1e5", "0x10", " ", "100000", "T1"
)

CORPUS_ANSWERS <- list(
  text = function(n) sample(c(CORPUS_TEXT, NA), n, TRUE),
  factor = function(n) factor(sample(c(CORPUS_TEXT, NA), n, TRUE)),
  latin1 = function(n) iconv(sample(c("\u00e9", "\u00fc=", NA), n, TRUE), "UTF-8", "latin1"),
  logical = function(n) sample(c(TRUE, FALSE, NA), n, TRUE),
  integer = function(n) sample(c(-5:5, 100000L, NA), n, TRUE),
  double = function(n) sample(c(0.1, -2.5, 1e15, 1 / 3, 1e-7, 123456789.25, NA), n, TRUE),
  date = function(n) as.Date("1969-12-30") + sample(c(0:5, NA), n, TRUE),
  sets = function(n) {
    sets <- lapply(seq_len(n), function(i) sample(setdiff(CORPUS_TEXT, c("", " ")), pick(0:3)))
    sets[sample(n, n %/% 4)] <- NA_character_
    sets
  }
)

# Returns a list: `found`, descriptions of the faults, and the `kind` of answers.
fuzz_corpus <- function(seed) {
  local_seed(seed + 4e7)
  kind <- names(CORPUS_ANSWERS)[seed %% length(CORPUS_ANSWERS) + 1]
  items <- sample(setdiff(CORPUS_TEXT, ""), pick(1:6))
  raters <- sample(setdiff(CORPUS_TEXT, ""), pick(1:4))
  data <- expand.grid(rater = raters, item = items, stringsAsFactors = FALSE)
  data <- data[sort(sample(nrow(data), pick(seq_len(nrow(data))))), ]
  data$answer <- CORPUS_ANSWERS[[kind]](nrow(data))
  data$more <- sample(c(CORPUS_TEXT, NA), nrow(data), TRUE)
  folder <- tempfile("fuzz")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  found <- unlist(lapply(c("json", "csv"), function(type) {
    file <- file.path(folder, paste0("corpus.", type))
    got <- attempt({
      # Dates are not ratings, so there is no majority.
      labels <- if (kind != "date") "majority"
      corpus <- as_corpus(data, item, rater, c(answer, more), labels = labels, agreement = NULL)
      write_corpus(corpus, file, escape_formulas = FALSE, separator = "\u241f")
    })
    if (!is.null(got$error)) return(paste(type, "refused:", got$error))
    read <- if (type == "json") corpus_of_json(file) else corpus_of_csv(file, kind %in% c("integer", "double"))
    wanted <- corpus_wanted(data, type)
    c(got$fault, if (!setequal(read, wanted)) {
      paste(type, "wrong: read", deparse(setdiff(read, wanted))[1], "not", deparse(setdiff(wanted, read))[1])
    })
  }))
  if (length(found)) found <- paste0("corpus ", seed, " (", kind, "): ", found)
  list(found = found, kind = kind)
}

# An answer is the text of item, rater, question and value, with signs that are in none of them; a missing value has
# another sign than blank text.
corpus_lines <- function(item, rater, question, value) {
  value <- ifelse(is.na(value), "\u2205", paste0(":", value))
  paste(enc2utf8(item), enc2utf8(rater), question, value, sep = "\u2016")
}

# Returns numbers with 15 digits, and sets in alphabetical order; in csv, blank text is the same as a missing value.
corpus_value <- function(x) {
  if (is.null(x)) return(NA_character_)
  if (is.list(x)) return(joined(unlist(x)))
  if (is.numeric(x) && !is.object(x)) sprintf("%.15g", x) else enc2utf8(as.character(x))
}

joined <- function(set) paste(sort(unique(enc2utf8(as.character(set))), method = "radix"), collapse = "\u241f")

corpus_wanted <- function(data, type) {
  answer <- data$answer
  missing <- if (is.list(answer)) vapply(answer, identical, NA, NA_character_) else is.na(answer)
  value <- if (is.list(answer)) vapply(answer, joined, "") else vapply(answer, corpus_value, "")
  if (inherits(answer, "Date") || is.factor(answer)) value <- enc2utf8(as.character(answer))
  value[missing] <- NA
  lines <- function(question, value) corpus_lines(data$item, data$rater, question, value)
  lines <- c(lines("answer", value), lines("more", data$more))
  if (type == "csv") sub(":$", "\u2205", lines) else lines
}

corpus_of_json <- function(file) {
  items <- jsonlite::fromJSON(file, simplifyVector = FALSE)$items
  unlist(lapply(items, function(item) {
    unlist(lapply(names(item$answers), function(question) {
      own <- item$answers[[question]]
      corpus_lines(item$item, names(own), question, vapply(own, corpus_value, ""))
    }))
  }))
}

corpus_of_csv <- function(file, numbers) {
  d <- utils::read.csv(file, colClasses = "character", na.strings = "", encoding = "UTF-8", check.names = FALSE)
  if (numbers) d$answer <- vapply(as.numeric(d$answer), corpus_value, "")
  d$answer[d$answer %in% "NA" & numbers] <- NA
  c(corpus_lines(d$item, d$rater, "answer", d$answer), corpus_lines(d$item, d$rater, "more", d$more))
}
