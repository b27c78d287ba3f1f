# How many raters make marks reliable.

RELIABLE <- 0.8

# The reliability of means of up to 20 raters.
study_of_marks <- function(fits) {
  rows <- as.data.frame(fits$rows)
  factors <- c("item", "rater", fits$facets)
  several <- utils::combn(factors, 2, paste, collapse = ":")
  # With one rating of an item by a rater its interaction is the residual.
  terms <- paste0("(1 | `", gsub(":", "`:`", c(factors, if (length(fits$facets)) several), fixed = TRUE), "`)")
  model <- stats::as.formula(paste("rating ~", paste(terms, collapse = " + ")))
  rows[factors] <- lapply(rows[factors], id_text)
  without_message(generalizability(
    rows, model, "item", n = list(rater = 1:20), fixed = fits$facets, ci = ci_none()
  ))
}

# The numbers of raters from which means are reliable, to rank items and for the marks themselves; NA if 20 are too few.
enough_raters <- function(study) {
  vapply(c(rank = "generalizability", mark = "dependability"), function(name) {
    reached <- study$rater[study$coefficient == name & study$estimate >= RELIABLE]
    if (length(reached)) as.integer(min(reached)) else NA_integer_
  }, 0L)
}

usual_raters <- function(fits) max(1, round(mean(fits$fair$n_raters)))

number_of_raters <- function(n) if (is.na(n)) "more than 20 raters" else count(n, "rater")

reliable_raters_words <- function(fits) {
  enough <- enough_raters(fits$study)
  paste0(
    "A reliability of .8 takes ", number_of_raters(enough[["rank"]]), " to rank items and ",
    number_of_raters(enough[["mark"]]), " for the marks themselves; ",
    switch(have_usual(fits),
      each = paste0("each item now has ", usual_raters(fits), "."),
      most = paste0("most items now have ", usual_raters(fits), "."),
      paste0("items now have ", in_first(mean(ratings_added(fits))), " on average.")
    )
  )
}

# How many ratings each item has of those that are added up, on average.
ratings_added <- function(fits) fits$fair$n_ratings / count_added(fits)

# Which items have the usual number of raters for all that is added up: "each", "most" or "few".
have_usual <- function(fits) {
  share <- mean(ratings_added(fits) == usual_raters(fits))
  if (share == 1) "each" else if (share > 0.5) "most" else "few"
}

# For the first lines: the reliability of the marks as they are, and of other numbers of raters.
reliable_words <- function(fits) {
  error <- paste0(
    "A fair mark has a standard error of ", in_first(glance(fits$fair)$rmse), " marks."
  )
  if (inherits(fits$study, "condition")) {
    return(error)
  }
  now <- fits$study[fits$study$rater == usual_raters(fits), ]
  of <- function(name) below_one(now$estimate[now$coefficient == name])
  if (nrow(now) != 2) {
    return(paste(reliable_raters_words(fits), error))
  }
  paste0(
    "With ", number_of_raters(usual_raters(fits)), " of each item", if (have_usual(fits) == "most") ", as most have,",
    " the reliability of raw marks is ", of("generalizability"), " to rank items and ", of("dependability"),
    " for the marks themselves, where 1 is without error. ", error
  )
}

reliability_advice <- function(fits) {
  if (inherits(fits$study, "condition")) {
    return(NULL)
  }
  enough <- enough_raters(fits$study)[["mark"]]
  if (is.na(enough)) {
    "Clarify the instructions before more is rated: as it is, even 20 raters of each item are too few."
  } else if (enough > usual_raters(fits)) {
    paste0("Plan for ", number_of_raters(enough), " of each item next time.")
  }
}

reliability_section <- function(fits) {
  if (inherits(fits$study, "condition")) rlang::cnd_signal(fits$study)
  study <- fits$study
  of <- function(name, column) {
    own <- study[study$coefficient == name, ]
    own[[column]][match(raters, own$rater)]
  }
  raters <- intersect(unique(c(1:4, usual_raters(fits))), study$rater)
  shown <- data.frame(
    rater = as.integer(raters), generalizability = of("generalizability", "estimate"),
    dependability = of("dependability", "estimate"), sem = count_added(fits) * of("dependability", "sem")
  )
  named <- c(
    rater = "Raters", generalizability = "To rank", dependability = "For the marks", sem = "Standard error"
  )
  words <- html_text(paste(
    "Reliability of raw marks by the number of raters of an item. To rank: of the order of the items",
    "(generalizability). For the marks: beside a pass mark, where differences in severity are errors, too",
    "(dependability), with the standard error of a raw mark, in marks."
  ))
  table <- html_columns(shown, named, nrow(shown), "reliability", study)
  answered(half_if_narrow(words, table), reliable_raters_words(fits))
}
