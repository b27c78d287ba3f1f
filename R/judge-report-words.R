# The words of reports on judges: questions, figures, notes, and how intervals were computed.

# What is compared to answer each question, under the heading "Comparison".
QUESTION_WORDS <- c(
  agreement = "Against each person", majority = "Against the majority of people", replace = "Replacing", runs = "Runs",
  position = "Position", length = "Length", source = "Own answers", drift = "Versions", panel = "Panel",
  confidence = "Confidence", share = "Share", labels = "Labels"
)

REPORT_WORDS <- c(
  with_people = "Judge agrees", among_people = "Two people agree", difference = "Difference",
  distance_to_people = "Distance to a person", distance_of_people = "Distance of two people",
  accuracy = "Accuracy", usable = "Usable replies", accuracy_usable = "Accuracy, usable replies",
  macro_precision = "Macro precision", macro_recall = "Macro recall", macro_f1 = "Macro F1", kappa = "Cohen's kappa",
  accuracy_others = "Judge agrees", person_others = "Person agrees",
  absolute_error = "Mean absolute error", mean_error = "Mean error", correlation = "Correlation",
  winning_rate = "Winning rate", advantage = "Advantage",
  flips = "Flips between two runs", ever_flips = "Items that ever flip", within_sd = "SD within items",
  icc_runs = "ICC(1) of runs",
  consistency = "Same in both orders", position_bias = "First minus second place", first_place = "First place",
  ties = "Ties",
  judge_longer = "Longer answer, judge", people_longer = "Longer answer, people",
  longer_if_differ = "Longer, where they differ",
  own_if_people_own = "Own, if people do", other_if_people_other = "Other, if people do",
  self_preference = "Self-preference",
  changed = "Changed", gained = "Now right", lost = "No longer right", drift = "Change in accuracy",
  score_drift = "Change in score",
  error_correlation = "Correlation of errors", effective_number = "Effective number",
  highest_correlation = "Highest correlation", error_consistency = "Error consistency", all_wrong = "All wrong",
  all_wrong_if_independent = "All wrong, if independent", panel_accuracy = "Their majority",
  auc = "Area under the curve", brier = "Brier score", ece = "Expected calibration error",
  as_judged = "As judged", corrected = "Corrected", labels_alone = "Needed from people alone",
  labels_with_judge = "Needed beside the judge"
)

# Scores are held against the mean of the people, and judge and person against the other people.
comparison_words <- function(x) {
  words <- in_words(as.character(x$question), QUESTION_WORDS)
  of_majority <- x$question == "majority"
  # A single person has no majority.
  if (identical(of_fit(x, "n_people"), 1L)) words[of_majority] <- "Against the reference"
  words[of_majority & x$quantity %in% MEAN_FIGURES] <- "Against the mean"
  replace(words, of_majority & x$quantity %in% OTHERS_FIGURES, "Against the majority of others")
}

MEAN_FIGURES <- c("absolute_error", "mean_error", "correlation")
OTHERS_FIGURES <- c("accuracy_others", "person_others", "difference")

# Rows without a quantity are questions that could not be asked: they are told below the others.
is_unanswered <- function(x) is.na(x$estimate) & startsWith(as.character(x$status), "not possible")

# The words of a figure, with what it is of.
figure_labels <- function(x) {
  words <- in_words(as.character(x$quantity), REPORT_WORDS)
  words[x$quantity == x$question & is_unanswered(x)] <- ""
  of <- as.character(x[["of"]] %||% rep(NA_character_, nrow(x)))
  ifelse(is.na(of), words, paste0(words, " (", of, ")"))
}

# Whether judges gave scores rather than labels.
gave_scores <- function(x) any(x$quantity %in% "distance_to_people")

# Which figures are shares or differences of shares, which can be told in percent. `scores`: whether differences are of
# scores.
is_percent <- function(x, scores = gave_scores(x)) {
  none <- c(setdiff(NOT_SHARES, c("as_judged", "corrected")), NOT_PERCENT, if (scores) "difference")
  !x$quantity %in% none
}

NOT_PERCENT <- c(
  "macro_precision", "macro_recall", "macro_f1", "kappa", "correlation", "icc_runs", "error_correlation",
  "highest_correlation", "error_consistency"
)

percent_limits <- function(x) {
  ifelse(is.na(x$conf.low), "", paste0("[", percent_limit(x$conf.low), ", ", percent_limit(x$conf.high), "]"))
}

# A limit says on which side of 0 it is, so that it has more digits where a whole number would be 0.
percent_limit <- function(share) {
  digits <- ifelse(share %in% c(0, NA), 0, pmin(pmax(ceiling(-log10(200 * abs(share))), 0), 6))
  vapply(seq_along(share), function(i) percent_number(share[i], digits[i]), "")
}

# Texts of differences, such as "8 [1, 16]", which are percentage points, or "0.18 [0.03, 0.32]" of scores.
unit_texts <- function(x, unit) {
  if (unit == "percent") {
    return(paste(percent_number(x$estimate), percent_limits(x)))
  }
  paste0(in_first(x$estimate), " [", in_first(x$conf.low), ", ", in_first(x$conf.high), "]")
}

# Names and abbreviations keep their capitals.
lower_first <- function(words) {
  ifelse(grepl("^(Cohen's|[A-Z]{2})", words), words, paste0(tolower(substr(words, 1, 1)), substring(words, 2)))
}

report_headline <- function(x) {
  level <- unique(x$conf.level[!is.na(x$conf.level)])
  paste0("Report on ", judges_words(x), if (length(level) == 1) paste0(", ", format(100 * level), "% intervals"))
}

# The name of one judge, or the number of judges.
judges_words <- function(x) {
  named <- setdiff(unique(x$judge), c(ALL_JUDGES, NA))
  judges <- judges_named(x)
  paste0(
    if (length(named) == 1) {
      named
    } else {
      switch(min(length(judges), 2) + 1,
        if (any(x$question %in% "panel" & !is.na(x$estimate))) "a panel of judges" else "judges",
        judges,
        count(length(judges), "judge")
      )
    },
    if (length(named) > length(judges)) paste(" in", count(length(named), "version"))
  )
}

# The judges of a report, each of which may have rows for several versions, under names of their own.
judges_named <- function(x) {
  names <- setdiff(unique(x$judge), c(ALL_JUDGES, NA))
  of <- attr(x, "versions", exact = TRUE)
  unique(unname(ifelse(names %in% names(of), of[names], names)))
}

unanswered_words <- function(x) {
  lost <- x[is_unanswered(x), ]
  if (nrow(lost) == 0) {
    return(character())
  }
  question <- comparison_words(lost)
  # The figure is named if its comparison has other answers.
  in_part <- question %in% comparison_words(x[!is_unanswered(x), ]) & lost$quantity %in% names(REPORT_WORDS)
  same <- paste(question, lost$status)
  figures <- tapply(lower_first(figure_labels(lost)), same, function(one) in_a_list(unique(one)))
  question[in_part] <- paste0(question, ", ", figures[same])[in_part]
  judges <- setdiff(unique(x$judge), ALL_JUDGES)
  # The judges are named where the question was answered for others.
  key <- paste(question, lost$status, sep = ": ")
  vapply(unique(key), function(one) {
    of <- setdiff(unique(lost$judge[key == one]), ALL_JUDGES)
    if (length(of) > 0 && length(of) < length(judges)) paste(first_names(of), one, sep = ", ") else one
  }, "", USE.NAMES = FALSE)
}

report_notes <- function(x) {
  same <- x$quantity %in% c("flips", "within_sd") & x$estimate %in% 0
  c(
    of_fit(x, "notes"),
    if (any(same)) {
      paste0(
        "All runs of ", in_a_list(unique(x$judge[same])), " are identical: temperature 0 or a cache may explain it, ",
        "so that this does not show a consistent judge"
      )
    },
    if (any(x$quantity %in% "longer_if_differ")) {
      "Longer, where they differ: .5 if the judge prefers longer answers no more than people do"
    },
    if (any(x$quantity %in% c("accuracy_others", "person_others") & !is_unanswered(x))) {
      paste(
        "Against the majority of others: each person is left out in turn; cases in which the other people tie do not",
        "count, so that items on which people agree count more", if (any(x$quantity %in% "accuracy")) "than in Accuracy"
      )
    },
    difference_words(x), together_words(x),
    if (any(x$quantity %in% c("labels_alone", "labels_with_judge") & !is_unanswered(x))) {
      width <- of_fit(x, "label_width")
      paste(
        "Labels: the number of items that people must label for an interval of",
        if (is.null(width)) "the width asked for" else paste("width", format(width)), "for the share of a label"
      )
    },
    no_interval_words(x),
    if (any(x$quantity %in% "all_wrong")) "Items of unequal difficulty also correlate the errors of judges"
  )
}

# Why figures have no value or no interval. Some reasons name them.
figure_reasons <- function(x) {
  about <- paste0(ifelse(is.na(x$estimate), "no ", ""), lower_first(figure_labels(x)))
  about[startsWith(as.character(x$status), "no ")] <- ""
  phrase_notes(about, x$status, list(format = "text"))
}

# A distance is a difference that should be small.
difference_words <- function(x) {
  if (!any(x$quantity %in% "difference" & x$question %in% c("agreement", "majority") & !is.na(x$estimate))) return(NULL)
  paste0("Differences: judge minus people, computed before rounding", if (any(x$quantity %in% "distance_to_people")) {
    "; below 0 the judge is nearer to people than they are to each other"
  })
}

# A few figures that have an interval for no judge are named.
no_interval_words <- function(x) {
  none <- !is_unanswered(x) & is.na(x$conf.low)
  if (!any(none) || all(is.na(x$conf.low))) return(NULL)
  figure <- lower_first(figure_labels(x))
  never <- setdiff(figure[none], figure[!is.na(x$conf.low)])
  if (length(never) <= 3 && all(figure[none] %in% never)) {
    paste("No interval is computed for", in_a_list(never))
  } else {
    "A dash in place of an interval: none is computed for the figure"
  }
}

# How the intervals of the figures were computed: first the method of most of them.
report_interval_words <- function(x) {
  known <- !is.na(x$conf.low) & !x$interval %in% c("none", NA)
  if (!any(known)) return(NULL)
  method <- sub(" over items$", "", as.character(x$interval[known]))
  of_method <- split(lower_first(figure_labels(x))[known], method)
  of_method <- lapply(of_method[order(-lengths(of_method))], unique)
  others <- vapply(of_method[-1], in_a_list, "")
  # These are words that a reader knows.
  main <- sub("^score", "by score tests", names(of_method)[1])
  paste(c(main, paste(names(others), "for", others, recycle0 = TRUE)), collapse = ", ")
}

# Figures that a table for a paper does without if they have no interval while others have one: F1 sums them up.
SPARE_REPORT <- c("macro_precision", "macro_recall")

spare_report_rows <- function(x) {
  has_better <- any(x$quantity %in% "macro_f1") && !all(is.na(x$conf.low))
  has_better & x$quantity %in% SPARE_REPORT & is.na(x$conf.low)
}

# Sentences for the reader of a table, who has no help page: who is compared, and what is compared where the question is
# agreement.
beside_people_words <- function(x) {
  n <- of_fit(x, "n_people")
  words <- judges_words(x)
  if (isTRUE(n > 0)) {
    words <- if (length(judges_named(x)) == 1) paste("Judge", words) else with_capital(words)
    return(paste(words, "beside", if (n == 1) "1 person" else paste(big(n), "people")))
  }
  # A name stays as it is.
  if (length(judges_named(x)) == 1) paste("Judge:", words) else with_capital(words)
}

macro_words <- function(x) if (any(x$quantity %in% "macro_f1")) "Macro F1: the F1 of each label, averaged"

# In a column of a page this sentence is in place of the longer one of report_notes().
LEFT_OUT_FIGURES <- c("accuracy_others", "person_others")

left_out_words <- function(x) {
  rows <- which(x$quantity %in% LEFT_OUT_FIGURES & !is_unanswered(x))
  if (length(rows)) paste0(comparison_words(x)[rows[1]], ": people are left out in turn")
}

pair_words <- function(x) {
  if (!all(c("with_people", "among_people") %in% x$quantity[!is_unanswered(x)])) return(NULL)
  "Against each person: the share of pairs with the same label"
}

# These sentences of the note explain the figures of a panel.
PANEL_WORDS <- c(
  error_correlation = "Correlation of errors: 0 if judges err independently, 1 if always together",
  effective_number = "Effective number: so many judges with independent errors would be worth as much",
  error_consistency = "Error consistency: Cohen's kappa of two judges being right or wrong",
  all_wrong = "All wrong: the share of items on which all judges err",
  panel_accuracy = "Their majority: accuracy of the label that most judges gave"
)

panel_words <- function(x) unname(PANEL_WORDS[intersect(names(PANEL_WORDS), as.character(x$quantity))])

judges_of <- function(fits) setdiff(unique(as.character(fits$judge)), ALL_JUDGES)

# For each row whether its judge is `"more"` or `"less"` in agreement than people, `"open"` if the interval contains 0,
# or `"unknown"`, as of rows that are no difference from people. A distance is a difference that should be small.
sides_of <- function(fits) {
  known <- fits$question %in% c("agreement", "majority") & fits$quantity %in% "difference" & !is.na(fits$conf.low)
  above <- c("more", "less")[1 + gave_scores(fits)]
  below <- setdiff(c("more", "less"), above)
  ifelse(!known, "unknown", ifelse(fits$conf.low > 0, above, ifelse(fits$conf.high < 0, below, "open")))
}

# For how many judges the intervals of differences hold together; NULL for one judge.
together_words <- function(fits) {
  n <- sort(unique(fits[["n_intervals"]][fits$quantity %in% "difference"]))
  n <- n[n > 1]
  if (length(n) == 0) {
    return(NULL)
  }
  whom <- if (is.null(of_fit(fits, "versions"))) "judges" else "versions of judges"
  paste("Intervals of differences hold together for", paste(n, collapse = " or "), whom, "(Bonferroni)")
}

# When a difference is called clear; NULL without a difference that has an interval.
clear_rule <- function(fits) {
  if (any(sides_of(fits) != "unknown")) "if its interval does not contain 0"
}
