# Which columns of a wide table may be those of raters. Raters of one question use the same values; texts, links, dates,
# counts and ids do not occur in other columns. Names are judged second.

# For each column why it is none, in words that follow its name; "" where it may be one.
no_rater_reasons <- function(columns, names) {
  values <- lapply(columns, column_values)
  reason <- unshared_reasons(columns, values)
  set <- function(at, words) reason[at & reason == ""] <<- words
  form <- vapply(values, value_form, "")
  form[vapply(columns, inherits, NA, c("Date", "POSIXt"))] <- "dates"
  for (one in setdiff(unique(form), "")) if (!all(form == one)) set(form == one, paste("holds", one))
  few <- n_shared(values) == 0
  set(
    few & says(names, NO_RATING_WORDS),
    "is named like a text, a note or a date and shares no value with another column"
  )
  final <- says(names, FINAL_WORDS)
  if (sum(!final & reason == "") < 1) final[] <- FALSE
  set(final, "is named like a final label or a measure of agreement")
  free <- reason == ""
  if (sum(free) > 2) {
    reason[free][is_agreement_flag(columns[free])] <- "says in each row whether the others agree"
    free <- reason == ""
    reason[free][is_final_label(columns[free], names[free])] <-
      "equals one of the others in each row, and all of them where they agree, like a final label"
  }
  reason
}

# Numbers among columns of labels, or labels among numbers, which cannot be ratings of one question.
is_other_kind <- function(columns, free) {
  kind <- vapply(columns, rough_kind, "")
  labels <- free & kind == "labels"
  numbers <- free & kind == "numbers"
  more <- function(x, y) sum(x) > max(1, sum(y))
  odd <- if (more(labels, numbers)) numbers else if (more(numbers, labels)) labels else free & FALSE
  ifelse(odd, "is not of the kind of most others", "")
}

rough_kind <- function(x) {
  if (is_no_vector(x)) return("sets")
  if (is.logical(x) && all(is.na(x))) return("")
  if (is.factor(x)) return("labels")
  if (!is.character(x)) {
    return(if (is.numeric(x)) "numbers" else if (is.logical(x)) "" else "labels")
  }
  # Text of numbers, with a missing value written as a mark, may become numbers by `na`.
  x <- x[!is.na(x)]
  if (length(x) == 0 || mean(grepl("^\\s*-?[0-9]", x)) > 0.5) "" else "labels"
}

# What stands in a column, as distinct texts; blank cells are none. A number is the same as text and as a number.
column_values <- function(x) {
  if (is_no_vector(x)) return(character())
  if (is.factor(x)) x <- levels(x)[sort(unique(as.integer(x)))]
  values <- unique(x)
  values <- as.character(if (is.object(values)) format(values) else values)
  # A cell may be invalid as text; that is said later.
  values[!validUTF8(values)] <- NA
  values <- trimws(values)
  values[!is.na(values) & values != ""]
}

# For each column the number of its values that another column has too.
n_shared <- function(values) {
  of <- rep.int(seq_along(values), lengths(values))
  all <- as.character(unlist(values))
  tabulate(of[all %in% all[duplicated(all)]], length(values))
}

# Values that the ratings so far lead nobody to expect. With N ratings of the columns that share values, a new rating is
# one that none of them has with a probability near that of those seen once (Good and Turing): (singles + 1) / (N + 1).
# Where they are scores with many decimals, nearly all occur once, and nothing is said.
unshared_reasons <- function(columns, values) {
  reason <- character(length(columns))
  shares <- n_shared(values) > 0
  alone <- which(!shares & lengths(values) > 1)
  if (length(alone) == 0 || sum(shares) < 2) {
    return(reason)
  }
  common <- columns[shares]
  ratings <- unlist(lapply(common, function(x) as.character(if (is.factor(x)) x else unlist(x))))
  ratings <- trimws(ratings[!is.na(ratings) & validUTF8(ratings)])
  ratings <- ratings[ratings != ""]
  once <- sum(!(ratings %in% ratings[duplicated(ratings)]))
  unseen <- (once + 1) / (length(ratings) + 1)
  numbers <- as.double(unlist(Filter(is.numeric, common)))
  for (j in alone) {
    x <- columns[[j]]
    if (unseen^length(values[[j]]) < 1e-4 && !is_scale_like(x, numbers)) reason[j] <- unshared_words(x, values[[j]])
  }
  reason
}

# Numbers between those of the others may be finer steps of their scale.
is_scale_like <- function(x, numbers) {
  if (!is.numeric(x) || length(numbers) == 0) return(FALSE)
  inside <- x >= min(numbers, na.rm = TRUE) & x <= max(numbers, na.rm = TRUE)
  mean(inside, na.rm = TRUE) > 0.5
}

unshared_words <- function(x, values) {
  form <- value_form(values)
  kind <- if (form != "") {
    form
  } else if (is.numeric(x)) {
    "numbers"
  } else if (stats::median(nchar(values, "chars", allowNA = TRUE), na.rm = TRUE) > 15) {
    "texts"
  } else {
    "values"
  }
  paste0("holds ", kind, " of which no other column has any")
}

# "links" or "dates" if all values look so, and there are several.
value_form <- function(values) {
  if (length(values) < 3) {
    return("")
  }
  if (all(grepl("^(https?://|www[.])", values))) {
    return("links")
  }
  # POSIXct at midnight has no time.
  day <- "^([0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}|[0-9]{1,2}[./][0-9]{1,2}[./]([0-9]{2}|[0-9]{4}))([ T,].*)?$"
  if (all(grepl(day, values))) "dates" else ""
}

# Words of a name: `Resolved decision`, label.gold and goldLabel have one of them. Words of all names say nothing.
name_words <- function(names) {
  names[is.na(names) | !validUTF8(names)] <- ""
  apart <- gsub("([a-z])([A-Z])", "\\1 \\2", names)
  strsplit(tolower(apart), "[^[:alnum:]]+")
}

says <- function(names, words) {
  listed <- name_words(names)
  common <- Reduce(intersect, listed)
  vapply(listed, function(one) {
    one <- sub("([a-z])[0-9]+$", "\\1", setdiff(one, common))
    joined <- paste0(one[-length(one)], one[-1])
    # A longer name is the text of a question.
    length(one) <= 4 && any(c(one, joined) %in% words)
  }, NA)
}

FINAL_WORDS <- c(
  "final", "gold", "golden", "goldstandard", "goldlabel", "consensus", "adjudicated", "adjudication", "adjudicator",
  "majority", "maj", "reference", "groundtruth", "truth", "agreed", "agree", "agrees", "agreement", "resolved",
  "resolution", "match", "matches", "matching", "majorityvote", "reconciled", "harmonized", "harmonised", "disagree",
  "disagreement", "concordance", "endfassung", "endg\u00fcltig", "endergebnis", "konsens", "gesamt", "einigung",
  "mehrheit", "referenz", "truelabel", "ytrue", "answerkey", "curated", "aggregated", "merged", "combined",
  "\u00fcbereinstimmung", "d\u00e9finitif", "consenso", "acuerdo", "\u0438\u0442\u043e\u0433"
)

NO_RATING_WORDS <- c(
  "tweet", "sentence", "url", "link", "title", "abstract", "filename", "file", "name", "comment", "comments", "note",
  "notes", "remark", "remarks", "image", "picture", "photo", "doi", "pmid", "pmcid", "year", "text", "message", "post",
  "description", "author", "journal", "outlet", "kommentar", "kommentare", "bemerkung",
  "bemerkungen", "anmerkung", "anmerkungen", "notiz", "notizen", "datum", "titel", "satz", "bild", "jahr", "quelle",
  "email", "date", "time", "timestamp"
)

# A column of two values of which one stands where all others agree, and the other one elsewhere. Of three columns of
# two values each says so of the others, and the last one is meant. A column of one value says nothing.
is_agreement_flag <- function(columns) {
  varies <- vapply(columns, function(x) is_no_vector(x) || length(unique(x)) > 1, NA)
  found <- vapply(seq_along(columns), function(j) {
    if (!all(varies)) return(FALSE)
    flag <- columns[[j]]
    if (is_no_vector(flag) || length(flag) < 20 || anyNA(flag) || length(unique(flag)) != 2) return(FALSE)
    same <- rows_agree(columns[-j])
    min(sum(same), sum(!same)) >= 3 && length(unique(paste(flag, same))) == 2
  }, NA)
  if (sum(found) > 1) found[-length(found)] <- FALSE
  found
}

rows_agree <- function(columns) {
  columns <- lapply(columns, cell_texts)
  same <- rep(TRUE, length(columns[[1]]))
  for (x in columns[-1]) same <- same & (is.na(x) | is.na(columns[[1]]) | x == columns[[1]])
  same
}

cell_texts <- function(x) {
  if (is_no_vector(x)) return(rep(NA_character_, NROW(x)))
  trimws(as.character(x))
}

# The first or last column if it is always that of one of the others. A very good rater among others is so too, so that
# the errors of the others must exclude each other more than by chance, or the name must be that of the others without
# their number, as in label1, label2, label.
is_final_label <- function(columns, names) {
  found <- logical(length(columns))
  if (length(columns) < 3) return(found)
  labels <- lapply(columns, cell_texts)
  if (any(vapply(columns, is_no_vector, NA))) return(found)
  for (j in c(1L, length(columns))) {
    others <- labels[-j]
    known <- !is.na(labels[[j]]) & Reduce(`&`, lapply(others, function(x) !is.na(x)))
    if (sum(known) < 3) next
    wrong <- vapply(others, function(x) x[known] != labels[[j]][known], logical(sum(known)))
    apart <- sum(!rows_agree(lapply(others, `[`, known)))
    if (any(rowSums(wrong) == ncol(wrong)) || apart == 0) next
    rates <- colMeans(wrong)
    by_chance <- (1 - prod(rates))^nrow(wrong)
    found[j] <- by_chance < 1e-4 || is_bare_stem(names)[j]
  }
  if (sum(found) == 1) found else logical(length(columns))
}

# All other names are this one with a number or a letter behind it, and it comes after them: where names were repeated
# and programs made them unique, it is the first and a rater like the others.
is_bare_stem <- function(names) {
  vapply(seq_along(names), function(j) {
    stem <- names[j]
    if (stem %in% c("", NA) || length(names) < 3 || j < length(names)) return(FALSE)
    rest <- ifelse(startsWith(names[-j], stem), substring(names[-j], nchar(stem) + 1), NA)
    !anyNA(rest) && all(grepl("^[._ -]?([0-9]+|[A-Za-z])$", rest))
  }, NA)
}
