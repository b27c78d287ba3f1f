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
  more <- c(panel_part(shown), unasked_part(fits[!fits$question %in% UNREPORTED, ]))
  if (!length(judges) %in% 2:4) {
    table <- html_table(own, max(n, 60), "judges", fits)
    table <- around_table(NULL, table, c(recall, more))
    return(answered(html_around(NULL, table, judge_plot(own), again = TRUE), judge_answer(fits)))
  }
  # What is seen best in a picture is whether a judge differs from people.
  plot <- difference_plot(own)
  if (!is.null(plot)) plot <- c("<h3>Judges minus people</h3>", html_text(difference_plot_words(own)), plot)
  beside <- if (is.null(recall) || is_narrow_table(recall)) {
    html_beside(c(recall, more), plot)
  } else {
    c(recall, html_beside(more, plot))
  }
  answered(c(judges_table(own, judges), html_save(fits, "judges"), beside), judge_answer(fits))
}

# How many labels people must give is a question of a plan, and not of ratings that are there.
UNREPORTED <- "labels"

# A distance is a difference that should be small.
difference_plot_words <- function(shown) {
  if (any(shown$quantity %in% "distance_to_people")) {
    return("Left of 0 a judge is nearer to people than people are to each other.")
  }
  "Right of 0 a judge agrees with people, or is right, more often than people."
}

# The differences between a judge and people, on the same items.
difference_plot <- function(shown) {
  judge_plot(shown[shown$quantity == "difference" & shown$question %in% c("agreement", "majority"), ])
}

# On which side of people each judge is, in one sentence.
judge_answer <- function(fits) {
  known <- judges_beside_people(fits)
  on <- function(which, side) names(known)[vapply(known, function(one) one[[which]] == side, NA)]
  verb <- function(who, one, several) paste(in_a_list(who), if (length(who) == 1) one else several)
  than <- c(less = "clearly less", more = "clearly more", open = "neither clearly more nor less")
  agree <- unlist(lapply(names(than), function(side) {
    who <- on("side", side)
    if (length(who)) paste(verb(who, "agrees", "agree"), "with people", than[[side]])
  }))
  # The first part of the sentence says what all are held against, which the others do not repeat.
  if (length(agree)) agree[1] <- paste(agree[1], "than people do with each other")
  agree[-1] <- sub(" agrees? with people", "", agree[-1])
  right <- unlist(lapply(c("more", "less"), function(side) {
    who <- on("right_side", side)
    if (length(who)) paste(verb(who, "is", "are"), "right clearly", side, "often than that person")
  }))
  if (length(right)) right <- paste("leaving one person out,", in_a_list(right))
  words <- paste(c(agree, right), collapse = "; ")
  # A name may begin with a small letter.
  if (words != "") paste0(sub("^leaving ", "Leaving ", words), ".")
}

# What all judges together are worth, each figure with its words.
panel_part <- function(shown) {
  rows <- shown[shown$question == "panel", ]
  row <- function(quantity) rows[rows$quantity %in% quantity, ]
  limits <- function(row, write) {
    if (is.na(row$conf.low)) "" else paste0(" (", write(row$conf.low), " to ", write(row$conf.high), ")")
  }
  percent <- function(x) paste0(format(round(100 * x)), "%")
  one <- function(quantity, words) {
    row <- row(quantity)
    if (nrow(row) == 1) words(row)
  }
  words <- c(
    one("panel_accuracy", function(row) {
      paste0(
        "The label that most judges give is that of most people on ", percent(row$estimate), limits(row, percent),
        " of ", count(row$n, "item"), best_judge_words(shown), "."
      )
    }),
    one("all_wrong", function(row) {
      alone <- row("all_wrong_if_independent")$estimate
      paste0(
        "All judges err on ", percent(row$estimate), limits(row, percent), " of the items",
        if (length(alone)) paste0("; if their errors were independent, on ", percent(alone)), "."
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
    paste0("; that of ", own$judge[best], " alone, on ", format(round(100 * own$estimate[best])), "%")
  }
}

# How often each judge gives the label that most people gave, of the items with this label: whether it catches the rare
# one that matters. A list: `labels`, `judges`, and in matrices of these the number of items `n` and of those `right`.
# `people`: the ratings of people; `at`: the places of the judges among the raters.
labels_found <- function(ratings, people, at, about) {
  if (!is.numeric(at) || about$kind != "labels" || ncol(ratings$groups) || !is.null(ratings$sets)) {
    return(NULL)
  }
  labels <- labels_of_items(people, "majority")
  item <- match(id_text(ratings$items), id_text(labels$item))
  settled <- match(as.character(labels$label), as.character(ratings$categories))[item]
  of_rating <- settled[rating_items(ratings)]
  rated <- !is.na(of_rating)
  k <- length(ratings$categories)
  # A row for each label and a column for each judge, of the ratings that `use`.
  counted <- function(use) {
    found <- vapply(at, function(judge) {
      tabulate(of_rating[use & rated & ratings$rater == judge - 1L], k)
    }, integer(k))
    matrix(found, k)
  }
  kept <- which(tabulate(settled, k) > 0)
  list(
    labels = show_labels(as.character(ratings$categories))[kept], judges = id_text(ratings$raters)[at],
    n = counted(TRUE)[kept, , drop = FALSE], right = counted(ratings$code + 1L == of_rating)[kept, , drop = FALSE]
  )
}

recall_part <- function(found) {
  if (is.null(found)) {
    return(NULL)
  }
  columns <- lapply(seq_along(found$judges), function(j) {
    n <- found$n[, j]
    right <- found$right[, j]
    share <- paste0(below_one(right / n), " (", big_each(right), " of ", big_each(n), ")")
    column(escape_html(found$judges[j]), ifelse(n == 0, "\u2014", share), FALSE)
  })
  keys <- as_keys(list(name_column("Label", escape_html(found$labels))))
  table <- page_table(bind_columns(c(keys, columns)), "", list(format = "html"))
  around_table(
    c("<h3>Label by label</h3>", html_text(paste(
      "Recall: of the items to which most people gave a label, the share to which the judge gave it, too. Shares of",
      "few items say little."
    ))),
    table
  )
}

# The label that the judges together miss most often; `shown`: the names of the judges that are told.
missed_words <- function(found, shown) {
  at <- missed_most(found)
  if (length(at) == 0) {
    return(NULL)
  }
  told <- which(found$judges %in% shown & found$n[at, ] > 0)
  each <- paste(found$judges[told], "finds", big_each(found$right[at, told]), "of", big_each(found$n[at, told]))
  # The verb and the noun are said once.
  if (length(told) > 1) each[-1] <- sub(" finds ", " ", each[-1], fixed = TRUE)
  each[1] <- paste(each[1], "such items")
  paste0(
    "The label that ", if (length(found$judges) == 1) "the judge misses" else "judges miss", " most is ",
    found$labels[at], ": ", in_a_list(each), "."
  )
}

missed_most <- function(found) {
  if (is.null(found)) {
    return(NULL)
  }
  missed <- 1 - rowSums(found$right) / rowSums(found$n)
  which.max(ifelse(missed > 0, missed, NA))
}

# Sentences for the first lines on what may be left to the judges.
judge_advice <- function(fits, found = NULL) {
  if (is.null(fits) || inherits(fits, "condition")) {
    return(NULL)
  }
  known <- judges_beside_people(fits)
  on <- function(side) names(known)[vapply(known, function(one) side %in% c(one$side, one$right_side), NA)]
  below <- on("less")
  above <- setdiff(on("more"), below)
  open <- setdiff(names(known)[vapply(known, function(one) one$side == "open", NA)], c(below, above))
  at <- missed_most(found)
  often <- length(at) && sum(found$right[at, ]) / sum(found$n[at, ]) < 2 / 3
  words <- c(
    if (length(below)) paste("do not let", in_a_list(below), "rate in the place of a person"),
    if (length(above)) paste("let", in_a_list(above), "rate beside people"),
    if (length(open)) paste("have more items rated by people and by", in_a_list(open), "before relying on them"),
    if (often) paste0("let people look for the label ", found$labels[at], ", which the judges miss most")
  )
  if (length(open) == 1) words <- sub("before relying on them$", "before relying on it", words)
  if (length(found$judges) == 1) words <- sub("which the judges miss most$", "which the judge misses most", words)
  if (length(words)) paste0(toupper(substr(words, 1, 1)), substring(words, 2), ".")
}

# A row for each figure and a column for each judge, with the interval behind the estimate. Figures of people that are
# the same beside each judge have a column of their own. Figures that a narrow table does without are only in the file.
judges_table <- function(shown, judges) {
  if (any(shown$quantity %in% "macro_f1")) shown <- shown[!shown$quantity %in% SPARE_REPORT, ]
  style <- list(format = "html", digits = 2, leading_zero = FALSE)
  key <- paste(comparison_words(shown), figure_labels(shown))
  people <- Filter(function(own) {
    rows <- shown[shown$quantity == own, ]
    nrow(rows) > 0 && length(unique(paste(rows$estimate, rows$conf.low, rows$conf.high, rows$n))) == 1
  }, c("among_people", "distance_of_people", "person_others"))
  of_people <- shown$quantity %in% people
  first <- vctrs::vec_slice(shown, !duplicated(key))
  rows <- unique(key)
  cells <- function(own) {
    known <- !is.na(own$conf.low)
    numbers <- format_numbers(own$estimate, style)
    cells <- ifelse(known, paste0(numbers, " ", interval_cells(own$conf.low, own$conf.high, style)), numbers)
    ifelse(is.na(own$estimate), dash(style), cells)
  }
  columns <- lapply(judges, function(judge) {
    own <- vctrs::vec_slice(shown, match(paste(judge, rows), paste(shown$judge, key)))
    column(escape_html(judge), ifelse(rows %in% key[of_people], "", cells(own)), FALSE)
  })
  if (any(of_people)) {
    own <- vctrs::vec_slice(first, ifelse(first$quantity %in% people, seq_along(rows), NA))
    columns <- c(list(column("People", ifelse(is.na(own$estimate), "", cells(own)), FALSE)), columns)
  }
  keys <- beside_keys(shown, which(!duplicated(key)), key, style, FALSE, height = 1)
  # A figure without an interval has no dash here.
  made <- made_table(shown[!is.na(shown$conf.low), ], c(style, wide = FALSE), NULL)
  page_table(groups_once(bind_columns(c(keys, columns))), made$notes, style)
}

ASKED_WORDS <- c(
  agreement = "agreement with people", majority = "accuracy", replace = "whether a judge may replace a person",
  panel = "errors that judges share", share = "shares of labels, corrected for errors"
)

# What a column would say for which there is none.
COLUMN_WORDS <- c(
  runs = "repeated runs", position = "which answer was shown first", length = "lengths of answers",
  source = "who wrote an answer", drift = "versions of a judge", confidence = "the confidence of a judge"
)

LACKING_WORDS <- c("no epsilon" = "no margin was set")

unasked_part <- function(fits) {
  if (any(is_unanswered(fits))) c("<h3>What the data do not say</h3>", html_checked(unasked_words(fits)))
}

# Questions that no judge has an answer to, and figures that others have.
unasked_words <- function(fits) {
  lost <- is_unanswered(fits)
  whole <- lost & !fits$question %in% fits$question[!lost]
  why <- gsub("`", "", sub("^not possible: ", "", as.character(fits$status[whole])), fixed = TRUE)
  question <- as.character(fits$question[whole])
  of_column <- startsWith(why, "no column ") & question %in% names(COLUMN_WORDS)
  asked <- unique(paste0(in_words(question, ASKED_WORDS), " (", in_words(why, LACKING_WORDS), ")")[!of_column])
  columns <- unique(COLUMN_WORDS[question[of_column]])
  figures <- why_in_brackets(unanswered_words(fits[!whole, ]))
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

# The shares and differences with limits, and what is seen in words.
judge_plot <- function(x) {
  drawn <- x[!x$quantity %in% NOT_SHARES & !is.na(x$conf.low), ]
  if (nrow(drawn) == 0) {
    return(NULL)
  }
  each <- paste0(
    drawn$judge, ", ", tolower(figure_labels(drawn)), ": ", below_one(drawn$estimate), ", interval ",
    below_one(drawn$conf.low), " to ", below_one(drawn$conf.high)
  )
  alt <- paste0(
    "Shares and differences with intervals. ", paste(utils::head(each, 8), collapse = "; "),
    if (length(each) > 8) paste("; and", big(length(each) - 8), "more")
  )
  # Each row has room for the values of all judges, and each panel for its heading.
  rows <- tapply(drawn$quantity, drawn$question, function(own) length(unique(own)))
  heads <- if (length(rows) > 1) 12 * length(rows) else 4
  lines <- sum(rows, na.rm = TRUE) * series_room(length(unique(drawn$judge))) + heads
  html_plot(drawn, rows = (1 + 0.1 * lines) / 0.4, alt = alt)
}
