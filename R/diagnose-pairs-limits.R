# Limits of pairs of raters from a posterior: each pair is a group of its own, and each cell of its confusion table
# an item, as frequent as its count.

# `found`: of the core, with the `cells` of all tables.
posterior_of_pairs <- function(ratings, found, entry, metric, ci) {
  cells <- found$cells
  pairs <- list(
    code = as.vector(rbind(cells$row, cells$column)) - 1L,
    rater = as.vector(rbind(found$first[cells$pair], found$second[cells$pair])) - 1L,
    raters = ratings$raters, categories = ratings$categories, declared = TRUE,
    weight = as.double(cells$count), frequencies = TRUE,
    item_start = seq(0L, by = 2L, length.out = nrow(cells) + 1L),
    group_start = c(0L, cumsum(tabulate(cells$pair, length(found$first)))),
    group_status = rep("ok", length(found$first))
  )
  posterior_columns(pairs, place_of("model", entry$model), metric, metric, ci, skip = integer())
}
