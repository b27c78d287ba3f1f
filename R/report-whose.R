# Whose ratings the sections of a report are about, where there are judges among the raters.

# Marks the function that writes a section: it is about the ratings of people alone, of which its first sentence has
# this `subject`.
of_people <- function(write, subject = "The ratings") structure(write, subject = subject)

# The same of a section that has no such sentence.
of_nobody <- function(write) structure(write, subject = "")

# The sections with a first sentence on whose ratings they are about: those without a mark are about the ratings of all
# raters. `people`: the ratings of people, from which agreement is estimated.
told_whose <- function(sections, ratings, people) {
  if (!has_judges(ratings, people)) {
    return(sections)
  }
  lapply(sections, function(write) {
    words <- whose_text(attr(write, "subject"), ratings, people)
    function() of_whom(write(), words)
  })
}

whose_text <- function(subject, ratings, people) {
  if (identical(subject, "")) {
    return(NULL)
  }
  if (is.null(subject)) {
    paste0("All ", count(length(ratings$raters), "rater"), ", the judges among them.")
  } else {
    paste(subject, "of the", big(length(people$raters)), "people, without the judges.")
  }
}

# How many of the ratings are those of people, and of judges.
sides_of_ratings <- function(ratings, people) {
  if (!has_judges(ratings, people)) {
    return(NULL)
  }
  n <- c(length(people$code), length(ratings$code) - length(people$code))
  raters <- c(length(people$raters), length(ratings$raters) - length(people$raters))
  people <- if (raters[1] == 1) "1 person" else paste(big(raters[1]), "people")
  paste0(" (", big(n[1]), " by ", people, ", ", big(n[2]), " by ", count(raters[2], "judge"), ")")
}

whose_methods <- function(ratings, people) {
  if (has_judges(ratings, people)) {
    "Raters and pairs of raters are compared among people and judges; all else is of the ratings of people."
  }
}

has_judges <- function(ratings, people) length(people$raters) < length(ratings$raters)

# The main estimate of people, of judges if they are several, and of all raters, of ratings without groups.
estimates_of_sides <- function(ratings, judges, found, ci, about) {
  if (ncol(ratings$groups)) {
    return(NULL)
  }
  names <- id_text(ratings$raters)
  sides <- list(people = names[-judges], judges = names[judges], "all raters" = names)
  split <- split_by_raters(ratings, sides[lengths(sides) > 1])
  names(split$groups) <- "who"
  main <- as.character(main_estimates(found)$coefficient[1])
  tryCatch(report_estimates(split, main, ci, about), accord_error = function(cnd) NULL)
}

# Each estimate has its interval in the same line.
sides_part <- function(sides) {
  if (!is.null(sides)) {
    c("<h3>People and judges</h3>", result_table(sides, NULL, digits = 2))
  }
}
