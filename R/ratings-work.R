# Estimates of work that grows with pairs of raters or of categories, before it begins.

# The number of pairs of ratings of a common item in each group; `items`: the number of items like each one.
count_meetings <- function(ratings, items = if (is_remote(ratings)) ratings$weight %||% 1 else 1) {
  size <- as.double(item_sizes(ratings))
  pairs <- c(0, cumsum(size * (size - 1) / 2 * items))
  diff(pairs[ratings$group_start + 1L])
}

MOST_PAIRS <- 1e7 # rows of a result, which take some GB
MOST_MEETINGS <- 2e10 # takes about an hour

# `rows`: whether the result has a row for each pair of raters with at least `min_items` common items.
check_pair_work <- function(ratings, rows = FALSE, min_items = 1) {
  meetings <- max(count_meetings(ratings), 0)
  n_raters <- if (meetings > MOST_PAIRS) count_raters(ratings) else Inf
  # An item with a frequency may account for all common items of a pair.
  least <- if (is.null(ratings$weight) || is_remote(ratings)) max(min_items, 1) else 1
  pairs <- min(meetings / least, n_raters * (n_raters - 1) / 2)
  if (rows && pairs > MOST_PAIRS) {
    abort_accord(
      "too_large",
      c(
        "A result has at most {big(MOST_PAIRS)} pairs of raters.",
        x = "{big(n_raters)} raters may make {big(round(pairs))}.",
        i = "Keep to some raters, or to pairs with more common items by {.arg min_items}; {.fn rater_summary} has a
          row per rater."
      ),
      size = pairs
    )
  }
  if (meetings > MOST_MEETINGS) {
    abort_accord(
      "too_large",
      c(
        "At most {big(MOST_MEETINGS)} pairs of ratings of an item by two raters are compared.",
        x = "There are {format(meetings, digits = 2)} such pairs.",
        i = "Leave out items with very many ratings, or use a coefficient that does not compare pairs."
      ),
      size = meetings
    )
  }
}

MOST_DRAWN_MEETINGS <- 3e6 # takes some seconds, and a GB of memory

# The posterior of Light's kappa has totals for each pair of raters, and each draw adds all pairs of ratings. If these
# are many, equal items are combined, which passes over all ratings. The estimate of the work and the draws use the
# result, so it is kept; it is empty if they are few.
with_joined_items <- function(ratings) {
  if (!is.null(ratings$joined)) {
    return(ratings)
  }
  joins <- !is_remote(ratings) && is.null(ratings$cluster) && knows_raters(ratings) && !has_sampling_weights(ratings)
  many <- joins && max(count_meetings(ratings), 0) > MOST_DRAWN_MEETINGS
  ratings$joined <- if (many) join_equal_items(ratings) else list()
  ratings
}

for_drawn_pairs <- function(ratings) {
  joined <- with_joined_items(ratings)$joined
  if (length(joined)) joined else ratings
}

count_drawn_meetings <- function(ratings) count_meetings(for_drawn_pairs(ratings))

# `groups`: those whose limits are drawn.
check_pair_draws <- function(ratings, groups = seq_along(ratings$group_status)) {
  meetings <- max(count_drawn_meetings(ratings)[groups], 0)
  if (meetings > MOST_DRAWN_MEETINGS) {
    abort_accord(
      "too_large",
      c(
        "The Bayesian interval of Light's kappa takes at most {big(MOST_DRAWN_MEETINGS)} pairs of ratings of an item.",
        x = "{big(count_raters(ratings))} raters gave {big(meetings)} such pairs, on items that differ.",
        i = "Choose another interval by {.arg ci}, such as {.code ci_jackknife()}, or {.code ci_none()}."
      ),
      size = meetings
    )
  }
}

# Stops if a square table over `n` things would be too large for memory.
check_square <- function(n, what, advice) {
  size <- as.double(n)^2
  if (size > 4e8) {
    abort_accord(
      "too_large",
      c(
        "A table of pairs must fit into memory.",
        x = "{big(n)} {what} need {format(round(8 * size / 2^30))} GB.",
        i = advice
      ),
      size = size
    )
  }
}
