# Ratings whose rows are in a database: what the other rooms ask of them. Their field `remote` says how to reach the
# rows, and its class chooses the methods, which are in the room of databases.

# The ids of all raters, sorted as R sorts; also of those whose ratings do not count.
remote_raters <- function(remote) UseMethod("remote_raters")

count_raters <- function(ratings) {
  length(if (is_remote(ratings)) ratings$raters %||% remote_raters(ratings$remote) else ratings$raters)
}

# Why rows are collected.
SINGLE_RATINGS <- "this needs single ratings"
JOINED_ITEMS <- "the database would take longer to join the ratings of common items"

# The ratings of a table as if it had been in memory from the start.
collect_remote <- function(ratings, why = SINGLE_RATINGS) UseMethod("collect_remote", ratings$remote)

# For verbs that compare raters: an engine has to join the ratings of common items, unless the rows may be collected.
rows_for_joins <- function(ratings) UseMethod("rows_for_joins", ratings$remote)

# Ratings with raters, for what distinguishes them.
with_raters <- function(ratings) UseMethod("with_raters", ratings$remote)

with_raters.default <- function(ratings) ratings

# Are there too many raters for patterns with them, so that the rows would be needed?
keeps_rows <- function(ratings) UseMethod("keeps_rows", ratings$remote)

keeps_rows.default <- function(ratings) FALSE

# How many ratings of each of `n` raters were given and do not count, in one group if it is named by `within`.
count_raters_aside <- function(ratings, n, within) UseMethod("count_raters_aside", ratings$remote)

format_remote <- function(x) UseMethod("format_remote", x$remote)
