# Pairs of raters whose intervals are over clusters of items: each pair is a group of the items that both rated, since
# a matrix of two raters does not show the clusters.

clustered_pairs <- function(ratings, entry, metrics, ci, min_items, confusion) {
  by_group <- lapply(seq_along(ratings$group_status), function(g) {
    least <- if (ratings$group_status[g] == "ok") min_items else Inf
    found <- call_core(agreement_by_pair(
      ratings, g - 1L, place_of("model", entry$model), metrics$alpha %||% metrics$weights, ci$variance,
      ci$null_variance, least, confusion, n_threads()
    ))
    found$group <- rep(g, length(found$first))
    found
  })
  all <- function(name) unlist(lapply(by_group, `[[`, name))
  first <- all("first")
  second <- all("second")
  group <- all("group")
  aside <- do.call(rbind, lapply(seq_along(by_group), function(g) {
    count_set_aside(ratings, "rater", length(ratings$raters), within = g)
  }))
  result <- measure_pairs(pairs_in_clusters(ratings, group, first, second), entry, metrics, ci)
  result$n_categories <- n_categories_by_group(ratings)[group]
  result$n_set_aside <- as.integer(aside[cbind(group, first)] + aside[cbind(group, second)])
  if (confusion) {
    result$confusion <- unlist(lapply(by_group, function(found) {
      confusion_tables(found$cells, length(found$first), ratings$categories)
    }), recursive = FALSE)
  }
  class(result) <- unique(c("accord_pairs", class(result)))
  result
}

# Returns ratings with a group for each pair: the items that both rated, with the ratings of these two.
pairs_in_clusters <- function(ratings, group, first, second) {
  item <- rating_items(ratings)
  rows_of <- split(seq_along(item), factor(ratings$rater + 1L, seq_along(ratings$raters)))
  within <- lapply(seq_along(ratings$group_status), function(g) range(items_of_group(ratings, g)))
  rows <- Map(function(g, a, b) {
    own <- lapply(rows_of[c(a, b)], function(rows) rows[item[rows] >= within[[g]][1] & item[rows] <= within[[g]][2]])
    common <- intersect(item[own[[1]]], item[own[[2]]])
    own <- sort(unlist(own, use.names = FALSE))
    own[item[own] %in% common]
  }, group, first, second)
  items <- lapply(rows, function(own) unique(item[own]))
  size <- unlist(Map(function(own, at) tabulate(match(item[own], at), length(at)), rows, items))
  pairs <- take_items(ratings, unlist(items))
  rows <- unlist(rows)
  pairs$code <- ratings$code[rows]
  pairs$rater <- ratings$rater[rows]
  pairs$item_start <- c(0L, cumsum(size))
  pairs$group_start <- c(0L, cumsum(lengths(items)))
  pairs$group_status <- rep("ok", length(group))
  pairs$groups <- tibble::new_tibble(c(as.list(vctrs::vec_slice(ratings$groups, group)), list(
    rater_1 = vctrs::vec_slice(ratings$raters, first), rater_2 = vctrs::vec_slice(ratings$raters, second)
  )), nrow = length(group))
  pairs$set_aside <- ratings$set_aside[0, ]
  pairs
}
