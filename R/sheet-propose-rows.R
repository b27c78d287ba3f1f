# How a sheet may be read in which each row holds the answers of one rater, as surveys write them, or in which one
# column names rater and question of each rating.

# Each row is of a rater, `id`, and the other columns are items: a scale of numbered columns, or a grid of a form, with
# the item in brackets.
rows_proposal <- function(columns, id, free) {
  names <- names(columns)
  free <- setdiff(free, id)
  about <- vapply(names[free], function(name) is_time_name(name) || grepl(NOTE_NAME, name, ignore.case = TRUE), NA)
  free <- free[!about & !is_named_summary(unname(columns[free]), names[free])]
  found <- item_names(names[free])
  if (is.null(found)) return(NULL)
  at <- free[found$at]
  roles <- stats::setNames(list(id, at), c("rater", if (found$several) "item and question" else "item"))
  list(calls = sprintf("rater = %s, names = \"%s\"", place_code(columns, id), found$template), roles = roles)
}

# The column of respondents, where no names are a grid of questions and raters: fewer rows than items whose names are
# numbered or in brackets.
answering_id <- function(columns, taken) {
  n <- length(columns[[1]])
  items <- if (length(taken) == 0) item_names(names(columns))
  if (length(items$at) <= max(n, 3)) return(integer())
  ids <- which(vapply(columns, function(x) !anyNA(x) && !anyDuplicated(x), NA))
  ids <- setdiff(ids, items$at)
  named <- grepl(SHEET_RATER, names(columns)[ids], ignore.case = TRUE)
  utils::head(c(ids[named], ids[grepl("^(.* )?id$", names(columns)[ids], ignore.case = TRUE)]), 1)
}

# A column such as `variable`, with the values A_tone, B_tone, A_topic and B_topic.
melted_proposal <- function(columns, where) {
  if (!is.null(where) || length(columns[[1]]) < 8) return(NULL)
  n <- vapply(columns, function(x) length(unique(x)), 0L)
  for (key in which(vapply(columns, is.character, NA) & n > 3 & n <= 60)) {
    if (anyNA(columns[[key]]) || !is_grid_of_names(unique(columns[[key]]))) next
    items <- setdiff(which(!vapply(columns, anyNA, NA) & n < length(columns[[1]]) & n > 2), key)
    items <- items[order(!grepl(NO_RATER, names(columns)[items], ignore.case = TRUE))]
    unique_rows <- vapply(items, function(j) !anyDuplicated(data.frame(columns[[j]], columns[[key]])), NA)
    item <- items[unique_rows][1]
    if (is.na(item)) next
    left <- setdiff(seq_along(columns), c(key, item))
    left <- left[!vapply(left, function(j) is_no_answer(columns[[j]], names(columns)[j]), NA)]
    for (rating in left) {
      found <- melted_templates(columns[[item]], columns[[key]], columns[[rating]])
      if (length(found) == 0) next
      code <- sprintf("c(%s = \"%s\")", place_code(columns, key), found)
      calls <- sprintf(
        "item = %s, rater = %s, rating = %s", place_code(columns, item), code, place_code(columns, rating)
      )
      return(list(calls = calls, roles = list(item = item, "rater and question" = key, rating = rating)))
    }
  }
}
