#' @rdname as_ratings
#' @order 2
#' @export
as_ratings.data.frame <- function(data, item, rater, rating, ..., by = NULL, level = NULL,
                                  categories = NULL, duplicates = "error", layout = "tidy",
                                  cluster = NULL, case_weights = NULL, separator = NULL, na = NULL) {
  columns <- list(item = rlang::enquo(item), rater = rlang::enquo(rater), rating = rlang::enquo(rating))
  if (...length() > 0) check_no_sheet_arguments(rlang::enquos(...), c(columns, by = rlang::enquo(by)), separator, na)
  check_no_dots(...)
  check_choice(layout, LAYOUTS, "layout")
  check_not_empty(data)
  check_separated(data)
  check_import_rows(data)
  check_header(data)
  by <- rlang::enquo(by)
  grouped <- rlang::quo_is_null(by)
  by <- group_columns(data, by)
  cluster <- select_one(rlang::enquo(cluster), data, "cluster", optional = TRUE)
  weight_at <- select_one(rlang::enquo(case_weights), data, "case_weights", optional = TRUE)
  weight <- if (!is.null(weight_at)) check_case_weights(data[[weight_at]])
  if (layout != "tidy") {
    of_rows <- list(cluster = cluster, weight_at = weight_at, weight = weight)
    return(wide_frame(data, columns, by, layout, level, categories, duplicates, na, of_rows, separator))
  }
  check_rows_no_raters(data, columns)
  item <- select_ids(columns$item, data, "item")
  rater <- select_ids(columns$rater, data, "rater", optional = TRUE)
  rating <- select_rating(columns$rating, data)
  if (grouped) check_group_is_no_item(by, item)
  check_ids_apart(item, rater, rating)
  item_ids <- ids_at(data, item, "item")
  rater_ids <- if (!is.null(rater)) ids_at(data, rater, "rater")
  check_rows_of_several(rating, item_ids, rater)
  roles <- lapply(list(item = item, rater = rater, rating = rating), function(at) names(data)[at])
  used <- c(item, rater, rating, by, cluster, weight_at)
  own <- if (length(rating) == 1) unclass(data)[rating]
  rating <- if (length(rating) > 1) ticked_sets(data, rating, na) else own[[1]]
  sets <- if (is.list(rating) || !is.null(separator)) {
    encode_sets(rating, separator, categories, na, column = if (length(roles$rating) == 1) roles$rating)
  }
  ratings <- build_ratings(
    item = item_ids,
    rater = rater_ids,
    rating = if (is.null(sets)) rating else sets$label,
    keys = group_keys(data, by),
    cluster = if (!is.null(cluster)) column_ids(data[[cluster]], "cluster"),
    weight = weight,
    level = level,
    categories = categories,
    duplicates = duplicates,
    others = unclass(data)[setdiff(seq_along(data), used)],
    roles = roles,
    na = if (is.null(sets)) na
  )
  ratings$sets <- sets$sets[ratings$categories]
  if (is.null(sets)) ratings$value_labels <- value_labels(list(rating), ratings$categories)
  warn_item_suffixes(ratings, roles)
  others <- lapply(unclass(data)[setdiff(seq_along(data), used)], without_value_labels)
  warn_golden(others, as.character(ratings$categories))
  warn_final_raters(ratings, roles$rater)
  warn_melted(ratings, roles)
  warn_labels(ratings, na, categories, level, separator, roles$item, own, roles$rater)
}

# Clusters and weights are those of items, so that each row must be an item.
check_rows_are_items <- function(given, layout) {
  abort_accord(
    "argument",
    c(
      "{.arg {given}} is a column of data whose rows are ratings or items.",
      x = "{.arg layout} is {.val {layout}}.",
      i = "Use data with one row per rating, without {.arg layout}, or with raters in columns."
    ),
    argument = given
  )
}

# The columns that define groups: `by`, otherwise the groups of a grouped data frame. Columns given to rowwise() only
# label rows and define no groups.
group_columns <- function(data, by) {
  if (rlang::quo_is_null(by)) {
    if (inherits(data, "rowwise_df")) return(integer())
    return(grouping_columns(data))
  }
  select_columns(by, data, "by")
}

# The groups of a grouped data frame. Base R keeps the attribute when it drops or renames a column, so columns may be
# missing.
grouping_columns <- function(data) {
  names <- setdiff(names(attr(data, "groups")), ".rows")
  at <- match(names, names(data))
  gone <- names[is.na(at)]
  if (length(gone)) {
    abort_accord(
      "damaged",
      c(
        "The columns by which a data frame is grouped must be among its columns.",
        x = "{length(gone)} of them {?is/are} not: {.var {gone}}.",
        i = "Make a data frame without groups of it, with {.code dplyr::as_tibble(as.list(data))}, and name {.arg by}."
      ),
      columns = gone, argument = "data"
    )
  }
  check_whole_columns(data, at)
  rlang::set_names(at, names)
}

# Stops if data are still grouped by item, which is probably a mistake; `by` would be deliberate.
check_group_is_no_item <- function(by, item) {
  if (!all(item %in% by)) return()
  abort_accord(
    "argument",
    c(
      "A group must hold more than one item.",
      x = "{.arg data} is grouped by {.var {names(item)}}, the column{?s} of the items.",
      i = "Remove the groups with {.fn dplyr::ungroup}. {.fn item_summary} shows each item."
    ),
    argument = "by"
  )
}

# Stops if a selection such as everything() includes the same column twice.
check_ids_apart <- function(item, rater, rating) {
  twice <- if (max(length(item), length(rater)) > 1) {
    c(item[item %in% c(rater, rating)], rater[rater %in% c(item, rating)])
  } else {
    item[item %in% rater]
  }
  if (length(twice)) {
    twice <- unique(names(twice))
    abort_accord(
      "argument",
      c(
        "{.arg item}, {.arg rater} and {.arg rating} must select different columns.",
        x = "{length(twice)} column{?s} {?is/are} selected twice: {.var {first_few(twice)}}.",
        i = "Several columns make one id, as in {.code item = c(document, sentence)}."
      ),
      argument = "item", columns = twice
    )
  }
}

# Stops where groups would be ignored silently. `rule`: a sentence that says what does not accept groups.
check_no_groups <- function(data, rule) {
  check_given(data, "data")
  read <- inherits(data, "accord_ratings")
  groups <- if (read) names(data$groups) else if (is.data.frame(data)) names(group_columns(data, rlang::quo(NULL)))
  if (length(groups)) {
    abort_accord(
      "argument",
      c(
        rule,
        x = "{.arg data} is grouped by {.field {groups}}.",
        i = if (read) "Leave out {.arg by} in {.fn as_ratings}.",
        i = if (!read) {
          "Remove the groups with {.fn dplyr::ungroup}, or call it for each group in {.fn dplyr::group_modify}."
        }
      ),
      argument = "data"
    )
  }
}

group_keys <- function(data, at) {
  keys <- lapply(unclass(data)[at], plain_column, "by")
  tibble::new_tibble(rlang::set_names(keys, plain_text(names(at) %||% character(), "by")), nrow = nrow(data))
}

check_not_empty <- function(data, arg = "data") {
  if (is.data.frame(data)) check_whole_frame(data)
  if (is.array(data)) check_whole_dim(data)
  if (any(dim(data) == 0)) {
    abort_accord(
      "no_rows",
      c(
        "Data must have at least one row and one column.",
        x = "{.arg {arg}} has {nrow(data)} row{?s} and {ncol(data)} column{?s}.",
        i = "Was all of it filtered out?"
      )
    )
  }
}

# One column, or several that are checkboxes.
select_rating <- function(quo, data) {
  several <- !rlang::quo_is_missing(quo) && !rlang::quo_is_null(quo) && {
    at <- select_columns(quo, data, "rating")
    length(at) > 1
  }
  if (several) at else select_one(quo, data, "rating", layouts = TRUE)
}

# Stops for checkboxes of which no two ratings share an item: probably there is a column per rater, and `layout` was
# forgotten.
check_rows_of_several <- function(at, item, rater) {
  if (length(at) > 1 && is.null(rater) && length(item$code) == vctrs::vec_size(item$values)) {
    abort_accord(
      "argument",
      c(
        "Boxes to tick in several columns need a {.arg rater}, or several rows of an item.",
        x = "{.arg rating} selects {length(at)} columns, and each item has one row.",
        i = "For a table with a column per rater, add {.code layout = \"raters_in_columns\"}."
      ),
      argument = "rating",
      columns = names(at)
    )
  }
}

# Stops for the rows that Qualtrics writes below the names: the texts of the questions and the import ids.
check_import_rows <- function(data) {
  # Damaged columns are reported where they are selected.
  texts <- Filter(function(x) (is.character(x) || is.factor(x)) && is.null(column_fault(x)), unclass(data))
  # Text is matched as bytes, since its encoding may be unknown to R.
  ids_of_import <- function(x) grep("^\\{\"ImportId\"", id_text(utils::head(x, 3)), useBytes = TRUE)
  found <- max(0L, unlist(lapply(texts, ids_of_import)))
  if (found > 0) abort_header_rows(data, seq_len(found), "names and ids of an export")
}

# Stops for a file with another separator that was read as one column.
check_separated <- function(data) {
  if (length(data) != 1 || !is.character(data[[1]]) && (!is.factor(data[[1]]) || !is.null(factor_fault(data[[1]])))) {
    return(invisible())
  }
  cells <- utils::head(id_text(data[[1]]), 100)
  cells <- cells[!is.na(cells) & validUTF8(cells)]
  for (mark in c(";", "\t", ",", "|")) {
    n <- lengths(regmatches(cells, gregexpr(mark, cells, fixed = TRUE)))
    if (length(n) == 0 || n[1] == 0 || any(n != n[1])) next
    call <- switch(mark,
      ";" = "read.csv2(file)", "\t" = "read.delim(file)", "," = "read.csv(file)", "read.csv(file, sep = \"|\")"
    )
    example <- encodeString(cut_end(cells[1], 40), quote = "\"")
    abort_accord(
      "separated",
      c(
        "{.arg data} must have a column for each variable.",
        x = "It has one, whose cells contain {n[1]} {.str {mark}} each, as in {example}.",
        i = "Read the file with {.code {call}}.",
        i = if (mark == ";") "Where numbers have decimal points, use {.code read.csv(file, sep = \";\")}."
      ),
      separator = mark
    )
  }
}

# Stops if the names are the first row of a file without a header: R makes X0, X0.1 and X3 from 0, 0 and 3.
check_header <- function(data) {
  name <- names(data)
  again <- sub("[.][0-9]+$", "", name[grepl("^X[.]?[0-9]+([.][0-9]+)?[.][1-9]$", name)])
  if (length(name) > 2 && all(grepl("^X[.]?[0-9]+([.][0-9]+)*$", name)) && any(again %in% name)) {
    abort_accord(
      "header",
      c(
        "{.arg data} must have names of columns.",
        x = "Its names, {.var {first_few(name)}}, are values: the first row of a file without a header.",
        i = "Read the file with {.code read.csv(file, header = FALSE)}: the columns are then {.var V1}, {.var V2} \\
             and so on.",
        i = "If these are their names, change one of them."
      ),
      columns = name
    )
  }
}
