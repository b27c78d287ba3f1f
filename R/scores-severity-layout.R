# Any layout of ratings as a row per rating.

# Any layout of ratings as rows.
severity_rows <- function(data, columns, others, duplicates, ...) {
  check_no_categories(...)
  given <- names(others)[!vapply(others, rlang::quo_is_null, NA)]
  if (length(given)) {
    abort_argument(data, "data", paste0("a data frame with a row per rating, where `", given[1], "` is given"))
  }
  ratings <- verb_ratings(
    data, columns,
    level = NULL, categories = NULL, duplicates = duplicates, ..., .weighted = "Severities"
  )
  check_no_groups(ratings, "Models of scores are fitted to all rows.")
  check_no_clusters(ratings, "Severities")
  check_named_raters(ratings, "Severity needs")
  ratings$items <- ids_of_copies(ratings$items)
  tibble::as_tibble(ratings)[c("item", "rater", "rating")]
}

# A frequency stands for items of their own, which need ids of their own.
ids_of_copies <- function(items) {
  again <- vctrs::vec_duplicate_detect(items)
  if (!any(again)) {
    return(items)
  }
  id <- vctrs::vec_group_id(items)
  copy <- stats::ave(seq_along(id), id, FUN = seq_along)
  name <- id_text(items)
  ifelse(again, paste0(name, ", copy ", copy), name)
}
