# Confusion tables: the categories of one rater × those of another.

# Cell (c, k) is the number of items that the rater in the rows rated c and the other rater k. Each cell becomes one
# item with that frequency.
confusion_ratings <- function(counts, level, categories) {
  check_counts(counts)
  if (is.null(categories)) check_no_totals(counts)
  union <- union_of_sides(counts, categories)
  if (!is.null(union)) counts <- on_both_sides(counts, union$names)
  if (nrow(counts) != ncol(counts)) {
    abort_accord(
      "not_square",
      c(
        "A confusion table has the same categories in rows and columns.",
        x = "It has {nrow(counts)} row{?s} and {ncol(counts)} column{?s}, and no names on both sides that tell which \
             category each one is.",
        i = "Name both, as in {.code dimnames(data) <- list(c(\"a\", \"b\", \"c\"), c(\"a\", \"b\"))}: a category that \
             one side lacks counts as not used by that rater.",
        i = "If the rows are items, use {.code layout = \"counts\"}."
      ),
      dim = dim(counts)
    )
  }
  rows <- rownames(counts) %||% colnames(counts)
  columns <- colnames(counts) %||% rows
  if (!setequal(rows, columns)) {
    apart <- c(setdiff(rows, columns), setdiff(columns, rows))
    abort_accord(
      "not_square",
      c(
        "A confusion table has the same categories in rows and columns.",
        x = "Rows and columns have no category in common: {.val {apart}}.",
        i = "If the rows are items, use {.code layout = \"counts\"}."
      ),
      categories = apart
    )
  }
  if (!is.null(rows)) counts <- counts[, match(rows, columns), drop = FALSE]
  categories <- table_categories(categories, rows, nrow(counts), level)
  if (!is.null(union)) warn_look_alikes(categories)
  # If the two sides do not determine the order, categories are nominal labels.
  values <- if (isTRUE(union$open) && is.character(categories)) factor(categories, categories) else categories
  n <- as.vector(counts)
  n[is.na(n)] <- 0
  filled <- which(n > 0)
  raters <- names(dimnames(counts))
  if (is.null(raters) || any(raters == "") || anyDuplicated(raters)) raters <- CONFUSION_RATERS
  cell <- seq_along(filled)
  build_ratings(
    item = list(code = rep(cell, 2), values = cell),
    rater = list(code = rep(1:2, each = length(cell)), values = raters),
    rating = values[c((filled - 1L) %% nrow(counts), (filled - 1L) %/% nrow(counts)) + 1L],
    weight = list(value = rep(n[filled], 2), frequencies = TRUE),
    level = level,
    categories = if (is.factor(values)) NULL else categories
  )
}

# For raters who did not use the same categories, as in table() of two factors. NULL if the sides have the same names,
# no names, or none in common. Otherwise a list: the `names` of both in one order, and `open`, whether another order
# would also agree with both sides.
union_of_sides <- function(counts, categories) {
  rows <- rownames(counts)
  columns <- colnames(counts)
  if (is.null(rows) || is.null(columns) || setequal(rows, columns) || !any(rows %in% columns)) {
    return(NULL)
  }
  check_names_once(rows, columns)
  all <- union(rows, columns)
  named <- as.character(categories)
  if (!is.null(categories) && all(all %in% named)) {
    return(list(names = named, open = FALSE))
  }
  numbers <- suppressWarnings(as.numeric(all))
  if (!anyNA(numbers)) {
    return(list(names = all[order(numbers)], open = FALSE))
  }
  merged <- merge_orders(rows, columns)
  # If both sides are sorted, they are text sorted by table(), so the union is sorted too.
  if (merged$open && !is.unsorted(rows) && !is.unsorted(columns)) merged$names <- sort(all)
  merged
}

check_names_once <- function(rows, columns) {
  twice <- unique(c(rows[duplicated(rows)], columns[duplicated(columns)]))
  if (length(twice)) {
    abort_accord(
      "duplicate_name",
      c(
        "Names of rows and columns are categories and must be unique.",
        x = "{length(twice)} name{?s} {cli::qty(length(twice))}{?occurs/occur} more than once: {.val {twice}}."
      ),
      names = twice
    )
  }
}

# Merges the orders of both sides: the next name is one that nothing else precedes on either side. The order is open
# if at some step there are two such names.
merge_orders <- function(a, b) {
  names <- character()
  open <- FALSE
  while (length(a) + length(b)) {
    heads <- c(a[1], b[1])
    free <- unique(heads[!is.na(heads) & !heads %in% c(a[-1], b[-1])])
    open <- open || length(free) != 1
    # If the sides contradict each other, the order of the rows is used.
    name <- c(free, heads[!is.na(heads)])[1]
    names <- c(names, name)
    a <- setdiff(a, name)
    b <- setdiff(b, name)
  }
  list(names = names, open = open)
}

# The table with a row and a column for each name; new cells are 0.
on_both_sides <- function(counts, names) {
  full <- matrix(0, length(names), length(names), dimnames = list(names, names))
  full[rownames(counts), colnames(counts)] <- counts
  names(dimnames(full)) <- names(dimnames(counts))
  full
}

# Whether a table has the same categories on both sides, as table() of two raters does.
has_same_sides <- function(data) !is.null(rownames(data)) && setequal(rownames(data), colnames(data))

# Stops for a table whose rows may be either categories, like its columns, or items.
check_table_is_square <- function(data) {
  rows <- rownames(data)
  columns <- colnames(data)
  common <- intersect(rows, columns)
  if (length(common)) {
    apart <- c(setdiff(rows, columns), setdiff(columns, rows))
    abort_accord(
      "layout",
      c(
        "A table that is not square must be specified with {.arg layout}.",
        x = "{length(common)} categor{?y is/ies are} in rows and columns, and {length(apart)} only in one of them: \
             {.val {first_few(apart)}}.",
        i = "If rows and columns are two raters, of whom one did not use all categories, use \
             {.code layout = \"confusion\"}.",
        i = "If the rows are items, use {.code layout = \"counts\"}."
      ),
      choices = c("confusion", "counts"),
      categories = apart
    )
  }
}

# Stops for a confusion table given as items by raters. `ids`: the names of the rows, or the contents of the id
# column. Without them the cells decide: nonnegative integers whose greatest value in each row and column is on the
# diagonal, with more than half of the total there, and too large for most scales.
check_no_confusion <- function(cells, ids) {
  if (nrow(cells) != ncol(cells) || nrow(cells) < 2 || ncol(cells) > 100 || !is.numeric(cells)) {
    return(invisible())
  }
  whole <- !anyNA(cells) && all(cells >= 0 & cells == round(cells))
  named <- !is.null(ids) && setequal(ids, colnames(cells))
  # If ids are numbers, equal names prove nothing, since items and raters may both be numbered.
  sure <- named && anyNA(suppressWarnings(as.numeric(ids)))
  if (!whole || !sure && (!is.null(ids) && !named || !has_strong_diagonal(cells))) {
    return(invisible())
  }
  found <- if (named) {
    "rows and columns have the same names: {.val {first_few(ids)}}"
  } else {
    "the greatest count of each row and column is on the diagonal"
  }
  abort_accord(
    "layout",
    c(
      "A confusion table must not be taken for ratings.",
      x = paste0("{.arg data} is square, contains counts, and ", found, "."),
      i = "If the cells count the items of two raters, use {.code layout = \"confusion\"}.",
      i = "If they are ratings, give the items and raters names, different ones."
    ),
    choices = "confusion"
  )
}

check_no_confusion_frame <- function(data, cells, id) {
  if (nrow(data) != length(cells) || !all(vapply(unclass(data)[cells], is.numeric, NA))) {
    return(invisible())
  }
  ids <- attr(data, "row.names")
  ids <- if (length(id)) id_text(data[[id[1]]]) else if (is.character(ids)) ids
  check_no_confusion(as.matrix(without_integer64(data[cells])), ids)
}

has_strong_diagonal <- function(cells) {
  off <- cells
  diag(off) <- -1
  diagonal <- diag(as.matrix(cells))
  all(diagonal > apply(off, 1, max) & diagonal > apply(off, 2, max)) &&
    2 * sum(diagonal) > sum(cells) && max(cells) > 10
}
