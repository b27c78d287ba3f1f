# Kappa of each rater against the other ratings of its items, with an interval over the items.
#
# Rating j, one of m on its item, agrees with a share a_j of the others, whose shares of the categories are
# s_jk. Chance: the rater's own shares p_k against the mean q_k of s_jk. With A the mean of a_j,
#   kappa = (A - C) / (1 - C),  C = sum_k p_k q_k,
# and the derivatives of A and C with the weight of rating j are a_j - A and q[own category] + sum_k p_k s_jk
# - 2 C.

# `rows`: `group` and `rater` of each row of the summary. A list of `kappa`, `kappa_low` and `kappa_high`.
kappa_of_raters <- function(ratings, rows, conf_level) {
  size <- item_sizes(ratings)
  item <- rep.int(seq_along(size), size)
  group <- findInterval(item - 1L, ratings$group_start)
  n_raters <- length(ratings$raters)
  place <- match((group - 1) * n_raters + ratings$rater + 1, (rows$group - 1) * n_raters + rows$rater)
  use <- which(size[item] > 1 & !is.na(place))
  cells <- cells_of_items(item, ratings$code + 1L, length(size))
  k <- length(ratings$categories)
  kappa_in_parts(ratings$code + 1L, item, place, size, cells, k, use, length(rows$rater), conf_level)
}

# `use`: the ratings that count, `weight` of them as often as it says.
kappa_in_parts <- function(code, item, place, size, cells, k, use, n_rows, conf_level, weight = NULL) {
  use <- use[order(place[use])]
  # Raters whole, so many at once as bound the memory.
  at_once <- cumsum(as.double(cells$n[item[use]])) %/% 2e6
  first <- at_once[match(place[use], place[use])]
  none <- rep(NA_real_, n_rows)
  result <- list(kappa = none, kappa_low = none, kappa_high = none)
  for (part in split(use, first)) {
    often <- if (is.null(weight)) rep(1, length(part)) else weight[part]
    found <- kappa_of_part(code[part], item[part], place[part], size, cells, k, often)
    half <- stats::qt((1 + conf_level) / 2, pmax(found$n - 1, 1)) * found$std.error
    half[found$n < 2 | half == 0] <- NA_real_
    result$kappa[found$place] <- found$kappa
    result$kappa_low[found$place] <- pmax(found$kappa - half, -1)
    result$kappa_high[found$place] <- pmin(found$kappa + half, 1)
  }
  result
}

# The categories that each item received: `code` and `count`, those of item i from `start[i]` on, `n[i]` of
# them.
cells_of_items <- function(item, code, n_items) {
  id <- group_ids(list(item, code))
  sorted <- order(id$values[[1]])
  n <- tabulate(id$values[[1]], n_items)
  list(
    code = id$values[[2]][sorted], count = tabulate(id$code, length(sorted))[sorted],
    n = n, start = cumsum(c(1L, n))[seq_len(n_items)]
  )
}

kappa_of_part <- function(code, item, place, size, cells, k, often) {
  who <- unique(place)
  g <- match(place, who)
  n <- sum_by(often, g, length(who))
  rating <- rep.int(seq_along(item), cells$n[item])
  cell <- sequence(cells$n[item], cells$start[item])
  category <- cells$code[cell]
  own <- category == code[rating]
  share <- (cells$count[cell] - own) / (size[item[rating]] - 1)

  own_share <- share[own]
  used <- table_of(g, code, often, length(who), k) / n
  others <- table_of(g[rating], category, share * often[rating], length(who), k) / n
  by_rater <- function(x) drop(rowsum(x * often, g)) / n
  agreed <- by_rater(own_share)
  chance <- rowSums(used * others)
  of_others <- drop(rowsum(used[cbind(g[rating], category)] * share, rating))
  d_agreed <- own_share - agreed[g]
  d_chance <- others[cbind(g, code)] + of_others - 2 * chance[g]
  rest <- 1 - chance
  influence <- (d_agreed * rest[g] - d_chance * (1 - agreed[g])) / rest[g]^2
  influence[abs(influence) < 1e-12] <- 0
  kappa <- (agreed - chance) / rest
  kappa[rest < 1e-12] <- NA_real_
  list(
    place = who, n = n, kappa = kappa,
    std.error = ifelse(is.na(kappa), NA_real_, sqrt(by_rater(influence^2) / pmax(n - 1, 1)))
  )
}

# Sums of `x` by row and column of a table.
table_of <- function(row, column, x, n_rows, n_columns) {
  at <- row + (column - 1) * as.double(n_rows)
  sums <- rowsum(x, at)
  result <- matrix(0, n_rows, n_columns)
  result[as.double(rownames(sums))] <- sums
  result
}
