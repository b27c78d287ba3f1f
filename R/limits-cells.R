# Numeric ratings as cells: a row for each item and rater.

# Returns a row for each item and rater of group `g`: the mean of the rater's ratings of the item, their number, and
# the root of their sum of squares around this mean.
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

# The cells of the items that both raters rated, or NULL if there are none.
shared_cells <- function(by_rater, pair) {
  # Elements are found by position, since a rater may have the id "", which cannot be the name of a list element.
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

# The root of the sum of squares in each group, in the order in which groups first appear.
root_of_squares <- function(x, group) {
  unit <- unit_of(x)
  unit * sqrt(rowsum((x / unit)^2, group, reorder = FALSE)[, 1])
}

# ---- Limits of agreement of each rater with the mean of all raters ----

# Limits by Jones, Dobson & O'Brian (2011), computed from the mean squares.
limits_with_mean <- function(cells, raters, share, conf_level, of = NULL) {
  check_single_ratings(cells)
  ids <- sort(unique(cells$rater))
  r <- length(ids)
  if (r < 2) {
    return(nobody_to_compare())
  }
  full <- cells[tabulate(cells$item)[cells$item] == r, ]
  tell_incomplete(length(unique(cells$item)), nrow(full) / r)
  row <- no_limits()
  row$n_items <- as.integer(nrow(full) / r)
  row$n_ratings <- nrow(full)
  points <- NULL
  n <- row$n_items
  cluster <- of[sort(unique(full$item))]
  row$n_clusters <- n_units <- if (is.null(of)) n else length(unique(cluster))
  if (n_units > 1) {
    scores <- matrix(full$mean[order(full$item, full$rater)], r)
    deviation <- scores - rep(colMeans(scores), each = r)
    unit <- unit_of(deviation)
    deviation <- deviation / unit
    parts <- deviation_parts(deviation, cluster)
    row$bias <- row$bias.conf.low <- row$bias.conf.high <- 0
    z <- stats::qnorm((1 + share) / 2)
    row$sd <- unit * sqrt(sum(parts[, 1] * parts[, 2]))
    ends <- unit * z * sqrt(variance_limits(parts, (1 - conf_level) / 2))
    row$lower <- -z * row$sd
    row$upper <- z * row$sd
    row[c("lower.conf.low", "lower.conf.high", "upper.conf.low", "upper.conf.high")] <- c(-rev(ends), ends)
    points <- data.frame(
      row = 1L, item = sort(full$item), mean = rep(colMeans(scores), each = r), difference = unit * c(deviation)
    )
    points$rater <- rep(as.character(vctrs::vec_slice(raters, ids)), n)
  }
  list(rows = vctrs::vec_cbind(data.frame(rater_1 = "each rater", rater_2 = "mean of all"), row), points = points)
}

# Weight, mean square and degrees of freedom of each part of the variance of a deviation from the mean of an item.
# `deviation`: a row for each rater, a column for each item. In clusters their means take the place of items, and the
# mean square within raters and clusters is added.
deviation_parts <- function(deviation, cluster = NULL) {
  r <- nrow(deviation)
  within <- NULL
  if (anyDuplicated(cluster)) {
    of <- match(cluster, unique(cluster))
    size <- tabulate(of)
    means <- t(rowsum(t(deviation), of) / size)
    df <- (r - 1) * sum(size - 1)
    within <- c((r - 1) / r * (1 - mean(1 / size)), sum((deviation - means[, of])^2) / df, df)
    deviation <- means
  }
  n <- ncol(deviation)
  of_rater <- rowMeans(deviation)
  squares <- c(n * sum(of_rater^2) / (r - 1), sum((deviation - of_rater)^2) / ((r - 1) * (n - 1)))
  unname(rbind(cbind((r - 1) / r * c(1, n - 1) / n, squares, c(r - 1, (r - 1) * (n - 1))), within))
}

# ---- Ratings paired by occasion: those of one item by two raters on the same occasion ----

# Returns ratings whose items are the pairs of item and occasion, each rated once by a rater. The occasions of an item
# are its cluster.
ratings_on_occasions <- function(data, quos, duplicates, ...) {
  check_data_frame(data, "rating")
  check_not_empty(data)
  check_occasions_only(setdiff(dots_names(...), "na"), "A comparison by occasion takes")
  check_choice(duplicates, c("error", "first", "last"), "duplicates")
  at <- lapply(rlang::set_names(c("rater", "rating", "occasion")), function(name) {
    data[[select_one(quos[[name]], data, name)]]
  })
  keys <- group_keys(data, group_columns(data, quos$by))
  item <- ids_at(data, select_ids(quos$item, data, "item"), "item")
  check_known(is.na(vctrs::vec_slice(item$values, item$code)), "item")
  occasion <- column_ids(at$occasion, "occasion")
  check_ids_given(vctrs::vec_slice(occasion$values, occasion$code), "rating", "occasion", which(!is.na(at$rating)))
  columns <- c(unclass(keys), list(
    .item = occasion_names(item, occasion), .rater = at$rater, .rating = at$rating, .of = item$code
  ))
  check_free_names(names(keys), c(".item", ".rater", ".rating", ".of"))
  frame <- tibble::new_tibble(columns, nrow = nrow(data))
  ratings_as_scores(
    frame, rlang::quos(item = ".item", rater = ".rater", rating = ".rating", by = tidyselect::all_of(!!names(keys))),
    level = NULL, categories = NULL, duplicates = duplicates, cluster = ".of", ...
  )
}

# Names of pairs of item and occasion for messages, or integer codes if two pairs would have the same name.
occasion_names <- function(item, occasion) {
  pair <- group_ids(list(item$code, occasion$code))$code
  name <- paste0(
    as.character(item$values)[item$code], ", occasion ", as.character(occasion$values)[occasion$code]
  )
  if (anyDuplicated(name[!duplicated(pair)])) pair else name
}

# Pairs of ratings on the same occasions, as the two means of each item and the root of the sum of squares of the
# differences around their mean.
linked_cells <- function(both, item) {
  of <- match(item[both$item], unique(item[both$item]))
  n <- tabulate(of)
  mean_of <- function(x) rowsum(x, of, reorder = TRUE)[, 1] / n
  d <- both$x - both$y
  list(
    x = unname(mean_of(both$x)), y = unname(mean_of(both$y)), n_1 = n, n_2 = n,
    around_both = unname(root_of_squares(d - mean_of(d)[of], of))
  )
}
