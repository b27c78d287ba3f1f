# This file says which columns of a wide table may be raters. Raters who answer the same question use the same values,
# whereas texts, links, dates, counts and ids do not recur in other columns. Names count only after values.

# For each column, why it cannot be a rater, as a phrase after its name; "" if it may be one.
no_rater_reasons <- function(columns, names) {
  values <- lapply(columns, column_values)
  reason <- unshared_reasons(columns, names, values)
  set <- function(at, words) reason[at & reason == ""] <<- words
  form <- vapply(values, value_form, "")
  form[vapply(columns, inherits, NA, c("Date", "POSIXt"))] <- "dates"
  for (one in setdiff(unique(form), "")) if (!all(form == one)) set(form == one, paste("holds", one))
  set(are_options(names, values), "has a name that is a value of the others, like what these chose from")
  few <- n_shared(values) == 0
  set(
    few & says(names, NO_RATING_WORDS),
    "is named like a text, a note or a date and shares no value with another column"
  )
  final <- says(names, FINAL_WORDS)
  if (sum(!final & reason == "") < 1) final[] <- FALSE
  set(final, "is named like a final label or a measure of agreement")
  about <- says_only(names, ABOUT_WORDS)
  if (sum(!about & reason == "") > 1) set(about, "is named like a property of the item or of the rating")
  property <- is_property_of(names)
  if (sum(!property & reason == "") > 1) set(property, "is named like a property of the ratings of another column")
  counted <- are_count_names(names)
  if (sum(!counted & reason == "") > 1) set(counted, "is named like a number of something")
  redcap <- is_of_redcap(names)
  if (sum(!redcap & reason == "") > 1) set(redcap, "is named like a box or a field of REDCap")
  set(is_of_family(columns, names), "has the name of other columns without their numbers, like a label of the item")
  free <- reason == ""
  if (sum(free) > 2) {
    reason[free] <- combined_reasons(columns[free], names[free])
    free <- reason == ""
  }
  if (sum(free) > 2) {
    reason[free] <- derived_reasons(columns[free], names[free])
    free <- reason == ""
  }
  if (sum(free) > 2) {
    reason[free][is_agreement_flag(columns[free])] <- "says in each row whether the others agree"
    free <- reason == ""
    reason[free][is_final_label(columns[free], names[free])] <-
      "equals one of the others in each row, and all of them where they agree, like a final label"
  }
  reason
}

# Marks the columns that hold what raters chose from, as `left` and `right` hold the stimuli beside columns with the
# values left and right: two or more, whose names are most of the values of two or more others, and which share no value
# with these.
are_options <- function(names, values) {
  lower <- tolower(trimws(names))
  values <- lapply(values, tolower)
  chosen <- vapply(values, function(v) sum(v %in% lower) > 1 && 2 * sum(v %in% lower) >= length(v), NA)
  named <- lower %in% unlist(values[chosen]) & !chosen
  apart <- !vapply(values, function(v) any(v %in% unlist(values[chosen])), NA)
  named & apart & sum(named) > 1 & sum(chosen) > 1
}

# Marks numbers among columns of labels, or labels among numbers, which cannot be ratings for the same question.
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
  # Text that is mostly numbers may become numeric by argument `na`, if missing values are written as a mark.
  cells <- coded_cells(x)
  n <- cells$n[!is.na(cells$text)]
  numbers <- grepl("^\\s*-?[0-9]", cells$text[!is.na(cells$text)])
  if (length(n) == 0 || sum(n[numbers]) > 0.5 * sum(n)) "" else "labels"
}

# The distinct values of a column as text, without blanks. Numbers are equal to their text.
column_values <- function(x) {
  if (is_no_vector(x)) return(character())
  if (is.factor(x)) x <- levels(x)[sort(unique(as.integer(x)))]
  values <- distinct(x)
  values <- as.character(if (is.object(values)) format(values) else values)
  # Invalid text is reported elsewhere.
  values[!validUTF8(values)] <- NA
  values <- trimws(values)
  values[!is.na(values) & values != ""]
}

# For each column, the number of its values that also occur in another column.
n_shared <- function(values) {
  of <- rep.int(seq_along(values), lengths(values))
  all <- as.character(unlist(values, use.names = FALSE))
  tabulate(of[all %in% all[duplicated(all)]], length(values))
}

# Finds columns whose values are unlikely given the other ratings. After N ratings in the columns that share values, a
# new rating has a value not seen before with a probability of about (singles + 1) / (N + 1), where singles are values
# that occurred once (Good-Turing). For scores with many decimals nearly all values occur once, so no column is
# marked.
unshared_reasons <- function(columns, names, values) {
  reason <- character(length(columns))
  shares <- n_shared(values) > 0
  partly <- partly_shared(columns, names, values, shares)
  if (length(partly)) {
    reason[partly] <- "holds many values of which no other column has any"
    shares[partly] <- FALSE
  }
  alone <- setdiff(which(!shares & lengths(values) > 1), partly)
  if (length(alone) == 0 || sum(shares) < 2) {
    return(reason)
  }
  common <- columns[shares]
  unseen <- unseen_share(all_ratings(common))
  numbers <- as.double(unlist(Filter(is.numeric, common), use.names = FALSE))
  for (j in alone) {
    x <- columns[[j]]
    if (unseen^length(values[[j]]) < 1e-4 && !is_scale_like(x, numbers)) reason[j] <- unshared_words(x, values[[j]])
  }
  reason
}

all_ratings <- function(columns) {
  texts <- lapply(columns, function(x) as.character(if (is.factor(x)) x else unlist(x, use.names = FALSE)))
  ratings <- unlist(texts, use.names = FALSE)
  ratings <- trimws(ratings[!is.na(ratings) & validUTF8(ratings)])
  ratings[ratings != ""]
}

unseen_share <- function(ratings) {
  once <- sum(!(ratings %in% ratings[duplicated(ratings)]))
  (once + 1) / (length(ratings) + 1)
}

# A column of labels that shares some values with others, and most of whose ratings are others, as labels that a tracker
# of issues has beside those of raters. Less is enough where its name says labels and not whose. Case is no difference.
partly_shared <- function(columns, names, values, shares) {
  if (sum(shares) < 3) {
    return(integer())
  }
  lower <- lapply(values, function(x) unique(tolower(x)))
  all <- unlist(lower[shares])
  common <- unique(all[duplicated(all)])
  own <- lapply(lower, setdiff, common)
  labels <- says_only(names, c(LABEL_WORDS, TRACKER_WORDS)) & !bare_letters(names)
  if (sum(!labels & shares) < 2) labels[] <- FALSE
  likely <- which(shares & lengths(own) > !labels & !vapply(columns, function(x) is_no_vector(x) || is.numeric(x), NA))
  Filter(function(j) {
    ratings <- tolower(all_ratings(columns[j]))
    others <- setdiff(which(shares), j)
    unseen <- unseen_share(tolower(all_ratings(columns[others])))^length(own[[j]])
    mean(ratings %in% own[[j]]) > (if (labels[j]) 0.2 else 0.5) && unseen < (if (labels[j]) 0.02 else 1e-4)
  }, likely)
}

# Numbers within the range of the others may be finer steps of the same scale.
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

# "links" or "dates" if all of at least three values look like that, otherwise "".
value_form <- function(values) {
  if (length(values) < 3) {
    return("")
  }
  if (all(grepl("^(https?://|www[.])", values))) {
    return("links")
  }
  # Text of POSIXct values at midnight has no time.
  day <- "^([0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}|[0-9]{1,2}[./][0-9]{1,2}[./]([0-9]{2}|[0-9]{4}))([ T,].*)?$"
  if (all(grepl(day, values))) "dates" else ""
}
