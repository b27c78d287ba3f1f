# The rating columns of a wide data frame: those chosen by the user, or all other columns, if none of them looks like
# something else.

# Returns positions of columns. `taken`: the positions of ids and groups.
rating_columns <- function(rating, data, taken, layout) {
  if (rlang::quo_is_missing(rating)) {
    check_name_lengths(data)
    cells <- setdiff(seq_along(data), taken)
    check_whole_columns(data, cells)
    check_columns_at(cells, data, layout, taken = taken)
    return(cells)
  }
  cells <- select_columns(rating, data, "rating")
  both <- names(data)[intersect(cells, taken)]
  if (length(both) || length(cells) == 0) {
    abort_accord(
      "argument",
      c(
        "{.arg rating} must select the columns of ratings.",
        x = if (length(both)) "{length(both)} of them {?is an id or a group/are ids or groups}: {.var {both}}.",
        x = if (length(cells) == 0) "It selects none."
      ),
      argument = "rating",
      columns = both
    )
  }
  if (layout == "raters_in_columns" && length(cells) > 1) {
    check_columns_at(cells, data, layout, named_cells(rating, data), taken)
  }
  cells
}

named_cells <- function(rating, data) {
  if (!rlang::quo_is_missing(rating)) named_columns(rlang::quo_get_expr(rating), data)
}

# The columns that a selection names one by one, and which are therefore intended. The ends of a range are not, since a
# final label may be the last of it. All others are selected by position, by part of their name, or by a list of names
# made elsewhere.
named_columns <- function(expr, data) {
  at <- function(name) which(names(data) %in% as.character(name))
  if (is.symbol(expr) || is.character(expr)) {
    return(at(expr))
  }
  if (rlang::is_call(expr, c("c", "(")) || rlang::is_call(expr, c("all_of", "any_of")) && !is.symbol(expr[[2]])) {
    unlist(lapply(as.list(expr)[-1], named_columns, data))
  }
}

# `named`: the positions of columns that the user named as ratings; `taken`: those of ids and groups.
check_columns_at <- function(cells, data, layout, named = integer(), taken = integer()) {
  if (layout == "confusion" || all(cells %in% named)) {
    return(invisible())
  }
  columns <- lapply(without_integer64(unclass(data)), without_value_labels)
  check_rating_columns(
    columns[cells], names(data)[cells], layout,
    named = cells %in% named, table = list(at = cells, columns = columns, names = names(data), id = names(data)[taken])
  )
}

NO_RATER <- paste0(
  "(^|[._ -])id$|^id([._ -]|$)|^(item|unit|subject|case|patient|participant|document|doc|text|row|index|key|uuid|",
  "condition|group|arm|treatment|session|wave|batch|date|time|timestamp|age|sex|gender|site|cent(re|er))s?$"
)

# `way_out`: a function that gives the advice, such as matrix_way_out(); NULL for a data frame, whose columns can be
# chosen. `noun`: "row" if the raters are the rows of a matrix. `named`: whether the user named each column. `table`:
# the positions of the columns in the data frame, and all of its columns.
check_rating_columns <- function(columns, names, layout, way_out = NULL, noun = "column",
                                 named = logical(length(columns)), table = NULL) {
  if (layout == "confusion") {
    return(invisible())
  }
  looks <- grepl(NO_RATER, names, ignore.case = TRUE) | grepl("[A-Za-z]Id$|[a-z]ID$", names) | is_numbering(columns)
  reason <- character(length(columns))
  crossed <- logical(length(columns))
  if (layout == "raters_in_columns") {
    crossed <- is_crossed(columns)
    looks <- looks | crossed
    looks <- looks | is_switch(columns) | is_summary(columns) | is_named_summary(columns, names)
    reason <- no_rater_reasons(columns, names)
  }
  looks <- looks & !named
  reason[looks | named] <- ""
  table <- table %||% list(at = seq_along(columns), columns = columns, names = names)
  free <- table$at[!looks & reason == ""]
  asked <- if (layout == "raters_in_columns" && !all(named)) several_questions(free, table$columns, table$names)
  if (is.null(asked) && layout == "raters_in_columns") {
    odd <- is_other_kind(columns, !looks & reason == "" & !named)
    reason[odd != ""] <- odd[odd != ""]
    free <- table$at[!looks & reason == ""]
  }
  found <- which(looks | reason != "")
  if (length(found) == 0 && is.null(asked)) {
    if (layout == "raters_in_columns" && !all(named)) check_no_boxes(columns, names, table, way_out)
    return(invisible())
  }
  if (!is.null(asked)) {
    chosen <- of_question(asked$first, table)
    free <- if (length(chosen) > 1) chosen else asked$first
  }
  if (layout == "raters_in_rows") free <- likely_items(free, table)
  id_argument <- if (layout == "raters_in_rows") "rater" else "item"
  shown <- cut_end(names, 60)
  of_values <- vapply(utils::head(which(reason != ""), 5), function(j) {
    as_written(cli::format_inline("{.var {shown[j]}} ", as_written(reason[j]), "."))
  }, "")
  more <- sum(reason != "") - length(of_values)
  n_questions <- length(asked$questions)
  no_doubt <- !looks & reason == ""
  boxes <- if (n_questions) boxes_of_raters(columns[no_doubt], names[no_doubt])
  bad <- shown[looks]
  of_boxes <- if (!is.null(boxes)) {
    c(
      i = "Or, if {.val {first_few(boxes$options)}} are boxes to tick of one question:",
      boxes_advice(boxes, table$id, !is.null(way_out))
    )
  }
  advice <- if (is.null(way_out)) {
    c(
      i = rater_cells_hint(table),
      i = if (length(free) > 1) choice_of(free, table$names),
      i = if (length(asked$other)) paste("Or, if this is one question,", choice_of(asked$other, table$names, NULL)),
      i = if (n_questions) {
        whole_sheet_hint(table)
      },
      of_boxes,
      i = if (any(looks)) "{.arg {id_argument}} names the column of ids, {.arg by} those of groups.",
      i = if (any(crossed & looks)) {
        paste(
          "If they say what was rated and by whom, there is a row per rating: leave out {.arg layout}, and use these",
          "columns as {.arg item}, {.arg rater} and {.arg by}."
        )
      },
      i = long_hint(table$names),
      i = if (any(reason != "") || n_questions || length(free) < 2) {
        all_raters(if (sum(!looks) > 1) table$at[!looks] else table$at, table$names)
      }
    )
  } else {
    c(way_out(if (n_questions) setdiff(seq_along(columns), match(free, table$at)) else found), of_boxes)
  }
  abort_accord(
    "rating_columns",
    c(
      if (length(found)) {
        paste0(if (noun == "row") "Rows" else "Columns", " without ratings must not be used as ratings.")
      } else {
        "The columns must hold the ratings of one question."
      },
      x = if (length(bad)) {
        paste0(
          "{length(bad)} ", noun, "{?s} {?looks/look} like ",
          "{?an id, a condition or a total/ids, conditions or totals}: {.var {first_few(bad)}}."
        )
      },
      rlang::set_names(of_values, rep("x", length(of_values))),
      x = if (more > 0) "{more} more {?is/are} like that.",
      x = if (n_questions) {
        paste(
          "{n_questions} question{?s}, {.val {first_few(asked$questions)}}, seem to have {length(asked$raters)}",
          "rater{?s} each: {.val {first_few(asked$raters)}}."
        )
      },
      advice
    ),
    columns = names[found], questions = asked$questions
  )
}

# The columns that are likely items where the rows are raters: those with a number or in brackets, or at least no ids,
# dates, times and texts that no other column has.
likely_items <- function(at, table) {
  named <- item_names(table$names[at])
  if (!is.null(named)) return(at[named$at])
  values <- lapply(table$columns[at], column_values)
  form <- vapply(values, value_form, "") != "" | vapply(table$columns[at], inherits, NA, c("Date", "POSIXt"))
  alone <- n_shared(values) == 0 & !vapply(values, is.numeric, NA)
  timed <- vapply(table$names[at], is_time_name, NA, USE.NAMES = FALSE)
  if (any(!(form | alone | timed))) at[!(form | alone | timed)] else at
}

# A hint how to declare that all columns are raters, whatever they look like.
all_raters <- function(at, names) {
  name <- names[at]
  can_be_named <- length(at) > 1 && !any(name %in% c("", NA) | is_long_name(name)) && !anyDuplicated(name)
  if (can_be_named) {
    code <- if (length(at) <= 8) columns_code(name) else "c(...)"
    as_written(cli::format_inline(
      "If each of these columns is a rater, name the columns one by one: {.code rating = {code}}."
    ))
  }
}

# A hint for data with a row for each rating: a column then names the rater.
long_hint <- function(names) {
  who <- "^(.*[._ -])?(annotator|coder|rater|worker|reviewer|judge)s?([._ -]?(id|name))?$"
  found <- grep(who, names, ignore.case = TRUE)
  if (length(found) == 1) {
    code <- column_code(names[found])
    as_written(cli::format_inline(
      "If {.var {names[found]}} says who rated, there is a row per rating: leave out {.arg layout}, and use ",
      "{.code rater = {code}}."
    ))
  }
}

# The columns of a question without its final label.
of_question <- function(at, table) at[no_rater_reasons(table$columns[at], table$names[at]) == ""]

# The code that chooses the columns of ratings, ready to type.
choice_of <- function(at, names, lead = "Choose the columns that hold ratings") {
  name <- names[at]
  code <- if (any(name %in% c("", NA) | is_long_name(name)) || anyDuplicated(names[names %in% name])) {
    runs <- split(at, cumsum(c(1, diff(at) != 1)))
    parts <- vapply(runs, function(run) {
      if (length(run) > 2) paste0(run[1], ":", run[length(run)]) else paste(run, collapse = ", ")
    }, "")
    if (length(runs) == 1 && length(at) > 2) parts else paste0("c(", paste(parts, collapse = ", "), ")")
  } else {
    typed <- vapply(name, column_code, "")
    if (length(at) > 6 && all(diff(at) == 1)) {
      paste0(typed[1], ":", typed[length(typed)])
    } else {
      vector_code(typed)
    }
  }
  lead <- if (!is.null(lead)) paste0(lead, ", as in ")
  as_written(paste0(lead, cli::format_inline("{.code rating = {code}}.")))
}

# The same check for a matrix with column names. The columns of a table of counts may be declared as `categories`.
check_matrix_columns <- function(data, layout, categories = NULL) {
  if (layout == "raters_in_rows" && !is.null(rownames(data))) {
    check_rating_rows(data, if (is.matrix(data)) lapply(seq_len(nrow(data)), function(i) data[i, ]))
  }
  names <- colnames(data)
  if (is.null(names) || layout == "counts" && !is.null(categories)) {
    return(invisible())
  }
  # A sparse matrix may have too many cells to inspect, so only its names are checked.
  columns <- rep(list(double()), ncol(data))
  if (is.matrix(data)) columns <- lapply(seq_along(columns), function(j) data[, j])
  check_rating_columns(columns, names, layout, matrix_way_out)
}

# Checks rows as raters; t() of a data frame may have the ids in its first row. Without `rows` only their names are
# checked.
check_rating_rows <- function(data, rows = NULL) {
  rows <- rows %||% rep(list(double()), nrow(data))
  check_rating_columns(
    rows, rownames(data), "raters_in_columns", function(found) matrix_way_out(found, "row"), "row"
  )
}

matrix_way_out <- function(found, noun = "column") {
  at <- vector_code(found)
  at <- if (noun == "row") paste0("-", at, ", ") else paste0(", -", at)
  c(
    i = paste0("Leave out ", noun, "s without ratings, as in {.code data[", at, "]}."),
    i = if (noun == "row") {
      "If they hold ratings, remove the names: {.code rownames(data) <- NULL}."
    } else {
      "If they hold ratings, remove the names: {.code colnames(data) <- NULL}."
    }
  )
}

# The call that reads all questions of a table whose names tell them, with the raters by name.
whole_sheet_hint <- function(table) {
  grid <- name_grid(table$names, table$columns)
  template <- if (!is.null(grid)) grid_template(table$names[grid$at], grid$question, grid$rater)
  if (is.null(template) || !grid$sure || grepl("\r", template, fixed = TRUE)) {
    return("Give each question its own call, or bring the table into the long form and use {.arg by} for the question.")
  }
  raters <- paste(likely_raters(unique(grid$rater), table$columns, table$names), collapse = "|")
  template <- sub("{rater}", sprintf("{rater:%s}", raters), template, fixed = TRUE)
  item <- if (length(table$id)) paste0("item = ", columns_of_id(table$id), ", ") else ""
  call <- sprintf("read_sheet(%s, %snames = \"%s\")", typed_data(), item, template)
  as_written(cli::format_inline("All questions in one table: {.code {call}}."))
}
