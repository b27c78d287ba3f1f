# Judges in a report: a sentence on each for the first lines, and a section with all that judge_report() found.

# `judges`: a result of judge_report(), or names of raters. Returns the result, or for names their places among the
# raters, which have the same places under a pseudonym.
judges_of_report <- function(judges, ratings, pseudonyms) {
  if (is.null(judges)) {
    return(NULL)
  }
  if (!inherits(judges, "accord_judge_report")) {
    if (is_questions(ratings)) {
      abort_accord(
        "argument",
        c(
          "Judges are named for one question.",
          x = "There are {length(ratings)} questions, and {.arg judges} has names.",
          i = "Give {.arg judges} a result of {.fn judge_report}, or write a report for each question."
        ),
        argument = "judges"
      )
    }
    check_named_raters(ratings, "A report on judges needs")
    at <- match_named(judges, ratings["raters"], "judges")
    names <- id_text(ratings$raters)
    check_people(names[-at], names[at], FALSE, "judges")
    return(at)
  }
  if (!is.null(pseudonyms)) {
    abort_accord(
      "argument",
      c(
        "Pseudonyms do not reach the names in a result of {.fn judge_report}.",
        x = "{.arg judges} is such a result, and {.arg pseudonyms} are given.",
        i = "Name the judges in {.arg judges}, or leave out {.arg pseudonyms}."
      ),
      argument = "judges"
    )
  }
  judges
}

# The main estimate and percent agreement of people, of judges if they are several, and of all raters, of ratings
# without groups.
estimates_of_sides <- function(ratings, judges, found, ci, about) {
  if (ncol(ratings$groups)) {
    return(NULL)
  }
  names <- id_text(ratings$raters)
  sides <- list(people = names[-judges], judges = names[judges], "all raters" = names)
  split <- split_by_raters(ratings, sides[lengths(sides) > 1])
  names(split$groups) <- "who"
  main <- as.character(main_estimates(found)$coefficient[1])
  tryCatch(
    report_estimates(split, unique(c("percent_agreement", main)), ci, about), accord_error = function(cnd) NULL
  )
}

# Says whose ratings a section is about, where there are judges among the raters; else NULL. `people`: the ratings of
# people, from which agreement is estimated.
whose_text <- function(heading, ratings, people) {
  if (has_judges(ratings, people)) {
    html_text(if (heading %in% OF_PEOPLE) {
      paste(
        if (heading == "Agreement") heading else "The ratings", "of the", big(length(people$raters)),
        "people, without the judges."
      )
    } else {
      paste0("All ", count(length(ratings$raters), "rater"), ", the judges among them.")
    })
  }
}

whose_methods <- function(ratings, people) {
  if (has_judges(ratings, people)) {
    paste(
      "Agreement, influence, items in doubt, confused categories and labels are those of the ratings of people;",
      "raters and pairs of raters are compared among all raters, the judges among them."
    )
  }
}

has_judges <- function(ratings, people) length(people$raters) < length(ratings$raters)

# The sections on the ratings of people alone.
OF_PEOPLE <- c(
  "Agreement", "Differences", "Influence of each rater", "Items", "Confused categories", "Labels", "Values"
)

# The sections with a first sentence on whose ratings they are about, where that differs between them.
told_whose <- function(sections, ratings, people) {
  plain <- c("The data", "Agreement", "Methods", "References")
  for (heading in setdiff(names(sections), plain)) {
    sections[[heading]] <- local({
      write <- sections[[heading]]
      words <- whose_text(heading, ratings, people)
      function() {
        body <- write()
        structure(c(words, body), half = attr(body, "half"))
      }
    })
  }
  sections
}

sides_part <- function(sides) {
  if (!is.null(sides)) {
    c("<h3>People and judges</h3>", result_table(sides, NULL, wide = TRUE, class = wide_class(sides)))
  }
}

# The result of judge_report() for raters of the report, or the condition that says why there is none.
judge_fits <- function(judges, ratings, about) {
  if (is.null(judges) || inherits(judges, "accord_judge_report")) {
    return(judges)
  }
  tryCatch(
    {
      if (!is.null(ratings$weight)) {
        abort_accord("argument", c("Judges are not reported for weighted items.", x = "The items have weights."))
      }
      if (!is.null(ratings$sets)) {
        abort_accord("argument", c("Judges are not reported for sets of labels.", x = "A rating is a set of labels."))
      }
      item <- rating_items(ratings)
      names <- id_text(ratings$raters)
      rows <- data.frame(
        item, rater = names[ratings$rater + 1L], rating = ratings$categories[ratings$code + 1L],
        cluster = if (is.null(ratings$cluster)) NA else ratings$cluster[item]
      )
      judge_report(
        rows, "item", "rater", "rating", names[judges],
        cluster = !!(if (!is.null(ratings$cluster)) "cluster"),
        level = if (about$kind == "scores") "interval" else "nominal", categories = ratings$categories
      )
    },
    accord_error = identity
  )
}

# The first lines of the report: does each judge agree with people as they agree with each other?
judge_words <- function(fits) {
  if (is.null(fits) || inherits(fits, "condition")) {
    return(NULL)
  }
  judges <- setdiff(unique(fits$judge), ALL_JUDGES)
  words <- unlist(lapply(utils::head(judges, 3), one_judge_words, fits = fits))
  if (length(words) == 0) {
    return(NULL)
  }
  more <- length(judges) - 3
  told <- paste0(paste(words, collapse = " "), if (more > 0) paste0(" ", count(more, "more judge"), " below."))
  rlang::set_names(told, if (length(judges) == 1) {
    "Does the judge agree with people?"
  } else {
    "Do the judges agree with people?"
  })
}

one_judge_words <- function(fits, judge) {
  own <- fits[fits$judge == judge & fits$question == "agreement", ]
  of <- function(quantity) own[own$quantity %in% quantity & !is.na(own$estimate), ]
  judged <- of(c("with_people", "distance_to_people"))
  among <- of(c("among_people", "distance_of_people"))
  difference <- of("difference")
  if (nrow(judged) == 0) {
    return(NULL)
  }
  scores <- judged$quantity == "distance_to_people"
  value <- function(row) if (scores) in_first(row$estimate) else paste0(format(round(100 * row$estimate)), "%")
  first <- if (scores) {
    paste0(judge, " and a person differ by ", value(judged), " points on average")
  } else {
    paste0(judge, " and a person agree in ", value(judged), " of the cases")
  }
  if (nrow(among) == 0) {
    return(paste0(first, "; no two people rated the same items."))
  }
  # A distance is a difference that should be small.
  low <- if (scores) -difference$conf.high else difference$conf.low
  high <- if (scores) -difference$conf.low else difference$conf.high
  verdict <- if (is.na(low)) {
    "no interval is known for the difference"
  } else if (high < 0) {
    "the judge agrees less with people than they do with each other"
  } else if (low > 0) {
    "the judge agrees more with people than they do with each other"
  } else {
    "the data leave open whether the judge agrees more or less with people than they do"
  }
  paste0(
    first, ", two people ", if (scores) "by " else "in ", value(among), ": ", verdict, left_out_words(fits, judge), "."
  )
}

# Against the majority of all people but one a judge may differ from that person where pairs leave it open.
left_out_words <- function(fits, judge) {
  row <- fits[fits$judge == judge & fits$question == "majority" & fits$quantity == "difference", ]
  row <- row[!is.na(row$conf.low), ]
  if (nrow(row) == 1 && (row$conf.low > 0 || row$conf.high < 0)) {
    paste0(
      "; against the majority of the other people it is right ", if (row$conf.low > 0) "more" else "less",
      " often than a person (difference ", below_one(row$estimate), ", ", format(100 * row$conf.level),
      "% interval from ", below_one(row$conf.low), " to ", below_one(row$conf.high), ")"
    )
  }
}

# The section in a report on several questions.
judge_parts <- function(fits, n) {
  if (is.null(fits)) NULL else list(report_section("Judges", function() judge_section(fits, n)))
}

judge_section <- function(fits, n) {
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
    }
  ))
  unasked <- if (any(is_unanswered(fits))) html_text(unasked_words(fits))
  if (!length(judges) %in% 2:4) {
    return(html_around(words, c(html_table(shown, max(n, 60), "judges", fits), unasked), judge_plot(shown)))
  }
  own <- shown[!of_all, ]
  all <- shown[of_all, ]
  # A picture for each question, so that two of them stand beside each other.
  plots <- unlist(lapply(unique(own$question), function(question) {
    plot <- judge_plot(own[own$question == question, ])
    if (!is.null(plot)) html_div("one", c(paste0("<h4>", in_words(question, QUESTION_WORDS), "</h4>"), plot))
  }))
  c(
    words, judges_table(own, judges), html_save(fits, "judges"),
    if (length(plots)) html_div("beside", plots),
    if (any(of_all)) {
      html_around(c("<h3>All judges together</h3>", result_table(all, NULL)), unasked, judge_plot(all))
    } else {
      unasked
    }
  )
}

# A row for each figure and a column for each judge, with the interval behind the estimate.
judges_table <- function(shown, judges) {
  style <- list(format = "html", digits = 2, leading_zero = FALSE)
  key <- paste(shown$question, figure_labels(shown))
  first <- vctrs::vec_slice(shown, !duplicated(key))
  columns <- lapply(judges, function(judge) {
    own <- vctrs::vec_slice(shown, match(paste(judge, unique(key)), paste(shown$judge, key)))
    known <- !is.na(own$conf.low)
    numbers <- format_numbers(own$estimate, style)
    cells <- ifelse(known, paste0(numbers, " ", interval_cells(own$conf.low, own$conf.high, style)), numbers)
    column(escape_html(judge), ifelse(is.na(own$estimate), dash(style), cells), FALSE)
  })
  n <- vapply(split(shown$n, factor(key, unique(key))), function(n) paste(unique(range(n)), collapse = " to "), "")
  keys <- list(
    name_column("Question", escape_html(in_words(as.character(first$question), QUESTION_WORDS))),
    name_column("Figure", escape_html(figure_labels(first)))
  )
  # A figure without an interval has no dash here.
  made <- made_table(shown[!is.na(shown$conf.low), ], c(style, wide = FALSE), NULL)
  page_table(
    groups_once(bind_columns(c(as_keys(keys), columns, list(column("Items", unname(n), TRUE))))), made$notes, style
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
  lines <- sum(rows, na.rm = TRUE) * series_room(length(unique(drawn$judge))) + 12 * length(rows)
  html_plot(drawn, rows = (1 + 0.1 * lines) / 0.4, alt = alt)
}
