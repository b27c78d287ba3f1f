# The sections of marks that compare groups, and raters in pairs, without a model.

# Rounds, or the levels of the first facet, each over all other groups together.
compared_by <- function(fits) {
  by <- c(fits$batch, fits$facets)
  if (length(by) && vctrs::vec_unique_count(fits$rows[[by[1]]]) %in% 2:6) by[1]
}

# The rows with an item for each item in each group.
pooled_rows <- function(rows, groups) {
  rows$cluster <- rows$item
  rows$item <- vctrs::vec_group_id(rows[c("item", groups)])
  rows
}

compared_section <- function(about, fits, by, n) {
  rounds <- length(fits$batch) > 0
  level <- if (about$level %in% c("interval", "ratio")) about$level else "interval"
  rows <- if (rounds) pooled_rows(fits$rows, fits$facets) else fits$rows
  # The marks of an item on several criteria are not independent.
  clustered <- rounds && length(fits$facets) > 0
  found <- rlang::inject(compare_agreement(
    rows, "item", "rater", "rating", by = !!by, level = level, paired = !rounds, !!!(if (clustered) {
      list(cluster = "cluster")
    })
  ))
  c(
    html_text(paste0(
      "Differences in Krippendorff's alpha between levels of ", by, ": the second minus the first",
      if (clustered) paste0(", over all levels of ", in_a_list(fits$facets), " together"), "."
    )),
    html_table(found, n, "groups")
  )
}

mark_pairs_section <- function(ratings, about, n) {
  rows <- pooled_rows(tibble::as_tibble(ratings), names(ratings$groups))
  pairs <- pairwise_agreement(rows, "item", "rater", "rating", weights = about$weights, scores = TRUE)
  named <- c(
    rater_1 = "First", rater_2 = "Second", n_items = "Marks", difference = "Difference",
    correlation = "Correlation", exact = "Equal", adjacent = "Adjacent", estimate = "Kappa"
  )
  shown <- tibble::as_tibble(unclass(pairs)[names(named)])
  shown <- shown[order(-abs(shown$difference) * sqrt(shown$n_items)), ]
  few <- is_few(shown$n_items)
  shown[few, c("correlation", "estimate")] <- NA
  html_around(
    html_text(paste0(
      "Two raters on the items that both of them rated",
      if (ncol(ratings$groups)) paste0(", over all levels of ", in_a_list(names(ratings$groups)), " together"),
      ", without a model. Difference: the second rater minus the first; those that are largest for the number of ",
      "marks come first. Equal, Adjacent: the shares of marks that are equal, and at most one step apart. Kappa: ",
      "that of Cohen, by differences of marks.", if (any(few)) paste0(" ", FEW_WORDS)
    )),
    html_columns(shown, named, n, "pairs", pairs),
    if (length(ratings$raters) <= 30) pair_plot(pairs, length(ratings$raters))
  )
}
