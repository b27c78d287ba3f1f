# Marks in a report: reliability, severity, unexpected ratings, fair marks, drift, pairs, and groups compared.

# The fits for these sections, once, or the condition that says why there are none. Groups with the same items, as
# criteria, are facets of the model; groups with items of their own, as rounds, are batches.
marks_fits <- function(ratings, cut) {
  fits <- tryCatch(
    {
      check_named_raters(ratings, "Severity needs")
      check_no_clusters(ratings, "Severities")
      check_unweighted_marks(ratings)
      rows <- tibble::as_tibble(ratings)
      facets <- facet_groups(ratings)
      batch <- setdiff(names(ratings$groups), facets)
      declared <- if (isTRUE(ratings$declared) && is.numeric(ratings$categories)) ratings$categories
      attr(rows, "declared") <- declared
      fits <- list(
        rows = rows, facets = facets, batch = batch, fit = severity_of_rows(rows, facets, NULL, declared)
      )
      # Severities in each round are comparable if the rounds have items of equal quality on average.
      fits$drift <- if (length(batch)) {
        tryCatch(severity_of_rows(rows, facets, batch[1], declared, "population"), accord_error = identity)
      }
      fits
    },
    accord_error = identity
  )
  if (!inherits(fits, "condition")) {
    fits$fair <- with_note(without_message(fair_marks(fits$fit, cut = cut)), "scale", mark_scale(fits))
  }
  fits
}

# Says what the mark of an item is a sum of, and its range; NULL where it is a single rating.
mark_scale <- function(fits) {
  if (length(fits$facets)) {
    ends <- range(fits$rows$rating, attr(fits$rows, "declared")) * count_added(fits)
    paste0("sum over the ", added_words(fits), ", ", format(ends[1]), " to ", format(ends[2]))
  }
}

# The number of ratings that make a mark: that of all levels of the facets.
count_added <- function(fits) if (length(fits$facets)) vctrs::vec_unique_count(fits$rows[fits$facets]) else 1L

added_words <- function(fits) paste(big(count_added(fits)), "levels of", in_a_list(fits$facets))

# Says this in a sentence.
scale_sentence <- function(fits) {
  scale <- mark_scale(fits)
  if (!is.null(scale)) {
    paste0(" A mark is the ", scale, ", in which errors of single ratings partly cancel.")
  }
}

severity_of_rows <- function(rows, facets, batch, categories, link = "items") {
  rlang::inject(rater_severity(
    rows, "item", "rater", "rating",
    facets = !!(if (length(facets)) facets), batch = !!batch, link = link, categories = categories
  ))
}

# An erratic rater is named in the section on severity.
without_message <- function(code) suppressMessages(code, classes = "accord_message")

check_cut_of_marks <- function(cut, marks) {
  if (!is.null(cut)) check_number(cut, "cut")
  if (!is.null(cut) && !marks) {
    abort_accord(
      "argument",
      c(
        "{.arg cut} is the pass mark of marks.",
        x = "The ratings are not marks: numbers at the interval or ratio level.",
        i = "Marks need {.code level = \"interval\"}; otherwise leave out {.arg cut}."
      ),
      argument = "cut"
    )
  }
}

check_unweighted_marks <- function(ratings) {
  if (!is.null(ratings$weight)) {
    abort_accord("argument", c("Severities are not estimated for weighted items.", x = "The items have weights."))
  }
}

# The columns of groups within which the same item occurs more than once.
facet_groups <- function(ratings) {
  item <- vctrs::vec_group_id(ratings$items)
  group <- item_groups(ratings)
  Filter(function(name) {
    level <- vctrs::vec_slice(ratings$groups[[name]], group)
    pairs <- unique(data.frame(item = item, level = vctrs::vec_group_id(level)))
    # A few items in common only link rounds.
    mean(tabulate(pairs$item) > 1) > 0.5
  }, names(ratings$groups))
}

# A sentence for the first lines.
marks_words <- function(fits, cut) {
  if (!is.null(cut) && !inherits(fits, "condition")) {
    again <- if (any(fits$fair$decision %in% "mark again")) " They are listed under Fair marks."
    c("Who passes?" = paste0(pass_words(fits$fair, cut), again, scale_sentence(fits)))
  }
}

# The sections of a report with those of marks after that on raters.
with_marks <- function(sections, fits, ratings, about, n, cut) {
  marks <- marks_sections(fits, ratings, about, n, cut)
  same <- intersect(names(sections), names(marks))
  sections[same] <- marks[same]
  append(sections, marks[setdiff(names(marks), same)], match("Raters", names(sections)))
}

marks_sections <- function(fits, ratings, about, n, cut) {
  if (inherits(fits, "condition")) {
    return(list("Severity of raters" = function() rlang::cnd_signal(fits)))
  }
  by <- compared_by(fits)
  sections <- list(
    "Reliability" = function() reliability_section(fits),
    "Severity of raters" = function() severity_section(fits, n),
    "Unexpected ratings" = function() unexpected_section(fits, n),
    "Fair marks" = function() fair_section(fits, n, cut),
    "Drift" = if (length(fits$batch)) function() drift_section(fits, n),
    "Groups compared" = if (!is.null(by)) function() compared_section(about, fits, by, n),
    "Pairs of raters" = function() mark_pairs_section(ratings, about, n)
  )
  Filter(Negate(is.null), sections)
}

RELIABLE <- 0.8

reliability_section <- function(fits) {
  rows <- as.data.frame(fits$rows)
  factors <- c("item", "rater", fits$facets)
  several <- utils::combn(factors, 2, paste, collapse = ":")
  # With one rating of an item by a rater its interaction is the residual.
  terms <- paste0("(1 | `", gsub(":", "`:`", c(factors, if (length(fits$facets)) several), fixed = TRUE), "`)")
  model <- stats::as.formula(paste("rating ~", paste(terms, collapse = " + ")))
  rows[factors] <- lapply(rows[factors], id_text)
  study <- without_message(generalizability(
    rows, model, "item", n = list(rater = 1:20), fixed = fits$facets, ci = ci_none()
  ))
  enough <- function(name) {
    reached <- study$rater[study$coefficient == name & study$estimate >= RELIABLE]
    if (length(reached) == 0) "more than 20 are" else if (min(reached) == 1) "one is" else paste(min(reached), "are")
  }
  usual <- round(mean(fits$fair$n_raters))
  shown <- study[study$rater %in% unique(c(1:4, usual)), setdiff(names(study), fits$facets)]
  c(
    html_text(paste0(
      "How reliable is the mean mark of an item, ",
      if (length(fits$facets)) paste0("over the ", added_words(fits), ", "),
      "by the number of raters who mark it? To rank items ",
      "(generalizability) ", enough("generalizability"), " needed for .8; for the marks themselves, as beside a pass ",
      "mark, where differences in severity count as errors (dependability), ", enough("dependability"), " needed. ",
      if (is_same(fits$fair$n_raters)) {
        paste0("Each item now has ", count(fits$fair$n_raters[1], "rater"), ".")
      } else {
        paste0("Items now have ", in_first(mean(fits$fair$n_raters)), " raters on average.")
      },
      if (length(fits$facets)) {
        paste(
          " Agreement, and the advice in the first lines, are about single ratings; their errors partly cancel in the",
          "mean over all", paste0(added_words(fits), ".")
        )
      }
    )),
    html_table(shown, nrow(shown), "reliability", study, digits = 2)
  )
}

severity_section <- function(fits, n) {
  verdicts <- tidy(fits$fit, "verdicts")
  verdicts$difference <- -verdicts$severity_marks
  found <- verdicts[!verdicts$verdict %in% "ok", c("rater", "difference", "infit", "outfit", "verdict", "why")]
  glance <- glance(fits$fit)
  c(
    html_text(paste0(
      "Severity of raters by the many-facet Rasch model",
      if (length(fits$facets)) paste0(", with a difficulty for each ", in_a_list(fits$facets)),
      ": above 0 a rater is more severe than the mean of all. ",
      "AIC ", in_first(glance$AIC), ", BIC ", in_first(glance$BIC), "."
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
        html_text(verdict_words(fits)),
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
verdict_words <- function(fits) {
  added <- count_added(fits)
  paste0(
    "Difference in marks: how much more (if negative, less) an item gets from the rater than from an average one",
    if (added > 1) paste0(", in the sum over the ", added_words(fits)),
    ". A rater is called severe or lenient if this is ", format(HALF_STEP * added), " or more in size",
    if (added > 1) paste0(", which is half a category for each of the ", big(added)),
    ", and more than chance explains."
  )
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
  shown <- rows[seq_len(far), c(names(named), setdiff(fits$facets, "item"))]
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

# Rounds, or the levels of the first facet, each over all other groups together.
compared_by <- function(fits) {
  by <- c(fits$batch, fits$facets)
  if (length(by) && vctrs::vec_unique_count(fits$rows[[by[1]]]) %in% 2:6) by[1]
}

# The rows with an item for each item in each group.
pooled_rows <- function(rows, groups) {
  rows$cluster <- rows$item
  rows$item <- vctrs::vec_group_id(rows[c("item", groups)])
  rows
}

compared_section <- function(about, fits, by, n) {
  rounds <- length(fits$batch) > 0
  level <- if (about$level %in% c("interval", "ratio")) about$level else "interval"
  rows <- if (rounds) pooled_rows(fits$rows, fits$facets) else fits$rows
  # The marks of an item on several criteria are not independent.
  clustered <- rounds && length(fits$facets) > 0
  found <- rlang::inject(compare_agreement(
    rows, "item", "rater", "rating", by = !!by, level = level, paired = !rounds, !!!(if (clustered) {
      list(cluster = "cluster")
    })
  ))
  c(
    html_text(paste0(
      "Differences in Krippendorff's alpha between levels of ", by, ": the second minus the first",
      if (clustered) paste0(", over all levels of ", in_a_list(fits$facets), " together"), "."
    )),
    html_table(found, n, "groups")
  )
}

mark_pairs_section <- function(ratings, about, n) {
  rows <- pooled_rows(tibble::as_tibble(ratings), names(ratings$groups))
  pairs <- pairwise_agreement(rows, "item", "rater", "rating", weights = about$weights, scores = TRUE)
  named <- c(
    rater_1 = "First", rater_2 = "Second", n_items = "Marks", difference = "Difference",
    correlation = "Correlation", exact = "Equal", adjacent = "Adjacent", estimate = "Kappa"
  )
  shown <- tibble::as_tibble(unclass(pairs)[names(named)])
  shown <- shown[order(-abs(shown$difference) * sqrt(shown$n_items)), ]
  few <- is_few(shown$n_items)
  shown[few, c("correlation", "estimate")] <- NA
  html_around(
    html_text(paste0(
      "Two raters on the items that both of them rated",
      if (ncol(ratings$groups)) paste0(", over all levels of ", in_a_list(names(ratings$groups)), " together"),
      ", without a model. Difference: the second rater minus the first; those that are largest for the number of ",
      "marks come first. Equal, Adjacent: the shares of marks that are equal, and at most one step apart. Kappa: ",
      "that of Cohen, by differences of marks.", if (any(few)) paste0(" ", FEW_WORDS)
    )),
    html_columns(shown, named, n, "pairs", pairs),
    if (length(ratings$raters) <= 30) pair_plot(pairs, length(ratings$raters))
  )
}
