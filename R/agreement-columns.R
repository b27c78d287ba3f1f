# The columns of an <agreement>, in order, and the keys of its groups before them.

# The columns of every <agreement>, in order.
AGREEMENT_COLUMNS <- c(
  "coefficient", "metric", "estimate", "std.error", "conf.low", "conf.high", "observed",
  "expected", "n_items", "n_raters", "n_ratings", "n_categories", "interval", "conf.level", "status"
)

# Columns that accord adds behind the fixed ones, in the order of a table. The scale of the
# interpretation goes into the note.
ADDED_COLUMNS <- c(
  "n_averaged", "statistic", "df1", "df2", "p.value", "interpretation", "probability", "interpretation_scale"
)

# The keys of the groups, and columns that the user put among them: those before the fixed ones.
key_names <- function(x) {
  names(x)[cumsum(names(x) %in% AGREEMENT_COLUMNS) == 0]
}

agreement_keys <- function(x) {
  tibble::as_tibble(unclass(x)[key_names(x)], .rows = nrow(x))
}

check_key_names <- function(names, more = NULL) {
  taken <- intersect(names, c(AGREEMENT_COLUMNS, ADDED_COLUMNS, more))
  if (length(taken)) {
    abort_accord(
      "reserved_name",
      c(
        "A grouping column may not have the name of a column of the result.",
        x = "{length(taken)} of them {?does/do}: {.field {taken}}.",
        i = "Rename it in {.arg by}, as in {.code by = c(part = {taken[1]})}."
      ),
      columns = taken
    )
  }
}
