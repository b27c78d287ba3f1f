# The section on confused categories.

category_section <- function(ratings, about, n) {
  mixed <- report_disagreements(ratings, about, "categories")
  if (nrow(mixed) == 0) {
    return(html_text("None."))
  }
  shown <- mixed[setdiff(names(mixed), c("disagreement", "coincidences"))]
  words <- html_text(
    words_for("Items: how many received both categories. The pairs that differ most come first.", ratings)
  )
  table <- html_table(shown, n, "categories", mixed, ratings = ratings)
  each <- each_category(ratings, about, n)
  answered(html_beside_if_narrow(c(words, table), each, table), mixed_answer(mixed, ratings))
}

# Agreement on each category against all others, of those that a group uses; nothing for sets and ordered categories.
each_category <- function(ratings, about, n) {
  if (!is.null(ratings$sets) || about$kind != "labels" || length(ratings$categories) < 3) {
    return(NULL)
  }
  found <- tryCatch(
    suppressMessages(suppressWarnings(
      category_agreement(ratings, coefficients = c("krippendorff_alpha", "category_agreement")),
      classes = "accord_warning"
    ), classes = "accord_message"),
    accord_error = function(cnd) NULL
  )
  if (!is.null(found)) found <- found[!is.na(found$estimate), ]
  if (NROW(found) == 0) {
    return(NULL)
  }
  keys <- c(names(ratings$groups), "category")
  rows <- function(id) tibble::as_tibble(found)[found$coefficient == id, ]
  alpha <- rows("krippendorff_alpha")
  specific <- rows("category_agreement")
  alpha$specific <- specific$estimate[vctrs::vec_match(alpha[keys], specific[keys])]
  named <- c(
    category = "Category", estimate = "Alpha", conf.low = "conf.low", conf.high = "conf.high",
    conf.level = "conf.level", specific = "Specific agreement"
  )
  c(
    "<h3>Each category against all others</h3>",
    html_text("Specific agreement: of the ratings with this category, the share that another rater shares."),
    html_columns(alpha[c(names(ratings$groups), names(named))], named, max(n, 40), "each-category", found, ratings)
  )
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
