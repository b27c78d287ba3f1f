# Tables of counts: items × categories.

table_ratings <- function(data, layout, level, categories) {
  if (layout == "confusion") {
    return(confusion_ratings(data, level, categories))
  }
  count_ratings(data, level, categories, cell_ids(data)$row)
}

# Cell (i, k) is the number of anonymous raters who assigned item i to category k.
count_ratings <- function(counts, level, categories, items, keys = no_keys(nrow(counts)), weight = NULL,
                          cluster = NULL) {
  check_counts(counts)
  if (is.null(categories)) check_no_totals(counts)
  categories <- table_categories(categories, colnames(counts), ncol(counts), level)
  n <- as.vector(counts)
  n[is.na(n)] <- 0
  check_ratings_fit(sum(n))
  row <- rep.int(rep.int(seq_len(nrow(counts)), ncol(counts)), n)
  build_ratings(
    item = list(code = items$code[row], values = items$values),
    rater = NULL,
    rating = categories[rep.int(rep(seq_len(ncol(counts)), each = nrow(counts)), n)],
    keys = vctrs::vec_slice(keys, row),
    cluster = clusters_of_rows(cluster, row),
    weight = weights_of_rows(weight, row),
    level = level,
    categories = categories,
    locate = function(i) paste("row", row[i])
  )
}

check_counts <- function(counts) {
  if (!is.numeric(counts)) {
    abort_accord(
      "not_counts",
      c(
        "A table of counts must contain whole numbers.",
        x = "It holds {.obj_type_friendly {counts[1]}}.",
        i = "If a column contains the names of the rows, leave it out: select the others with {.arg rating}."
      )
    )
  }
  bad <- which(!is.na(counts) & (counts < 0 | counts != round(counts) | is.infinite(counts)))
  if (length(bad)) {
    abort_accord(
      "not_counts",
      c(
        "Counts must be whole numbers of 0 or more.",
        x = "{length(bad)} cell{?s} {?is/are} not: {.val {utils::head(counts[bad], 5)}}."
      ),
      cells = bad
    )
  }
}

# Counts are expanded to single ratings, which take some 20 bytes each.
MOST_COUNTED <- 5e8

check_ratings_fit <- function(n) {
  if (n > MOST_COUNTED) {
    abort_accord(
      "size",
      c(
        "Counts must add up to at most {big(MOST_COUNTED)} ratings, which are kept one by one.",
        x = "They add up to {big(n)}.",
        i = "The cells of a confusion table of two raters have no such limit."
      )
    )
  }
}

# The categories of the rows or columns of a table. Names are nominal labels, unless the level needs numbers: then
# they must be numbers.
table_categories <- function(categories, names, n, level) {
  if (!is.null(categories)) {
    if (length(categories) != n) {
      abort_accord(
        "categories",
        c(
          "{.arg categories} must name every column of the table, in order.",
          x = "There are {n} column{?s}, but {length(categories)} categor{?y/ies}."
        )
      )
    }
    return(if (is.factor(categories)) as.character(categories) else categories)
  }
  names <- names %||% as.character(seq_len(n))
  if (is.null(level) || level == "nominal") {
    return(names)
  }
  numbers <- suppressWarnings(as.numeric(names))
  if (anyNA(numbers)) check_level(level, names, has_order = FALSE, TABLE_HINT)
  numbers
}

TABLE_HINT <- paste(
  "Name the columns by numbers, or give the number of each column in order, as in",
  "{.code categories = c(1, 2, 5)}."
)

check_two_dimensions <- function(data) {
  if (length(dim(data)) != 2) {
    abort_accord(
      "not_ratings",
      c(
        "A table of ratings has two dimensions.",
        x = "{.arg data} has {length(dim(data))}."
      )
    )
  }
}
