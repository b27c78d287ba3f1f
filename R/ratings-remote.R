# Generics for ratings whose rows are in a database. They dispatch on the class of field `remote`; the methods are in
# room `database`.

# The ids of all raters, in R's sort order, including those whose ratings do not count.
remote_raters <- function(remote) UseMethod("remote_raters")

count_raters <- function(ratings) {
  length(if (is_remote(ratings)) ratings$raters %||% remote_raters(ratings$remote) else ratings$raters)
}

# Reasons for collecting the rows, as shown in messages.
SINGLE_RATINGS <- "this needs single ratings"
JOINED_ITEMS <- "the database would take longer to join the ratings of common items"

# The ratings of a table collected from the database, as if it had been in memory from the start.
collect_remote <- function(ratings, why = SINGLE_RATINGS) UseMethod("collect_remote", ratings$remote)

# For verbs that compare raters: the rows are collected if they are not too many, since otherwise the database has to
# join the ratings of common items.
rows_for_joins <- function(ratings) UseMethod("rows_for_joins", ratings$remote)

# Ratings with raters, for verbs that distinguish them.
with_raters <- function(ratings) UseMethod("with_raters", ratings$remote)

with_raters.default <- function(ratings) ratings

# Whether there are too many raters for patterns with raters, so that the rows would be needed.
keeps_rows <- function(ratings) UseMethod("keeps_rows", ratings$remote)

keeps_rows.default <- function(ratings) FALSE

# The number of ratings of each of `n` raters that were given but do not count, in the group `within` if it is given.
count_raters_aside <- function(ratings, n, within) UseMethod("count_raters_aside", ratings$remote)

format_remote <- function(x) UseMethod("format_remote", x$remote)
