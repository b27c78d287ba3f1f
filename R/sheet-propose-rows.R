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

# Whether the rows are of persons who answered, by the name of their column, and the columns what they answered to, five
# or more with the same answers: "sure" if these are more than the persons, "maybe" if participants of a study may be
# what was rated, or "".
answering_persons <- function(columns, id) {
  person <- "^((full|first|last|sur)[._ -]?)?name$"
  if (length(id) != 1 || !grepl(paste0(person, "|", JUDGING_PERSON), names(columns)[id], ignore.case = TRUE)) {
    return("")
  }
  rest <- setdiff(seq_along(columns), id)
  rest <- rest[!grepl(NO_RATER, names(columns)[rest], ignore.case = TRUE)]
  values <- lapply(columns[rest], column_values)
  rest <- rest[n_shared(values) > 0 & lengths(values) < 12]
  if (length(rest) < 5 || any(are_rater_words(names(columns)[rest]))) {
    return("")
  }
  if (length(rest) > length(columns[[1]])) return("sure")
  if (grepl("^(participant|respondent|listener|informant)", names(columns)[id], ignore.case = TRUE)) "maybe" else ""
}

# Whether the rows of these columns agree as raters of what the columns are.
rows_agree_somewhat <- function(columns) {
  n <- length(columns[[1]])
  if (n < 3 || n > 200) {
    return(FALSE)
  }
  # Equal pairs of answers to one column, beside those to any.
  pairs <- function(x) {
    times <- as.double(table(x))
    c(equal = sum(times * (times - 1)), all = sum(times) * (sum(times) - 1))
  }
  within <- rowSums(vapply(columns, pairs, c(0, 0)))
  across <- pairs(unlist(lapply(columns, as.character)))
  chance <- across[[1]] / across[[2]]
  isTRUE((within[[1]] / within[[2]] - chance) / (1 - chance) > 0.1)
}

# A column such as `variable`, with the values A_tone, B_tone, A_topic and B_topic.
melted_proposal <- function(columns, where) {
  if (!is.null(where) || length(columns[[1]]) < 8) return(NULL)
  n <- vapply(columns, function(x) length(unique(x)), 0L)
  # Tiers of ELAN are named Gesture@AB; elsewhere the sign stands in addresses.
  tiers <- vapply(columns, function(x) is.character(x) && all(grepl("^[^@.]+@[^@.]+$", unique(x))), NA)
  columns[tiers] <- lapply(columns[tiers], sub, pattern = "@", replacement = "|", fixed = TRUE)
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
      if (tiers[key]) found <- sub("}|{", "}@{", found, fixed = TRUE)
      code <- sprintf("c(%s = \"%s\")", place_code(columns, key), found)
      calls <- sprintf(
        "item = %s, rater = %s, rating = %s", place_code(columns, item), code, place_code(columns, rating)
      )
      return(list(calls = calls, roles = list(item = item, "rater and question" = key, rating = rating)))
    }
  }
}
