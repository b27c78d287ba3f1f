# Items × raters: matrices, data frames and sparse matrices with a cell per item and rater.

#' @rdname as_ratings
#' @export
as_ratings.matrix <- function(data, ..., level = NULL, categories = NULL, layout = NULL, separator = NULL,
                              na = NULL) {
  check_no_dots(...)
  check_layout(layout)
  check_not_empty(data)
  check_matrix_columns(data, layout, categories)
  if (layout %in% c("counts", "confusion")) {
    check_no_separator(separator, layout)
    return(table_ratings(data, layout, level, categories))
  }
  check_no_confusion(data, rownames(data))
  rating <- data
  dim(rating) <- NULL
  ratings <- grid_ratings(
    rating, nrow(data), cell_ids(data), layout, level, categories, na = na, separator = separator
  )
  warn_labels(ratings, na, categories, level, separator)
}

#' @rdname as_ratings
#' @export
as_ratings.table <- function(data, ..., level = NULL, categories = NULL, layout = NULL) {
  check_no_dots(...)
  check_two_dimensions(data)
  check_not_empty(data)
  if (is.null(layout) && has_same_sides(data)) layout <- "confusion"
  if (is.null(layout)) check_table_is_square(data)
  check_layout(layout, c("counts", "confusion"))
  table_ratings(unclass(data), layout, level, categories)
}

#' @rdname as_ratings
#' @export
as_ratings.Matrix <- function(data, ..., level = NULL, categories = NULL, layout = NULL) {
  check_no_dots(...)
  check_layout(layout)
  need_package("Matrix", "to read a sparse matrix")
  check_whole_matrix(data)
  check_not_empty(data)
  # A dense matrix stores every cell, including zeros.
  if (methods::is(data, "dgeMatrix")) {
    return(as_ratings(as.matrix(data), ..., level = level, categories = categories, layout = layout))
  }
  if (!methods::is(data, "generalMatrix") || !methods::is(data, "dMatrix")) {
    abort_accord(
      "not_ratings",
      c(
        "A sparse matrix of ratings is a general matrix of numbers (dgCMatrix, dgTMatrix, dgRMatrix).",
        x = "{.arg data} is a {.cls {class(data)[1]}}.",
        i = "A symmetric or logical matrix does not store each rating: build it from the ratings again."
      )
    )
  }
  check_not_too_sparse(data, layout)
  if (layout %in% c("counts", "confusion")) {
    dense <- as.matrix(data)
    check_matrix_columns(dense, layout, categories)
    return(table_ratings(dense, layout, level, categories))
  }
  check_matrix_columns(data, layout)
  # Explicit zeros are ratings, so nothing may be dropped on the way to triplets.
  triplets <- methods::as(data, "TsparseMatrix")
  # A compressed matrix may have allocated more entries than its pointers use, and then two of the three slots are
  # longer.
  n <- seq_len(min(length(triplets@i), length(triplets@j)))
  cells <- list(row = triplets@i[n] + 1L, column = triplets@j[n] + 1L, rating = triplets@x[n])
  cell_ratings(cells, cell_ids(data), layout, level, categories)
}

# Slots can be changed one by one, and package Matrix would read memory outside of them.
check_whole_matrix <- function(data) {
  found <- tryCatch(
    if (isS4(data)) methods::validObject(data, test = TRUE) else "it is no object of package Matrix",
    error = conditionMessage
  )
  # validObject() accepts a slot with a class of its own, which may change the meaning of `+` for it.
  numbers <- if (isTRUE(found)) intersect(c("i", "j", "p", "x", "Dim"), methods::slotNames(data))
  classed <- numbers[vapply(numbers, function(slot) is.object(methods::slot(data, slot)), NA)]
  if (length(classed)) found <- paste("its slot", classed[1], "is of class", class(methods::slot(data, classed[1]))[1])
  if (!isTRUE(found)) {
    abort_accord(
      "damaged",
      c(
        "The slots of a sparse matrix must belong together, as package Matrix makes them.",
        x = "{.arg data}, a {.cls {class(data)[1]}}, is not valid: {found[1]}.",
        i = "Make the matrix anew, with {.fn Matrix::sparseMatrix}."
      ),
      argument = "data"
    )
  }
}

# Rows and columns without entries are items and raters too, and need memory, but a sparse matrix can have any number
# of them. A table of counts is read cell by cell.
check_not_too_sparse <- function(data, layout) {
  dim <- as.double(dim(data))
  n <- length(data@x)
  in_cells <- layout %in% c("counts", "confusion")
  if (if (in_cells) prod(dim) < 2^31 else max(dim) <= max(1e7, 20 * n)) return()
  abort_accord(
    "too_large",
    c(
      if (in_cells) {
        "A table of counts must have fewer than 2,147,483,648 cells."
      } else {
        "A sparse matrix of more than 10,000,000 rows or columns must have an entry for at least every 20th of them."
      },
      x = "{.arg data} has {big(dim[1])} row{cli::qty(dim[1])}{?s} and {big(dim[2])} \\
           column{cli::qty(dim[2])}{?s}, but {big(n)} entr{cli::qty(n)}{?y/ies}.",
      i = if (in_cells) {
        "Leave out the rows and columns without entries."
      } else {
        "Give the entries alone: {.code d <- as.data.frame(Matrix::summary(data))}, and then \\
         {.code item = i, rater = j, rating = x} in place of {.arg layout}."
      }
    ),
    dim = dim, n_entries = n
  )
}

# `rating`: the values or sets of all cells of a table with `n` rows, column by column. `keys`, `weight` and `cluster`
# are those of the rows. `marked`: the cells with text that means a missing rating, which are counted.
grid_ratings <- function(rating, n, ids, layout, level, categories, duplicates = "error", keys = no_keys(n),
                         na = NULL, weight = NULL, separator = NULL, marked = NULL, others = NULL, roles = NULL,
                         cluster = NULL) {
  sets <- if (is.list(rating) || !is.null(separator)) {
    encode_sets(rating, separator, categories, na, function(at) (at - 1L) %% n + 1L)
  }
  if (!is.null(sets)) rating <- sets$label
  rated <- which(if (is.null(marked)) !is.na(rating) else !is.na(rating) | marked)
  row <- (rated - 1L) %% n + 1L
  cells <- list(row = row, column = (rated - 1L) %/% n + 1L, rating = rating[rated])
  ratings <- cell_ratings(
    cells, ids, layout, level, categories, duplicates, vctrs::vec_slice(keys, row), if (is.null(sets)) na,
    weights_of_rows(weight, row), lapply(others, vctrs::vec_slice, row), roles, clusters_of_rows(cluster, row)
  )
  ratings$sets <- sets$sets[ratings$categories]
  ratings
}

# `cells`: row, column and rating of each cell that may contain a rating. `ids`: the ids of all rows and columns, from
# group_ids().
cell_ratings <- function(cells, ids, layout, level, categories, duplicates = "error",
                         keys = no_keys(length(cells$rating)), na = NULL, weight = NULL, others = NULL,
                         roles = NULL, cluster = NULL) {
  rows <- list(code = ids$row$code[cells$row], values = ids$row$values)
  columns <- list(code = ids$column$code[cells$column], values = ids$column$values, in_header = TRUE)
  in_columns <- layout == "raters_in_columns"
  build_ratings(
    item = if (in_columns) rows else columns,
    rater = if (in_columns) columns else rows,
    rating = cells$rating,
    keys = keys,
    cluster = cluster,
    weight = weight,
    level = level,
    categories = categories,
    duplicates = duplicates,
    na = na,
    others = others,
    roles = roles,
    locate = function(i) {
      row <- as.character(rows$values[rows$code[i]])
      # A row without an id has its place.
      row <- ifelse(is.na(row) | row == "", cells$row[i], row)
      paste0("row ", row, ", column ", columns$values[columns$code[i]])
    }
  )
}

# Row and column names, or positions if there are none.
cell_ids <- function(data) {
  list(
    row = name_ids(rownames(data), nrow(data), "row"),
    column = name_ids(colnames(data), ncol(data), "column")
  )
}

# `at`: the positions of the columns in the data, if they are a selection.
name_ids <- function(names, n, what, at = NULL) {
  if (!is.null(names)) names <- plain_text(names, what)
  twice <- unique(names[duplicated(names)])
  if (length(twice)) {
    shown <- cut_end(twice, 60)
    places <- vapply(utils::head(twice, 3), function(name) paste(at[names == name], collapse = " and "), "")
    once <- at[!duplicated(names)]
    abort_accord(
      "duplicate_name",
      c(
        "Names of rows and columns are ids and must be unique.",
        x = paste0(
          "{length(twice)} name{?s} of {what}s {cli::qty(length(twice))}{?occurs/occur} more than once: ",
          "{.val {first_few(shown)}}."
        ),
        x = if (length(at)) "In the data these are columns {paste(places, collapse = '; ')}.",
        i = if (length(at)) "Choose columns by their place, as in {.code rating = c({paste(once, collapse = ', ')})}."
      ),
      names = twice
    )
  }
  list(code = seq_len(n), values = names %||% seq_len(n))
}

# A data frame in wide layout: id columns, group columns, and one column per rater or item. `of_rows`: the `weight` of
# each row, and the positions of the columns `weight_at` and `cluster`, if they are given.
wide_frame <- function(data, columns, by, layout, level, categories, duplicates, na, of_rows, separator) {
  id_argument <- if (layout == "raters_in_rows") "rater" else "item"
  unused <- setdiff(c("item", "rater"), id_argument)
  for (argument in unused) {
    if (!rlang::quo_is_missing(columns[[argument]])) {
      abort_accord(
        "argument",
        c(
          "{.arg {argument}} names a column of the tidy layout only.",
          x = "{.arg layout} is {.val {layout}}.",
          i = "In this layout {.arg {id_argument}} may name the column of ids."
        ),
        argument = argument
      )
    }
  }
  id <- select_ids(columns[[id_argument]], data, id_argument, optional = TRUE)
  if (!layout %in% c("raters_in_columns", "counts")) {
    if (!is.null(of_rows$weight)) check_rows_are_items("case_weights", layout)
    if (!is.null(of_rows$cluster)) check_rows_are_items("cluster", layout)
  }
  weight <- of_rows$weight
  beside <- c(id, by, of_rows$weight_at, of_rows$cluster)
  cluster <- if (!is.null(of_rows$cluster)) column_ids(data[[of_rows$cluster]], "cluster")
  if (layout %in% c("counts", "confusion")) check_no_separator(separator, layout)
  cells <- rating_columns(columns$rating, data, beside, layout)
  keys <- group_keys(data, by)
  data <- as.data.frame(data)
  if (layout == "confusion") {
    counts <- as.matrix(without_integer64(data[cells]))
    # Row names that are only numbers of rows of a longer table are not categories.
    if (is.integer(attr(data, "row.names")) && !setequal(rownames(counts), colnames(counts))) rownames(counts) <- NULL
    return(confusion_ratings(counts, level, categories))
  }
  if (layout == "raters_in_rows" && is.null(id) && is.character(attr(data, "row.names"))) check_rating_rows(data)
  ids <- list(
    row = if (is.null(id)) name_ids(NULL, nrow(data), "row") else ids_at(data, id, id_argument),
    column = name_ids(names(data)[cells], length(cells), "column", cells)
  )
  if (layout == "counts") {
    counts <- as.matrix(without_integer64(data[cells]))
    return(count_ratings(counts, level, categories, ids$row, keys, weight, cluster))
  }
  check_no_confusion_frame(data, cells, id)
  values <- unclass(data)[cells]
  marked <- NULL
  if (length(na) && is.null(separator)) {
    before <- values
    values <- lapply(values, without_na_texts, na, categories)
    # Only text can have been changed to NA.
    lost <- function(x, y) if (identical(x, y)) logical(length(x)) else is.na(y) & !is.na(x)
    marked <- unlist(Map(lost, before, values), use.names = FALSE)
  }
  check_first_rows(values, names(data)[cells])
  check_no_option_boxes(values, cells, if (layout == "raters_in_rows") names(data)[id])
  rating <- combine_columns(values, names(data)[cells])
  ratings <- grid_ratings(
    rating, nrow(data), ids, layout, level, categories, duplicates, keys, na, weight, separator, marked,
    unclass(data)[setdiff(seq_along(data), c(cells, beside))],
    if (layout == "raters_in_columns") wide_roles(names(data)[id], names(data), cells), cluster
  )
  if (is.null(ratings$sets)) ratings$value_labels <- value_labels(unclass(data)[cells], ratings$categories)
  if (layout == "raters_in_columns" && rlang::quo_is_missing(columns$rating)) ratings$taken <- names(data)[cells]
  if (layout == "raters_in_rows") {
    warn_final_raters(ratings)
    warn_trials(unclass(data)[c(setdiff(seq_along(data), c(cells, id)), id)])
  }
  if (layout == "raters_in_columns") {
    warn_rater_cells(names(data)[cells], unclass(data)[setdiff(seq_along(data), cells)])
  }
  if (layout == "raters_in_columns" && length(id) == 1) {
    warn_item_suffixes(ratings, list(item = names(data)[id]), wide = TRUE)
  }
  id <- if (layout == "raters_in_columns") names(data)[id]
  warn_labels(ratings, na, categories, level, separator, id, unclass(data)[cells])
}

check_layout <- function(layout, choices = setdiff(LAYOUTS, "tidy")) {
  if (is.null(layout)) {
    abort_accord(
      "layout",
      c(
        "The rows and columns of a matrix must be specified with {.arg layout}.",
        i = "One of {.or {.val {choices}}}."
      ),
      choices = choices
    )
  }
  check_choice(layout, choices, "layout")
}
