# The sections on raters of marks: severity with verdicts, unexpected ratings, and drift.

severity_section <- function(fits, n) {
  verdicts <- tidy(fits$fit, "verdicts")
  own <- match(id_text(fits$fit$rater), id_text(verdicts$rater))
  all <- tibble::as_tibble(unclass(fits$fit)[names(fits$fit)])
  more <- setdiff(names(verdicts), names(all))
  all[more] <- lapply(unclass(verdicts)[more], vctrs::vec_slice, own)
  # Where raters are erratic, the figures of the others are those of the fit on which verdicts rest.
  all[c("infit", "outfit")] <- lapply(unclass(verdicts)[c("infit", "outfit")], vctrs::vec_slice, own)
  all$difference <- -all$severity_marks
  all[c("difference_low", "difference_high")] <- list(-all$marks_high, -all$marks_low)
  # As in the plot, the most severe come first.
  shown <- all[order(-all$severity), ]
  shown$verdict[shown$verdict %in% c("ok", NA)] <- ""
  named <- c(
    rater = "Rater", verdict = "Verdict", difference = "Difference", infit = "Infit", outfit = "Outfit",
    n_ratings = "Ratings"
  )
  if (all(shown$verdict == "")) named <- named[names(named) != "verdict"]
  dimension <- dimension_note(fits$fit)
  words <- html_text(c(
    verdict_words(fits, verdicts), if (!is.null(dimension)) paste0(sub("^# ", "", dimension), ".")
  ))
  plot <- html_plot(
    function(...) marks_plot(all[order(-all$severity), ], ...), rows = 0.75 * nrow(all) + 1.5,
    alt = "How many more marks each rater gives than an average one, with intervals"
  )
  table <- html_columns(shown[names(named)], named, n, "severity", all)
  answered(c(html_around(words, table, plot), difficulty_part(fits)), verdict_answer(verdicts))
}

# The differences of raters from an average one in marks, those who stand out with a sign of their own.
marks_plot <- function(rows, width, height) {
  local_page(width, height)
  check_plot_values(rows$difference, rows$status, "severity")
  data <- data.frame(
    label = factor_in_order(cut_labels(as.character(rows$rater))), value = rows$difference, low = rows$difference_low,
    high = rows$difference_high, reason = plain_reasons(rows)
  )
  stand <- !rows$verdict %in% c("ok", NA)
  signs <- c("no verdict", "stands out")
  data$series <- droplevels(factor(signs[1 + stand], signs))
  forest_plot(
    data, paste0("Difference in marks", ci_words(rows)), leading_zero = TRUE, columns = 1,
    read = c("Right of 0: more marks, lenient. Left: fewer marks, severe.")
  )
}

# The difficulties of the values of facets, those of the most difficult first; NULL without facets.
difficulties <- function(fits) {
  if (length(fits$facets)) {
    found <- tidy(fits$fit, "facets")
    found[order(match(found$facet, fits$facets), -found$estimate), ]
  }
}

# The most difficulties that stand in the paragraph on methods; more have a table.
DIFFICULTIES_TOLD <- 12

difficulty_part <- function(fits) {
  found <- difficulties(fits)
  if (NROW(found) <= DIFFICULTIES_TOLD) {
    return(NULL)
  }
  # Limits of difficulties below 1 are no shares.
  shown <- vctrs::new_data_frame(unclass(found)[c("facet", "level", "estimate", "std.error")], nrow(found))
  names(shown)[3] <- "difficulty"
  named <- c(facet = "Facet", level = "Value", difficulty = "Difficulty", std.error = "Standard error")
  c(
    paste0("<h3>", escape_html(paste("Difficulty by", in_a_list(fits$facets))), "</h3>"),
    html_text("In logits of the model; above 0 ratings are lower."),
    html_columns(shown, named, nrow(shown), "difficulties", found)
  )
}

# Who stands out, in one sentence.
verdict_answer <- function(verdicts) {
  found <- verdicts[!verdicts$verdict %in% c("ok", NA), ]
  if (nrow(found) == 0) {
    return("No rater stands out by more than chance explains and by enough to matter.")
  }
  each <- paste0(found$rater, " (", found$verdict, ")")
  more <- length(each) - 6
  paste0(
    "Of ", count(vctrs::vec_unique_count(verdicts$rater), "rater"), ", ", big(nrow(found)),
    if (nrow(found) == 1) " stands out: " else " stand out: ",
    in_a_list(c(utils::head(each, 6), if (more > 0) paste(big(more), "more"))), "."
  )
}

# Explains the columns and the verdicts; the paragraph on methods has the rules.
verdict_words <- function(fits, verdicts) {
  least <- HALF_STEP * count_added(fits)
  meanings <- verdict_meanings(setdiff(verdicts_in(verdicts$verdict), c("severe", "lenient")))
  paste0(
    "Difference: how many marks more an item gets from the rater than from an average one; below 0: fewer, the rater ",
    "is severe. Severe, lenient: by ", format(least), if (least == 1) " mark" else " marks",
    " or more, and not by chance.",
    if (length(meanings)) paste0(" ", paste(meanings, collapse = ". "), "."),
    " Infit, outfit: how far the ratings are from what the model expects, 1 if as expected; outfit is more sensitive ",
    "to single surprises."
  )
}

# Whether there was a second fit, whose figures are in the table of verdicts.
is_fitted_again <- function(fits, verdicts) {
  all <- fits$fit$infit[match(verdicts$rater, fits$fit$rater)]
  any(abs(verdicts$infit - all) > 1e-8, na.rm = TRUE)
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
    .std.resid = "In SDs"
  )
  known <- sum(!is.na(rows$.std.resid))
  if (known == 0) {
    return(html_text("No rating has an expected value, since no severity is known."))
  }
  if (far == 0) {
    return(answered(html_save(rows, "residuals"), paste0(
      "None of ", count(known, "rating"), " is three standard deviations or more from what the model expects of its ",
      "rater and item."
    )))
  }
  # A criterion is a part of what was rated.
  shown <- rows[seq_len(far), union(c("item", fits$facets), names(named))]
  by <- sort(table(id_text(shown$rater)), decreasing = TRUE)
  answer <- paste0(
    big(far), " of ", count(known, "rating"), if (far == 1) " is" else " are",
    " three standard deviations or more from what the model expects",
    if (far > 1) {
      paste0(", ", if (by[1] == far) "all" else big(by[1]), " of them by ", names(by)[1])
    }, "."
  )
  words <- html_text(paste0(
    "Expected: what the rater gives on average to an item of this quality, by the model. Difference: the rating minus ",
    "the expected one, and in standard deviations (SDs)", if (far > 1) ", of which the largest come first", "."
  ))
  answered(half_if_narrow(words, html_columns(shown, named, n, "unexpected", rows)), answer)
}

drift_section <- function(fits, n) {
  if (inherits(fits$drift, "condition")) rlang::cnd_signal(fits$drift)
  drift <- tidy(fits$drift, "drift")
  named <- c(
    rater = "Rater", first = "First", last = "Last", change = "Change", std.error = "Standard error",
    adj.p.value = "p", trend = "Trend", trend.adj.p.value = "p of the trend"
  )
  # Between two batches the trend is the change.
  trend <- vctrs::vec_unique_count(fits$rows[[fits$batch[1]]]) > 2
  if (!trend) named <- named[!startsWith(names(named), "trend")]
  shown <- drift[names(named)]
  tests <- grepl("p.value", names(shown), fixed = TRUE)
  shown[tests] <- lapply(shown[tests], format_p, list(format = "text", leading_zero = FALSE))
  changed <- sum(drift$adj.p.value < 0.05, na.rm = TRUE)
  answered(html_around(
    html_text(paste0(
      "Change of severity over ", fits$batch[1], ", in logits: the last minus the first",
      if (trend) ", and the trend for each step", ". p values are adjusted (Holm). Severities are comparable if items ",
      "were assigned at random."
    )),
    html_columns(shown, named, n, "drift", drift),
    html_plot(fits$drift, rows = 10, alt = "Severity of each rater over time, with intervals")
  ), paste0(
    if (changed == 0) "No rater" else count(changed, "rater"),
    if (changed < 2) " changes in severity" else " change in severity", " by more than chance explains."
  ))
}
