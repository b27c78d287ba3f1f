# The section on confused categories.

# Tiles of few categories need less height.
tile_rows <- function(mixed) min(10, 3 + length(unique(c(mixed$category_1, mixed$category_2))))

category_section <- function(ratings, about, n) {
  mixed <- report_disagreements(ratings, about, "categories")
  if (nrow(mixed) == 0) {
    return(html_text("None."))
  }
  # A single pair of categories is no picture. Groups may have different categories, and their shares are in the table.
  several <- nrow(mixed) > 1 && nrow(ratings$groups) == 1
  shown <- mixed[setdiff(names(mixed), c("disagreement", "coincidences"))]
  alt <- paste0(
    "Shares of all disagreement by pairs of categories; the largest is that of ", mixed$category_1[1], " and ",
    mixed$category_2[1], ", ", percent(mixed$share[1])
  )
  words <- html_text(
    words_for("Items: how many received both categories. The pairs that differ most come first.", ratings)
  )
  table <- html_table(shown, n, "categories", mixed, ratings = ratings)
  answer <- mixed_answer(mixed, ratings)
  if (!several) {
    return(answered(half_if_narrow(words, table), answer))
  }
  answered(html_around(words, table, html_plot(mixed, rows = tile_rows(mixed), alt = alt), again = TRUE), answer)
}

# The pair of categories with the largest part of the disagreement, in each of a few groups.
mixed_answer <- function(mixed, ratings) {
  keys <- names(ratings$groups)
  largest <- mixed[!duplicated(group_numbers_of(mixed, ratings)) & !is.na(mixed$share), ]
  if (nrow(largest) == 0 || nrow(largest) > 4) {
    return(NULL)
  }
  group <- groups_in_words(largest, keys)
  each <- paste0(
    largest$category_1, " and ", largest$category_2, " (", round(100 * largest$share), "%",
    ifelse(group == "", "", paste(" in", group)), ")"
  )
  paste0("The largest part of all disagreement is between ", in_a_list(each), ".")
}
