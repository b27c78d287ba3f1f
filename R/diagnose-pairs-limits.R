# Limits of pairs of raters from a posterior: each pair is a group of its own, of the items that both rated.

# `pairs`: a row for each, with `first` and `second`, the places of its raters.
posterior_of_pairs <- function(ratings, group, pairs, entry, metric, ci) {
  groups <- ratings_of_pairs(ratings, group, pairs)
  posterior_columns(groups, match(entry$model, MODELS) - 1L, metric, metric, ci, skip = integer())
}

ratings_of_pairs <- function(ratings, group, pairs) {
  items <- seq(ratings$group_start[group] + 1L, length.out = diff(ratings$group_start[group + 0:1]))
  size <- diff(ratings$item_start)[items]
  item <- rep(items, size)
  first <- ratings$item_start[items[1]]
  rating <- first + seq_along(item)
  met <- meetings(item, ratings$rater[rating] + 1L, ratings$code[rating])
  pair <- vctrs::vec_match(met[c("first", "second")], pairs[c("first", "second")])
  met <- met[order(pair, na.last = NA, method = "radix"), ]
  counts <- tabulate(pair, nrow(pairs))
  list(
    code = as.vector(rbind(met$code_first, met$code_second)),
    rater = as.vector(rbind(met$first, met$second)) - 1L,
    raters = ratings$raters, categories = ratings$categories, declared = TRUE,
    item_start = seq(0L, by = 2L, length.out = nrow(met) + 1L),
    group_start = cumsum(c(0L, counts)), group_status = rep("ok", nrow(pairs))
  )
}

# Every two ratings of an item by two raters, the one who comes first in the list of raters before the other.
meetings <- function(item, rater, code) {
  found <- list()
  n <- length(item)
  for (lag in seq_len(max(tabulate(match(item, unique(item))), 1) - 1)) {
    from <- which(item[seq_len(n - lag)] == item[lag + seq_len(n - lag)])
    to <- from + lag
    swap <- rater[from] > rater[to]
    low <- ifelse(swap, to, from)
    high <- ifelse(swap, from, to)
    found[[lag]] <- data.frame(
      first = rater[low], second = rater[high], code_first = code[low], code_second = code[high]
    )[rater[low] != rater[high], ]
  }
  vctrs::vec_rbind(!!!found, .ptype = data.frame(
    first = integer(), second = integer(), code_first = integer(), code_second = integer()
  ))
}
