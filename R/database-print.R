# Prints the tally of a database, and provides the counts for results.

format_remote.accord_remote <- function(x) {
  size <- item_sizes(x)
  n_ratings <- sum(x$weight * size)
  unused <- sum(x$weight[size < 2])
  # The names of raters are left out if the database is not available.
  raters <- tryCatch(remote_raters(x$remote), accord_error = function(cnd) NULL)
  groups <- x$group_status == "ok"
  c(
    paste0(
      "<accord_ratings> ", count(n_ratings, "rating"), ", ", count(sum(x$weight), "item"), ", ",
      if (!knows_raters(x)) "anonymous raters" else if (is.null(raters)) "raters" else count(length(raters), "rater")
    ),
    line("stored in", x$remote$rows$where),
    line("in memory", count(length(size), "pattern"), if (sum(groups) > 1) paste0(" in ", sum(groups), " groups")),
    line("level", if (is.na(x$level)) "not stated (numbers): give `level` when it matters" else x$level),
    line(
      "ratings per item", if (length(size)) range_words(size) else "none",
      if (unused > 0) paste0("; ", big(unused), " with fewer than two")
    ),
    if (!is.null(raters)) line("raters", rater_words(raters)),
    line("categories", category_shares(list(
      categories = x$categories, given = sum_by(rep(x$weight, size), x$code + 1L, length(x$categories))
    ))),
    if (ncol(x$groups)) line("groups", paste0(nrow(x$groups), " by ", paste(names(x$groups), collapse = ", "))),
    line("set aside", set_aside_words(x))
  )
}

range_words <- function(n) if (min(n) == max(n)) paste(big(n[1]), "each") else paste(big(min(n)), "to", big(max(n)))

count_raters_aside.accord_remote <- function(ratings, n, within) {
  remote <- ratings$remote
  if (!any(remote$n_set_aside > 0)) {
    return(integer(n))
  }
  aside <- raters_aside(remote)
  use <- aside$code %in% 0L & (is.null(within) | aside$group == within)
  of_raters <- vctrs::vec_match(remote_raters(remote), ratings$raters %||% remote_raters(remote))
  as.integer(sum_by(aside$n[use], of_raters[aside$rater[use]], n))
}
