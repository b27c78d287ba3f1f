# Labels that the eye cannot tell apart: which they are, and how they are shown.

# Labels in quotes, with what is not seen written out, if any of them needs it.
show_labels <- function(labels) {
  if (!is.character(labels) || !any(needs_quotes(labels)) && length(look_alikes(labels)) == 0) {
    return(as.character(labels))
  }
  hidden <- "(*UTF)[\\x{300}-\\x{36f}]|(?! )[\\p{Z}\\p{C}]"
  quoted <- paste0("\"", gsub("([\"\\\\])", "\\\\\\1", labels), "\"")
  for (i in grep(hidden, quoted, perl = TRUE)) {
    letters <- strsplit(quoted[i], "")[[1]]
    unseen <- grepl(hidden, letters, perl = TRUE)
    letters[unseen] <- sprintf("\\u%04x", vapply(letters[unseen], utf8ToInt, 0L))
    quoted[i] <- paste(letters, collapse = "")
  }
  ifelse(is.na(labels), "NA", quoted)
}

needs_quotes <- function(labels) {
  grepl("^$|^[\\p{Z}\\s]|[\\p{Z}\\s]$|[\",]|  |(?! )[\\p{Z}\\p{C}]", labels, perl = TRUE)
}

# Of more texts nothing is said: looking at them would take longer than all the rest.
MANY_TEXTS <- 1e4

# Sets of labels that differ in case, blanks or the way an accent is stored; of numbers that differ in their
# last digits only.
look_alikes <- function(x) {
  if (is.numeric(x)) {
    x <- sort(x)
    near <- which(diff(x) <= 8 * .Machine$double.eps * abs(x[-1]))
    # Whole numbers up to 2^53 are exact: neighbours are meant to differ.
    exact <- x == round(x) & abs(x) <= 2^53
    near <- near[!(exact[near] & exact[near + 1])]
    return(lapply(near, function(i) x[c(i, i + 1)]))
  }
  if (!is.character(x) || length(x) > MANY_TEXTS) {
    return(list())
  }
  x <- x[!is.na(x)]
  wide <- Encoding(x) != "unknown"
  folded <- x
  folded[wide] <- gsub("\\p{Cf}+", "", x[wide], perl = TRUE)
  blank <- grep("[\\p{Z}\\s]", folded, perl = TRUE)
  folded[blank] <- gsub("^ | $", "", gsub("[\\p{Z}\\s]+", " ", folded[blank], perl = TRUE))
  # A letter in two cases is a code: "a" and "A" are meant to differ.
  long <- nchar(folded) > 1
  folded[long] <- fold_case(folded[long])
  # A letter and its accent, as one character or as two: all accents count as one, if some label has two.
  composed <- gsub(
    "(*UTF)\\p{L}[\\x{300}-\\x{36f}]+|[\\x{c0}-\\x{24f}\\x{1e00}-\\x{1eff}]", "\u00bf", folded[wide], perl = TRUE
  )
  apart <- grepl("(*UTF)[\\x{300}-\\x{36f}]", folded[wide], perl = TRUE)
  by_accent <- composed %in% composed[apart]
  folded[wide][by_accent] <- composed[by_accent]
  if (!anyDuplicated(folded)) {
    return(list())
  }
  unname(Filter(function(same) length(same) > 1, split(x, factor(folded, unique(folded)))))
}

# R stops at code points that are no characters, such as U+FFFE: these texts stay as they are.
fold_case <- function(x) {
  one_by_one <- function(cnd) {
    vapply(x, function(one) tryCatch(tolower(one), error = function(cnd) one), "", USE.NAMES = FALSE)
  }
  tryCatch(tolower(x), error = one_by_one)
}

# "jackknife intervals", "jackknife intervals over clusters"
intervals_by <- function(method) sub("^(.*?)( over .*)?$", "\\1 intervals\\2", method, perl = TRUE)
