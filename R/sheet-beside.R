# Two tables side by side in one sheet: a second column of ids stands among the ratings.

# The columns that hold the same distinct values as column `i`, each once, numbered like it by reading names that occur
# again (`ID` and `ID.1`), or texts. A list: `at`, and whether all rows are the `same`. Numbers in another order may be
# ranks or an order of presentation, so that they need the name.
copies_of_ids <- function(columns, i) {
  x <- as.character(columns[[i]])
  none <- list(at = integer(), same = logical())
  if (length(x) < 4 || anyNA(x) || length(unique(x)) < 4) return(none)
  bare <- function(name) tolower(sub("[.][0-9]+$", "", name))
  name <- bare(names(columns)[i])
  numbers <- all(is_numeric_text(x))
  at <- Filter(function(j) {
    y <- columns[[j]]
    named <- bare(names(columns)[j]) == name && names(columns)[j] != names(columns)[i]
    (named || !numbers) && length(y) == length(x) && !anyNA(y) && identical(sort(as.character(y)), sort(x))
  }, setdiff(seq_along(columns), i))
  list(at = at, same = vapply(at, function(j) all(as.character(columns[[j]]) == x), NA))
}

# Stops where ratings are joined by row, although some stand behind a second column of the same ids in another order.
# `item`: the columns of ids; `at`: the columns of ratings; `used`: all that are read.
check_no_tables_beside <- function(item, columns, at, used) {
  i <- match(names(item), names(columns))
  if (length(i) != 1 || is.na(i) || length(columns[[i]]) > MANY_RATINGS) {
    return(invisible())
  }
  found <- copies_of_ids(columns, i)
  # The second table begins with its ids, and some of its columns are read.
  begins <- vapply(found$at, function(j) {
    first <- min(i, j)
    second <- max(i, j)
    any(at > first & at < second) && any(at > second)
  }, NA)
  second <- setdiff(found$at[!found$same & begins], used)
  if (length(second) == 0) {
    return(invisible())
  }
  own <- names(columns)[c(i, second[1])]
  row <- which(columns[[i]] != columns[[second[1]]])[1]
  shown <- c(columns[[i]][row], columns[[second[1]]][row])
  abort_accord(
    "rows",
    c(
      "Ratings in one row must be of one item.",
      x = "Two tables seem to stand side by side: {.var {own[2]}} has the ids of {.var {own[1]}} in another order, \
           {.val {shown[2]}} beside {.val {shown[1]}} in row {row} of the data.",
      i = "Put each table in a file or a sheet of its own, and read them with {.code rater = \"{{file}}\"} or \
           {.code rater = \"{{sheet}}\"}.",
      i = "If {.var {own[2]}} is no id, leave the column out of the file."
    ),
    columns = own, row = row
  )
}

# The columns, of which those that are no more than a second copy of the ids are blank and have no name: they are named
# alike, with the same ids in all rows.
without_second_ids <- function(columns) {
  bare <- sub("[.][0-9]+$", "", names(columns))
  named <- grep(paste0(NO_RATER, "|^(nr|no)[.]?$"), bare, ignore.case = TRUE)
  for (i in named) {
    found <- if (bare[i] == names(columns)[i]) copies_of_ids(columns, i)
    for (j in intersect(found$at[found$same], which(bare == bare[i]))) {
      columns[[j]] <- rep(NA, length(columns[[j]]))
      names(columns)[j] <- paste0("...", j)
    }
  }
  columns
}

BESIDE_WHY <- paste(
  "Two tables stand side by side: %s has the ids of %s in another order. Put each in a file or a sheet of its own, and",
  "read them with rater = \"{file}\" or rater = \"{sheet}\"."
)

# Returns what inspect_sheet() says where a second column, named alike, has the ids of the first in another order; NULL
# if none has.
tables_beside_line <- function(columns) {
  for (i in grep(NO_RATER, names(columns), ignore.case = TRUE)) {
    if (anyDuplicated(columns[[i]])) next
    found <- copies_of_ids(columns, i)
    own <- sub("[.][0-9]+$", "", names(columns)[found$at]) == names(columns)[i]
    moved <- found$at[!found$same & own]
    if (length(moved)) return(sprintf(BESIDE_WHY, names(columns)[moved[1]], names(columns)[i]))
  }
}
