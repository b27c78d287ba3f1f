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
  differ <- sum(tidy(found)$adj.p.value < 0.05, na.rm = TRUE)
  over <- if (clustered) paste0(", over ", values_of(fits$rows, fits$facets), " together,")
  values <- values_of(fits$rows, by)
  if (differ == 0) {
    return(answered(html_save(found, "groups"), paste0(
      if (nrow(found) > 1) paste("No two of", values, "differ") else paste(values, "do not differ"),
      " in agreement", over, " by more than chance explains", largest_difference(found), "."
    )))
  }
  answered(c(
    html_text(paste0(
      "Differences in Krippendorff's alpha", over, " between ", values, ": the second minus the first."
    )),
    html_table(found, n, "groups", digits = 2)
  ), paste0(
    if (nrow(found) > 1) paste(big(differ), "of", big(nrow(found)), "pairs of "), values,
    " differ in agreement by more than chance explains."
  ))
}

# The difference that is largest, with its interval; nothing where there is none.
largest_difference <- function(found) {
  one <- found[which.max(abs(found$estimate)), ]
  if (nrow(one) && one$estimate != 0) {
    sign <- sign(one$estimate)
    names <- vapply(unclass(one)[c("group_2", "group_1")], id_text, "")
    limits <- sort(sign * c(one$conf.low, one$conf.high))
    paste0(
      "; the ", if (nrow(found) > 1) "largest ", "difference in Krippendorff's alpha is ",
      below_one(abs(one$estimate)), ", ", paste(if (sign < 0) rev(names) else names, collapse = " above "),
      if (length(limits) == 2) {
        paste0(" (", level_of(one), " interval ", paste(below_one(limits), collapse = " to "), ")")
      }
    )
  }
}

mark_pairs_section <- function(ratings, about, n) {
  rows <- pooled_rows(tibble::as_tibble(ratings), names(ratings$groups))
  pairs <- pairwise_agreement(rows, "item", "rater", "rating", weights = about$weights, scores = TRUE)
  named <- c(
    rater_1 = "First", rater_2 = "Second", n_items = "In common", difference = "Difference", exact = "Equal",
    adjacent = "Adjacent", estimate = "Kappa"
  )
  known <- !is_few(pairs$n_items)
  shown <- tibble::as_tibble(unclass(pairs)[names(named)])[known, ]
  shown <- shown[order(-abs(shown$difference)), ]
  if (nrow(shown) == 0) {
    return(answered(html_save(pairs, "pairs"), paste(
      "No pair of raters has", FEW_ITEMS, "ratings in common or more, and fewer say little."
    )))
  }
  words <- html_text(paste0(
    "In common: the ratings of what both raters rated. Difference: the second rater minus the first, the largest ",
    "first. Equal, Adjacent: the shares of ratings that are equal, and at most one step ",
    "apart. Kappa: Cohen's,", weights_of_kappa(about), ".", if (any(!known)) paste0(" ", FEW_WORDS)
  ))
  ends <- c(shown$rater_1[1], shown$rater_2[1])
  if (shown$difference[1] < 0) ends <- rev(ends)
  answer <- paste0(
    count(nrow(shown), "pair"), " of raters ", if (nrow(shown) == 1) "has " else "have ",
    FEW_ITEMS, " ratings in common or more; the largest mean difference: ", ends[2], " rates ",
    in_first(abs(shown$difference[1])), unit_of_ratings(ratings, about), " higher than ", ends[1], "."
  )
  # A picture in which most pairs have no value says little.
  plot <- if (length(ratings$raters) <= 30 && mean(known) >= 0.5) pair_plot(pairs, length(ratings$raters))
  table <- html_columns(shown, named, min(n, 10), "pairs", pairs)
  answered(if (is.null(plot)) half_if_narrow(words, table) else html_around(words, table, plot), answer)
}
