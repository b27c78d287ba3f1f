# The first lines of a report: how high agreement is, how certain that is, and what to do, for readers who know neither
# R nor the coefficients.

# `people`: the ratings from which agreement is estimated, if they are not all of the ratings.
# `more`: further questions with their answers, on which the advice rests; `advice`: further sentences on what to do;
# `spans`: the pairs of annotators whose F1 is said instead of a share of positions, most of which have no label.
first_part <- function(found, ratings, about, both = NULL, more = NULL, people = ratings, advice = NULL, spans = NULL) {
  main <- main_estimates(found)
  among <- if (has_judges(ratings, people)) " of the people"
  words <- c(list(
    "How high is agreement?" = paste0(how_high(main, people, about, among, f1_words(spans)), overlap_words(people)),
    "How certain is this?" = how_certain(main, ratings, both)
  ), more, list(
    "What should be done?" = c(paste0(misspelt_advice(ratings), what_to_do(main, people, about)), advice)
  ))
  first_lines(words)
}

# `words`: an answer for each question, whose first text is a sentence and whose others are items of a list.
first_lines <- function(words) {
  answer <- function(text) {
    # A single line is no list.
    if (length(text) == 2) text <- paste(text, collapse = " ")
    list <- if (length(text) > 1) html_list(text[-1])
    # Steps that follow each other have numbers.
    if (length(list) && endsWith(text[1], "in this order:")) list <- gsub("(</?)ul>", "\\1ol>", list)
    # An interval is not broken.
    text <- paste0(html_sentence(text[1]), list)
    paste0("<dd>", gsub("([0-9]) to (?=\u2212?[.0-9])", "\\1&nbsp;to&nbsp;", text, perl = TRUE), "</dd>")
  }
  paste0(
    "<section class=\"first\">\n<dl>\n",
    paste0("<dt>", escape_html(names(words)), "</dt>\n", vapply(words, answer, ""), collapse = "\n"),
    "\n</dl>\n</section>"
  )
}

# The first lines with what their words for the height of agreement mean, which is said once in a report.
with_bounds <- function(first) {
  if (any(grepl("\\b(high|moderate|low|no better than chance)\\b", first))) {
    first <- sub("</section>$", paste0("<p class=\"bounds\">", HEIGHT_WORDS, "</p>\n</section>"), first)
  }
  first
}

# Krippendorff's alpha of each group, or the last coefficient corrected for chance.
main_estimates <- function(found) {
  ids <- unique(found$coefficient)
  raw <- c("percent_agreement", "unanimous_agreement")
  id <- if ("krippendorff_alpha" %in% ids) "krippendorff_alpha" else utils::tail(c(raw, setdiff(ids, raw)), 1)
  if (!id %in% ids) id <- utils::tail(ids, 1)
  found[found$coefficient == id, ]
}

# The estimates with those that the first lines speak of first in each group.
main_first <- function(found) {
  vctrs::vec_slice(found, order(group_numbers(found), found$coefficient != main_estimates(found)$coefficient[1]))
}

# Krippendorff's cut-offs in plain words, for the number with the digits that are shown.
height_words <- function(estimate) {
  estimate <- round(estimate, 2)
  step <- 1 + (estimate > CHANCE_LEVEL) + (estimate >= 0.67) + (estimate >= 0.8)
  c("no better than chance", "low", "moderate", "high")[step]
}

# A value up to this is called no better than chance.
CHANCE_LEVEL <- 0.05

# Said once where the first lines are. Krippendorff's (2004) cut-offs, .800 and .667, are those of two digits here.
HEIGHT_WORDS <- paste(
  "High: .80 or more, rounded to two digits; moderate: .67 or more (the bounds of Krippendorff 2019); low: less; up to",
  ".05 no better than chance."
)

# Whether the data leave the height open: the interval is wide, and its ends have different words.
is_open <- function(low, high) {
  wide <- high - low > HARDLY & !is.na(low) & !is.na(high)
  wide[wide] <- height_words(low[wide]) != height_words(high[wide])
  wide
}

# The width of an interval from which the data hardly determine a value.
HARDLY <- 0.6

# The height of rows of estimates, where the data determine it.
height_of <- function(rows) {
  ifelse(is_open(rows$conf.low, rows$conf.high), "hardly determined", height_words(rows$estimate))
}

# A label without brackets: "Krippendorff's alpha at the interval level", which is no word on an interval.
without_brackets <- function(label) {
  label <- sub(" \\((nominal|ordinal|interval|ratio)\\)$", " at the \\1 level", label)
  sub(" \\((.*)\\)$", ", \\1", label)
}

# "content, form and style", or "the 9 values of part" after the name of their column, which may be that of questions.
count_groups <- function(x) {
  names <- agreement_names(x)
  if (length(names) == 1 && names != "question" && nrow(x) <= VALUES_NAMED) {
    return(in_a_list(spoken_groups(x)))
  }
  if (length(names) != 1 || names == "question") {
    return(paste("the", count(nrow(x), if (identical(names, "question")) "question" else "group")))
  }
  paste("the", big(nrow(x)), "values of", names)
}

agreement_names <- function(x) {
  keys <- agreement_keys(x)
  names(keys)[!vapply(keys, is.list, NA)]
}

# The name of a question, with the group of this row if there are several.
question_in_group <- function(name, row) {
  group <- spoken_groups(row)
  if (group == "") name else paste0(name, " (", group, ")")
}

# `among`: words on whose agreement it is; `plain`: what to say of a single value that needs no coefficient; `both`: the
# limits for other raters, too, of several groups, where no lines on each of them follow.
how_high <- function(main, ratings, about, among = NULL, plain = NULL, both = NULL) {
  known <- main[!is.na(main$estimate), ]
  if (nrow(known) == 0) {
    return(paste0("Agreement", among, " cannot be determined: ", in_a_list(unique(plain_reasons(main))), "."))
  }
  name <- without_brackets(coefficient_labels(known)[1])
  scale <- if (known$coefficient[1] %in% c("percent_agreement", "unanimous_agreement")) {
    paste0("(", name, ", not corrected for chance)")
  } else {
    paste0("(", name, "; 1 is perfect agreement, 0 what chance alone would give)")
  }
  if (nrow(known) > 1 && is_same(known$estimate)) {
    return(paste0(
      "Agreement", among, " is ", height_words(known$estimate[1]), " in all of ", count_groups(known), ": ",
      below_one(known$estimate[1]), " ", scale, "."
    ))
  }
  if (nrow(known) > 1) {
    ends <- known[c(which.min(known$estimate), which.max(known$estimate)), ]
    groups <- spoken_groups(ends)
    # No word is said of a group whose interval is too wide for one.
    told <- ifelse(groups %in% spoken_groups(both)[too_wide(both)], "", paste0(" (", height_of(ends), ")"))
    return(paste0(
      "Agreement", among, " ranges from ", below_one(ends$estimate[1]), " in ", groups[1], told[1], " to ",
      below_one(ends$estimate[2]), " in ", groups[2], told[2], ", over ", count_groups(known), " ", scale, ".",
      wide_words(both)
    ))
  }
  verdict <- if (is_open(known$conf.low, known$conf.high)) {
    paste0("The data hardly determine how high agreement", among, " is; the estimate is ")
  } else {
    paste0("Agreement", among, " is ", height_words(known$estimate), ": ")
  }
  paste0(verdict, below_one(known$estimate), " ", scale, "; ", plain %||% plain_share(ratings, about), ".")
}

too_wide <- function(both) (both$conf.high - both$conf.low > HARDLY) %in% TRUE

# A sentence on the limits for other raters that are too wide to tell, if there are any.
wide_words <- function(both) {
  if (!any(too_wide(both))) {
    return(NULL)
  }
  wide <- both[too_wide(both), ]
  paste0(
    " In ",
    in_a_list(paste0(spoken_groups(wide), " (", below_one(wide$conf.low), " to ", below_one(wide$conf.high), ")")),
    " the ", level_of(both), " interval for other raters is wider than ", below_one(HARDLY), ": too wide to tell."
  )
}

# Whether answers are sets of labels that are equal or not, so that those that overlap do not agree in part.
are_whole_sets <- function(ratings) {
  !is.null(ratings$sets) && !is_spans(ratings) && is.null(ratings$scale$distance) && is.null(ratings$scale$weights)
}

# `of`: names of the questions of which this is said.
overlap_words <- function(ratings, of = NULL) {
  if (are_whole_sets(ratings)) paste0(
    " ", "Sets of labels that overlap count as different", if (length(of)) paste(" in", in_a_list(of)),
    "; to count what they have in common, compare them by common labels (Jaccard or MASI)."
  )
}

# Agreement in words that need no coefficient.
plain_share <- function(ratings, about) {
  apart <- pair_differences(ratings, about)
  if (is.nan(apart$equal)) {
    return("no item has two ratings")
  }
  equal <- whole_percent(apart$equal)
  if (about$kind == "labels") {
    spans <- is_spans(ratings)
    return(paste0(
      "two ratings of the same ", if (spans) "position" else "item", " are equal in ", equal, " of the cases",
      if (spans && length(none_of_spans(ratings))) ", positions without a label included"
    ))
  }
  paste0(
    "two ratings of the same item differ by ", in_first(apart$mean), unit_of_ratings(ratings, about), " on average",
    if (!is_measured(ratings, about)) paste0(", and are equal in ", equal, " of the cases")
  )
}

# How well a value is known, by the width of its interval.
determined <- function(width, value = "the value") {
  if (width > HARDLY) return(paste("hardly determine", value))
  paste("determine", value, c("precisely", "fairly precisely", "only roughly")[1 + (width > 0.1) + (width > 0.25)])
}

# Says what agreement would be at either end of a wide interval.
open_words <- function(low, high) {
  if (is_open(low, high)) paste0("; agreement may be ", height_words(low), " or ", height_words(high))
}

# The limits of an estimate, and those for other raters, too (`both`); with a line for each of several groups.
how_certain <- function(main, ratings, both = NULL) {
  lines <- certain_of_groups(main, ratings, both)
  if (!is.null(lines)) return(lines)
  known <- main[!is.na(main$conf.low) & !is.na(main$conf.high), ]
  if (nrow(known) == 0) {
    none <- "The data give no interval for this value, so that nothing can be said about its precision."
    return(paste0(none, raters_words(both, ratings, main)))
  }
  n <- known[["n_clusters"]] %||% known$n_items
  paste0(
    "The ", level_of(known), " interval", if (NROW(both) > 0) paste(" for other", drawn_units(ratings)), " goes from ",
    below_one(known$conf.low), " to ", below_one(known$conf.high),
    ": ", big(n), " ", drawn_units(ratings, n), " ", determined(known$conf.high - known$conf.low),
    open_words(known$conf.low, known$conf.high), ".", raters_words(both, ratings, main)
  )
}

# The same of several groups, NULL if there are not several with an interval.
certain_of_groups <- function(main, ratings, both) {
  if (sum(!is.na(main$conf.low) & !is.na(main$conf.high)) < 2) {
    return(NULL)
  }
  names <- spoken_groups(main)
  rows <- lapply(seq_len(nrow(main)), function(k) {
    list(main = main[k, ], both = if (NROW(both) > 0) both[spoken_groups(both) == names[k], ])
  })
  certain_lines(rlang::set_names(rows, names), drawn_units(ratings))
}

# The most values that have a line of their own.
CERTAIN_LINES <- 12

# An answer with a line for each of several values: how high and how certain it is, also for other raters. `values`: by
# name, a row of estimates (`main`) and that of the limits for other raters, too (`both`), if there is one. `units`:
# what other ones of could have been rated.
certain_lines <- function(values, units) {
  values <- Filter(function(one) !is.na(one$main$estimate), values)
  of <- function(column) vapply(values, function(one) as.double(one$main[[column]] %||% NA), 0)
  width <- of("conf.high") - of("conf.low")
  if (all(is.na(width))) {
    return("The data give no intervals, so that nothing can be said about the precision of the values.")
  }
  shown <- sort(utils::head(order(-width), CERTAIN_LINES))
  any_both <- any(vapply(values, function(one) NROW(one$both) > 0, NA))
  few <- if (length(shown) < length(values)) paste("The", CERTAIN_LINES, "widest of", length(values), "")
  level <- level_of(values[[which(!is.na(width))[1]]]$main)
  c(
    paste0(
      few, level, " intervals of what other ", units, if (any_both) " and raters", " would give",
      if (any_both) paste0(" (wider than ", below_one(HARDLY), ": too wide to tell)"), ":"
    ),
    vapply(shown, function(k) certain_line(names(values)[k], values[[k]]$main, values[[k]]$both, units), "")
  )
}

certain_line <- function(name, main, both, units) {
  limits <- function(row) paste(below_one(row$conf.low), "to", below_one(row$conf.high))
  raters <- if (NROW(both) > 0) {
    known <- !is.na(both$conf.low) && !is.na(both$conf.high)
    if (!known) {
      "not determined"
    } else if (!is_wider(main, both)) {
      "no wider"
    } else if (both$conf.high - both$conf.low > HARDLY) {
      paste0(limits(both), ", too wide to tell")
    } else {
      limits(both)
    }
  }
  paste0(
    name, ": ", below_one(main$estimate), " (", height_of(main), "); other ", units, " ",
    if (is.na(main$conf.low) || is.na(main$conf.high)) "no interval" else limits(main),
    if (!is.null(raters)) paste0("; other ", units, " and raters ", raters), "."
  )
}

# The same of several questions, from `measures` of each; the last sentence is `begin`. A question with groups counts by
# the lowest of them.
first_of_questions <- function(measures, begin = "The part on each question says where to begin.") {
  main <- lapply(measures, function(one) {
    known <- main_estimates(one$found)
    known <- known[!is.na(known$estimate), ]
    known[which.min(known$estimate), ]
  })
  has <- vapply(main, nrow, 0L) > 0
  main <- main[has]
  if (length(main) == 0) {
    return(NULL)
  }
  values <- Map(function(main, measures) {
    both <- measures$both
    list(main = main, both = both[which.min(both$estimate), ])
  }, main, measures[has])
  names(main) <- names(values) <- mapply(question_in_group, names(main), main)
  of <- function(column) vapply(main, function(one) as.double(one[[column]] %||% NA), 0)
  estimate <- of("estimate")
  ends <- c(which.min(estimate), which.max(estimate))
  label <- vapply(main, function(one) without_brackets(coefficient_labels(one)), "")
  same <- is_same(label)
  of_question <- function(at) {
    paste0(below_one(estimate[at]), " in ", names(main)[at], " (", height_of(main[[at]]),
      if (!same) paste0("; ", label[at]), ")")
  }
  high <- if (length(main) == 1) {
    paste0("Agreement is ", of_question(1))
  } else {
    paste0(
      "Agreement ranges from ", of_question(ends[1]), " to ", of_question(ends[2]), ", over ",
      count(length(main), "question")
    )
  }
  scale <- "1 is perfect agreement, 0 what chance alone would give"
  high <- paste0(high, if (same) paste0(" (", label[1], "; ", scale, ").") else paste0("; ", scale, "."))
  sets <- Filter(function(one) !is.null(one$people) && are_whole_sets(one$people), measures)
  if (length(sets)) high <- paste0(high, overlap_words(sets[[1]]$people, names(sets)))
  do <- advice_on_each(
    estimate, of("conf.low"), of("conf.high"), names(main), paste("all", length(main), "questions")
  )
  first_lines(list(
    "How high is agreement?" = high, "How certain is this?" = certain_lines(values, "items"),
    "What should be done?" = paste(c(do, begin), collapse = " ")
  ))
}
