# This file finds the columns of a sheet that say who rated, by their names or by their values.

# A column that says who codes has such a word, or what else a sheet calls it.
SHEET_RATER <- paste0(
  RATER_NAME, "|^(who|ann|user([._ -]?(name|id))?|e-?mail( address)?|.*assigned.?to)$|",
  "(^|[._ -])", RATER_WORD, "[._ -]?(e-?mail|initials|login|user)$|",
  "(response|respondent|antwort)[._ -]?id$|^(your|dein|ihr|votre|tu|su)[._ ](name|nom|nombre)$|",
  "^(initials|initialen|k\u00fcrzel)$|^prolific[._ -]?(id|pid)$|",
  "^(direcci[o\u00f3]n de )?correo( electr[o\u00f3]nico)?$|^(adresse )?(e-?mail|courriel)([ -]?adresse)?$|",
  "^(adresse|indirizzo|endere[c\u00e7]o)( de| di)? (e-?mail|courriel|messagerie|posta elettronica)$|^e-mailadres$"
)

# The columns that say who rated. Those of one rater may have such a name, with the labels of the others.
rater_named_columns <- function(columns) {
  distinct <- vapply(columns, function(x) length(unique(x)), 0L)
  named <- grep(SHEET_RATER, sub("^.*:", "", names(columns)), ignore.case = TRUE)
  labels <- vapply(columns[named], is.character, NA)
  own <- n_shared(lapply(columns, column_values))[named] == 0
  named <- named[distinct[named] > 1 & distinct[named] <= length(columns[[1]]) / 2 & (own | !labels)]
  named <- named[!vapply(named, is_of_grid, NA, columns)]
  named <- named[!vapply(named, agrees_with_another, NA, columns)]
  if (length(named) == 0) named <- judging_persons(columns)
  named[order(distinct[named])]
}

# These persons judge in an experiment, and are the items of other studies.
JUDGING_PERSON <- paste0(
  "^(participant|subject|respondent|student|listener|informant|speaker)s?([._ -]?(id|no|nr|number|name))?$"
)

# The column of these, where another is named like that of the items and each person judged each of them once at most.
judging_persons <- function(columns) {
  person <- grep(JUDGING_PERSON, names(columns), ignore.case = TRUE)
  item <- setdiff(grep("^(item|stimul(us|i)|sentence|text|image|picture|sound|clip|video|trial)s?([._ -]?(id|no|nr))?$",
    names(columns),
    ignore.case = TRUE
  ), person)
  if (length(person) != 1 || length(item) != 1 || anyNA(unlist(columns[c(person, item)]))) {
    return(integer())
  }
  n <- vapply(columns[c(person, item)], function(x) length(unique(x)), 0L)
  several <- length(columns[[1]]) > max(n) && min(n) > 1
  if (several && !anyDuplicated(data.frame(unname(columns[c(item, person)])))) person else integer()
}

# Whether a column of numbers agrees with another more than by chance: both are ratings.
agrees_with_another <- function(j, columns) {
  others <- setdiff(which(vapply(columns, is.numeric, NA)), j)
  is.numeric(columns[[j]]) && any(vapply(others, function(k) {
    isTRUE(grid_agreement(unname(columns[c(j, k)]), c("", ""), c("1", "2"))$a > 0.2)
  }, NA))
}

# Whether a column such as tone_expert is that of one rater and question: others are of the question, such as tone_ann,
# and others of the rater, such as frame_expert, or have the same values.
is_of_grid <- function(j, columns) {
  names <- names(columns)
  lead <- sub("[._ -]+[^._ -]+$", "", names[j])
  if (lead == names[j]) return(FALSE)
  tail <- substring(names[j], nchar(lead) + 1)
  question <- setdiff(which(startsWith(names, paste0(lead, substr(tail, 1, 1)))), j)
  same_rater <- setdiff(which(endsWith(names, tail)), j)
  same_values <- vapply(columns[question], function(x) all(column_values(columns[[j]]) %in% column_values(x)), NA)
  length(question) > 0 && (length(same_rater) > 0 || any(same_values))
}

# The column that says who rated, by its values: there are few, and each occurs once with each of many items, perhaps on
# each of several occasions.
rater_by_values <- function(columns) {
  n <- length(columns[[1]])
  if (n < 6) return(integer())
  distinct <- vapply(columns, function(x) length(unique(x)), 0L)
  whole <- !vapply(columns, anyNA, NA)
  names <- names(columns)
  named <- grepl(paste0(NO_RATER, "|", QUESTION_NAME), names, ignore.case = TRUE)
  occasion <- utils::head(which(whole & is_occasion(names) & distinct > 1 & distinct <= n / 4), 1)
  named[occasion] <- TRUE
  few <- which(whole & !named & distinct > 1 & distinct <= max(2, n / 4))
  items <- which(whole & distinct > 2 & distinct < n)
  found <- integer()
  for (rater in few) for (item in items[items != rater & distinct[items] >= distinct[rater]]) {
    crossed <- n >= 0.8 * distinct[rater] * distinct[item]
    own <- columns[c(rater, item, occasion)]
    if (crossed && !item %in% occasion && !anyDuplicated(data.frame(unname(own)))) found <- c(found, rater)
  }
  unique(c(found, changing_raters(columns, setdiff(which(whole & !named & distinct > 1), occasion), items)))
}

# The same where two or three of a few raters rated each item: texts that recur, and are never twice those of an item,
# which ratings hardly are. `few`: the columns that may be the raters.
changing_raters <- function(columns, few, items) {
  n <- length(columns[[1]])
  likely <- grepl(NO_RATER, names(columns)[items], ignore.case = TRUE)
  items <- if (any(likely)) items[likely] else items
  # Names of raters stand in no other column.
  few <- few[n_shared(lapply(columns, column_values))[few] == 0]
  for (item in items) {
    x <- columns[[item]]
    rows <- table(x)
    if (min(rows) < 2 || max(rows) > 10 || length(rows) < 4) next
    for (rater in setdiff(few, item)) {
      y <- columns[[rater]]
      share <- table(y) / n
      texts <- is.character(y) && !all(is_numeric_text(y)) && stats::median(nchar(y)) < 40
      if (!texts || length(share) < max(rows) || length(share) > min(n / 4, length(rows))) next
      # As often as raters who chose among these texts at random would differ in each item.
      by_chance <- prod((1 - sum(share^2))^(rows * (rows - 1) / 2))
      if (by_chance < 0.05 && !anyDuplicated(data.frame(x, y))) return(rater)
    }
  }
  integer()
}

# Person 1, Person 2: columns of raters, in each of several tables.
of_raters <- function(columns) {
  stems <- numbered_stems(names(columns))
  likely <- unique(stems[!is.na(stems)])
  of_persons <- paste0(SHEET_RATER, "|^(person|participant|subject|p|r|c)$")
  length(likely) == 1 && any(grepl(of_persons, likely, ignore.case = TRUE))
}
