# Marks of two raters beside each other without a model: difference, correlation, exact and adjacent agreement.

# The values of the categories: numbers, or the positions of an ordered scale.
pair_scores <- function(ratings) {
  numbers <- is.numeric(ratings$categories)
  if (!numbers && !isTRUE(ratings$has_order) && !ratings$level %in% "ordinal") {
    abort_accord(
      "level",
      c(
        "{.code scores = TRUE} needs ratings with an order: numbers, or an ordered factor.",
        x = "The ratings are labels: {.val {first_few(as.character(ratings$categories))}}."
      ),
      level = ratings$level, categories = as.character(ratings$categories)
    )
  }
  if (numbers) as.double(ratings$categories) else as.double(seq_along(ratings$categories))
}

# `cells`: a row for each cell of the tables of `n` pairs, with its `pair`, `row`, `column` and `count`.
score_columns <- function(cells, n, value) {
  scale <- unit_of(value)
  value <- value / scale
  first <- value[cells$row]
  second <- value[cells$column]
  total <- function(x) sum_by(as.double(cells$count) * x, cells$pair, n)
  size <- total(rep(1, nrow(cells)))
  mean_1 <- total(first) / size
  mean_2 <- total(second) / size
  apart <- abs(first - second)
  unit <- score_unit(value)
  list(
    difference = scale * (mean_2 - mean_1),
    correlation = weighted_correlation_by(first, second, as.double(cells$count), cells$pair, n),
    exact = total(apart == 0) / size, adjacent = total(apart <= unit * (1 + 1e-9)) / size
  )
}
