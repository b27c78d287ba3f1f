# Ratings that are numbers as cells: a row for each rater of each item.

# The means of the ratings that a rater gave an item of group `g`: a row each, with their number and the root of the
# sum of squares around the mean.
score_cells <- function(ratings, values, g) {
  items <- items_of_group(ratings, g)
  n <- item_sizes(ratings)[items]
  rows <- seq(ratings$item_start[ratings$group_start[g] + 1L] + 1L, length.out = sum(n))
  value <- values[ratings$code[rows] + 1L]
  cells <- data.frame(item = rep(seq_along(items), n), rater = ratings$rater[rows] + 1L)
  if (nrow(cells) == 0) {
    return(data.frame(item = integer(), rater = integer(), n = double(), mean = double(), around = double()))
  }
  cell <- vctrs::vec_group_id(cells)
  sums <- rowsum(cbind(1, value), cell, reorder = FALSE)
  mean <- sums[, 2] / sums[, 1]
  around <- root_of_squares(value - mean[cell], cell)
  cells <- cells[!duplicated(cell), ]
  data.frame(item = cells$item, rater = cells$rater, n = sums[, 1], mean = mean, around = around)
}

# Those of the items that two raters share, NULL if there is none.
shared_cells <- function(by_rater, pair) {
  # By place: a list has no element of the name "", but a column may.
  at <- match(as.character(pair), names(by_rater))
  one <- by_rater[[at[1]]]
  two <- by_rater[[at[2]]]
  place <- match(one$item, two$item)
  here <- which(!is.na(place))
  there <- place[here]
  if (length(here)) {
    list(
      item = one$item[here], x = one$mean[here], y = two$mean[there], n_1 = one$n[here], n_2 = two$n[there],
      around_1 = one$around[here], around_2 = two$around[there]
    )
  }
}

# The root of the sum of squares of each group, in the order of the groups' first members.
root_of_squares <- function(x, group) {
  unit <- unit_of(x)
  unit * sqrt(rowsum((x / unit)^2, group, reorder = FALSE)[, 1])
}
