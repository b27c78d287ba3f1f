# Judges in a report: the raters who are judges, what judge_report() finds of them, and a sentence on each for the
# first lines.

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

# The result of judge_report() for raters of the report, or the condition that says why there is none. `found`: the
# estimates of people.
judge_fits <- function(judges, ratings, about, found) {
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
      fits <- judge_report(
        rows, "item", "rater", "rating", names[judges],
        cluster = !!(if (!is.null(ratings$cluster)) "cluster"),
        level = if (about$kind == "scores") "interval" else "nominal", categories = ratings$categories
      )
      with_one_interval(fits, found)
    },
    accord_error = identity
  )
}

# Percent agreement of people has one interval in a report, that of the section on agreement, if it is the same figure.
with_one_interval <- function(fits, found) {
  own <- vctrs::vec_slice(found, which(found$coefficient == "percent_agreement" & !is.na(found$conf.low)))
  if (nrow(own) != 1) {
    return(fits)
  }
  same <- fits$quantity == "among_people" & fits$conf.level %in% own$conf.level &
    abs(fits$estimate - own$estimate) < 1e-9
  for (name in c("std.error", "conf.low", "conf.high", "interval")) fits[[name]][which(same)] <- own[[name]]
  fits
}

# The first lines of the report: does each judge agree with people as they agree with each other? Several judges are a
# list below what people reach.
judge_words <- function(fits) {
  if (is.null(fits) || inherits(fits, "condition")) {
    return(NULL)
  }
  judges <- setdiff(unique(fits$judge), ALL_JUDGES)
  known <- Filter(Negate(is.null), lapply(rlang::set_names(judges), judge_beside_people, fits = fits))
  if (length(known) == 0) {
    return(NULL)
  }
  if (length(judges) == 1) {
    return(c("Does the judge agree with people?" = judge_sentence(known[[1]], judges, fits)))
  }
  shown <- utils::head(known, 6)
  more <- length(judges) - length(shown)
  among <- unique(lapply(known, `[[`, "among"))
  lines <- if (length(among) == 1 && !is.null(among[[1]])) {
    c(
      paste0(
        if (known[[1]]$scores) "Two people differ by " else "Two people agree in ", among[[1]],
        if (known[[1]]$scores) ", a judge and a person by:" else " of the cases, a judge and a person in:"
      ),
      mapply(judge_item, shown, names(shown), MoreArgs = list(fits = fits), USE.NAMES = FALSE)
    )
  } else {
    c("Each judge beside two people:", mapply(judge_sentence, shown, names(shown), MoreArgs = list(fits = fits)))
  }
  list("Do the judges agree with people?" = c(
    unname(lines), if (more > 0) paste0(count(more, "more judge"), " under Judges.")
  ))
}

# What the rows of a judge say: the value with people and the value among people, both in words, and whether the judge
# agrees `"more"` or `"less"`, `"open"` if the data leave it open, or `"unknown"`.
judge_beside_people <- function(judge, fits) {
  own <- fits[fits$judge == judge & fits$question == "agreement", ]
  of <- function(quantity) own[own$quantity %in% quantity & !is.na(own$estimate), ]
  judged <- of(c("with_people", "distance_to_people"))
  among <- of(c("among_people", "distance_of_people"))
  difference <- of("difference")
  if (nrow(judged) == 0) {
    return(NULL)
  }
  scores <- judged$quantity == "distance_to_people"
  value <- function(row) {
    if (scores) paste(in_first(row$estimate), "points") else paste0(format(round(100 * row$estimate)), "%")
  }
  # A distance is a difference that should be small.
  low <- if (scores) -difference$conf.high else difference$conf.low
  high <- if (scores) -difference$conf.low else difference$conf.high
  list(
    scores = scores, with = value(judged), among = if (nrow(among)) value(among),
    side = if (is.na(low)) "unknown" else if (high < 0) "less" else if (low > 0) "more" else "open"
  )
}

# `known`: that of judge_beside_people().
judge_sentence <- function(known, judge, fits) {
  first <- if (known$scores) {
    paste0(judge, " and a person differ by ", known$with, " on average")
  } else {
    paste0(judge, " and a person agree in ", known$with, " of the cases")
  }
  if (is.null(known$among)) {
    return(paste0(first, "; no two people rated the same items."))
  }
  verdict <- switch(known$side,
    unknown = "no interval is known for the difference",
    open = "the data leave open whether the judge agrees more or less with people than they do",
    paste("the judge agrees", known$side, "with people than they do with each other")
  )
  paste0(
    first, ", two people ", if (known$scores) "by " else "in ", known$among, ": ", verdict, left_out_words(fits, judge),
    "."
  )
}

judge_item <- function(known, judge, fits) {
  verdict <- switch(known$side,
    unknown = "no interval is known for the difference",
    open = "which may be more or less agreement than that of two people",
    paste(known$side, "agreement than that of two people")
  )
  paste0(judge, ": ", known$with, ", ", verdict, left_out_words(fits, judge, short = TRUE), ".")
}

# Against the majority of all people but one a judge may differ from that person where pairs leave it open.
left_out_words <- function(fits, judge, short = FALSE) {
  row <- fits[fits$judge == judge & fits$question == "majority" & fits$quantity == "difference", ]
  row <- row[!is.na(row$conf.low), ]
  if (nrow(row) == 1 && (row$conf.low > 0 || row$conf.high < 0)) {
    limits <- paste0("from ", below_one(row$conf.low), " to ", below_one(row$conf.high))
    side <- if (row$conf.low > 0) "more" else "less"
    if (short) {
      paste0(
        "; against the majority it is right ", side, " often than a person (difference ", below_one(row$estimate), ", ",
        limits, ")"
      )
    } else {
      paste0(
        "; against the majority of the other people it is right ", side, " often than a person (difference ",
        below_one(row$estimate), ", ", format(100 * row$conf.level), "% interval ", limits, ")"
      )
    }
  }
}
