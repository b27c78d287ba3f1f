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
    sheet_heading(tables), column_lines(tables[[found$table]], found),
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

# A list: `calls`, the arguments of each; `roles`, what each column is taken for; `table`, the table that was looked at.
sheet_proposals <- function(tables) {
  columns <- lapply(tables, function(table) names(table$data))
  # Of the sheets of a workbook most have the same columns.
  key <- vapply(columns, paste, "", collapse = "\r")
  t <- match(names(which.max(table(factor(key, unique(key))))), key)
  same <- key == key[t]
  table <- tables[[t]]
  data <- convert_numbers(table$data)
  where <- if (sum(same) > 1) several_tables(tables, same)
  found <- long_proposal(data, where) %||% boxed_proposal(data, where) %||% wide_proposal(data, where)
  c(found %||% list(calls = character(), roles = list()), list(table = t))
}

# The name of the file or sheet, where several tables have the same columns.
several_tables <- function(tables, same) {
  sheets <- vapply(tables[same], `[[`, "", "sheet")
  if (all(sheets == "")) return(list(code = "\"{file}\""))
  if (all(same)) return(list(code = "\"{sheet}\""))
  list(code = sprintf("c(\"{sheet}\" = \"{rater:%s}\")", paste(sheets, collapse = "|")))
}

# Texts, links, dates and the like, which are no ratings.
is_no_answer <- function(x, name) {
  values <- unique(x[!is.na(x)])
  text <- as.character(values)
  length(values) == 0 || value_form(text) != "" || is.character(x) && stats::median(nchar(text)) > 40 ||
    says(c(name, "x"), c(NO_RATING_WORDS, FINAL_WORDS))[1] || grepl(GOLDEN_NAME, tolower(name))
}

# A column says who rated, or each table is of one rater: each other column whose values differ within items is a question.
long_proposal <- function(data, where) {
  n <- nrow(data)
  columns <- unclass(data)
  distinct <- vapply(columns, function(x) length(unique(x)), 0L)
  rater <- if (is.null(where)) {
    named <- grep(RATER_NAME, names(data), ignore.case = TRUE)
    named <- named[distinct[named] > 1 & distinct[named] <= n / 2]
    utils::head(named[order(distinct[named])], 1)
  }
  if (is.null(where) && length(rater) == 0) return(NULL)
  rest <- setdiff(seq_along(data), rater)
  ids <- id_columns(columns, rest, columns[rater])
  if (is.null(ids)) return(NULL)
  item <- joined_text(unname(columns[ids$item]))
  question <- ids$question
  left <- setdiff(rest, c(ids$item, question))
  rating <- Filter(function(j) {
    x <- columns[[j]]
    if (is_no_answer(x, names(data)[j]) || distinct[j] < 2 && !is.null(where)) return(FALSE)
    if (is.null(where)) varies_within(x, item) else !is_no_repeat(x)
  }, left)
  if (length(rating) == 0) return(NULL)
  code <- c(
    paste("item =", columns_of_id(names(data)[ids$item])),
    paste("rater =", if (is.null(where)) column_code(names(data)[rater]) else where$code),
    if (length(question)) paste("question =", column_code(names(data)[question])),
    paste("rating =", columns_of_id(names(data)[rating]))
  )
  roles <- list(item = ids$item, rater = rater, question = question, rating = rating)
  list(calls = toString(code), roles = Filter(length, roles))
}

is_no_repeat <- function(x) length(unique(x)) > 0.8 * sum(!is.na(x)) && length(x) > 8

varies_within <- function(x, item) {
  known <- !is.na(x)
  length(unique(paste(item[known], x[known], sep = "\r"))) > length(unique(item[known]))
}

# The columns that tell the rows of a rater apart: one that is named like an id, any other one, or an item and a question.
id_columns <- function(columns, rest, rater) {
  unique_rows <- function(at) !anyDuplicated(data.frame(unname(c(columns[at], rater)), stringsAsFactors = FALSE))
  repeated <- function(j) length(rater) == 0 || length(unique(columns[[j]])) < length(columns[[j]])
  likely <- rest[!vapply(columns[rest], anyNA, NA) & vapply(rest, repeated, NA)]
  likely <- likely[order(!grepl(NO_RATER, names(columns)[likely], ignore.case = TRUE))]
  likely <- utils::head(likely, 12)
  for (j in likely) if (unique_rows(j)) return(list(item = j))
  for (pair in utils::combn(likely, 2, simplify = FALSE)[seq_len(choose(length(likely), 2))]) {
    if (unique_rows(pair)) {
      few <- pair[order(vapply(columns[pair], function(x) length(unique(x)), 0L))]
      named <- grepl(QUESTION, names(columns)[few], ignore.case = TRUE)
      if (any(named)) return(list(item = few[!named][1], question = few[named][1]))
      return(list(item = sort(pair)))
    }
  }
  NULL
}

BOX_TEMPLATES <- c("{question}___{option}", "{question} (choice={option})", "{question}[{option}]")

# Boxes beside a rater that no name tells, so that the user has to.
boxed_proposal <- function(data, where) NULL

# Names of columns tell questions and raters, or columns are the raters of one question.
wide_proposal <- function(data, where) {
  if (!is.null(where)) return(NULL)
  columns <- unclass(data)
  found <- template_codes(columns)
  id <- wide_id(columns, found$at)
  item <- if (length(id)) paste0("item = ", column_code(names(data)[id]), ", ")
  if (length(found$code)) {
    roles <- list(item = id, "question and rater" = found$at)
    return(list(calls = paste0(item, found$code), roles = Filter(length, roles)))
  }
  free <- setdiff(seq_along(data), id)
  reason <- no_rater_reasons(columns[free], names(data)[free])
  raters <- free[reason == "" & n_shared(lapply(columns[free], column_values)) > 0]
  if (length(raters) < 2) return(NULL)
  code <- columns_of_id(names(data)[raters])
  if (length(raters) > 6 && all(diff(raters) == 1)) {
    code <- paste0(column_code(names(data)[raters[1]]), ":", column_code(names(data)[raters[length(raters)]]))
  }
  list(calls = paste0(item, "rating = ", code), roles = Filter(length, list(item = id, rater = raters)))
}

# The first column with an id in each row.
wide_id <- function(columns, taken) {
  free <- setdiff(seq_along(columns), taken)
  is_id <- vapply(free, function(j) !anyNA(columns[[j]]) && !anyDuplicated(columns[[j]]), NA)
  free <- free[is_id]
  free <- free[order(!grepl(NO_RATER, names(columns)[free], ignore.case = TRUE))]
  utils::head(free[!grepl("^[.]{3}", names(columns)[free])], 1)
}

# The templates by which names of columns are a grid of questions and raters: `code`, the argument, both ways where it
# is not clear which part is which, and `at`, the columns.
template_codes <- function(columns) {
  columns <- lapply(columns, function(x) if (is.character(x) && is_plain_numbers(x)) as.numeric(x) else x)
  grid <- name_grid(names(columns), columns)
  if (is.null(grid)) return(list())
  text <- grid_template(names(columns)[grid$at], grid$question, grid$rater)
  both <- if (!grid$sure) grid_template(names(columns)[grid$at], grid$rater, grid$question)
  texts <- Filter(Negate(is.null), lapply(c(text, both), fitting_template, columns, unique(grid$rater)))
  if (length(texts) == 0) return(list())
  list(code = sprintf("names = \"%s\"", unlist(texts)), at = grid$at)
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
    template <- parse_template(text, "names", c("question", "rater"))
    fit <- tryCatch(fit_names(template, columns, "names"), accord_error = function(cnd) NULL)
    if (is.null(fit)) return(FALSE)
    restricted(template, "rater") || !inherits(tryCatch(check_sheet_raters(c(fit, list(named = rep(FALSE, length(fit$at)))), columns, TRUE), accord_error = identity), "error")
  }
  with <- with_values(text, "rater", raters[!says(raters, FINAL_WORDS) | length(raters) < 3])
  if (works(text)) text else if (works(with)) with
}

# A line for each kind of column.
column_lines <- function(table, found) {
  names <- names(table$data)
  used <- unlist(found$roles)
  lines <- vapply(names(found$roles), function(role) {
    sprintf("  %s: %s", role, listed(names[found$roles[[role]]], 8))
  }, "")
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
