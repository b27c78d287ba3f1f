# Each rating with what the model expects of it, for augment().

# A list: `cells`, the rater (and batch) of each row of the result; `cell`, that of each rating; `rows`, a tibble with
# the names of the data. Ratings that were set aside (not in `kept`) have nothing that is expected of them.
fitted_ratings <- function(fit, design, kept) {
  n <- length(design$rating)
  at <- kept[fit$problem$sorted]
  spread <- function(x) replace(rep(NA_real_, n), at, if (fit$status == "ok") x else NA_real_)
  expected <- spread(fit$low + fit$expected)
  residual <- design$rating - expected
  code <- design$columns
  cell <- code$rater
  code$rater <- code$own
  columns <- lapply(names(design$names), function(key) vctrs::vec_slice(design$levels[[key]], code[[key]]))
  rating <- design$rating
  if (!is.null(design$labels)) rating <- factor(design$labels[rating], design$labels, ordered = TRUE)
  rows <- tibble::new_tibble(c(
    rlang::set_names(columns, design$names), rlang::set_names(list(rating), design$rating_name),
    list(.fitted = expected, .resid = residual, .std.resid = residual / sqrt(spread(fit$variance)))
  ), nrow = n)
  list(cells = tibble::new_tibble(cell_keys(design), nrow = length(design$cell_label)), cell = cell, rows = rows)
}
