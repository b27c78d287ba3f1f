# The ratings that fair marks are for: those of the fit, or new ones by its raters.

# Returns a list: `all` (a tibble of items with `n_raters` and `n_ratings`), by rating `code` (the row in `all`), `cell`
# of facets, `rating` and its `count`; `problem` for the core, and `items`, the ids of its items.
rated_items <- function(rows, count, model, problem, items) {
  id <- group_ids(rows[[model$names[["item"]]]])
  sorted <- sorted_places(id$values)
  code <- order(sorted)[id$code]
  n <- length(sorted)
  pair <- !duplicated(tibble::new_tibble(list(code = code, rater = rows[[model$names[["rater"]]]]), nrow = nrow(rows)))
  facets <- names(model$facets)
  rating <- rows[[model$rating_name]]
  if (is.factor(rating)) rating <- model$values[as.integer(rating)]
  list(
    all = tibble::tibble(
      item = vctrs::vec_slice(id$values, sorted), n_raters = tabulate(code[pair], n),
      n_ratings = as.integer(sum_by(count, code, n))
    ),
    code = code, rating = as.double(rating), count = count, problem = problem, items = items,
    cell = if (length(facets)) vctrs::vec_match(rows[facets], model$facet_cells) else rep(1L, nrow(rows))
  )
}

own_ratings <- function(parts) {
  rated_items(parts$ratings$rows, parts$ratings$count, parts$model, parts$model$problem, parts$model$items)
}

scored_ratings <- function(newdata, model) {
  if (!is.data.frame(newdata)) abort_argument(newdata, "newdata", "a data frame with a row per rating")
  check_not_empty(newdata, "newdata")
  needed <- c(model$names, model$rating_name)
  check_new_columns(newdata, needed)
  newdata <- tibble::as_tibble(newdata)[needed]
  newdata[[model$rating_name]] <- new_scale(newdata[[model$rating_name]], model)
  place <- function(key) match(model$names[[key]], needed)
  facets <- names(Filter(is_facet, as.list(rlang::set_names(names(model$names)))))
  design <- read_severity(
    newdata, list(item = place("item"), rater = place("rater"), rating = length(needed)),
    vapply(facets, place, 0L, USE.NAMES = FALSE), if ("batch" %in% names(model$names)) place("batch"), "error"
  )
  check_some_ratings(design$rating)
  code <- Map(function(key, column) {
    match(id_text(design$levels[[key]]), id_text(new_levels(key, model)))[column]
  }, names(design$columns), design$columns)
  for (key in setdiff(names(code), "item")) check_known_levels(design, key, code[[key]], model)
  by <- intersect(c("rater", "batch"), names(code))
  known <- tibble::new_tibble(lapply(rlang::set_names(by), function(key) {
    match(id_text(model$raters[[key]]), id_text(new_levels(key, model)))
  }), nrow = nrow(model$raters))
  cell <- vctrs::vec_match(tibble::new_tibble(code[by], nrow = length(design$rating)), known)
  check_new_scale(design$rating, model)
  kept <- which(!is.na(cell))
  item <- design$columns$item[kept]
  group <- rep(1L, length(kept))
  if (!is.null(model$steps)) {
    levels <- if (model$steps == "rater") model$all_raters else model$facets[[model$names[[model$steps]]]]
    group <- match(code[[model$steps]][kept], match(id_text(model$groups), id_text(levels)))
  }
  problem <- severity_problem(
    model$shape, design$rating[kept] - model$low, design$count[kept], dense_codes(item), cell[kept],
    lapply(rlang::set_names(facets), function(key) code[[key]][kept]), group,
    if (model$slopes) match(code$rater[kept], model$slope_raters)
  )
  rows <- lapply(names(design$names), function(key) {
    if (key == "item") {
      vctrs::vec_slice(design$levels$item, design$columns$item)
    } else {
      vctrs::vec_slice(new_levels(key, model), code[[key]])
    }
  })
  rows <- tibble::new_tibble(
    rlang::set_names(c(rows, list(design$rating)), c(design$names, model$rating_name)), nrow = length(design$rating)
  )
  rated_items(rows, design$count, model, problem, vctrs::vec_slice(design$levels$item, sort(unique(item))))
}

# The levels of a column that the fit knows.
new_levels <- function(key, model) {
  switch(key, item = NULL, rater = model$all_raters, batch = model$batches, model$facets[[model$names[[key]]]])
}

check_new_columns <- function(newdata, needed) {
  lacking <- setdiff(needed, names(newdata))
  if (length(lacking)) {
    abort_accord(
      "missing_column",
      c(
        "{.arg newdata} must have the columns of the fit.",
        x = "{length(lacking)} {?is/are} not there: {.field {lacking}}.",
        i = "It needs {.field {needed}}."
      ),
      columns = lacking
    )
  }
}

check_known_levels <- function(design, key, code, model) {
  unknown <- unique(design$columns[[key]][is.na(code)])
  if (length(unknown)) {
    name <- model$names[[key]]
    found <- as.character(vctrs::vec_slice(design$levels[[key]], unknown))
    hints <- unique(unlist(lapply(found[!is.na(found)], nearest, choices = as.character(new_levels(key, model)))))
    abort_accord(
      "unknown_levels",
      c(
        "New ratings need estimates for their raters and levels.",
        x = "{length(found)} of {.field {name}} {cli::qty(length(found))}{?is/are} not in the fit: {.val
             {first_few(found)}}.",
        i = if (length(hints)) "Did you mean {.val {first_few(hints)}}?",
        i = "Fit the model to all ratings, or leave out these rows."
      ),
      column = name, levels = found
    )
  }
}

# Ratings as in the fit: its ordered levels, or numbers. Levels of another factor that are numbers have these values.
new_scale <- function(x, model) {
  if (is.null(model$labels) && !is.ordered(x)) {
    return(x)
  }
  given <- as.character(x)
  if (is.null(model$labels)) {
    numbers <- suppressWarnings(as.double(given))
    check_in_scale(unique(given[!is.na(given) & is.na(numbers)]), as.character(fit_scale(model)))
    return(numbers)
  }
  check_in_scale(unique(given[!is.na(given)]), model$labels)
  factor(given, model$labels, ordered = TRUE)
}

# The values of the ratings that occurred in the fit.
fit_scale <- function(model) model$low + c(0, model$shape$inner, model$shape$top)

check_new_scale <- function(rating, model) {
  name <- function(x) if (is.null(model$labels)) as.character(x) else labels_of(x, model)
  check_in_scale(name(sort(unique(rating))), name(fit_scale(model)))
}

check_in_scale <- function(found, scale) {
  odd <- setdiff(found, scale)
  if (length(odd)) {
    abort_accord(
      "outside_categories",
      c(
        "New ratings must be among those of the fit.",
        x = "{length(odd)} value{?s} {?is/are} not: {.val {first_few(odd)}}.",
        i = "The fit has {.val {first_few(scale)}}."
      ),
      values = odd
    )
  }
}
