# Columns of results: those of estimates, those that identify a row, and the keys of groups.

# Columns that identify a row in some kind of result.
ROW_KEYS <- c(
  "rater", "item", "figure", "coefficient", "class", "metric", "annotator_1", "annotator_2", "match", "document",
  "distance", "key", "response", "measure", "category_1", "category_2", "rater_1", "rater_2", "kind"
)

# These columns, and all columns before the last of them, such as those of groups.
row_keys <- function(names, about = ROW_KEYS) names[rev(cumsum(rev(names %in% about))) > 0]

# Labels of the rows of a result: the values of the identifying columns that vary, or of the last one.
row_labels <- function(x, about) {
  names <- row_keys(names(x), about)
  columns <- Filter(Negate(is.list), unclass(x)[names])
  vary <- vapply(columns, function(column) length(unique(column)) > 1, NA)
  columns <- lapply(if (any(vary)) columns[vary] else utils::tail(columns, 1), as.character)
  if (length(columns)) do.call(paste, c(unname(columns), sep = ", ")) else as.character(seq_len(nrow(x)))
}

# The columns of every result of class accord_agreement, in order.
AGREEMENT_COLUMNS <- c(
  "coefficient", "metric", "estimate", "std.error", "conf.low", "conf.high", "observed", "expected",
  "observed_agreement", "expected_agreement",
  "n_items", "n_raters", "n_ratings", "n_categories", "n_set_aside", "interval", "conf.level", "status"
)

TEST_COLUMNS <- c("statistic", "df", "df1", "df2", "p.value")

# Columns that accord adds after the fixed ones, in the order of a table. The scale of interpretation is shown in the
# note.
ADDED_COLUMNS <- c(
  "n_clusters", "n_averaged", TEST_COLUMNS, "sem", "mdc", "null.value", "alternative", "interpretation", "probability",
  "interpretation_scale", "case_weights"
)

# The names of the columns before the fixed ones: keys of groups, and columns that the user put among them.
key_names <- function(x) names_before(x, AGREEMENT_COLUMNS)

agreement_keys <- function(x) {
  tibble::as_tibble(unclass(x)[key_names(x)], .rows = nrow(x))
}

# `none`: the label if there are no groups.
group_labels <- function(keys, none = "all") {
  if (ncol(keys) == 0) {
    return(rep(none, nrow(keys)))
  }
  do.call(paste, c(unname(lapply(keys, as.character)), sep = ", "))
}

# The label of each row's group, "" without groups.
group_names <- function(x) {
  keys <- agreement_keys(x)
  group_labels(keys[!vapply(keys, is.list, NA)], none = "")
}

added_names <- function(x) setdiff(intersect(ADDED_COLUMNS, names(x)), key_names(x))

# Whether an added column is present and has a value that is not NA.
has_added <- function(x, name) name %in% added_names(x) && !all(is.na(x[[name]]))

# The names of the columns before the first of `columns`.
names_before <- function(x, columns) names(x)[cumsum(names(x) %in% columns) == 0]
