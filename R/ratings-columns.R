# Which columns of a wide data frame hold ratings: those that the user chose, or the rest, if none of them looks
# like something else.

# `taken`: the positions of ids and groups.
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

# The columns that a selection names one by one, or as the ends of a range: these are meant. All others are found by
# their place, by a part of their name, or by a list of names that was made elsewhere.
named_columns <- function(expr, data) {
  at <- function(name) which(names(data) %in% as.character(name))
  if (is.symbol(expr) || is.character(expr)) {
    return(at(expr))
  }
  if (rlang::is_call(expr, c("c", ":", "(")) || rlang::is_call(expr, c("all_of", "any_of")) && !is.symbol(expr[[2]])) {
    unlist(lapply(as.list(expr)[-1], named_columns, data))
  }
}

# `named`: the positions of columns that are ratings because the user says so; `taken`: those of ids and groups.
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

# `way_out`: what the user can do, as of matrix_way_out(); of a data frame the columns of ratings can be chosen.
# `noun`: "row" where the raters are the rows of a matrix. `named`: whether each was named by the user. `table`: the
# positions of the columns among those of a data frame, and all of it.
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
      i = if (length(free) > 1) choice_of(free, table$names),
      i = if (length(asked$other)) paste("Or, if this is one question,", choice_of(asked$other, table$names, NULL)),
      i = if (n_questions) {
        "Give each question its own call, or bring the table into the long form and use {.arg by} for the question."
      },
      of_boxes,
      i = if (any(looks)) "{.arg item} names the column of ids, {.arg by} those of groups.",
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

# How to say that columns are raters, whatever they look like.
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

# Where a column names the rater, there is a row for each rating.
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

# Of the columns of a question, those that are not its final label.
of_question <- function(at, table) at[no_rater_reasons(table$columns[at], table$names[at]) == ""]

# How to choose the columns of ratings: as it can be typed.
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

# The same of a matrix with names of columns. Those of a table of counts may be declared as `categories`.
check_matrix_columns <- function(data, layout, categories = NULL) {
  if (layout == "raters_in_rows" && !is.null(rownames(data))) {
    check_rating_rows(data, if (is.matrix(data)) lapply(seq_len(nrow(data)), function(i) data[i, ]))
  }
  names <- colnames(data)
  if (is.null(names) || layout == "counts" && !is.null(categories)) {
    return(invisible())
  }
  # A sparse matrix may have too many cells to look at: there the names count.
  columns <- rep(list(double()), ncol(data))
  if (is.matrix(data)) columns <- lapply(seq_along(columns), function(j) data[, j])
  check_rating_columns(columns, names, layout, matrix_way_out)
}

# Rows of raters, as t() of a data frame has them, with the ids in the first row. Without `rows` their names count.
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

# The only column that counts the rows, as in 1, 2, 3: in their order, or with numbers far beyond those of all other
# columns. Else a rater may have used each number once.
is_numbering <- function(columns) {
  numbered <- vapply(columns, function(x) {
    is.numeric(x) && length(x) >= 5 && !anyNA(x) && identical(
      as.double(diff(sort(as.double(x)))), rep(1, length(x) - 1)
    )
  }, NA)
  if (sum(numbered) != 1) {
    return(logical(length(columns)))
  }
  numbers <- as.double(columns[[which(numbered)]])
  others <- as.double(unlist(Filter(is.numeric, columns[!numbered]))) # none, where all others are labels
  most <- max(abs(others), 0, na.rm = TRUE)
  if (!is.unsorted(numbers) || max(numbers) > 2 * most) numbered else logical(length(columns))
}

# Two or three columns, beside others, of which each combination of values is in one row, as items and raters are in a
# table with a row per rating.
is_crossed <- function(columns) {
  found <- logical(length(columns))
  n_rows <- length(columns[[1]])
  if (length(columns) < 3 || length(columns) > 30 || n_rows < 12) return(found)
  n_values <- vapply(columns, function(x) if (is_no_vector(x) || anyNA(x)) 0L else length(unique(x)), 0L)
  even <- which(n_values > 1 & n_values < n_rows & n_rows %% pmax(n_values, 1L) == 0)
  even <- even[vapply(columns[even], function(x) all(tabulate(match(x, unique(x))) == n_rows / length(unique(x))), NA)]
  for (size in 2:3) {
    if (length(even) < size) next
    for (at in utils::combn(utils::head(even, 8), size, simplify = FALSE)) {
      if (prod(n_values[at]) == n_rows && length(at) < length(columns) && !anyDuplicated(data.frame(columns[at]))) {
        return(replace(found, at, TRUE))
      }
    }
  }
  found
}

# The only column of numbers that has two values where each other one has five or more.
is_switch <- function(columns) {
  if (length(columns) < 3 || length(columns[[1]]) < 8 || !all(vapply(columns, is.numeric, NA))) {
    return(logical(length(columns)))
  }
  n_values <- vapply(columns, function(x) length(unique(x[!is.na(x)])), 0L)
  # Of few numbers, two are no wonder.
  two <- n_values == 2 & vapply(columns, function(x) sum(!is.na(x)), 0L) >= 8
  if (sum(two) == 1 && all(n_values[!two] >= 5)) two else logical(length(columns))
}

# The column of numbers that is the sum of all others in every row, or their mean, as spreadsheets have it. A sum is
# greater than any rating, and a mean has fractions where ratings have none; else a rater may be like that by chance.
is_summary <- function(columns) {
  found <- logical(length(columns))
  if (length(columns) < 3 || length(columns[[1]]) < 3 || !all(vapply(columns, is.numeric, NA))) {
    return(found)
  }
  cells <- vapply(columns, as.double, numeric(length(columns[[1]])))
  whole <- colSums(cells != round(cells), na.rm = TRUE) == 0
  greatest <- apply(abs(cells), 2, max, 0, na.rm = TRUE)
  greater <- greatest == max(greatest) & sum(greatest == max(greatest)) == 1
  broken <- !whole & sum(!whole) == 1
  total <- rowSums(cells, na.rm = TRUE)
  n <- rowSums(!is.na(cells))
  for (j in which(greater | broken)) {
    known <- !is.na(cells[, j]) & n > 1
    if (sum(known) < 3) next
    own <- cells[known, j]
    others <- total[known] - own
    near <- function(expected, most) isTRUE(all(abs(own - expected) <= most)) # NA where one is infinite
    found[j] <- greater[j] && near(others, 1e-8 * greatest[j]) || broken[j] && near(others / (n[known] - 1), 0.006)
  }
  found
}

# A column of numbers that says so, whatever it adds up: ratings may have been corrected since, or left out.
is_named_summary <- function(columns, names) {
  said <- paste0(
    "(^|[._ -])(total|sum|mean|average|avg|median|mittel|mittelwert|summe|gesamt|durchschnitt|moyenne|somme|suma|",
    "m\u00e9diane?|mediana|media|promedio|std?|stdev|variance)s?$|",
    "^(total|sum|mean|average|avg|median)s?[._ -]?(scores?|ratings?|labels?|values?)$"
  )
  grepl(said, names, ignore.case = TRUE) & vapply(columns, is.numeric, NA)
}
