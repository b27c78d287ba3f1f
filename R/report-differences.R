# The section on how far two ratings of an item differ, in the units of the ratings.

difference_section <- function(ratings, about, n) {
  apart <- pair_differences(ratings, about)
  unit <- if (about$kind == "ordered") " steps between categories" else unit_of_ratings(ratings, about)
  answer <- if (!is.nan(apart$mean)) {
    paste0(
      "Two ratings of an item differ by ", in_first(apart$mean), unit, " on average",
      if (unit == " points") paste0(", where ratings go from ", paste(format(range(about$values)), collapse = " to ")),
      if (!is_measured(ratings, about)) paste0("; ", whole_percent(apart$equal), " are equal"), "."
    )
  }
  each <- difference_table(ratings, about, n)
  more <- if (about$kind == "scores") {
    scores <- tryCatch(icc(ratings), accord_error = function(cnd) NULL)
    if (!is.null(scores)) correlation_part(scores, ratings)
  }
  answered(html_beside_if_narrow(each, more), answer)
}

# The intraclass correlations in which differences in severity count as errors, as they do in marks; the file has all.
correlation_part <- function(scores, ratings) {
  shown <- scores[scores$coefficient %in% c("icc_a1", "icc_ak"), ]
  words <- html_text(paste(c(
    "The share of the variance of ratings that is due to the items: ICC(A,1) of a single rating, ICC(A,k) of the mean",
    "of all k ratings of an item. Differences in severity between raters count as errors.",
    if (any(item_sizes(ratings) == 1)) "Items with a single rating count here, too."
  ), collapse = " "), " The csv file has the forms in which severity does not count.")
  table <- result_table(shown, NULL, digits = 2, wide = TRUE)
  around_table(
    c("<h3>Intraclass correlations</h3>", words), table, html_save(scores, "intraclass-correlations")
  )
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
