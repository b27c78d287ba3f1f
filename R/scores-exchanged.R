# A sign that items and raters of scores are exchanged.

# The rows of `squares`, mean squares by least squares, in which each of many raters gave ratings to the same few items,
# and it is the raters who differ: their variance is four times that of the items and at least 1.5 times the error, so
# that with items and raters exchanged the correlation would be .6 or more. Raters who differ so much more than what
# they rated are rare.
variances_of <- function(squares) {
  n_items <- squares$df_items + 1
  n_raters <- squares$df_raters + 1
  share <- (n_items + squares$df_raters + squares$df_error) / (n_items * n_raters)
  items <- (squares$items - squares$error) / squares$per_item
  raters <- (squares$raters - squares$error) / squares$per_rater
  exchanged <- n_raters >= 2 * n_items & share >= 0.5 & squares$df_error > 0 &
    raters >= 4 * items & raters >= 1.5 * squares$error
  list(
    items = pmax(items, 0), raters = raters, error = squares$error, n_items = n_items, n_raters = n_raters,
    exchanged = exchanged
  )
}

# Warns if all groups look so. `told`: a function of the variances, which says what the exchange would change.
warn_exchanged <- function(squares, told) {
  variances <- variances_of(squares)
  if (length(variances$exchanged) && isTRUE(all(variances$exchanged))) {
    n_items <- variances$n_items[1]
    n_raters <- variances$n_raters[1]
    warn_accord(
      "exchanged",
      c(
        "Items are what was rated, and should differ more than the raters.",
        x = paste0(
          cli::format_inline("{big(n_raters)} raters of {big(n_items)} items differ more than the items: "),
          told(variances), "."
        ),
        i = "If the {big(n_raters)} are what was rated, exchange {.arg item} and {.arg rater}, or use the other
             {.arg layout}."
      ),
      n_items = n_items, n_raters = n_raters
    )
  }
}

# The same for a design with a row per rating.
warn_exchanged_severity <- function(design) {
  if (length(design$rating) == 0) return(invisible())
  seen <- seen_ratings(design)
  seen$group_start <- c(0L, length(seen$item_start) - 1L)
  squares <- call_core(icc_by_group(seen, as.double(seen$categories), place_of("icc_design", "least_squares")))
  squares[squares$status > 0, names(squares) != "status"] <- NA_real_
  warn_exchanged(squares, function(variances) {
    # The mean squares are those of ratings divided by a unit.
    sd <- lapply(variances[c("items", "raters")], function(x) {
      formatC(squares$unit * sqrt(x), digits = 2, format = "f")
    })
    paste("the standard deviation of their effects is", sd$raters, "points, that of the items", sd$items)
  })
}
