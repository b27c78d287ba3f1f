# Ids that look alike: the same item, or rater, written in two ways, so that its ratings never meet.

# Two ways to write an id may differ in these, each as the code that removes it: case, blanks, also those behind the
# points of initials, a point at the end, a "#", a folder, the ending of a file, leading zeros, and signs between a word
# and its number or between words. Ids of several columns are joined by " / ", which is no folder.
ID_SPELLINGS <- c(
  "tolower(x)", "trimws(x)", "gsub(\"[.][[:space:]]+\", \".\", x)", "sub(\"[.]$\", \"\", x)",
  "gsub(\"[\u2010-\u2015\u2212]\", \"-\", x)", "sub(\"^#\", \"\", x)", "sub(\"^.*[^ ][/\\\\\\\\]\", \"\", x)",
  "sub(\"[.](txt|csv|json|xml|html?|pdf|docx?|ann|jpe?g|png|wav|mp[34])$\", \"\", x, ignore.case = TRUE)",
  "gsub(\"(^|[^0-9.,])0+([0-9])\", \"\\\\1\\\\2\", x)",
  "gsub(\"([A-Za-z])[_#[:space:]-]+([0-9])\", \"\\\\1\\\\2\", x)", "gsub(\"[_[:space:]-]+\", \"-\", x)"
)

# Ids of lower-case letters and digits alone, without a leading zero, are as no code changes them.
spelled_by <- function(x, codes) {
  at <- grep("[^a-z0-9]|(^|[a-z])0", x, perl = TRUE)
  if (length(at) == 0) {
    return(x)
  }
  spelled <- x[at]
  for (code in codes) spelled <- eval(str2lang(code), list(x = spelled), baseenv())
  x[at] <- spelled
  x
}

# Warns about ids of items and raters that look alike. `id`, `who`: the names of the columns of items and raters, if
# there are any.
warn_alike_ids_of <- function(ratings, id = NULL, who = NULL) {
  n_groups <- length(ratings$group_status)
  items <- id_texts(ratings$items)
  raters <- id_texts(ratings$raters)
  if (length(items) > n_groups * MANY_TEXTS) items <- NULL
  unmet <- list()
  if (!is.null(ratings$raters)) {
    unmet <- list(
      items = unmet_ids(items, function(at) {
        met <- rating_items(ratings) %in% at
        list(id = items[rating_items(ratings)[met]], with = ratings$rater[met])
      }, alone = TRUE),
      raters = unmet_ids(raters, function(at) {
        met <- (ratings$rater + 1L) %in% at
        list(id = raters[ratings$rater[met] + 1L], with = rating_items(ratings)[met])
      }, alone = FALSE)
    )
  }
  warn_alike_ids(unique(items), "items", unmet$items, id)
  warn_alike_ids(raters, "raters", unmet$raters, who)
}

id_texts <- function(ids) {
  if (is.factor(ids)) ids <- as.character(ids)
  if (is.character(ids)) ids
}

# Sets of ids that one way of writing would make equal and that never meet: items of which no rater rated two, or raters
# who rated no item in common. `met_with`: a function that returns, for the positions of some ids, the `id` of each of
# their ratings and whom or what it is `with`. `alone`: whether one id of a set must have met one only.
unmet_ids <- function(ids, met_with, alone) {
  known <- unique(ids)
  if (length(known) < 2 || length(known) > MANY_TEXTS || !all(validUTF8(known))) {
    return(list())
  }
  spelled <- spelled_by(known, ID_SPELLINGS)
  again <- spelled %in% spelled[duplicated(spelled)] & spelled != ""
  if (!any(again)) {
    return(list())
  }
  met <- met_with(which(ids %in% known[again]))
  pairs <- unique(data.frame(set = spelled[match(met$id, known)], id = met$id, with = met$with))
  twice <- unique(pairs$set[duplicated(pairs[c("set", "with")])])
  n <- table(pairs$id)
  sets <- split(pairs$id, factor(pairs$set, unique(pairs$set)))
  sets <- lapply(sets, unique)
  apart <- lengths(sets) > 1 & !names(sets) %in% twice &
    (!alone | vapply(sets, function(set) any(n[set] == 1), NA))
  # Where raters tell such ids apart in as many cases, they are different ids.
  if (sum(apart) > length(twice)) unname(sets[apart]) else list()
}

# `unmet`: further sets of ids, from unmet_ids(). `data`: the data that hold the `column`, as they are typed.
warn_alike_ids <- function(ids, what, unmet = list(), column = NULL, data = typed_data()) {
  alike <- look_alikes(if (is.factor(ids)) levels(ids) else if (is.character(ids)) unique(ids))
  within <- function(set, sets) any(vapply(sets, function(other) all(set %in% other), NA))
  unmet <- Filter(function(set) !within(set, alike), unmet)
  alike <- c(Filter(function(set) !within(set, unmet), alike), unmet)
  if (length(alike)) {
    listed <- list_alike(alike)
    code <- if (length(column) == 1) spelling_code(alike, column, data)
    warn_accord(
      "look_alike_id",
      c(
        "Ids that look alike are separate {what}.",
        x = "{length(alike)} set{?s} of them: {listed}.",
        i = if (length(code)) "If they are the same, spell them alike: {.code {code}}.",
        i = if (length(code) == 0) "If they are the same, spell them alike."
      ),
      column = what,
      ids = alike
    )
  }
}

# The code that spells all of these alike, with no more steps than are needed; NULL if there is none.
spelling_code <- function(alike, column, data) {
  ids <- unlist(alike)
  of <- rep(seq_along(alike), lengths(alike))
  works <- function(codes) !anyDuplicated(unique(data.frame(of, id = spelled_by(ids, codes)))$of)
  codes <- ID_SPELLINGS
  if (!works(codes)) {
    return(NULL)
  }
  for (code in ID_SPELLINGS) if (works(setdiff(codes, code))) codes <- setdiff(codes, code)
  name <- paste0(data, "$", column_code(column))
  expr <- str2lang(name)
  for (code in codes) expr <- eval(call("substitute", str2lang(code), list(x = expr)))
  paste(name, "<-", paste(deparse(expr, width.cutoff = 500L), collapse = " "))
}
