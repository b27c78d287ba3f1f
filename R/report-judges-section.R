# The section on judges in a report: all that judge_report() found.

# The section in a report on several questions.
judge_parts <- function(fits, n) {
  if (is.null(fits)) NULL else report_sections("Judges", list(function() judge_section(fits, n)))
}

# `found`: the labels that judges find, see labels_found().
judge_section <- function(fits, n, found = NULL) {
  if (inherits(fits, "condition")) {
    rlang::cnd_signal(fits)
  }
  shown <- fits[!is_unanswered(fits) & !fits$question %in% UNREPORTED, ]
  own <- shown[!shown$judge %in% ALL_JUDGES, ]
  judges <- unique(own$judge)
  recall <- recall_part(found)
  panel <- panel_part(shown)
  unasked <- unasked_part(fits[!fits$question %in% UNREPORTED, ], found)
  if (length(judges) == 0) {
    return(answered(c(html_table(own, n, "judges", fits), panel, unasked), NULL))
  }
  # A picture shows best whether a judge differs from people. The table has the same numbers.
  plot <- difference_plot(own)
  if (!is.null(plot)) {
    heading <- paste0("<h3>Judge", if (length(judges) > 1) "s", " minus people</h3>")
    plot <- html_div("plot", c(heading, html_text(difference_plot_words(own)), plot))
  }
  table <- around_table(NULL, judges_table(own, judges), html_save(fits, "judges"))
  # A wide table has the plot below it, beside words.
  narrow <- is.null(recall) || is_narrow_table(recall)
  body <- if (is_narrow_table(table)) {
    c(
      html_around(NULL, table, plot),
      if (narrow) html_beside(recall, c(panel, unasked)) else c(recall, html_beside(panel, unasked))
    )
  } else {
    c(table, if (!narrow) recall, html_around(c(if (narrow) recall, panel, unasked), NULL, plot))
  }
  answered(body, judge_answer(fits))
}

# How many labels people must give is a question of a plan, and not of ratings that are there.
UNREPORTED <- "labels"

# A distance is a difference that should be small.
difference_plot_words <- function(shown) {
  if (gave_scores(shown)) {
    "Left of 0 a judge is nearer to people than people are to each other."
  } else {
    "Right of 0 a judge agrees more often than people do."
  }
}

# The differences between a judge and people, on the same items.
difference_plot <- function(shown) {
  drawn <- shown[shown$quantity == "difference" & shown$question %in% c("agreement", "majority"), ]
  judge_plot(drawn, if (gave_scores(shown)) "points" else "percent")
}

# On which side of people each judge is, in one sentence: judges of which the same is said are named together.
judge_answer <- function(fits) {
  known <- Filter(function(one) one$side != "unknown", judges_beside_people(fits))
  if (length(known) == 0) {
    return(NULL)
  }
  side <- vapply(known, `[[`, "", "side")
  same <- paste(match(side, c("less", "more", "open")), vapply(known, `[[`, NA, "majority"))
  said <- vapply(split(names(known), same), function(who) {
    paste(in_a_list(who), judge_side_words(known[[who[1]]], if (length(who) == 1) 1 else 2))
  }, "")
  paste0(paste(said, collapse = "; "), ".")
}

# Says on which side of people `one` judge, or several like it, are. `number` is 1 or 2, for the verb.
judge_side_words <- function(one, number) {
  agree <- c("agrees", "agree")[number]
  if (one$side == "open") {
    paste(c("does", "do")[number], "not clearly differ from people")
  } else if (one$scores) {
    where <- c(more = "nearer to people", less = "further from people")[[one$side]]
    paste(c("is", "are")[number], "clearly", where, "than people are to each other")
  } else if (one$majority) {
    paste(agree, "with", OTHER_PEOPLE, "clearly", one$side, "often than a person does")
  } else {
    paste(agree, "with a person clearly", one$side, "often than two people do")
  }
}

# What all judges together are worth, each figure with its words.
panel_part <- function(shown) {
  rows <- shown[shown$question == "panel", ]
  row <- function(quantity) rows[rows$quantity %in% quantity, ]
  limits <- function(row, write) {
    if (is.na(row$conf.low)) "" else paste0(" (", write(row$conf.low), " to ", write(row$conf.high), ")")
  }
  one <- function(quantity, words) {
    row <- row(quantity)
    if (nrow(row) == 1) words(row)
  }
  words <- c(
    one("panel_accuracy", function(row) {
      paste0(
        "The label that most judges give is that of the majority of people on ", whole_percent(row$estimate),
        limits(row, whole_percent), " of ", count(row$n, "item"), best_judge_words(shown), "."
      )
    }),
    one("all_wrong", function(row) {
      alone <- row("all_wrong_if_independent")$estimate
      paste0(
        "All judges at once err on ", whole_percent(row$estimate), limits(row, whole_percent), " of the items",
        if (length(alone)) paste0("; if their errors were independent, on ", whole_percent(alone)), "."
      )
    }),
    one("error_correlation", function(row) {
      number <- row("effective_number")
      tenths <- function(x) format_numbers(x, list(format = "text", digits = 1, leading_zero = TRUE))
      paste0(
        "Their errors correlate by ", below_one(row$estimate), limits(row, below_one), ": they are worth as much as ",
        tenths(number$estimate), limits(number, tenths), " judges with independent errors."
      )
    })
  )
  level <- unique(rows$conf.level[!is.na(rows$conf.low)])
  if (length(words)) {
    level <- if (length(level) == 1) paste0("In brackets: ", format(100 * level), "% intervals.")
    c("<h3>All judges together</h3>", html_text(paste(c(words, level), collapse = " ")))
  }
}

best_judge_words <- function(shown) {
  own <- shown[shown$question == "majority" & shown$quantity == "accuracy", ]
  if (nrow(own) > 1) {
    best <- which.max(own$estimate)
    paste0("; that of ", own$judge[best], " alone, on ", whole_percent(own$estimate[best]))
  }
}

# Sentences for the first lines on what may be left to the judges.
judge_advice <- function(fits, found = NULL) {
  if (is.null(fits) || inherits(fits, "condition")) {
    return(NULL)
  }
  known <- judges_beside_people(fits)
  on <- function(side) names(known)[vapply(known, function(one) one$side == side, NA)]
  below <- on("less")
  above <- on("more")
  open <- on("open")
  words <- c(
    if (length(above)) {
      paste0("let ", in_a_list(above), " rate beside people", if (length(below)) paste0(", but not ", in_a_list(below)))
    } else if (length(below)) {
      paste("do not let", in_a_list(below), "rate in the place of a person")
    },
    if (length(open)) {
      paste(
        "the data leave open whether", in_a_list(open), if (length(open) == 1) "agrees" else "agree",
        "less than a person"
      )
    },
    if (length(found$below)) {
      paste0(
        "let people look for the label ", found$below, ", which the ",
        if (length(found$judges) == 1) "judge misses" else "judges miss", " clearly more often than a person does"
      )
    }
  )
  if (length(words)) paste0(toupper(substr(words, 1, 1)), substring(words, 2), ".")
}

# A row for each figure and a column for each judge, with the interval behind the estimate; many judges are the rows.
# Figures of people that are the same beside each judge stand behind the name of their comparison. Macro scores are only
# in the file, since the page has how often each label is found.
judges_table <- function(shown, judges) {
  shown <- shown[!shown$quantity %in% MACRO_FIGURES, ]
  # Distances of scores may exceed 1.
  style <- list(format = "html", digits = 2, leading_zero = gave_scores(shown))
  people <- Filter(function(own) {
    rows <- shown[shown$quantity == own, ]
    nrow(rows) > 0 && length(unique(paste(rows$estimate, rows$conf.low, rows$conf.high, rows$n))) == 1
  }, c("among_people", "distance_of_people", "person_others"))
  cells <- function(own) {
    known <- !is.na(own$conf.low)
    limits <- interval_cells(own$conf.low, own$conf.high, style)
    share <- is_percent(own, gave_scores(shown))
    numbers <- format_numbers(own$estimate, style)
    numbers[share] <- paste0(percent_number(own$estimate[share]), ifelse(own$quantity[share] == "difference", "", "%"))
    limits[share] <- percent_limits(own)[share]
    ifelse(is.na(own$estimate), dash(style), ifelse(known, paste(numbers, limits), numbers))
  }
  of_people <- shown[shown$quantity %in% people, ]
  of_people <- of_people[!duplicated(of_people$quantity), ]
  # A value stays with its interval.
  reached <- gsub(" ", "&nbsp;", cells(of_people), fixed = TRUE)
  reached <- paste0("; ", lower_first(figure_labels(of_people)), " ", reached, recycle0 = TRUE)
  of_judges <- shown[!shown$quantity %in% people, ]
  key <- paste(comparison_words(of_judges), figure_labels(of_judges))
  rows <- unique(key)
  first <- vctrs::vec_slice(of_judges, !duplicated(key))
  of_judge <- lapply(judges, function(judge) {
    cells(vctrs::vec_slice(of_judges, match(paste(judge, rows), paste(of_judges$judge, key))))
  })
  keys <- beside_keys(of_judges, which(!duplicated(key)), key, style, FALSE, height = 1)
  at <- match(comparison_words(first), comparison_words(of_people))
  keys[[1]]$cells <- paste0(keys[[1]]$cells, ifelse(is.na(at), "", reached[at]))
  notes <- made_table(shown[!is.na(shown$conf.low), ], c(style, wide = FALSE), NULL)$notes
  # A single judge has a column for the interval elsewhere, and a figure without an interval has no dash here.
  level <- ci_heading(unique(level_words(shown$conf.level[!is.na(shown$conf.low)])))
  if (!any(grepl("in brackets", notes))) notes <- append(notes, paste(level, "in brackets"), 1)
  if (!gave_scores(shown)) {
    notes <- sub("^Differences: judge minus people", "Difference: judge minus people in percentage points", notes)
  }
  rule <- clear_rule(shown)
  if (length(rule)) notes <- c(notes, paste("A difference is clear", rule))
  if (length(judges) <= MOST_BESIDE) {
    columns <- Map(function(judge, cells) column(escape_html(judge), cells, FALSE), judges, of_judge)
    return(page_table(groups_once(bind_columns(c(keys, unname(columns)))), notes, style))
  }
  figures <- split(keys[[2]]$cells, factor(keys[[1]]$cells, unique(keys[[1]]$cells)))
  told <- paste0(vapply(figures, function(own) in_a_list(own), ""), ": ", lower_first(names(figures)))
  columns <- lapply(seq_along(rows), function(k) {
    column(keys[[2]]$cells[k], vapply(of_judge, `[`, "", k), FALSE)
  })
  judge <- as_keys(list(name_column("Judge", escape_html(judges))))
  page_table(bind_columns(c(judge, columns)), c(told, notes), style)
}

MACRO_FIGURES <- c("macro_precision", "macro_recall", "macro_f1")

ASKED_WORDS <- c(
  agreement = "agreement with people", majority = "accuracy", replace = "whether a judge may replace a person",
  panel = "errors that judges share", share = "shares of labels, corrected for errors"
)

# What a column would say for which there is none.
COLUMN_WORDS <- c(
  runs = "repeated runs", position = "which answer was shown first", length = "lengths of answers",
  source = "who wrote an answer", drift = "versions of a judge", confidence = "the confidence of a judge"
)

# Those of choices between two answers.
CHOICE_COLUMNS <- c("position", "length", "source")

unasked_part <- function(fits, found = NULL) {
  words <- unasked_words(fits, choices = length(found$labels) <= 3 && !gave_scores(fits))
  if (words != "") c("<h3>What the data do not say</h3>", html_checked(words))
}

# Questions that no judge has an answer to, and figures that others have. `choices`: whether ratings may be choices
# between two answers, or ties.
unasked_words <- function(fits, choices = TRUE) {
  # Nothing is open where people rated all items, or of errors of one judge or of scores, and a report asks for no
  # margin within which a judge may replace a person.
  closed <- grepl("which leaves nothing to correct|one judge only|which have no errors|no `epsilon`", fits$status)
  lost <- is_unanswered(fits) & !closed
  whole <- lost & !fits$question %in% fits$question[!is_unanswered(fits)]
  why <- gsub("`", "", sub("^not possible: ", "", as.character(fits$status[whole])), fixed = TRUE)
  question <- as.character(fits$question[whole])
  of_column <- startsWith(why, "no column ") & question %in% names(COLUMN_WORDS)
  asked <- unique(paste0(in_words(question, ASKED_WORDS), " (", why, ")")[!of_column])
  columns <- unique(COLUMN_WORDS[setdiff(question[of_column], if (!choices) CHOICE_COLUMNS)])
  figures <- why_in_brackets(unanswered_words(fits[!whole & (lost | !is_unanswered(fits)), ]))
  paste(c(
    if (length(columns)) {
      paste0("The data have no column", if (length(columns) > 1) "s", " for ", in_a_list(columns), ".")
    },
    if (length(asked)) paste0("Not asked: ", paste(asked, collapse = "; "), "."),
    if (length(figures)) paste0("Without a value: ", paste(figures, collapse = "; "), ".")
  ), collapse = " ")
}

# "Runs: not possible: no column `run`" becomes "Runs (no column run)".
why_in_brackets <- function(lacking) {
  sub("^([^:]*): not possible: (.*)$", "\\1 (\\2)", gsub("`", "", lacking, fixed = TRUE))
}

# The differences with limits, and what is seen in words. `unit`: "percent", or "points" of scores.
judge_plot <- function(x, unit) {
  drawn <- x[!is.na(x$conf.low), ]
  if (nrow(drawn) == 0) {
    return(NULL)
  }
  drawn <- with_note(drawn, "unit", unit)
  each <- paste0(drawn$judge, ", ", lower_first(comparison_words(drawn)), ": ", unit_texts(drawn, unit))
  alt <- paste0(
    "Judges minus people, with intervals. ", paste(utils::head(each, 8), collapse = "; "),
    if (length(each) > 8) paste("; and", big(length(each) - 8), "more")
  )
  # Each row has a line, and each panel room for its heading.
  layout <- judge_rows(drawn)
  lines <- nrow(layout) + nlevels(layout$panel)
  html_plot(drawn, rows = lines, alt = alt)
}
