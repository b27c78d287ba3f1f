# These columns of item_summary(groups = ) say in what groups of raters differ on each item.

# Returns columns for each item: the entropy within groups, the gap to that of all ratings, which is the Jensen-Shannon
# divergence of the groups less its mean under permutations of raters, and the largest difference of the shares of a
# category between two groups with a p value.
group_columns_of_items <- function(ratings, groups, base, permutations) {
  check_rated_once(ratings, "Groups of raters")
  found <- call_core(items_by_groups(ratings, groups$code, length(groups$names), as.integer(permutations)))
  two <- found$n_groups > 1
  list(
    n_groups = found$n_groups,
    entropy_within = ifelse(found$n_groups > 0, found$within / log(base), NA),
    gap = ifelse(two, (found$gap - if (permutations > 0) found$mean_gap else 0) / log(base), NA),
    difference = ifelse(two, found$difference, NA),
    p.value = if (permutations > 0) ifelse(two, (found$as_large + 1) / (permutations + 1), NA) else NA * found$within
  )
}
