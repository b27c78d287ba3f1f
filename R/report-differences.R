# The section on how far two ratings of an item differ, in the units of the ratings.

difference_section <- function(ratings, about, n) {
  apart <- pair_differences(ratings, about)
  unit <- if (about$kind == "ordered") " steps between categories" else unit_of_ratings(ratings, about)
  answer <- if (!is.nan(apart$mean)) {
    paste0(
      "Two ratings of an item differ by ", in_first(apart$mean), unit, " on average",
      if (!is_measured(ratings, about)) paste0("; ", whole_percent(apart$equal), " are equal"), "."
    )
  }
  each <- difference_table(ratings, about, n)
  more <- if (about$kind == "scores") {
    scores <- tryCatch(icc(ratings), accord_error = function(cnd) NULL)
    if (!is.null(scores)) {
      c(
        "<h3>Intraclass correlations</h3>",
        html_text(paste(
          "The share of the variance of the ratings that is due to the items: of single ratings (1), or of the mean of",
          "the k ratings of an item (k). A: differences in severity between raters count as errors; C: they do not.",
          if (any(item_sizes(ratings) == 1)) "Items with a single rating count here, and not for agreement.",
          if (a_exceeds_c(scores)) {
            "Where A is above C, the variance of the raters is estimated below 0: they differ less than by chance."
          }
        )),
        if (nrow(ratings$groups) > 1) {
          c(
            result_table(scores, NULL, wide = TRUE),
            html_save(scores, "intraclass-correlations")
          )
        } else {
          html_table(scores, n, "intraclass-correlations", ratings = ratings)
        }
      )
    }
  }
  answered(c(each, more), answer)
}

# A row for each of several groups.
difference_table <- function(ratings, about, n) {
  groups <- nrow(ratings$groups)
  if (groups < 2) {
    return(NULL)
  }
  group <- item_groups(ratings)
  apart <- pair_differences(ratings, about, group)
  rows <- ratings$groups
  rows$n_items <- tabulate(group[item_sizes(ratings) > 1], groups)
  rows$difference <- apart$mean
  rows$exact <- apart$equal
  keys <- names(ratings$groups)
  named <- c(
    rlang::set_names(with_capital(keys), keys), n_items = "Items", difference = "Mean difference", exact = "Equal"
  )
  html_columns(rows, named, n, "differences")
}
