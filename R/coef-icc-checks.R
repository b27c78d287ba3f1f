# A sign that items and raters of icc() are exchanged.

# Warns if, in all groups, each of many raters gave few ratings to the same few items, and it is the raters who differ:
# their variance is four times that of the items and at least 1.5 times the error, so that with items and raters
# exchanged the correlation would be .6 or more. Raters who differ so much more than what they rated are rare.
warn_exchanged <- function(squares) {
  n_items <- squares$df_items + 1
  n_raters <- squares$df_raters + 1
  share <- (n_items + squares$df_raters + squares$df_error) / (n_items * n_raters)
  of_items <- (squares$items - squares$error) / squares$per_item
  of_raters <- (squares$raters - squares$error) / squares$per_rater
  looks <- n_raters >= 2 * n_items & share >= 0.5 & squares$df_error > 0 &
    of_raters >= 4 * of_items & of_raters >= 1.5 * squares$error
  if (length(looks) && isTRUE(all(looks))) {
    number <- function(x) sub("^0", "", formatC(x[1], digits = 2, format = "f"))
    now <- number(pmax(of_items, 0) / (pmax(of_items, 0) + squares$error))
    exchanged <- number(of_raters / (of_raters + squares$error))
    warn_accord(
      "exchanged",
      c(
        "Items are what was rated, and should differ more than the raters.",
        x = "{big(n_raters[1])} raters of {big(n_items[1])} items differ more than the items: ICC(C,1) is {now}, and
             would be {exchanged} with items and raters exchanged.",
        i = "If the {big(n_raters[1])} are what was rated, exchange {.arg item} and {.arg rater}, or use the other
             {.arg layout}."
      ),
      n_items = n_items[1], n_raters = n_raters[1]
    )
  }
}
