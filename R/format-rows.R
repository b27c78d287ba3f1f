# What a row of a result is about.

# Columns whose values say what a row is about, in some result.
ROW_KEYS <- c(
  "rater", "item", "figure", "coefficient", "class", "metric", "annotator_1", "annotator_2", "match", "document",
  "distance", "key", "response", "measure", "category_1", "category_2", "rater_1", "rater_2", "kind"
)

# These, and all that stand before the last of them, as the columns of groups do.
row_keys <- function(names, about = ROW_KEYS) names[rev(cumsum(rev(names %in% about))) > 0]

# What tells the rows of a result apart, in words: the columns that vary, or the last.
row_labels <- function(x, about) {
  names <- row_keys(names(x), about)
  columns <- Filter(Negate(is.list), unclass(x)[names])
  vary <- vapply(columns, function(column) length(unique(column)) > 1, NA)
  columns <- lapply(if (any(vary)) columns[vary] else utils::tail(columns, 1), as.character)
  if (length(columns)) do.call(paste, c(unname(columns), sep = ", ")) else as.character(seq_len(nrow(x)))
}
