# Questions of judge_report() on the two answers of an item: their length, and who wrote them.

# The choice of the judge and of people among the two answers of each item: 1 or 2, NA for a tie or no choice.
choices_of <- function(study, name, answers) {
  choice <- function(code) {
    value <- study$values[code]
    ifelse(value == answers$one, 1L, ifelse(value == answers$two, 2L, NA))
  }
  data.frame(judge = choice(study$labels[[name]]$code), people = choice(study$majority))
}

# How often the longer answer is chosen by the judge, by people on the same items, and where the two differ.
effect_of_length <- function(study, name) {
  if (study$level == "interval") {
    return(not_possible("ratings are scores, not choices"))
  }
  answers <- study$length
  longer <- ifelse(answers$of_one == answers$of_two, NA, ifelse(answers$of_one > answers$of_two, 1L, 2L))
  choice <- choices_of(study, name, answers)
  at <- which(!is.na(longer) & !is.na(choice$judge) & !is.na(choice$people))
  if (length(at) == 0) {
    return(not_possible("no item with a choice by the judge and by people"))
  }
  judge <- as.double(choice$judge == longer)
  people <- as.double(choice$people == longer)
  differ <- at[judge[at] != people[at]]
  rbind(
    share_row("judge_longer", judge[at], at, study), share_row("people_longer", people[at], at, study),
    beside_people_row(difference_row, (judge - people)[at], at, study),
    share_row("longer_if_differ", judge[differ], differ, study)
  )
}

# For pairs with one answer by the judge itself, this is how often it prefers its own where people do, minus how often
# it prefers the other where people do (Wataoka et al. 2024).
preference_of_own <- function(study, name) {
  answers <- study$source
  judge <- study$units$judge[study$units$name == name]
  own <- ifelse(id_text(answers$of_one) == judge, 1L, 2L)
  one_own <- xor(id_text(answers$of_one) == judge, id_text(answers$of_two) == judge)
  if (study$level == "interval" || !any(one_own, na.rm = TRUE)) {
    return(not_possible("no pair with one answer of the judge's own"))
  }
  choice <- choices_of(study, name, answers)
  known <- which(one_own & !is.na(choice$judge) & !is.na(choice$people))
  for_own <- choice$people[known] == own[known]
  as_people <- as.double(choice$judge[known] == choice$people[known])
  rows <- rbind(
    share_row("own_if_people_own", as_people[for_own], known[for_own], study),
    share_row("other_if_people_other", as_people[!for_own], known[!for_own], study)
  )
  if (anyNA(rows$estimate)) {
    return(rbind(rows, not_possible("people preferred one side only", "self_preference")))
  }
  rbind(rows, report_row(
    "self_preference", rows$estimate[1] - rows$estimate[2], length(known), newcombe_limits(rows), interval = "score"
  ))
}

# Newcombe's (1998) limits for the difference of two independent shares, from the limits of each.
newcombe_limits <- function(rows) {
  p <- rows$estimate
  below <- (p - rows$conf.low)^2
  above <- (rows$conf.high - p)^2
  p[1] - p[2] + c(-1, 1) * sqrt(c(below[1] + above[2], above[1] + below[2]))
}
