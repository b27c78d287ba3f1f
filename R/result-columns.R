# Columns of results: those of estimates, those that tell what a row is about, and the keys of groups.

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

# The columns of every <agreement>, in order.
AGREEMENT_COLUMNS <- c(
  "coefficient", "metric", "estimate", "std.error", "conf.low", "conf.high", "observed", "expected",
  "observed_agreement", "expected_agreement",
  "n_items", "n_raters", "n_ratings", "n_categories", "n_set_aside", "interval", "conf.level", "status"
)

TEST_COLUMNS <- c("statistic", "df", "df1", "df2", "p.value")

# Columns that accord adds behind the fixed ones, in the order of a table. The scale of the
# interpretation goes into the note.
ADDED_COLUMNS <- c(
  "n_averaged", TEST_COLUMNS, "interpretation", "probability", "interpretation_scale", "case_weights"
)

# The keys of the groups, and columns that the user put among them: those before the fixed ones.
key_names <- function(x) names_before(x, AGREEMENT_COLUMNS)

agreement_keys <- function(x) {
  tibble::as_tibble(unclass(x)[key_names(x)], .rows = nrow(x))
}

# `none`: where there are no groups.
group_labels <- function(keys, none = "all") {
  if (ncol(keys) == 0) {
    return(rep(none, nrow(keys)))
  }
  do.call(paste, c(unname(lapply(keys, as.character)), sep = ", "))
}

# The group of each row in words, "" without groups.
group_names <- function(x) {
  keys <- agreement_keys(x)
  group_labels(keys[!vapply(keys, is.list, NA)], none = "")
}

added_names <- function(x) setdiff(intersect(ADDED_COLUMNS, names(x)), key_names(x))

# Is there such a column, with a value in it?
has_added <- function(x, name) name %in% added_names(x) && !all(is.na(x[[name]]))

# The names of the columns that stand before the first of these.
names_before <- function(x, columns) names(x)[cumsum(names(x) %in% columns) == 0]
