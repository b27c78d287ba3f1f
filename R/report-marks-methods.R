# The rules of decisions and verdicts, for the paragraph on methods of a report of marks.

marks_rules <- function(fits) {
  added <- count_added(fits)
  paste(c(
    if (length(fits$facets)) "Reliability is for marks that add up the same ratings.",
    decision_rules(fits$fair, erratic_raters(fits)), paste0(
      "A rater is severe or lenient if marks differ from the average by ", format(HALF_STEP * added), " or more",
      if (added > 1) ", half a category for each rating,", " and p\u00a0<\u00a0.05 (Holm), and erratic if infit or ",
      "outfit is above ", format(MISFIT[2]), " and p\u00a0<\u00a0.05."
    ),
    steady_words(fits)
  ), collapse = " ")
}

# How fair marks are decided, if there is a pass mark.
decision_rules <- function(fair, who) {
  limits <- "Fair marks are means of the posterior, and their limits its quantiles."
  if (is.null(fair[["decision"]])) {
    return(limits)
  }
  paste0(
    limits, " An item passes or fails if the probability of the opposite is below ",
    format(50 * (1 - fair$conf.level[1])), "%",
    if (length(who)) paste(" and it was not marked by", in_a_list(who, "or")), "."
  )
}

# Names the verdicts without whose raters the model was fitted again to judge the others.
steady_words <- function(fits) {
  verdicts <- tidy(fits$fit, "verdicts")
  if (is_fitted_again(fits, verdicts)) {
    named <- intersect(NOT_STEADY, verdicts_in(verdicts$verdict))
    paste0("Infit and outfit of the others are those of a fit without raters whose verdict is ", in_a_list(named), ".")
  }
}

# Few difficulties in brackets after their name.
difficulty_words <- function(fits) {
  found <- difficulties(fits)
  if (NROW(found) %in% seq_len(DIFFICULTIES_TOLD)) {
    each <- split(unbroken(paste(id_text(found$level), in_first(found$estimate))), factor(found$facet, fits$facets))
    paste0(" (", paste(vapply(each, in_a_list, ""), collapse = "; "), " logits; above 0: lower ratings)")
  }
}
