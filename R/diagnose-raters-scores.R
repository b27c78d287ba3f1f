# Marks of each rater beside those of the others without a model: difference, correlation, exact and adjacent agreement.

# `rows`: group and rater of each row of the summary. Returns the columns, `NA` for raters whom nobody can be compared
# with.
rater_scores <- function(ratings, rows, value) {
  item <- rep(seq_along(ratings$items), diff(ratings$item_start))
  group <- rep(seq_along(ratings$group_status), diff(ratings$group_start))[item]
  code <- ratings$code + 1L
  scale <- unit_of(value)
  value <- value / scale
  x <- value[code]
  own <- group_ids(list(item = item, rater = ratings$rater))$code
  total <- function(y, key) sum_by(as.double(y), key, max(key))
  n <- total(rep(1, length(x)), item)[item] - total(rep(1, length(x)), own)[own]
  mean <- (total(x, item)[item] - total(x, own)[own]) / n
  # The share of the ratings by others that are `step` categories above.
  share <- function(step) (count_at(item, code, step) - count_at(own, code, step)) / n
  beside <- diff(value) <= score_unit(value) * (1 + 1e-9)
  exact <- share(0L)
  adjacent <- exact + ifelse(c(beside, FALSE)[code], share(1L), 0) + ifelse(c(FALSE, beside)[code], share(-1L), 0)
  row <- vctrs::vec_match(
    data.frame(group = group, rater = ratings$rater + 1L), data.frame(group = rows$group, rater = rows$rater)
  )
  compared <- which(n > 0 & !is.na(row))
  row <- row[compared]
  size <- tabulate(row, length(rows$rater))
  mean_of <- function(y) undefined_as_na(sum_by(y[compared], row, length(size)) / size)
  list(
    difference = scale * mean_of(x - mean),
    correlation = undefined_as_na(correlation_by(x[compared], mean[compared], row, length(size))),
    exact = mean_of(exact), adjacent = mean_of(adjacent)
  )
}

# For each rating the number of ratings with the same key that are `step` categories above its own.
count_at <- function(key, code, step) {
  cell <- group_ids(list(key = key, code = code))
  at <- vctrs::vec_match(
    data.frame(key = key, code = code + step), data.frame(key = cell$values$key, code = cell$values$code)
  )
  counts <- tabulate(cell$code, length(cell$values$key))
  ifelse(is.na(at), 0, counts[at])
}

# A step of the scale: the smallest difference of two categories.
score_unit <- function(value) if (length(value) > 1) min(diff(sort(value))) else 1
