# Converts any layout of ratings to a row per rating.

# Arguments of as_ratings(), which is then also used for a data frame with a row per rating.
OF_AS_RATINGS <- c("layout", "cluster", "case_weights", "separator", "na")

# Converts ratings in any layout to rows.
severity_rows <- function(data, columns, others, duplicates, ...) {
  check_no_categories(...)
  given <- names(others)[!vapply(others, rlang::quo_is_null, NA)]
  beside <- setdiff(intersect(OF_AS_RATINGS, dots_names(...)), "layout")
  if (length(given) && is.data.frame(data) && length(beside)) {
    abort_accord(
      "argument",
      c(
        "{.arg {c(given, beside)}} cannot be combined.",
        x = "{.arg {beside}} {?is/are} for {.fn as_ratings}, which has only items, raters and ratings.",
        i = "Leave out {.arg {beside}}."
      ),
      argument = beside[1]
    )
  }
  if (length(given)) {
    abort_argument(data, "data", paste0("a data frame with a row per rating, where `", given[1], "` is given"))
  }
  # The rows are checked for such numbers later.
  ratings <- without_warnings(verb_ratings(
    data, columns,
    level = NULL, categories = NULL, duplicates = duplicates, ..., .weighted = "Severities"
  ), "missing_code")
  check_no_groups(ratings, "Models of scores are fitted to all rows.")
  check_no_clusters(ratings, "Severities")
  check_named_raters(ratings, "Severity needs")
  ratings$items <- ids_of_copies(ratings$items)
  rows <- tibble::as_tibble(ratings)[c("item", "rater", "rating")]
  if (ratings$level %in% "ordinal" && is.character(ratings$categories)) {
    rows$rating <- factor(rows$rating, ratings$categories, ordered = TRUE)
  } else if (ratings$level %in% "ordinal" && is.numeric(ratings$categories)) {
    rows$rating <- as_steps(rows$rating)
  }
  if (!is.data.frame(data)) severity_ratings(rows$rating, "rating", counts = TRUE)
  rows
}

# Numbers at the ordinal level that are steps of a part of 1, such as half marks, as an ordered factor of all steps from
# the lowest to the highest; others as they are.
as_steps <- function(x) {
  parts <- parts_of_steps(x)
  ends <- range(x, na.rm = TRUE)
  if (length(parts) == 0 || diff(ends) * parts > MOST_STEPS) {
    return(x)
  }
  steps <- seq(round(ends[1] * parts), round(ends[2] * parts))
  factor(id_text(round(x * parts) / parts), id_text(steps / parts), ordered = TRUE)
}

# The least number, up to 10, by which ratings that are not whole become whole, or NULL.
parts_of_steps <- function(x) {
  if (any(!is.finite(x[!is.na(x)])) || all(x == round(x), na.rm = TRUE)) return(NULL)
  Find(function(k) all(abs(x * k - round(x * k)) < 1e-8, na.rm = TRUE), 2:10)
}

# Gives ids to the copies of an item with a frequency, since each copy is an item of its own.
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
