# The section on judges in a report: all that judge_report() found.

# The section in a report on several questions.
judge_parts <- function(fits, n) {
  if (is.null(fits)) NULL else report_sections("Judges", list(function() judge_section(fits, n)))
}

# `recall`: the table of how often each judge gives each label of people, or nothing.
judge_section <- function(fits, n, recall = NULL) {
  if (inherits(fits, "condition")) {
    rlang::cnd_signal(fits)
  }
  shown <- fits[!is_unanswered(fits), ]
  of_all <- shown$judge %in% ALL_JUDGES
  judges <- unique(shown$judge[!of_all])
  words <- html_text(paste(
    "Each question that the data can answer has a row or more: agreement of a judge with people beside that of two",
    "people, accuracy against the label that most people gave, and what else the data allow.",
    if ("score" %in% shown$interval[shown$quantity == "among_people"]) {
      paste(
        "The interval of two people is, like that of the judge beside it, one of shares (score); that of percent",
        "agreement under Agreement is by the method named there, and may differ a little."
      )
    } else if (any(shown$quantity == "among_people" & !is.na(shown$conf.low))) {
      "The interval of two people is that of percent agreement under Agreement."
    }
  ))
  unasked <- if (any(is_unanswered(fits))) html_checked(unasked_words(fits))
  if (!length(judges) %in% 2:4) {
    table <- html_table(shown, max(n, 60), "judges", fits)
    table <- around_table(NULL, table, c(recall, unasked))
    return(answered(html_around(words, table, judge_plot(shown), again = TRUE), judge_answer(fits)))
  }
  own <- shown[!of_all, ]
  all <- shown[of_all, ]
  # What is seen best in a picture is whether a judge differs from people.
  plot <- difference_plot(own)
  answered(c(
    words, judges_table(own, judges), html_save(fits, "judges"), recall,
    html_beside(
      if (any(of_all)) c("<h3>All judges together</h3>", result_table(all, NULL)),
      c(
        if (!is.null(plot)) c("<h3>Judges minus people</h3>", html_text(difference_plot_words(own)), plot),
        if (!is.null(unasked)) c("<h3>What the data do not say</h3>", unasked)
      )
    )
  ), judge_answer(fits))
}

# A distance is a difference that should be small.
difference_plot_words <- function(shown) {
  if (any(shown$quantity %in% "distance_to_people")) {
    return("The difference to two people. Left of 0 a judge is nearer to people than people are to each other.")
  }
  paste(
    "The differences to two people, and to the person left out. Right of 0 a judge agrees with people more than people",
    "do with each other."
  )
}

# The differences between a judge and people, on the same items, in one panel.
difference_plot <- function(shown) {
  drawn <- shown[shown$quantity == "difference" & shown$question %in% c("agreement", "majority"), ]
  drawn$of <- ifelse(drawn$question == "majority", "one person", "two people")
  drawn$question <- rep("agreement", nrow(drawn))
  judge_plot(drawn)
}

# On which side of people each judge is, in one sentence.
judge_answer <- function(fits) {
  judges <- setdiff(unique(fits$judge), ALL_JUDGES)
  known <- Filter(Negate(is.null), lapply(rlang::set_names(judges), judge_beside_people, fits = fits))
  side <- vapply(known, `[[`, "", "side")
  each <- lapply(c("less", "more", "open"), function(one) {
    who <- names(side)[side == one]
    alone <- length(who) == 1
    if (length(who) == 0) {
      NULL
    } else if (one == "open") {
      paste("the data leave open on which side of people", in_a_list(who), if (alone) "is" else "are")
    } else {
      paste(in_a_list(who), if (alone) "agrees" else "agree", one, "with people than people do with each other")
    }
  })
  words <- paste(c(unlist(each), majority_answer(fits, judges)), collapse = "; ")
  # A name may begin with a small letter.
  if (words != "") paste0(sub("^the data", "The data", words), ".")
}

# Which judges are right more or less often than a person, against the majority of the others.
majority_answer <- function(fits, judges) {
  rows <- fits[fits$question == "majority" & fits$quantity == "difference" & !is.na(fits$conf.low), ]
  rows <- rows[rows$judge %in% judges, ]
  more <- rows$judge[rows$conf.low > 0]
  less <- rows$judge[rows$conf.high < 0]
  each <- c(
    if (length(more)) paste(in_a_list(more), if (length(more) == 1) "is" else "are", "right more often than a person"),
    if (length(less)) paste(in_a_list(less), if (length(less) == 1) "is" else "are", "right less often than a person")
  )
  if (length(each)) paste0("against the majority of the other people ", in_a_list(each))
}

# How often each judge gives the label that most people gave, of the items with this label: whether it catches the rare
# one that matters. `people`: the ratings of people; `at`: the places of the judges among the raters.
recall_part <- function(ratings, people, at, about) {
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
    vapply(at, function(judge) {
      tabulate(of_rating[use & rated & ratings$rater == judge - 1L], k)
    }, integer(k))
  }
  n <- counted(TRUE)
  right <- counted(ratings$code + 1L == of_rating)
  kept <- which(tabulate(settled, k) > 0)
  cells <- lapply(seq_along(at), function(j) {
    share <- below_one(right[kept, j] / n[kept, j])
    ifelse(n[kept, j] == 0, "\u2014", paste0(share, " (", big_each(right[kept, j]), " of ", big_each(n[kept, j]), ")"))
  })
  names(cells) <- id_text(ratings$raters)[at]
  c(
    "<h3>Label by label</h3>",
    html_text(paste(
      "Recall: of the items to which most people gave a label, the share to which the judge gave it, too. Shares of",
      "few items say little."
    )),
    html_grid(c(list("Label of most people" = show_labels(as.character(ratings$categories))[kept]), cells))
  )
}

# One sentence for the first lines on what may be left to the judges.
judge_advice <- function(fits) {
  if (is.null(fits) || inherits(fits, "condition")) {
    return(NULL)
  }
  judges <- setdiff(unique(fits$judge), ALL_JUDGES)
  known <- Filter(Negate(is.null), lapply(rlang::set_names(judges), judge_beside_people, fits = fits))
  side <- vapply(known, `[[`, "", "side")
  majority <- fits[fits$question == "majority" & fits$quantity == "difference" & !is.na(fits$conf.low), ]
  below <- names(side)[side == "less" | names(side) %in% majority$judge[majority$conf.high < 0]]
  above <- setdiff(names(side)[side == "more" | names(side) %in% majority$judge[majority$conf.low > 0]], below)
  open <- setdiff(names(side)[side == "open"], c(below, above))
  words <- c(
    if (length(below)) paste("do not let", in_a_list(below), "rate in the place of a person"),
    if (length(above)) paste("let", in_a_list(above), "rate beside people, whom", if (length(above) == 1) {
      "it equals or exceeds here"
    } else {
      "they equal or exceed here"
    }),
    if (length(open)) paste("have more items rated by people and by", in_a_list(open), "before relying on",
      if (length(open) == 1) "it" else "them")
  )
  if (length(words)) paste0(" Of the judges: ", paste(words, collapse = "; "), ".")
}

# The figures of people beside that of a judge, by the figure of the judge.
PEOPLE_FIGURES <- c(
  with_people = "among_people", distance_to_people = "distance_of_people", accuracy_others = "person_others"
)

# A row for each figure and a column for each judge, with the interval behind the estimate. Figures of people that are
# the same beside each judge have a column, too.
judges_table <- function(shown, judges) {
  style <- list(format = "html", digits = 2, leading_zero = FALSE)
  key <- paste(shown$question, figure_labels(shown))
  people <- Filter(function(own) {
    rows <- shown[shown$quantity %in% own, ]
    nrow(rows) > 0 && length(unique(paste(rows$estimate, rows$conf.low, rows$conf.high, rows$n))) == 1
  }, PEOPLE_FIGURES[PEOPLE_FIGURES %in% shown$quantity & names(PEOPLE_FIGURES) %in% shown$quantity])
  beside <- shown[shown$quantity %in% people, ]
  kept <- !shown$quantity %in% people
  first <- vctrs::vec_slice(shown, kept & !duplicated(key))
  rows <- paste(first$question, figure_labels(first))
  cells <- function(own) {
    known <- !is.na(own$conf.low)
    numbers <- format_numbers(own$estimate, style)
    cells <- ifelse(known, paste0(numbers, " ", interval_cells(own$conf.low, own$conf.high, style)), numbers)
    ifelse(is.na(own$estimate), dash(style), cells)
  }
  columns <- lapply(judges, function(judge) {
    own <- vctrs::vec_slice(shown, match(paste(judge, rows), paste(shown$judge, key)))
    column(escape_html(judge), cells(own), FALSE)
  })
  if (nrow(beside)) {
    own <- vctrs::vec_slice(beside, match(people[as.character(first$quantity)], beside$quantity))
    columns <- c(list(column("People", ifelse(is.na(own$estimate), "", cells(own)), FALSE)), columns)
  }
  n <- vapply(split(shown$n, factor(key, rows)), function(n) paste(unique(range(n)), collapse = " to "), "")
  keys <- list(
    name_column("Comparison", escape_html(comparison_words(first))),
    name_column("Measure", escape_html(figure_labels(first)))
  )
  # A figure without an interval has no dash here.
  made <- made_table(shown[!is.na(shown$conf.low), ], c(style, wide = FALSE), NULL)
  notes <- c(
    if (nrow(beside)) "People: two people, or the person left out, beside the judges",
    if (any(kept & shown$quantity == "difference")) "Differences are of unrounded estimates", made$notes
  )
  page_table(
    groups_once(bind_columns(c(as_keys(keys), columns, list(column("Items", unname(n), TRUE))))), notes, style
  )
}

ASKED_WORDS <- c(
  agreement = "whether judges agree with people as people agree with each other",
  majority = "how often judges give the label of most people", replace = "whether a judge may replace a person",
  runs = "whether answers differ between runs", position = "whether the place of an answer matters",
  length = "whether longer answers are preferred", source = "whether a judge prefers its own answers",
  drift = "whether versions of a judge differ", panel = "whether judges err together",
  confidence = "whether a judge is as often right as it says", share = "the shares of labels, corrected for errors",
  labels = "how many labels people must give"
)

LACKING_WORDS <- c(
  "no column run" = "no column of runs", "no column order" = "no column of the answer shown first",
  "no column length" = "no columns of lengths", "no column source" = "no columns of who wrote the answers",
  "no column version" = "no column of versions", "no column confidence" = "no column of confidence",
  "no epsilon" = "no margin was set"
)

# Questions that no judge has an answer to, and figures that others have.
unasked_words <- function(fits) {
  lost <- is_unanswered(fits)
  whole <- lost & !fits$question %in% fits$question[!lost]
  why <- gsub("`", "", sub("^not possible: ", "", as.character(fits$status[whole])), fixed = TRUE)
  asked <- unique(paste0(in_words(fits$question[whole], ASKED_WORDS), " (", in_words(why, LACKING_WORDS), ")"))
  figures <- why_in_brackets(unanswered_words(fits[!whole, ]))
  paste(c(
    if (any(whole)) paste0("Not asked, for lack of data: ", paste(asked, collapse = ", "), "."),
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
