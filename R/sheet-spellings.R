# Ratings that are written in two ways: numbers with a percent sign, yes and no in several spellings, and codes such as
# 1-2 that a spreadsheet took for dates.

# Whether the user changes no text of a question, or says that these texts are ratings as they are.
kept_as_written <- function(texts, question, spec) {
  recode <- value_for(spec$recode, question, "recode")
  said <- length(texts) > 0 && all(texts %in% recode_results(recode))
  identical(spec$recode, identity) || identical(recode, identity) || said ||
    !is.null(value_for(spec$categories, question, "categories"))
}

# The argument for a further change of texts, beside those that the user makes of all questions. `change`: new texts,
# named by the old ones.
recode_code <- function(change, spec) {
  before <- spec$recode
  if (is.character(before)) {
    again <- before %in% names(change)
    before[again] <- change[before[again]]
    change <- c(before, change[setdiff(names(change), names(before))])
    return(paste("recode =", recode_pairs(change)))
  }
  steps <- if (rlang::is_formula(before)) list(before) else if (is_recode_steps(before)) before
  if (length(steps) == 0 || any(vapply(steps, is.function, NA))) {
    return(paste("recode =", recode_pairs(change)))
  }
  code <- vapply(steps, function(step) if (is.character(step)) recode_pairs(step) else deparse1(step), "")
  sprintf("recode = list(%s)", toString(c(code, recode_pairs(change))))
}

# Numbers with a percent sign as numbers. Some without it may be shares of 1.
percent_numbers <- function(x, n, question, spec) {
  percent <- grepl("^-?[0-9]+([.,][0-9]+)? ?%$", x)
  texts <- unique(x[percent])
  if (2 * sum(n[percent]) <= sum(n[!is.na(x)]) || kept_as_written(texts, question, spec)) {
    return(x)
  }
  # The user says of what number a text was made.
  made <- recode_results(value_for(spec$recode, question, "recode"))
  plain <- which(!percent & grepl("^-?[0-9]+([.,][0-9]+)?$", x) & !x %in% made)
  if (length(plain)) {
    n_plain <- sum(n[plain])
    code <- "recode = ~ sub(\" ?%$\", \"\", .x)"
    abort_accord(
      "percent",
      c(
        "All numbers of a question must have a percent sign, or none.",
        x = "Of {.val {question}}, {n_plain} cell{?s} {?has/have} none, such as {.val {x[plain[1]]}}, beside \\
             {.val {texts[1]}}.",
        i = "If they are percentages as well, use {.code {code}}; if they are shares of 1, correct the file."
      ),
      question = question, values = unique(x[plain]), advice = code
    )
  }
  spec$changes$tell(sum(n[percent]), "cell", "read without the percent sign", question)
  replace(x, percent, sub(" ?%$", "", x[percent]))
}

YES_AND_NO <- list(
  c("yes", "no"), c("y", "n"), c("true", "false"), c("ja", "nein"), c("j", "n"), c("oui", "non"), c("s\u00ed", "no"),
  c("si", "no")
)

# Stops for answers that are yes and no in words in some cells, and 1 and 0 in all others, as of two raters of whom one
# coded numbers. `n`: how many cells hold each text.
check_yes_and_one <- function(texts, n, yes, no, question, spec) {
  digit <- trim_blanks(texts) %in% c("0", "1")
  word <- yes | no
  if (!any(digit) || !any(word) || !all(digit | word) || kept_as_written(texts, question, spec)) {
    return(invisible())
  }
  # What fewer cells hold is written like the others.
  if (sum(n[digit]) >= sum(n[word])) {
    change <- rlang::set_names(ifelse(yes, "1", "0")[word], texts[word])
  } else {
    pair <- Find(function(pair) all(fold_case(trim_blanks(texts[word])) %in% pair), YES_AND_NO)
    said <- function(which) c(texts[word][fold_case(trim_blanks(texts[word])) == pair[which]], pair[which])[1]
    if (is.null(pair)) pair <- YES_AND_NO[[1]]
    one <- trim_blanks(texts[digit]) == "1"
    change <- rlang::set_names(ifelse(one, said(1), said(2)), texts[digit])
  }
  code <- recode_code(change, spec)
  abort_accord(
    c("spellings", "rating_type"),
    c(
      "Yes and no must be written in one way each.",
      x = "Of {.val {question}}, some cells hold words, and the others 0 and 1: {.val {texts}}.",
      i = "Write them alike: {.code {code}}.",
      i = "If each is a label of its own, use {.code recode = identity}."
    ),
    question = question, values = texts, advice = code
  )
}

# Stops for answers of which yes or no has several spellings that are more than a matter of case.
check_yes_and_no <- function(x, n, question, spec) {
  texts <- unique(x[!is.na(x)])
  word <- fold_case(trim_blanks(texts))
  yes <- word %in% vapply(YES_AND_NO, `[`, "", 1)
  no <- word %in% vapply(YES_AND_NO, `[`, "", 2)
  check_yes_and_one(texts, n_by_text(x, n, texts), yes, no, question, spec)
  # Beside other labels, single letters may be codes; not beside the word that they begin.
  among_others <- !all(yes | no)
  several <- any(vapply(list(word[yes], word[no]), function(one) {
    length(unique(one)) > 1 && (!among_others || any(nchar(one) > 1))
  }, NA))
  open <- length(texts) <= 20 && several && (!among_others || any(yes) && any(no))
  said <- texts[yes | no]
  if (!open || kept_as_written(said, question, spec)) {
    return(invisible())
  }
  yes <- yes[match(said, texts)]
  word <- word[match(said, texts)]
  texts <- said
  n <- n_by_text(x, n, texts)
  often <- vapply(YES_AND_NO, function(pair) sum(n[word %in% pair]), 0)
  pair <- YES_AND_NO[[which.max(often)]]
  # As most cells of the most frequent pair are written.
  most <- function(said) c(texts[word == said][which.max(n[word == said])], said)[1]
  to <- ifelse(yes, most(pair[1]), most(pair[2]))
  odd <- texts != to
  change <- recode_code(rlang::set_names(to[odd], texts[odd]), spec)
  keep <- "recode = identity"
  abort_accord(
    "spellings",
    c(
      "Yes and no must be written in one way each.",
      x = "Of {.val {question}}, {length(texts)} texts mean one of the two: {.val {texts}}.",
      i = "Write them alike: {.code {change}}.",
      i = "If each is a label of its own, use {.code {keep}}."
    ),
    question = question, values = texts, advice = change
  )
}

MONTHS <- c("jan", "feb", "m[a\u00e4]r", "apr", "ma[iy]", "jun", "jul", "aug", "sep", "o[ck]t", "nov", "de[cz]")

DAY_OF_MONTH <- sprintf("^([0-9]{1,2})[-. ]{1,2}(%s)[.]?$", paste(MONTHS, collapse = "|"))
MONTH_AND_NUMBER <- sprintf("^(%s)[.]?[- ]{1,2}([0-9]{1,2})$", paste(MONTHS, collapse = "|"))

are_days_of_months <- function(x) {
  grepl(DAY_OF_MONTH, x, ignore.case = TRUE) | grepl(MONTH_AND_NUMBER, x, ignore.case = TRUE)
}

# The codes of which a spreadsheet made such dates: of `Jan-02` 1-2, and of `02-Jan` 1-2 or, where the day comes first,
# 2-1. Scales usually rise, so that the way in which more codes do so is taken, unless codes that were left differ.
codes_of_dates <- function(dates, others) {
  month_first <- grepl(MONTH_AND_NUMBER, dates, ignore.case = TRUE)
  part <- function(k) {
    of_day <- sub(DAY_OF_MONTH, paste0("\\", k), dates, ignore.case = TRUE)
    ifelse(month_first, sub(MONTH_AND_NUMBER, paste0("\\", 3 - k), dates, ignore.case = TRUE), of_day)
  }
  day <- as.integer(part(1))
  month <- vapply(tolower(part(2)), function(one) which(vapply(MONTHS, grepl, NA, x = one))[1], 0L)
  american <- paste0(month, "-", day)
  european <- paste0(day, "-", month)
  days_first <- if (any(european %in% others) || any(american %in% others)) {
    any(european %in% others) && !any(american %in% others)
  } else {
    sum((day < month)[!month_first]) > sum((day > month)[!month_first])
  }
  ifelse(month_first | !days_first, american, european)
}

# Whether all labels may be codes that a spreadsheet made dates: dates of events have days after the 12th, and differ.
may_all_be_mangled <- function(dates, n) {
  length(dates) > 1 && 2 * length(dates) <= n && all(as.integer(gsub("[^0-9]", "", dates)) <= 12)
}

# Stops for codes that a spreadsheet shows as a day of a month, beside others that it left, or alone if they may be
# codes.
check_mangled_codes <- function(x, n, question, spec) {
  texts <- unique(x[!is.na(x)])
  date <- are_days_of_months(texts)
  if (!any(date) || kept_as_written(texts[date], question, spec)) {
    return(invisible())
  }
  if (all(date) && !may_all_be_mangled(texts, sum(n[!is.na(x)]))) {
    return(invisible())
  }
  code <- codes_of_dates(texts[date], texts[!date])
  pair <- function(to) toString(sprintf("%s = \"%s\"", encodeString(utils::head(texts[date], 10), quote = "\""), to))
  change <- sprintf("c(%s)", pair(utils::head(code, 10)))
  keep <- sprintf("c(%s)", pair(utils::head(texts[date], 10)))
  n_dates <- sum(n[x %in% texts[date]])
  abort_accord(
    "mangled_code",
    c(
      "Codes must not be dates that a spreadsheet made of them.",
      x = "Of {.val {question}}, {n_dates} cell{?s} {?looks/look} like a day of a month: \
           {.val {first_few(texts[date])}}.",
      i = "If they were typed as codes, write these again, as in {.code recode = {change}}.",
      i = "If they are ratings, say so: {.code recode = {keep}}."
    ),
    question = question, values = texts[date], advice = paste("recode =", change)
  )
}

# How a date may be written, with the code that reads it.
DATE_FORMS <- c(
  "^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}$" = "%Y-%m-%d", "^[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}$" = "%Y/%m/%d",
  "^[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}$" = "%d/%m/%Y", "^[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}$" = "%d/%m/%y",
  "^[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{4}$" = "%d.%m.%Y", "^[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{2}$" = "%d.%m.%y",
  "^[0-9]{1,2}-[0-9]{1,2}-[0-9]{4}$" = "%d-%m-%Y"
)

# Stops for dates that are written in two ways, since a date would not be equal to itself.
check_date_forms <- function(x, n, question, spec) {
  texts <- unique(x[!is.na(x)])
  form <- rep(NA_integer_, length(texts))
  for (k in seq_along(DATE_FORMS)) form[grepl(names(DATE_FORMS)[k], texts)] <- k
  found <- sort(unique(form[!is.na(form)]))
  if (length(found) < 2 || mean(!is.na(form)) < 0.8 || kept_as_written(texts, question, spec)) {
    return(invisible())
  }
  # Of 5/13/2020 the second number must be the day.
  as_date <- vapply(found, function(k) {
    of_form <- texts[form %in% k]
    days_first <- !anyNA(as.Date(of_form, DATE_FORMS[[k]]))
    if (days_first) DATE_FORMS[[k]] else sub("%d(.)%m", "%m\\1%d", DATE_FORMS[[k]])
  }, "")
  other <- which(as_date != "%Y-%m-%d")
  change <- paste0(
    "recode = list(", toString(sprintf(
      "~ ifelse(grepl(\"%s\", .x), format(as.Date(.x, \"%s\")), .x)", names(DATE_FORMS)[found[other]], as_date[other]
    )), ")"
  )
  if (length(other) == 1) change <- sub("list\\((.*)\\)$", "\\1", change)
  shown <- vapply(found, function(k) texts[form %in% k][1], "")
  ambiguous <- any(startsWith(as_date, "%d"))
  abort_accord(
    "date_forms",
    c(
      "Dates must be written in one form.",
      x = "Of {.val {question}}, {length(texts)} dates are written in {length(found)} forms, such as {.val {shown}}.",
      i = "Write them alike: {.code {change}}.",
      i = if (ambiguous) "In this code the day stands before the month.",
      i = "If they are labels, use {.code recode = identity}."
    ),
    question = question, values = shown, advice = change
  )
}

# Texts that differ in case and blanks only, as the first of them is written.
spelled_as_first <- function(x) {
  plain <- fold_case(trim_blanks(x))
  x[match(plain, plain)]
}

# Names of columns whose parts differ in case only, as the first of them is written.
names_spelled_alike <- function(names) {
  parts <- regmatches(names, gregexpr("[^/_.:-]+|[/_.:-]+", names))
  spelled <- utils::relist(spelled_as_first(unlist(parts)), parts)
  new <- vapply(spelled, paste, "", collapse = "")
  if (anyDuplicated(new)) names else new
}

# Stops for raters of a template whose names differ in case and blanks only. `names`: those of all columns.
check_raters_alike <- function(template, fit, names, arg) {
  rater <- fit$parts$rater
  spelled <- spelled_as_first(rater)
  odd <- which(spelled != rater)
  if (length(odd) == 0) {
    return(invisible())
  }
  old <- names[fit$at]
  new <- old
  new[odd] <- mapply(function(name, from, to) {
    at <- max(gregexpr(from, name, fixed = TRUE)[[1]])
    paste0(substr(name, 1, at - 1), to, substring(name, at + nchar(from)))
  }, old[odd], rater[odd], spelled[odd])
  typed <- vapply(old, column_code, "")
  typed[odd] <- paste(vapply(new[odd], column_code, ""), "=", typed[odd])
  code <- sprintf("rating = c(%s)", toString(typed))
  all <- with_values(template$text, "rater", unique(rater))
  shown <- sprintf("\"%s\" and \"%s\"", spelled[odd], rater[odd])
  abort_accord(
    "template",
    c(
      "The name of a rater must be written in one way.",
      x = "{length(unique(shown))} pair{?s} of names look{?s/} alike: {as_written(unique(shown))}.",
      i = "If they are the same, rename the column{cli::qty(length(odd))}{?/s} in addition: {.code {code}}.",
      i = "If they are different, name all: {.code {arg} = {.str {all}}}."
    ),
    template = template$text, raters = unique(rater), advice = code
  )
}

# Stops for labels of raters who did not decide. `n`: how many cells hold each text of `x`.
check_undecided <- function(x, n, question, spec) {
  texts <- unique(x[!is.na(x)])
  found <- undecided_labels(texts, n_by_text(x, n, texts))
  if (nrow(found) == 0 || kept_as_written(found$text, question, spec)) {
    return(invisible())
  }
  n_found <- sum(n[x %in% found$text])
  change <- recode_code(rlang::set_names(found$meant, found$text), spec)
  keep <- recode_code(rlang::set_names(found$text), spec)
  meant <- if (all(is.na(found$meant))) "nothing was decided" else "the label without the mark was meant"
  if (anyNA(found$meant) && !all(is.na(found$meant))) meant <- paste(meant, "and nothing decided between two")
  abort_accord(
    "undecided",
    c(
      "A rating must be one label.",
      x = "Of {.val {question}}, {n_found} cell{?s} name{?s/} two labels, or one with a mark of doubt: \\
           {.val {first_few(found$text)}}.",
      i = "If {meant}, say so: {.code {change}}.",
      i = "If {cli::qty(nrow(found))}{?it is a label/they are labels} like the others: {.code {keep}}."
    ),
    question = question, values = found$text, advice = change
  )
}
