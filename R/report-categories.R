# The section on confused categories.

# `f1`: the F1 of spans with each label, by its name.
category_section <- function(ratings, about, n, f1 = NULL) {
  mixed <- report_disagreements(ratings, about, "categories")
  if (nrow(mixed) == 0) {
    return(html_text("None."))
  }
  spans <- is_spans(ratings)
  both <- if (spans) "Positions with both" else "Items with both"
  words <- html_text(paste0(
    "Share of disagreement: the part of all disagreement that is between these two categories",
    if (spans) ", which is large for frequent labels", ".",
    if (!is.null(mixed[["n_items"]])) paste0(" ", both, ": those to which both were given.")
  ))
  mixed[c("category_1", "category_2")] <- lapply(mixed[c("category_1", "category_2")], as.character)
  named <- c(
    category_1 = "First category", category_2 = "Second category", share = "Share of disagreement", n_items = both
  )
  columns <- c(names(ratings$groups), intersect(names(named), names(mixed)))
  table <- html_columns(mixed[columns], named, n, "categories", mixed, ratings)
  each <- each_category(ratings, about, n, f1)
  # The first lines of spans speak of this label.
  lowest <- if (spans && is.null(ratings$sets) && nrow(ratings$groups) < 2) hardest_label(ratings)
  answer <- mixed_answer(mixed, ratings)
  if (length(answer) && NROW(lowest) > 0) {
    answer <- paste0(
      sub("[.]$", "", answer), "; alpha is lowest on \"", lowest$category, "\" (", below_one(lowest$estimate), ")."
    )
  }
  answered(html_beside_if_narrow(around_table(words, table), each), answer)
}

# Agreement on each category against all others, of those that a group uses; nothing for sets and ordered categories.
each_category <- function(ratings, about, n, f1 = NULL) {
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
  # Nothing can be said of a category that was given once.
  own <- group_numbers_of(alpha, ratings)
  place <- match(as.character(alpha$category), as.character(ratings$categories))
  once <- uses_in_groups(ratings)[cbind(own, place)] %in% 1
  left_out <- if (any(once)) {
    where <- groups_in_words(alpha[once, ], names(ratings$groups))
    paste0(
      "Left out, since ", if (sum(once) == 1) "it was" else "they were", " given only once: ",
      in_a_list(paste0(alpha$category[once], ifelse(where == "", "", paste0(" (", where, ")")))), "."
    )
  }
  alpha <- alpha[!once, ]
  named <- c(
    category = "Category", estimate = "Alpha", conf.low = "conf.low", conf.high = "conf.high",
    conf.level = "conf.level", specific = "Specific agreement"
  )
  if (!is.null(f1)) {
    alpha$f1 <- unname(f1[as.character(alpha$category)])
    named <- c(named, f1 = "F1")
  }
  table <- html_columns(
    alpha[c(names(ratings$groups), names(named))], named, max(n, 40), "each-category", found, ratings, note = left_out
  )
  around_table(c(
    "<h3>Each category against all others</h3>",
    html_text(paste(
      "Alpha: agreement on whether it is this category or another one, corrected for chance. Specific agreement: how",
      "often, where a rater gave this category, another rater gave it, too.",
      if (!is.null(f1)) "F1: that of the spans of two raters with this label."
    ))
  ), table)
}

# How often each category (a column) was given in each group (a row).
uses_in_groups <- function(ratings) {
  groups <- length(ratings$group_status)
  categories <- length(ratings$categories)
  item <- rating_items(ratings)
  cell <- item_groups(ratings)[item] + groups * ratings$code
  matrix(sum_by(item_counts(ratings)[item], cell, groups * categories), groups, categories)
}

# The pair of categories with the largest part of the disagreement, in each of a few groups.
mixed_answer <- function(mixed, ratings) {
  keys <- names(ratings$groups)
  largest <- mixed[!duplicated(group_numbers_of(mixed, ratings)) & !is.na(mixed$share), ]
  if (nrow(largest) == 0 || nrow(largest) > 4) {
    return(NULL)
  }
  group <- groups_in_words(largest, keys)
  # Sets have brackets of their own.
  quoted <- if (is.null(ratings$sets)) function(text) paste0("\"", text, "\"") else identity
  named <- function(categories) with_none(categories, ratings, quoted)
  each <- paste0(
    named(largest$category_1), " and ", named(largest$category_2), " (",
    whole_percent(largest$share),
    ifelse(group == "", "", paste(" in", group)), ")"
  )
  paste0("The largest part of all disagreement is between ", in_a_list(each), ".")
}
