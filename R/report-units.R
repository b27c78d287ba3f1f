# The words of a report for what is rated and for what intervals draw anew. In spans a position is rated, adjacent ones
# with the same labels are a stretch, and documents are drawn.

is_spans <- function(ratings) isTRUE(ratings$of_spans)

# Says what intervals draw anew: clusters where there are any.
drawn_units <- function(ratings, n = 2) {
  unit <- if (is_spans(ratings)) "document" else if (is.null(ratings$clusters)) "item" else "cluster"
  if (n == 1) unit else paste0(unit, "s")
}

# The category of positions without a label; see name_of_none().
none_of_spans <- function(ratings) {
  if (is_spans(ratings) && is.null(ratings$sets)) {
    none <- grep("^[(]*O[)]*$", as.character(ratings$categories), value = TRUE)
    none[nchar(none) == max(nchar(none), 0)]
  }
}

# Categories as text, that of positions without a label with these words.
with_none <- function(categories, ratings, shown = identity) {
  text <- as.character(categories)
  paste0(shown(text), ifelse(text %in% none_of_spans(ratings), " (no label)", ""), recycle0 = TRUE)
}

none_words <- function(ratings) {
  none <- none_of_spans(ratings)
  if (length(none)) paste0("; ", none, ": no label, the rater marked nothing there")
}

# The word for a group in sentences: the name of the column of groups, such as "question".
group_word <- function(ratings) word_of_groups(names(ratings$groups))

word_of_groups <- function(keys) if (length(keys) == 1) keys else "group"

# "content, form and style", or "all 9 values of part".
named_values <- function(values, name) {
  values <- as.character(vctrs::vec_unique(values))
  if (length(values) <= VALUES_NAMED) in_a_list(values) else paste("all", big(length(values)), "values of", name)
}

# The values of several columns of `rows` in one list.
values_of <- function(rows, names) {
  in_a_list(vapply(names, function(name) named_values(rows[[name]], name), ""))
}

# "3 items", or what has a row in tables of items.
count_item_rows <- function(n, ratings) {
  if (is_spans(ratings)) {
    paste(big(n), if (n == 1) "stretch" else "stretches")
  } else {
    paste(big(n), item_units(n, ratings))
  }
}

# What is compared: an item, or an item in a group where it is rated in several, as in "pairs of item and criterion".
item_units <- function(n, ratings) {
  if (is_in_groups(ratings)) {
    keys <- names(ratings$groups)
    paste(
      if (length(keys) == 1) "pair" else "combination", if (n != 1) "s", " of ", in_a_list(c("item", keys)),
      sep = ""
    )
  } else {
    if (n == 1) "item" else "items"
  }
}

# The names of items, each with the group in which it is rated, if it is rated in several.
item_group_names <- function(ratings, places) {
  name <- ids_of(ratings$items, places)
  if (is_in_groups(ratings)) {
    paste0(name, " (", group_labels(vctrs::vec_slice(ratings$groups, item_groups(ratings)[places])), ")",
      recycle0 = TRUE)
  } else {
    name
  }
}

# Whether an item is rated in several groups, such as criteria.
is_in_groups <- function(ratings) nrow(ratings$groups) > 1 && anyDuplicated(id_text(ratings$items)) > 0

# Explains the name of a stretch, by the first one of two positions or more.
stretch_names_words <- function(name) {
  long <- grep(":[0-9]+-[0-9]+$", name, value = TRUE)
  ends <- function(name) as.double(strsplit(sub("^.*:", "", name), "-", fixed = TRUE)[[1]])
  size <- vapply(long, function(one) diff(ends(one)), 0)
  long <- long[size > 1]
  if (length(long) == 0) {
    return(NULL)
  }
  at <- ends(long[1])
  paste0(
    "Stretch ", long[1], " has the positions ", at[1], " to ", at[2] - 1, ": its last number does not belong to it."
  )
}

# The words of results in which a position is an item and a document a cluster, in a report on spans.
words_for <- function(text, ratings) if (is_spans(ratings)) span_words(text) else text

span_words <- function(text) {
  text <- gsub(" Case weights: frequencies.", "", gsub("\\ban item\\b", "a position", text), fixed = TRUE)
  words <- c(Item = "Stretch", Items = "Positions", item = "position", items = "positions", Clusters = "Documents",
    cluster = "document", clusters = "documents")
  for (word in names(words)) text <- gsub(paste0("\\b", word, "\\b"), words[[word]], text)
  text
}
