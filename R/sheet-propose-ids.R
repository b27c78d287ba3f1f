# This file says which columns of a long sheet tell its items, its questions and its occasions.

# The columns that tell the rows of a rater apart: one, if it can, named like an id, or an item and a question, or two.
id_columns <- function(columns, rest, rater) {
  unique_rows <- function(at) !anyDuplicated(data.frame(unname(c(columns[at], rater)), stringsAsFactors = FALSE))
  repeated <- function(j) length(rater) == 0 || length(unique(columns[[j]])) < length(columns[[j]])
  likely <- rest[!vapply(columns[rest], anyNA, NA) & vapply(rest, repeated, NA)]
  timed <- vapply(names(columns)[likely], is_time_name, NA)
  likely <- likely[order(timed, !grepl(NO_RATER, names(columns)[likely], ignore.case = TRUE))]
  likely <- utils::head(likely, 12)
  for (j in likely) if (unique_rows(j)) return(list(item = j))
  # Each item may have one rater only.
  own <- rest[grepl("(^|[._ -])id$", names(columns)[rest], ignore.case = TRUE)]
  for (j in own) if (length(rater) && !anyNA(columns[[j]]) && !anyDuplicated(columns[[j]])) return(list(item = j))
  # When a rating was given does not make it one of another item.
  likely <- likely[!vapply(likely, function(j) {
    is_time_name(names(columns)[j]) || value_form(column_values(columns[[j]])) != ""
  }, NA)]
  pairs <- if (length(likely) > 1) utils::combn(likely, 2, simplify = FALSE)
  for (pair in pairs) if (unique_rows(pair)) return(item_and_question(columns, pair))
  NULL
}

# The column of items where a rater rated some of them again, and whether these are few: then no other column is part of
# the id.
repeated_ids <- function(columns, rest, rater) {
  if (length(rater) != 1) return(NULL)
  n <- length(rater[[1]])
  n_raters <- length(unique(rater[[1]]))
  likely <- rest[grepl(NO_RATER, names(columns)[rest], ignore.case = TRUE)]
  likely <- likely[!vapply(names(columns)[likely], is_time_name, NA) & !is_occasion(names(columns)[likely])]
  of_items <- "^(condition|group|arm|treatment|age|sex|gender|site|cent(re|er))s?$"
  likely <- likely[!grepl(of_items, names(columns)[likely], ignore.case = TRUE)]
  for (j in likely) {
    ids <- columns[[j]]
    some <- !anyNA(ids) && length(unique(ids)) > 4 && length(unique(ids)) * n_raters >= n / 3
    n_again <- if (some) sum(duplicated(data.frame(ids, rater[[1]])))
    # This is the id, and no other column is.
    if (some && n_again == 0 && anyDuplicated(ids)) return(NULL)
    if (!some || n_again == 0) next
    # A number within the item, such as that of a lesion, tells such rows apart.
    parts <- setdiff(rest[grepl(PART_NAME, names(columns)[rest], ignore.case = TRUE)], j)
    for (k in parts) {
      x <- columns[[k]]
      few <- !anyNA(x) && length(unique(x)) > 1 && length(unique(x)) <= length(unique(ids))
      if (few && !anyDuplicated(data.frame(ids, x, rater[[1]]))) return(list(item = c(j, k), few = TRUE))
    }
    return(list(item = j, few = n_again <= 0.2 * n))
  }
}

# The column of items, whatever its name, where a rater rated a few of them again, as after a form was sent twice.
# `ids`: what id_columns() found, which is kept if it is one column, or an item and its part, occasion or question.
nearly_ids <- function(columns, rest, rater, ids) {
  if (length(rater) != 1 || length(ids) > 1 || length(ids$item) == 1) return(NULL)
  names <- names(columns)
  if (any(grepl(PART_NAME, names[ids$item], ignore.case = TRUE) | is_occasion(names[ids$item]))) return(NULL)
  n <- length(rater[[1]])
  most <- max(2, 0.05 * n)
  likely <- rest[!vapply(names[rest], is_time_name, NA) & !is_occasion(names[rest])]
  n_again <- vapply(columns[likely], function(x) {
    if (anyNA(x) || length(unique(x)) < 5 || length(unique(x)) > 0.75 * n) return(n)
    again <- sum(duplicated(data.frame(x, rater[[1]])))
    # As many as there were if the values had nothing to do with what a rater did before.
    cells <- length(unique(x)) * length(unique(rater[[1]]))
    by_chance <- n - cells * (1 - exp(-n / cells))
    if (again > 0 && again <= most && again < 0.2 * by_chance) again else n
  }, 0)
  if (any(n_again < n)) list(item = likely[which.min(n_again)])
}

# Returns which of two columns is the question: the one that is named like a question; otherwise both make the item.
item_and_question <- function(columns, pair) {
  named <- grepl(QUESTION_NAME, names(columns)[pair], ignore.case = TRUE)
  if (sum(named) == 1) list(item = pair[!named], question = pair[named]) else list(item = sort(pair))
}

# The same where blank ids mean those above.
filled_id_columns <- function(columns, rest, rater) {
  gaps <- rest[vapply(columns[rest], function(x) anyNA(x) && !is.na(x[1]) && mean(is.na(x)) > 0.4, NA)]
  if (length(gaps) == 0) return(NULL)
  filled <- columns
  filled[gaps] <- lapply(columns[gaps], fill_down)
  found <- id_columns(filled, gaps, rater)
  for (j in setdiff(rest, gaps)) {
    if (!is.null(found)) break
    unique_rows <- !anyDuplicated(data.frame(unname(c(filled[gaps], filled[j], rater))))
    if (unique_rows && !anyNA(columns[[j]])) found <- list(item = sort(c(gaps, j)))
  }
  if (!is.null(found)) c(found, list(fill = TRUE))
}

# For a sheet whose columns are raters (`taken`) and in which no column is an id by itself, returns two that are one
# together. One of them has gaps that mean the id above, or is named like an id, and the other is a part of it or an
# occasion. The arguments of each way to read it.
wide_ids_code <- function(columns, taken) {
  rest <- setdiff(seq_along(columns), taken)
  found <- filled_id_columns(columns, rest, list())
  names <- names(columns)
  if (is.null(found)) {
    named <- rest[grepl(paste0(NO_RATER, "|", PART_NAME, "|", OCCASION), names[rest], ignore.case = TRUE)]
    # Prefers what was rated to when or in which group.
    whole <- named[grepl("(^|[._ -])id$|^(item|unit|subject|case|patient|participant|document|text|slide|image)",
      names[named],
      ignore.case = TRUE
    )]
    for (item in whole) for (part in setdiff(rest, whole[seq_len(match(item, whole))])) {
      pair <- columns[c(item, part)]
      recurs <- !anyNA(unlist(pair)) && all(vapply(pair, anyDuplicated, 0L) > 0)
      if (!is.null(found) || !recurs || !part %in% c(named, item + 1L)) next
      if (!anyDuplicated(data.frame(unname(pair)))) found <- list(item = c(item, part))
    }
  }
  if (is.null(found)) {
    return(NULL)
  }
  item <- sprintf("item = %s", place_code(columns, found$item))
  last <- found$item[length(found$item)]
  if (length(found$item) == 2 && is_occasion(names[last])) {
    item <- c(sprintf("item = %s, by = %s", place_code(columns, found$item[1]), place_code(columns, last)), item)
  }
  list(code = paste0(item, if (isTRUE(found$fill)) ", fill = TRUE", ", "), at = found$item)
}
