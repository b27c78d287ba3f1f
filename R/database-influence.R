# The influence of raters for a table in a database. Without a rater, the items that the rater rated move to patterns
# with one rating less.

# Returns the same as without_each_rater() for ratings in memory, for models that do not use who rated.
lazy_without_raters <- function(ratings, asked) {
  given <- lazy_given(ratings)
  patterns <- pattern_counts(ratings)
  estimate <- function(sample) {
    call_core(agreement_by_group(core_sample(sample), asked$model, asked$metric, asked$metric, 0L, FALSE, integer()))
  }
  whole <- estimate(ratings)
  n_raters <- vctrs::vec_size(remote_raters(ratings$remote))
  cell <- (given$group - 1) * n_raters + given$rater
  all <- sort(unique(cell))
  group <- as.integer((all - 1) %/% n_raters) + 1L
  given$cell <- match(cell, all)
  given$pattern <- find_patterns(given, patterns)
  # Raters are processed in blocks, which bounds the memory.
  block <- cumsum(as.double(tabulate(patterns$group, length(ratings$group_status)))[group]) %/% 1e6
  parts <- lapply(split(seq_along(all), block), function(cells) {
    estimate(sample_without(ratings, given, patterns, cells, group[cells]))
  })
  list(
    estimate = whole$estimate, status = whole$status, group = group,
    rater = as.integer((all - 1) %% n_raters) + 1L,
    n_ratings = as.integer(sum_by(given$n, given$cell, length(all))),
    without = unlist(lapply(parts, `[[`, "estimate"), use.names = FALSE),
    without_status = unlist(lapply(parts, `[[`, "status"), use.names = FALSE)
  )
}

# Returns the tally as a table: `group`, `counts` and `weight` of each pattern.
pattern_counts <- function(ratings) {
  row <- rating_items(ratings)
  group <- item_groups(ratings)
  list(
    group = group,
    counts = table_of_counts(row, ratings$code + 1L, rep(1, length(row)), length(group), length(ratings$categories)),
    weight = ratings$weight
  )
}

# Returns the pattern of each row of `given`.
find_patterns <- function(given, patterns) {
  both <- rbind(patterns$counts, given$counts)
  columns <- c(list(c(patterns$group, given$group)), each_column(both))
  id <- code_columns(columns)$code
  n <- length(patterns$group)
  match(id[n + seq_along(given$group)], id[seq_len(n)])
}

# Returns ratings with a group for each of `cells` (a rater in a group): the ratings of the group without the rater.
sample_without <- function(ratings, given, patterns, cells, group) {
  of_group <- split(seq_along(patterns$group), factor(patterns$group, seq_along(ratings$group_status)))
  kept <- unlist(of_group[group], use.names = FALSE)
  kept_in <- rep(seq_along(cells), lengths(of_group[group]))
  use <- which(given$cell %in% cells)
  lost_in <- match(given$cell[use], cells)
  n_patterns <- length(patterns$group)
  lost <- match(
    (lost_in - 1) * n_patterns + given$pattern[use], (kept_in - 1) * n_patterns + kept
  )
  weight <- patterns$weight[kept] - sum_by(given$n[use], lost, length(kept))
  less <- given$counts[use, , drop = FALSE]
  at <- cbind(seq_along(use), given$code[use])
  less[at] <- less[at] - 1
  counts <- rbind(patterns$counts[kept, , drop = FALSE], less)
  weight <- c(weight, given$n[use])
  place <- c(kept_in, lost_in)
  order <- order(place)
  order <- order[weight[order] > 0]
  counts <- counts[order, , drop = FALSE]
  ratings$code <- rep.int(rep.int(seq_len(ncol(counts)) - 1L, nrow(counts)), as.vector(t(counts)))
  ratings$item_start <- c(0L, as.integer(cumsum(rowSums(counts))))
  ratings$weight <- weight[order]
  ratings$group_start <- c(0L, cumsum(tabulate(place[order], length(cells))))
  ratings$group_status <- rep("ok", length(cells))
  ratings
}
