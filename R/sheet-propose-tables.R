# How a sheet may be read of which there are several tables: files, or the sheets of a workbook.

# How to name the file, folder or sheet, where several tables have the same columns, and their numbers of rows.
several_tables <- function(tables, same) {
  of <- function(field) vapply(tables[same], `[[`, "", field)
  n_rows <- vapply(tables[same], function(table) nrow(table$data), 0L)
  # Workbooks with one sheet each are files; files of one name are told apart by their folders.
  by_sheet <- anyDuplicated(of("path")) > 0
  part <- if (by_sheet) "sheet" else if (anyDuplicated(of("file"))) "folder" else "file"
  code <- if (by_sheet && !all(same)) {
    sprintf("c(\"{sheet}\" = \"{rater:%s}\")", paste(of("sheet"), collapse = "|"))
  } else {
    sprintf("\"{%s}\"", part)
  }
  also <- NULL
  if (part == "folder" && length(unique(of("file"))) > 1) {
    # Files of the same items in one folder are of different raters, and the folders rounds or parts of the data.
    rounds <- "\"{file}\", by = \"{folder}\""
    alike <- function(x, y) have_same_items(tables[same][[x]], tables[same][[y]])
    beside <- match(FALSE, of("file")[of("folder") == of("folder")[1]] == of("file")[1])
    within <- !is.na(beside) && alike(1, which(of("folder") == of("folder")[1])[beside])
    across <- alike(1, which(of("file") == of("file")[1])[2])
    if (within) code <- rounds
    if (within && across) also <- "\"{folder}\", by = \"{file}\""
  }
  rounds <- if (part != "folder") table_rounds(of(part))
  list(
    code = code, rounds = if (length(rounds)) sprintf("c(\"{%s}\" = \"%s\")", part, rounds),
    same_length = length(unique(n_rows)) == 1,
    part = sprintf("{%s}", part), also = also, names = of(part),
    same = same_in_tables(tables[same])
  )
}

# Names of tables with a rater and a round each, such as R1_Ann: a template of both, or NULL. Not all raters may have
# rated in each round.
table_rounds <- function(names) {
  names <- unique(names)
  for (split in name_splits(names)) for (parts in list(split[c("a", "b")], split[c("b", "a")])) {
    if (anyNA(parts[[1]])) next
    round <- unique(parts[[1]])
    rater <- unique(parts[[2]])
    full <- min(length(round), length(rater)) > 1 && length(names) == length(round) * length(rater)
    numbered <- full && all(grepl("^r[0-9]+$", round, ignore.case = TRUE)) && !any(are_question_words(rater))
    several <- anyDuplicated(parts[[1]]) > 0 && anyDuplicated(parts[[2]]) > 0 && length(round) > 1
    text <- if (numbered || several && are_rounds(round, rater)) grid_template(names, parts[[1]], parts[[2]])
    if (!is.null(text)) text <- sub("{question", "{round", sub("\r.*$", "", text), fixed = TRUE)
    if (is.null(text)) next
    texts <- c(text, with_values(text, "round", round))
    return(texts[vapply(texts, cuts_in_one_way, NA, names)][1])
  }
}

cuts_in_one_way <- function(text, names) {
  fits <- template_fits(parse_template(text, "rater", c("rater", "round")), names)
  length(fits) == 1 && !anyNA(fits[[1]]$rater)
}

# Tables that are rounds by their names, each with the raters in its columns, or in one of them. NULL if nothing in a
# table says who rated.
round_tables_proposal <- function(columns, where) {
  if (length(where$names) < 2 || !all(are_round_names(where$names))) {
    return(NULL)
  }
  found <- long_proposal(columns, NULL) %||% wide_proposal(columns, NULL)
  if (length(found$calls)) found$calls <- sprintf("%s, by = \"%s\"", found$calls, where$part)
  found
}

# The columns whose cells are the same in all tables that have an item: they belong to the items, and are no question.
same_in_tables <- function(tables) {
  ids <- unclass(tables[[1]]$data)
  id <- Filter(function(j) {
    all(vapply(tables, function(table) !anyNA(table$data[[j]]) && !anyDuplicated(table$data[[j]]), NA)) &&
      any(ids[[j]] %in% tables[[2]]$data[[j]])
  }, seq_along(ids))[1]
  if (is.na(id)) {
    return(integer())
  }
  item <- unlist(lapply(tables, function(table) table$data[[id]]))
  first <- match(item, item)
  again <- first != seq_along(item)
  if (length(unique(first[again])) < 10) {
    return(integer())
  }
  Filter(function(j) {
    x <- unlist(lapply(tables, function(table) table$data[[j]]))
    all(ifelse(is.na(x), "", x) == ifelse(is.na(x[first]), "", x[first]))
  }, setdiff(seq_along(ids), id))
}

# Whether the first column that tells all rows apart has the same values in both tables.
have_same_items <- function(x, y) {
  ids <- Filter(function(name) !anyNA(x$data[[name]]) && !anyDuplicated(x$data[[name]]), names(x$data))
  length(ids) > 0 && setequal(x$data[[ids[1]]], y$data[[ids[1]]])
}

# Sheets that are named one by one, without those that hold final labels: no error tells of these where they were named.
without_final_tables <- function(found, tables, where) {
  names <- vapply(tables, `[[`, "", "sheet")
  item <- found$roles$item
  rating <- found$roles$rating
  named <- isTRUE(grepl("{rater:", where$code, fixed = TRUE)) && any(are_final_names(names))
  if (!named || length(item) == 0 || length(rating) == 0) {
    return(found)
  }
  cells <- do.call(rbind, lapply(seq_along(tables), function(t) {
    columns <- unname(unclass(tables[[t]]$data))
    id <- joined_text(columns[item])
    do.call(rbind, lapply(rating, function(j) data.frame(question = j, id, rater = t, value = columns[[j]])))
  }))
  cells <- cells[!is.na(cells$value), ]
  key <- joined_text(list(as.character(cells$question), cells$id))
  out <- final_raters(
    match(key, unique(key)), cells$rater, match(cells$value, unique(cells$value)), names, cells$question
  )
  if (length(out)) {
    code <- with_values(where$code, "rater", setdiff(names, out))
    found$calls <- gsub(where$code, code, found$calls, fixed = TRUE)
  }
  found
}

# Tables may hold items of their own, as those of several sites, with a column per rater: their ids are dates, or hardly
# occur in two tables, and the columns agree, or are named by initials. NULL if they do not.
with_tables_as_items <- function(found, tables, where) {
  at <- found$roles$rating
  item <- found$roles$item
  of_raters <- length(where) > 0 && length(found$calls) > 0 &&
    all(grepl(paste("rater =", where$code), found$calls, fixed = TRUE))
  if (!of_raters || length(at) < 2 || length(at) > 10 || length(item) == 0 || length(found$roles$boxes)) {
    return(NULL)
  }
  ids <- lapply(tables, function(table) joined_text(unname(unclass(table$data)[item])))
  dates <- all(vapply(item, function(j) {
    is_time_name(names(tables[[1]]$data)[j]) || value_form(column_values(tables[[1]]$data[[j]])) == "dates"
  }, NA))
  apart <- mean(duplicated(unlist(lapply(ids, unique)))) < 0.1
  if (!dates && !apart) {
    return(NULL)
  }
  cells <- lapply(at, function(j) unlist(lapply(tables, function(table) table$data[[j]])))
  if (!shares_values(cells)) {
    return(NULL)
  }
  kappa <- grid_agreement(cells, rep("", length(at)), as.character(seq_along(at)))$a
  initials <- all(grepl("^([a-z]{2,3}|[A-Z]{2,3})$", names(tables[[1]]$data)[at]))
  if (!isTRUE(kappa > 0.2) && !(initials && dates)) {
    return(NULL)
  }
  typed <- place_code(unclass(tables[[1]]$data), item)
  part <- gsub("rater", "item", sub("^c\\((.*)\\)$", "\\1", where$code))
  id <- sprintf("item = c(%s, %s)", part, sub("^c\\((.*)\\)$", "\\1", typed))
  code <- sprintf("%s, rating = %s", id, raters_code(tables[[1]]$data, at, several = TRUE))
  list(calls = code, roles = c(found$roles["item"], list(rater = at)))
}

# The call that makes the table a part of the item, where tables are numbered with a word that is none for raters, as
# "Patient 1" and "Patient 2", and so are not the columns.
tables_of_items_call <- function(found, columns, where) {
  at <- found$roles$rating
  word <- unique(sub("[._ -]*[0-9]+$", "", where$names))
  numbered <- length(word) == 1 && nchar(word) > 1 && all(grepl("[0-9]$", where$names))
  raters <- paste0(SHEET_RATER, "|^(person|round|wave|runde|session)$")
  if (!numbered || grepl(raters, word, ignore.case = TRUE) || any(tolower(names(columns)[at]) %in% RATED_WORDS)) {
    return(NULL)
  }
  items <- sub("^c\\((.*)\\)$", "\\1", place_code(columns, found$roles$item))
  sprintf("item = c(\"%s\", %s), rating = %s", where$part, items, place_code(columns, at))
}

# Each table may be a question, and columns the raters, where they have values in common. What agrees more comes first.
with_tables_as_questions <- function(found, tables, where) {
  apart <- tables_apart_call(found, tables, where)
  if (length(apart)) {
    found$calls <- apart
    return(found)
  }
  at <- found$roles$rating
  item <- found$roles$item
  by_table <- where$part %in% c("{sheet}", "{file}") && length(at) > 1 && length(at) <= 10 && length(tables) <= 20
  if (!by_table || length(item) == 0 || !isTRUE(where$same_length) || length(found$roles$boxes)) return(found)
  ids <- lapply(tables, function(table) unname(unclass(table$data)[item]))
  cells <- lapply(tables, function(table) unname(unclass(table$data)[at]))
  if (!all(vapply(ids, identical, NA, ids[[1]])) || !shares_values(unlist(cells, recursive = FALSE))) return(found)
  k <- length(at)
  agree <- grid_agreement(
    unlist(cells, recursive = FALSE), as.character(rep(seq_along(tables), each = k)),
    as.character(rep(seq_len(k), length(tables)))
  )
  of_items <- tables_of_items_call(found, unclass(tables[[1]]$data), where)
  if (length(of_items)) {
    found$calls <- c(of_items, found$calls)
    return(found)
  }
  call <- sub("rater = ", "question = ", found$calls, fixed = TRUE)
  call <- sub("{rater:", "{question:", call, fixed = TRUE)
  found$calls <- if (isTRUE(agree$a > agree$b)) c(call, found$calls) else c(found$calls, call)
  found
}

# The call in which each table is a question, where the columns of each have values in common, and those of some two
# tables have none, although these hold the same items: no rater would answer one question so. NULL if it is not so.
tables_apart_call <- function(found, tables, where) {
  at <- found$roles$rating %||% found$roles$rater
  item <- found$roles$item
  by_table <- where$part %in% c("{sheet}", "{file}") && length(at) > 1 && length(at) <= 10 && length(tables) <= 20
  if (!isTRUE(by_table) || length(item) == 0 || length(found$roles$boxes)) return(NULL)
  ids <- lapply(tables, function(table) joined_text(unname(unclass(table$data)[item])))
  same_items <- all(vapply(ids, function(x) mean(x %in% ids[[1]]) > 0.5 && !anyDuplicated(x), NA))
  cells <- lapply(tables, function(table) unname(unclass(table$data)[at]))
  if (!same_items || !all(vapply(cells, shares_values, NA))) return(NULL)
  values <- lapply(cells, function(own) {
    known <- tolower(unique(unlist(lapply(own, column_values))))
    # Numbers of two tables may be those of two scales, or raters who differ.
    if (all(is_numeric_text(known))) NULL else known
  })
  repeated <- all(mapply(function(own, x) 2 * length(own) <= length(x), values, ids))
  pairs <- utils::combn(length(values), 2, simplify = FALSE)
  apart <- any(vapply(pairs, function(p) {
    min(lengths(values[p])) > 1 && !any(values[[p[1]]] %in% values[[p[2]]])
  }, NA))
  if (!apart || !repeated) return(NULL)
  place <- gsub("{rater:", "{question:", where$code, fixed = TRUE)
  columns <- unclass(tables[[1]]$data)
  toString(c(
    paste("item =", place_code(columns, item)), paste("question =", place), paste("rating =", place_code(columns, at))
  ))
}
