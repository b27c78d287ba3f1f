# The section on fair marks in a report, with the items to be marked again.

fair_section <- function(fits, n, cut) {
  fair <- fits$fair
  glance <- glance(fair)
  words <- paste0(
    "A fair mark is what an item would have got from an average rater",
    if (length(fits$facets)) paste0(", summed over ", added_words(fits)),
    "; its interval says how sure it is. Reliability of the fair marks ", below_one(glance$reliability),
    ", standard error ", in_first(glance$rmse), "."
  )
  near <- order(if (is.null(cut)) -abs(fair$fair - fair$raw) else abs(fair$fair - cut))
  shown <- vctrs::vec_slice(fair, utils::head(near, if (is.null(cut)) n else 10))
  heading <- if (is.null(cut)) {
    "Items whose fair mark is furthest from the raw one"
  } else {
    "Ten items nearest the pass mark"
  }
  body <- c(
    html_around(
      html_text(c(words, erratic_words(fits, cut))),
      around_table(paste0("<h3>", heading, "</h3>"), html_table(shown, n, "fair-marks", fair, digits = 2)),
      html_plot(fair, rows = 15, alt = "Fair marks of the items in their order, with intervals")
    ),
    if (!is.null(cut)) c(again_part(vctrs::vec_slice(fair, near)), marks_list(fair))
  )
  answered(body, if (is.null(cut)) {
    paste0("The fair marks have a reliability of ", below_one(glance$reliability), ".")
  } else {
    decisions_told(fair)
  })
}

# An erratic rater changes the marks of all items: how many would pass without this rater says how much.
erratic_words <- function(fits, cut = NULL) {
  verdicts <- tidy(fits$fit, "verdicts")
  who <- unique(as.character(verdicts$rater[grepl("erratic", verdicts$verdict, fixed = TRUE)]))
  if (length(who) == 0) {
    return(NULL)
  }
  paste0(
    in_a_list(who), if (length(who) == 1) " is an erratic rater" else " are erratic raters",
    ", whose ratings draw the fair marks of all items together, so that fewer may pass. ", without_words(fits, who, cut)
  )
}

# The decisions without the ratings by some raters, and how many change between pass and fail.
without_words <- function(fits, who, cut) {
  fair <- if (!is.null(cut)) {
    rows <- fits$rows[!id_text(fits$rows$rater) %in% who, ]
    tryCatch(without_message(fair_marks(
      severity_of_rows(rows, fits$facets, NULL, attr(fits$rows, "declared")), cut = cut
    )), accord_error = function(cnd) NULL)
  }
  if (is.null(fair)) {
    return("Compare these marks with those of a report without these ratings.")
  }
  before <- fits$fair$decision[match(id_text(fair$item), id_text(fits$fair$item))]
  turned <- sum(before == "pass" & fair$decision == "fail" | before == "fail" & fair$decision == "pass", na.rm = TRUE)
  paste0(
    "Without these ratings ", decisions_told(fair), " ", if (turned == 0) "No item" else count(turned, "item"),
    " would pass instead of failing, or fail instead of passing."
  )
}

# The decisions in one clause.
decisions_told <- function(fair) {
  n <- decisions_counted(fair)
  paste0(
    big(n[["pass"]]), " of ", count(nrow(fair), "item"), if (n[["pass"]] == 1) " passes, " else " pass, ",
    big(n[["fail"]]), if (n[["fail"]] == 1) " fails, and " else " fail, and ", big(n[["mark again"]]),
    " should be marked again."
  )
}

decisions_counted <- function(fair) vapply(DECISIONS, function(one) sum(fair$decision %in% one), 0L)

# Lists all items to be marked again, those nearest the pass mark first.
again_part <- function(fair) {
  again <- fair[fair$decision %in% "mark again", ]
  if (nrow(again) == 0) {
    return(NULL)
  }
  c(
    paste0("<h3>", AGAIN_HEADING, "</h3>"),
    html_text(c(
      paste0(
        count(nrow(again), "item"), ", with their fair marks, those nearest the pass mark first: ", named_marks(again)
      ),
      close_words(fair)
    )),
    html_save(again, "mark-again")
  )
}

# Two items with nearly the same fair mark may have different decisions, since one of them is less certain.
close_words <- function(fair) {
  again <- fair[fair$decision %in% "mark again", ]
  for (decision in c("fail", "pass")) {
    sign <- if (decision == "fail") 1 else -1
    own <- fair[fair$decision %in% decision, ]
    sure <- own[which.max(sign * own$fair), ]
    unsure <- again[which.min(sign * again$fair), ]
    if (nrow(sure) && sign * sure$fair > sign * unsure$fair) {
      end <- if (decision == "fail") "conf.high" else "conf.low"
      return(paste0(
        "A decision depends on the interval, too: ", id_text(sure$item), " (", in_first(sure$fair), ") ", decision,
        if (decision == "pass") "es" else "s", ", since its interval ends at ", in_first(sure[[end]]), ", and ",
        id_text(unsure$item), " (", in_first(unsure$fair), ") is to be marked again, since its own, which is wider, ",
        "ends at ", in_first(unsure[[end]]), "."
      ))
    }
  }
}

AGAIN_HEADING <- "All items to be marked again"

named_marks <- function(fair) {
  paste0(paste0(id_text(fair$item), "\u00a0(", in_first(fair$fair), ")", collapse = ", "), ".")
}

pass_words <- function(fair, cut) {
  n <- decisions_counted(fair)
  verb <- function(n, one, several) paste(big(n), if (n == 1) one else several)
  paste0(
    "At the pass mark ", format(cut), ", ", big(n[["pass"]]), " of ", count(nrow(fair), "item"),
    if (n[["pass"]] == 1) " passes" else " pass", " and ", verb(n[["fail"]], "fails", "fail"),
    ": the chance that the opposite would be right is below ", format(50 * (1 - fair$conf.level[1])),
    "% for each of them. ", verb(n[["mark again"]], "is", "are"),
    " too near the pass mark for that, and should be marked again."
  )
}
