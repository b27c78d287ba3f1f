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
  known <- judges_beside_people(fits)
  if (length(known) == 0) {
    return(NULL)
  }
  shown <- utils::head(known, 6)
  more <- length(known) - length(shown)
  people <- unique(lapply(known, `[`, c("among", "majority")))
  together <- length(people) == 1
  lines <- c(
    people_reach(known, together), vapply(shown, judge_line, "", alone = !together, USE.NAMES = FALSE),
    if (more > 0) paste0(count(more, "more judge"), " under Judges.")
  )
  if (length(known) == 1 && length(unique(judges_of(fits))) == 1) {
    return(c("Does the judge agree with people?" = paste(lines, collapse = " ")))
  }
  list("Do the judges agree with people?" = lines)
}

judges_beside_people <- function(fits) {
  judges <- judges_of(fits)
  sides <- sides_of(fits)
  Filter(Negate(is.null), lapply(rlang::set_names(judges), judge_beside_people, fits = fits, sides = sides))
}

# Puts the comparison on which the verdict on a judge rests into words: that with each person or, if only the other has
# an interval, that with the majority of the other people. Returns a list: `scores`, `majority`: whether people give
# scores, and whether it is with the majority; `with`, `among`: the value of the judge and that of people; `side`: see
# sides_of(); `difference`. NULL without a value with people.
judge_beside_people <- function(judge, fits, sides) {
  own <- fits$judge == judge & !is.na(fits$estimate)
  at <- function(question, quantity) which(own & fits$question == question & fits$quantity %in% quantity)
  with <- at("agreement", c("with_people", "distance_to_people"))
  if (length(with) == 0) {
    return(NULL)
  }
  scores <- fits$quantity[with] == "distance_to_people"
  value <- function(at) if (length(at)) judge_value(fits$estimate[at], fits$quantity[at])
  told <- function(question, with, among) {
    difference <- at(question, "difference")
    side <- if (length(difference)) sides[difference] else "unknown"
    list(
      scores = scores, majority = question == "majority", with = value(with), among = value(among), side = side,
      difference = if (side != "unknown") difference_told(vctrs::vec_slice(fits, difference), scores)
    )
  }
  each <- told("agreement", with, at("agreement", c("among_people", "distance_of_people")))
  others <- told("majority", at("majority", "accuracy_others"), at("majority", "person_others"))
  c(judge = judge, if (each$side == "unknown" && others$side != "unknown") others else each)
}

judge_value <- function(value, quantity) {
  if (quantity %in% c("distance_to_people", "distance_of_people")) {
    paste(in_first(value), "points")
  } else {
    whole_percent(value)
  }
}

# The difference itself is not said, since the two values beside it are rounded.
difference_told <- function(row, scores) {
  limit <- if (scores) in_first else percent_limit
  paste0(level_of(row), " interval of the difference: ", limit(row$conf.low), " to ", limit(row$conf.high), " points")
}

# Says what people reach, beside whom judges are told. `together`: whether it is the same beside each judge.
people_reach <- function(known, together) {
  one <- known[[1]]
  if (!together) {
    "Each judge beside people on the same items:"
  } else if (one$majority) {
    paste0("A person agrees with ", OTHER_PEOPLE, " in ", one$among, " of the cases.")
  } else if (is.null(one$among)) {
    "No two people rated the same items."
  } else if (one$scores) {
    paste0("Two people differ by ", one$among, " on average.")
  } else {
    paste0("Two people agree in ", one$among, " of the cases.")
  }
}

OTHER_PEOPLE <- "the majority of the other people"

# A judge with its value and what it is beside people. `alone`: whether the line says what people reach.
judge_line <- function(known, alone = FALSE) {
  # A distance is a difference that should be small.
  words <- if (known$scores) c(more = "less", less = "more") else c(more = "more often", less = "less often")
  with <- if (known$majority) {
    paste("agrees with", if (alone) OTHER_PEOPLE else "that majority", "in")
  } else if (known$scores) {
    "differs from a person by"
  } else {
    "agrees with a person in"
  }
  figures <- c(if (alone) known$among, known$difference)
  beside <- if (!is.null(known$among)) {
    paste0(
      ", ", switch(known$side,
        unknown = "without an interval for the difference from", open = "not clearly different from",
        paste("clearly", words[[known$side]], "than")
      ),
      if (known$majority) " a person" else " two people",
      if (length(figures)) paste0(" (", paste(figures, collapse = "; "), ")")
    )
  }
  paste0(known$judge, ": ", with, " ", known$with, beside, ".")
}
