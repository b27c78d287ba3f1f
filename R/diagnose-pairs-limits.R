# Limits of pairs of raters from a posterior: each pair is a group of its own, and each cell of its confusion table
# an item, as frequent as its count.

# `found`: of the core, with the `cells` of all tables.
posterior_of_pairs <- function(ratings, found, entry, metric, ci) {
  cells <- found$cells
  cells$first <- found$first[cells$pair]
  cells$second <- found$second[cells$pair]
  pairs <- c(
    cells_as_items(cells, length(found$first)),
    list(raters = ratings$raters, categories = ratings$categories, frequencies = TRUE)
  )
  posterior_columns(pairs, place_of("model", entry$model), metric, metric, ci, skip = integer())
}

# Fields of ratings with a group for each of `n` pairs, and an item for each cell of their tables.
cells_as_items <- function(cells, n) {
  list(
    code = as.integer(rbind(cells$row, cells$column)) - 1L,
    rater = as.integer(rbind(cells$first, cells$second)) - 1L,
    weight = as.double(cells$count), declared = TRUE,
    item_start = seq(0L, by = 2L, length.out = nrow(cells) + 1L),
    group_start = c(0L, cumsum(tabulate(cells$pair, n))),
    group_status = rep("ok", n)
  )
}
