# Limits in a report for both populations: other items rated by the same raters, and other items and other raters.

# Returns the main estimates with limits for other items and other raters; NULL where this is not known, or where the
# user chose limits that are not for other items.
other_raters <- function(found, ratings, about) {
  main <- main_estimates(found)
  level <- unique(main$conf.level[!is.na(main$conf.low)])
  over_items <- length(level) == 1 && !any(has_random_raters(main$interval))
  if (!over_items || is.null(ratings$raters) || length(ratings$raters) < 2) {
    return(NULL)
  }
  # What it warns of is said of the estimates, or by raters_words().
  ci <- ci_jackknife(level, over = "both")
  tryCatch(
    suppressWarnings(
      report_estimates(ratings, as.character(main$coefficient[1]), ci, about), classes = "accord_warning"
    ),
    accord_error = function(cnd) NULL
  )
}

has_other_raters <- function(both) !is.null(both) && !all(is.na(both$conf.low))

# The table of both, for the section on agreement; `whole`: its words and its table, which also says how much was rated,
# so that it is the table of the estimates.
population_part <- function(main, both, n, ratings, whole = FALSE) {
  if (is.null(both)) {
    return(NULL)
  }
  heading <- "<h3>Other raters</h3>"
  if (!has_other_raters(both)) {
    return(c(heading, html_text(paste0(
      "Limits for other raters are not known: ", in_a_list(why_no_raters(both[!is.na(both$estimate), ])), "."
    ))))
  }
  known <- is.na(both$estimate) | !is.na(both$conf.low)
  pairs <- rbind(main, both)
  pairs <- vctrs::vec_slice(pairs, order(c(seq_len(nrow(main)), seq_len(nrow(both)))))
  words <- html_text(paste0(
    if (whole) {
      paste0(
        level_heading(main), ": the limits for other ", drawn_units(ratings), " that the raters of this study rate. ",
        "Other raters: limits that "
      )
    } else {
      paste0(
        "Limits for other ", drawn_units(ratings), " hold for the raters of this study. Limits for other ",
        drawn_units(ratings), " and other raters "
      )
    },
    "also allow for the choice of raters, as if they had been drawn from many of their kind.",
    if (!all(known)) " They are missing where there is no value without one of the raters, or none differs."
  ))
  table <- population_table(main, both, n, ratings, whole)
  table <- around_table(NULL, table, html_save(pairs, if (whole) "agreement" else "other-raters"))
  if (whole) list(words = words, table = table) else c(heading, words, table)
}

# A row for each group, with both limits.
population_table <- function(main, both, n, ratings, whole = FALSE) {
  style <- list(format = "html", digits = 2, leading_zero = FALSE)
  first <- rows_in_table(main, ratings, n)
  rows <- first$rows
  limits <- function(rows, heading) {
    one <- interval_column(rows, style)
    if (!is.null(one)) utils::modifyList(one, list(heading = heading))
  }
  others <- drawn_units(ratings)
  counted <- function(name, heading) if (whole && !anyNA(rows[[name]])) counts_column(heading, rows[[name]], style)
  heading <- if (whole) "Estimate" else greek(escape_html(coefficient_labels(rows)[1]), style)
  columns <- bind_columns(c(
    lapply(names(ratings$groups), function(name) key_column(name, rows[[name]], style)),
    list(
      column(heading, format_numbers(rows$estimate, style), TRUE),
      limits(rows, if (whole) level_heading(main) else paste("Other", others)),
      limits(vctrs::vec_slice(both, first$at), if (whole) "Other raters" else paste("Other", others, "and raters")),
      counted("n_items", "Items"), counted("n_ratings", "Ratings")
    )
  ))
  method <- function(rows) in_a_list(setdiff(unique(rows$interval[!is.na(rows$conf.low)]), c("none", NA)))
  note <- paste0(
    level_of(main), " intervals: ", method(main), ", and for other raters ", method(both),
    if (!all(is_wider(main, both))) ", another method, which may be narrower where raters hardly differ"
  )
  page_table(columns, c(sub("[.]$", "", first$words), note), style, ratings = ratings)
}

level_of <- function(rows) paste0(format(100 * rows$conf.level[!is.na(rows$conf.level)][1]), "%")

level_heading <- function(rows) paste(level_of(rows), "CI")

# Whether limits for other raters, too, are wider than those for other items alone, or have nothing beside them. They
# are by another method, so that they may be narrower where raters hardly differ, which says nothing of other raters.
is_wider <- function(main, both) {
  if (nrow(main) != nrow(both)) {
    return(rep(TRUE, nrow(both)))
  }
  width <- function(rows) rows$conf.high - rows$conf.low
  is.na(width(main)) | is.na(width(both)) | width(both) > width(main)
}

# A sentence for the first lines, on the estimate whose limits these speak of, `main`; of several groups, on the widest
# limits.
raters_words <- function(both, ratings, main) {
  if (is.null(both) || all(is.na(both$conf.low) | is.na(both$conf.high))) {
    return(NULL)
  }
  known <- both[!is.na(both$conf.low) & !is.na(both$conf.high) & is_wider(main, both), ]
  if (nrow(known) == 0) {
    return(paste(
      " Other raters would change little: allowing for the choice of raters, too, does not widen",
      if (nrow(both) == 1) "this interval." else "these intervals."
    ))
  }
  width <- known$conf.high - known$conf.low
  widest <- which.max(width)
  population <- paste("for other", drawn_units(ratings), "and other raters")
  subject <- if (nrow(both) == 1) {
    paste("The interval", population)
  } else {
    paste0("The widest interval ", population, ", that of ", spoken_groups(known)[widest], ",")
  }
  paste0(
    " ", subject, " goes from ", below_one(known$conf.low[widest]), " to ", below_one(known$conf.high[widest]), ": ",
    count(known$n_raters[widest], "rater"), " ", determined(width[widest], "what others would give"), "."
  )
}

# The same of several questions: those in which limits for other raters, too, are so wide that nothing is known of other
# raters, and the widest of the others.
raters_of_questions <- function(measures) {
  widest <- function(name, one) widest_for_raters(name, one$both, main_estimates(one$found))
  rows <- Map(widest, names(measures), measures)
  rows <- Filter(Negate(is.null), rows)
  if (length(rows) == 0) {
    return(NULL)
  }
  of <- function(column) vapply(rows, function(row) as.double(row[[column]]), 0)
  width <- of("high") - of("low")
  open <- of("wider") & width > HARDLY
  n <- max(of("n_raters"))
  unknown <- if (any(open)) {
    where <- if (all(open) && sum(open) > 2 && length(rows) == length(measures)) {
      paste("any of the", length(rows), "questions")
    } else {
      in_a_list(vapply(rows[open], `[[`, "", "name"))
    }
    paste0(
      " What other raters would give is not known in ", where, ": ", count(n, "rater"),
      if (n == 1) " says" else " say", " too little of others where an interval that allows for them is wider than ",
      below_one(HARDLY), "."
    )
  }
  rest <- which(!open & of("wider"))
  told <- if (length(rest)) {
    row <- rows[[rest[which.max(width[rest])]]]
    paste0(
      " The widest interval that allows for other raters too", if (any(open)) " in the rest", ", that of ", row$name,
      ", goes from ", below_one(row$low), " to ", below_one(row$high), ": ", count(row$n_raters, "rater"), " ",
      determined(row$high - row$low, "what others would give"), "."
    )
  } else if (!any(open)) {
    " Other raters would change little: allowing for the choice of raters, too, does not widen these intervals."
  }
  paste0(unknown, told)
}

# The widest limits for other raters, too, of the groups of a question, those that are wider than for other items first.
widest_for_raters <- function(name, both, main) {
  known <- which(!is.na(both$conf.low) & !is.na(both$conf.high))
  if (length(known) == 0) {
    return(NULL)
  }
  wider <- is_wider(main, both)
  width <- both$conf.high - both$conf.low
  at <- known[order(-wider[known], -width[known])[1]]
  list(
    name = question_in_group(name, both[at, ]), low = both$conf.low[at], high = both$conf.high[at],
    n_raters = both$n_raters[at], wider = wider[at]
  )
}
