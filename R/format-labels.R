# Finds labels that look alike, and shows them so that they can be distinguished.

# Returns labels in quotes, with invisible characters escaped, if any of them needs it.
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

# With more texts than this no search is made, since it would take longer than everything else.
MANY_TEXTS <- 1e4

HTML_MARKS <- c(
  "&lt;" = "<", "&gt;" = ">", "&quot;" = "\"", "&#39;" = "'", "&apos;" = "'", "&nbsp;" = " ", "&amp;" = "&"
)

# Text with quotes and dashes as a keyboard has them.
typed_marks <- function(x) {
  x <- gsub("[\u2018\u2019\u201b\u02bc\u00b4]", "'", x)
  x <- gsub("[\u201c\u201d\u201e\u201f]", "\"", x)
  gsub("[\u2010\u2011\u2012\u2013\u2014\u2015\u2212]", "-", x)
}

# Latin letters with an accent, and without it.
ACCENTED <- paste0(
  "\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5\u00e7\u00e8\u00e9\u00ea\u00eb\u00ec\u00ed\u00ee\u00ef\u00f1\u00f2\u00f3",
  "\u00f4\u00f5\u00f6\u00f8\u00f9\u00fa\u00fb\u00fc\u00fd\u00ff\u0101\u0103\u0105\u0107\u010d\u010f\u0113\u0117",
  "\u0119\u011b\u011f\u012b\u0131\u0142\u0144\u0148\u014d\u0151\u0159\u015b\u015f\u0161\u0163\u0165\u016b\u016f",
  "\u0171\u017a\u017c\u017e"
)
WITHOUT_ACCENT <- "aaaaaaceeeeiiiinoooooouuuuyyaaaccdeeeegiilnnoorsssttuuuzzz"

# Texts in which a label without accents is the only other spelling of one with them are written without: a rater whose
# keyboard has none drops them. In short labels, and among many texts, an accent may be all that tells two words apart.
without_dropped_accents <- function(folded, wide) {
  if (!any(wide) || length(folded) > 50) {
    return(folded)
  }
  base <- folded
  base[wide] <- gsub("(*UTF)[\\x{300}-\\x{36f}]+", "", folded[wide], perl = TRUE)
  base[wide] <- in_each(base[wide], function(text) chartr(ACCENTED, WITHOUT_ACCENT, text))
  own <- base != folded & nchar(folded) > 3
  joined <- own & base %in% folded[base == folded] & !base %in% base[own][duplicated(base[own])]
  folded[joined] <- base[joined]
  folded
}

# Returns sets of labels that differ only in case, blanks, quotes, dashes, a mark of doubt, the encoding of accents or
# accents that one lacks; for numbers, those that differ only in their last digits.
look_alikes <- function(x) {
  if (is.numeric(x)) {
    x <- sort(x)
    near <- which(diff(x) <= 8 * .Machine$double.eps * abs(x[-1]))
    # Whole numbers up to 2^53 are exact, so that adjacent ones are distinct labels.
    exact <- x == round(x) & abs(x) <= 2^53
    near <- near[!(exact[near] & exact[near + 1])]
    return(lapply(near, function(i) x[c(i, i + 1)]))
  }
  if (!is.character(x) || length(x) > MANY_TEXTS) {
    return(list())
  }
  x <- x[!is.na(x)]
  if (!anyDuplicated(x) && !any(grepl("[^a-z0-9]", x, perl = TRUE))) {
    return(list())
  }
  wide <- Encoding(x) != "unknown"
  folded <- x
  folded[wide] <- gsub("\\p{Cf}+", "", x[wide], perl = TRUE)
  blank <- grep("[\\p{Z}\\s]", folded, perl = TRUE)
  folded[blank] <- gsub("^ | $", "", gsub("[\\p{Z}\\s]+", " ", folded[blank], perl = TRUE))
  # Quotes and dashes as a word processor writes them, and characters as they are written in HTML.
  folded[wide] <- typed_marks(folded[wide])
  entity <- grep("&[a-z#0-9]+;", folded)
  for (name in names(HTML_MARKS)) folded[entity] <- gsub(name, HTML_MARKS[[name]], folded[entity], fixed = TRUE)
  # "not_sure" is "not sure", and "yes." is "yes".
  folded <- gsub("([[:alpha:]])_([[:alpha:]])", "\\1 \\2", gsub("([[:alpha:]])_([[:alpha:]])", "\\1 \\2", folded))
  folded <- sub("([[:alpha:]]{2})[.]$", "\\1", folded)
  # A mark of doubt in brackets is a note, as in "good (?)".
  folded <- sub("([^ ]) ?[(\\[] ?[?!*]+ ?[])]$", "\\1", folded)
  # Single letters in both cases are taken for codes: "a" and "A" are distinct.
  long <- nchar(folded) > 1
  folded[long] <- fold_case(folded[long])
  # An accented letter may be one character or two. All accents are treated as equal in labels of which one uses two
  # characters.
  composed <- gsub(
    "(*UTF)\\p{L}[\\x{300}-\\x{36f}]+|[\\x{c0}-\\x{24f}\\x{1e00}-\\x{1eff}]", "\u00bf", folded[wide], perl = TRUE
  )
  apart <- grepl("(*UTF)[\\x{300}-\\x{36f}]", folded[wide], perl = TRUE)
  by_accent <- composed %in% composed[apart]
  folded[wide][by_accent] <- composed[by_accent]
  folded <- without_dropped_accents(folded, wide)
  if (!anyDuplicated(folded)) {
    return(list())
  }
  unname(Filter(function(same) length(same) > 1, split(x, factor(folded, unique(folded)))))
}

fold_case <- function(x) in_each(x, tolower)

# tolower() and chartr() fail for invalid code points such as U+FFFE, so that such texts are left unchanged.
in_each <- function(x, change) {
  one_by_one <- function(cnd) {
    vapply(x, function(one) tryCatch(change(one), error = function(cnd) one), "", USE.NAMES = FALSE)
  }
  tryCatch(change(x), error = one_by_one)
}

# Returns words such as "jackknife intervals" or "jackknife intervals over clusters".
intervals_by <- function(method) sub("^(.*?)( over .*)?$", "\\1 intervals\\2", method, perl = TRUE)

# Returns in words the population to which limits refer, from the names of intervals; NA where there are none.
population_of_limits <- function(method) {
  method <- as.character(method)
  both <- startsWith(method, "two-way ") | startsWith(method, "analytic (random raters)")
  over <- ifelse(startsWith(method, "rater "), "other raters", "other items")
  over <- ifelse(both, "other items and other raters", over)
  over <- ifelse(grepl("over clusters", method, fixed = TRUE), sub("items", "clusters", over), over)
  replace(over, method %in% c("none", NA), NA)
}

# Whether a name of an interval says that raters are a sample.
has_random_raters <- function(method) grepl("raters$", population_of_limits(method))

# The first of some names, cut, and how many more there are.
listed <- function(x, n = 5) {
  # A name takes no more room than the number of one.
  if (length(x) == n + 1) n <- n + 1
  more <- length(x) - n
  paste0(toString(cut_end(utils::head(x, n), 30)), if (more > 0) paste0(" and ", more, " more"))
}
