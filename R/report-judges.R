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
  people <- unique(lapply(known, `[`, c("among", "person")))
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

# What the rows of a judge say, in words: the value with people and that among people, how often the judge and a person
# left out agree with the majority of the others, and on which side of people the judge is in both, see sides_of(). NULL
# without a value with people.
judge_beside_people <- function(judge, fits, sides) {
  own <- fits$judge == judge & !is.na(fits$estimate)
  at <- function(question, quantity) which(own & fits$question == question & fits$quantity %in% quantity)
  with <- at("agreement", c("with_people", "distance_to_people"))
  if (length(with) == 0) {
    return(NULL)
  }
  value <- function(at) {
    if (length(at) == 0) {
      NULL
    } else if (fits$quantity[at] %in% c("distance_to_people", "distance_of_people")) {
      paste(in_first(fits$estimate[at]), "points")
    } else {
      whole_percent(fits$estimate[at])
    }
  }
  side <- function(at) if (length(at)) sides[at] else "unknown"
  list(
    judge = judge, scores = fits$quantity[with] == "distance_to_people", with = value(with),
    among = value(at("agreement", c("among_people", "distance_of_people"))), side = side(at("agreement", "difference")),
    right = value(at("majority", "accuracy_others")), person = value(at("majority", "person_others")),
    right_side = side(at("majority", "difference"))
  )
}

# Which figures the first lines tell of a judge, which has one verdict: how often it agrees with the majority of the
# other people, beside the person left out, or how often it agrees with a person, where only this differs clearly, or
# only this is known. Where the two differ clearly in opposite directions, both are told.
told_of_judge <- function(known) {
  certainty <- function(side) match(side, c("unknown", "open", "less", "more"))
  right <- !is.null(known$right) && !is.null(known$person)
  agree <- !right || min(certainty(known$side), 3) > min(certainty(known$right_side), 3)
  opposite <- right && setequal(c(known$side, known$right_side), c("less", "more"))
  list(right = right && !agree, agree = agree || opposite)
}

# Says what people reach, beside whom judges are told. `together`: whether it is the same beside each judge.
people_reach <- function(known, together) {
  told <- lapply(known, told_of_judge)
  any_told <- function(which) any(vapply(told, function(one) one[[which]], NA))
  one <- known[[1]]
  if (!together) {
    return("Each judge beside people on the same items:")
  }
  reached <- c(
    if (any_told("right")) paste("a person agrees with", OTHER_PEOPLE, "in", one$person, "of the cases"),
    if (any_told("agree")) {
      if (is.null(one$among)) {
        "no two people rated the same items"
      } else if (one$scores) {
        paste("two people differ by", one$among, "on average")
      } else {
        paste0("two people agree in ", one$among, if (!any_told("right")) " of the cases")
      }
    }
  )
  paste0(with_capital(paste(reached, collapse = ", and ")), ".")
}

OTHER_PEOPLE <- "the majority of the other people"

# A judge with its figures, each with what it is beside people. `alone`: whether the line says what people reach.
judge_line <- function(known, alone = FALSE) {
  told <- told_of_judge(known)
  beside <- function(side, words, people, reached) {
    paste0(", ", switch(side,
      unknown = "without an interval for the difference from", open = "not clearly different from",
      paste("clearly", words[[side]], "than")
    ), " ", people, if (alone) paste0(" (", reached, ")"))
  }
  often <- c(more = "more often", less = "less often")
  parts <- c(
    if (told$right) {
      paste0(
        "agrees with ", if (alone) OTHER_PEOPLE else "that majority", " in ", known$right,
        beside(known$right_side, often, "a person", known$person)
      )
    },
    if (told$agree) {
      # A distance is a difference that should be small.
      words <- if (known$scores) c(more = "less", less = "more") else often
      paste0(
        if (known$scores) "differs from a person by " else paste0(if (!told$right) "agrees ", "with a person in "),
        known$with,
        if (!is.null(known$among)) beside(known$side, words, "two people", known$among)
      )
    }
  )
  paste0(known$judge, ": ", paste(parts, collapse = "; "), ".")
}
