# Ratings whose rows are in a database: what the other rooms may ask them.

count_raters <- function(ratings) {
  length(if (is_remote(ratings)) ratings$raters %||% remote_raters(ratings$remote) else ratings$raters)
}
