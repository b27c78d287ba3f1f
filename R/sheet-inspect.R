# What a sheet may be: the columns and what they look like, and the calls that would read it. Nothing is measured.

#' @rdname read_sheet
#' @export
inspect_sheet <- function(path, header = 1) {
  check_given(path, "path")
  check_header_argument(header)
  name <- if (is.character(path)) vector_code(encodeString(path, quote = "\"")) else data_code(rlang::enexpr(path))
  tables <- sheet_tables(path, header, several = TRUE)
  found <- sheet_proposals(tables)
  calls <- sprintf("read_sheet(%s, %s%s)", name, found$calls, header_code(header))
  lines <- c(
    sheet_heading(tables), column_lines(tables[[found$table]], found$roles),
    if (length(calls)) paste0("-> ", calls) else "No way to read it was found: say where item, rater and rating are.",
    if (length(calls) > 1) "Choose the call that says what the sheet is."
  )
  cat(lines, sep = "\n")
  invisible(calls)
}

data_code <- function(expr) if (is.symbol(expr)) column_code(as.character(expr)) else "data"

header_code <- function(header) if (identical(as.double(header), 1)) "" else paste0(", header = ", deparse1(header))

sheet_heading <- function(tables) {
  of <- vapply(tables, function(table) {
    where <- paste0(if (table$file == "") "data frame" else basename(table$path), if (table$sheet != "") paste0(", sheet ", table$sheet))
    sprintf("%s: %s, %s", where, count(nrow(table$data), "row"), count(ncol(table$data), "column"))
  }, "")
  c(utils::head(of, 5), if (length(of) > 5) sprintf("and %d more", length(of) - 5))
}

# A list: `calls`, the arguments of each; `roles`, what each column is taken for; `table`, the table that was looked at,
# and `drop`, rows of a header below the names.
sheet_proposals <- function(tables) {
  # Of the sheets of a workbook most have the same columns.
  key <- vapply(tables, function(table) paste(names(table$data), collapse = "\r"), "")
  t <- match(names(which.max(table(factor(key, unique(key))))), key)
  same <- key == key[t]
  table <- tables[[t]]
  import <- rows_of_import(table)
  if (length(import)) {
    table$data <- table$data[-import, ]
    table$row <- table$row[-import]
  }
  columns <- unclass(convert_numbers(table$data))
  where <- if (sum(same) > 1) several_tables(tables, same)
  found <- long_proposal(columns, where) %||% wide_proposal(columns, where)
  drop <- if (length(import)) sprintf(", drop = %s", deparse1(tables[[t]]$row[import])) else ""
  found$calls <- paste0(found$calls, drop, recycle0 = TRUE)
  c(found, list(table = t))
}

rows_of_import <- function(table) {
  tryCatch(
    {
      check_import_rows(table$data)
      integer()
    },
    accord_error_header_row = function(cnd) cnd$rows
  )
}

# How to name the file or sheet, where several tables have the same columns, and their numbers of rows.
several_tables <- function(tables, same) {
  sheets <- vapply(tables[same], `[[`, "", "sheet")
  n_rows <- vapply(tables[same], function(table) nrow(table$data), 0L)
  code <- if (all(sheets == "")) {
    "\"{file}\""
  } else if (all(same)) {
    "\"{sheet}\""
  } else {
    sprintf("c(\"{sheet}\" = \"{rater:%s}\")", paste(sheets, collapse = "|"))
  }
  list(code = code, same_length = length(unique(n_rows)) == 1, part = if (all(sheets == "")) "{file}" else "{sheet}")
}

# A column of the table as it can be typed: a column without a name by its place.
place_code <- function(columns, at) {
  name <- names(columns)[at]
  typed <- vapply(name, column_code, "", USE.NAMES = FALSE)
  nameless <- grepl("^[.]{3}", name)
  typed[nameless] <- at[nameless]
  if (length(at) > 3 && all(diff(at) == 1)) paste0(typed[1], ":", typed[length(typed)]) else vector_code(typed)
}

# Texts, links, dates, remarks and numberings, which are no ratings.
is_no_answer <- function(x, name) {
  values <- unique(x[!is.na(x)])
  text <- as.character(values)
  length(values) == 0 || value_form(text) != "" || is.character(x) && stats::median(nchar(text)) > 40 ||
    length(values) > 0.8 * length(x) && length(x) > 8 || grepl("[{][\"']", text[1]) ||
    grepl("(^|[^a-z])(notes?|comments?|remarks?|reasons? for|kommentar|bemerkung|other)([^a-z]|$)", tolower(name)) ||
    grepl(GOLDEN_NAME, tolower(name)) || grepl("(^|[._ -])id$|^id([._ -]|$)", tolower(name)) ||
    grepl("^(grand )?(total|sum|mean|average)s?$", name, ignore.case = TRUE)
}

SHEET_RATER <- paste0(RATER_NAME, "|^(who|ann|e-?mail( address)?|.*assigned.?to)$|(response|respondent)[._ -]?id$")

# A column says who rated, or each table is of one rater. A column that is the same in all rows of an item may be a
# question on which all agree, or belong to the item, and is named.
long_proposal <- function(columns, where) {
  n <- length(columns[[1]])
  distinct <- vapply(columns, function(x) length(unique(x)), 0L)
  rater <- if (is.null(where)) {
    named <- grep(SHEET_RATER, sub("^.*:", "", names(columns)), ignore.case = TRUE)
    named <- named[distinct[named] > 1 & distinct[named] <= n / 2]
    utils::head(named[order(distinct[named])], 1)
  }
  cut <- if (is.null(where) && length(rater) == 0) suffixed_ids(columns)
  if (is.null(where) && length(rater) + length(cut) == 0 || !is.null(where) && of_raters(columns)) return(NULL)
  rest <- setdiff(seq_along(columns), rater)
  ids <- if (length(cut)) list(item = cut$at) else id_columns(columns, rest, columns[rater])
  ids <- ids %||% filled_id_columns(columns, rest, columns[rater])
  if (is.null(ids) && isTRUE(where$same_length)) ids <- list(row = TRUE)
  if (is.null(ids)) return(NULL)
  left <- setdiff(rest, c(ids$item, ids$question))
  boxes <- boxes_of(names(columns), left)
  left <- setdiff(left, boxes$at)
  left <- left[!vapply(left, function(j) is_no_answer(columns[[j]], names(columns)[j]), NA)]
  if (length(cut)) left <- left[!grepl("_complete$", names(columns)[left])]
  item <- if (length(rater) && is.null(ids$fill)) joined_text(unname(columns[ids$item]))
  same <- if (length(item) && anyDuplicated(item)) left[!vapply(columns[left], varies_within, NA, item)]
  rating <- setdiff(left, same)
  if (length(rating) + length(boxes$at) == 0) return(NULL)
  code <- c(
    paste("item =", if (!is.null(cut)) cut$code else if (is.null(ids$row)) place_code(columns, ids$item) else "\"{row}\""),
    if (is.null(cut)) paste("rater =", if (is.null(where)) place_code(columns, rater) else where$code),
    if (length(ids$question)) paste("question =", place_code(columns, ids$question)),
    if (length(rating)) paste("rating =", place_code(columns, rating)),
    if (length(boxes$at)) sprintf("boxes = \"%s\"", boxes$template),
    if (!is.null(ids$fill)) "fill = TRUE"
  )
  roles <- list(
    item = ids$item, rater = rater, question = ids$question, rating = rating, boxes = boxes$at,
    "not used, the same in all rows of an item" = same
  )
  list(calls = toString(code), roles = Filter(length, roles))
}

# The first column whose ids differ in a suffix, as those of double entry do.
suffixed_ids <- function(columns) {
  for (j in seq_along(columns)) {
    if (!is.character(columns[[j]]) || anyNA(columns[[j]]) || anyDuplicated(columns[[j]])) next
    found <- suffixes_of(columns[[j]])
    if (!is.null(found)) return(list(at = j, code = suffix_code(names(columns)[j], found)))
  }
}

# Person 1, Person 2: columns of raters, in each of several tables.
of_raters <- function(columns) {
  stems <- numbered_stems(names(columns))
  likely <- unique(stems[!is.na(stems)])
  length(likely) == 1 && any(grepl(paste0(SHEET_RATER, "|^(person|participant|subject|p|r|c)$"), likely, ignore.case = TRUE))
}

varies_within <- function(x, item) {
  known <- !is.na(x)
  length(unique(paste(item[known], x[known], sep = "\r"))) > length(unique(item[known]))
}

# The columns that tell the rows of a rater apart: one, if it can, named like an id, or an item and a question, or two.
id_columns <- function(columns, rest, rater) {
  unique_rows <- function(at) !anyDuplicated(data.frame(unname(c(columns[at], rater)), stringsAsFactors = FALSE))
  repeated <- function(j) length(rater) == 0 || length(unique(columns[[j]])) < length(columns[[j]])
  likely <- rest[!vapply(columns[rest], anyNA, NA) & vapply(rest, repeated, NA)]
  likely <- likely[order(!grepl(NO_RATER, names(columns)[likely], ignore.case = TRUE))]
  likely <- utils::head(likely, 12)
  for (j in likely) if (unique_rows(j)) return(list(item = j))
  # Each item may have one rater only.
  own <- rest[grepl("(^|[._ -])id$", names(columns)[rest], ignore.case = TRUE)]
  for (j in own) if (length(rater) && !anyNA(columns[[j]]) && !anyDuplicated(columns[[j]])) return(list(item = j))
  pairs <- if (length(likely) > 1) utils::combn(likely, 2, simplify = FALSE)
  for (pair in pairs) if (unique_rows(pair)) return(item_and_question(columns, pair))
  NULL
}

# Of two columns the one that is named like a question, or has few values of which each item has each, is it.
item_and_question <- function(columns, pair) {
  named <- grepl(paste0(QUESTION, "|^criteri(on|a)"), names(columns)[pair], ignore.case = TRUE)
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

BOX_TEMPLATES <- c("{question}___{option}", "{question} (choice={option})", "{question}[{option}]")

# Check boxes as survey tools name them: the `template` and the columns that fit.
boxes_of <- function(names, at) {
  for (text in BOX_TEMPLATES) {
    fit <- template_fits(parse_template(text, "boxes", SHEET_FIELDS), names[at])
    found <- if (length(fit)) at[!is.na(fit[[1]]$option)]
    if (length(found) > 1) return(list(template = text, at = found))
  }
}

# Names of columns tell questions and raters, or columns are the raters of one question.
wide_proposal <- function(columns, where) {
  numbering <- grepl("^([.]{3}[0-9]+|X|)$", names(columns)) & vapply(columns, function(x) is.numeric(x) && !anyDuplicated(x), NA)
  free <- which(!numbering)
  found <- template_codes(columns[free])
  found$at <- free[found$at]
  id <- wide_id(columns, found$at)
  in_rows <- length(id) == 1 && grepl(SHEET_RATER, names(columns)[id], ignore.case = TRUE)
  item <- if (!is.null(where)) sprintf("item = c(\"%s\", %s), ", where$part, place_code(columns, id)) else if (length(id)) {
    sprintf("%s = %s, ", if (in_rows) "rater" else "item", place_code(columns, id))
  }
  if (length(found$code)) {
    code <- if (in_rows) sub("{rater", "{item", found$code, fixed = TRUE) else found$code
    roles <- stats::setNames(list(id, found$at), if (in_rows) c("rater", "item and question") else c("item", "question and rater"))
    return(list(calls = paste0(item, code), roles = Filter(length, roles)))
  }
  free <- setdiff(free, id)
  question <- if (length(id) == 0) wide_question(columns, free)
  free <- setdiff(free, unlist(question))
  if (length(free) == 0) return(NULL)
  reason <- no_rater_reasons(columns[free], names(columns)[free])
  reason <- ifelse(reason == "", is_other_kind(columns[free], reason == ""), reason)
  raters <- free[reason == "" & n_shared(lapply(columns[free], column_values)) > 0 & !grepl(NO_RATER, names(columns)[free], ignore.case = TRUE)]
  if (length(raters) < 2) return(NULL)
  code <- c(
    if (length(question)) sprintf("item = %s, question = %s", place_code(columns, question$item), place_code(columns, question$question)),
    paste("rating =", place_code(columns, raters))
  )
  roles <- list(item = c(id, question$item), question = question$question, rater = raters)
  list(calls = paste0(item, toString(code)), roles = Filter(length, roles))
}

# The first column with an id in each row.
wide_id <- function(columns, taken) {
  free <- setdiff(seq_along(columns), taken)
  free <- free[vapply(free, function(j) !anyNA(columns[[j]]) && !anyDuplicated(columns[[j]]), NA)]
  bare <- grepl("^[.]{3}", names(columns)[free])
  utils::head(free[order(bare, !grepl(NO_RATER, names(columns)[free], ignore.case = TRUE))], 1)
}

# A row for each item and question.
wide_question <- function(columns, free) {
  named <- free[grepl(paste0(QUESTION, "|^criteri(on|a)"), names(columns)[free], ignore.case = TRUE)]
  for (question in named) for (item in setdiff(free, question)) {
    pair <- columns[c(item, question)]
    if (!anyNA(unlist(pair)) && !anyDuplicated(data.frame(unname(pair)))) return(list(item = item, question = question))
  }
}

# The templates by which names of columns are a grid of questions and raters: `code`, the argument, both ways where it
# is not clear which part is which, and `at`, the columns.
template_codes <- function(columns) {
  # A final label has the names of the raters' columns without their numbers.
  kept <- which(!is_of_family(columns, names(columns)))
  columns <- columns[kept]
  grid <- name_grid(names(columns), columns)
  if (is.null(grid)) return(list())
  text <- grid_template(names(columns)[grid$at], grid$question, grid$rater)
  both <- if (!grid$sure) grid_template(names(columns)[grid$at], grid$rater, grid$question)
  texts <- Filter(Negate(is.null), lapply(c(text, both), fitting_template, columns, unique(grid$rater)))
  if (length(texts) == 0) return(list())
  list(code = sprintf("names = \"%s\"", unlist(texts)), at = kept[grid$at])
}

# "{question}_{rater}" from the names and their parts; NULL where they are not joined in one way.
grid_template <- function(names, question, rater) {
  for (order in list(c("question", "rater"), c("rater", "question"))) {
    parts <- if (order[1] == "question") list(question, rater) else list(rater, question)
    first <- names[1]
    starts <- gregexpr(parts[[1]][1], first, fixed = TRUE)[[1]]
    if (parts[[1]][1] == "") starts <- 1
    for (start in starts[starts > 0]) {
      lead <- substr(first, 1, start - 1)
      rest <- substring(first, start + nchar(parts[[1]][1]))
      at <- if (parts[[2]][1] == "") nchar(rest) + 1 else rev(gregexpr(parts[[2]][1], rest, fixed = TRUE)[[1]])[1]
      if (at < 1) next
      between <- substr(rest, 1, at - 1)
      end <- substring(rest, at + nchar(parts[[2]][1]))
      if (all(paste0(lead, parts[[1]], between, parts[[2]], end) == names)) {
        return(paste0(lead, "{", order[1], "}", between, "{", order[2], "}", end))
      }
    }
  }
  # A suffix that the first name does not have, as in tone, tone.1.
  if (all(paste0(question, rater) == names)) return("{question}{rater}")
  mark <- unique(substr(names[rater != ""], nchar(question[rater != ""]) + 1, nchar(names[rater != ""]) - nchar(rater[rater != ""])))
  if (length(mark) == 1 && any(rater == "")) return(paste0("{question}{rater}\r", mark))
  NULL
}

# The template, with the values of the raters where it is not clear without them.
fitting_template <- function(text, columns, raters) {
  mark <- sub("^[^\r]*\r?", "", text)
  text <- sub("\r.*$", "", text)
  raters[raters != ""] <- paste0(mark, raters[raters != ""])
  works <- function(text) {
    tried <- tryCatch(
      {
        template <- parse_template(text, "names", c("question", "rater"))
        fit <- fit_names(template, columns, "names")
        if (!restricted(template, "rater")) check_sheet_raters(c(fit, list(named = logical(length(fit$at)))), columns, TRUE)
        fit
      },
      accord_error = function(cnd) NULL
    )
    !is.null(tried)
  }
  if (length(raters) > 2) raters <- raters[!says(raters, FINAL_WORDS)]
  with <- with_values(text, "rater", raters)
  if (works(text)) text else if (works(with)) with
}

# A line for each kind of column.
column_lines <- function(table, roles) {
  names <- names(table$data)
  used <- unlist(roles)
  lines <- vapply(names(roles), function(role) sprintf("  %s: %s", role, listed(names[roles[[role]]], 8)), "")
  rest <- setdiff(seq_along(names), used)
  shown <- vapply(rest, function(j) paste0(names[j], " (", column_words(table$data[[j]]), ")"), "")
  c(unname(lines), if (length(rest)) paste0("  not used: ", listed_words(shown)))
}

listed_words <- function(x) paste0(toString(utils::head(x, 12)), if (length(x) > 12) paste0(" and ", length(x) - 12, " more"))

column_words <- function(x) {
  values <- unique(x[!is.na(x)])
  form <- value_form(values)
  if (length(values) == 0) {
    "empty"
  } else if (form != "") {
    form
  } else if (stats::median(nchar(values)) > 30) {
    "text"
  } else if (length(values) == length(x)) {
    "all distinct"
  } else {
    paste(length(values), "values")
  }
}
