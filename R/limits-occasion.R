# Ratings that belong together in pairs: those of one item by two raters on the same occasion.

# Ratings of items on occasions: an item on an occasion is what raters rate once, and those of one item are a cluster.
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
  verb_ratings(
    frame, rlang::quos(item = ".item", rater = ".rater", rating = ".rating", by = tidyselect::all_of(!!names(keys))),
    level = NULL, categories = NULL, duplicates = duplicates, cluster = ".of", ..., .scores = TRUE
  )
}

# As messages show them; codes, where two pairs would have one name.
occasion_names <- function(item, occasion) {
  pair <- group_ids(list(item$code, occasion$code))$code
  name <- paste0(
    as.character(item$values)[item$code], ", occasion ", as.character(occasion$values)[occasion$code]
  )
  if (anyDuplicated(name[!duplicated(pair)])) pair else name
}

# Pairs of ratings that two raters gave on the same occasions, as means of each item and what lies around them.
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
