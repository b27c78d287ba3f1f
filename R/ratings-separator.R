# The text that stands between the labels of a set, as the ratings show it.

# Signs that stand between labels and hardly ever within one. A blank, a hyphen, a slash and other signs may be part of
# a label.
STRONG_MARKS <- "[,;|+&\t\n\u3001\uff0c\uff1b]"

# Returns NULL, or the `mark` between the labels of most texts with several; `n`, how many of `x`, each of which occurs
# some `times`, have it; and an `example`. A part of a text is free if it also stands alone, or at the beginning of one
# text and later in another: so sets differ from labels such as "Blame, mild" and "Blame, strong".
likely_separator <- function(x, times = rep(1L, length(x))) {
  valid <- !is.na(x) & validUTF8(x)
  x <- x[valid]
  times <- times[valid]
  texts <- unique(x)
  if (length(texts) < 3 || length(texts) > MANY_TEXTS) {
    return(NULL)
  }
  between <- "(*UTF)(?<=[\\p{L}\\p{N})\"'])[^\\p{L}\\p{N}(\"']+(?=[\\p{L}\\p{N}(\"'])"
  found <- regmatches(texts, gregexpr(between, texts, perl = TRUE))
  often <- sort(table(unlist(lapply(found, unique))), decreasing = TRUE)
  marks <- utils::head(names(often)[often > 1 | grepl(STRONG_MARKS, names(often))], 10)
  n <- vapply(marks, function(mark) if (divides_sets(texts, mark)) sum(times[grepl(mark, x, fixed = TRUE)]) else 0, 0)
  if (!any(n > 1)) {
    return(NULL)
  }
  mark <- marks[which.max(n)]
  # Where some have a blank beside the sign and others none, the sign divides all.
  bare <- trimws(mark)
  rest <- gsub(mark, "", texts, fixed = TRUE)
  if (bare != mark && grepl(STRONG_MARKS, bare) && any(grepl(bare, rest, fixed = TRUE))) mark <- bare
  list(mark = mark, n = max(n), example = texts[grepl(mark, texts, fixed = TRUE)][1])
}

divides_sets <- function(texts, mark) {
  pieces <- strsplit(texts, mark, fixed = TRUE)
  several <- lengths(pieces) > 1
  if (are_scores(pieces[several], mark, texts)) {
    return(FALSE)
  }
  first <- unique(vapply(pieces[several], `[`, "", 1L))
  later <- unique(unlist(lapply(pieces[several], `[`, -1L)))
  parts <- union(first, later)
  alone <- parts %in% texts[!several]
  if (!grepl(STRONG_MARKS, mark)) {
    free <- alone
    most <- 0.75
  } else {
    free <- alone | parts %in% intersect(first, later)
    most <- 0.5
  }
  all(alone) || mean(free) >= most && length(union(parts, texts[!several])) < length(texts)
}

# Whether texts of several parts (`pieces`) are no sets, such as the Gleason scores 3+3, 3+4 and 4+3: no part stands
# alone in `texts`, and some have a part twice, which no set has, or all are sums of numbers.
are_scores <- function(pieces, mark, texts) {
  parts <- trimws(unlist(pieces))
  twice <- mean(vapply(pieces, anyDuplicated, 0L) > 0)
  !any(parts %in% texts) && (isTRUE(twice > 0.1) || trimws(mark) == "+" && all(grepl("^[0-9.]+$", parts)))
}

# Stops for a separator that no rating contains where another one divides sets, and warns if it divides some of them.
# Sets of which none has two labels may contain none. `x`: the texts of a column, NA for a missing rating; `column`: its
# name, if they come from one; `sheet`: whether read_sheet() reads them, which can change them; `n`: how often each
# occurs.
check_separator <- function(x, separator, column = NULL, sheet = FALSE, n = rep(1L, length(x))) {
  n <- n[!is.na(x)]
  x <- x[!is.na(x)]
  used <- grepl(separator, x, fixed = TRUE)
  # The pieces stand between the separators, one label each.
  pieces <- if (any(used)) strsplit(x, separator, fixed = TRUE) else as.list(x)
  other <- likely_separator(as.character(unlist(pieces)), rep(n, lengths(pieces)))
  # A blank behind the separator is reported elsewhere.
  if (is.null(other) || trimws(other$mark) == trimws(separator) && any(used)) {
    return(invisible())
  }
  if (!any(used)) abort_separator(separator, other, sum(n))
  code <- if (sheet) ".x" else changed_column(column)
  change <- sprintf("gsub(\"%s\", \"%s\", %s, fixed = TRUE)", other$mark, separator, code)
  change <- if (sheet) paste("recode = ~", change) else paste(code, "<-", change)
  signal <- if (sheet) abort_accord else warn_accord
  signal(
    "separator",
    c(
      "All labels of sets must be divided by the {.arg separator}.",
      x = "{sum(n[used])} rating{?s} contain{?s/} {.str {separator}}, and {other$n} {?has/have} {.str {other$mark}} \\
           instead, such as {.val {other$example}}.",
      i = "If these are several labels, divide them alike: {.code {change}}.",
      i = if (sheet) "If each is one label, name all labels of the question in {.arg options}."
    ),
    separator = separator, other = other$mark, advice = change
  )
}

# `code`: the argument that is right if what `other` divides are sets.
abort_separator <- function(separator, other, n, question = NULL, code = sprintf("separator = \"%s\"", other$mark)) {
  code <- gsub("\n", "\\\\n", gsub("\t", "\\\\t", code))
  abort_accord(
    "separator",
    c(
      "The {.arg separator} must stand between the labels of a set.",
      x = if (is.null(question)) "None of {n} rating{?s} contains {.str {separator}}.",
      x = if (!is.null(question)) "Of {.val {question}}, none of {n} rating{?s} contains {.str {separator}}.",
      x = "{other$n} {?contains/contain} {.str {other$mark}}, such as {.val {other$example}}.",
      i = "If these are several labels, use {.code {code}}.",
      i = "If each text is one label, leave out {.arg separator}{if (!is.null(question)) ' for this question'}."
    ),
    separator = separator, other = other$mark, question = question, advice = code
  )
}

# Warns of labels that seem to be several labels each, such as "bug, ui" beside "bug" and "ui". `times`: how often each
# occurs. `code`: the argument that divides them; `keep`: what says that each is one label.
warn_undivided <- function(labels, times, question = NULL, code = NULL, keep = "name all {.arg categories}") {
  found <- if (is.character(labels) && any(grepl(STRONG_MARKS, labels))) likely_separator(labels, times)
  if (is.null(found) || found$n < 3 || !grepl(STRONG_MARKS, found$mark)) {
    return(invisible())
  }
  code <- code %||% sprintf("separator = \"%s\"", gsub("\n", "\\\\n", gsub("\t", "\\\\t", found$mark)))
  of <- if (!is.null(question)) paste0("Of \"", question, "\", ") else ""
  warn_accord(
    "undivided",
    c(
      "Several labels in one rating are a set, which takes a {.arg separator}.",
      x = "{of}{found$n} rating{?s} {?has/have} {.str {found$mark}} between parts that are labels elsewhere, such as \\
           {.val {found$example}}.",
      i = "If these are several labels, use {.code {code}}; otherwise each combination is a category of its own.",
      i = paste0("If each is one label, ", keep, ".")
    ),
    separator = found$mark, question = question
  )
}
