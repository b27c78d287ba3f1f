# This file says what the data show of a judge on both sides, and makes other remarks that go with the report.

# Returns sentences for the print; a judge that made the labels, or chose the items, by which it is measured is a
# warning too.
study_notes <- function(study) {
  sides <- c(copied_by_people(study), if (study$level == "nominal") c(made_majority(study), chose_items(study)))
  warn_both_sides(sides)
  c(
    sides, wrote_answers(study), never_all_different(study), one_reply_words(study), unusable_words(study),
    no_majority_words(study)
  )
}

# For scores, equal numbers are the same label.
copied_by_people <- function(study) {
  votes <- study$votes
  labels <- lapply(study$labels, `[[`, "code")
  if (study$level == "interval") {
    scores <- unique(votes$score)
    votes$code <- match(votes$score, scores)
    labels <- lapply(study$labels, function(label) {
      code <- match(label$score, scores)
      replace(code, is.na(code) & !is.na(label$score), 0L)
    })
  }
  if (nrow(votes)) copies_of_models(labels, votes)
}

# A rater among the people whose labels are always the majority of the others, or that of the others and the judge.
# Fewer items could show this by chance.
LEAST_ITEMS <- 50
LEAST_SPLIT <- 15

made_majority <- function(study) {
  votes <- study$votes
  n <- length(study$items)
  if (length(study$people) < 3 || length(study$people) > 10) {
    return(NULL)
  }
  of_others <- study$of_others
  of_person <- split(seq_len(nrow(votes)), factor(votes$rater, study$people))
  found <- lapply(study$people, function(person) {
    at <- of_person[[person]]
    known <- at[!is.na(of_others[at])]
    if (length(known) < LEAST_ITEMS || any(votes$code[known] != of_others[known])) {
      return(NULL)
    }
    own <- vctrs::vec_slice(votes, at)
    # The person has the label of their majority, so that the others differ if any two people do.
    split <- study$among[votes$item[known]] < 1
    if (sum(split) >= LEAST_SPLIT) {
      return(paste0(person, " always gives the majority of the other people: is it made from their labels?"))
    }
    others <- vctrs::vec_slice(votes, votes$rater != person & votes$item %in% own$item)
    code <- own$code[match(seq_len(n), own$item)]
    alone <- majority_of(others$item, others$code, n)
    for (name in study$units$name) {
      judge <- study$labels[[name]]$code
      voting <- which(!is.na(judge) & seq_len(n) %in% own$item)
      with <- majority_of(c(others$item, voting), c(others$code, judge[voting]), n)
      decided <- which(is.na(alone) & !is.na(with) & !is.na(code))
      if (length(decided) >= LEAST_SPLIT && all(code[decided] == with[decided])) {
        return(paste0(
          person, " always gives the majority of the other people and ", name, ", also on the ", length(decided),
          " items on which ", name, " decides it: was this label made with the judge?"
        ))
      }
    }
  })
  unlist(found)
}

# A judge that is right on every item, while people differ.
chose_items <- function(study) {
  split <- which(study$n_people > 1 & study$among < 1)
  found <- lapply(study$units$name, function(name) {
    label <- study$labels[[name]]
    at <- which(!is.na(label$code) & !is.na(study$majority))
    split <- intersect(split, at)
    if (length(at) >= LEAST_ITEMS && length(split) >= LEAST_SPLIT && all(label$code[at] == study$majority[at])) {
      paste0(
        name, " agrees with the majority on each of ", length(at), " items, on ", length(split),
        " of which people differ: were items kept because ", name, " agreed?"
      )
    }
  })
  unlist(found)
}

wrote_answers <- function(study) {
  if (is.null(study$source)) {
    return(NULL)
  }
  by <- data.frame(one = id_text(study$source$of_one), two = id_text(study$source$of_two))
  unlist(lapply(unique(study$units$judge), function(judge) {
    n <- sum(by$one == judge | by$two == judge, na.rm = TRUE)
    if (n > 0) {
      paste0(judge, " wrote an answer of ", big(n), " of the ", big(sum(!is.na(by$one))), " pairs that it judges")
    }
  }))
}

# Items on which people never all differ, although they often differ, may have been filtered, so that people agree too
# often. More people than labels cannot all differ.
never_all_different <- function(study) {
  votes <- study$votes
  n_people <- study$n_people
  able <- n_people > 2 & n_people <= length(unique(votes$code))
  if (study$level == "interval" || !any(able) || !"agreement" %in% study$questions) {
    return(NULL)
  }
  agree <- study$among[able]
  if (sum(agree < 1) >= LEAST_ITEMS && all(agree > 0)) {
    paste0(
      "People differ on ", big(sum(agree < 1)), " items, but on none do all of them differ: if items on which all ",
      "differ were removed beforehand, the agreement of people is too high"
    )
  }
}

# A note says which replies a question takes, if a judge gave several to an item.
one_reply_words <- function(study) {
  own <- study$judged
  if (nrow(own) == length(code_columns(list(own$item, own$unit))$starts)) {
    return(NULL)
  }
  shown <- order_text(own$first)
  run <- levels(own$run)[1]
  first <- c(
    if (!is.null(run)) paste("run", run), if (length(shown) == 2) paste("the order with", shown[1], "first"),
    if (length(shown) > 2) "the first order by name"
  )
  single <- setdiff(study$questions, c("agreement", "runs", "position"))
  c(
    if ("agreement" %in% study$questions) "Agreement is the mean over all replies of a judge",
    if (length(single)) {
      paste0(
        if (length(single) < length(study$questions)) "Other questions" else "Questions", " take one reply per item: ",
        paste(first, collapse = " and "), ", or else the next"
      )
    }
  )
}

# A judge that refuses what it finds hard does well on the rest.
unusable_words <- function(study) {
  asked <- vapply(names(LEAVING_OUT), function(question) {
    question %in% study$questions && is.null(lacking_for(study, question))
  }, NA)
  own <- study$judged
  lost <- is.na(own$value)
  if (!any(asked) || !any(lost)) {
    return(NULL)
  }
  unlist(lapply(unique(own$unit[lost]), function(name) {
    paste0(
      name, ": ", big(sum(lost[own$unit == name])), " of ", big(sum(own$unit == name)),
      " replies cannot be used, and are left out of ", paste(LEAVING_OUT[asked], collapse = " and of ")
    )
  }))
}

# Questions in which a reply that cannot be used is not wrong, but left out.
LEAVING_OUT <- c(agreement = "agreement", replace = "replacing people")

no_majority_words <- function(study) {
  n <- sum(study$n_people > 0 & is.na(study$majority))
  if (n > 0) paste(count(n, "item"), "without a majority of people", if (n == 1) "is" else "are", "left out")
}
