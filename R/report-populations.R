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
  if (!whole && nrow(main) == 1) {
    return(c(heading, html_text(single_limits(main, both, ratings)), html_save(rbind(main, both), "other-raters")))
  }
  known <- is.na(both$estimate) | !is.na(both$conf.low)
  pairs <- rbind(main, both)
  pairs <- vctrs::vec_slice(pairs, order(c(seq_len(nrow(main)), seq_len(nrow(both)))))
  words <- html_text(paste0(
    if (whole) level_heading(main) else paste("Other", drawn_units(ratings)), ": the limits for other ",
    drawn_units(ratings), " that the raters of this study rate. ",
    if (!whole) paste("Other", drawn_units(ratings), "and raters") else "Other raters",
    ": limits that also allow for the choice of raters, as if they had been drawn from many of their kind.",
    if (!all(known)) " They are missing where there is no value without one of the raters, or none differs."
  ))
  table <- population_table(main, both, n, ratings, whole)
  table <- around_table(NULL, table, html_save(pairs, if (whole) "agreement" else "other-raters"))
  if (whole) list(words = words, table = table) else c(heading, words, table)
}

# The limits of a single estimate, for which a table of one row would be long.
single_limits <- function(main, both, ratings) {
  limits <- function(row) paste("from", unbroken(paste(below_one(row$conf.low), "to", below_one(row$conf.high))))
  others <- paste("for other", drawn_units(ratings))
  paste0(
    "The ", level_of(main), " interval of ", coefficient_labels(main), " goes ", limits(main), " ", others,
    " rated by these raters, and ", limits(both), " ", others, " and other raters, as if drawn from many of their ",
    "kind.", if (!is_wider(main, both)) {
      " The second is by another method, which may be narrower where raters hardly differ."
    }
  )
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

# A sentence for the first lines on the limits of one estimate for other raters, too.
raters_words <- function(both, ratings, main) {
  known <- both[!is.na(both$conf.low) & !is.na(both$conf.high), ]
  if (NROW(known) != 1) {
    return(NULL)
  }
  if (!is_wider(main, known)) {
    return(paste(
      " Other raters would change little: allowing for the choice of raters, too, does not widen this interval."
    ))
  }
  paste0(
    " The interval for other ", drawn_units(ratings), " and other raters goes from ", below_one(known$conf.low), " to ",
    below_one(known$conf.high), ": ", count(known$n_raters, "rater"), " ",
    determined(known$conf.high - known$conf.low, "what others would give"), "."
  )
}
