# Ids of items that differ in a suffix only, which says who rated.

# Of items of which none has two ratings: ids such as "101--1" and "101--2", as those of double data entry. `wide`: with
# raters in columns items have several, and only what REDCap writes says more than that they are parts of a document.
warn_item_suffixes <- function(ratings, roles, wide = FALSE) {
  if (length(roles$item) != 1 || is_remote(ratings) || !wide && any(item_sizes(ratings) > 1)) {
    return(invisible())
  }
  ids <- as.character(ratings$items)
  found <- if (length(unique(ids)) > 3) suffixes_of(utils::head(unique(ids), MANY_TEXTS))
  if (is.null(found) || wide && found$joint != "--") {
    return(invisible())
  }
  name <- typed_data()
  id <- column_code(roles$item)
  pattern <- sprintf("%s(%s)$", found$joint, paste(found$suffixes, collapse = "|"))
  rater <- sprintf("%s$rater <- sub(\".*%s\", \"\", %s$%s)", name, found$joint, name, id)
  item <- sprintf("%s$%s <- sub(\"%s\", \"\", %s$%s)", name, id, pattern, name, id)
  warn_accord(
    "item_suffix",
    c(
      "An item must have the same id in all of its rows.",
      x = if (!wide) "No item has two ratings.",
      x = "{length(ids)} ids are {length(unique(found$stems))} ids with a suffix, such as {.val {found$example}}.",
      i = "If the suffix says who rated, write {.code {rater}}, then {.code {item}}, and use {.code item = {id}} and \\
           {.code rater = rater}."
    ),
    items = ids,
    suffixes = found$suffixes
  )
}

# NULL, or the `joint` before the `suffixes`, the `stems` and an `example`: where most stems have two of few suffixes.
suffixes_of <- function(ids) {
  pattern <- "^(.*[^-_.:/# ])([-_.:/# ]+)([A-Za-z0-9]{1,12})$"
  if (!all(grepl(pattern, ids))) {
    return(NULL)
  }
  joint <- unique(sub(pattern, "\\2", ids))
  stems <- sub(pattern, "\\1", ids)
  suffix <- sub(pattern, "\\3", ids)
  n <- table(stems)
  suffixes <- sort(unique(suffix))
  # Parts of texts have many numbers; who rates are few.
  if (length(joint) != 1 || length(suffixes) > 6 || length(n) < length(suffixes) || mean(n > 1) <= 0.5) {
    return(NULL)
  }
  twice <- names(n)[n > 1][1]
  list(
    joint = sub("^([.])", "[\\1]", joint), suffixes = suffixes, stems = stems,
    example = utils::head(ids[stems == twice], 2)
  )
}
