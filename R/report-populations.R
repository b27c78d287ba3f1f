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

# The table of both, for the section on agreement.
population_part <- function(main, both, n, ratings) {
  if (is.null(both)) {
    return(NULL)
  }
  heading <- "<h3>Other raters</h3>"
  if (all(is.na(both$conf.low))) {
    return(c(heading, html_text(paste0(
      "Limits for other raters are not known: ", in_a_list(why_no_raters(both[!is.na(both$estimate), ])), "."
    ))))
  }
  known <- is.na(both$estimate) | !is.na(both$conf.low)
  pairs <- rbind(main, both)
  pairs <- vctrs::vec_slice(pairs, order(c(seq_len(nrow(main)), seq_len(nrow(both)))))
  c(
    heading,
    html_text(paste0(
      "Limits for other ", drawn_units(ratings), " hold for the raters of this study. Limits for other ",
      drawn_units(ratings), " and other raters also allow for the choice of raters, as if they had been drawn from ",
      "many of their kind."
    )),
    html_table(pairs, 2 * n, "other-raters", ratings = ratings),
    if (!all(known)) html_text("Limits are missing where there is no value without one of the raters, or none differs.")
  )
}

# A sentence for the first lines, on the estimate whose limits these speak of.
raters_words <- function(both, ratings) {
  if (is.null(both) || nrow(both) != 1 || is.na(both$conf.low)) {
    return(NULL)
  }
  range <- paste("from", below_one(both$conf.low), "to", below_one(both$conf.high))
  paste0(
    " The interval for other ", drawn_units(ratings), " and other raters goes ", range, ": ",
    count(both$n_raters, "rater"), " ", determined(both$conf.high - both$conf.low, "what others would give"), "."
  )
}
