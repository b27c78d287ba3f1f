# The section on agreement: the estimates, those of people and judges, and limits for other raters.

agreement_section <- function(measures, n, ratings) {
  shown <- main_first(measures$found)
  main <- main_estimates(measures$found)
  answer <- agreement_answer(main)
  chosen <- chosen_words_of(measures$found, main)
  sets <- category_set_words(shown, ratings, chosen)
  # Names of coefficients are those of the headings of the table.
  note <- c(
    if (length(chosen)) greek(escape_html(chosen), list(format = "html")), if (length(sets)) escape_html(sets)
  )
  # A row of a table says all of one group.
  if (nrow(main) == 1) {
    beside <- c(
      sides_part(measures$sides), population_part(main, measures$both, n, ratings), annotator_part(measures$spans)
    )
    table <- html_table(shown, n, "agreement", digits = 2, ratings = ratings, note = note)
    return(answered(html_beside(table, beside), answer))
  }
  plotted <- plotted_estimates(shown)
  # Beside limits for other raters the plot says that its own are not these.
  of <- if (has_other_raters(measures$both)) paste(level_of(main), "intervals for other", drawn_units(ratings))
  drawn <- function(...) lines_told(ggplot2::autoplot(plotted, columns = 1, ...), of)
  plot <- html_plot(drawn, rows = nrow(plotted), alt = estimates_in_words(plotted))
  # Of a single coefficient both limits are in one table. A table with a column for each coefficient leaves no room
  # beside it.
  body <- if (has_wide_table(shown)) {
    others <- population_part(main, measures$both, n, ratings)
    c(html_agreement(shown, n, ratings, note), html_around(others, NULL, plot, again = TRUE))
  } else if (has_other_raters(measures$both)) {
    part <- population_part(main, measures$both, n, ratings, whole = TRUE)
    html_around(part$words, part$table, plot, again = TRUE)
  } else {
    table <- html_agreement(shown, n, ratings, note)
    c(html_around(NULL, table, plot, again = TRUE), population_part(main, measures$both, n, ratings))
  }
  answered(body, answer)
}

# Says which of several coefficients to report, and why two of them may be far higher.
chosen_words_of <- function(found, main) {
  corrected <- setdiff(unique(as.character(found$coefficient)), c("percent_agreement", "unanimous_agreement"))
  if (length(corrected) < 2) {
    return(NULL)
  }
  name <- coefficient_labels(main, FALSE)[1]
  uniform <- found[found$coefficient %in% c("brennan_prediger", "gwet_ac1", "gwet_ac2"), ]
  apart <- uniform$estimate - main$estimate[match(group_numbers(uniform), group_numbers(main))]
  paste0(
    name, " is the one to report; the others are for comparison.",
    if (main$coefficient[1] == "krippendorff_alpha" && any(apart > 0.03, na.rm = TRUE)) {
      paste0(
        " ", in_a_list(unique(coefficient_labels(uniform, FALSE))),
        if (length(unique(uniform$coefficient)) > 1) " are" else " is", " higher where categories are rare."
      )
    }
  )
}

# Says that coefficients are not comparable between groups with different numbers of categories, from which they are
# computed, and what these numbers are. `before`: the sentences before this one, which may name them.
category_set_words <- function(found, ratings, before = NULL) {
  used <- found[depends_on_categories(found$coefficient) & !is.na(found$estimate), ]
  n <- used$n_categories[!duplicated(group_numbers(used))]
  if (isTRUE(ratings$declared) || length(unique(n)) < 2) {
    return(NULL)
  }
  names <- group_names(used)[!duplicated(group_numbers(used))]
  numbers <- if (length(n) > 6) paste(big(min(n)), "to", big(max(n))) else in_a_list(paste(big_each(n), "in", names))
  labels <- unique(coefficient_labels(used, FALSE))
  who <- in_a_list(labels)
  named <- any(grepl(paste0(who, if (length(labels) == 1) " is " else " are "), before, fixed = TRUE))
  paste0(
    if (!named) who else if (length(labels) == 1) "It" else "They", if (length(labels) == 1) " depends" else " depend",
    " on the number of categories used: ", numbers,
    if (nrow(misspelt_answers(ratings))) ", those that may be misspelt included", "."
  )
}

# One sentence: the coefficient of the first lines, with its interval or with the groups at both ends.
agreement_answer <- function(main) {
  known <- main[!is.na(main$estimate), ]
  if (nrow(known) == 0) {
    return("No value can be computed.")
  }
  name <- coefficient_labels(known)[1]
  if (nrow(known) == 1) {
    level <- paste0(format(100 * known$conf.level), "%")
    limits <- paste0(
      ", with a ", level, " interval from ", below_one(known$conf.low), " to ", below_one(known$conf.high)
    )
    return(paste0(name, " is ", below_one(known$estimate), if (!is.na(known$conf.low)) limits, "."))
  }
  ends <- known[c(which.min(known$estimate), which.max(known$estimate)), ]
  each <- paste0(below_one(ends$estimate), " (", group_names(ends), ")")
  paste0(name, " goes from ", each[1], " to ", each[2], ".")
}
