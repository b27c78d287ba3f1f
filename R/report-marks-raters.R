# The sections on raters of marks: severity with verdicts, unexpected ratings, and drift.

severity_section <- function(fits, n) {
  verdicts <- tidy(fits$fit, "verdicts")
  verdicts$difference <- -verdicts$severity_marks
  found <- verdicts[!verdicts$verdict %in% "ok", c("rater", "difference", "infit", "outfit", "verdict", "why")]
  c(
    html_text(paste0(
      "Severity of raters by the many-facet Rasch model",
      if (length(fits$facets)) paste0(", with a difficulty for each ", in_a_list(fits$facets)),
      ": above 0 a rater is more severe than the mean of all. Severity is in logits, a scale for raters, items and ",
      "steps: from a rater who is one logit more severe, the odds of the higher of two neighbouring ratings are ",
      "divided by 2.7."
    )),
    if (!is.null(dimension_note(fits$fit))) html_text(paste0(sub("^# ", "", dimension_note(fits$fit)), ".")),
    # As in the plot, the most severe come first.
    html_table(vctrs::vec_slice(fits$fit, order(-fits$fit$severity)), n, "severity", fits$fit, digits = 2),
    "<h3>Raters, items and steps on one scale</h3>",
    html_div("beside", c(
      html_plot(fits$fit, rows = nrow(fits$fit), alt = "Severities of the raters, with intervals"),
      html_plot(
        fits$fit, rows = 20, what = "map", alt = "Items, raters and steps of the scale on one scale (Wright map)"
      )
    )),
    "<h3>Verdicts</h3>",
    if (nrow(found)) {
      named <- c(
        rater = "Rater", difference = "Difference in marks", infit = "Infit", outfit = "Outfit", verdict = "Verdict",
        why = "Why"
      )
      c(
        html_text(c(verdict_words(fits, verdicts), other_verdict_words(found$verdict))),
        html_columns(found, named, n, "verdicts", verdicts)
      )
    } else {
      c(
        html_text("No rater stands out by more than chance explains and by enough to matter."),
        html_save(verdicts, "verdicts")
      )
    }
  )
}

# The rule and the column on one scale: that of the mark.
verdict_words <- function(fits, verdicts) {
  added <- count_added(fits)
  paste0(
    "Difference in marks: how much more (if negative, less) an item gets from the rater than from an average one",
    if (added > 1) paste0(", in the sum over the ", added_words(fits)),
    ". A rater is called severe or lenient if this is ", format(HALF_STEP * added), " or more in size",
    if (added > 1) paste0(", which is half a category for each of the ", big(added)),
    ", and more than chance explains.",
    if (is_fitted_again(fits, verdicts)) {
      paste(
        " Infit, outfit and reasons of raters who are not erratic are those of a fit without the erratic ones, and",
        "differ from the table above."
      )
    }
  )
}

# Whether there was a second fit, whose figures are in the table of verdicts.
is_fitted_again <- function(fits, verdicts) {
  all <- fits$fit$infit[match(verdicts$rater, fits$fit$rater)]
  differs <- abs(verdicts$infit - all) > 1e-8
  any(differs[!verdicts$verdict %in% "ok"], na.rm = TRUE)
}

other_verdict_words <- function(verdicts) {
  meanings <- verdict_meanings(setdiff(verdicts_in(verdicts), c("severe", "lenient")))
  if (length(meanings)) paste0(paste(meanings, collapse = ". "), ".")
}

# Standardized residuals beyond 3 are rare under the model.
unexpected_section <- function(fits, n) {
  rows <- augment(fits$fit)
  rows <- rows[order(-abs(rows$.std.resid)), ]
  # Marks are whole numbers.
  if (is.numeric(rows$rating)) rows$rating <- as.integer(rows$rating)
  far <- sum(abs(rows$.std.resid) >= 3, na.rm = TRUE)
  named <- c(
    item = "Item", rater = "Rater", rating = "Rating", .fitted = "Expected", .resid = "Difference",
    .std.resid = "In standard deviations"
  )
  known <- sum(!is.na(rows$.std.resid))
  if (known == 0) {
    return(html_text("No rating has an expected value, since no severity is known."))
  }
  if (far == 0) {
    return(c(
      html_text(paste0(
        "None of ", count(known, "rating"), " is three standard deviations or more from what the model expects of its ",
        "rater and item."
      )),
      html_save(rows, "residuals")
    ))
  }
  # A criterion is a part of what was rated.
  shown <- rows[seq_len(far), union(c("item", fits$facets), names(named))]
  c(
    html_text(paste0(
      "Ratings that are far from what the model expects of this rater and item: ", big(far), " of ",
      count(known, "rating"), if (far == 1) " is" else " are",
      " three standard deviations or more away", if (far > 1) ". Those furthest away come first", "."
    )),
    html_columns(shown, named, n, "unexpected", rows)
  )
}

drift_section <- function(fits, n) {
  if (inherits(fits$drift, "condition")) rlang::cnd_signal(fits$drift)
  drift <- tidy(fits$drift, "drift")
  named <- c(
    rater = "Rater", first = "First", last = "Last", change = "Change", std.error = "Standard error",
    adj.p.value = "p", trend = "Trend", trend.adj.p.value = "p of the trend"
  )
  shown <- drift[names(named)]
  tests <- c("adj.p.value", "trend.adj.p.value")
  shown[tests] <- lapply(shown[tests], function(p) sub("^= ", "", p_text(p)))
  html_around(
    html_text(paste0(
      "Change of severity over ", fits$batch[1], ", in logits: the last minus the first, and the trend for each step. ",
      "p values are adjusted (Holm). Severities are comparable if items were assigned to the levels at random."
    )),
    html_columns(shown, named, n, "drift", drift),
    html_plot(fits$drift, rows = 10, alt = "Severity of each rater over time, with intervals")
  )
}
